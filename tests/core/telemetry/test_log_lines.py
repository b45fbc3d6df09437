"""The two forms of the log."""

import io
import logging
from collections.abc import Iterator
from contextvars import Context

import orjson
import pytest

from rookiebattle.core.telemetry.log_lines import JsonLines, with_names, write_json
from rookiebattle.core.telemetry.log_names import begin_request, name_session, running
from rookiebattle.core.telemetry.logs import redact_everything

SECRET = "whsec_canary1234567890"


@pytest.fixture
def _factory() -> Iterator[None]:
    before = logging.getLogRecordFactory()
    yield
    logging.setLogRecordFactory(before)


@pytest.fixture
def lines(_factory: None) -> Iterator[io.StringIO]:
    """The lines that a handler of the root logger writes."""
    root, before = logging.getLogger(), list(logging.getLogger().handlers)
    written = io.StringIO()
    root.handlers = [logging.StreamHandler(written)]
    yield written
    root.handlers = before


def test_an_object_has_the_names_and_no_secret(lines: io.StringIO) -> None:
    def fail() -> None:
        begin_request()
        name_session("k" * 64)
        with running("events.service.create"):
            try:
                raise KeyError(SECRET)
            except KeyError:
                logging.getLogger("of.a.test").exception("failed with %s", SECRET)

    redact_everything([SECRET], as_json=True)
    Context().run(fail)
    told = orjson.loads(lines.getvalue())
    assert told["message"] == "failed with [hidden]"
    assert (told["level"], told["logger"]) == ("error", "of.a.test")
    assert told["verb"] == "events.service.create"
    assert len(told["request"]) == len(told["session"]) == 8
    assert "KeyError" in told["error"]
    assert SECRET not in lines.getvalue()
    assert told["at"].endswith("+00:00")


def test_plain_lines_have_the_names_at_the_end_of_their_first_line(lines: io.StringIO) -> None:
    def tell() -> None:
        with running("events.service.create"):
            logging.getLogger("of.a.test").warning("it waits\nsecond line")
        logging.getLogger("of.a.test").warning("it goes on")

    redact_everything()
    Context().run(tell)
    assert lines.getvalue() == (
        "it waits [verb events.service.create]\n  second line\nit goes on\n"
    )


FORGED = "boom\r\nroot: the admin has logged in\x1b[2J\u2028root: again\u202e\x9b1A\x00"


def test_nobody_can_write_a_line_of_their_own(lines: io.StringIO) -> None:
    redact_everything()
    logging.getLogger("of.a.test").warning("a page reports: %s", FORGED)
    try:
        raise ValueError(FORGED)
    except ValueError:
        logging.getLogger("of.a.test").exception("it failed")
    written = lines.getvalue()
    began = [line.partition(":")[0] for line in written.split("\n") if line[:1].strip()]
    assert began == ["a page reports", "it failed"]
    assert (
        written.count("the admin has logged in\\x1b[2J\\u2028root: again\\u202e\\x9b1A\\x00") == 2
    )
    assert not {"\r", "\x1b", "\x9b", "\x00", "\u2028", "\u202e"} & {*written}


def test_half_a_character_stops_no_line(lines: io.StringIO) -> None:
    redact_everything(as_json=True)
    try:
        raise ValueError("half of one: \ud83d")
    except ValueError:
        logging.getLogger("of.a.test").exception("\ud83d%s", FORGED)
    told = orjson.loads(lines.getvalue())
    assert told["message"] == f"\\ud83d{FORGED}"
    assert "half of one: \\ud83d" in told["error"]
    assert lines.getvalue().count("\n") == 1


def test_without_names_a_line_stays_as_it_is() -> None:
    assert with_names("it waits", {}) == "it waits"


def test_handlers_that_a_server_made_write_json_too(lines: io.StringIO) -> None:
    one = logging.getLogger("_server_of_a_test")
    handler = logging.StreamHandler(io.StringIO())
    one.addHandler(handler)
    try:
        write_json()
        assert isinstance(handler.formatter, JsonLines)
    finally:
        one.removeHandler(handler)


def test_a_program_without_handlers_gets_one() -> None:
    root, before = logging.getLogger(), list(logging.getLogger().handlers)
    try:
        root.handlers = []
        write_json()
        (handler,) = root.handlers
        assert isinstance(handler.formatter, JsonLines)
    finally:
        root.handlers = before
