"""Turns: transactions that count rows and then add some wait for each other."""

import sqlalchemy as sa
from sqlalchemy.orm import Session


def take_turn(session: Session, key: str) -> None:
    """Make other transactions that take this turn wait until this transaction ends.

    Take it before any row is locked, so nobody who holds a row waits for it. A key begins with the
    name of its kind of turn: 'organizer:<id>'. SQLite's writers take turns anyway.
    """
    if session.get_bind().dialect.name == "postgresql":
        number = sa.func.hashtextextended(key, sa.cast(0, sa.BigInteger))
        session.execute(sa.select(sa.func.pg_advisory_xact_lock(number)))
