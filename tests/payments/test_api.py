"""The routes of payments: shapes, errors, and the treasurer's file."""

from datetime import UTC, datetime

import httpx
import pytest

from rookiebattle.accounts import leaving
from rookiebattle.payments import service
from rookiebattle.payments.models import WebhookEvent
from rookiebattle.registrations.service import registering as registrations
from tests import factories
from tests.matrix.cast import lift_limits
from tests.payments.door import Door
from tests.payments.till import Till, without_keys

pytestmark = pytest.mark.anyio
START, SUBSCRIBE = "/api/create-payment-intent", "/api/get-or-create-subscription"


@pytest.fixture(autouse=True)
def without_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    lift_limits(monkeypatch)


async def test_a_program_starts_pays_and_lists(till: Till) -> None:
    maya = till.person()
    door = Door(maya)
    answer = await door.ask(maya, "POST", START, {"amount": "25.00", "description": "Thanks"})
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "private, no-store")
    told = answer.json()
    assert told["clientSecret"].startswith("pi_")
    assert (told["amount"], told["status"]) == ("25.00", "pending")
    till.double.pay(told["clientSecret"])
    await till.deliver()
    listed = await door.ask(maya, "GET", "/api/payments")
    (one,) = listed.json()
    assert listed.headers["x-total-count"] == "1"
    assert (one["status"], one["amount"], one["currency"]) == ("completed", "25.00", "USD")
    assert "pi_" not in listed.text


async def test_a_plan_is_started_without_a_body_and_with_one(till: Till) -> None:
    maya = till.person()
    door = Door(maya)
    usual = (await door.ask(maya, "POST", SUBSCRIBE)).json()
    assert usual["amount"] == "20.00"
    other = (await door.ask(maya, "POST", SUBSCRIBE, {"plan": "master"})).json()
    assert other["amount"] == "10.00"
    wrong = await door.ask(maya, "POST", SUBSCRIBE, {"plan": "basic"})
    assert wrong.status_code == 422


async def test_a_key_is_one_payment_and_with_another_body_422(till: Till) -> None:
    maya = till.person()
    door = Door(maya)
    first = await door.ask(maya, "POST", START, {"amount": "25.00"}, idempotency_key="k")
    again = await door.ask(maya, "POST", START, {"amount": "25.00"}, idempotency_key="k")
    assert first.json() == again.json()
    other = await door.ask(maya, "POST", START, {"amount": "26.00"}, idempotency_key="k")
    assert (other.status_code, "used before" in other.text) == (422, True)


@pytest.mark.parametrize("act", ["correct", "hand-back"])
async def test_what_takes_money_back_is_done_once_for_a_key(till: Till, act: str) -> None:
    admin, maya = till.person(is_admin=True), till.person()
    door, method = Door(admin), "hand" if act == "correct" else "card"
    ids = []
    for number in (1, 2):
        row = factories.payment(user_id=maya.user_id, number=number, method=method)
        ids.append(till.add(row))
        till.add(factories.receipt_of(row))
        till.add(factories.payment_order(payment_id=row.id, state="failed", cents=25_00))

    async def ask(payment_id: str) -> httpx.Response:
        path = f"/api/admin/payments/{payment_id}/{act}"
        return await door.ask(admin, "POST", path, idempotency_key="k")

    first, again = await ask(ids[0]), await ask(ids[0])
    assert (first.status_code, first.json()) == (200, again.json())
    assert [cents for _what, cents in till.moved(ids[0])] == [25_00, -25_00]
    assert (await ask(ids[1])).status_code == 422
    assert [cents for _what, cents in till.moved(ids[1])] == [25_00]


@pytest.mark.parametrize("body", [{}, {"amount": ""}, {"amount": None, "description": "Thanks"}])
async def test_a_gift_without_an_amount_is_of_25_dollars(till: Till, body: object) -> None:
    maya = till.person()
    answer = await Door(maya).ask(maya, "POST", START, body)
    assert (answer.status_code, answer.json()["amount"]) == (200, "25.00")


