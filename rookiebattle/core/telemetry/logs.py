"""Removes secrets and endless repetition from all that is logged, whichever handler writes it."""

import asyncio
import logging
import re
import threading
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from rookiebattle import routes
from rookiebattle.core.telemetry.log_lines import (
    INDENT,
    NAMES,
    on_own_lines,
    with_names,
    write_json,
)
from rookiebattle.core.telemetry.log_names import named

HIDDEN = "[hidden]"
# Records that one place may write in a minute, and their length. The trace of an error comes once.
MOST_LINES, MOST_TRACES, LONGEST, LONGEST_TYPE = 10, 1, 8_000, 80
# Below the level of every handler, so that none writes the record.
NOWHERE = -1
log = logging.getLogger(__name__)
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
    # The address of a Discord channel: its last part is its password.
    (re.compile(r"(/api/webhooks/\d+/)[\w-]+"), rf"\1{HIDDEN}"),
    (re.compile(rf"({routes.UNSUBSCRIBE}|{routes.SHEETS}/)[\w.-]+"), rf"\1{HIDDEN}"),
    # Links to an account, invitations of guardians, and the code of a poster behind its event.
    (re.compile(rf"({routes.FAMILY}/\w+/|{routes.ENTRANCE}/[\w-]+/)[\w.-]+"), rf"\1{HIDDEN}"),
)
MINUTE = 60.0
MOST_PLACES = 1_000


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


class LogPlace(NamedTuple):
    """The line of code that logs, and for an error also its type and the line that raised it."""

    logger: str
    file: str
    line: int
    failure: str = ""

    def __str__(self) -> str:
        return f"{Path(self.file).name}:{self.line} {self.failure}".rstrip()


def _failure(record: logging.LogRecord) -> str:
    """The error that a trace is of; empty for a record without a trace."""
    kind, _, trace = record.exc_info or (None, None, None)
    if kind is None:
        # A trace inside of the message: its first line ends with the error's type.
        first, line_break, _ = record.msg.partition("\n")
        return first.rpartition(" ")[2][:LONGEST_TYPE] if line_break else ""
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = f" {Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else ""
    return f"{kind.__name__}{where}"


def _is_too_many(record: logging.LogRecord) -> bool:
    """Whether the record's place has written enough in this minute.

    The first record after a pause says how many were left out.
    """
    if record.levelno < logging.WARNING:
        return False
    place = LogPlace(record.name, record.pathname, record.lineno)
    left_out: int | None = 0
    if failure := _failure(record):
        left_out = repetition.admit(place._replace(failure=failure), MOST_TRACES)
    if left_out is None or (others := repetition.admit(place, MOST_LINES)) is None:
        return True
    if left_out := left_out or others:
        record.msg += f" ({left_out} more like this were left out)"
    return False


def _shortened(text: str) -> str:
    """`text` without the middle of a long one: the last line of a trace names the error."""
    cut = len(text) - LONGEST
    half = LONGEST // 2
    return text if cut <= 0 else f"{text[:half]}\n[{cut} characters]\n{text[-half:]}"


def redact_everything(secrets: Iterable[str] = (), *, as_json: bool = False) -> None:
    """Clean each log record when it is created, so that every handler gets it clean.

    Each record also gets the names of its request and session: as fields with `as_json`.
    """
    known = tuple(secret for secret in secrets if len(secret) >= 8)
    make = logging.getLogRecordFactory()
    make = getattr(make, "__redacts__", make)

    def make_record(*args: Any, **kwargs: Any) -> logging.LogRecord:
        record = make(*args, **kwargs)
        record.msg, record.args = _message(record), ()
        if _is_too_many(record):
            record.levelno, record.exc_info = NOWHERE, None
            return record
        record.msg = _shortened(redacted(record.msg, known))
        names = named()
        setattr(record, NAMES, names)
        if not as_json:
            record.msg = on_own_lines(with_names(record.msg, names))
        if record.exc_info and record.exc_info[0]:
            trace = "".join(traceback.format_exception(*record.exc_info)).rstrip()
            trace = _shortened(redacted(trace, known))
            record.exc_text = trace if as_json else INDENT + on_own_lines(trace)
        return record

    make_record.__redacts__ = make  # type: ignore[attr-defined]  # so that calling twice wraps once
    logging.setLogRecordFactory(make_record)
    if as_json:
        write_json()


async def tell_what_was_left_out() -> None:
    """Tell once a minute of the lines that were left out, as long as the worker runs."""
    while True:
        await asyncio.sleep(MINUTE)
        tell_now()


def tell_now() -> None:
    """Tell of the places that left lines out in the minute before."""
    # One line for all of them: this place, too, may write only a few in a minute.
    if ended := repetition.over():
        counts = "; ".join(f"{left_out} lines like the one of {place}" for place, left_out in ended)
        log.warning("Left out: %s", counts)


@dataclass(slots=True)
class _Minute:
    since: float
    written: int = 1
    left_out: int = 0


class Repetition:
    """Counts what each place writes. Thread-safe."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._places: OrderedDict[Hashable, _Minute] = OrderedDict()
        self._guard = threading.Lock()

    def admit(self, place: Hashable, most: int) -> int | None:
        """Count a line of a place, which may write `most` in a minute.

        Returns None for a line that is too many; otherwise the number of lines that were left out
        since the last one.
        """
        with self._guard:
            minute, now = self._places.get(place), self._now()
            if minute is None or now - minute.since >= MINUTE:
                self._begin(place, now)
                return minute.left_out if minute else 0
            if minute.written < most:
                minute.written += 1
                return 0
            minute.left_out += 1
            return None

    def _begin(self, place: Hashable, now: float) -> None:
        self._places.pop(place, None)
        self._places[place] = _Minute(now)
        if len(self._places) > MOST_PLACES:
            self._places.popitem(last=False)

    def over(self) -> list[tuple[Hashable, int]]:
        """Drop the places whose minute is over; returns those that left lines out, with how many.

        The lines of a place that has fallen silent would otherwise never be told of.
        """
        with self._guard:
            now = self._now()
            ended = [
                place for place, minute in self._places.items() if now - minute.since >= MINUTE
            ]
            minutes = [(place, self._places.pop(place).left_out) for place in ended]
        return [(place, left_out) for place, left_out in minutes if left_out]

    def clear(self) -> None:
        with self._guard:
            self._places.clear()


repetition = Repetition()
