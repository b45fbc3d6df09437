"""The order that a checkout shows: what the server charges, whatever the address says."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa
from dateutil.relativedelta import relativedelta

from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import get_database
from rookiebattle.core.errors import Unavailable
from rookiebattle.core.values.dates import date_words
from rookiebattle.guardians.models import Guardianship
from rookiebattle.integrations.stripe.cards import ChangeCost, SavedCard
from rookiebattle.pages.checkout import state
from rookiebattle.pages.checkout.read import CheckoutShown, show_checkout
from rookiebattle.pages.checkout.url import Wanted, read_query
from rookiebattle.pages.checkout.view import CheckoutView, Line, card_words, view_of
from rookiebattle.payments import service as payments
from rookiebattle.payments.models import Kind, Payment, Subscription
from rookiebattle.payments.queries.payments import add_payment
from rookiebattle.payments.schemas import Membership, PerkOffer, Waiting
from rookiebattle.payments.wording import (
    AT_THE_GATE,
    GIVEN_ALREADY,
    NOTHING_OWED,
    PERK_COMES_BACK,
    PERK_STAYS,
)
from rookiebattle.registrations.models import Registration
from rookiebattle.registrations.schemas import HouseholdBill, PersonSeat
from rookiebattle.registrations.service import registering
from rookiebattle.registrations.wording import MONEY_BACK, NEW_HERE, ONCE_PAID_KEPT, cannot_come
from rookiebattle.settings import Settings, get_settings
from tests.clocks import NOW
from tests.stripe_double.keys import take_cards
from tests.world import World

NOBODY = Membership("none", "inactive", None)
SUPPORTER = Membership(
    "premium", "active", "premium", NOW, has_subscription=True, card_plan="premium"
)


VISA = SavedCard("visa", "4242")
MONTH_LATER = date_words(NOW.astimezone(ZoneInfo("America/New_York")) + relativedelta(months=1))


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings with which members can pay by card."""
    return take_cards(monkeypatch)


def shown(
    query: dict[str, str], settings: Settings, membership: Membership = NOBODY
) -> CheckoutView:
    return view_of(CheckoutShown(read_query(query), membership), settings, NOW)


def test_without_a_query_it_is_a_gift_of_twenty_five_dollars(keys: Settings) -> None:
    view = shown({}, keys)
    assert view.lines == [Line("Payment", "A gift to the club", "$25.00")]
    assert view.purchase.path == "/api/create-payment-intent"
    assert view.purchase.body == {"amount": "25.00", "description": "Payment"}


def test_the_address_names_a_gift(keys: Settings) -> None:
    view = shown({"type": "donation", "amount": "12.5"}, keys)
    assert (view.lines[0].name, view.total) == ("Donation", "$12.50")
    view = shown({"type": "donation", "amount": "5", "description": "New goggles"}, keys)
    assert view.purchase.body == {"amount": "5.00", "description": "New goggles"}


LIMITS = "A donation is between $1.00 and $10,000.00."
UNREAD = "Use dollars and cents, such as 12.34."


@pytest.mark.parametrize(
    ("amount", "said"),
    [
        *((one, LIMITS) for one in ("0", "0.99", "10000.01")),
        *((one, UNREAD) for one in ("-5", "many", "1e99", "12.345")),
    ],
)
def test_an_amount_that_is_no_gift_starts_nothing(keys: Settings, amount: str, said: str) -> None:
    view = shown({"type": "donation", "amount": amount}, keys)
    assert view.purchase.path == ""
    assert view.problem == said


def test_a_plan_costs_what_the_plan_costs(keys: Settings) -> None:
    view = shown({"type": "subscription", "plan": "premium", "amount": "0.01"}, keys)
    assert (view.total, view.per) == ("$20.00", "per year")
    assert view.purchase.body == {"plan": "premium"}
    assert (view.purchase.press, view.purchase.done) == ("", "/membership?success=true")


def test_a_change_of_plan_waits_for_a_press(keys: Settings) -> None:
    view = shown({"type": "subscription", "plan": "master"}, keys, SUPPORTER)
    assert view.purchase.press == "Switch to Sustainer"
    assert view.purchase.body == {"plan": "master", "confirm": "true"}
    assert view.note == (
        "Whatever’s left on your current plan goes toward the new one. When you press the button, "
        "we’ll charge the rest to your saved card today. Sustainer starts today. "
        f"It renews for $10/month from {MONTH_LATER}, until you cancel."
    )
    assert (view.total, [one.amount for one in view.lines]) == ("", ["$10/month"])


