"""The calendar: it works from the keyboard, and every choice on it is kept in the address."""

import re
from datetime import date, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.journeys.people import PHONE, Person, wait_until_ready
from tests.journeys.stage import Stage, evening, today


def day(page: Page, at: date) -> Locator:
    """The link of a day in the grid. Its name has the weekday, the month and the events."""
    return page.get_by_role("grid").get_by_role(
        "link", name=re.compile(rf"{at:%A}, {at:%B} {at.day}, ")
    )


def middle() -> date:
    """A Wednesday in the middle of next month."""
    first = (today().date().replace(day=1) + timedelta(days=32)).replace(day=1)
    return first + timedelta(days=7 + (2 - first.weekday()) % 7)


def saturday_at_the_end() -> date:
    """The next Saturday that ends a month; there is always one within a few years."""
    days = (middle() + timedelta(days=number) for number in range(3_000))
    return next(at for at in days if at.weekday() == 5 and (at + timedelta(days=1)).day == 1)


def evening_of(at: date) -> datetime:
    """Six o'clock on that day."""
    return evening((at - today().date()).days)


def open_month(somebody: Person, at: date) -> Page:
    """Open that month with that day selected, so that the Tab key stops at it."""
    page = somebody.open(f"/events?month={at:%Y-%m}&day={at}")
    expect(page.get_by_role("grid", name=f"{at:%B %Y}")).to_be_visible()
    return page


def test_todays_calendar_is_spoken_and_leads_on(visitor: Person, stage: Stage) -> None:
    stage.event("Practice 1", start_at=evening(1), price_cents=1000)
    for number in range(2, 8):
        stage.event(f"Practice {number}", start_at=evening(number))
    page = visitor.open("/events?chapter=nowhere")
    unknown = "We don’t know that chapter, so here are all of them."
    expect(page.get_by_role("status").filter(has_text=unknown)).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("main").locator(":focus")).to_have_count(1)
    expect(day(page, today().date())).to_have_accessible_name(re.compile("^Today, "))
    expect(day(page, today().date())).to_have_attribute("aria-current", "date")
    heads = page.get_by_role("grid").get_by_role("columnheader")
    expect(heads).to_have_text(["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"])
    expect(heads.first).to_have_accessible_name("Sunday")
    titles = page.get_by_role("main").get_by_role("heading", name=re.compile("^Practice"), level=3)
    expect(titles).to_have_text([f"Practice {number}" for number in range(1, 6)])
    first = f"Register · $10.00 at the gate for Practice 1, {evening(1):%a, %b} {evening(1).day}"
    priced = page.get_by_role("button", name=first, exact=True)
    expect(priced.locator("visible=true").first).to_be_enabled()
    for legend in ("Training Sessions", "Tournaments", "Workshops", "Social Events", "Day Battles"):
        expect(page.get_by_role("link", name=legend)).to_be_visible()
    page.get_by_text("Subscribe", exact=True).click()
    for name, start in {
        "Google Calendar": "https://calendar.google.com/",
        "Apple Calendar": "webcal://",
        "Outlook": "https://outlook.live.com/",
    }.items():
        link = page.get_by_role("link", name=name)
        expect(link).to_have_attribute("href", re.compile(f"^{re.escape(start)}"))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the address").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{visitor.url}/cal/public.ics"


def test_the_arrow_keys_walk_through_days_weeks_and_months(visitor: Person) -> None:
    start = middle()
    page = open_month(visitor, start)
    day(page, start).focus()
    for key, days in {
        "ArrowRight": 1,
        "ArrowLeft": 0,
        "ArrowDown": 7,
        "ArrowUp": 0,
        "Home": -3,
        "End": 3,
    }.items():
        page.keyboard.press(key)
        expect(day(page, start + timedelta(days=days))).to_be_focused()
    month_later = (start + timedelta(days=28)).replace(day=1)
    page.keyboard.press("PageDown")
    expect(page.get_by_role("grid", name=f"{month_later:%B %Y}")).to_be_visible()
    expect(page.get_by_role("grid").locator(":focus")).to_have_count(1)
    page.keyboard.press("PageUp")
    expect(page.get_by_role("grid", name=f"{start:%B %Y}")).to_be_visible()
    expect(day(page, start + timedelta(days=3))).to_be_focused()
    last = saturday_at_the_end()
    open_month(visitor, last)
    day(page, last).focus()
    page.keyboard.press("ArrowRight")
    following = last + timedelta(days=1)
    expect(page.get_by_role("grid", name=f"{following:%B %Y}")).to_be_visible()
    expect(day(page, following)).to_be_focused()


