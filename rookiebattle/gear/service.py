"""Verbs of marshals and leads: checking gear, noting incidents, and suspending."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date, timedelta
from functools import partial
from typing import Any

from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import known_name, listed_name, name_kept
from rookiebattle.accounts.wording import NO_MEMBER
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import record_change
from rookiebattle.core.database.db import new_id, on_commit, writes
from rookiebattle.core.errors import Forbidden, Invalid, NotFound
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.pushing import live
from rookiebattle.core.roles import Scope
from rookiebattle.core.values.ids import known_id
from rookiebattle.events.policy import may_work
from rookiebattle.events.service import get_event
from rookiebattle.gear import queries, wording
from rookiebattle.gear.models import INCIDENTS_KEPT, GearCheck, Incident
from rookiebattle.gear.schemas import (
    GearCheckRead,
    GearCheckWrite,
    GearShown,
    IncidentRead,
    IncidentWrite,
)
from rookiebattle.registrations.service import roster, settling

LONGEST_SUSPENSION = timedelta(days=2 * 366)
CHECKED, NOTED, LIFTED = "gear.checked", "incident.noted", "incident.suspension_ended"


@writes
def check_gear(
    session: Session, actor: Actor, *, event_id: str, values: GearCheckWrite
) -> GearCheckRead:
    """Note whether somebody's gear passed; a second look replaces the first.

    For marshals, leads and the organizer. Raises Forbidden, and NotFound for who has no seat.
    """
    actor.require(Permission.OWN_REGISTRATION_CHECK)
    event = settling.visible(session, actor, event_id=event_id, member_id=values.user_id)
    if not may_work(actor, event, Permission.ALL_GEAR_CREATE):
        raise Forbidden(wording.ONLY_MARSHALS)
    if not event.has_seat:
        raise NotFound(NO_MEMBER)
    by = {"checked_by": actor.user_id, "checked_at": clock.now()}
    made = {"id": new_id(), "event_id": event.event_id, **values.model_dump(by_alias=False), **by}
    id_ = queries.put_check(session, made)
    audit.record(
        session,
        actor,
        CHECKED,
        values.user_id,
        event_id=event.event_id,
        item=values.item,
        passed=values.passed,
    )
    _announce(session, event.event_id)
    return GearCheckRead.model_validate({**made, "id": id_}, extra="ignore")


def _announce(session: Session, event_id: str) -> None:
    on_commit(session, partial(live.announce, wording.topic_of(event_id)))
    roster.announce_verdicts(session, event_id=event_id)


def checks_at(session: Session, actor: Actor, *, event_id: str) -> list[GearCheckRead]:
    """The gear that was checked at an event; for whoever reads its roster."""
    event = settling.organized(
        session, actor, event_id=event_id, permission=Permission.ALL_REGISTRATION_READ
    )
    return [_check_read(one) for one in queries.checks_at(session, event.event_id)]


def _check_read(one: GearCheck) -> GearCheckRead:
    return GearCheckRead.model_validate(one, from_attributes=True, extra="ignore")


def show_gear(session: Session, actor: Actor, *, event_id: str) -> GearShown:
    """The gear and the incidents of an event; for whoever reads its roster. Raises NotFound and
    Forbidden."""
    checks = checks_at(session, actor, event_id=event_id)
    event = get_event(session, actor, event_id=event_id)
    seated = roster.attendees_of(session, actor, event=event)
    at, ids = Scope(event.chapter_id, event.id), [one.user_id for one in seated]
    may_note = sees_incidents(actor, at)
    found: Sequence[IncidentRead] = ()
    if may_note:
        found = list_incidents(session, actor, event_id=event.id, window=Window()).items
    names = roster.names_at_gate(session, actor, user_ids=ids) if may_note else {}
    return GearShown(
        time_zone=event.time_zone,
        checks=checks,
        suspended=suspensions(session, ids),
        may_check=may_work(actor, event, Permission.ALL_GEAR_CREATE),
        may_note=may_note,
        people=sorted(names.items(), key=lambda one: (one[1].casefold(), one[0])),
        incidents=found,
    )


def told_incident(session: Session, actor: Actor, *, event_id: str, incident_id: str) -> str:
    """The text of an incident, for a bead that names it at its event. Raises as
    `list_incidents`."""
    event_id = _led(session, actor, event_id)
    one = queries.incident(session, event_id, known_id(incident_id, wording.NO_INCIDENT))
    if one is None:
        raise NotFound(wording.NO_INCIDENT)
    return one.text


def gear_of(session: Session, event_id: str) -> Mapping[str, Mapping[str, bool]]:
    """Member id → which of their items were checked at an event, and whether each passed."""
    found = defaultdict[str, dict[str, bool]](dict)
    for one in queries.checks_at(session, event_id):
        found[one.user_id][one.item] = one.passed
    return found


def suspensions(session: Session, user_ids: Collection[str]) -> dict[str, date]:
    """Member id → the day until which the member is suspended, of those who are."""
    return queries.suspensions(session, user_ids, clock.today())


def refuse_suspended(
    session: Session, /, *, user_ids: Collection[str], refusals: dict[str, str]
) -> None:
    """Say why suspended members get no seat. Subscribed to `seats_wanted`."""
    for user_id, until in suspensions(session, user_ids).items():
        refusals[user_id] = wording.suspended_words(until)


def sees_incidents(actor: Actor, at: Scope) -> bool:
    """Whether the actor reads and writes incidents there: a lead, or an administrator."""
    return actor.may(Permission.ALL_INCIDENT_CREATE, at=at)


@writes
def note_incident(
    session: Session, actor: Actor, *, event_id: str, values: IncidentWrite
) -> IncidentRead:
    """Note what happened at an event, and suspend somebody if a day is given.

    For leads there and administrators; about members who had a seat there. Raises Forbidden, also
    about oneself, NotFound and Invalid.
    """
    event_id = _led(session, actor, event_id, values.user_id or "")
    _refuse_day(values)
    subject = session.get(User, values.user_id) if values.user_id else None
    if subject and subject.id == actor.user_id:
        raise Forbidden(wording.NOT_YOURSELF)
    until = values.suspended_until
    made = Incident(
        event_id=event_id,
        user_id=values.user_id,
        text=values.text,
        suspended_until=until,
        noted_by=actor.user_id,
        noted_at=clock.now(),
    )
    session.add(made)
    session.flush()
    told: audit.Details = {"event_id": event_id, "until": until.isoformat() if until else None}
    _note(session, actor, NOTED, made, subject, told)
    return _incident_read(actor, made, subject, session.get(User, actor.user_id))


def _led(session: Session, actor: Actor, event_id: str, member_id: str = "") -> str:
    """The id of an event at which the actor deals with incidents. A member who is named there has
    or had a seat."""
    event = settling.visible(session, actor, event_id=event_id, member_id=member_id)
    if not sees_incidents(actor, Scope(event.chapter_id, event.event_id)):
        raise Forbidden(wording.ONLY_LEADS)
    if member_id and event.registration_id is None:
        raise NotFound(NO_MEMBER)
    return event.event_id


def _refuse_day(values: IncidentWrite) -> None:
    until, today = values.suspended_until, clock.today()
    if until is None:
        return
    if values.user_id is None:
        raise Invalid(fields={"userId": wording.NOBODY})
    if until <= today:
        raise Invalid(fields={"suspendedUntil": wording.TOO_EARLY})
    if until > today + LONGEST_SUSPENSION:
        raise Invalid(fields={"suspendedUntil": wording.TOO_LATE})


def list_incidents(
    session: Session, actor: Actor, *, event_id: str, window: Window
) -> Page[IncidentRead]:
    """The incidents of an event, the newest first; for leads there and administrators."""
    found = queries.incidents(session, _led(session, actor, event_id), window)
    read = [_incident_read(actor, *row) for row in found.items]
    return Page(read, found.total)


def _incident_read(
    actor: Actor, one: Incident, subject: User | None, by: User | None
) -> IncidentRead:
    called: Callable[[Any], str] = name_kept if actor.is_admin else listed_name
    return IncidentRead(
        id=one.id,
        user_id=one.user_id,
        name=called(subject) if subject else None,
        text=one.text,
        suspended_until=one.suspended_until,
        noted_by=one.noted_by,
        noted_by_name=called(by) if by else None,
        noted_at=one.noted_at,
    )


@writes
def end_suspension(session: Session, actor: Actor, *, event_id: str, incident_id: str) -> None:
    """End the suspension of an incident at once; the incident stays. Again is the same."""
    event_id = _led(session, actor, event_id)
    one = queries.incident(session, event_id, known_id(incident_id, wording.NO_INCIDENT))
    if one is None:
        raise NotFound(wording.NO_INCIDENT)
    if one.user_id == actor.user_id:
        raise Forbidden(wording.NOT_YOURSELF)
    if one.suspended_until is None:
        return
    one.suspended_until = None
    subject = session.get(User, one.user_id) if one.user_id else None
    _note(session, actor, LIFTED, one, subject, {"event_id": event_id})


def _note(
    session: Session,
    actor: Actor,
    action: str,
    one: Incident,
    subject: User | None,
    details: audit.Details,
) -> None:
    thing = known_name(subject) if subject else "an event"
    record_change(
        session, actor, action, one.id, thing=thing, member_id=one.user_id, details=details
    )
    _announce(session, str(details["event_id"]))
    if one.user_id:
        roster.announce_person(session, user_id=one.user_id)


def forget_old(session: Session) -> None:
    """Delete incidents of three years ago; called every hour. No suspension lasts so long."""
    queries.forget_before(session, clock.now() - INCIDENTS_KEPT)
