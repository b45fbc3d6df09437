"""The seats on open pages follow what other people do, without a reload."""

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.people import Person, wait_until_ready
from tests.journeys.stage import ORGANIZER, Stage, evening
from tests.journeys.translation import translate

FREE = re.compile(r"^Register\b")
"""The button of a free event; in a list its name goes on with the event's."""


def test_the_count_follows_on_every_page_that_shows_the_event(
    visitor: Person, member: Person, other: Person, stage: Stage
) -> None:
    event_id = stage.event("Spear Class", max_participants=8, taken_by=[ORGANIZER])
    visitor.open(f"/events?view=list&month={evening(3):%Y-%m}")
    expect(visitor.page.get_by_text("1 of 8 seats").first).to_be_visible()
    other.open(f"/events/{event_id}")
    expect(other.page.get_by_text("1 of 8 seats").first).to_be_visible()
    translate(visitor)
    translate(other)
    member.open(f"/events/{event_id}")
    member.page.get_by_role("button", name="Register").first.click()
    member.expect_toast("Successfully registered for event!")
    expect(visitor.page.get_by_text("2 of 8 seats").first).to_be_visible()
    expect(other.page.get_by_text("2 of 8 seats").first).to_be_visible()
    expect(visitor.page.get_by_text("1 of 8 seats")).to_have_count(0)
    member.page.get_by_role("button", name="Unregister").first.click()
    expect(visitor.page.get_by_text("1 of 8 seats").first).to_be_visible()


@pytest.mark.whole
def test_the_last_seat_closes_the_event_for_everybody_who_looks(
    member: Person, other: Person, stage: Stage
) -> None:
    event_id = stage.event("Last Seat", max_participants=1)
    other.open(f"/events/{event_id}")
    expect(other.page.get_by_role("button", name="Register").first).to_be_enabled()
    member.open("/events")
    member.page.get_by_role("button", name="Register").first.click()
    expect(other.page.get_by_text("Event is full").filter(visible=True)).to_have_count(1)
    expect(other.page.get_by_role("button", name="Register")).to_have_count(0)
    assert stage.seats(event_id) == (1, 1)


def test_open_pages_follow_a_change_and_the_deletion_of_an_event(
    visitor: Person, member: Person, organizer: Person, stage: Stage
) -> None:
    event_id = stage.event("Spear Class", organizer=ORGANIZER)
    page = visitor.open(f"/events/{event_id}")
    expect(page.get_by_role("heading", name="Spear Class")).to_be_visible()
    # A browser that translates pages takes the texts away that React knows.
    translate(visitor)
    listed = member.open(f"/events?view=list&month={evening(3):%Y-%m}")
    expect(listed.get_by_role("button", name="Register").first).to_be_enabled()
    request, path = organizer.page.request, f"{organizer.url}/api/events/{event_id}"
    headers = {"origin": organizer.url}
    assert request.patch(path, data={"title": "Shield Class"}, headers=headers).status == 200
    visitor.expect_toast("This event was just changed")
    expect(page.get_by_role("heading", name="Shield Class")).to_be_visible()
    assert request.delete(path, headers=headers).status == 204
    visitor.expect_toast("This event is no longer here")
    expect(page.get_by_role("heading", name="Event not found")).to_be_visible()
    expect(listed.get_by_role("button", name="No longer here").first).to_be_disabled()
    expect(listed.get_by_role("button", name="Register")).to_have_count(0)
    visitor.look_over("event-withdrawn")
    member.look_over("events-deleted")


def test_an_open_dashboard_shows_a_new_notification_and_drops_a_deleted_one(
    member: Person, admin: Person
) -> None:
    member.open("/")
    expect(member.page.get_by_role("heading", name="Welcome back, Maya!")).to_be_visible()
    request, headers = admin.page.request, {"origin": admin.url}
    path = f"{admin.url}/api/admin/notifications"
    told = {"title": "Rain today", "message": "The lower field is closed.", "type": "warning"}
    answer = request.post(path, data=told, headers=headers)
    assert answer.status == 201, answer.text()
    shown = member.page.get_by_role("region", name="Notifications").get_by_text("Rain today")
    expect(shown).to_be_visible()
    assert request.delete(f"{path}/{answer.json()['id']}", headers=headers).status == 204
    expect(shown).to_have_count(0)


def test_a_seat_that_another_tab_takes_or_gives_up_is_shown_without_a_reload(
    member: Person, other: Person, stage: Stage
) -> None:
    event_id = stage.event("Spear Class", max_participants=8)
    first = member.open(f"/events/{event_id}")
    tabs = [first.context.new_page() for _ in range(4)]
    for tab, path in zip(tabs, (f"/events/{event_id}", "/events", "/my-events", "/"), strict=True):
        tab.goto(member.url + path)
        wait_until_ready(tab)
    offers, own = tabs[:2], tabs[2:]
    for tab in own:
        expect(tab.get_by_role("link", name="Spear Class")).to_have_count(0)
    stranger = other.open("/events")
    first.get_by_role("button", name="Register").locator("visible=true").first.click()
    member.expect_toast("Successfully registered for event!")
    for tab in offers:
        registered = tab.get_by_role("button", name="Registered ✓").locator("visible=true")
        expect(registered.first).to_be_visible()
        expect(tab.get_by_role("button", name=FREE)).to_have_count(0)
    for tab in own:
        expect(tab.get_by_role("heading", name="Spear Class").first).to_be_visible()
    expect(stranger.get_by_text("1 of 8 seats").locator("visible=true").first).to_be_visible()
    theirs = stranger.get_by_role("button", name=FREE)
    expect(theirs.locator("visible=true").first).to_be_enabled()
    first.get_by_role("button", name="Unregister").locator("visible=true").first.click()
    for tab in offers:
        register = tab.get_by_role("button", name=FREE).locator("visible=true")
        expect(register.first).to_be_enabled()
    for tab in own:
        expect(tab.get_by_role("heading", name="Spear Class")).to_have_count(0)
