"""The page of payments: its list, payments by hand, and what takes them back."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, cast
from urllib.parse import parse_qsl, urlsplit

import pytest
import sqlalchemy as sa

from rookiebattle.accounts.models import RoleGrant
from rookiebattle.core.actor import Actor
from rookiebattle.core.roles import Grant, Role
from rookiebattle.pages.admin.payments.state import BoardState, BooksState, load
from rookiebattle.pages.admin.payments.view import BooksView
from rookiebattle.payments import books
from rookiebattle.payments.models import PaymentOrder
from tests import factories
from tests.settled import settle
from tests.stripe_double.keys import take_cards
from tests.tab import Tab, opened, toast
from tests.world import World

pytestmark = pytest.mark.anyio
HANDLERS = BooksState.event_handlers
PAGE = "/admin/payments", HANDLERS


@pytest.fixture
def maya(world: World) -> Actor:
    return world.person(first_name="Maya", last_name="Reed", email="maya@example.org")


def pay(world: World, actor: Actor, **columns: Any) -> str:
    row = factories.payment(user_id=actor.user_id, **columns)
    payment_id = world.add(row)
    for entry in factories.entries_of(row):
        world.add(entry)
    return payment_id


def vars_of(tab: Tab) -> dict[str, Any]:
    return tab.of(BooksState)


async def record(tab: Tab, who: str = "maya@example.org", **form: str) -> None:
    await tab.send(HANDLERS["begin"])
    await tab.send(HANDLERS["find"], form={"text": who})
    (payer,) = vars_of(tab)["found"]
    await tab.send(HANDLERS["choose"], user_id=payer.user_id)
    await tab.send(HANDLERS["choose_what"], what=form["what"])
    await tab.send(HANDLERS["record"], form={"recordId": payer.user_id, **form})


@pytest.mark.parametrize(
    ("when", "found"),
    [
        ("month", ["Today", "Begun"]),
        ("last-month", ["Ended"]),
        ("year", ["Today", "Begun", "Ended", "New Year"]),
        ("last-year", ["Old Year"]),
        ("ever", ["Today", "Begun", "Ended", "New Year", "Old Year", "Long Ago"]),
    ],
)
async def test_the_treasurer_looks_at_a_month_or_a_year(
    world: World, ada: Actor, maya: Actor, when: str, found: list[str]
) -> None:
    # In Florida, where the books are kept, midnight is four or five hours later than in UTC.
    made = {
        "Long Ago": datetime(2025, 1, 1, 4, 59, tzinfo=UTC),
        "Old Year": datetime(2026, 1, 1, 4, 59, tzinfo=UTC),
        "New Year": datetime(2026, 1, 1, 5, 0, tzinfo=UTC),
        "Ended": datetime(2026, 3, 1, 4, 59, tzinfo=UTC),
        "Begun": datetime(2026, 3, 1, 5, 0, tzinfo=UTC),
        "Today": datetime(2026, 3, 14, 11, 0, tzinfo=UTC),
    }
    for number, (description, at) in enumerate(made.items(), 1):
        pay(world, maya, number=number, description=description, created_at=at)
    view: Any = await load(ada, {"when": when})
    assert [one.description for one in view.rows] == found
    assert view.sums[0].came == f"${len(found) * 25}.00"


async def test_the_treasurer_looks_at_one_event_or_at_some_days(
    world: World, ada: Actor, maya: Actor
) -> None:
    made = {
        "Fall Battle": datetime(2026, 3, 2, 4, 59, tzinfo=UTC),
        "Spring Battle": datetime(2026, 3, 2, 5, 0, tzinfo=UTC),
        "Raffle": datetime(2026, 3, 4, 4, 59, tzinfo=UTC),
        "Late": datetime(2026, 3, 4, 5, 0, tzinfo=UTC),
    }
    for number, (description, at) in enumerate(made.items(), 1):
        pay(world, maya, number=number, description=description, created_at=at)
    view: Any = await load(ada, {"about": "battle"})
    assert [one.description for one in view.rows] == ["Spring Battle", "Fall Battle"]
    assert view.file == "/api/admin/payments.csv?about=battle"
    view = await load(ada, {"from": "2026-03-02", "to": "2026-03-03"})
    assert [one.description for one in view.rows] == ["Raffle", "Spring Battle"]
    assert view.sums[0].came == "$50.00"
    # The treasurer's file is about the same days.
    asked = dict(parse_qsl(urlsplit(view.file).query))
    days = {"since": "2026-03-02T00:00:00-05:00", "until": "2026-03-04T00:00:00-05:00"}
    assert asked == days
    chosen = {"q": "maya", "about": "battle", "kind": "event", "method": "card", "status": "failed"}
    view = await load(ada, {**chosen, "from": "2026-03-02", "to": "2026-03-03"})
    assert dict(parse_qsl(urlsplit(view.file).query)) == chosen | days
    view = await load(ada, {"from": "soon", "to": "9999-12-31"})
    assert len(view.rows) == 4


async def test_a_member_leads_to_a_page_only_whoever_may_open_it(
    world: World, ada: Actor, maya: Actor
) -> None:
    pay(world, maya)
    treasurer = Actor(user_id=ada.user_id, grants=(Grant(Role.TREASURER),))
    # A lead of another chapter reads no member of this one.
    lead = replace(treasurer, grants=(*treasurer.grants, Grant(Role.LEAD, world.chapter())))
    readers = (ada, treasurer, lead)
    hrefs = [cast(BooksView, await load(one, {})).rows[0].member_href for one in readers]
    assert hrefs == [f"/admin/users/{maya.user_id}", "", ""]


@pytest.mark.parametrize(("text", "number"), [("reed may", 1), ("storm", 0), ("maya@ex", 0)])
async def test_a_chapters_treasurer_finds_payers_by_the_name_in_the_list_alone(
    world: World, text: str, number: int
) -> None:
    """Letter by letter, a search would tell an address, and whose game name it is."""
    maya = world.person(
        first_name="Maya", last_name="Reed", game_name="Storm", email="maya@example.org"
    )
    event_id = world.event(chapter_id=(north := world.chapter()))
    pay(world, maya, payment_type="event", event_id=event_id)
    treasurer = Actor(user_id=maya.user_id, grants=(Grant(Role.TREASURER, north),))
    view: Any = await load(treasurer, {"q": text})
    assert [one.member for one in view.rows] == ["Maya Reed"] * number


async def test_the_address_says_what_is_listed(world: World, ada: Actor, maya: Actor) -> None:
    theo = world.person(first_name="Theo", email="theo@example.org")
    pay(world, maya, cents=20_00, description="Raffle")
    pay(world, maya, number=2, method="hand", refunded_cents=25_00, status="refunded")
    pay(world, theo, payment_type="event", description="Park Day")
    view: Any = await load(ada, {})
    assert view.frame.count == "3 payments"
    view = await load(ada, {"q": "maya", "sort": "oldest"})
    told = [(one.member, one.description, one.about, one.amount) for one in view.rows]
    assert told == [
        ("Maya Reed", "Raffle", "Donation, card", "$20.00"),
        ("Maya Reed", "Donation", "Donation, in person", "$25.00"),
    ]
    assert [one.returned for one in view.rows] == ["", "$25.00 refunded"]
    told = [(one.way, one.came, one.back, one.kept) for one in view.sums]
    assert told == [
        ("Card", "$20.00", "$0.00", "$20.00"),
        ("In person", "$25.00", "$25.00", "$0.00"),
        ("Total", "$45.00", "$25.00", "$20.00"),
    ]
    view = await load(ada, {"kind": "event"})
    assert [one.member for one in view.rows] == ["Theo"]
    view = await load(ada, {"method": "hand", "status": "completed"})
    assert view.rows == []
    view = await load(ada, {"q": "nobody", "status": "nonsense"})
    assert view.rows == []


async def test_very_many_payments_are_counted_up_to_a_limit(
    world: World, ada: Actor, maya: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(books, "MOST_COUNTED", 30)
    for number in range(1, 62):
        pay(world, maya, number=number)
    for page, rows, onward in ((1, 25, True), (2, 25, True), (3, 11, False)):
        view: Any = await load(ada, {"page": str(page)})
        assert view.frame.count == "More than 30 payments"
        assert (len(view.rows), bool(view.frame.pager.next)) == (rows, onward)


async def test_a_long_list_is_added_up_when_asked(
    world: World, maya: Actor, tab: Tab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(books, "MOST_COUNTED", 1)
    for number in (1, 2):
        pay(world, maya, number=number, cents=20_00)
    await tab.send(HANDLERS["show"])
    shown = vars_of(tab)
    assert (shown["sums"], shown["may_be_summed"]) == ([], True)
    await tab.send(HANDLERS["add_up"])
    assert [(one.way, one.came) for one in vars_of(tab)["sums"]] == [("Card", "$40.00")]
    await tab.send(HANDLERS["show"])
    assert vars_of(tab)["sums"] == []


async def test_a_membership_is_recorded_and_taken_back(world: World, maya: Actor, tab: Tab) -> None:
    await record(tab, " Maya@example.org ", what="premium")
    assert toast(tab) == ("Payment recorded", "")
    (row,) = vars_of(tab)["rows"]
    told = (row.description, row.amount, row.act_label)
    assert told == ("Supporting Member", "$20.00", "Void")
    await tab.send(HANDLERS["ask"], payment_id=row.id)
    assert vars_of(tab)["question"].title == "Void “Supporting Member, $20.00”?"
    await tab.send(HANDLERS["settle"], payment_id=row.id)
    assert toast(tab) == ("Payment voided", "")
    (row,) = vars_of(tab)["rows"]
    assert (row.status, row.act) == ("Refunded", "")
    await tab.send(HANDLERS["ask"], payment_id=row.id)
    assert vars_of(tab)["question"].id == ""


async def test_money_that_no_card_got_back_is_handed_back_and_not_after_all(
    world: World, maya: Actor, tab: Tab
) -> None:
    payment_id = pay(world, maya, cents=20_00)
    await tab.send(HANDLERS["show"])
    assert [one.act for one in vars_of(tab)["rows"]] == [""]
    world.add(factories.payment_order(payment_id=payment_id, state="failed", cents=20_00))
    what = "“Donation, $20.00”"
    for act, returned, asked, done, after in (
        (
            *("hand_back", "Refund failed", f"Refunded {what} in person?"),
            *("Marked as refunded in person", "Refunded"),
        ),
        (
            *("keep", "$20.00 refunded", f"Not refunded {what} after all?"),
            *("Marked as not refunded", "Completed"),
        ),
    ):
        await tab.send(HANDLERS["show"])
        (row,) = vars_of(tab)["rows"]
        assert (row.act, row.returned) == (act, returned)
        await tab.send(HANDLERS["settle"], payment_id=row.id)
        assert vars_of(tab)["rows"] == [row]
        await tab.send(HANDLERS["ask"], payment_id=row.id)
        assert vars_of(tab)["question"].title == asked
        await tab.send(HANDLERS["settle"], payment_id=row.id)
        assert toast(tab) == (done, "")
        assert [one.status for one in vars_of(tab)["rows"]] == [after]


async def test_an_amount_and_words_are_asked_for_and_kept_for_a_donation_alone(
    maya: Actor, tab: Tab
) -> None:
    await record(tab, what="premium", amount="5", description="Check no. 1042")
    (row,) = vars_of(tab)["rows"]
    assert (row.description, row.amount) == ("Supporting Member", "$20.00")
    await tab.send(HANDLERS["choose_what"], what="donation")
    assert vars_of(tab)["is_gift"]
    await tab.send(HANDLERS["choose_what"], what="master")
    assert not vars_of(tab)["is_gift"]


async def test_the_payer_is_found_by_name_and_may_be_chosen_again(
    world: World, maya: Actor, tab: Tab
) -> None:
    chapter_id = world.chapter("Tampa")
    world.person(
        first_name="Mayra", game_name="Storm", email="m@example.org", chapter_id=chapter_id
    )
    await tab.send(HANDLERS["begin"])
    await tab.send(HANDLERS["find"], form={"text": "may"})
    told = [(one.name, one.known_as, one.about) for one in vars_of(tab)["found"]]
    assert told == [
        ("Maya Reed", "", "maya@example.org"),
        ("Mayra", "“Storm”", "m@example.org · Tampa"),
    ]
    await tab.send(HANDLERS["choose"], user_id=maya.user_id)
    assert vars_of(tab)["payer"].name == "Maya Reed"
    await tab.send(HANDLERS["choose_again"])
    shown = vars_of(tab)
    assert (shown["payer"].user_id, shown["text"]) == ("", "may")
    await tab.send(HANDLERS["find"], form={"text": " "})
    assert (vars_of(tab)["text"], vars_of(tab)["found"]) == ("", [])
    # A person who was not found cannot be chosen, and nothing is recorded for nobody.
    await tab.send(HANDLERS["choose"], user_id=maya.user_id)
    assert vars_of(tab)["payer"].user_id == ""
    await tab.send(HANDLERS["record"], form={"recordId": maya.user_id, "what": "premium"})
    assert vars_of(tab)["rows"] == []


async def test_a_form_that_is_sent_twice_is_one_payment(maya: Actor, tab: Tab) -> None:
    form = {"what": "premium"}
    for _ in range(2):
        await record(tab, **form)
    assert len(vars_of(tab)["rows"]) == 2
    await tab.send(HANDLERS["record"], form={"recordId": maya.user_id, **form})
    assert toast(tab) == ("Payment recorded", "")
    assert len(vars_of(tab)["rows"]) == 2


async def test_a_check_is_listed_with_its_number(maya: Actor, tab: Tab) -> None:
    check = {"means": "check", "reference": "1042", "receivedOn": "2026-03-10"}
    await record(tab, what="premium", **check)
    assert [one.about for one in vars_of(tab)["rows"]] == [
        "Membership, check 1042, received Mar 10, 2026"
    ]
    await record(tab, what="premium", receivedOn="2030-01-01")
    assert vars_of(tab)["errors"] == {"receivedOn": "This day is in the future"}


async def test_a_wrong_form_stays_open_at_its_field(maya: Actor, tab: Tab) -> None:
    for amount in ("", "0.10"):
        before = toast(tab)
        await record(tab, what="donation", amount=amount)
        shown = vars_of(tab)
        assert (shown["is_open"], set(shown["errors"])) == (True, {"amount"})
        # The field says it; a toast would say it twice.
        assert toast(tab) == before
    await record(tab, what="donation", amount="12", description="Raffle")
    shown = vars_of(tab)
    assert not shown["is_open"]
    assert [(one.description, one.amount) for one in shown["rows"]] == [("Raffle", "$12.00")]
    await tab.send(HANDLERS["begin"])
    await tab.send(HANDLERS["close"])
    assert not vars_of(tab)["is_open"]


@pytest.mark.parametrize(
    ("query", "payer", "text"),
    [
        ("?q=maya%40example.org", "Maya Reed", "maya@example.org"),
        ("?q=Reed", "Maya Reed", "Reed"),
        ("?q=ma", "", "ma"),
        ("", "", ""),
    ],
)
async def test_the_form_begins_with_the_one_member_who_was_searched_for(
    world: World, ada: Actor, maya: Actor, query: str, payer: str, text: str
) -> None:
    world.person(first_name="Max", email="max@example.org")
    async with opened(ada, f"/admin/payments{query}", HANDLERS["show"]) as tab:
        await tab.send(HANDLERS["begin"])
        shown = vars_of(tab)
        assert (shown["payer"].name, shown["text"]) == (payer, text)


async def test_a_row_opens_with_its_steps_and_its_one_act(
    world: World, maya: Actor, tab: Tab
) -> None:
    await record(tab, what="premium")
    (row,) = vars_of(tab)["rows"]
    await tab.send(HANDLERS["open_row"], payment_id=row.id)
    assert vars_of(tab)["opened"] == row
    assert [(one.words, one.amount) for one in vars_of(tab)["steps"]] == [("Recorded", "$20.00")]
    await tab.send(HANDLERS["ask"], payment_id=row.id)
    told = vars_of(tab)
    assert (told["opened"].id, told["question"].label) == ("", "Void")
    await tab.send(HANDLERS["open_row"], payment_id=row.id)
    await tab.send(HANDLERS["close"])
    assert vars_of(tab)["opened"].id == ""
    await tab.send(HANDLERS["open_row"], payment_id=maya.user_id)
    assert vars_of(tab)["opened"].id == ""


async def test_cash_for_a_seat_is_refunded_from_its_row(
    world: World, maya: Actor, tab: Tab
) -> None:
    event_id = world.event(price_cents=10_00)
    world.seat(event_id, maya, payment_status="pending", payment_amount_cents=10_00)
    seat: dict[str, Any] = {"event_id": event_id, "user_id": maya.user_id}
    world.do(settle, world.person(is_admin=True), **seat, status="completed")
    await tab.send(HANDLERS["show"])
    (row,) = vars_of(tab)["rows"]
    assert (row.act, row.act_label) == ("refund_cash", "Refund")
    await tab.send(HANDLERS["ask"], payment_id=row.id)
    await tab.send(HANDLERS["settle"], payment_id=row.id)
    assert toast(tab) == ("Marked as refunded", "")
    (row,) = vars_of(tab)["rows"]
    assert (row.status, row.act) == ("Refunded", "")


async def test_half_of_a_card_payment_is_refunded_from_its_row(
    world: World, maya: Actor, tab: Tab, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    payment_id = pay(world, maya, cents=20_00, stripe_payment_intent_id="pi_half")
    await tab.send(HANDLERS["show"])
    await tab.send(HANDLERS["ask"], payment_id=payment_id)
    asked = vars_of(tab)["question"]
    assert (asked.act, asked.left) == ("refund", "20.00")
    form = {"recordId": payment_id, "amount": "20.01"}
    await tab.send(HANDLERS["refund"], form=form)
    assert vars_of(tab)["errors"] == {
        "amount": "Enter an amount up to $20.00, which is left of this payment."
    }
    await tab.send(HANDLERS["refund"], form={**form, "amount": "10"})
    assert toast(tab) == ("The refund is on its way to the card", "")
    assert vars_of(tab)["question"].id == ""
    with world.database.unit_of_work(write=False) as session:
        order = session.scalars(sa.select(PaymentOrder)).one()
        assert (order.kind, order.cents) == ("refund", 10_00)


async def test_a_treasurer_sees_the_accounts_and_not_the_rules_of_voting(world: World) -> None:
    row = factories.person(holds_roles=True)
    world.add(row)
    world.add(RoleGrant(user_id=row.id, role="treasurer", given_by=row.id))
    treasurer = factories.actor_of(row, grants=(Grant(Role.TREASURER),))
    async with opened(treasurer, "/admin/payments", HANDLERS["show"]) as tab:
        await tab.send(BoardState.event_handlers["open"])
        shown = tab.of(BoardState)
    assert (shown["is_open"], shown["is_board"], shown["keeps_all"]) == (True, False, True)
    assert shown["codes"] == {"subscription": "", "donation": "", "event": ""}
    assert shown["books"].endswith("month=2026-03")
