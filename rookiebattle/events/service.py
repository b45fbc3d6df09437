"""Events: listing, reading, creating, changing and removing them, alone or as a series."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.accounts.models import User
from rookiebattle.art.card_words import PictureWords
from rookiebattle.chapters.service import get_chapter, zones
from rookiebattle.chapters.wording import NO_SUCH_CHAPTER
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Forbidden, Invalid, NotFound
from rookiebattle.core.pagination import Page
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import iso
from rookiebattle.core.validation import parse
from rookiebattle.core.values.ids import known_id
from rookiebattle.core.values.money import as_price
from rookiebattle.events import (
    allowance,
    conflicts,
    feeds,
    hooks,
    hosting,
    listing,
    queries,
    series,
    timing,
    told,
    writing,
)
from rookiebattle.events.models import FOUND_BY, Recurrence
from rookiebattle.events.policy import may_edit, may_see, sees_waiting
from rookiebattle.events.proposals import last_day_for
from rookiebattle.events.queries import events
from rookiebattle.events.reads import read_of, reads_of, spans_of
from rookiebattle.events.schemas import (
    Affected,
    Changed,
    EventFilter,
    EventList,
    EventPatch,
    EventRead,
    EventWrite,
    EventWritten,
    Reach,
    Revision,
    Scope,
    Seen,
    Span,
)
from rookiebattle.events.series import Occurrence
from rookiebattle.events.wording import MOST_PRICE, NO_SUCH_EVENT, picture_words
from rookiebattle.events.zones import zone_name, zone_of
from rookiebattle.settings import get_settings

MOST_PRICE_CENTS = 1_000_00
"""The most that members may ask for a seat. More is for administrators."""
MISSING = NO_SUCH_EVENT
NOT_YOURS = "Only the organizer or an administrator can change this event."


def list_events(session: Session, actor: Actor, *, wanted: EventFilter) -> Page[EventRead]:
    """The events that the actor may see, by start: from an instant on, else from now on."""
    found = _listed(session, actor, wanted)
    return Page(reads_of(found.rows), found.total)


def list_events_as_json(session: Session, actor: Actor, *, wanted: EventFilter) -> EventList:
    """`list_events` as the bytes of the wire."""
    return _listed(session, actor, wanted).as_list()


def _listed(session: Session, actor: Actor, wanted: EventFilter) -> listing.Found:
    now = timing.whole_seconds(clock.now())
    return listing.find(session, actor, wanted, now, since=wanted.starts_from or now)


def list_all(
    session: Session, actor: Actor, *, wanted: EventFilter, current_only: bool
) -> Page[EventRead]:
    """All events; with `current_only` only those that are not over.

    For administrators, and those of their chapter and events for leads, without what waits.
    """
    found = _all_listed(session, actor, wanted, current_only)
    return Page(reads_of(found.rows), found.total)


def list_all_as_json(
    session: Session, actor: Actor, *, wanted: EventFilter, current_only: bool
) -> EventList:
    """`list_all` as the bytes of the wire."""
    return _all_listed(session, actor, wanted, current_only).as_list()


def _all_listed(
    session: Session, actor: Actor, wanted: EventFilter, current_only: bool
) -> listing.Found:
    reach = actor.require_reach(Permission.ALL_EVENT_READ)
    led = None if reach.is_everywhere else tuple(sorted(reach.chapter_ids | reach.event_ids))
    wanted = replace(wanted, with_waiting=sees_waiting(actor), led=led)
    now = timing.whole_seconds(clock.now())
    since = wanted.starts_from or (now if current_only else None)
    return listing.find(session, actor, wanted, now, since=since)


def spans(session: Session, actor: Actor, *, wanted: EventFilter) -> list[Span]:
    """The spans of all wanted events, by start; the filter's window is ignored."""
    since = wanted.starts_from or clock.now()
    return spans_of(queries.spans_of(session, queries.asked(actor, wanted, since)))


def next_ids(
    session: Session, actor: Actor, *, after: datetime, wanted: EventFilter, count: int
) -> list[str]:
    """The ids of the next events that start after `after`, by start."""
    return queries.ids_of(session, queries.asked(actor, wanted, None, after=after), count)


def current_ids(session: Session, actor: Actor, *, wanted: EventFilter, count: int) -> list[str]:
    """The ids of events that are not over at the filter's `starts_from`, by start."""
    asked = queries.asked(actor, wanted, wanted.starts_from)
    return queries.ids_of(session, asked, count)


def ids_in_turns(session: Session, actor: Actor, *, after: datetime, count: int) -> list[str]:
    """Ids of events that start after `after`: when there are more, each organizer's next ones."""
    return queries.in_turns(session, queries.asked(actor, EventFilter(), None, after=after), count)


