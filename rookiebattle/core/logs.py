"""Removes secrets from everything that is logged, whichever handler writes it."""

import logging
import re
import traceback
from collections.abc import Iterable
from typing import Any

from rookiebattle import routes

HIDDEN = "[hidden]"
_NAMES = (
    "set-cookie|cookie|authorization|client_secret|code_verifier|id_token|access_token|"
    "refresh_token|session_secret|stripe-signature|x-amz-signature|x-amz-credential"
)
_QUOTED = rf"""(?i)((?:{_NAMES})\\?["']\s*[:,]\s*b?\\?(["'])).*?(?<!\\)(?:\\?\2)"""
_PATTERNS = (
    # 'cookie': 'a=b; c=d', as Python prints a dictionary, and as JSON
    (re.compile(_QUOTED), rf"\1{HIDDEN}\2"),
    # Cookie: a=b; c=d, as a header is written
    (re.compile(rf"(?i)\b((?:{_NAMES})\s*:\s*)(?!\s*\[hidden)[^\r\n'\"]+"), rf"\1{HIDDEN}"),
    # client_secret=… in an address or a form
    (re.compile(rf"(?i)\b((?:{_NAMES}|code|state)=)[^&\s'\"]+"), rf"\1{HIDDEN}"),
    (re.compile(r"\b((?:__Host-)?rb_(?:session|login_\w+)=)[^;\s'\"]+"), rf"\1{HIDDEN}"),
    (re.compile(r"(?i)\b(bearer|basic) [A-Za-z0-9._~+/=-]{8,}"), rf"\1 {HIDDEN}"),
    (re.compile(r"\b(whsec|sk_live|sk_test|rk_live|rk_test)_[A-Za-z0-9]+"), rf"\1_{HIDDEN}"),
    # PostgreSQL quotes the row that it refuses.
    (re.compile(r"(DETAIL:\s+)[^\r\n]+"), rf"\1{HIDDEN}"),
    (re.compile(r"\b(\w{1,64}_secret_)[A-Za-z0-9]{8,}"), rf"\1{HIDDEN}"),
    # smtp://user:password@host, and the same form for databases
    (re.compile(r"\b(\w{1,20}://[^\s:/@]*:)[^\s/@]+@"), rf"\1{HIDDEN}@"),
    (re.compile(rf"({routes.UNSUBSCRIBE})[\w.-]+"), rf"\1{HIDDEN}"),
)


def redacted(text: str, secrets: Iterable[str] = ()) -> str:
    """`text` without cookies, tokens, signatures and the given secrets."""
    for secret in secrets:
        text = text.replace(secret, HIDDEN)
    for pattern, instead in _PATTERNS:
        text = pattern.sub(instead, text)
    return text


def _message(record: logging.LogRecord) -> str:
    """The record's text. A log call with wrong arguments must not raise an error here."""
    try:
        return record.getMessage()
    except (TypeError, ValueError):
        return f"{record.msg} {record.args}"


def place_of(failed: BaseException) -> str:
    """The place where an error was raised, without its message, which may quote people's texts."""
    return "".join(traceback.format_tb(failed.__traceback__)[-4:])


def redact_everything(secrets: Iterable[str] = ()) -> None:
    """Remove secrets when a log record is created, so that every handler gets it clean."""
    known = tuple(secret for secret in secrets if len(secret) >= 8)
    make = logging.getLogRecordFactory()
    make = getattr(make, "__redacts__", make)

    def born(*args: Any, **kwargs: Any) -> logging.LogRecord:
        record = make(*args, **kwargs)
        record.msg, record.args = redacted(_message(record), known), ()
        if record.exc_info and record.exc_info[0]:
            trace = "".join(traceback.format_exception(*record.exc_info)).rstrip()
            record.exc_text = redacted(trace, known)
        return record

    born.__redacts__ = make  # type: ignore[attr-defined]  # so that calling twice wraps once
    logging.setLogRecordFactory(born)
