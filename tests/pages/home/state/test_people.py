"""'Your People' on the dashboard: a guardian's teenagers, the form for one, and the link."""

from datetime import timedelta

import pytest

from rookiebattle import routes
from rookiebattle.accounts.models import AgeBand
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import new_id
from rookiebattle.guardians import dependents
from rookiebattle.guardians import service as guardians
from rookiebattle.guardians.models import Guardianship
from rookiebattle.guardians.schemas import DependentRead, DependentWrite, StandingRead
from rookiebattle.guardians.wording import TOO_YOUNG
from rookiebattle.pages.home.read import People, Person
from rookiebattle.pages.home.state import PeopleState, load_people
from rookiebattle.pages.home.view import PeopleView, people_of
from rookiebattle.payments.models import Subscription
from rookiebattle.registrations.wording import PAY_NOW
from rookiebattle.ui.typed import page_vars
from rookiebattle.ui.views import Loaded
from tests.clocks import NOW
from tests.stripe_double.keys import take_cards
from tests.tab import worker_for
from tests.world import World

pytestmark = pytest.mark.anyio
State = page_vars(PeopleState)
TEEN = {"firstName": "Nori", "lastName": "", "gameName": "Small Storm", "birthDate": "2011-05-04"}


async def shown_to(actor: Actor) -> PeopleView:
    view = await load_people(actor, {})
    assert isinstance(view, PeopleView)
    return view


async def test_an_adult_may_add_a_teenager_and_a_minor_may_not(world: World) -> None:
    assert await load_people(VISITOR, {}) == Loaded()
    assert await shown_to(world.person()) == PeopleView([], may_add=True)
    assert await shown_to(world.person(age_band=AgeBand.MINOR)) == PeopleView([], may_add=False)
    assert not (await shown_to(world.person(age_band=None))).may_add


async def test_a_guardian_adds_a_teenager_and_passes_the_link_on(world: World) -> None:
    mother = world.person()
    async with worker_for(mother) as worker:
        tab = worker.tab(cookie=mother.user_id, path="/")
        await tab.send(State.open_form)
        await tab.send(State.add, form=TEEN | {"birthDate": "2020-01-01"})
        seen = tab.of(PeopleState)
        assert (seen["errors"], seen["is_adding"]) == ({"birthDate": TOO_YOUNG}, True)
        await tab.send(State.add, form=TEEN)
        seen = tab.of(PeopleState)
        assert (seen["errors"], seen["is_adding"]) == ({}, False)
        (card,) = (await shown_to(mother)).people
        assert (card.name, card.about, card.waiver) == (
            *("Nori", "\u2068“Small Storm”\u2069 · 14"),
            "Waiver missing",
        )
        assert (card.is_linkable, card.may_end, card.events) == (True, False, [])
        await tab.send(State.make_link, user_id=card.id)
        seen = tab.of(PeopleState)
        assert "/family/claim/" in seen["link"]
        assert (seen["link_name"], seen["link_ends"]) == ("Nori", "Sat, Mar 21")
        assert seen["by_text"].startswith("sms:?&body=http")
        await tab.send(State.close)
        assert tab.of(PeopleState)["link"] == ""
        # Nobody else looks after the account.
        await tab.send(State.end, user_id=card.id)
        assert len((await shown_to(mother)).people) == 1
        await tab.send(State.make_link, user_id=mother.user_id)
        assert tab.of(PeopleState)["link"] == ""


async def test_the_next_events_of_each_person_are_listed(world: World) -> None:
    mother = world.person()
    values = DependentWrite.model_validate(TEEN)
    teen = world.do(dependents.add_dependent, mother, values=values)
    event_id = world.event(title="Castle Day")
    world.seat(event_id, Actor(user_id=teen.user_id))
    (card,) = (await shown_to(mother)).people
    assert [(one.title, one.href) for one in card.events] == [("Castle Day", f"/events/{event_id}")]


async def test_all_that_a_member_may_pay_is_in_one_list(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    mother = world.person(membership_tier="premium", membership_status="active")
    owed = {"payment_status": "pending", "payment_amount_cents": 10_00}
    alone, both = (world.event(price_cents=10_00, title=title) for title in ("Alone", "Both"))
    for event_id, who in ((alone, mother), (both, mother), (both, world.minor_of(mother))):
        world.seat(event_id, who, **owed)
    until = NOW + timedelta(days=9)
    world.add(
        Subscription(
            user_id=mother.user_id,
            live_of=mother.user_id,
            plan="premium",
            status="past_due",
            stripe_subscription_id="sub_1",
            paid_until=until,
        )
    )
    dues, *seats = (await shown_to(mother)).bills
    assert (dues.words, dues.label) == ("Supporting Member dues: the last payment failed", PAY_NOW)
    assert dues.href == routes.checkout("subscription", plan="premium")
    told = {one.words: (one.label, one.href) for one in seats}
    assert told == {
        "Alone": ("Pay $10.00", routes.checkout("payment", event=alone)),
        "Both, for you and Rowan": ("Pay $20.00", routes.checkout("payment", event=both)),
    }


def test_a_signed_waiver_says_until_when() -> None:
    signed = StandingRead(form="minor", state="signed", version=1, signed_at=NOW, ends_at=NOW)
    who = DependentRead(
        user_id=new_id(),
        first_name=None,
        last_name=None,
        game_name="Oak",
        birth_date=None,
        is_minor=True,
        can_log_in=True,
        may_end=True,
        waiver=signed,
    )
    (card,) = people_of(People([Person(who, [])], may_add=True), NOW).people
    assert (card.name, card.about, card.tone) == ("Oak", "", "success")
    assert card.waiver == "Waiver signed until Mar 14, 2026"


async def test_somebody_who_has_turned_18_is_asked_until_they_choose(world: World) -> None:
    mother, grown = world.person(first_name="Pat"), world.person()
    world.add(Guardianship(minor_id=grown.user_id, guardian_id=mother.user_id))
    assert (await shown_to(grown)).asked_about == "Pat"
    world.do(guardians.keep_sharing, grown, user_id=mother.user_id)
    assert (await shown_to(grown)).asked_about == ""