def get_event(session: Session, actor: Actor, *, event_id: str) -> EventRead:
    """One event. Raises NotFound, also for an event that the actor may not see."""
    row = queries.one(session, actor, known_id(event_id, MISSING))
    if row is None:
        raise NotFound(MISSING)
    return read_of(row)


def next_open(session: Session, actor: Actor, *, event: EventRead) -> EventRead | None:
    """The next date of the event's series that the actor sees and that has a free seat."""
    if not event.is_in_series:
        return None
    after = max(event.start_date, clock.now())
    found = series.next_open(session, event.parent_event_id or event.id, after)
    return next(iter(list_by_ids(session, actor, event_ids=[found])), None) if found else None


def is_of_club(session: Session, _actor: Actor, *, event: EventRead) -> bool:
    """Whether the club stands behind an event: a chapter, or an administrator."""
    if event.chapter_id:
        return True
    organizer = session.get(User, event.organizer_id)
    return organizer is not None and organizer.is_admin


def list_by_ids(session: Session, actor: Actor, *, event_ids: Collection[str]) -> list[EventRead]:
    """These events, as far as the actor may see them, by start."""
    return reads_of(queries.some(session, actor, event_ids))


def public_calendar(session: Session, _actor: Actor) -> bytes:
    """A feed of the public events: those of the last weeks and all future ones."""
    found, total = listing.in_feed(session)
    return feeds.feed(found, get_settings(), total=total)


def chapter_calendar(session: Session, actor: Actor, *, chapter_id: str) -> bytes:
    """The public events of one chapter, as a feed. Raises NotFound without such a chapter."""
    chapter = get_chapter(session, actor, chapter_id=chapter_id)
    settings = get_settings()
    source = feeds.Source(
        f"{settings.org_name}: {chapter.name}",
        chapter.time_zone,
        routes.chapter_calendar(chapter.id),
    )
    found, total = listing.in_feed(session, chapter.id)
    return feeds.feed(found, settings, source, total=total)


def event_calendar(session: Session, actor: Actor, *, event_id: str) -> tuple[str, bytes]:
    """One event as a calendar file, with the file's name. Raises NotFound like `get_event`."""
    event = get_event(session, actor, event_id=event_id)
    return feeds.file_name(event.title), feeds.single(event, get_settings())


def picture_words_of(session: Session, actor: Actor, *, event_id: str) -> PictureWords:
    """The words of a shared event's picture. Raises NotFound like `get_event`."""
    return picture_words(get_event(session, actor, event_id=event_id), clock.now())


def picture_of(card: PictureWords) -> bytes:
    """The picture as PNG. To draw it takes 50 ms, which no transaction should last."""
    # The library for pictures is large, and most workers never draw one.
    from rookiebattle.art import event_card

    return event_card.png(card)


def calendar_name(*, found: Sequence[EventRead]) -> str:
    """The name of the file with these events: the first one's title."""
    return feeds.file_name(found[0].title)


def calendar_of(*, found: Collection[EventRead], canceled: bool = False) -> bytes:
    """One calendar file of events; `canceled` says that they do not happen."""
    if canceled:
        return feeds.canceled(found, clock.now(), get_settings())
    return feeds.several(found, get_settings())


@writes
def create_event(session: Session, actor: Actor, *, values: EventWrite) -> EventRead:
    """Add an event, or a series of which the first is returned; the caller is the organizer."""
    actor.require(Permission.OWN_EVENT_CREATE)
    _refuse_dear(session, actor, values)
    zone = zone_of(_chapter_zone(session, values.chapter_id))
    now = clock.now()
    waits = hosting.needed_by(session, actor, chapter_id=values.chapter_id)
    rows = writing.new_rows(values, actor.user_id, zone, now, waits)
    allowance.take_turn(session, actor)
    text = allowance.check_new(session, actor, rows=rows, now=now)
    session.execute(sa.insert(events), rows)
    ids = [row["id"] for row in rows]
    details: audit.Details = {"title": values.title, "occurrences": len(ids), "text": text}
    made = get_event(session, actor, event_id=ids[0])
    words = made if actor.is_admin else None
    told.record(session, actor, action=allowance.CREATED, lines={made.id: details}, after=words)
    announce(session, ids)
    hosting.tell_lead(session, actor, event_id=made.id, chapter_id=made.chapter_id, waits=waits)
    return made


