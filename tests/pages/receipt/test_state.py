"""The receipt of a payment: its owner and administrators read it, nobody else."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.pages.receipt.state import load
from rookiebattle.pages.receipt.text import describe_receipt
from rookiebattle.pages.receipt.view import ReceiptView, view_of
from rookiebattle.payments import service
from rookiebattle.payments.schemas import PaymentWrite, Receipt, ReceiptLine
from rookiebattle.payments.wording import status_words
from rookiebattle.settings import get_settings
from rookiebattle.ui.views import Loaded
from tests.identities import bind_people
from tests.stripe_double.double import StripeDouble
from tests.stripe_double.keys import double_for
from tests.world import World

pytestmark = pytest.mark.anyio


@pytest.fixture
def stripe_double(monkeypatch: pytest.MonkeyPatch) -> Iterator[StripeDouble]:
    with double_for(monkeypatch) as double:
        yield double


async def given(actor: Actor, double: StripeDouble) -> str:
    """The id of a donation that was paid."""
    bind_people(actor)
    values = PaymentWrite.model_validate({"amount": "25.00"})
    started = await service.start_payment(actor, values=values)
    double.pay(started.client_secret)
    return (await service.confirm(actor, payment_id=started.payment_id)).payment_id


async def test_a_receipt_says_what_was_paid(world: World, stripe_double: StripeDouble) -> None:
    maya = world.person(first_name="Maya", last_name="Example")
    view = await load(maya, {"id": await given(maya, stripe_double)})
    assert isinstance(view, ReceiptView)
    assert (view.description, view.amount, view.method) == ("Donation", "$25.00", "Card")
    assert [(one.words, one.amount) for one in view.moves] == [("Paid", "$25.00")]
    assert view.status == "Completed"


async def test_nobody_reads_the_receipts_of_others(
    world: World, stripe_double: StripeDouble
) -> None:
    maya, other, admin = world.person(), world.person(), world.person(is_admin=True)
    id_ = await given(maya, stripe_double)
    assert await load(VISITOR, {"id": id_}) == Loaded()
    assert await load(other, {"id": id_}) == ReceiptView()
    assert await load(maya, {"id": "no-such-id"}) == ReceiptView()
    seen = await load(admin, {"id": id_})
    assert isinstance(seen, ReceiptView)
    assert seen.amount == "$25.00"
    for reader, is_there in ((VISITOR, False), (other, False), (maya, True)):
        assert bool(await describe_receipt(reader, id_)) is is_there


def test_a_receipt_has_the_days_of_the_club_and_what_is_kept_of_what_came() -> None:
    """In the evening there it is the next day in London."""
    night = datetime(2026, 3, 15, 2, tzinfo=UTC)
    lines = [ReceiptLine(night, "Paid", 20_00), ReceiptLine(night, "Refunded", -5_00)]
    found = Receipt(
        *("p1", "2026-1", "Maya", "Park day", "completed", False, "Card", None, "USD"),
        *(25_00, 20_00, 5_00, night - timedelta(days=9), night, lines),
    )
    view = view_of(found, get_settings())
    assert (view.kept, view.paid_on) == ("$15.00", "Mar 14, 2026, 10:00 PM ET")
    assert [(one.at, one.amount) for one in view.moves] == [
        (view.paid_on, "$20.00"),
        (view.paid_on, "−$5.00"),
    ]
    cash = replace(found, received_on=date(2026, 3, 1), is_struck=True)
    struck = view_of(cash, get_settings())
    assert (struck.paid_on, struck.status) == (
        "Mar 1, 2026",
        status_words("completed", is_struck=True),
    )
