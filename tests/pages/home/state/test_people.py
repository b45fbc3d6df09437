"""'Your People' on the dashboard: a guardian's teenagers, the form for one, and the link."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
import sqlalchemy as sa

from rookiebattle import routes
from rookiebattle.accounts.models import AgeBand
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import new_id
from rookiebattle.core.pushing import live
from rookiebattle.guardians import dependents
from rookiebattle.guardians import service as guardians
from rookiebattle.guardians.models import Guardianship
from rookiebattle.guardians.schemas import DependentRead, DependentWrite, StandingRead
from rookiebattle.guardians.wording import TOO_YOUNG
from rookiebattle.pages.home.read import MOST_OF_EACH, People, Person
from rookiebattle.pages.home.state import PeopleState, load_people
from rookiebattle.pages.home.view import PeopleView, link_end, people_of
from rookiebattle.payments.models import Subscription
from rookiebattle.registrations.announcements import own_seats_topic
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
    async with worker_for(replace(mother, has_family=False)) as worker:
        tab = worker.tab(cookie=mother.user_id, path="/")
        await tab.send(State.open_form)
        await tab.send(State.add, form=TEEN | {"birthDate": "2020-01-01"})
        seen = tab.of(PeopleState)
        assert (seen["errors"], seen["is_adding"]) == ({"birthDate": TOO_YOUNG}, True)
        await tab.send(State.close)
        assert tab.of(PeopleState)["errors"] == {}
        await tab.send(State.add, form=TEEN)
        seen = tab.of(PeopleState)
        assert (seen["errors"], seen["is_adding"]) == ({}, False)
        # The gate resolved the mother before she had anybody.
        assert [one.name for one in seen["people"]] == ["Nori"]
        topic = own_seats_topic(seen["people"][0].id)
        assert live._subscriptions.subscribers([topic]) == [tab.token]
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
        assert [tab.of(PeopleState)[name] for name in ("link", "by_text", "by_email")] == [""] * 3
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
    night = datetime(2026, 3, 15, 2, tzinfo=UTC)
    for start in (night, night + timedelta(days=11)):
        owed = {"payment_status": "pending", "payment_amount_cents": 10_00}
        world.seat(world.event(start_at=start), Actor(user_id=teen.user_id), **owed)
    page = await shown_to(mother)
    assert len(page.people[0].events) == MOST_OF_EACH
    assert (page.people[0].events[0].when, page.bills) == ("Sat, Mar 14", ()), "there are no cards"


async def test_all_that_a_member_may_pay_is_in_one_list(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    # An administrator gave the tier, and the card pays another plan.
    mother = world.person(membership_tier="master", membership_status="active")
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
    world.write(sa.update(Subscription).values(status="active"))
    assert "dues" not in [one.id for one in (await shown_to(mother)).bills]


def test_a_card_has_the_days_of_the_club() -> None:
    """In the evening there it is the next day in London."""
    night = datetime(2026, 3, 14, 2, tzinfo=UTC)
    signed = StandingRead(form="minor", state="signed", version=1, signed_at=NOW, ends_at=night)
    who = DependentRead(
        user_id=new_id(),
        first_name=None,
        last_name=None,
        game_name="Oak",
        birth_date=date(2010, 3, 14),
        is_minor=True,
        can_log_in=True,
        may_end=True,
        waiver=signed,
    )
    (card,) = people_of(People([Person(who, [])], may_add=True), night).people
    assert (card.name, card.about, card.tone) == ("Oak", "15", "success")
    assert (card.waiver, card.is_linkable) == ("Waiver signed until Mar 13, 2026", False)
    assert link_end(night) == "Fri, Mar 13"
    paper = who.model_copy(update={"waiver": signed.model_copy(update={"state": "unverified"})})
    (card,) = people_of(People([Person(paper, [])], may_add=True), night).people
    assert card.sign == "", "nobody signs while a lead looks at the paper"


async def test_somebody_who_has_turned_18_is_asked_until_they_choose(world: World) -> None:
    mother, grown = world.person(first_name="Pat"), world.person()
    world.add(Guardianship(minor_id=grown.user_id, guardian_id=mother.user_id))
    assert (await shown_to(grown)).asked_about == "Pat"
    world.do(guardians.keep_sharing, grown, user_id=mother.user_id)
    assert (await shown_to(grown)).asked_about == ""
    assert (await shown_to(world.minor_of(mother))).asked_about == ""