async def test_no_other_amount_is_charged(till: Till) -> None:
    maya = till.person()
    door = Door(maya)
    for amount in ("0.99", "10000.01", "1.001", "-5", "NaN", 1e9):
        answer = await door.ask(maya, "POST", START, {"amount": amount})
        assert answer.status_code == 422, amount
    assert till.double.all("payment_intent") == []


async def test_a_service_that_is_down_is_503_with_the_sentence(till: Till) -> None:
    maya = till.person()
    till.double.faults.order("down", times=100)
    answer = await Door(maya).ask(maya, "POST", START, {"amount": "25.00"})
    sentence = "Failed to initialize payment. Please try again."
    assert (answer.status_code, answer.text) == (503, sentence)


async def test_the_books_are_a_file_for_administrators(till: Till) -> None:
    admin, maya = till.person(is_admin=True, first_name="Ada"), till.person(first_name="Maya")
    door = Door(admin, maya)
    event_id = till.event(price_cents=10_00)
    till.do(registrations.register, maya, event_id=event_id)
    till.stand_at(datetime(2026, 4, 1, 1, 0, tzinfo=UTC))
    body = {"userId": maya.user_id, "amount": "30.00"}
    made = await door.ask(admin, "POST", "/api/admin/payments", body)
    assert made.status_code == 201
    path = f"/api/admin/payments/{made.json()['id']}/correct"
    assert (await door.ask(admin, "POST", path)).json()["refunded"] == "30.00"
    file = await door.ask(admin, "GET", "/api/admin/payments.csv")
    lines = [line.split(",") for line in file.content.decode("utf-8-sig").splitlines()]
    # March has not ended in Florida.
    assert {tuple(line[:2]) for line in lines[1:]} == {('"2026-03-31"', '"21:00"')}
    assert [line[2:6] for line in lines[1:]] == [
        ['"Paid"', '"30.00"', '""', '"USD"'],
        ['"Voided"', '""', '"30.00"', '"USD"'],
    ]
    assert [line[-2] for line in lines] == ['"Recorded By"', '"Ada"', '"Ada"']
    assert (await door.ask(maya, "GET", "/api/admin/payments.csv")).status_code == 403
    till.do(leaving.delete_account, maya, confirmation="DELETE")
    told = await door.ask(admin, "GET", "/api/admin/payments.csv")
    assert told.content.count(b'"Former member"') == 2
    receipt = till.do(service.receipt, admin, payment_id=made.json()["id"])
    assert receipt.member == "Former member"
    other = till.person(is_admin=True)
    till.do(leaving.delete_account, admin, confirmation="DELETE")
    told = await Door(other).ask(other, "GET", "/api/admin/payments.csv")
    assert told.content.count(b'"Former member"') == 4


async def test_a_webhook_without_keys_is_refused(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_keys(monkeypatch)
    answer = await Door().client.post("/api/stripe/webhook", content=b"{}")
    assert answer.status_code == 409
    assert till.all(WebhookEvent) == []


async def test_a_membership_is_ended_and_resumed_and_its_card_changed(till: Till) -> None:
    maya = till.person()
    door = Door(maya)
    told = (await door.ask(maya, "POST", SUBSCRIBE)).json()
    till.double.pay(told["clientSecret"])
    await till.deliver()
    ended = (await door.ask(maya, "POST", "/api/membership/end")).json()
    assert (ended["status"], ended["endsAtPeriodEnd"]) == ("active", True)
    resumed = (await door.ask(maya, "POST", "/api/membership/resume")).json()
    assert not resumed["endsAtPeriodEnd"]
    portal = (await door.ask(maya, "POST", "/api/membership/portal")).json()
    assert portal["url"].startswith(till.double.url)
    community = await door.ask(maya, "POST", "/api/membership/community")
    assert community.status_code == 409
