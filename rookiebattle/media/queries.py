"""Selects and updates of media. A list reads one range of an index, however long it is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import Any, TypeAlias

import sqlalchemy as sa
from sqlalchemy.engine import URL
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from rookiebattle.chapters.models import Chapter
from rookiebattle.core.database import freshness
from rookiebattle.core.database.freshness import MEDIA
from rookiebattle.core.expiring import COPY_SECONDS, Expiring
from rookiebattle.core.pagination import Window
from rookiebattle.core.roles import Reach
from rookiebattle.events.models import Event
from rookiebattle.media.models import Media, MediaTag
from rookiebattle.media.policy import place_of
from rookiebattle.media.schemas import MediaFilter, MediaRecord

media = SQLModel.metadata.tables[str(Media.__tablename__)]
tags = SQLModel.metadata.tables[str(MediaTag.__tablename__)]
events = SQLModel.metadata.tables[str(Event.__tablename__)]
chapters = SQLModel.metadata.tables[str(Chapter.__tablename__)]

MOST_EVENTS = 100
"""A chapter shows pictures of so many of its latest events: to ask for all would cost more."""
MOST_TOTALS = 500
_totals = Expiring[tuple[URL, MediaFilter, bool], int](MOST_TOTALS)
reading = sa.select(*(media.c[name] for name in MediaRecord.model_fields))
Row: TypeAlias = Any
"""A row of one of the selects below."""


def page_of(session: Session, wanted: MediaFilter, *, sees_private: bool) -> Sequence[Row]:
    query = _narrowed(reading, wanted, sees_private=sees_private)
    place = tags.c.place if wanted.tag else media.c.place
    key = tags.c.media_id if wanted.tag else media.c.id
    newest = media.c.created_at.desc(), media.c.id.desc()
    ordered = query.order_by(*(newest if wanted.is_newest else (place, key)))
    return session.execute(ordered.limit(wanted.window.limit).offset(wanted.window.offset)).all()


def total(session: Session, wanted: MediaFilter, *, sees_private: bool) -> int:
    """The number of items that match, on all pages; counted once per generation."""
    key = (
        session.get_bind().engine.url,
        replace(wanted, window=Window(), is_newest=False),
        sees_private,
    )
    if (known := _totals.find(key)) is not None:
        return known
    # The generation is read before the count, so a write in between makes it stale, never wrong.
    generation = freshness.generation(MEDIA)
    query = sa.select(sa.func.count()).select_from(media)
    counted = session.scalar(_narrowed(query, wanted, sees_private=sees_private)) or 0
    _totals.keep(key, counted, COPY_SECONDS, (MEDIA,), generation)
    return counted


def _narrowed(query: sa.Select[Any], wanted: MediaFilter, *, sees_private: bool) -> sa.Select[Any]:
    if wanted.tag:
        query = query.join(tags, tags.c.media_id == media.c.id).where(tags.c.tag == wanted.tag)
    if wanted.media_type:
        query = query.where(media.c.media_type == wanted.media_type)
    if wanted.category:
        query = query.where(media.c.category == wanted.category)
    if wanted.event_id:
        query = query.where(media.c.event_id == wanted.event_id)
    return query if sees_private else query.where(media.c.is_public)


def of_event(session: Session, event_id: str, most: int, *, sees_private: bool) -> Sequence[Row]:
    wanted, values = _of_event(sees_private=sees_private), {"event": event_id, "most": most}
    return session.connection().execute(wanted, values).all()


@cache
def _of_event(*, sees_private: bool) -> sa.Select[Any]:
    query = reading.where(media.c.event_id == sa.bindparam("event"))
    return _first(query, sees_private=sees_private).limit(sa.bindparam("most"))


def of_chapter(
    session: Session, chapter_id: str, until: datetime, most: int, *, sees_private: bool
) -> Sequence[Row]:
    """The first items of the chapter's latest events that begin before `until`."""
    values = {"chapter": chapter_id, "until": until, "most": most}
    return session.connection().execute(_of_chapter(sees_private=sees_private), values).all()


@cache
def _of_chapter(*, sees_private: bool) -> sa.Select[Any]:
    its = sa.select(events.c.id).where(events.c.chapter_id == sa.bindparam("chapter"))
    before = its.where(events.c.start_at < sa.bindparam("until"))
    # Of a join SQLite looks up each event's items; for an IN it may read the whole gallery.
    their = before.order_by(events.c.start_at.desc()).limit(MOST_EVENTS).subquery()
    query = reading.join(their, media.c.event_id == their.c.id)
    return _first(query, sees_private=sees_private).limit(sa.bindparam("most"))


def _first(query: sa.Select[Any], *, sees_private: bool) -> sa.Select[Any]:
    seen = query if sees_private else query.where(media.c.is_public)
    # The sum keeps databases from reading the whole gallery in its order until they find some.
    return seen.order_by(media.c.place + 0, media.c.id)


def one(session: Session, media_id: str, *, lock: bool) -> Row | None:
    """One item; with `lock`, its row is locked until the transaction ends."""
    query = reading.where(media.c.id == media_id)
    return session.execute(query.with_for_update() if lock else query).first()


def standing(session: Session, ids: Sequence[str]) -> Sequence[Row]:
    """Position and pin of those of these items that exist, locked until the transaction ends."""
    wanted = sa.select(media.c.id, media.c.order_position, media.c.is_pinned)
    locked = wanted.where(media.c.id.in_(ids)).order_by(media.c.id).with_for_update()
    return session.execute(locked).all()


