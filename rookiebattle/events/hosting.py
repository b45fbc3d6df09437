"""Verbs about a chapter's name: the people who publish in it, and the events that wait for it."""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.chapters import service as chapters
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Forbidden, Invalid, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import Scope
from rookiebattle.core.values.ids import known_id
from rookiebattle.events import policy, queries, series, told
from rookiebattle.events.hooks import event_changed, event_judged, event_waiting
from rookiebattle.events.models import Waits
from rookiebattle.events.queries import events
from rookiebattle.events.reads import read_of, reads_of
from rookiebattle.events.schemas import EventPatch, EventRead
from rookiebattle.events.series import Occurrence
from rookiebattle.events.when import later
from rookiebattle.events.wording import HAS_SEATS, NO_SUCH_EVENT, NOT_YOUR_CHAPTER
from rookiebattle.events.writing import Columns

MOST_WAITING = 50


def needed_by(session: Session, actor: Actor, *, chapter_id: str | None) -> Waits | None:
    """The acceptance that an event of the actor's in this chapter's name needs.

    Administrators, leads and adult members of the chapter speak for it.
    """
    if chapter_id is None or actor.may(Permission.ALL_EVENT_UPDATE, at=Scope(chapter_id)):
        return None
    user = session.get_one(User, actor.user_id)
    is_own = user.chapter_id == chapter_id
    speaks = is_own or chapter_id in chapters.led_by(session, actor.user_id)
    is_adult = user.age_band == AgeBand.ADULT
    return policy.needed(speaks=speaks and is_adult, is_own_chapter=is_own)


def moved(
    session: Session, actor: Actor, *, reached: Sequence[Occurrence], values: EventPatch
) -> Columns:
    """The column that a change of the chapter sets. An event that people come to hides from none.

    Raises Invalid for a chapter that would have to accept such an event first.
    """
    same = all(one.chapter_id == values.chapter_id for one in reached)
    if "chapter_id" not in values.model_fields_set or (same and values.chapter_id):
        return {}
    waits = needed_by(session, actor, chapter_id=values.chapter_id)
    if waits and any(one.current_participants for one in reached):
        raise Invalid(HAS_SEATS, {"chapterId": HAS_SEATS})
    first = reached[0].id
    tell_lead(session, actor, event_id=first, chapter_id=values.chapter_id, waits=waits)
    return {"waits_for": waits}


def tell_lead(
    session: Session, actor: Actor, *, event_id: str, chapter_id: str | None, waits: Waits | None
) -> None:
    """Let the leads of a chapter be told of an event that waits for them."""
    if chapter_id and waits is Waits.CHAPTER:
        event_waiting.fire(session, actor, event_id=event_id, chapter_id=chapter_id)


def list_waiting(
    session: Session, actor: Actor, *, chapter_id: str | None = None
) -> list[EventRead]:
    """The events that the actor may accept, oldest first; of a series, the first date.

    Administrators read all, a lead those that members of other chapters made in the name of the
    lead's own. Everybody else reads none.
    """
    led = None if policy.sees_waiting(actor) else _led(session, actor)
    return reads_of(queries.waiting(session, led, chapter_id, MOST_WAITING))


def count_waiting(session: Session, actor: Actor) -> tuple[int, str]:
    """The number of events that wait, each series once, and the first; for administrators."""
    actor.require(Permission.ALL_EVENT_READ)
    found = queries.waiting(session, None, None, MOST_WAITING)
    return len(found), found[0].id if found else ""


@writes
def accept_event(session: Session, actor: Actor, *, event_id: str) -> EventRead:
    """Let an event, with all dates of its series, stand in its chapter's name. Again is the same.

    For administrators and, as `list_waiting` says, leads. Raises NotFound and Forbidden.
    """
    return _judge(session, actor, event_id, None, "event.accepted")


@writes
def decline_event(session: Session, actor: Actor, *, event_id: str) -> EventRead:
    """Refuse the chapter's name to an event that waits: only its organizer goes on seeing it.

    For administrators and, as `list_waiting` says, leads. Raises NotFound and Forbidden.
    """
    return _judge(session, actor, event_id, Waits.NOBODY, "event.declined")


def _judge(
    session: Session, actor: Actor, event_id: str, becomes: Waits | None, action: str
) -> EventRead:
    event = _judged(session, actor, event_id)
    # Every date is locked before the hooks, as in `service.remove_event`.
    waiting = _alike(session, event) if event.waits_for not in (None, becomes) else []
    if waiting:
        ids = [one.id for one in waiting]
        _write(session, ids, waiting, becomes)
        words = _read(session, event.id)
        told.record(
            session,
            actor,
            action=action,
            lines={id_: {} for id_ in ids},
            after=words if actor.is_admin else None,
        )
        for id_ in ids:
            event_changed.fire(session, event_id=id_)
        event_judged.fire(session, actor, event_ids=ids)
    return _read(session, event.id)


def _alike(session: Session, event: Occurrence) -> list[Occurrence]:
    """The event, and the dates of its series that wait for the same; locked."""
    found = series.whole(session, event.leader_id)
    same = (event.waits_for, event.chapter_id)
    return [one for one in found if (one.waits_for, one.chapter_id) == same]


def _write(
    session: Session, ids: Sequence[str], waiting: Sequence[Occurrence], becomes: Waits | None
) -> None:
    """Write the judgment. An accepted event is new from then on, so that nobody reads how long it
    waited, and from that for what."""
    now = clock.now()
    last = later(now, than=max(one.updated_at for one in waiting))
    columns = {"waits_for": becomes, "updated_at": last}
    changed = sa.update(events).where(events.c.id.in_(ids))
    session.execute(changed.values(columns if becomes else {**columns, "created_at": now}))


def _judged(session: Session, actor: Actor, event_id: str) -> Occurrence:
    """The event, locked, if the actor may accept it. Raises NotFound and Forbidden."""
    event = series.find(session, known_id(event_id, NO_SUCH_EVENT), lock=True)
    if event is None:
        raise NotFound(NO_SUCH_EVENT)
    leads = event.chapter_id in _led(session, actor)
    if policy.sees_waiting(actor) or (leads and event.waits_for in (None, Waits.CHAPTER)):
        return event
    if not policy.may_see(actor, event):
        raise NotFound(NO_SUCH_EVENT)
    raise Forbidden(NOT_YOUR_CHAPTER)


def _led(session: Session, actor: Actor) -> set[str]:
    """The chapters that the actor leads, by a role or by the address on the chapter's page."""
    reach = actor.reach(Permission.ALL_EVENT_UPDATE)
    by_role = chapters.zones(session).keys() if reach.is_everywhere else reach.chapter_ids
    return chapters.led_by(session, actor.user_id) | by_role


def _read(session: Session, event_id: str) -> EventRead:
    """The event as it is, also for a lead who does not see it anymore."""
    return read_of(queries.any_one(session, event_id))
