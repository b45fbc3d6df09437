"""Two tabs of one member start the donations again that wait in each of them."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.accounts.models import User
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import AppError
from rookiebattle.integrations.stripe.cards import cards
from rookiebattle.payments import service
from rookiebattle.payments.cards import following, opening
from rookiebattle.payments.models import Payment
from rookiebattle.payments.queries import payments
from rookiebattle.payments.schemas import PaymentWrite
from tests.payments.park_day import ParkDay
from tests.payments.till import open_till
from tests.races.stage import PATIENCE, until_it_waits_or_is_done
from tests.world import World

pytestmark = pytest.mark.race


@pytest.mark.parametrize("is_locked", [True, False])
def test_no_start_waits_for_the_other(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch, *, is_locked: bool
) -> None:
    """Without the lock of their member, each has its own donation and waits for the other's."""
    world = World(postgres_database)
    member, failed = world.person(), list[Exception]()
    wanted = [PaymentWrite(amount=cents) for cents in (9_00, 12_00)]
    for values in wanted:
        world.do(opening.open_donation, member, values=values)
    drop, has_its_own, goes_on = opening._drop_oldest_donations, Event(), Event()

    def drop_late(session: Session, newest: Payment) -> None:
        if not has_its_own.is_set():
            has_its_own.set()
            goes_on.wait(PATIENCE)
        drop(session, newest)

    monkeypatch.setattr(opening, "_drop_oldest_donations", drop_late)
    if not is_locked:
        monkeypatch.setattr(payments, "lock_member", lambda _session, _user_id: None)
    first, second = (
        partial(_noted, failed, partial(world.do, opening.open_donation, member, values=one))
        for one in wanted
    )
    with ThreadPoolExecutor(2) as pool:
        pool.submit(first)
        assert has_its_own.wait(PATIENCE)
        until_it_waits_or_is_done(postgres_database, pool.submit(second))
        goes_on.set()
    assert (failed == []) is is_locked


@pytest.mark.anyio
@pytest.mark.parametrize("locks", ["key shared", "whole row"])
async def test_a_gift_does_not_stop_the_letter_of_a_seat(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch, locks: str
) -> None:
    """The payment of a seat is followed, which promises a letter to its member. A gift has locked
    that member, and all that waits."""
    assert postgres_database
    failed: list[Exception] = []
    with open_till(monkeypatch) as till:
        day = ParkDay(till)
        day.register(day.carla)
        started = await service.start_event_payment(day.carla, event_id=day.event_id)
        till.pay(started)
        payment = till.payment(started.payment_id)
        intent = await cards().payment(payment.stripe_payment_intent_id or "")
        told: dict[str, Any] = {"payment_id": payment.id, "intent": intent}
        told["version"] = payment.version
        if locks == "whole row":
            _lock_as_before(monkeypatch)
        _let_them_meet(monkeypatch)
        _together(
            failed,
            lambda: till.do(following.follow_intent, VISITOR, **told),
            lambda: till.do(opening.open_donation, day.carla, values=PaymentWrite(amount=25_00)),
        )
    assert bool(failed) == (locks == "whole row")


def _lock_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """A gift locked its member's key, and every payment that waits, the seat's too."""
    undecided = payments.undecided_of

    def lock_widely(session: Session, user_id: str) -> User | None:
        wanted = sa.select(User).where(col(User.id) == user_id)
        return session.scalars(wanted.with_for_update()).first()

    monkeypatch.setattr(payments, "undecided_of", lambda *args: undecided(*args[:2]))
    monkeypatch.setattr(payments, "lock_member", lock_widely)


def _let_them_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    """The gift locks its member once the seat's payment is locked, and that goes on after it."""
    is_followed, is_locked = Event(), Event()
    find, lock = payments.charged_with, payments.lock_member

    def find_first(session: Session, payment: Payment, *, lock: bool = False) -> list[Payment]:
        found = find(session, payment, lock=lock)
        if lock:
            is_followed.set()
            is_locked.wait(PATIENCE)
        return found

    def lock_then(session: Session, user_id: str) -> User | None:
        is_followed.wait(PATIENCE)
        found = lock(session, user_id)
        is_locked.set()
        return found

    monkeypatch.setattr(payments, "charged_with", find_first)
    monkeypatch.setattr(payments, "lock_member", lock_then)


def _together(failed: list[Exception], *acts: Callable[[], object]) -> None:
    with ThreadPoolExecutor(len(acts)) as pool:
        for one in acts:
            pool.submit(_noted, failed, one)


def _noted(failed: list[Exception], act: Callable[[], object]) -> None:
    try:
        act()
    except (AppError, SQLAlchemyError) as error:
        failed.append(error)
