"""Questions to the organizer of an event: a letter to an address that nobody else sees."""

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from sqlalchemy.orm import Session

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.accounts.naming import listed_name, shows_real_name
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database import turns
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Invalid, NotWelcomed, TooManyRequests
from rookiebattle.core.limits import Limiter
from rookiebattle.core.mail import limits
from rookiebattle.core.mail.outbox_table import VISITORS
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.addresses import folded_address
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventRead
from rookiebattle.registrations.hooks import organizer_asked
from rookiebattle.registrations.queries import roster
from rookiebattle.registrations.schemas import Asking, QuestionWrite
from rookiebattle.registrations.wording import (
    ENOUGH_QUESTIONS,
    HAS_QUESTIONS,
    MANY_QUESTIONS,
    NEEDS_ADDRESS,
    NEEDS_NAME,
)
from rookiebattle.settings import get_settings

ASKED = "event.asked"
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
MOST_A_DAY = 5
"""Questions of one member in a day, about all events."""
MOST_FROM_ADDRESS = 3
"""Questions from one network address in an hour."""
MOST_OF_VISITORS = 60
"""Questions of all visitors in an hour: an email address is quickly invented."""
MOST_TO_ONE = 20
"""Questions of all visitors to one organizer in a day: nobody's mailbox is to be filled."""
_addresses = Limiter(MOST_FROM_ADDRESS, HOUR.total_seconds(), name="questions")


class Organizer(NamedTuple):
    """Who answers questions about an event. `user_id` is None for the organization."""

    user_id: str | None
    email: str


def organizer_name(session: Session, actor: Actor, *, event: EventRead) -> str:
    """The organizer's name as members see it; empty for others, and for a member without one."""
    if Permission.MEMBER_ATTENDANCE_READ not in actor.permissions:
        return ""
    return _shown_name(roster.member(session, event.organizer_id))


def organizer_names(
    session: Session, actor: Actor, *, events: Sequence[EventRead]
) -> dict[str, str]:
    """Organizer's id → the name as `organizer_name` has it, in one statement."""
    if Permission.MEMBER_ATTENDANCE_READ not in actor.permissions or not events:
        return {}
    found = roster.people(session, {one.organizer_id for one in events})
    return {id_: _shown_name(user) for id_, user in found.items()}


def _shown_name(user: roster.Row) -> str:
    has_name = user.game_name or (shows_real_name(user) and user.first_name)
    return listed_name(user) if has_name and not user.erased_at else ""


@writes
def ask_organizer(
    session: Session, actor: Actor, *, event_id: str, values: QuestionWrite, address: str = ""
) -> None:
    """Send a question to the organizer of an event that the actor sees; the answer goes by mail.

    The same words twice are one letter. Raises NotFound, Invalid for a visitor without a name and
    an address, NotWelcomed and TooManyRequests. `address` is the visitor's network address.
    """
    if actor.is_member and not actor.is_welcomed:
        raise NotWelcomed()
    event = events.get_event(session, actor, event_id=event_id)
    name, email = _asker(session, actor, values)
    to = _organizer(session, event)
    _refuse_many(session, actor, to, address)
    asking = Asking(to.user_id, to.email, name, email, values.question)
    audit.record(session, actor, "event.asked", event.id)
    organizer_asked.fire(session, actor, event=event, asking=asking)


def _asker(session: Session, actor: Actor, values: QuestionWrite) -> tuple[str, str]:
    """The name and the address to answer to. A member's own address is the account's.

    Anybody may organize an event, so an organizer reads the name that members see.
    """
    if actor.is_member:
        user = session.get_one(User, actor.user_id)
        if user.email:
            return listed_name(user), user.email
    if not values.email or not values.name:
        needed = {"name": NEEDS_NAME, "email": NEEDS_ADDRESS}
        missing = {name: why for name, why in needed.items() if not getattr(values, name)}
        raise Invalid(" ".join(missing.values()), missing)
    return values.name, folded_address(values.email)


def _refuse_many(session: Session, actor: Actor, to: Organizer, address: str) -> None:
    now, sender = clock.now(), actor.user_id or VISITORS
    turns.take_turn(session, f"question:{sender}")
    if actor.is_member:
        if limits.caused_since(session, ASKED, sender, now - DAY) >= MOST_A_DAY:
            raise TooManyRequests(int(DAY.total_seconds()), ENOUGH_QUESTIONS)
        return
    if address:
        _addresses.take_address(address)
    if limits.caused_since(session, ASKED, sender, now - HOUR) >= MOST_OF_VISITORS:
        raise TooManyRequests(int(HOUR.total_seconds()), MANY_QUESTIONS)
    got = limits.caused_since(session, ASKED, sender, now - DAY, to_user=to.user_id)
    if to.user_id and got >= MOST_TO_ONE:
        raise TooManyRequests(int(DAY.total_seconds()), HAS_QUESTIONS)


def _organizer(session: Session, event: EventRead) -> Organizer:
    """The organizer; the organization for a minor, and where nobody is there to read letters."""
    user = session.get_one(User, event.organizer_id)
    if user.erased_at or not user.email or user.age_band != AgeBand.ADULT:
        return Organizer(None, get_settings().org_contact_email)
    return Organizer(user.id, user.email)
