"""The family of the demo data: a mother and two teenagers, of whom one logs in alone, and another
adult of her household."""

from collections.abc import Sequence
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.accounts.demo import DEMO_ACCOUNTS, DEV_ISSUER
from rookiebattle.accounts.models import User
from rookiebattle.core.actor import Actor
from rookiebattle.events.models import Event
from rookiebattle.guardians.dependents import add_dependent
from rookiebattle.guardians.schemas import DependentWrite
from rookiebattle.guardians.service import connect
from rookiebattle.registrations.service.registering import register
from rookiebattle.registrations.service.settling import keep_for_gate
from rookiebattle.seed.people import actor_of
from rookiebattle.waivers.service.standing import has_seat

BILL_CENTS = 10_00
TEENAGERS = (("Luca", "Paper Tiger", 16), ("Mira", "Quick Wren", 14))


def add_family(session: Session, mother: User, now: datetime) -> list[str]:
    """Add the teenagers, and register both for the next park day of their chapter; their ids."""
    ids = list[str]()
    for first, game_name, age in TEENAGERS:
        values = DependentWrite(
            first_name=first,
            last_name=mother.last_name,
            game_name=game_name,
            birth_date=now.date() - timedelta(days=age * 365 + 100),
        )
        added = add_dependent(session, actor_of(mother), values=values)
        teen = session.get_one(User, added.user_id)
        _log_in(teen)
        _register(session, actor_of(teen), now)
        ids.append(teen.id)
    return ids


def add_household(
    session: Session, keeper: Actor, mother: User, other: User, now: datetime
) -> None:
    """Let another adult be one household with the mother: either may pay for the other, who has a
    seat to pay. A held seat would be lost in half an hour."""
    connect(session, actor_of(other), guardian_id=mother.id, person=other, is_kept=True)
    for event_id in _open_at(session, other.chapter_id, now, col(Event.price_cents) >= BILL_CENTS):
        if not has_seat(session, event_id, other.id):
            register(session, actor_of(other), event_id=event_id)
            keep_for_gate(session, keeper, event_id=event_id, user_id=other.id)
            break


def _log_in(teen: User) -> None:
    """Let the development provider lead to the account, if the teenager has one there."""
    for one in DEMO_ACCOUNTS:
        if one.name == f"{teen.first_name} {teen.last_name}":
            teen.issuer, teen.subject, teen.email = DEV_ISSUER, one.subject, one.email


def _register(session: Session, teen: Actor, now: datetime) -> None:
    for event_id in _open_at(session, teen.chapter_id, now, col(Event.price_cents) == 0)[:1]:
        register(session, teen, event_id=event_id)


def _open_at(
    session: Session, chapter_id: str | None, now: datetime, costs: sa.ColumnElement[bool]
) -> Sequence[str]:
    """The events of a chapter that everybody can register for, the soonest first; not one that the
    demo shows with its last seat."""
    most, taken = col(Event.max_participants), col(Event.current_participants)
    seats_left = most.is_(None) | (most > taken + 1)
    found = (
        sa.select(col(Event.id))
        .where(col(Event.chapter_id) == chapter_id, col(Event.start_at) > now)
        .where(costs, col(Event.canceled_at).is_(None), seats_left)
        .where(col(Event.requires_membership).is_(False), col(Event.waits_for).is_(None))
    )
    return session.scalars(found.order_by(col(Event.start_at))).all()
