"""The main flows in the oldest browsers of docs/browsers.md: Chromium without what they lack."""

from datetime import timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from rookiebattle.core import clock
from tests.journeys.gallery import begin_upload, card, opened, picture, send
from tests.journeys.people import Person, on_phone
from tests.journeys.stage import Stage, evening
from tests.uploads.movies import film

# Safari 16.4 has none of these, nor do Firefox and Chrome of two years ago have all of them. Safari
# before 26 tells no `toggle` of a dialog, and no Safari gives a pressed button the focus.
OLDER = """
  for (const [owner, names] of [
    [Element.prototype, ["checkVisibility"]],
    [HTMLElement.prototype, ["showPopover", "hidePopover", "togglePopover", "popover"]],
    [HTMLDialogElement.prototype, ["requestClose", "closedBy"]],
    [Object, ["groupBy"]], [Map, ["groupBy"]], [URL, ["canParse", "parse"]],
    [Promise, ["withResolvers", "try"]], [AbortSignal, ["any"]], [RegExp, ["escape"]],
    [Set.prototype, ["union", "intersection", "difference", "isSubsetOf", "isSupersetOf"]],
    [Document.prototype, ["startViewTransition"]],
    [window, ["Iterator", "navigation", "requestIdleCallback", "cancelIdleCallback", "scheduler"]],
  ]) for (const name of names) delete owner[name];
  for (const type of ["toggle", "beforetoggle"]) {
    window.addEventListener(type, (event) => {
      if (event.target instanceof HTMLDialogElement) event.stopImmediatePropagation();
    }, true);
  }
  document.addEventListener("mousedown", (event) => {
    if (!event.target.closest("button, summary, a")) return;
    event.preventDefault();
    document.activeElement?.blur();
  }, true);
"""
# An iPhone loads no picture of a video before it plays.
LATE_PICTURES = """
  const { play, addEventListener } = HTMLMediaElement.prototype, begun = new WeakSet();
  HTMLMediaElement.prototype.play = function () {
    begun.add(this);
    return play.call(this);
  };
  HTMLMediaElement.prototype.addEventListener = function (type, act, options) {
    const late = (event) => begun.has(this) && act(event);
    addEventListener.call(this, type, type === "loadeddata" ? late : act, options);
  };
"""
# Whether the middle of an element shows the element itself, or a part of it.
ON_TOP = """(element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
NOTHING_CHANGED = "You’re offline. Nothing was changed."


def in_older_browser(somebody: Person) -> Person:
    somebody.page.add_init_script(OLDER)
    on_phone(somebody.page)
    return somebody


def lies_on_top(element: Locator) -> None:
    expect(element).to_be_visible()
    assert element.evaluate(ON_TOP)


@pytest.fixture
def page(admin: Person, stage: Stage) -> Page:
    """The console's resources on a phone, with one resource."""
    stage.resource("Core Rules")
    return in_older_browser(admin).open("/admin/resources")


def test_a_refusal_is_seen_above_the_dialog_that_fills_a_phone(page: Page) -> None:
    page.get_by_role("button", name="Add Resource").first.click()
    form = page.get_by_role("dialog", name="Add Resource")
    form.get_by_role("button", name="Add Resource").click()
    lies_on_top(page.locator(".toast").filter(has_text="Title is required"))


def test_a_press_without_a_network_says_so_above_the_dialog_that_fills_a_phone(
    admin: Person, page: Page
) -> None:
    page.get_by_role("button", name="Add Resource").first.click()
    form = page.get_by_role("dialog", name="Add Resource")
    form.get_by_label("Title").fill("Drills")
    admin.lose_the_network()
    lies_on_top(page.get_by_role("status").filter(has_text="You’re offline."))
    form.get_by_role("button", name="Add Resource").click()
    lies_on_top(page.get_by_role("alert").filter(has_text=NOTHING_CHANGED))
    expect(form.get_by_label("Title")).to_have_value("Drills")
    admin.find_the_network()


