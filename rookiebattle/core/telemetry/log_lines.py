"""The form of the log: plain lines with names at their end, or one JSON object for each line."""

import logging
import re
import sys
from datetime import UTC, datetime

import orjson

from rookiebattle.core.telemetry import tracing

NAMES = "names"
"""The attribute of a record with its names; `core/telemetry/logs.py` sets it."""
INDENT = "  "
# Control characters, other ends of lines, and signs that turn the direction of a text.
_OBEYED = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


class JsonLines(logging.Formatter):
    """One object for each record: when, how grave, who says it, what, and about which request."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, NAMES, {}),
        }
        if trace := tracing.trace_id():
            told["trace"] = trace
        if record.exc_text:
            told["error"] = record.exc_text
        return orjson.dumps({name: storable(value) for name, value in told.items()}).decode()


def storable(text: str) -> str:
    """The text with each half of a surrogate pair written out: no file and no JSON takes one."""
    return text.encode("utf-8", "backslashreplace").decode()


def on_own_lines(text: str) -> str:
    """The text as a part of one record, whatever people wrote into it.

    Lines after its first one begin with spaces, so none can pass for a record of its own. Signs
    that a terminal would obey are written out.
    """
    shown = _OBEYED.sub(lambda sign: ascii(sign[0])[1:-1], text)
    return shown.replace("\n", f"\n{INDENT}")


def with_names(message: str, names: dict[str, str]) -> str:
    """'it failed [request 1a2b3c4d, session 5e6f7a8b]' for people who read plain lines."""
    if not names:
        return message
    told = ", ".join(f"{name} {value}" for name, value in names.items())
    first, line_break, rest = message.partition("\n")
    return f"{first} [{told}]{line_break}{rest}"


def write_json() -> None:
    """Let every handler write JSON, and give the root one if it has none."""
    root = logging.getLogger()
    if not root.handlers:
        root.addHandler(logging.StreamHandler(sys.stderr))
    known = (logging.getLogger(name) for name in root.manager.loggerDict)
    for one in (root, *known):
        for handler in one.handlers:
            handler.setFormatter(JsonLines())