@writes
def copy_event(session: Session, actor: Actor, *, event_id: str, start_date: datetime) -> EventRead:
    """Create an event, or a series, like one that the actor may see: nothing of its people.

    A series is as long as it was from this event on; one whose rule has ended gets the season that
    the form proposes. Raises what `create_event` raises, and NotFound.
    """
    like = get_event(session, actor, event_id=event_id)
    zone, last = ZoneInfo(like.time_zone), like.recurrence_end_date
    was, first = (at.astimezone(zone).date() for at in (like.start_date, start_date))
    if last:
        rest = last - was
        last = (
            first + rest
            if rest > timedelta()
            else last_day_for(like.recurrence_pattern or "", first)
        )
    wire = like.model_dump(mode="json", by_alias=True, exclude={"duration_hours"})
    end = start_date + (like.end_date - like.start_date)
    wire |= {"startDate": iso(start_date), "endDate": iso(end)}
    wire |= {"recurrenceEndDate": last and last.isoformat()}
    if like.recurrence_pattern != Recurrence.CUSTOM:
        wire["recurrenceDaysOfWeek"] = []
    names = [one.alias or name for name, one in EventWrite.model_fields.items()]
    values = parse(EventWrite, {name: wire[name] for name in names if name in wire})
    return create_event(session, actor, values=values)


def _refuse_dear(session: Session, actor: Actor, values: EventWritten, event_id: str = "") -> None:
    """Refuse a price that is for administrators. The one that an event has already may stay."""
    cents = values.price if "price" in values.model_fields_set else 0
    if cents <= MOST_PRICE_CENTS or actor.is_admin:
        return
    if not event_id or get_event(session, actor, event_id=event_id).price_cents != cents:
        raise Invalid(fields={"price": MOST_PRICE.format(as_price(MOST_PRICE_CENTS))})


def _chapter_zone(session: Session, chapter_id: str | None) -> str:
    known = zones(session)
    if chapter_id is not None and chapter_id not in known:
        raise Invalid(NO_SUCH_CHAPTER, {"chapterId": NO_SUCH_CHAPTER})
    return zone_name(chapter_id, known)


def announce(session: Session, ids: Collection[str]) -> None:
    """Let other slices hear of changed events."""
    for id_ in ids:
        hooks.event_changed.fire(session, event_id=id_)


@writes
def update_event(
    session: Session, actor: Actor, *, event_id: str, values: EventPatch, scope: Scope = Scope.THIS
) -> EventRead:
    """Change an event; with `following` also the later events of its series."""
    return change_event(session, actor, event_id=event_id, values=values, scope=scope).event


@writes
def change_event(
    session: Session,
    actor: Actor,
    *,
    event_id: str,
    values: EventPatch,
    scope: Scope = Scope.THIS,
    seen: Seen | None = None,
) -> Changed:
    """As `update_event`; also says who gets a letter about it.

    `seen` is what the caller read before. Raises Overtaken when somebody else has changed one of
    the sent fields since then; changes of other fields go together.
    """
    allowance.take_turn(session, actor)
    event = editable(session, actor, event_id=event_id, lock=True)
    _refuse_dear(session, actor, values, event.id)
    reach = Reach()
    if values.model_fields_set:
        reached = reached_by(session, actor, event=event, scope=scope, lock=True)
        if seen:
            conflicts.refuse_overtaken(session, actor, reached=reached, sent=values, seen=seen)
        before = with_participants(session, actor, reached=reached)
        words = in_words(session, actor, event=event)
        lines = told.lines_of(reached, values, _write(session, actor, reached, values))
        after = in_words(session, actor, event=event)
        told.record(
            session, actor, action=allowance.UPDATED, lines=lines, before=words, after=after
        )
        announce(session, [one.id for one in reached])
        reach = _tell_participants(session, actor, event.lineage, before)
    return Changed(get_event(session, actor, event_id=event.id), reach)


def in_words(session: Session, actor: Actor, *, event: Occurrence) -> EventRead | None:
    """The event for the words of the audit log, which only an administrator's act has."""
    return get_event(session, actor, event_id=event.id) if actor.is_admin else None


def with_participants(
    session: Session, actor: Actor, *, reached: Sequence[Occurrence]
) -> list[EventRead]:
    """Those of these events at which somebody has a seat."""
    ids = [one.id for one in reached if one.current_participants]
    return list_by_ids(session, actor, event_ids=ids) if ids else []


def _tell_participants(
    session: Session, actor: Actor, lineage: str, before: list[EventRead]
) -> Reach:
    """Let the participants be told; return whom the letters reach."""
    reach: list[Reach] = []
    if before:
        revisions = revisions_of(session, actor, before=before)
        hooks.events_revised.fire(session, actor, lineage=lineage, revisions=revisions, reach=reach)
    return next(iter(reach), Reach())


def revisions_of(session: Session, actor: Actor, *, before: Sequence[EventRead]) -> list[Revision]:
    """These events as they were, each with what it is now."""
    found = list_by_ids(session, actor, event_ids=[one.id for one in before])
    now = {one.id: one for one in found}
    return [Revision(one, now[one.id]) for one in before]


