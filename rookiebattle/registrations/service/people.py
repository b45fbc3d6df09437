"""The people for whom a member may take seats: oneself, and the minors whom one is guardian of.
For an adult of the household and that adult's minors a member may pay, and do nothing else."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.accounts.policy import has_membership, is_supporter, is_welcomed
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.guardians import service as guardians
from rookiebattle.registrations.policy import cents_owed
from rookiebattle.registrations.pricing import takes_card
from rookiebattle.registrations.queries import people as queries
from rookiebattle.registrations.schemas import HouseholdBill, PersonSeat
from rookiebattle.registrations.service import holds
from rookiebattle.registrations.wording import NOT_YOURS, first_name


def member(session: Session, user_id: str) -> Actor:
    """A member with their own rights, for whom the site itself acts. Raises NotFound."""
    user = session.get(User, user_id)
    if user is None or user.erased_at:
        raise NotFound(NOT_YOURS)
    return _as_actor(user)


def person(session: Session, actor: Actor, *, user_id: str) -> Actor:
    """The actor, or a minor of theirs with that person's own rights. Raises NotFound."""
    user_id = known_id(user_id, NOT_YOURS)
    if user_id == actor.user_id:
        return actor
    minors = guardians.minors_of(session, actor.user_id) if actor.is_member else []
    for one in minors:
        if one.id == user_id:
            return _as_actor(one)
    raise NotFound(NOT_YOURS)


def _as_actor(user: User) -> Actor:
    tier, status = user.membership_tier, user.membership_status
    return Actor(
        user_id=user.id,
        is_welcomed=is_welcomed(user.age_band),
        has_membership=has_membership(tier, status),
        is_supporter=is_supporter(tier, status),
        chapter_id=user.chapter_id,
        first_name=first_name(user),
    )


def ids_of(session: Session, actor: Actor) -> list[str]:
    """The ids of the minors whom the actor is guardian of."""
    if not actor.has_family:
        return []
    return [one.id for one in guardians.minors_of(session, actor.user_id)]


def people_at(session: Session, actor: Actor, *, event_id: str) -> list[PersonSeat]:
    """The minors whom the actor is guardian of, each with the seat at an event that the actor has
    just read."""
    minors = guardians.minors_of(session, actor.user_id) if actor.has_family else []
    if not minors:
        return []
    held = {one.user_id: one for one in queries.seats_of(session, actor.user_id, [event_id])}
    return [held.get(one.id) or _without_seat(one) for one in minors]


def _without_seat(one: User) -> PersonSeat:
    supports = is_supporter(one.membership_tier, one.membership_status)
    return PersonSeat(one.id, first_name(one), is_supporter=supports)


def payee(session: Session, actor: Actor, *, user_id: str) -> str:
    """The id of an adult whose seats the actor may pay: oneself, and those of the household.

    Raises NotFound.
    """
    user_id = known_id(user_id, NOT_YOURS)
    adults = {one.id for one in guardians.household_of(session, actor.user_id)}
    if user_id not in adults | {actor.user_id}:
        raise NotFound(NOT_YOURS)
    return user_id


def bills(session: Session, actor: Actor) -> list[HouseholdBill]:
    """The seats that the actor's card may pay: the own ones with those of the actor's people, then
    those of others of the household.

    A minor whose guardians are both adults of the household is in one list alone.
    """
    people = {actor.user_id, *ids_of(session, actor)}
    own, others = _bills_for(session, actor.user_id, people), household_bills(session, actor)
    return [*own, *(one for one in others if any(seat.user_id not in people for seat in one.seats))]


def household_bills(session: Session, actor: Actor) -> list[HouseholdBill]:
    """The seats that the actor's card may pay for others of the household, by event."""
    actor.require(Permission.OWN_PAYMENT_READ)
    adults = guardians.household_of(session, actor.user_id) if actor.has_family else []
    return [bill for one in adults for bill in _bills_of(session, one)]


def _bills_of(session: Session, adult: User) -> Iterable[HouseholdBill]:
    people = [adult.id, *(one.id for one in guardians.minors_of(session, adult.id))]
    return _bills_for(session, adult.id, people)


def _bills_for(session: Session, payee_id: str, people: Collection[str]) -> Iterable[HouseholdBill]:
    now, found = clock.now(), dict[str, HouseholdBill]()
    for title, seat in queries.unpaid_seats(session, people):
        owed = cents_owed(seat.payment_status, seat.amount_cents)
        if takes_card(owed) and not holds.is_over(seat.hold_expires_at, now):
            known = found.get(seat.event_id) or HouseholdBill(payee_id, seat.event_id, title, ())
            own_first = sorted([*known.seats, seat], key=lambda one: one.user_id != payee_id)
            found[seat.event_id] = replace(known, seats=own_first)
    return found.values()
