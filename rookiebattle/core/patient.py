"""A connection to PostgreSQL that gives up on a server which hangs instead of failing.

The server's own timeouts need a server that works; nobody else would ever end such a wait.
"""

from typing import Any

import psycopg
from psycopg.abc import RV, PQGen
from psycopg.rows import TupleRow

INTERVAL = 0.1


class PatientConnection(psycopg.Connection[TupleRow]):
    """`patience` is how many seconds it waits for an answer; None waits for ever."""

    patience: float | None = None

    def wait(self, gen: PQGen[RV], interval: float = INTERVAL, timeout: float | None = None) -> RV:
        """Every question to the server goes through here. Who gave up is closed."""
        try:
            return super().wait(gen, interval, self.patience if timeout is None else timeout)
        except psycopg.errors._WaitTimeout as late:
            self.close()
            raise psycopg.OperationalError("the server did not answer in time") from late


def connect(_dialect: object, _entry: object, arguments: list[Any], values: Any) -> Any:
    """What SQLAlchemy calls to open one.

    It asks the first one a few things before we hear of it, while every other thread waits.
    """
    connection = PatientConnection.connect(*arguments, **values)
    connection.patience = float(values["connect_timeout"])
    return connection
