"""A connection to PostgreSQL that gives up on a server which hangs instead of failing.

PostgreSQL's own timeouts need a working server. Nothing else would end the wait for a hanging one.
"""

from typing import Any

import psycopg
from psycopg.abc import RV, PQGen
from psycopg.rows import TupleRow

INTERVAL = 0.1


class TimeoutConnection(psycopg.Connection[TupleRow]):
    """`answer_timeout` is the seconds to wait for an answer; None means no limit."""

    answer_timeout: float | None = None

    def wait(self, gen: PQGen[RV], interval: float = INTERVAL, timeout: float | None = None) -> RV:
        """Every question to the server waits here.

        A connection that timed out is closed, because its answer may still arrive.
        """
        try:
            return super().wait(gen, interval, self.answer_timeout if timeout is None else timeout)
        except psycopg.errors._WaitTimeout as late:
            self.close()
            raise psycopg.OperationalError("the server did not answer in time") from late


def connect(_dialect: object, _entry: object, arguments: list[Any], values: Any) -> Any:
    """Open a connection for SQLAlchemy.

    The limit is set before SQLAlchemy's first questions, for which every other thread waits.
    """
    connection = TimeoutConnection.connect(*arguments, **values)
    connection.answer_timeout = float(values["connect_timeout"])
    return connection
