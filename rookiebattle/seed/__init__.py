"""The demo data, made through the services as members would make it; only in development."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle import reactions
from rookiebattle.accounts.models import User
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import get_database
from rookiebattle.core.mail import outbox
from rookiebattle.events.hosting import accept_event
from rookiebattle.events.models import Event
from rookiebattle.events.service import create_event
from rookiebattle.payments.schemas import ByHandWrite
from rookiebattle.payments.service import record_by_hand
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.schemas import HowReceived, RegistrationRead, Settled
from rookiebattle.registrations.service.check_ins import check_in
from rookiebattle.registrations.service.registering import register, unregister
from rookiebattle.registrations.service.settling import settle
from rookiebattle.seed.calendar import BACK, Plan, Scene, plans
from rookiebattle.seed.family import add_family, add_household
from rookiebattle.seed.gallery import Pictures, draw_pictures, hang_pictures
from rookiebattle.seed.messages import tell_and_note
from rookiebattle.seed.people import Cast, actor_of, add_people, give_roles, let_help, let_wait
from rookiebattle.seed.records import (
    add_chapters,
    add_documents,
    ask_for_chapters,
    publish_waivers,
    tell_people,
)
from rookiebattle.seed.saturday import hold_saturday
from rookiebattle.seed.waivers import sign_waivers
from rookiebattle.settings import SettingsError, get_settings

SEED = 2018
NOTICE = timedelta(days=21)
SETTLED: tuple[Settled, ...] = ("completed", "waived", "credit")


def main(number: int = SEED) -> bool:
    """Fill an empty database and return True; leave one with accounts as it is.

    Raises SettingsError when PUBLIC_URL is not on this machine.
    """
    settings = get_settings()
    if not settings.is_loopback:
        raise SettingsError(
            f"Demo data is only for a development copy, and PUBLIC_URL is {settings.public_url}. "
            "Unset PUBLIC_URL or point it at http://localhost if this really is one."
        )
    reactions.connect()
    with get_database().unit_of_work(write=False) as session:
        if _has_accounts(session):
            return False
    pictures = draw_pictures()
    with get_database().unit_of_work(write=True) as session:
        if _has_accounts(session):
            return False
        with outbox.muted():
            _fill(session, Random(number), clock.now().replace(microsecond=0), pictures)
    return True


def _has_accounts(session: Session) -> bool:
    return session.execute(sa.select(col(User.id)).limit(1)).first() is not None


def _fill(session: Session, rng: Random, now: datetime, pictures: Pictures) -> None:
    founder = User(is_admin=True)
    with clock.at(now - BACK - NOTICE):
        chapter_ids = add_chapters(session, actor_of(founder))
        cast = add_people(session, rng, chapter_ids)
        give_roles(session, cast)
        keeper = actor_of(cast.demo["demo-admin"])
        add_documents(session, keeper)
        publish_waivers(session, keeper)
    roles = [cast.demo[f"demo-{role}"] for role in ("member", "organizer", "admin")]
    tell_people(session, actor_of(roles[-1]), now, roles[0].chapter_id or "")
    ask_for_chapters(session, now)
    sign_waivers(session, SEED, now, cast)
    _support(session, keeper, roles[0], now)
    for plan in plans(Scene(rng, now, chapter_ids, *roles)):
        _happen(session, rng, now, cast, plan)
    let_help(session, cast, now)
    tell_and_note(session, actor_of(roles[-1]), roles[0], now)
    with clock.at(now):
        teens = add_family(session, cast.demo["demo-guardian"], now)
        let_wait(session, cast, now)
        add_household(session, keeper, cast.demo["demo-guardian"], cast.demo["demo-member"], now)
    hold_saturday(session, now, cast, teens)
    hang_pictures(session, keeper, rng, now, pictures)


def _support(session: Session, keeper: Actor, member: User, now: datetime) -> None:
    """Let a member pay for two months as a Sustainer: two park-day tokens, and the credit."""
    values = ByHandWrite(user_id=member.id, plan="master")
    for days in (40, 12):
        with clock.at(now - timedelta(days=days)):
            record_by_hand(session, keeper, values=values)


def _happen(session: Session, rng: Random, now: datetime, cast: Cast, plan: Plan) -> None:
    """Create the event three weeks ahead (now, if it is further away); register people."""
    with clock.at(min(now, plan.values.start_date - NOTICE)):
        first = create_event(session, actor_of(plan.organizer), values=plan.values)
        accept_event(session, actor_of(cast.demo["demo-admin"]), event_id=first.id)
    for event in _occurrences(session, first.id):
        _fill_seats(session, rng, now, cast, plan, event)


def _occurrences(session: Session, event_id: str) -> list[Event]:
    own = (col(Event.id) == event_id) | (col(Event.parent_event_id) == event_id)
    return list(session.scalars(sa.select(Event).where(own).order_by("start_at")))


def _fill_seats(
    session: Session, rng: Random, now: datetime, cast: Cast, plan: Plan, event: Event
) -> None:
    people = _who_comes(rng, cast, plan, event)
    opened = min(now, event.start_at - NOTICE)
    closed = min(now, event.start_at - timedelta(minutes=30))
    for person, at in zip(people, _instants(rng, opened, closed, len(people)), strict=True):
        with clock.at(at):
            seat = register(session, actor_of(person), event_id=event.id)
        if _leaves(rng, plan, event, person, at):
            with clock.at(at + timedelta(hours=12)):
                unregister(session, actor_of(person), event_id=event.id)
        elif event.start_at < now:
            _arrive(session, rng, now, plan, event, seat)
        elif seat.hold_expires_at:
            # No card pays here, and an unpaid seat of a site that takes cards is lost in minutes.
            with clock.at(at):
                _settle(session, plan, event, seat, "completed", HowReceived())


def _who_comes(rng: Random, cast: Cast, plan: Plan, event: Event) -> list[User]:
    able = [
        one
        for one in cast.everybody[len(cast.demo) :]
        if actor_of(one).has_membership or not event.requires_membership
    ]
    seats = event.max_participants or len(able)
    wanted = seats if plan.coming is None else min(plan.coming, seats)
    others = rng.sample(able, min(max(wanted - len(plan.surely), 0), len(able)))
    return [*plan.surely, *others]


def _instants(rng: Random, opened: datetime, closed: datetime, count: int) -> Iterator[datetime]:
    span = (closed - opened).total_seconds()
    yield from sorted(opened + timedelta(seconds=int(rng.random() * span)) for _ in range(count))


def _leaves(rng: Random, plan: Plan, event: Event, person: User, at: datetime) -> bool:
    """Whether a participant unregisters in time, as some do."""
    may_leave = plan.coming is not None and person not in plan.surely
    return may_leave and rng.random() < 0.05 and event.start_at > at + timedelta(days=2)


def _arrive(
    session: Session, rng: Random, now: datetime, plan: Plan, event: Event, seat: RegistrationRead
) -> None:
    """The organizer settles a payment at the gate, and checks in nearly everybody."""
    if seat.payment_status == PaymentStatus.PENDING:
        with clock.at(event.start_at):
            status = rng.choices(SETTLED, (8, 1, 1))[0]
            how = _how(rng) if status == "completed" else HowReceived()
            _settle(session, plan, event, seat, status, how)
    if rng.random() < 0.9:
        with clock.at(min(now, event.start_at + timedelta(minutes=rng.randint(-20, 20)))):
            check_in(session, actor_of(plan.organizer), event_id=event.id, user_id=seat.user_id)


def _settle(
    session: Session,
    plan: Plan,
    event: Event,
    seat: RegistrationRead,
    status: Settled,
    how: HowReceived,
) -> None:
    who: dict[str, Any] = {"event_id": event.id, "user_id": seat.user_id}
    settle(session, actor_of(plan.organizer), **who, status=status, how=how)


def _how(rng: Random) -> HowReceived:
    """Most pay in cash, and some by check."""
    if rng.random() < 0.8:
        return HowReceived()
    return HowReceived(means="check", reference=str(rng.randint(1001, 1999)))