def test_a_day_is_chosen_by_keyboard_and_spoken_and_seen_where_it_was_clicked(
    visitor: Person, stage: Stage
) -> None:
    at = middle()
    after = at + timedelta(days=1)
    stage.event("Midweek Sparring", start_at=evening_of(at))
    page = visitor.open(f"/events?month={at:%Y-%m}")
    grid = page.get_by_role("grid", name=f"{at:%B %Y}")
    expect(grid.locator("a[tabindex='0']")).to_have_count(1)
    day(page, at).focus()
    expect(day(page, at)).to_have_accessible_name(
        f"{at:%A}, {at:%B} {at.day}, 1 event 6 PM Midweek Sparring"
    )
    page.keyboard.press("Enter")
    expect(page.get_by_role("gridcell", selected=True)).to_have_count(1)
    chosen = page.get_by_role("region", name=f"{at:%A}, {at:%B} {at.day}")
    expect(chosen.get_by_role("link", name="Midweek Sparring")).to_be_visible()
    expect(day(page, at)).to_be_focused()
    expect(page).to_have_url(re.compile(f"day={at}"))
    for size in (PHONE, (360, 640), (1440, 900)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        day(page, after).click()
        expect(
            page.get_by_role("region", name=f"{after:%A}, {after:%B} {after.day}")
        ).to_be_visible()
        day(page, at).click()
        spoken = page.get_by_role("status").filter(has_text=f"{at:%B} {at.day}")
        expect(spoken).to_be_in_viewport()
        link = page.get_by_role("region", name=f"{at:%B} {at.day}").get_by_role("link")
        expect(link.filter(has_text="Midweek Sparring")).to_be_in_viewport()


def test_a_busy_day_shows_three_marks_and_how_many_more_within_its_cell(
    visitor: Person, stage: Stage
) -> None:
    at = middle()
    stage.events([f"Practice {number}" for number in range(22)], evening_of(at))
    page = visitor.open(f"/events?month={at:%Y-%m}")
    expect(day(page, at)).to_have_accessible_name(
        re.compile(f"^{at:%A}, {at:%B} {at.day}, 22 events .* \\+20 more$")
    )
    expect(day(page, at).get_by_text("Practice")).to_have_count(2)
    expect(day(page, at).get_by_text("+20 more")).to_be_visible()
    page.set_viewport_size({"width": 320, "height": 640})
    expect(day(page, at).get_by_text("+20 more")).to_be_hidden()
    expect(day(page, at).locator("svg")).to_have_count(3)
    expect(day(page, at).locator("[data-more='+19']")).to_have_count(1)
    cell = day(page, at).bounding_box()
    marks = day(page, at).locator(".marks")
    expect(marks).to_be_visible()
    inside = marks.bounding_box()
    assert cell
    assert inside
    assert cell["x"] <= inside["x"]
    assert inside["x"] + inside["width"] <= cell["x"] + cell["width"]
    assert inside["y"] + inside["height"] <= cell["y"] + cell["height"]
    assert marks.evaluate("marks => marks.scrollWidth <= marks.clientWidth")


def test_a_list_names_the_price_and_shows_an_event_once_on_the_smallest_phone(
    visitor: Person, stage: Stage
) -> None:
    stage.event(
        "Castle Day",
        price_cents=1000,
        max_participants=20,
        location="The Old Orange Grove",
        address="9 Bay St, St. Petersburg, FL 33701",
    )
    stage.event("Park Day")
    page = visitor.open("/events?view=list")
    priced = page.get_by_role("button", name="Register · $10.00 at the gate for Castle Day")
    free = page.get_by_role("button", name="Register for Park Day").filter(visible=True)
    expect(priced.filter(visible=True).first).to_be_enabled()
    expect(free).to_have_count(2)
    visitor.look_over("calendar-list-priced")
    page.set_viewport_size({"width": 320, "height": 640})
    expect(free).to_have_count(1)
    line = page.locator("p").filter(has_text="The Old Orange Grove").locator("visible=true").first
    expect(line).to_contain_text("St. Petersburg")
    assert line.evaluate("""
        line => [line, ...line.querySelectorAll('*')].every(
            one => one.matches('.sr-only') || one.scrollWidth <= one.clientWidth
        )
    """)


def test_the_list_runs_on_below_headings_that_stay(visitor: Person, stage: Stage) -> None:
    stage.events([f"Practice {number:02}" for number in range(21)], evening(2))
    stage.event("Next Year", start_at=evening(300))
    stage.event("Long Over", start_at=evening(-9), end_at=evening(-9, 20))
    page = visitor.open("/events?view=list")
    near = evening(2)
    heading = page.get_by_role("heading", name=f"{near:%A}, {near:%B} {near.day}", level=3)
    expect(heading).to_be_visible()
    expect(page.get_by_role("heading", name="Next Year")).to_have_count(0)
    page.get_by_role("link", name="Show more (2)").click()
    last = page.get_by_role("main").get_by_role("heading", name="Next Year", level=4)
    expect(last).to_be_visible()
    page.get_by_role("link", name="Skip the list").press("Enter")
    expect(page.locator("#list-end")).to_be_focused()
    page.get_by_role("heading", name="Practice 20", level=4).scroll_into_view_if_needed()
    expect(heading).to_be_in_viewport()
    expect(page.get_by_text("Long Over")).to_have_count(0)
    page.get_by_role("link", name="Earlier").click()
    expect(page.get_by_role("heading", name="Long Over")).to_be_visible()
    page.get_by_role("link", name="From today on").click()
    expect(heading).to_be_visible()


def test_a_chapter_travels_from_the_start_page_to_the_calendar(
    visitor: Person, stage: Stage
) -> None:
    tampa = stage.chapter("Tidewall Dojo")
    page = visitor.open("/")
    page.get_by_label("Near which city?").select_option(value=tampa)
    expect(page).to_have_url(re.compile(tampa))
    to_calendar = page.get_by_role("link", name="See the calendar")
    expect(to_calendar).to_have_attribute("href", re.compile(tampa))
    visitor.follow(to_calendar, re.compile(f"/events.*{tampa}"))
    chapter = page.get_by_label("Chapter", exact=True)
    expect(chapter).to_have_value(tampa)
    expect(chapter.locator("option:checked")).to_have_text("Tidewall Dojo · Tampa")


def test_choices_live_in_the_address_and_the_back_button_undoes_them(
    visitor: Person, stage: Stage
) -> None:
    tampa = stage.chapter("Tampa Bay")
    stage.chapter("Orlando")
    stage.event("Tampa Training", chapter_id=tampa)
    stage.event("Tampa Cup", chapter_id=tampa, event_type="tournament")
    stage.event("Everywhere Training")
    page = visitor.open(f"/events?month={evening(3):%Y-%m}")
    to_list = page.get_by_role("navigation", name="View").get_by_role("link", name="List")
    visitor.follow(to_list, re.compile("view=list"))
    rows = page.get_by_role("main").get_by_role("heading", level=4)
    shown = page.get_by_role("listitem").filter(has_text="View Event Details")
    expect(shown).to_have_count(3)
    page.get_by_role("link", name="Training Sessions").click()
    expect(page).to_have_url(re.compile("type=training"))
    expect(shown).to_have_count(2)
    page.get_by_label("Chapter").select_option(label="Tampa Bay · Tampa")
    expect(page).to_have_url(re.compile(f"chapter={tampa}"))
    expect(shown).to_have_count(1)
    page.reload()
    visitor.settle()
    expect(shown).to_have_count(1)
    expect(page.get_by_label("Chapter")).to_have_value(tampa)
    page.go_back()
    expect(shown).to_have_count(2)
    page.go_back()
    expect(shown).to_have_count(3)
    page.go_back()
    expect(page.get_by_role("grid")).to_be_visible()
    page.go_forward()
    expect(shown).to_have_count(3)
    page.get_by_role("link", name="Earlier").click()
    expect(rows).to_have_count(0)
    expect(page.get_by_text("No events found")).to_be_visible()


def hold_frames(page: Page) -> list[bool]:
    """Returns a list: while it is not empty, no message of the page reaches the server."""
    held: list[bool] = []

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda message: None if held else server.send(message))

    page.route_web_socket(re.compile("_event"), connect)
    return held


