"""Tokens and credit as programs and pages read them."""

from typing import Any
from zoneinfo import ZoneInfo

import pytest

from rookiebattle.core import clock
from rookiebattle.core.pagination import Window
from rookiebattle.core.values.dates import date_words
from rookiebattle.pages.admin.roster.url import shape_of
from rookiebattle.pages.admin.roster.view.roster import RosterRow, view_of
from rookiebattle.pages.checkout.read import show_checkout
from rookiebattle.pages.checkout.url import read_query
from rookiebattle.pages.checkout.view import CheckoutView
from rookiebattle.pages.checkout.view import view_of as checkout_of
from rookiebattle.pages.membership.view.own import perks_of
from rookiebattle.payments import service
from rookiebattle.payments.wording import NOTHING_OWED
from rookiebattle.registrations.schemas import RosterSearch
from rookiebattle.registrations.service import roster
from rookiebattle.settings import get_settings
from rookiebattle.ui.list_query import read_query as list_query
from tests.matrix.cast import lift_limits
from tests.payments.door import Door
from tests.payments.sustainer import Club
from tests.payments.till import Till

pytestmark = pytest.mark.anyio
ZONE = ZoneInfo("America/New_York")


@pytest.fixture
def club(till: Till, monkeypatch: pytest.MonkeyPatch) -> Club:
    lift_limits(monkeypatch)
    return Club(till)


def checkout(club: Club, event_id: str, **query: str) -> CheckoutView:
    asked = read_query({"type": "payment", "event": event_id, **query})
    found = club.till.do(show_checkout, club.sam, wanted=asked)
    return checkout_of(found, get_settings(), clock.now())


def row_for(club: Club, event_id: str) -> RosterRow:
    reader: dict[str, Any] = {"event_id": event_id}
    found = club.till.do(
        roster.read_roster, club.organizer, wanted=RosterSearch(window=Window(50)), **reader
    )
    offers = club.till.do(service.offers_at, club.organizer, **reader)
    query = list_query(shape_of(event_id), {})
    (row,) = view_of(query, found, clock.now(), offers=offers).rows
    return row


async def test_a_program_uses_a_token_and_reads_its_ledger(club: Club) -> None:
    door, park, gate = Door(club.sam, club.organizer), club.event(), club.event()
    start, own = "/api/create-payment-intent", "/api/membership/perks"
    told = (await door.ask(club.sam, "GET", own)).json()
    assert (told["tokens"], told["weekendCredit"], told["isActive"]) == (1, "10.00", True)
    club.register(park)
    body = {"eventId": park, "usePerks": True}
    paid = (await door.ask(club.sam, "POST", start, body, idempotency_key="k")).json()
    again = (await door.ask(club.sam, "POST", start, body, idempotency_key="k")).json()
    assert paid == again
    assert (paid["status"], paid["amount"], paid["clientSecret"]) == ("completed", "0.00", None)
    club.register(gate)
    seat = f"/api/events/{gate}/registrations/{club.sam.user_id}/perk"
    assert (await door.ask(club.organizer, "PUT", seat)).status_code == 409
    await door.ask(club.sam, "DELETE", f"/api/events/{park}/unregister")
    assert (await door.ask(club.organizer, "PUT", seat)).json()["paymentStatus"] == "credit"
    assert (await door.ask(club.organizer, "DELETE", seat)).json()["paymentStatus"] == "pending"
    told = (await door.ask(club.sam, "GET", own)).json()
    lines = [(one["what"], one["amount"]) for one in told["history"] if one["kind"] == "token"]
    assert lines == [("given_back", "1"), ("used", "-1")] * 2 + [("granted", "1")]


async def test_the_checkout_says_what_a_perk_pays_and_lets_it_be_kept(club: Club) -> None:
    park, melee = club.event(), club.event(45_00, weekend=True)
    for event_id in (park, melee):
        club.register(event_id)
    view = checkout(club, park)
    assert [one.amount for one in view.lines] == ["$10.00", "−$5.00", "−$5.00"]
    assert (view.total, view.is_free, view.purchase.press) == (
        "$0.00",
        True,
        "Use My Park-Day Token",
    )
    assert view.purchase.body == {"eventId": park, "usePerks": "true"}
    kept = checkout(club, park, perks="keep")
    assert (kept.total, kept.is_free, kept.choice) == ("$5.00", False, "Use your park-day token")
    assert kept.purchase.body == {"eventId": park, "usePerks": "false"}
    assert "perks=keep" in view.choice_href
    # Once the credit is set aside, the page says the same.
    before = checkout(club, melee)
    await club.start(melee)
    assert (before.total, checkout(club, melee).total) == ("$30.00", "$30.00")
    assert (before.purchase.press, checkout(club, melee, perks="keep").total) == ("", "$40.00")
    await club.start(park)
    settled = checkout(club, park)
    assert (settled.problem, settled.choice) == (f"{NOTHING_OWED}.", "")


def test_the_roster_offers_what_pays_and_what_takes_it_back(club: Club) -> None:
    melee = club.event(45_00, weekend=True)
    club.register(melee)
    row = row_for(club, melee)
    assert (row.perk, row.by_plan, row.may_return) == ("Use $10.00 Credit", "", False)
    club.at_gate(service.use_for, melee)
    row = row_for(club, melee)
    assert (row.perk, row.amount, row.by_plan) == ("", "$30.00", "$10.00 by plan")
    assert row.may_return


def test_the_membership_page_tells_what_there_is_and_what_became_of_it(club: Club) -> None:
    park = club.event(title="Oak Day")
    club.register(park)
    club.at_gate(service.use_for, park)
    mine = club.till.do(service.own_perks, club.sam)
    view = perks_of(mine, ZONE)
    assert mine.credit_until
    until = date_words(mine.credit_until.astimezone(ZONE))
    assert view.words == f"$10.00 weekend credit until {until}"
    assert [(one.what, one.amount) for one in view.rows] == [
        ("Used: Oak Day", "−1 park-day token"),
        ("With your plan", "+$10.00 weekend credit"),
        ("With your plan", "+1 park-day token"),
    ]
    nobody = club.till.do(service.own_perks, club.organizer)
    assert (perks_of(nobody, ZONE).words, perks_of(nobody, ZONE).rows) == ("", ())
