"""A plan is paid for unless it was given, or its member no longer wanted it."""

from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.accounts import leaving
from rookiebattle.accounts.models import MembershipStatus, Tier, User
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Conflict, Unavailable
from rookiebattle.core.pagination import Window
from rookiebattle.members import administration
from rookiebattle.members.users import UserPatch
from rookiebattle.payments import checks, service
from rookiebattle.payments.by_hand import payments
from rookiebattle.payments.cards import reconciliation, subscriptions
from rookiebattle.payments.models import Payment, Subscription
from rookiebattle.payments.schemas import ByHandWrite
from rookiebattle.progression import service as progression
from rookiebattle.settings import get_settings
from tests.payments.books import at_the_service, in_the_books, is_sound
from tests.payments.till import Till, without_keys
from tests.stripe_double.errors import Refusal

pytestmark = pytest.mark.anyio
INTENT = "payment_intent.succeeded"


async def only_the_payment_is_known(till: Till, maya: Actor) -> Payment:
    """A plan whose payment came and was entered, while the news of its bill is on its way."""
    started = await service.start_subscription(maya)
    till.pay(started)
    waiting = till.double.webhooks.held
    till.double.webhooks.held = [one for one in waiting if one["type"] == INTENT]
    await till.deliver()
    till.double.webhooks.held = [one for one in waiting if one["type"] != INTENT]
    payment = till.payment(started.payment_id)
    assert (payment.status, till.all(Subscription)[0].paid_until) == ("completed", None)
    return payment


@pytest.mark.parametrize("way", ["community", "erased"])
async def test_a_plan_that_is_given_up_between_two_news_is_refunded(
    some_till: Till, way: str
) -> None:
    till, maya = some_till, some_till.person()
    payment = await only_the_payment_is_known(till, maya)
    if way == "community":
        till.do(subscriptions.choose_community, maya)
    else:
        till.do(leaving.delete_account, maya, confirmation="DELETE")
    await till.deliver()
    assert till.moved(payment.id) == [("received", 20_00), ("refunded", -20_00)]
    assert in_the_books(till) == at_the_service(till) == 0
    await reconciliation.reconcile(clock.now() - timedelta(days=30))
    assert till.moved(payment.id) == [("received", 20_00), ("refunded", -20_00)]
    is_sound(till)


async def test_a_gift_that_is_paid_while_its_account_goes_is_given_back(till: Till) -> None:
    maya = till.person(email="maya@example.org")
    gift = await till.give(maya)
    till.pay(gift)
    till.do(leaving.delete_account, maya, confirmation="DELETE")
    await till.deliver()
    assert till.moved(gift.payment_id) == [("received", 25_00), ("refunded", -25_00)]
    assert "payment.receipt" not in till.letters(maya)
    assert in_the_books(till) == at_the_service(till) == 0
    is_sound(till)


async def test_a_renewal_that_was_granted_stays_paid_when_the_account_goes(till: Till) -> None:
    maya = till.person()
    till.pay(await service.start_subscription(maya, plan="master"))
    await till.deliver()
    till.double.advance(days=32)
    await till.deliver()
    till.do(leaving.delete_account, maya, confirmation="DELETE")
    await till.deliver()
    await reconciliation.reconcile(clock.now() - timedelta(days=60))
    assert in_the_books(till) == at_the_service(till) == 20_00
    is_sound(till)


@pytest.mark.parametrize("is_down", [False, True])
async def test_the_service_is_asked_before_a_plan_is_given_up(till: Till, is_down: bool) -> None:
    maya = till.person()
    till.pay(await service.start_subscription(maya))
    if is_down:
        till.double.faults.order("down", "GET /v1/subscriptions/", times=9)
        assert (await service.choose_community(maya)).plan == "basic"
        till.double.faults.clear()
        await till.deliver()
        assert in_the_books(till) == at_the_service(till) == 0
    else:
        with pytest.raises(Conflict, match="Cancel your paid membership first"):
            await service.choose_community(maya)
        assert till.standing(maya) == ("premium", "active")
    is_sound(till)


async def test_a_receipt_that_gave_nothing_is_found_a_day_later(till: Till) -> None:
    payment = await only_the_payment_is_known(till, till.person())
    with till.database.unit_of_work(write=False) as session:
        assert checks.ungranted_payments(session) == []
    till.double.advance(days=2)
    with till.database.unit_of_work(write=False) as session:
        (words,) = checks.ungranted_payments(session)
    assert payment.id in words
    await till.deliver()
    is_sound(till)


