"""The people at the gate of an event, each with their verdict."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date

from sqlalchemy.orm import Session

from rookiebattle.accounts.policy import counts_as_minor, has_membership, sees_ages
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.fingerprints import digest_of
from rookiebattle.core.permissions import Permission
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.service import get_event
from rookiebattle.gate import passes, queries
from rookiebattle.gate.models import LateCheckIn
from rookiebattle.gate.schemas import (
    GateCounts,
    GateRead,
    NotTaken,
    PersonAtGate,
    ReasonRead,
    WantsInRead,
)
from rookiebattle.gate.verdict import Facts, Verdict, verdict
from rookiebattle.gear import service as gear
from rookiebattle.guardians import service as guardians
from rookiebattle.guardians.policy import YOUNGEST, age_on
from rookiebattle.registrations import policy
from rookiebattle.registrations.schemas import GateSeat
from rookiebattle.registrations.service import roster, settling, waiting
from rookiebattle.waivers.models import StandingState
from rookiebattle.waivers.service import standing

MOST_REFUSED = 50
"""Refused check-ins that the gate shows, the latest."""


def read_gate(session: Session, actor: Actor, *, event_id: str) -> GateRead:
    """The gate of an event; for its organizer, leads, gate people, marshals and administrators.

    Names are those of the roster. A reader who may not know ages learns none.
    Raises NotFound and Forbidden.
    """
    at = settling.organized(
        session, actor, event_id=event_id, permission=Permission.ALL_REGISTRATION_CHECK
    )
    event = get_event(session, actor, event_id=at.event_id)
    held = roster.seats_at_gate(session, event_id=event.id)
    found = judged(session, actor, event=event, people=held)
    refused = queries.refused(session, event.id, MOST_REFUSED)
    wanting = queries.wanting(session, event.id)
    asked = [one.checked_in_by for one in held]
    asked += [id_ for one in refused for id_ in (one.user_id, one.sent_by)]
    asked += [one.user_id for one in wanting]
    names = roster.names_at_gate(session, actor, user_ids={id_ for id_ in asked if id_})
    counts = GateCounts(
        registered=len(held),
        checked_in=sum(one.checked_in_at is not None for one in held),
        waiting=len(waiting.who_waits(session, event_id=event.id)),
    )
    people = [_person(actor, event, one, found[one.user_id], names) for one in held]
    people.sort(key=lambda one: (one.name.casefold(), one.user_id))
    return GateRead(
        as_of=clock.now(),
        counts=counts,
        people=people,
        not_taken=[_not_taken(one, names) for one in refused],
        wants_in=[
            WantsInRead(user_id=one.user_id, name=names[one.user_id], at=one.at, text=one.text)
            for one in wanting
        ],
    )


def _person(
    actor: Actor, event: EventRead, one: GateSeat, found: Verdict, names: Mapping[str, str]
) -> PersonAtGate:
    # Hundreds of values that are right already are not validated again.
    return PersonAtGate.model_construct(
        user_id=one.user_id,
        registration_id=one.registration_id,
        name=roster.name_at_gate(actor, one),
        verdict=found.color.value,
        reasons=reasons_of(found),
        checked_in_at=one.checked_in_at,
        checked_in_by=one.checked_in_by,
        checked_in_by_name=names.get(one.checked_in_by or ""),
        pass_hash=digest_of(passes.token_of(event.id, one.user_id)),
    )


def reasons_of(found: Verdict) -> list[ReasonRead]:
    """The reasons of a verdict, on the wire."""
    return [ReasonRead.model_construct(code=why.code.value, text=why.text) for why in found.reasons]


def _not_taken(one: LateCheckIn, names: Mapping[str, str]) -> NotTaken:
    return NotTaken(
        user_id=one.user_id,
        name=names.get(one.user_id or "", ""),
        at=one.at,
        sent_by_name=names.get(one.sent_by or "", ""),
        text=one.text,
    )


def verdicts_of(
    session: Session, actor: Actor, *, event: EventRead, user_ids: Collection[str]
) -> dict[str, Verdict]:
    """Member id → the verdict at an event, also without a seat, as the actor may know it."""
    people = roster.seats_at_gate(session, event_id=event.id, user_ids=user_ids)
    return judged(session, actor, event=event, people=people)


@dataclass(frozen=True, slots=True)
class _Known:
    """The tables beside the seat that a verdict asks, each once for all people."""

    waivers: Mapping[str, StandingState]
    gear: Mapping[str, Mapping[str, bool]]
    suspended: Mapping[str, date]
    guarded: Collection[str]
    knows_ages: bool
    today: date


def judged(
    session: Session, actor: Actor, *, event: EventRead, people: Collection[GateSeat]
) -> dict[str, Verdict]:
    """The verdict of each of these people at an event."""
    known = _known(session, actor, event, people)
    return {one.user_id: verdict(_facts(event, one, known), known.today) for one in people}


def _known(
    session: Session, actor: Actor, event: EventRead, people: Collection[GateSeat]
) -> _Known:
    ids, knows_ages = [one.user_id for one in people], sees_ages(actor)
    states: Mapping[str, StandingState] = {}
    if event.needs_waiver:
        states = standing.states_at_gate(session, ids, knows_ages=knows_ages)
    minors = [one.user_id for one in people if _is_minor(one)] if knows_ages else []
    return _Known(
        waivers=states,
        gear=gear.gear_of(session, event.id) if event.needs_gear_check else {},
        suspended=gear.suspensions(session, ids),
        guarded=guardians.guarded_among(session, minors) if minors else (),
        knows_ages=knows_ages,
        today=clock.today(),
    )


def _is_minor(one: GateSeat) -> bool:
    return counts_as_minor(one.age_band, said_minor=one.said_minor)


def _facts(event: EventRead, one: GateSeat, known: _Known) -> Facts:
    checked = known.gear.get(one.user_id)
    due = policy.cents_owed(one.payment_status, one.amount_cents or 0)
    born = one.birth_date
    return Facts(
        has_seat=one.registration_id is not None,
        is_canceled=event.canceled_at is not None,
        is_adult=not (known.knows_ages and _is_minor(one)),
        has_guardian=one.user_id in known.guarded,
        waiver=known.waivers.get(one.user_id),
        due_cents=due,
        needs_membership=event.requires_membership,
        has_membership=has_membership(one.membership_tier, one.membership_status),
        needs_gear_check=event.needs_gear_check,
        gear_passed=all(checked.values()) if checked else None,
        suspended_until=known.suspended.get(one.user_id),
        under_13=born is not None and age_on(born, known.today) < YOUNGEST,
    )
