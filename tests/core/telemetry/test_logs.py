"""Secrets never reach a log, and nothing is written there without end (R3, R22)."""

import io
import logging
import time
from collections.abc import Iterator

import pytest
from sqlalchemy.exc import IntegrityError

from rookiebattle.accounts.models import User
from rookiebattle.core.database.db import Database
from rookiebattle.core.telemetry import logs
from rookiebattle.core.telemetry.logs import (
    LONGEST,
    MINUTE,
    MOST_LINES,
    redact_everything,
    redacted,
    tell_now,
)

CANARY = "cAnArY-0123456789abcdefABCDEF"


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """The output of a handler that does nothing about secrets."""
    before = logging.getLogRecordFactory()
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    loggers = [logging.getLogger(name) for name in ("somebody.else", logs.__name__)]
    for logger in loggers:
        logger.addHandler(handler)
    redact_everything([CANARY[::-1]])
    redact_everything([CANARY[::-1]])
    yield stream
    for logger in loggers:
        logger.removeHandler(handler)
        logger.setLevel(logging.NOTSET)
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
        f"GET /sheets/{CANARY}.csv 200",
        f"POST https://discord.com/api/webhooks/1234/{CANARY}?wait=true 204",
        f"GET /family/claim/{CANARY} 200",
        f"GET /entrance/1a2b-3c/{CANARY} 200",
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


def crash(text: str) -> None:
    try:
        raise ValueError(text)
    except ValueError:
        logging.getLogger("somebody.else").exception("it failed")


def test_a_trace_is_written_once_and_then_counted(written: io.StringIO) -> None:
    for number in range(50):
        crash(f"number {number}")
    assert written.getvalue().count("Traceback") == 1
    assert "number 0" in written.getvalue()


def test_two_different_errors_of_one_place_are_both_written(written: io.StringIO) -> None:
    for value in ("x", None, "y"):
        try:
            int(value)  # type: ignore[arg-type]  # the second error
        except (ValueError, TypeError):
            logging.getLogger("somebody.else").exception("it failed")
    assert written.getvalue().count("Traceback") == 2


def test_a_trace_inside_of_a_message_is_a_trace(written: io.StringIO) -> None:
    for number in range(50):
        kind = KeyError if number % 2 else OSError
        logging.getLogger("somebody.else").error(
            "it failed: %s\nTraceback of %d", kind.__name__, number
        )
    assert written.getvalue().count("it failed: KeyError") == 1
    assert written.getvalue().count("it failed: OSError") == 1


def test_traces_that_differ_every_time_are_no_way_around(written: io.StringIO) -> None:
    for number in range(50):
        logging.getLogger("somebody.else").error("it failed: a%d\nand why", number)
    assert written.getvalue().count("it failed") == MOST_LINES


def test_a_line_is_written_a_few_times_and_then_counted(
    written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(50):
        logging.getLogger("somebody.else").warning("number %d", number)
    assert written.getvalue().count("number") == MOST_LINES
    monkeypatch.setattr(logs.repetition, "_now", lambda: time.monotonic() + MINUTE)
    tell_now()
    assert "40 lines like the one of test_logs.py:" in written.getvalue()


def test_a_line_that_comes_back_tells_how_many_were_left_out(
    written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(50):
        if number == 49:
            monkeypatch.setattr(logs.repetition, "_now", lambda: time.monotonic() + MINUTE)
        logging.getLogger("somebody.else").warning("number %d", number)
    assert "number 49 (39 more like this were left out)" in written.getvalue()


def test_what_is_not_meant_for_operators_is_not_counted(written: io.StringIO) -> None:
    logging.getLogger("somebody.else").setLevel(logging.INFO)
    for number in range(50):
        logging.getLogger("somebody.else").info("number %d", number)
    assert written.getvalue().count("number") == 50


def test_one_line_is_never_endless_and_hides_its_secrets(written: io.StringIO) -> None:
    junk = f"{{'cookie': 'rb_session={CANARY}'}}" + "x" * 100_000 + "the end"
    logging.getLogger("somebody.else").error("event %s", junk)
    assert len(written.getvalue()) < 2 * LONGEST
    assert "the end" in written.getvalue()
    assert CANARY not in written.getvalue()