def record(till: Till, user_id: str, plan: Any = "premium") -> None:
    values = ByHandWrite(user_id=user_id, plan=plan)
    till.do(payments.record_by_hand, till.person(is_admin=True), values=values)


@pytest.mark.parametrize("way", ["open", "starting", "without keys"])
async def test_cash_takes_the_place_of_a_checkout_that_nobody_paid(
    till: Till, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    maya = till.person()
    if way == "starting":
        till.double.faults.order("down", "POST /v1/subscriptions", times=9)
        with pytest.raises(Unavailable):
            await service.start_subscription(maya)
        till.double.faults.clear()
    else:
        await service.start_subscription(maya)
    with monkeypatch.context() as patch:
        if way == "without keys":
            without_keys(patch)
        record(till, maya.user_id)
    get_settings.cache_clear()
    assert till.standing(maya) == ("premium", "active")
    await till.deliver()
    assert {one["status"] for one in till.double.all("subscription")} <= {"canceled"}
    (live,) = [one for one in till.all(Subscription) if one.live_of]
    assert (live.status, live.paid_plan) == ("by_hand", "premium")
    assert in_the_books(till) == 20_00
    is_sound(till)


async def test_cash_is_refused_while_the_payment_of_a_checkout_is_on_its_way(till: Till) -> None:
    maya = till.person()
    await only_the_payment_is_known(till, maya)
    with pytest.raises(Conflict, match="pays by card"):
        record(till, maya.user_id)
    await till.deliver()
    assert till.standing(maya) == ("premium", "active")
    is_sound(till)


GIVEN = {"membership_tier": "premium", "membership_status": "active"}


async def test_a_plan_that_an_administrator_gave_is_not_charged(some_till: Till) -> None:
    till = some_till
    maya = till.person(**GIVEN)
    assert till.do(subscriptions.membership_of, maya).is_given
    with pytest.raises(Conflict, match="ask an administrator to end it first"):
        await service.start_subscription(maya, plan="premium")
    assert (till.all(Subscription), till.double.all("subscription")) == ([], [])
    # Another plan is more than what was given.
    till.pay(await service.start_subscription(maya, plan="master"))
    await till.deliver()
    assert till.standing(maya) == ("master", "active")
    assert not till.do(subscriptions.membership_of, maya).is_given
    is_sound(till)


async def test_a_card_does_not_go_over_to_a_plan_that_was_given(till: Till) -> None:
    maya = till.person()
    till.pay(await service.start_subscription(maya, plan="premium"))
    await till.deliver()
    with till.database.unit_of_work(write=True) as session:
        session.get_one(User, maya.user_id).membership_tier = "master"
    assert till.do(subscriptions.membership_of, maya).is_given
    with pytest.raises(Conflict, match="ask an administrator to end it first"):
        await service.start_subscription(maya, plan="master", confirm=True)


async def test_a_smaller_plan_than_the_one_that_was_given_is_not_charged(till: Till) -> None:
    maya = till.person(membership_tier="master", membership_status="active")
    with pytest.raises(Conflict, match="gave you the plan Sustainer, which includes this one"):
        await service.start_subscription(maya, plan="premium")
    assert till.double.all("subscription") == []


def give(till: Till, maya: Actor, tier: str, status: str = "active") -> None:
    values = UserPatch.model_validate({"membershipTier": tier, "membershipStatus": status})
    admin = till.person(is_admin=True)
    till.do(administration.update_user, admin, user_id=maya.user_id, values=values)


@pytest.mark.parametrize("tier", ["premium", "master"])
async def test_a_gift_closes_the_checkout_of_what_it_includes(some_till: Till, tier: str) -> None:
    till, maya = some_till, some_till.person()
    started = await service.start_subscription(maya)
    give(till, maya, tier)
    await till.deliver()
    with pytest.raises(Refusal, match="status of canceled"):
        till.pay(started)
    with pytest.raises(Conflict, match="An administrator gave you"):
        await service.start_subscription(maya)
    assert "subscription.given_up" in till.actions()
    (one,) = till.double.all("subscription")
    assert (one["status"], till.standing(maya)) == ("canceled", (tier, "active"))
    assert till.do(subscriptions.membership_of, maya).is_given
    is_sound(till)


async def test_a_gift_is_not_lost_to_the_free_plan(some_till: Till) -> None:
    till, maya = some_till, some_till.person()
    give(till, maya, "premium")
    with pytest.raises(Conflict, match="An administrator gave you"):
        await service.choose_community(maya)
    assert till.standing(maya) == ("premium", "active")
    give(till, maya, "premium", "inactive")
    assert (await service.choose_community(maya)).plan == "basic"


async def test_what_is_paid_for_a_gift_goes_back_and_is_said(some_till: Till) -> None:
    till, maya = some_till, some_till.person(email="maya@example.org")
    started = await service.start_subscription(maya)
    till.pay(started)
    give(till, maya, "premium")
    await till.deliver()
    assert till.moved(started.payment_id) == [("received", 20_00), ("refunded", -20_00)]
    assert (await service.confirm(maya, payment_id=started.payment_id)).state == "returned"
    letters = till.letters(maya)
    assert ("payment.refunded" in letters, "payment.receipt" in letters) == (True, False)
    assert till.standing(maya) == ("premium", "active")
    assert till.do(subscriptions.membership_of, maya).is_given
    assert in_the_books(till) == at_the_service(till) == 0
    is_sound(till)


async def test_a_plan_that_was_paid_before_its_gift_stays_paid(till: Till) -> None:
    maya = till.person()
    payment = await only_the_payment_is_known(till, maya)
    give(till, maya, "premium")
    await till.deliver()
    assert till.moved(payment.id) == [("received", 20_00)]
    mine = till.do(subscriptions.membership_of, maya)
    assert (mine.is_given, mine.has_subscription) == (False, True)
    is_sound(till)


@pytest.mark.parametrize(("tier", "status"), [("premium", "inactive"), ("basic", "active")])
async def test_other_changes_of_a_membership_leave_its_checkout(
    till: Till, tier: str, status: str
) -> None:
    maya = till.person()
    started = await service.start_subscription(maya)
    give(till, maya, tier, status)
    await till.deliver()
    till.pay(started)
    await till.deliver()
    assert till.standing(maya) == ("premium", "active")
    assert till.moved(started.payment_id) == [("received", 20_00)]
    is_sound(till)


async def test_a_gift_that_was_taken_and_is_given_back_by_an_undo_closes_a_checkout(
    till: Till,
) -> None:
    maya, admin = till.person(), till.person(is_admin=True)
    give(till, maya, "premium")
    give(till, maya, "premium", "inactive")
    seen: dict[str, Any] = {"user_id": maya.user_id, "window": Window(1)}
    (entry,) = till.do(progression.member_timeline, admin, **seen).items
    await service.start_subscription(maya)
    till.do(progression.undo, admin, entry_id=entry.id)
    await till.deliver()
    assert [one["status"] for one in till.double.all("subscription")] == ["canceled"]


@pytest.mark.parametrize(
    "standing", [("premium", "inactive"), ("premium", "expired"), ("basic", "active")]
)
async def test_what_is_not_in_force_or_free_can_be_paid(
    till: Till, standing: tuple[str, str]
) -> None:
    tier, status = standing
    maya = till.person(membership_tier=tier, membership_status=status)
    assert not till.do(subscriptions.membership_of, maya).is_given
    till.pay(await service.start_subscription(maya))
    await till.deliver()
    assert till.standing(maya) == ("premium", "active")


async def test_cash_that_is_just_over_is_no_gift_while_its_member_pays_by_card(till: Till) -> None:
    maya = till.person()
    record(till, maya.user_id)
    till.double.advance(days=367)
    assert till.standing(maya) == ("premium", "active")
    await service.start_subscription(maya)
    assert not till.do(subscriptions.membership_of, maya).is_given
    # The page that is loaded again goes on with the same bill.
    till.pay(await service.start_subscription(maya))
    await till.deliver()
    assert till.standing(maya) == ("premium", "active")
    assert len(till.double.all("subscription")) == 1
    is_sound(till)


@pytest.mark.parametrize(("tier", "is_given"), [("premium", True), ("basic", False)])
async def test_a_plan_that_lapsed_says_nothing_of_the_one_since(
    till: Till, tier: str, is_given: bool
) -> None:
    maya = till.person()
    record(till, maya.user_id)
    till.double.advance(days=380)
    await reconciliation.lapse_memberships()
    ended = till.do(subscriptions.membership_of, maya)
    assert (ended.status, ended.paid_until is None) == ("expired", False)
    with till.database.unit_of_work(write=True) as session:
        member = session.get_one(User, maya.user_id)
        member.membership_tier, member.membership_status = Tier(tier), MembershipStatus.ACTIVE
    since = till.do(subscriptions.membership_of, maya)
    assert (since.plan, since.paid_until, since.is_given) == (tier, None, is_given)