@pytest.mark.parametrize(("plan", "press"), [("master", ""), ("premium", "Switch to Supporting")])
def test_the_plan_of_the_card_counts_and_not_the_tier(
    keys: Settings, plan: str, press: str
) -> None:
    """An administrator has given the tier of the other plan."""
    view = shown(
        {"type": "subscription", "plan": plan}, keys, replace(SUPPORTER, card_plan="master")
    )
    assert view.purchase.press.startswith(press)
    assert bool(view.purchase.press) == bool(press)
    assert bool(view.problem) != bool(press)


def test_a_change_of_plan_says_what_is_charged_now(keys: Settings) -> None:
    wanted = read_query({"type": "subscription", "plan": "premium"})
    mine = Membership("master", "active", "master", NOW, has_subscription=True, card_plan="master")
    view = view_of(CheckoutShown(wanted, mine, change=ChangeCost(12_34, VISA)), keys, NOW)
    assert view.note.startswith(
        "When you press the button, we’ll charge $12.34 to your Visa card ending in 4242 today. "
        "Supporting Member starts today. It renews for $20/year from "
    )
    assert [(one.name, one.amount) for one in view.lines] == [
        ("Supporting Member", "$20/year"),
        ("Credit from your plan", "−$7.66"),
    ]
    assert (view.total, view.per) == ("$12.34", "due now")
    # In the evening there it is the next day in London, and a press charges the card on file.
    waits = Waiting("p1", 12_34, "Sustainer", "premium", "")
    night = datetime(2026, 3, 15, 2, tzinfo=UTC)
    change = CheckoutShown(wanted, mine, change=ChangeCost(12_34, VISA), waiting=waits)
    view = view_of(change, keys, night)
    assert (view.purchase.payment, "from Mar 14, 2027" in view.note) == ("", True)
    gift = read_query({"type": "donation", "plan": "premium"})
    assert CheckoutShown(gift, mine).switches_to is None


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (None, "your saved card"),
        (VISA, "your Visa card ending in 4242"),
        (SavedCard("unionpay", "0005"), "your card ending in 0005"),
    ],
)
def test_a_change_says_which_card_pays(card: SavedCard | None, said: str) -> None:
    assert card_words(card) == said


def test_a_change_that_charges_nothing_today_says_so(keys: Settings) -> None:
    wanted = read_query({"type": "subscription", "plan": "master"})
    ending = replace(SUPPORTER, ends_at_period_end=True)
    view = view_of(CheckoutShown(wanted, ending, change=ChangeCost(0, VISA)), keys, NOW)
    assert [one.amount for one in view.lines] == ["$10/month", "−$10.00"]
    assert "you won’t be charged today" in view.note
    assert "to your Visa card ending in 4242" in view.note
    assert view.note.endswith("because you canceled your membership.")


def test_what_is_left_after_a_change_adds_up(keys: Settings) -> None:
    wanted = read_query({"type": "subscription", "plan": "master"})
    change = ChangeCost(0, VISA, left_cents=10_00)
    view = view_of(CheckoutShown(wanted, SUPPORTER, change=change), keys, NOW)
    assert [(one.name, one.amount) for one in view.lines[1:]] == [
        ("Credit from your plan", "−$20.00"),
        ("Credit for your next bills", "$10.00"),
    ]
    assert view.total == "$0.00"
    said = "$10.00 of it stays as credit for your next bills. After that, we’ll charge your"
    assert said in view.note


def test_the_plan_that_a_member_has_is_not_sold_again(keys: Settings) -> None:
    view = shown({"type": "subscription", "plan": "premium"}, keys, SUPPORTER)
    assert view.problem == "You already have this plan."
    assert view.purchase.path == ""


