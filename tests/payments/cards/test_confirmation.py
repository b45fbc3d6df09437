"""Asking the card service about what waits."""

import pytest

from rookiebattle.core.errors import Unavailable
from rookiebattle.payments.cards import confirmation
from rookiebattle.payments.models import Payment
from tests.payments.till import Till

pytestmark = pytest.mark.anyio


@pytest.mark.usefixtures("till")
async def test_a_subscription_that_is_gone_is_followed_no_further() -> None:
    with pytest.raises(Unavailable):
        await confirmation.follow_subscription("gone", "sub_1")


async def test_nobody_is_asked_about_a_payment_that_the_service_does_not_know(till: Till) -> None:
    till.double.faults.order("down", "GET /v1/payment_intents", times=10)
    await confirmation.look(
        Payment(user_id="maya", payment_type="donation", number=1, amount_cents=500)
    )
