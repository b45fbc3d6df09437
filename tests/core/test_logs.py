"""Secrets never reach a log, whatever handler writes it (R22)."""

import io
import logging
from collections.abc import Iterator

import pytest
from sqlalchemy.exc import IntegrityError

from rookiebattle.accounts.models import User
from rookiebattle.core.db import Database
from rookiebattle.core.logs import redact_everything, redacted

CANARY = "cAnArY-0123456789abcdefABCDEF"


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """The output of a handler that does nothing about secrets."""
    before = logging.getLogRecordFactory()
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    logger = logging.getLogger("somebody.else")
    logger.addHandler(handler)
    redact_everything([CANARY[::-1]])
    redact_everything([CANARY[::-1]])
    yield stream
    logger.removeHandler(handler)
    logging.setLogRecordFactory(before)


@pytest.mark.parametrize(
    "text",
    [
        f"{{'headers': {{'cookie': 'theme=dark; rb_session={CANARY}', 'origin': 'http://x'}}}}",
        f'{{"cookie": "theme=dark; rb_session={CANARY}"}}',
        f'{{\\"cookie\\": \\"rb_session={CANARY}\\"}}',
        f"(b'cookie', b'rb_session={CANARY}')",
        f"Cookie: a=b; rb_session={CANARY}\r\nhost: x",
        f"set-cookie: __Host-rb_session={CANARY}; Path=/",
        f"rb_session={CANARY}",
        f"rb_login_0123456789abcdef={CANARY}",
        f"Authorization: Bearer {CANARY}",
        f"basic {CANARY}",
        f"POST /token?client_secret={CANARY}&grant_type=x",
        f"GET /api/callback?state={CANARY}&code={CANARY}",
        f"{{'client_secret': '{CANARY}'}}",
        f"{{'id_token': '{CANARY}', 'access_token': '{CANARY}'}}",
        f"DETAIL:  Key (email)=({CANARY}) already exists.\nnext line",
        f"Stripe-Signature: t=1,v1={CANARY}",
        f"https://bucket/x?X-Amz-Signature={CANARY}",
        f"cannot connect to smtps://club:{CANARY}@mail.example.org:465",
        f"POST /api/mail/unsubscribe/{CANARY} 200",
        "whsec_" + CANARY.replace("-", ""),
        "sk_live_" + CANARY.replace("-", ""),
        "pi_123_secret_" + CANARY.replace("-", ""),
    ],
)
def test_a_secret_in_any_dress_is_hidden(text: str) -> None:
    shown = redacted(text)
    assert CANARY not in shown
    assert CANARY.replace("-", "") not in shown
    assert "[hidden]" in shown


@pytest.mark.parametrize(
    "text",
    [
        "GET /events?month=2026-12 200",
        "{'origin': 'http://localhost', 'cookie_policy': 'strict'}",
        "The cookie jar is full",
        "event 42 was created by Maya",
    ],
)
def test_what_is_no_secret_stays_readable(text: str) -> None:
    assert redacted(text) == text


def test_other_headers_stay_readable_beside_a_hidden_one() -> None:
    shown = redacted(f"{{'cookie': 'a={CANARY}', 'origin': 'http://localhost'}}")
    assert "'origin': 'http://localhost'" in shown


def test_every_handler_gets_redacted_records(written: io.StringIO) -> None:
    logger = logging.getLogger("somebody.else")
    logger.error("event %s with %s", {"cookie": f"rb_session={CANARY}"}, CANARY[::-1])
    assert "[hidden]" in written.getvalue()
    assert CANARY not in written.getvalue()
    assert CANARY[::-1] not in written.getvalue()


def test_tracebacks_are_redacted_too(written: io.StringIO) -> None:
    try:
        raise ValueError(f"Authorization: Bearer {CANARY}")
    except ValueError:
        logging.getLogger("somebody.else").exception("it failed")
    assert "Traceback" in written.getvalue()
    assert "ValueError" in written.getvalue()
    assert CANARY not in written.getvalue()


def test_a_message_with_percent_signs_survives(written: io.StringIO) -> None:
    logging.getLogger("somebody.else").warning("100 %% of %s", "it, which is 50 % more")
    assert written.getvalue() == "100 % of it, which is 50 % more\n"


def test_a_call_with_arguments_that_do_not_fit_is_logged_all_the_same(
    written: io.StringIO,
) -> None:
    text = "%d of %d"
    logging.getLogger("somebody.else").warning(text, f"rb_session={CANARY}")
    assert text in written.getvalue()
    assert CANARY not in written.getvalue()


def test_an_error_of_the_database_is_logged_without_what_somebody_wrote(
    each_database: Database, written: io.StringIO
) -> None:
    twins = [User(email=CANARY, bio=f"{CANARY} and more") for _ in range(2)]
    try:
        with each_database.unit_of_work(write=True) as session:
            session.add_all(twins)
    except IntegrityError:
        logging.getLogger("somebody.else").exception("it failed")
    assert "IntegrityError" in written.getvalue()
    assert CANARY not in written.getvalue()
