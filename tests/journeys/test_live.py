"""The seats on open pages follow what other people do, without a reload."""

from playwright.sync_api import expect

from tests.journeys.people import Person
from tests.journeys.stage import ORGANIZER, Stage, evening


def test_the_count_follows_on_every_page_that_shows_the_event(
    visitor: Person, member: Person, other: Person, stage: Stage
) -> None:
    event_id = stage.event("Spear Class", max_participants=8, taken_by=[ORGANIZER])
    visitor.open(f"/events?view=list&month={evening(3):%Y-%m}")
    expect(visitor.page.get_by_text("1 of 8 seats").first).to_be_visible()
    other.open(f"/events/{event_id}")
    expect(other.page.get_by_text("1 of 8 seats").first).to_be_visible()
    member.open(f"/events/{event_id}")
    member.page.get_by_role("button", name="Register").first.click()
    member.expect_toast("Successfully registered for event!")
    expect(visitor.page.get_by_text("2 of 8 seats").first).to_be_visible()
    expect(other.page.get_by_text("2 of 8 seats").first).to_be_visible()
    expect(visitor.page.get_by_text("1 of 8 seats")).to_have_count(0)
    member.page.get_by_role("button", name="Unregister").first.click()
    expect(visitor.page.get_by_text("1 of 8 seats").first).to_be_visible()


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


def test_an_open_event_page_follows_a_change_and_the_deletion(
    visitor: Person, organizer: Person, stage: Stage
) -> None:
    event_id = stage.event("Spear Class", organizer=ORGANIZER)
    visitor.open(f"/events/{event_id}")
    expect(visitor.page.get_by_role("heading", name="Spear Class")).to_be_visible()
    request, path = organizer.page.request, f"{organizer.url}/api/events/{event_id}"
    headers = {"origin": organizer.url}
    assert request.patch(path, data={"title": "Shield Class"}, headers=headers).status == 200
    visitor.expect_toast("This event has just been changed")
    expect(visitor.page.get_by_role("heading", name="Shield Class")).to_be_visible()
    assert request.delete(path, headers=headers).status == 204
    visitor.expect_toast("This event is no longer here")
    expect(visitor.page.get_by_role("heading", name="Event not found")).to_be_visible()
    visitor.photograph("event-withdrawn")


def test_an_open_list_says_that_an_event_was_deleted(
    visitor: Person, organizer: Person, stage: Stage
) -> None:
    event_id = stage.event("Spear Class", organizer=ORGANIZER)
    page = visitor.open(f"/events?view=list&month={evening(3):%Y-%m}")
    expect(page.get_by_role("button", name="Register").first).to_be_enabled()
    path, headers = f"{organizer.url}/api/events/{event_id}", {"origin": organizer.url}
    assert organizer.page.request.delete(path, headers=headers).status == 204
    gone = page.get_by_role("button", name="No longer here").first
    expect(gone).to_be_disabled()
    expect(page.get_by_role("button", name="Register")).to_have_count(0)
    visitor.look_over("events-deleted")