def editable(session: Session, actor: Actor, *, event_id: str, lock: bool) -> Occurrence:
    """The event, if the actor may change it. Raises NotFound and Forbidden."""
    event = series.find(session, known_id(event_id, MISSING), lock=lock)
    if event is None or not may_see(actor, event):
        raise NotFound(MISSING)
    if not may_edit(actor, event):
        raise Forbidden(NOT_YOURS)
    return event


def reached_by(
    session: Session, actor: Actor, *, event: Occurrence, scope: Scope, lock: bool
) -> list[Occurrence]:
    """The events that a change of this one reaches. Raises Forbidden when the actor, whose role is
    in one chapter or at one event, may not change all of them."""
    reached = series.reached(session, event, scope, lock=lock)
    if not all(may_edit(actor, one) for one in reached):
        raise Forbidden(NOT_YOURS)
    return reached


def _write(
    session: Session, actor: Actor, reached: list[Occurrence], values: EventPatch
) -> dict[str, int]:
    """Change the rows; return how many characters each of them gained."""
    now, spans = clock.now(), _spans(session, reached, values)
    gained = allowance.check_change(
        session, actor, reached=reached, values=values, spans=spans, now=now
    )
    everything = sa.update(events).where(events.c.id.in_([one.id for one in reached]))
    columns = writing.changes(values, reached, now)
    session.execute(
        everything.values(columns | hosting.moved(session, actor, reached=reached, values=values))
    )
    if spans:
        session.execute(sa.update(events).where(events.c.id == sa.bindparam("which")), spans)
    if values.model_fields_set & {*FOUND_BY}:
        queries.write_sought(session, [one.id for one in reached])
    return gained


def _spans(
    session: Session, reached: list[Occurrence], values: EventPatch
) -> list[writing.Columns]:
    """The new times of each event; none when the change moves nothing."""
    if not writing.moves(values):
        return []
    was = zone_of(zone_name(reached[0].chapter_id, zones(session)))
    becomes = was
    if "chapter_id" in values.model_fields_set:
        becomes = zone_of(_chapter_zone(session, values.chapter_id))
    return writing.moved(reached, values, was, becomes)


def turnout(session: Session, actor: Actor, *, chapter_id: str, event_type: str) -> list[int]:
    """How many came to the latest events of a chapter and a type, for somebody who plans one. It
    names nobody, so everybody who posts events reads it."""
    actor.require(Permission.OWN_EVENT_CREATE)
    came: list[int] = []
    hooks.turnout_asked.fire(
        session, chapter_id=chapter_id, event_type=event_type, now=clock.now(), came=came
    )
    return came


def affected(session: Session, actor: Actor, *, event_id: str, scope: Scope) -> Affected:
    """How many events and registrations a change or removal would reach."""
    event = editable(session, actor, event_id=event_id, lock=False)
    reached = reached_by(session, actor, event=event, scope=scope, lock=False)
    obstacles: list[str] = []
    hooks.removal_weighed.fire(session, event_ids=[one.id for one in reached], obstacles=obstacles)
    seats = sum(one.current_participants for one in reached)
    reach = reach_of(session, actor, lineage=event.lineage, reached=reached, is_kept=False)
    return Affected(len(reached), seats, reach, next(iter(obstacles), ""))


def reach_of(
    session: Session, actor: Actor, *, lineage: str, reached: Sequence[Occurrence], is_kept: bool
) -> Reach:
    """The reach of the letters if these events were canceled (`is_kept`), or removed."""
    reach: list[Reach] = []
    if found := with_participants(session, actor, reached=reached):
        hooks.letters_weighed.fire(
            session, actor, lineage=lineage, found=found, is_kept=is_kept, reach=reach
        )
    return next(iter(reach), Reach())


@writes
def remove_event(
    session: Session, actor: Actor, *, event_id: str, scope: Scope = Scope.THIS
) -> None:
    """Remove an event, or with `following` also the later ones of its series."""
    event = editable(session, actor, event_id=event_id, lock=True)
    reached = reached_by(session, actor, event=event, scope=scope, lock=True)
    leaving = [one.id for one in reached]
    # Every event is locked before the hooks: a letter's turn comes after the rows that it is about.
    heir = series.heir(session, event.leader_id, leaving)
    if shared := with_participants(session, actor, reached=reached):
        hooks.events_removing.fire(session, actor, lineage=event.lineage, found=shared)
    for id_ in leaving:
        hooks.event_removing.fire(session, actor, event_id=id_)
    lines: dict[str, audit.Details] = {id_: {"scope": scope.value} for id_ in leaving}
    words = in_words(session, actor, event=event)
    told.record(session, actor, action="event.removed", lines=lines, before=words)
    session.flush()
    if heir:
        series.promote(session, heir, event.leader_id, leaving)
    session.execute(sa.delete(events).where(events.c.id.in_(leaving)))
