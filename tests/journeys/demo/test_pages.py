"""Every page for every kind of person, full and empty: photographs for people, axe for rules."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.journeys import looks
from tests.journeys.people import PHONE, Person, on_phone
from tests.journeys.site import DemoSite
from tests.journeys.stage import ORGANIZER, Stage, evening

EVENT = "Small Group Spear Class"
NAMES = {
    "visitor": "",
    "member": "Mara Quill",
    "organizer": "Theo Marsh",
    "admin": "Ines Holloway",
}
PAGES = {
    "visitor": ("/", "/events", "/events?view=list", EVENT, "/no-such-page"),
    "member": ("/", "/my-events", EVENT),
    "admin": (
        *("/admin", "/admin/events", "/admin/resources", "/admin/chapters", "/admin/settings"),
        *("/admin/system", "/admin/log", "/admin/import", "/admin/waivers"),
    ),
}
# Pages that show this person little more than another one, who sees them in PAGES.
ALIKE = {
    "member": ("/events",),
    "organizer": ("/events?view=list", EVENT),
    "admin": ("/events", EVENT),
}


def name_of(role: str, path: str) -> str:
    """The photograph's name, such as 'member-events-list' for '/events?view=list'."""
    words = re.sub(r"[^a-z]+", "-", path.replace("view=", "")).strip("-")
    return f"{role}-{'event' if path == EVENT else words or 'home'}"


def loaded(page: Page) -> None:
    expect(page.locator("[aria-busy=true], .skeleton")).to_have_count(0)


def look_at_all(demo: DemoSite, role: str, paths: Sequence[str]) -> None:
    with demo.person(NAMES[role]) as somebody:
        # `--whole` looks at each page as it comes from the server, too.
        go = somebody.open if looks.photographs() else somebody.go
        for path in paths:
            page = go(demo.path_of(path) if path == EVENT else path)
            if path == EVENT:
                expect(page.get_by_role("heading", name=EVENT, level=1)).to_be_visible()
            loaded(page)
            somebody.look_over(name_of(role, path))


@pytest.mark.parametrize("role", PAGES)
def test_the_pages_with_the_demo_data_are_accessible_and_fit(demo: DemoSite, role: str) -> None:
    look_at_all(demo, role, PAGES[role])


@pytest.mark.whole
@pytest.mark.parametrize("role", ALIKE)
def test_pages_that_look_alike_are_accessible_and_fit_for_everybody(
    demo: DemoSite, role: str
) -> None:
    look_at_all(demo, role, ALIKE[role])


def test_the_event_form_and_the_question_before_deleting_are_accessible_and_fit(
    demo: DemoSite,
) -> None:
    with demo.person(NAMES["organizer"]) as somebody:
        page = somebody.open("/events")
        page.get_by_role("button", name="Create Event").click()
        dialog = page.get_by_role("dialog", name="Create Event")
        dialog.get_by_label("Repeats").select_option(label="Custom days")
        expect(dialog.get_by_role("checkbox", name="Sunday")).to_be_visible()
        somebody.look_over("organizer-form-new", thoroughly=True)
        dialog.get_by_role("button", name="Create Event").click()
        expect(dialog.get_by_label("Title")).to_have_attribute("aria-invalid", "true")
        somebody.look_over("organizer-form-errors", thoroughly=True)
        somebody.open(demo.path_of(EVENT))
        page.get_by_role("button", name="Edit").click()
        page.get_by_role("dialog").get_by_role("button", name="Delete Event").click()
        expect(page.get_by_role("alertdialog")).to_be_visible()
        somebody.look_over("organizer-delete-question", thoroughly=True)


def test_without_any_event_every_page_says_the_next_step(
    visitor: Person, member: Person, stage: Stage
) -> None:
    for somebody, role, path, words in (
        (visitor, "visitor", "/events", "No upcoming events"),
        (visitor, "visitor", "/events?view=list", "No events found"),
        (visitor, "visitor", "/my-events", "Please log in to view your events."),
        (member, "member", "/my-events", "No past events"),
    ):
        page = somebody.open(path)
        expect(page.get_by_text(words)).to_be_visible()
        loaded(page)
        somebody.look_over(f"empty-{name_of(role, path)}")


@pytest.mark.parametrize("count", [45, pytest.param(1_000, marks=pytest.mark.whole)])
def test_many_events_and_the_longest_title_fit(member: Person, stage: Stage, count: int) -> None:
    longest = ("Extraordinarily " * 20)[:255].rstrip().ljust(255, "!")
    unbroken = "Sword" * 51
    many = [f"Practice {number:03}" for number in range(count - 2)]
    stage.events([longest, unbroken, *many], evening(3))
    page = member.open(f"/events?month={evening(3):%Y-%m}&day={evening(3):%Y-%m-%d}")
    spoken = re.compile(rf"{evening(3):%A}, {evening(3):%B} {evening(3).day}, {count:,} events")
    expect(page.get_by_role("link", name=spoken)).to_be_visible()
    loaded(page)
    member.look_over("overfull-events")
    page = member.go(f"/events?month={evening(3):%Y-%m}&view=list")
    page.get_by_role("link", name=f"Show more ({count - 20})").click()
    expect(page.get_by_role("link", name=f"Show more ({count - 40})")).to_be_visible()
    expect(page).to_have_url(re.compile("page=2"))
    for title in (longest, unbroken):
        event_id = stage.find(title).id
        page = member.go(f"/events/{event_id}")
        expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
        member.expect_no_sideways_scrolling()
    loaded(page)
    member.look_over("overfull-event")


def test_a_member_without_names_and_a_crowd_fit(organizer: Person, stage: Stage) -> None:
    crowd = [f"person{number}@example.org" for number in range(60)]
    stage.person(crowd[0], first_name=None, last_name=None, game_name=None)
    stage.person(crowd[1], game_name="Thunderstruck" * 8)
    event_id = stage.event("Castle Day", price_cents=4500, taken_by=crowd, organizer=ORGANIZER)
    page = organizer.open(f"/events/{event_id}")
    expect(page.get_by_role("heading", name="Attendees")).to_be_visible()
    expect(page.get_by_text("60 going", exact=True)).to_be_visible()
    loaded(page)
    organizer.look_over("organizer-crowd")
    on_phone(page)
    box = page.get_by_role("row").get_by_text("$45.00").first.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= PHONE[0]
