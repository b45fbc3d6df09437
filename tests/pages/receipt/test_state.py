"""The receipt of a payment: its owner and administrators read it, nobody else."""

from collections.abc import Iterator

import pytest

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.pages.receipt.state import load
from rookiebattle.pages.receipt.view import ReceiptView
from rookiebattle.payments import service
from rookiebattle.payments.schemas import PaymentWrite
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
