"""The act of an event's page before its scripts: a press then counts, and counts once."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.before_scripts import held, seen
from tests.journeys.people import DESKTOP, PHONE, Person
from tests.journeys.site import Site
from tests.journeys.stage import MEMBER, Stage, evening


def seen_button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True).locator("visible=true").first


def test_a_press_before_the_scripts_takes_the_seat_and_gives_it_up(
    member: Person, stage: Stage
) -> None:
    event_id, page = stage.event("Lantern Duels", max_participants=5), member.page
    with held(page):
        page.goto(f"{member.url}/events/{event_id}", wait_until="commit")
        seen_button(page, "Register").click()
        expect(seen_button(page, "Registered ✓")).to_be_visible()
        assert stage.seats(event_id) == (1, 1)
        expect(page.get_by_role("button", name="Register", exact=True)).to_have_count(0)
        seen_button(page, "Unregister").click()
        expect(seen_button(page, "Register")).to_be_visible()
        assert stage.seats(event_id) == (0, 0)
    # The page itself says how it ended.
    member.expect_toast("Successfully unregistered from event")
    expect(page.locator("text-before")).to_have_count(0)


def test_a_member_with_a_seat_never_sees_register(member: Person, stage: Stage) -> None:
    event_id = stage.event("Lantern Duels", taken_by=[MEMBER])
    page = member.page
    page.add_init_script(
        """new MutationObserver(() => {
          const all = [...document.querySelectorAll("main :is(a, button)")];
          if (all.some((one) => one.innerText.trim() === "Register")) window.offered = true;
        }).observe(document, {childList: true, subtree: true, characterData: true})"""
    )
    member.open(f"/events/{event_id}")
    expect(seen_button(page, "Registered ✓")).to_be_visible()
    assert not page.evaluate("window.offered")


def test_a_finger_on_the_button_finds_it_there_when_the_page_takes_over(
    member: Person, stage: Stage
) -> None:
    event_id, page = stage.event("Lantern Duels", max_participants=5), member.page
    with held(page):
        page.goto(f"{member.url}/events/{event_id}", wait_until="commit")
        seen_button(page, "Register").hover()
        page.mouse.down()
    # The page has its data, and the text stays while the finger is down.
    expect(page.locator(".page .event:not(text-before *)")).to_have_count(1)
    expect(page.locator("text-before")).to_have_count(1)
    page.mouse.up()
    expect(seen_button(page, "Registered ✓")).to_be_visible()
    expect(page.locator("text-before")).to_have_count(0)
    assert stage.seats(event_id) == (1, 1)


def test_a_double_press_before_the_scripts_counts_once(member: Person, stage: Stage) -> None:
    event_id, page = stage.event("Lantern Duels", max_participants=5), member.page
    sent: list[str] = []
    page.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)
    with held(page):
        page.goto(f"{member.url}/events/{event_id}", wait_until="commit")
        seen_button(page, "Register").dblclick()
        expect(seen_button(page, "Registered ✓")).to_be_visible()
        assert [one for one in sent if one.endswith("/form")] == [
            f"{member.url}/api/events/{event_id}/register/form"
        ]
    assert stage.seats(event_id) == (1, 1)


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.whole)])
def test_nothing_moves_when_the_page_takes_over(
    member: Person, stage: Stage, size: tuple[int, int]
) -> None:
    free = stage.event("Lantern Duels", max_participants=5)
    mine = stage.event("Castle Day", start_at=evening(4), taken_by=[MEMBER])
    page = member.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    # The tab has shown the other event before, which must not be seen again.
    page.add_init_script(
        """window.titles = new Set();
        new MutationObserver(() => {
          for (const one of document.querySelectorAll(".page h1")) titles.add(one.innerText);
        }).observe(document, {childList: true, subtree: true, characterData: true})"""
    )
    for event_id, title in ((free, "Lantern Duels"), (mine, "Castle Day")):
        with held(page):
            page.goto(f"{member.url}/events/{event_id}", wait_until="commit")
            expect(page.locator("text-before h1")).to_be_visible()
            before = _acts(page)
            if event_id == free:
                seen_button(page, "Register").focus()
        expect(page.locator("text-before")).to_have_count(0)
        assert _acts(page) == before
        if event_id == free:
            expect(seen_button(page, "Register")).to_be_focused()
        member.settle()
        assert page.evaluate("[...titles]") == [title]


def _acts(page: Page) -> list[str]:
    """The buttons about the seat, and their places."""
    parts = page.locator(".event-bar, .event-side").locator("visible=true")
    return [one for part in parts.all() for one in seen(part) if one.startswith(("BUTTON", "A "))]


def test_a_visitor_is_led_to_the_login_without_any_script(
    site: Site, reader: Page, stage: Stage
) -> None:
    event_id = stage.event("Lantern Duels")
    reader.goto(f"{site.url}/events/{event_id}")
    seen_button(reader, "Register").click()
    expect(reader.get_by_text("Please log in to register for events")).to_be_visible()
    way = reader.get_by_role("link", name="Login")
    expect(way).to_have_attribute("href", f"/api/login?next=/events/{event_id}")
    assert stage.seats(event_id) == (0, 0)
