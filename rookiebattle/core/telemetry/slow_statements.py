"""Names in the log each SQL statement that took long, with the verb that ran it."""

import logging
import time

import sqlalchemy as sa
from sqlalchemy import event

from rookiebattle.core.telemetry.log_names import verb_name
from rookiebattle.core.telemetry.metrics import SLOW_STATEMENTS

BEGAN = "statement began"
LONGEST = 300
NO_VERB = "no verb"
log = logging.getLogger(__name__)


def watch(engine: sa.Engine, milliseconds: int) -> None:
    """Log the statements that take at least so long; 0 turns it off.

    A statement has no values in it: the driver gets them apart, so nobody's texts are logged.
    """
    if not milliseconds:
        return

    def begin(connection: sa.Connection, *_told: object) -> None:
        connection.info[BEGAN] = time.perf_counter()

    def end(connection: sa.Connection, _cursor: object, statement: str, *_told: object) -> None:
        took = (time.perf_counter() - connection.info[BEGAN]) * 1000
        if took >= milliseconds:
            _tell(statement, took)

    event.listen(engine, "before_cursor_execute", begin)
    event.listen(engine, "after_cursor_execute", end)


def _tell(statement: str, took: float) -> None:
    verb = verb_name() or NO_VERB
    SLOW_STATEMENTS.labels(verb).inc()
    log.warning("%s: a statement took %d ms: %s", verb, took, " ".join(statement.split())[:LONGEST])
