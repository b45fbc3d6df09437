"""R12: of 1,000 payments 30 % of the webhooks are lost; the reconciler finds every cent."""

import random
from collections.abc import Iterator
from datetime import timedelta

import pytest

from rookiebattle.core import clock
from rookiebattle.core.database.db import Database
from rookiebattle.payments import service
from rookiebattle.payments.cards import reconciliation
from rookiebattle.payments.models import Payment
from tests.payments.books import at_the_service, in_the_books, is_sound
from tests.payments.till import Till, open_till
from tests.soak.scale import scaled

pytestmark = pytest.mark.anyio
PAYMENTS = scaled(1_000, 60)


@pytest.fixture
def till(each_database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Till]:
    with open_till(monkeypatch) as opened:
        yield opened


async def test_lost_webhooks_are_reconciled_to_the_cent(till: Till) -> None:
    chance = random.Random(12)
    for number, actor in enumerate(till.people(PAYMENTS)):
        if number % 4 == 0:
            till.pay(await service.start_subscription(actor, plan="master"))
        else:
            till.pay(await till.give(actor, f"{chance.randint(1, 999)}.{chance.randint(0, 99):02}"))
        if number % 50 == 49:
            await till.deliver(drop=0.3, chance=chance, copies=2)
    till.double.advance(days=20)
    found = await reconciliation.reconcile(clock.now() - timedelta(days=30))
    assert all(one.is_repaired for one in found)
    assert in_the_books(till) == at_the_service(till)
    assert {one.status for one in till.all(Payment)} == {"completed"}
    assert await reconciliation.reconcile(clock.now() - timedelta(days=30)) == []
    is_sound(till)
