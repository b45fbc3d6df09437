"""The ledger's entries, and the sums and statuses of a payment that follow from them."""

from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.audit import AuditEntry
from rookiebattle.core.telemetry import metrics
from rookiebattle.payments import ledger
from rookiebattle.payments.models import Payment, PaymentEntry, Status, What
from tests import factories
from tests.clocks import NOW, StillClock
from tests.world import World

LATER = NOW + timedelta(hours=1)
ADMIN = Actor(user_id="admin", is_admin=True)


@pytest.fixture
def payment(world: World) -> Payment:
    """A gift of 25 dollars that waits for its money."""
    waiting: dict[str, Any] = {
        "status": "pending",
        "received_cents": 0,
        "paid_at": None,
        "open_key": "open",
    }
    row = factories.payment(user_id=world.person().user_id, **waiting)
    world.add(row)
    return row


def entered(world: World, payment: Payment, *entries: tuple[What, int], **more: str) -> Payment:
    """The payment after these entries, each of which was new."""
    with world.database.unit_of_work(write=True) as session:
        row = session.get_one(Payment, payment.id)
        for what, cents in entries:
            assert ledger.enter(session, ADMIN, payment=row, what=what, cents=cents, **more)
    return row


@pytest.mark.parametrize(
    ("entries", "sums", "status"),
    [
        ([(What.STARTED, 0)], (0, 0, 0, 0), Status.PENDING),
        ([(What.RECEIVED, 25_00)], (25_00, 0, 0, 0), Status.COMPLETED),
        ([(What.RECEIVED, 20_00), (What.RECEIVED, 5_00)], (25_00, 0, 0, 0), Status.COMPLETED),
        (
            [(What.RECEIVED, 25_00), (What.REFUNDED, -5_00), (What.REFUNDED, -20_00)],
            (25_00, 25_00, 0, 0),
            Status.REFUNDED,
        ),
        (
            [(What.RECEIVED, 25_00), (What.REFUNDED, -25_00), (What.REFUND_FAILED, 25_00)],
            (25_00, 0, 0, 0),
            Status.COMPLETED,
        ),
        (
            [(What.RECEIVED, 25_00), (What.CORRECTED, -25_00)],
            (25_00, 25_00, 0, 0),
            Status.REFUNDED,
        ),
        (
            [(What.RECEIVED, 25_00), (What.DISPUTE_LOST, -10_00), (What.DISPUTE_LOST, -15_00)],
            (25_00, 0, 25_00, 0),
            Status.REFUNDED,
        ),
        (
            [(What.RECEIVED, 25_00), (What.DISPUTE_LOST, -25_00), (What.DISPUTE_WON, 25_00)],
            (25_00, 0, 0, 0),
            Status.COMPLETED,
        ),
        (
            [(What.RECEIVED, 25_00), (What.HANDED_BACK, -5_00), (What.HANDED_BACK, -20_00)],
            (25_00, 0, 0, 25_00),
            Status.REFUNDED,
        ),
    ],
)
def test_the_sums_and_the_status_follow_the_entries(
    world: World,
    payment: Payment,
    entries: list[tuple[What, int]],
    sums: tuple[int, int, int, int],
    status: Status,
) -> None:
    row = entered(world, payment, *entries)
    assert sums == (row.received_cents, row.refunded_cents, row.disputed_cents, row.handed_cents)
    assert row.status == status
    assert (row.open_key is None) is (entries[0][0] is What.RECEIVED)


@pytest.mark.parametrize("what", [What.FAILED, What.CANCELED])
def test_a_payment_that_came_to_nothing_is_open_no_longer(
    world: World, payment: Payment, what: What
) -> None:
    row = entered(world, payment, (what, 0))
    assert (row.status, row.open_key) == (what.value, None)


@pytest.mark.parametrize("what", [What.FAILED, What.CANCELED])
def test_money_that_came_is_not_taken_back_by_such_news(
    world: World, payment: Payment, what: What
) -> None:
    row = entered(world, payment, (What.RECEIVED, 25_00), (what, 0))
    assert row.status == Status.COMPLETED


def test_a_payment_says_when_it_came_and_when_it_changed(
    world: World, payment: Payment, still_clock: StillClock
) -> None:
    row = entered(world, payment, (What.RECEIVED, 25_00))
    assert (row.paid_at, row.updated_at) == (NOW, NOW)
    still_clock.now = LATER
    row = entered(world, payment, (What.REFUNDED, -5_00))
    assert (row.paid_at, row.updated_at) == (NOW, LATER)


def test_a_payment_in_processing_stays_open(world: World, payment: Payment) -> None:
    with world.database.unit_of_work(write=True) as session:
        row = session.get_one(Payment, payment.id)
        ledger.move(row, Status.PROCESSING)
    assert (row.status, row.open_key) == (Status.PROCESSING, "open")


def test_news_with_one_name_is_entered_once(world: World, payment: Payment) -> None:
    entered(world, payment, (What.RECEIVED, 25_00), provider_id="pi_1")
    with world.database.unit_of_work(write=True) as session:
        row = session.get_one(Payment, payment.id)
        assert not ledger.enter(
            session, VISITOR, payment=row, what=What.RECEIVED, cents=25_00, provider_id="pi_1"
        )
        assert row.received_cents == 25_00


def test_an_entry_that_names_no_amount_moves_none(world: World, payment: Payment) -> None:
    with world.database.unit_of_work(write=True) as session:
        row = session.get_one(Payment, payment.id)
        ledger.enter(session, ADMIN, payment=row, what=What.DISPUTED)
        (entry,) = session.scalars(sa.select(PaymentEntry)).all()
        assert entry.cents == 0


def test_an_entry_and_the_log_say_who_did_what(world: World, payment: Payment) -> None:
    counter = metrics.PAYMENTS.labels("received")
    before = counter._value.get()
    entered(world, payment, (What.RECEIVED, 25_00), provider_id="pi_1")
    with world.database.unit_of_work(write=False) as session:
        (entry,) = session.scalars(sa.select(PaymentEntry)).all()
        (logged,) = session.scalars(sa.select(AuditEntry)).all()
        assert (entry.payment_id, entry.at, entry.actor_id) == (payment.id, NOW, "admin")
        assert (entry.what, entry.cents, entry.provider_id) == ("received", 25_00, "pi_1")
    assert (logged.action, logged.subject_id) == ("payment.received", payment.id)
    assert logged.details == {"cents": 25_00, "user_id": payment.user_id}
    assert counter._value.get() == before + 1
