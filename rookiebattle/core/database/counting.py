"""Counts what happened in a transaction, once it is committed."""

from functools import partial

from prometheus_client import Counter
from sqlalchemy.orm import Session

from rookiebattle.core.database.db import on_commit


def count(session: Session, counter: Counter, *values: str) -> None:
    """Count one more with these labels when the transaction is committed."""
    on_commit(session, partial(counter.labels(*values).inc))
