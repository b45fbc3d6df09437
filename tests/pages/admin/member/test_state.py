"""One member's page: what administrators read there, awarding, and undoing."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from rookiebattle.accounts.models import User
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.roles import Grant, Role
from rookiebattle.guardians.birthdays import UNDER_13
from rookiebattle.pages.admin.member.state import AdminMemberState, load
from rookiebattle.pages.admin.member.text import describe_member
from rookiebattle.pages.admin.member.view import AgeFacts, MemberPageView
from rookiebattle.progression.entering import Why, enter
from rookiebattle.progression.ledger import FactChange
from rookiebattle.ui.first_data import first_values
from rookiebattle.ui.views import Loaded
from tests.clocks import NOW
from tests.tab import Tab, toast, worker_for
from tests.world import World

pytestmark = pytest.mark.anyio
HANDLERS = AdminMemberState.event_handlers
NOBODY = "11111111-1111-4111-8111-111111111111"


@pytest.fixture
def ada(world: World) -> Actor:
    return world.person(first_name="Ada", last_name="Holloway", is_admin=True)


@pytest.fixture
def maya(world: World) -> Actor:
    return world.person(first_name="Maya", last_name="Ortiz", game_name="Kitsune")


@pytest.fixture
async def tab(ada: Actor, maya: Actor) -> AsyncIterator[Tab]:
    async with worker_for(ada) as worker:
        one = worker.tab(cookie=ada.user_id, path=f"/admin/users/{maya.user_id}")
        await one.send(HANDLERS["show"])
        yield one
        assert worker.failures == []


@pytest.mark.parametrize(
    ("email", "payments"),
    [
        ("maya+bus@example.org", "/admin/payments?q=maya%2Bbus%40example.org"),
        # Without an address there is nothing that the list could be searched for.
        (None, ""),
    ],
)
async def test_the_head_leads_to_the_members_payments(
    world: World, ada: Actor, email: str | None, payments: str
) -> None:
    user_id = world.person(email=email).user_id
    view = await load(ada, {"id": user_id})
    assert isinstance(view, MemberPageView)
    assert view.head.payments == payments


def vars_of(tab: Tab) -> dict[str, Any]:
    return tab.of(AdminMemberState)


def made(tab: Tab) -> list[Any]:
    return [one for day in vars_of(tab)["days"] for one in day.made]


async def award(tab: Tab, maya: Actor, bead: str = "red", **of: Any) -> None:
    await tab.send(HANDLERS["begin"])
    form = {"recordId": maya.user_id, "bead": bead, "count": "1", "reason": "", **of}
    await tab.send(HANDLERS["award"], form=form)


async def test_the_head_says_who_it_is(world: World, ada: Actor, maya: Actor, tab: Tab) -> None:
    head = vars_of(tab)["head"]
    assert (head.name, head.game_name, head.status) == ("Maya Ortiz", "“Kitsune”", "Inactive")
    assert head.note == "No one has logged in to this account yet"
    assert vars_of(tab)["days"] == []


async def test_attendance_is_counted_by_month(
    world: World, ada: Actor, maya: Actor, tab: Tab
) -> None:
    for day in ("2026-01-10", "2026-01-24", "2026-02-01"):
        # 2 AM in UTC on the first is still the evening of January 31 where the club is.
        start = datetime.fromisoformat(f"{day}T02:00+00:00")
        seat = {"checked_in_at": start}
        world.seat(world.event(ada, start_at=start), maya, **seat)
    await tab.send(HANDLERS["show"])
    shown = vars_of(tab)
    assert shown["attended"] == "3 events"
    assert [(one.month, one.events) for one in shown["months"]] == [("January 2026", "3 events")]


async def test_an_award_is_an_entry_with_its_author(maya: Actor, tab: Tab) -> None:
    await award(tab, maya, count="3", reason="Set up the field")
    assert toast(tab) == ("Awarded to Maya Ortiz", "3 red beads for Service")
    (entry,) = made(tab)
    assert (entry.title, entry.reason, entry.by) == (
        "3 Service beads",
        "Set up the field",
        "Ada Holloway",
    )
    shown = vars_of(tab)
    assert not shown["is_awarding"]
    assert shown["head"].progress.award_words == "3 award beads"


@pytest.mark.parametrize(
    ("bead", "field", "words"),
    [
        ("blue", "eventId", "Faction Champion names the event at which it was won"),
        ("purple", "incident", "Injury needs a note about what happened"),
        ("green", "approvedBy", "takes the approval of a Lead or 2IC"),
        ("black", "bead", "is awarded by a Lead only"),
    ],
)
async def test_a_rule_is_said_at_its_field(
    maya: Actor, tab: Tab, bead: str, field: str, words: str
) -> None:
    await award(tab, maya, bead)
    shown = vars_of(tab)
    assert shown["is_awarding"]
    assert shown["errors"].keys() == {field}
    assert words in shown["errors"][field]
    assert words in toast(tab)[1]
    assert made(tab) == []


async def test_a_number_that_is_none_is_said_at_its_field(maya: Actor, tab: Tab) -> None:
    for count in ("", "0", "101", "two", "1.5", "²", "9" * 5_000):
        await award(tab, maya, count=count)
        assert vars_of(tab)["errors"].keys() == {"count"}, count[:9]
    assert made(tab) == []


async def test_an_approved_medal_names_who_approved_it(world: World, maya: Actor, tab: Tab) -> None:
    lead = world.person(first_name="Lee", last_name="Park", admin_rank=3)
    world.person(first_name="Former", admin_rank=8, erased_at=NOW)
    await tab.send(HANDLERS["begin"])
    offered = [(one.value, one.label) for one in vars_of(tab)["approvers"]]
    assert offered == [("", "No one yet"), (lead.user_id, "Lee Park, Park Lead")]
    await award(tab, maya, "green", approvedBy=lead.user_id)
    (entry,) = made(tab)
    assert (entry.title, entry.approver) == ("1 Medal of Honor bead", "Lee Park")


async def test_what_another_bead_asked_for_is_not_sent(world: World, maya: Actor, tab: Tab) -> None:
    await award(tab, maya, incident="Typed before", approvedBy=NOBODY)
    (entry,) = made(tab)
    assert (entry.incident, entry.approver) == ("", "")


async def test_events_are_found_by_their_titles(world: World, maya: Actor, tab: Tab) -> None:
    duels = world.event(title="Night Duels 100%")
    for event_id, days in ((duels, -3), (world.event(title="Park Day"), -2)):
        world.change(event_id, start_at=NOW + timedelta(days=days))
    world.event(title="Duels to come")
    await tab.send(HANDLERS["begin"])
    assert [one.label.partition(" ·")[0] for one in vars_of(tab)["events"]] == [
        "No event",
        "Park Day",
        "Night Duels 100%",
    ]
    for text, found in (("duels", [duels]), ("100%", [duels]), ("%", [duels]), ("x", [])):
        await tab.send(HANDLERS["find_events"], text=text)
        assert [one.value for one in vars_of(tab)["events"]] == ["", *found]
    await award(tab, maya, "blue", eventId=duels)
    assert made(tab)[0].event_href == f"/events/{duels}"


async def test_undoing_asks_first_and_writes_the_opposite(maya: Actor, tab: Tab) -> None:
    await award(tab, maya, count="2")
    (entry,) = made(tab)
    await tab.send(HANDLERS["ask"], entry_id=entry.id)
    assert vars_of(tab)["doomed"].name == "2 Service beads"
    await tab.send(HANDLERS["close"])
    assert vars_of(tab)["doomed"].id == ""
    await tab.send(HANDLERS["ask"], entry_id=entry.id)
    await tab.send(HANDLERS["undo"], form={"recordId": entry.id, "reason": "A miscount"})
    assert toast(tab) == ("Undone", "")
    opposite, first = made(tab)
    assert (opposite.title, opposite.reason, opposite.mark) == (
        "2 Service beads taken back",
        "A miscount",
        "Correction",
    )
    assert (first.is_undone, first.may_undo, opposite.may_undo) == (True, False, True)
    assert vars_of(tab)["doomed"].id == ""


async def test_what_cannot_be_undone_any_more_is_told(maya: Actor, tab: Tab) -> None:
    await award(tab, maya)
    (entry,) = made(tab)
    for _ in range(2):
        await tab.send(HANDLERS["undo"], form={"recordId": entry.id, "reason": ""})
    assert toast(tab) == ("Error", "This entry was already undone.")
    await tab.send(HANDLERS["ask"], entry_id=NOBODY)
    assert vars_of(tab)["doomed"].id == ""


async def test_a_member_is_logged_out_everywhere(world: World, maya: Actor, tab: Tab) -> None:
    for _ in range(2):
        world.cookie_of(maya)
    await tab.send(HANDLERS["ask_to_log_out"])
    assert vars_of(tab)["is_logging_out"]
    await tab.send(HANDLERS["close"])
    assert not vars_of(tab)["is_logging_out"]
    for browsers in ("2 browsers", "0 browsers"):
        await tab.send(HANDLERS["log_out"], user_id=maya.user_id)
        assert toast(tab) == (f"Logged out of {browsers}", "")
    await tab.send(HANDLERS["log_out"], user_id=NOBODY)
    assert toast(tab) == ("Error", "This member doesn’t exist.")


async def test_a_lead_needs_nobody(world: World, maya: Actor) -> None:
    lead = world.person(is_admin=True, admin_rank=8)
    async with worker_for(lead) as worker:
        tab = worker.tab(cookie=lead.user_id, path=f"/admin/users/{maya.user_id}")
        await tab.send(HANDLERS["show"])
        await tab.send(HANDLERS["begin"])
        assert {"black", "green"} <= {*vars_of(tab)["alone"]}
        await award(tab, maya, "black")
        assert [one.title for one in made(tab)] == ["1 High Honor bead"]


async def test_an_address_of_nobody_says_so(ada: Actor) -> None:
    for id_ in (NOBODY, "junk", ""):
        view: Any = await load(ada, {"id": id_})
        assert view.missing


async def test_the_document_is_for_administrators(world: World, ada: Actor, maya: Actor) -> None:
    for actor in (VISITOR, maya):
        assert await describe_member(actor, maya.user_id) is None
        assert await load(actor, {"id": maya.user_id}) == Loaded()
        body = await first_values(f"admin/users/{maya.user_id}", actor, {}) or ""
        assert "Ortiz" not in body
    described = await describe_member(ada, maya.user_id)
    assert described
    assert "noindex" in described.head
    assert "Ortiz" not in described.head
    assert await describe_member(ada, NOBODY) is None
    assert "Ortiz" in (await first_values(f"admin/users/{maya.user_id}", ada, {}) or "")


async def test_a_long_timeline_has_pages_in_its_address(
    world: World, ada: Actor, maya: Actor
) -> None:
    with world.database.unit_of_work(write=True) as session:
        for number in range(60):
            row = session.get_one(User, maya.user_id)
            change = FactChange("award_beads.red", number, number + 1)
            enter(session, ada, changed=[(row, [change])], why=Why())
    for page, count in (("", 50), ("2", 10)):
        view: Any = await load(ada, {"id": maya.user_id, "page": page})
        assert sum(len(day.made) for day in view.days) == count
    assert view.pager.previous == f"/admin/users/{maya.user_id}?page=1"


async def test_an_administrator_mends_a_birth_date(world: World, ada: Actor, maya: Actor) -> None:
    teen = world.person(issuer="https://id.example.org", subject="t", age_band="minor")
    async with worker_for(ada) as worker:
        tab = worker.tab(cookie=ada.user_id, path=f"/admin/users/{teen.user_id}")
        await tab.send(HANDLERS["show"])
        assert vars_of(tab)["age"] == AgeFacts(True, "", "Not known", "Guardians: None")
        sent = {"recordId": teen.user_id}
        await tab.send(HANDLERS["mend_birth_date"], form=sent | {"birthDate": "2020-01-01"})
        assert vars_of(tab)["errors"] == {"birthDate": UNDER_13}
        await tab.send(HANDLERS["mend_birth_date"], form=sent | {"birthDate": "2010-01-02"})
        words = "Jan 2, 2010 (16 years old)"
        assert vars_of(tab)["errors"] == {}
        assert vars_of(tab)["age"] == AgeFacts(True, "2010-01-02", words, "Guardians: None")
    # A lead of the chapter reads the page without it.
    lead = replace(maya, grants=(Grant(Role.LEAD),))
    shown = await load(lead, {"id": teen.user_id})
    assert isinstance(shown, MemberPageView)
    assert shown.age == AgeFacts()
