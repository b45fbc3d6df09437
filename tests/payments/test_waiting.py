"""A payment that waits, as the link of a checkout names it."""

import pytest

from rookiebattle.payments import service
from tests.payments.till import Till

pytestmark = pytest.mark.anyio


async def test_only_its_member_is_told_of_a_payment_that_waits(till: Till) -> None:
    maya, other = till.person(), till.person()
    plan = await service.start_subscription(maya, plan="premium")
    intent_id = plan.client_secret.partition("_secret_")[0]
    found = till.do(service.waiting_payment, maya, intent_id=intent_id)
    assert found is not None
    assert (found.cents, found.plan) == (20_00, "premium")
    assert till.do(service.waiting_payment, other, intent_id=intent_id) is None
    till.pay(plan)
    await till.deliver()
    assert till.do(service.waiting_payment, maya, intent_id=intent_id) is None
