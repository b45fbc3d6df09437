"""Every page for every kind of person, full and empty: photographs for people, axe for rules."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.people import PHONE, Person
from tests.journeys.site import DemoSite
from tests.journeys.stage import MEMBER, ORGANIZER, OTHER, Stage, evening

VISITOR, DEMO_MEMBER, DEMO_ORGANIZER, DEMO_ADMIN = "", "Mara Quill", "Theo Marsh", "Ines Holloway"
FULL = {
    "visitor": ("/", "/events", "/events?view=list", "/no-such-page"),
    "member": ("/", "/events", "/my-events"),
    "organizer": ("/events?view=list",),
    "admin": (
        *("/events", "/admin", "/admin/events", "/admin/resources", "/admin/chapters"),
        *("/admin/settings", "/admin/system", "/admin/log", "/admin/import"),
    ),
}
NAMES = {
    "visitor": VISITOR,
    "member": DEMO_MEMBER,
    "organizer": DEMO_ORGANIZER,
    "admin": DEMO_ADMIN,
}


def name_of(role: str, path: str) -> str:
    """The photograph's name, such as 'member-events-list' for '/events?view=list'."""
    words = re.sub(r"[^a-z]+", "-", path.replace("view=", "")).strip("-")
    return f"{role}-{words or 'home'}"


def loaded(page: Page) -> None:
    expect(page.locator("[aria-busy=true], .skeleton")).to_have_count(0)


@pytest.mark.parametrize(
    ("role", "path"), [(role, path) for role, paths in FULL.items() for path in paths]
)
def test_a_page_with_the_demo_data_is_accessible_and_fits(
    demo: DemoSite, role: str, path: str
) -> None:
    with demo.person(NAMES[role]) as somebody:
        loaded(somebody.open(path))
        somebody.look_over(name_of(role, path))


@pytest.mark.parametrize("role", NAMES)
def test_an_event_page_is_accessible_and_fits_for_everybody(demo: DemoSite, role: str) -> None:
    with demo.person(NAMES[role]) as somebody:
        page = somebody.open(demo.path_of("Small Group Spear Class"))
        heading = page.get_by_role("heading", name="Small Group Spear Class", level=1)
        expect(heading).to_be_visible()
        loaded(page)
        somebody.look_over(f"{role}-event")


def test_the_event_form_and_the_question_before_deleting_are_accessible_and_fit(
    demo: DemoSite,
) -> None:
    with demo.person(DEMO_ORGANIZER) as somebody:
        page = somebody.open("/events")
        page.get_by_role("button", name="Create Event").click()
        dialog = page.get_by_role("dialog", name="Create Event")
        dialog.get_by_label("Repeats").select_option(label="Custom days")
        expect(dialog.get_by_role("checkbox", name="Sunday")).to_be_visible()
        somebody.look_over("organizer-form-new")
        dialog.get_by_role("button", name="Create Event").click()
        expect(dialog.get_by_label("Title")).to_have_attribute("aria-invalid", "true")
        somebody.look_over("organizer-form-errors")
        somebody.open(demo.path_of("Small Group Spear Class"))
        page.get_by_role("button", name="Edit").click()
        page.get_by_role("dialog").get_by_role("button", name="Delete Event").click()
        expect(page.get_by_role("alertdialog")).to_be_visible()
        somebody.look_over("organizer-delete-question")


def test_without_any_event_every_page_says_the_next_step(
    visitor: Person, member: Person, stage: Stage
) -> None:
    stage.person(MEMBER, first_name="Maya")
    for somebody, role, path, words in (
        (visitor, "visitor", "/events", "No upcoming events"),
        (visitor, "visitor", "/events?view=list", "No events found"),
        (visitor, "visitor", "/my-events", "Please log in to view your events."),
        (member, "member", "/", "No events registered yet"),
        (member, "member", "/my-events", "No past events"),
    ):
        page = somebody.open(path)
        expect(page.get_by_text(words)).to_be_visible()
        loaded(page)
        somebody.look_over(f"empty-{name_of(role, path)}")


def test_one_event_with_one_seat_is_told_in_the_singular(member: Person, stage: Stage) -> None:
    event_id = stage.event("One", max_participants=1, taken_by=[OTHER])
    page = member.open(f"/events?month={evening(3):%Y-%m}&day={evening(3):%Y-%m-%d}")
    seats = page.get_by_text("1 of 1 seat", exact=True).filter(visible=True)
    expect(seats.first).to_be_visible()
    expect(page.get_by_role("button", name="Event is full")).to_be_disabled()
    loaded(page)
    member.look_over("one-events")
    member.open(f"/events/{event_id}")
    expect(page.get_by_text("1 of 1 seat", exact=True)).to_be_visible()


def test_a_thousand_events_and_the_longest_title_fit(member: Person, stage: Stage) -> None:
    longest = ("Extraordinarily " * 20)[:255].rstrip().ljust(255, "!")
    unbroken = "Sword" * 51
    many = [f"Practice {number:03}" for number in range(998)]
    stage.events([longest, unbroken, *many], evening(3))
    page = member.open(f"/events?month={evening(3):%Y-%m}&day={evening(3):%Y-%m-%d}")
    spoken = re.compile(rf"{evening(3):%A}, {evening(3):%B} {evening(3).day}, 1,000 events")
    expect(page.get_by_role("link", name=spoken)).to_be_visible()
    loaded(page)
    member.look_over("overfull-events")
    page = member.open(f"/events?month={evening(3):%Y-%m}&view=list")
    page.get_by_role("link", name="Show more (980)").click()
    expect(page.get_by_role("link", name="Show more (960)")).to_be_visible()
    expect(page).to_have_url(re.compile("page=2"))
    for title in (longest, unbroken):
        event_id = stage.find(title).id
        page = member.open(f"/events/{event_id}")
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
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    box = page.get_by_role("row").get_by_text("$45.00").first.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= PHONE[0]