def test_a_plan_that_was_paid_in_person_is_not_sold_before_its_end(keys: Settings) -> None:
    query = {"type": "subscription", "plan": "master"}
    ends = NOW + timedelta(days=1)
    found = shown(query, keys, Membership("premium", "active", "premium", ends, by_hand=True))
    assert "paid for your plan in person" in found.problem
    assert not found.purchase.path
    over = Membership("premium", "active", "premium", NOW, by_hand=True)
    assert shown(query, keys, over).purchase.path
    # The last period of a card that pays no more keeps nobody from a new plan.
    by_card = replace(SUPPORTER, paid_until=ends, has_subscription=False)
    for plan in ("premium", "master"):
        assert shown(query | {"plan": plan}, keys, by_card).purchase.path


@pytest.mark.parametrize("plan", ["premium", "master"])
def test_a_plan_that_was_given_is_not_sold(keys: Settings, plan: str) -> None:
    query = {"type": "subscription", "plan": plan}
    given = Membership("premium", "active", "premium", is_given=True)
    view = shown(query, keys, given)
    assert ("ask an administrator to end it first" in view.problem) == (plan == "premium")
    assert bool(view.purchase.path) == (plan == "master")
    replaces = "This replaces the free Supporting Member plan that an administrator gave you."
    assert (replaces in view.note) == ("until you cancel" in view.note) == (plan == "master")
    assert (view.onward, view.onward_label) == ("/membership", "Back to Membership")


def test_a_plan_that_a_gift_includes_is_not_sold_but_its_open_bill_can_be_paid(
    keys: Settings,
) -> None:
    query = {"type": "subscription", "plan": "premium"}
    given = Membership("master", "active", "master", is_given=True)
    view = shown(query, keys, given)
    assert "gave you the plan Sustainer, which includes this one" in view.problem
    assert view.purchase.path == ""
    owing = replace(SUPPORTER, tier="master", plan="master", wants_payment=True, is_given=True)
    assert shown(query, keys, owing).purchase.path


def test_a_given_plan_whose_card_has_an_open_bill_lets_it_be_paid(keys: Settings) -> None:
    owing = replace(SUPPORTER, wants_payment=True, is_given=True)
    assert shown({"type": "subscription", "plan": "premium"}, keys, owing).purchase.path


def test_a_card_that_pays_another_plan_does_not_switch_to_the_given_one(keys: Settings) -> None:
    given = replace(SUPPORTER, card_plan="master", is_given=True)
    view = shown({"type": "subscription", "plan": "premium"}, keys, given)
    assert (view.problem, view.purchase.path) == (GIVEN_ALREADY, "")


def test_a_bill_that_was_not_paid_can_be_paid(keys: Settings) -> None:
    owing = replace(SUPPORTER, wants_payment=True)
    view = shown({"type": "subscription", "plan": "premium"}, keys, owing)
    assert view.purchase.body == {"plan": "premium"}


@pytest.mark.parametrize("plan", ["", "basic", "gold"])
def test_without_a_paid_plan_the_summary_is_an_example(keys: Settings, plan: str) -> None:
    view = shown({"type": "subscription", "plan": plan}, keys)
    assert view.is_example
    assert view.lines[0].amount == "$50.00/month"
    assert view.purchase.path == ""


def test_without_keys_the_page_says_why_nothing_is_paid_here() -> None:
    view = shown({"type": "subscription", "plan": "premium"}, get_settings())
    assert "set up yet" in view.problem
    assert view.purchase.path == ""
    assert view.lines
    assert shown({"type": "donation", "amount": "0"}, get_settings()).problem == LIMITS