def test_a_record_is_changed_and_deleted_and_the_focus_stays_near(
    admin: Person, page: Page
) -> None:
    """A pressed button has no focus, but gets it back after its dialog."""
    edit = page.get_by_role("button", name="Edit Core Rules")
    edit.click()
    form = page.get_by_role("dialog", name="Edit Resource")
    expect(form.get_by_label("Title")).to_be_focused()
    form.get_by_label("Title").fill("Core Rules II")
    form.get_by_role("button", name="Save Changes").click()
    admin.expect_toast("Resource updated")
    edit = page.get_by_role("button", name="Edit Core Rules II")
    expect(edit).to_be_focused()
    edit.click()
    form.get_by_role("button", name="Delete Resource").click()
    question = page.get_by_role("alertdialog")
    question.get_by_role("button", name="Cancel").click()
    expect(form.get_by_role("button", name="Delete Resource")).to_be_focused()
    page.keyboard.press("Escape")
    expect(edit).to_be_focused()
    delete = page.get_by_role("button", name="Delete Core Rules II")
    delete.focus()
    page.keyboard.press("Enter")
    expect(question.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    admin.expect_toast("Resource deleted")
    expect(page.get_by_text("No resources found")).to_be_visible()


def test_an_empty_day_of_a_filter_looks_empty_and_a_chosen_one_has_its_year(admin: Person) -> None:
    """Safari takes the color of an empty day from the field's own ground, Firefox cuts its year."""
    page = in_older_browser(admin).open("/admin/payments")
    page.get_by_role("button", name="Filters").click()
    day = page.get_by_label("From")
    assert day.evaluate("one => getComputedStyle(one).backgroundColor") != "rgba(0, 0, 0, 0)"
    assert day.evaluate("one => one.offsetWidth") > 200


def test_a_seat_is_taken_and_given_back_and_back_closes_what_lies_on_top(
    member: Person, stage: Stage
) -> None:
    soon = stage.event("Late Night", start_at=clock.now() + timedelta(hours=20))
    event_id = stage.event("Park Day", start_at=evening(5))
    page = in_older_browser(member).open("/events")
    page.get_by_role("button", name="Open menu").click()
    drawer = page.get_by_role("dialog", name="Menu")
    page.go_back()
    expect(drawer).to_be_hidden()
    expect(page.get_by_role("button", name="Open menu")).to_be_focused()
    page = member.open(f"/events/{soon}")
    page.get_by_role("button", name="Register").locator("visible=true").first.click()
    question = page.get_by_role("alertdialog", name="Register for Late Night?")
    question.get_by_role("button", name="Register").click()
    member.expect_toast("Successfully registered for event!")
    page = member.open(f"/events/{event_id}")
    page.get_by_role("button", name="Register").locator("visible=true").first.click()
    page.get_by_role("button", name="Unregister").locator("visible=true").first.click()
    member.expect_toast("Successfully unregistered from event", "Your seat is open again.")
    assert stage.seats(event_id) == (0, 0)


def test_a_picture_is_added_to_the_gallery(admin: Person) -> None:
    form = begin_upload(opened(in_older_browser(admin)))
    send(form, picture("shield-wall.jpg", "#1f3a5f"))
    expect(form.get_by_label("Title")).to_have_value("Shield wall")
    form.get_by_role("button", name="Add to Gallery").click()
    expect(form).to_be_hidden()
    expect(card(admin.page, "Shield wall")).to_be_visible()


def test_a_video_gets_its_picture_where_it_loads_none_before_it_plays(admin: Person) -> None:
    admin.page.add_init_script(LATE_PICTURES)
    form = begin_upload(opened(admin))
    video = film("black", "#c8371b", "#c8371b", "black")
    send(form, {"name": "charge.webm", "mimeType": "video/webm", "buffer": video})
    expect(form.get_by_text("Uploaded ✓")).to_be_visible()
    form.get_by_role("button", name="Add to Gallery").click()
    expect(form).to_be_hidden()
    expect(card(admin.page, "Charge").get_by_role("img", name="Charge")).to_be_visible()


def test_a_page_that_the_browser_kept_is_shown_where_it_was_left(visitor: Person) -> None:
    """As in Safari, where the router sends such a page to its top."""
    page = in_older_browser(visitor).open("/parents")
    page.evaluate("window.scrollTo({ top: 400, behavior: 'instant' })")
    page.evaluate("""() => {
        window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
        window.scrollTo({ top: 0, behavior: "instant" });
        window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    }""")
    page.wait_for_function("() => window.scrollY === 400")
