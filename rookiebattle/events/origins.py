"""Selects and inserts of the calendar entries that events were imported from."""

from collections.abc import Collection, Sequence

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from rookiebattle.core.database.bulk import rows_with
from rookiebattle.events.models import EventOrigin
from rookiebattle.events.queries import events
from rookiebattle.events.writing import Columns

origins = SQLModel.metadata.tables[str(EventOrigin.__tablename__)]


def known(session: Session, digests: Collection[str]) -> set[str]:
    """Those of the digests from which there is an event."""
    return _having(session, origins.c.uid_digest, digests)


def own(session: Session, event_ids: Collection[str]) -> set[str]:
    """Those of the ids that are events of the site itself."""
    return _having(session, events.c.id, event_ids)


def _having(session: Session, column: sa.ColumnElement[str], values: Collection[str]) -> set[str]:
    return {found for (found,) in rows_with(session, sa.select(column), column, values)}


def add(session: Session, rows: Sequence[Columns], digests: Sequence[str]) -> None:
    """Insert events, each with the digest of the entry that it comes from."""
    session.execute(sa.insert(events), rows)
    told = [
        {"event_id": row["id"], "uid_digest": digest}
        for row, digest in zip(rows, digests, strict=True)
    ]
    session.execute(sa.insert(origins), told)
