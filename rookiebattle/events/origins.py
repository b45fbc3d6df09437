"""Selects and inserts of the calendar entries that events were imported from."""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from rookiebattle.events.models import EventOrigin
from rookiebattle.events.queries import events
from rookiebattle.events.writing import Columns

origins = SQLModel.metadata.tables[str(EventOrigin.__tablename__)]
AT_ONCE = 500


def known(session: Session, digests: Collection[str]) -> set[str]:
    """Those of the digests from which there is an event."""
    return _having(session, origins.c.uid_digest, digests)


def own(session: Session, event_ids: Collection[str]) -> set[str]:
    """Those of the ids that are events of the site itself."""
    return _having(session, events.c.id, event_ids)


def _having(session: Session, column: sa.ColumnElement[str], values: Collection[str]) -> set[str]:
    return {
        found
        for some in _parts(values)
        for found in session.scalars(sa.select(column).where(column.in_(some)))
    }


def _parts(values: Collection[str]) -> Iterator[Sequence[str]]:
    rest = iter(values)
    while some := list(islice(rest, AT_ONCE)):
        yield some


def add(session: Session, rows: Sequence[Columns], digests: Sequence[str]) -> None:
    """Insert events, each with the digest of the entry that it comes from."""
    session.execute(sa.insert(events), rows)
    told = [
        {"event_id": row["id"], "uid_digest": digest}
        for row, digest in zip(rows, digests, strict=True)
    ]
    session.execute(sa.insert(origins), told)
