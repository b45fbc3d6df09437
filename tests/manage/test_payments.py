"""`make reconcile` and `make replay-webhooks`: what an operator reads."""

from collections.abc import Callable, Iterator

import anyio
import pytest
import sqlalchemy as sa

from rookiebattle.core.database.db import Database
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.payments import (
    ALIKE,
    NO_KEYS,
    SEE_QUEUES,
    reconcile_command,
    replay_command,
)
from rookiebattle.payments.cards import worker
from rookiebattle.payments.models import WebhookEvent
from tests.payments.till import Till, open_till


@pytest.fixture
def till(database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Till]:
    with open_till(monkeypatch) as opened:
        yield opened


def test_what_differs_is_repaired_and_named(till: Till, capsys: pytest.CaptureFixture[str]) -> None:
    async def pay() -> str:
        started = await till.give(till.person())
        till.pay(started)
        return started.payment_id

    payment_id = anyio.run(pay)
    till.double.webhooks.drop()
    assert reconcile_command([]) == 0
    told = capsys.readouterr().out
    assert "repaired" in told
    assert "payment_intent.succeeded never came" in told
    assert till.payment(payment_id).status == "completed"
    assert reconcile_command(["7"]) == 0
    assert capsys.readouterr().out == f"{ALIKE}\n"


def test_money_that_nothing_explains_is_named(
    till: Till, capsys: pytest.CaptureFixture[str]
) -> None:
    async def pay_elsewhere() -> None:
        from rookiebattle.integrations.stripe.cards import cards

        customer = await cards().add_customer(user_id="x", email="", key="x")
        ours = {"payment": "lost"}
        made = await cards().start_payment(
            customer_id=customer, cents=700, currency="USD", description="x", metadata=ours, key="y"
        )
        till.double.pay(made.client_secret)

    anyio.run(pay_elsewhere)
    assert reconcile_command([]) == 1
    assert "700 cents came that no member’s payment explains" in capsys.readouterr().out


async def delivered(till: Till) -> str:
    """The id of a webhook."""
    till.pay(await till.give(till.person()))
    await till.deliver()
    return str(till.all(WebhookEvent)[0].id)


def test_webhooks_are_replayed_by_their_id(till: Till, capsys: pytest.CaptureFixture[str]) -> None:
    replay_command([anyio.run(delivered, till)])
    assert capsys.readouterr().out == "Tried again: 1 of the webhooks and orders.\n"
    with pytest.raises(CannotContinue, match="No webhook has this id"):
        replay_command(["evt_unknown"])


def test_a_webhook_that_fails_again_is_not_told_as_handled(
    till: Till, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_notice: WebhookEvent) -> None:
        raise KeyError

    notice_id = anyio.run(delivered, till)
    monkeypatch.setattr(worker, "handle", fails)
    replay_command([notice_id])
    assert f"After an error 1 wait for the next try. {SEE_QUEUES}" in capsys.readouterr().out


@pytest.mark.parametrize("command", [reconcile_command, replay_command])
def test_a_command_of_a_newer_version_leaves_the_tables_of_a_running_site_alone(
    till: Till, command: Callable[[list[str]], object]
) -> None:
    """It would migrate under the version that runs, and before the backup of an upgrade."""
    with till.database.unit_of_work(write=True) as session:
        session.execute(sa.text("UPDATE alembic_version SET version_num = '0001'"))
    with pytest.raises(CannotContinue, match="in the folder of the version that the site runs"):
        command([])


def test_without_keys_and_without_a_number_there_is_nothing_to_do(database: Database) -> None:
    with pytest.raises(CannotContinue, match="Card payments are not set up"):
        reconcile_command([])
    with pytest.raises(CannotContinue, match="Say a number of days"):
        reconcile_command(["many"])
    assert "STRIPE_SECRET_KEY" in NO_KEYS