def test_a_tap_on_another_month_is_marked_until_it_is_loaded_or_given_up(visitor: Person) -> None:
    held = hold_frames(visitor.page)
    visitor.page.clock.install()
    page = visitor.open("/events")
    head = page.locator(".month-head")
    following = head.get_by_role("link", name="Next month")
    before = head.get_by_role("heading").inner_text()
    turning = following.evaluate(
        "link => { link.click(); return link.closest('.month-head').dataset.turning }"
    )
    assert turning == "", "marked in the same moment"
    expect(head.get_by_role("heading")).not_to_have_text(before)
    marked = page.locator(".month-head[data-turning]")
    expect(marked).to_have_count(0)
    expect(page).to_have_url(re.compile(r"month="))
    visitor.settle()
    loaded = page.url
    held.append(True)
    following.click()
    expect(marked).to_have_count(1)
    page.wait_for_url(lambda url: url != loaded)
    page.go_back()
    expect(marked).to_have_count(0)
    following.click()
    expect(marked).to_have_count(1)
    page.clock.fast_forward(10_000)
    expect(marked).to_have_count(0)


# How the first element of each class looks.
LOOK = """() => Object.fromEntries(
  [...document.querySelectorAll("#content [class]")].reverse().map((one) => {
    const { display, padding, margin, color, fontSize, borderRadius } = getComputedStyle(one);
    const look = [display, padding, margin, color, fontSize, borderRadius].join(" ");
    return [one.className.baseVal ?? one.className, look];
  }))"""


def look_of(page: Page) -> dict[str, str]:
    wait_until_ready(page)
    expect(page.locator("[aria-busy=true], .skeleton")).to_have_count(0)
    found: dict[str, str] = page.evaluate(LOOK)
    return found


@pytest.mark.parametrize("home", ["/chapters", "/events"])
def test_pages_look_the_same_whichever_way_one_came(
    visitor: Person, stage: Stage, home: str
) -> None:
    event_id = stage.event("Spear Class", price_cents=500)
    path = f"/events/{event_id}" if home == "/events" else "/events"
    direct = look_of(visitor.open(path))
    page = visitor.open(home)
    visitor.follow(page.locator(f"a[href='{path}']").locator("visible=true").first, f"**{path}")
    visitor.wait_until(lambda: look_of(page).keys() == direct.keys())
    assert look_of(page) == direct