def first_position(session: Session) -> int:
    """The lowest position that an item has; 1 in an empty gallery."""
    found = session.scalar(sa.select(sa.func.min(media.c.order_position)))
    return 1 if found is None else found


def renumber(session: Session) -> None:
    """Give all items different positions, in the order in which they stand."""
    order = (media.c.order_position, media.c.id)
    number = sa.func.row_number().over(order_by=order)
    ranked = sa.select(media.c.id, number.label("number")).subquery()
    moved = sa.update(media).where(media.c.id == ranked.c.id)
    place = sa.case(
        (media.c.is_pinned, ranked.c.number + place_of(0, is_pinned=True)), else_=ranked.c.number
    )
    session.execute(moved.values(order_position=ranked.c.number, place=place))
    own = sa.select(media.c.place).where(media.c.id == tags.c.media_id).scalar_subquery()
    session.execute(sa.update(tags).values(place=own))


def move(session: Session, positions: Mapping[str, int], *, is_pinned: bool) -> None:
    """Give these items, which are all pinned or all not, new positions."""
    rows = [
        {"its_id": id_, "position": position, "its_place": place_of(position, is_pinned=is_pinned)}
        for id_, position in positions.items()
    ]
    if rows:
        its_place: sa.BindParameter[int] = sa.bindparam("its_place")
        moved = sa.update(media).where(media.c.id == sa.bindparam("its_id"))
        values = {"order_position": sa.bindparam("position"), "place": its_place}
        session.connection().execute(moved.values(values), rows)
        followed = sa.update(tags).where(tags.c.media_id == sa.bindparam("its_id"))
        session.connection().execute(followed.values(place=its_place), rows)


def pin(session: Session, row: Row, *, is_pinned: bool) -> None:
    """Set an item before all others, or back to its position."""
    place = place_of(row.order_position, is_pinned=is_pinned)
    pinned = sa.update(media).where(media.c.id == row.id)
    session.execute(pinned.values(is_pinned=is_pinned, place=place))
    session.execute(sa.update(tags).where(tags.c.media_id == row.id).values(place=place))


def tag(session: Session, media_id: str, keys: Iterable[str], place: int) -> None:
    """Replace the tags by which an item is found."""
    session.execute(sa.delete(tags).where(tags.c.media_id == media_id))
    rows = [{"media_id": media_id, "tag": key, "place": place} for key in keys]
    if rows:
        session.execute(sa.insert(tags), rows)


def latest_events(
    session: Session, until: datetime, most: int, chosen: str, reach: Reach
) -> Sequence[Row]:
    """The events in reach that begin before `until`, latest first, and the chosen one."""
    within = reach.within(events.c.chapter_id, events.c.id)
    latest = sa.select(events.c.id).where(events.c.start_at < until, within)
    if not reach.is_everywhere:
        latest = latest.where(events.c.waits_for.is_(None))
    latest = latest.order_by(events.c.start_at.desc(), events.c.id).limit(most)
    newest = _named([*session.scalars(latest), chosen])
    return session.execute(newest.order_by(events.c.start_at.desc(), events.c.id)).all()


def named_events(session: Session, ids: Sequence[str]) -> Sequence[Row]:
    """These events as `latest_events` gives them."""
    return session.execute(_named(ids)).all()


def _named(ids: Sequence[str]) -> sa.Select[Any]:
    columns = (events.c[name] for name in ("id", "title", "start_at", "chapter_id"))
    wanted = sa.select(*columns, chapters.c.time_zone)
    joined = wanted.outerjoin(chapters, chapters.c.id == events.c.chapter_id)
    return joined.where(events.c.id.in_(ids))


def count_of_event(session: Session, event_id: str) -> int:
    wanted = sa.select(sa.func.count()).select_from(media)
    return session.scalar(wanted.where(media.c.event_id == event_id)) or 0


def private_among(session: Session, event_ids: Iterable[str]) -> set[str]:
    """Those of these events that only members see."""
    wanted = sa.select(events.c.id).where(events.c.id.in_(event_ids), ~events.c.is_public)
    return {*session.scalars(wanted)}


def event_of(session: Session, event_id: str) -> Row | None:
    wanted = sa.select(events.c.id, events.c.title, events.c.chapter_id).where(
        events.c.id == event_id
    )
    return session.execute(wanted).first()


def count_view(session: Session, media_id: str, *, sees_private: bool) -> bool:
    """Count one more view; False when there is no such item for whoever opened it."""
    seen = sa.update(media).where(media.c.id == media_id)
    seen = seen if sees_private else seen.where(media.c.is_public)
    counted = seen.values(view_count=media.c.view_count + 1).returning(media.c.id)
    return session.execute(counted).first() is not None


def places(session: Session) -> Sequence[Row]:
    """Where each item stands, and what that follows from."""
    names = ("id", "place", "order_position", "is_pinned", "tags")
    return session.execute(sa.select(*(media.c[name] for name in names))).all()


def places_of_tags(session: Session) -> dict[str, dict[str, int]]:
    """For each item the places of its tags."""
    found: dict[str, dict[str, int]] = {}
    for row in session.execute(sa.select(tags)):
        found.setdefault(row.media_id, {})[row.tag] = row.place
    return found