def test_a_demonstration_is_marked(keys: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not shown({}, keys).is_demo
    monkeypatch.setenv("STRIPE_JS_URL", "http://127.0.0.1:9/stripe.js")
    get_settings.cache_clear()
    assert shown({}, get_settings()).is_demo


def of_event(actor: Actor, event_id: str, settings: Settings) -> CheckoutView:
    with get_database().unit_of_work(write=False) as session:
        wanted = Wanted(event_id=event_id, cents=1)
        return view_of(show_checkout(session, actor, wanted=wanted), settings, NOW)


@pytest.mark.parametrize("is_supporter", [True, False])
def test_the_discount_is_no_news_to_a_supporter(
    world: World, keys: Settings, is_supporter: bool
) -> None:
    maya = replace(world.person(), is_supporter=is_supporter)
    event_id = world.event(title="Duels", price_cents=1500)
    columns = {"payment_status": "pending", "payment_amount_cents": 1500}
    world.seat(event_id, maya, hold_expires_at=NOW + timedelta(minutes=20), **columns)
    note = of_event(maya, event_id, keys).note
    assert ("Members with a paid plan pay $5 less." in note) != is_supporter
    assert note.endswith(cannot_come(may_unregister=True))


def test_who_pays_in_the_last_day_reads_that_the_seat_stays(world: World, keys: Settings) -> None:
    maya = world.person()
    event_id = world.event(price_cents=1500, start_at=NOW + timedelta(hours=7))
    columns = {"payment_status": "pending", "payment_amount_cents": 1500}
    world.seat(event_id, maya, hold_expires_at=NOW + timedelta(minutes=20), **columns)
    note = of_event(maya, event_id, keys).note
    assert note.endswith(f"{ONCE_PAID_KEPT} {MONEY_BACK}")
    assert "at least 24 hours before" not in note


def test_a_beginner_reads_that_this_is_no_free_first_park_day(world: World, keys: Settings) -> None:
    maya, ben = world.people(2)
    began = NOW - timedelta(days=3)
    world.seat(world.event(start_at=began, end_at=began + timedelta(hours=2)), ben)
    event_id = world.event(price_cents=1500)
    columns = {"payment_status": "pending", "payment_amount_cents": 1500}
    for who, is_told in ((maya, True), (ben, False)):
        world.seat(event_id, who, hold_expires_at=NOW + timedelta(minutes=20), **columns)
        assert (NEW_HERE in of_event(who, event_id, keys).note) is is_told


def test_a_seat_costs_what_it_cost_when_it_was_taken(world: World, keys: Settings) -> None:
    maya, until = world.person(), NOW + timedelta(minutes=20)
    event_id = world.event(title="Duels", price_cents=1500)
    columns = {"payment_status": "pending", "payment_amount_cents": 1000}
    world.seat(event_id, maya, hold_expires_at=until, **columns)
    view = of_event(maya, event_id, keys)
    assert [(one.name, one.amount) for one in view.lines] == [
        ("Duels", "$15.00"),
        ("Member discount", "−$5.00"),
    ]
    assert view.lines[1].about == "Members with a paid plan pay $5 less."
    assert (view.total, view.note) == ("$10.00", f"{NEW_HERE} {cannot_come(may_unregister=True)}")
    assert view.purchase.body == {"eventId": event_id}
    assert view.purchase.done == f"/events/{event_id}?success=true"
    assert datetime.fromisoformat(view.hold_until) == until
    assert view.hold_left == (until - NOW) / timedelta(milliseconds=1)


def test_a_hold_that_is_over_pays_nothing_before_the_seat_is_given_up(
    world: World, keys: Settings
) -> None:
    maya, event_id = world.person(), world.event(price_cents=1500)
    columns = {"payment_status": "pending", "payment_amount_cents": 1500}
    world.seat(event_id, maya, hold_expires_at=NOW, **columns)
    view = of_event(maya, event_id, keys)
    assert "register again" in view.problem
    assert (view.purchase.path, view.hold_until) == ("", "")


@pytest.mark.parametrize(
    ("status", "said"), [("completed", "You don’t owe"), ("waived", "You don’t owe")]
)
def test_a_seat_that_is_settled_is_not_paid_again(
    world: World, keys: Settings, status: str, said: str
) -> None:
    maya, event_id = world.person(), world.event(price_cents=1500)
    world.seat(event_id, maya, payment_status=status, payment_amount_cents=1500)
    view = of_event(maya, event_id, keys)
    assert view.problem.startswith(said)
    assert view.purchase.path == ""


def test_without_a_seat_nothing_is_paid_and_nobody_reads_of_a_seat_that_never_was(
    world: World, keys: Settings
) -> None:
    event_id = world.event(price_cents=1500)
    new, late, gone = world.people(3)
    ended = {"payment_amount_cents": 1500, "cancelled_at": NOW, "payment_status": "pending"}
    world.seat(event_id, late, hold_expires_at=NOW - timedelta(seconds=1), **ended)
    world.seat(event_id, gone, hold_expires_at=NOW + timedelta(seconds=1), **ended)
    assert "wasn’t paid for in time" in of_event(late, event_id, keys).problem
    for one in (new, gone):
        view = of_event(one, event_id, keys)
        assert view.problem == "You’re not registered for this event."
        assert (view.purchase.path, view.onward) == ("", f"/events/{event_id}")
        assert len(view.lines) == 1, "there is no discount of a seat that is not there"
    world.change(event_id, canceled_at=NOW)
    assert "canceled" in of_event(late, event_id, keys).problem
    nowhere = of_event(new, "no-such-event", keys)
    assert (nowhere.problem, nowhere.onward) == ("This event doesn’t exist.", "/events")


@dataclass(frozen=True)
class Party:
    """A member and the own minors with seats to pay at $15, held for 20 minutes and more."""

    world: World
    mother: Actor
    event_id: str
    minors: list[Actor]

    def settle(self, who: Actor, **columns: object) -> None:
        seat = {"event_id": self.event_id, "user_id": who.user_id}
        self.world.write(sa.update(Registration).filter_by(**seat).values(**columns))


@pytest.fixture
def party(world: World) -> Party:
    mother = world.person()
    minors = [world.minor_of(mother, name) for name in ("Ash", "Bo")]
    event_id = world.event(title="Duels", price_cents=1500)
    columns = {"payment_status": "pending", "payment_amount_cents": 1500}
    for number, who in enumerate((mother, *minors)):
        held = NOW + timedelta(minutes=20 + number)
        world.seat(event_id, who, hold_expires_at=held, **columns)
    return Party(world, mother, event_id, minors)


def test_a_party_pays_for_all_that_it_owes_by_card(party: Party, keys: Settings) -> None:
    view = of_event(party.mother, party.event_id, keys)
    assert {(one.name, one.amount) for one in view.lines} == {
        (name, "$15.00") for name in ("Duels", "Duels, Ash", "Duels, Bo")
    }
    assert (view.total, view.held, view.opens) == ("$45.00", "your seats", "they open")
    assert view.hold_left == timedelta(minutes=20) / timedelta(milliseconds=1)
    party.settle(party.minors[0], payment_status="completed")
    view = of_event(party.mother, party.event_id, keys)
    assert (view.total, len(view.lines), view.held) == ("$30.00", 2, "your seats")


def test_a_member_who_owes_nothing_pays_for_the_own_people(party: Party, keys: Settings) -> None:
    party.settle(party.mother, payment_status="completed")
    view = of_event(party.mother, party.event_id, keys)
    assert {one.name for one in view.lines} == {"Duels, Ash", "Duels, Bo"}
    assert (view.problem, view.total, view.held) == ("", "$30.00", "the seats")
    assert view.hold_left == timedelta(minutes=21) / timedelta(milliseconds=1)
    assert view.purchase.body == {"eventId": party.event_id}
    assert view.purchase.done == f"/events/{party.event_id}?success=true"
    party.world.change(party.event_id, canceled_at=NOW)
    view = of_event(party.mother, party.event_id, keys)
    assert ("canceled" in view.problem, view.purchase.path) == (True, "")


def with_perk(party: Party, keys: Settings, cents: int, kind: str = "weekend") -> CheckoutView:
    """The checkout of the mother alone, whose plan would pay so much, until an evening."""
    own = party.world.do(registering.status_of, party.mother, event_id=party.event_id)
    until = datetime(2026, 4, 1, 2, tzinfo=UTC)
    wanted, alone = Wanted(event_id=own.id), own.model_copy(update={"party": ()})
    perk = PerkOffer(kind, cents, until)
    return view_of(CheckoutShown(wanted, NOBODY, alone, perk=perk), keys, NOW)


def test_a_perk_pays_all_or_leaves_enough_for_a_card(party: Party, keys: Settings) -> None:
    view = with_perk(party, keys, 10_00)
    assert (view.total, view.lines[1].about) == ("$5.00", "From your plan, until Mar 31, 2026")
    too_much = with_perk(party, keys, 14_80)
    assert (too_much.total, too_much.choice, len(too_much.lines)) == ("$15.00", "", 1)
    view = with_perk(party, keys, 15_00)
    assert (view.is_free, view.note) == (True, PERK_COMES_BACK)
    soon = NOW + timedelta(hours=7)
    party.world.change(party.event_id, start_at=soon, end_at=soon + timedelta(hours=2))
    assert with_perk(party, keys, 15_00).note == PERK_STAYS


def test_a_seat_that_is_paid_tells_of_a_perk_only_if_that_paid(
    party: Party, keys: Settings
) -> None:
    for perk, lines in ((0, 1), (5_00, 2)):
        cents = {"payment_amount_cents": 1500 - perk, "perk_cents": perk}
        party.settle(party.mother, payment_status="completed", **cents)
        assert len(with_perk(party, keys, 5_00).lines) == lines
    small = {"payment_amount_cents": 30, "perk_cents": 0}
    party.settle(party.mother, payment_status="pending", **small)
    assert with_perk(party, keys, 5_00).problem == AT_THE_GATE


def waits(of: Actor, **columns: object) -> str:
    """Let a payment wait for a member's card, with the id `pi_1`; returns our id."""
    with get_database().unit_of_work(write=True) as session:
        made = add_payment(
            session, user_id=of.user_id, stripe_payment_intent_id="pi_1", currency="USD", **columns
        )
        assert made
        return made.id


def linked(actor: Actor, settings: Settings, **query: str) -> CheckoutView:
    """The page of a member who arrives with the secret of `pi_1` in the address."""
    wanted = read_query({**query, "intent": "pi_1"})
    with get_database().unit_of_work(write=False) as session:
        return view_of(show_checkout(session, actor, wanted=wanted), settings, NOW)


def test_a_link_with_the_payment_of_somebody_else_pays_nothing_of_theirs(
    world: World, keys: Settings
) -> None:
    maya, mallory = world.person(), world.person()
    waits(mallory, payment_type=Kind.SUBSCRIPTION, plan="master", amount_cents=1000)
    view = linked(maya, keys, type="donation", amount="10")
    assert (view.purchase.intent, view.total) == ("", "$10.00")
    assert view.purchase.body == {"amount": "10.00", "description": "Donation"}
    example = linked(maya, keys, type="subscription")
    assert (example.is_example, example.purchase.path, example.purchase.intent) == (True, "", "")


def test_a_link_with_the_own_payment_draws_what_that_pays_for(world: World, keys: Settings) -> None:
    maya = world.person()
    waits(maya, payment_type=Kind.SUBSCRIPTION, plan="premium", amount_cents=2000)
    view = linked(maya, keys, type="donation", amount="5", description="Goggles")
    assert (view.lines[0].name, view.total, view.purchase.intent) == (
        "Supporting Member",
        "$20.00",
        "pi_1",
    )
    assert view.purchase.asked["description"] == "Goggles"
    ben = world.person()
    with get_database().unit_of_work(write=True) as session:
        session.execute(sa.update(Payment).values(stripe_payment_intent_id=None))
    gift = waits(ben, payment_type=Kind.DONATION, description="Gift", amount_cents=700)
    view = linked(ben, keys, type="subscription", plan="premium")
    assert (view.lines[0].name, view.total, view.purchase.payment) == ("Gift", "$7.00", gift)


def test_a_payment_that_the_page_cannot_draw_is_not_paid_by_a_link(
    world: World, keys: Settings
) -> None:
    """The seat was taken again at another price."""
    maya, event_id = world.person(), world.event(price_cents=1500)
    columns = {"payment_status": "pending", "payment_amount_cents": 1500}
    world.seat(event_id, maya, hold_expires_at=NOW + timedelta(minutes=20), **columns)
    waits(maya, payment_type=Kind.EVENT, event_id=event_id, amount_cents=9900)
    view = linked(maya, keys)
    assert (view.total, view.purchase.intent) == ("$15.00", "")


@pytest.mark.parametrize("status", ["completed", "canceled"])
def test_a_payment_that_no_longer_waits_is_not_named(
    world: World, keys: Settings, status: str
) -> None:
    maya = world.person()
    waits(maya, payment_type=Kind.DONATION, description="Gift", amount_cents=700, status=status)
    assert linked(maya, keys, amount="8").purchase.intent == ""


def test_an_address_proves_nothing(keys: Settings) -> None:
    wanted = read_query({"intent": "x", "perks": "all", "description": "x" * 300})
    assert (wanted.intent_id, wanted.keeps_perk, len(wanted.description)) == ("", False, 200)


@pytest.mark.anyio
async def test_a_change_that_nobody_can_reckon_is_described_and_nothing_else_is_asked(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def cost(_actor: Actor, *, plan: str) -> ChangeCost:
        asked.append(plan)
        raise Unavailable

    monkeypatch.setattr(payments, "cost_of_change", cost)
    maya = world.person(membership_tier="premium", membership_status="active")
    told: dict[str, Any] = {"live_of": maya.user_id, "stripe_subscription_id": "sub_1"}
    told |= {"status": "active", "paid_until": NOW + timedelta(days=9)}
    world.add(Subscription(user_id=maya.user_id, plan="premium", **told))
    for plan in ("premium", "master"):
        view = await state.load(maya, {"type": "subscription", "plan": plan})
    assert isinstance(view, CheckoutView)
    assert (asked, "we’ll charge the rest" in view.note) == (["master"], True)


def test_a_purchase_says_for_which_address_it_is(keys: Settings) -> None:
    view = shown({"type": "donation", "amount": "5", "utm": "x"}, keys)
    assert view.purchase.asked == {
        "type": "donation",
        "amount": "5",
        "description": "",
        "plan": "",
        "event": "",
        "intent": "",
        "perks": "",
        "for": "",
    }


def test_the_bill_of_a_household_names_people_the_event_and_the_sum(keys: Settings) -> None:
    query = {"type": "payment", "event": "e", "for": "b"}
    seats = [PersonSeat(one, one.title(), True, "e", "pending", 15_00, NOW) for one in ("b", "s")]
    bill = HouseholdBill("b", "e", "Field Day", [replace(one) for one in seats])
    wanted = CheckoutShown(read_query(query), NOBODY, bill=bill, payer="Ana")
    view = view_of(wanted, keys, NOW - timedelta(minutes=1))
    assert view.lines == [Line("Field Day, B", "", "$15.00"), Line("Field Day, S", "", "$15.00")]
    assert (view.total, view.held, view.opens) == ("$30.00", "the seats", "they open")
    assert view.note.startswith("Paid by Ana for B, S. ")
    assert view.purchase.body == {"eventId": "e", "forUserId": "b"}
    assert view.hold_left == 60_000
    one = replace(wanted, bill=replace(bill, seats=[replace(seats[0], hold_expires_at=None)]))
    view = view_of(replace(one, payer=""), keys, NOW)
    assert (view.held, view.hold_until, view.note[:6]) == ("the seat", "", "For B.")
    # It was paid meanwhile, or the household has ended.
    view = view_of(replace(wanted, bill=None), keys, NOW)
    assert (view.lines, view.purchase.path) == ([], "")
    assert view.problem == f"{NOTHING_OWED}."


def test_the_checkout_finds_the_bill_of_the_readers_household(keys: Settings, world: World) -> None:
    assert keys
    ana, ben = world.person(first_name="Ana"), world.person(first_name="Ben")
    world.add(Guardianship(minor_id=ben.user_id, guardian_id=ana.user_id, kept_at=NOW))
    event_id = world.event(price_cents=15_00)
    world.seat(event_id, ben, payment_status="pending", payment_amount_cents=15_00)
    cem = world.person(first_name="Cem")
    world.add(Guardianship(minor_id=cem.user_id, guardian_id=ana.user_id, kept_at=NOW))
    for at, who, cents in ((event_id, cem, 12_00), (world.event(price_cents=9_00), ben, 9_00)):
        world.seat(at, who, payment_status="pending", payment_amount_cents=cents)
    for who, name, cents in ((cem, "Cem", 12_00), (ben, "Ben", 15_00)):
        wanted = Wanted(event_id=event_id, for_id=who.user_id)
        found = world.do(show_checkout, replace(ana, first_name="Ana"), wanted=wanted)
        assert found.bill is not None
        told = found.bill.cents, found.bill.names, found.event, found.payer
        assert told == (cents, [name], None, "Ana")
    other = Wanted(event_id=world.rows(event_id)[0].id, for_id=ben.user_id)
    assert world.do(show_checkout, ana, wanted=other).bill is None
    assert world.do(show_checkout, world.person(), wanted=wanted).bill is None
