"""The gallery: browsing it at every width, and adding, editing and deleting an item."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.journeys.gallery import (
    TITLES,
    YOUTUBE,
    card,
    expect_order,
    fill_gallery,
    opened,
    tell,
)
from tests.journeys.people import PHONE, Person, on_phone
from tests.journeys.stage import Stage, evening

OFFICIAL = ("Last Light", "Two Lines Meet", "A Saturday in the Park", "Banners by the Bay")
GALLERY = "Media Gallery · Rookie Battle"
COLUMNS = {320: 2, 390: 2, 700: 2, 1100: 3, 1440: 4, 2560: 5}
"""How many cards stand in a row at a width."""
ROWS = """() => [...document.querySelectorAll('.shots-all .shot')]
  .filter((one) => one.getClientRects().length)
  .reduce((rows, one) => {
    const { top } = one.getBoundingClientRect();
    return rows.set(Math.round(top), (rows.get(Math.round(top)) ?? 0) + 1);
  }, new Map()).entries().toArray().sort(([a], [b]) => a - b).map(([, many]) => many)"""
CUT = """() => [...document.querySelectorAll('.shots-official p')]
  .filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent)"""
USED = """() => document.querySelector('.shots-all').clientWidth / window.innerWidth"""
LONG = "A very long tag of a very long battle in the rain and far away"
SHORT = LONG[:50].strip()


def test_a_visitor_browses_the_gallery(visitor: Person, admin: Person, stage: Stage) -> None:
    fill_gallery(stage)
    tell(admin)
    stage.media("Echo", is_public=False, order_position=9, place=9)
    page = opened(visitor)
    expect(page).to_have_title(GALLERY)
    subtitle = "Combat footage, training sessions, and event highlights"
    expect(page.get_by_text(subtitle)).to_be_visible()
    for title in (*OFFICIAL, *TITLES):
        expect(card(page, title)).to_be_visible()
    expect(card(page, "Echo")).to_have_count(0)
    expect(page.get_by_text("8 items")).to_be_attached()
    link = card(page, "Alpha").get_by_role("link", name="Alpha")
    expect(link).to_have_attribute("href", "https://www.youtube.com/watch?v=rookieDemo1")
    expect(card(page, "Alpha").get_by_text("+1")).to_be_visible()
    expect(page.get_by_role("button", name="Upload Media")).to_have_count(0)
    expect(page.get_by_text("Official pictures stay first.")).to_have_count(0)
    visitor.look_over("media-visitor")
    _expect_no_holes(page)
    _narrow(visitor)
    _watch(visitor, stage)


def _expect_no_holes(page: Page) -> None:
    """No row but the last one has a hole, nothing is cut, and a wide window is used."""
    for width, columns in COLUMNS.items():
        page.set_viewport_size({"width": width, "height": 900})
        *full, last = page.evaluate(ROWS)
        assert set(full) <= {columns}
        assert last <= columns
        assert page.evaluate(CUT) == []
        assert page.evaluate(USED) > 0.7


def _narrow(visitor: Person) -> None:
    """Choose a tab and a tag, which live in the address."""
    page = visitor.page
    visitor.follow(page.get_by_role("link", name="Videos", exact=True), re.compile("show=videos"))
    expect(page).to_have_title(f"Videos · {GALLERY}")
    expect(card(page, "Two Lines Meet")).to_be_hidden()
    expect(page.get_by_text("4 items")).to_be_attached()
    visitor.follow(card(page, "Alpha").get_by_role("link", name="Park"), re.compile("tag=Park"))
    expect(page.get_by_text("Showing items tagged with: Park")).to_be_visible()
    expect_order(visitor, "Alpha", "Bravo", "Delta")
    expect(page).to_have_title(f"Videos tagged “Park” · {GALLERY}")
    _expect_no_holes(page)
    page.screenshot(path="artifacts/screens/media-tagged-2560.png")
    page.go_back()
    expect(page).to_have_title(f"Videos · {GALLERY}")
    opened(visitor, "/media?show=training&tag=Park")
    expect(page.get_by_role("heading", name="No media found")).to_be_visible()
    expect(page.get_by_text("No training found with the tag “Park”")).to_be_visible()
    visitor.look_over("media-empty-tagged")
    visitor.follow(page.get_by_role("link", name="Show all"), "**/media")
    expect_order(visitor, *TITLES)


def _watch(visitor: Person, stage: Stage) -> None:
    """Open a file, which comes in a new tab and counts."""
    page = visitor.page
    page.context.route("https://www.youtube.com/**", lambda way: way.fulfill(body="A film"))
    with page.context.expect_page() as film:
        card(page, "Bravo").get_by_role("link", name="Bravo").click()
    expect(film.value.get_by_text("A film")).to_be_visible()
    visitor.wait_until(lambda: stage.views("Bravo") == 1)
    page.reload()
    visitor.settle()
    expect(card(page, "Bravo").get_by_text("1 view")).to_be_visible()


@pytest.mark.whole
def test_the_chosen_tab_is_in_sight_on_a_phone(visitor: Person) -> None:
    visitor.page.set_viewport_size({"width": 320, "height": PHONE[1]})
    page = opened(visitor, "/media?show=events")
    tabs = page.get_by_role("navigation", name="What is shown")
    events = tabs.get_by_role("link", name="Events")
    expect(events).to_have_attribute("aria-current", "true")
    expect(events).to_be_in_viewport(ratio=1)
    visitor.follow(tabs.get_by_role("link", name="Videos"), re.compile("show=videos"))
    visitor.follow(tabs.get_by_role("link", name="All Media"), "**/media")
    expect(tabs.get_by_role("link", name="All Media")).to_be_in_viewport(ratio=1)
    on_phone(page)
    for tab in ("All Media", "Photos", "Videos", "Training", "Events"):
        expect(tabs.get_by_role("link", name=tab, exact=True)).to_be_in_viewport(ratio=1)


def test_the_pictures_of_youtube_are_tried_in_turn(visitor: Person, stage: Stage) -> None:
    stage.media("Alpha")
    page, asked = visitor.page, list[str]()

    def refuse(way: Route) -> None:
        asked.append(way.request.url)
        way.fulfill(status=404)

    page.route(YOUTUBE, refuse)
    visitor.open("/media")
    visitor.wait_until(lambda: len(asked) >= 3)
    assert [one.rpartition("/")[2] for one in asked[:3]] == [
        "hqdefault.jpg", "mqdefault.jpg", "default.jpg",
    ]  # fmt: skip
    expect(card(page, "Alpha").get_by_role("img")).to_have_count(0)


def test_a_video_is_added_edited_and_deleted(admin: Person) -> None:
    tell(admin)
    page = opened(admin)
    expect(page.get_by_text("No media has been uploaded yet")).to_be_visible()
    page.get_by_role("button", name="Upload Media").first.click()
    form = page.get_by_role("dialog", name="Upload Media")
    form.get_by_role("button", name="YouTube link").click()
    add = form.get_by_role("button", name="Add Video")
    expect(add).to_be_disabled()
    link = form.get_by_label("YouTube URL")
    link.fill("https://youtu.be/short")
    expect(form.get_by_text("Please enter a valid YouTube URL")).to_be_visible()
    link.fill("https://youtu.be/rookieDemo1")
    expect(form.get_by_text("✓ Valid YouTube URL detected")).to_be_visible()
    form.get_by_label("Title").fill("How to Fall Well")
    tags = form.get_by_role("textbox", name="Tags")
    for tag in ("Drill", "drill", "Newcomers", "Wrong"):
        tags.fill(tag)
        tags.press("Enter")
    expect(_chosen(form)).to_have_count(3)
    _choose_a_word_of_a_japanese_keyboard(tags)
    expect(_chosen(form)).to_have_count(3)
    tags.press("Backspace")
    admin.look_over("media-youtube-form")
    add.click()
    admin.expect_toast("YouTube video added successfully!")
    expect(form).to_be_hidden()
    expect(card(page, "How to Fall Well").get_by_text("Newcomers")).to_be_visible()
    _edit(admin)
    page.get_by_role("button", name="Delete Falling").click()
    question = page.get_by_role("alertdialog", name="Delete “Falling”?")
    expect(question.get_by_text("Are you sure you want to delete “Falling”?")).to_be_visible()
    expect(question.get_by_text("the video stays on YouTube.")).to_be_visible()
    question.get_by_role("button", name="Delete Media").click()
    admin.expect_toast("Media deleted successfully!")
    expect(page.get_by_text("No media has been uploaded yet")).to_be_visible()


def _choose_a_word_of_a_japanese_keyboard(tags: Locator) -> None:
    """The Enter that chooses it: in most browsers while it is composed, in Safari just after."""
    tags.fill("けん")
    for way in ({"isComposing": True}, {"keyCode": 229}):
        tags.dispatch_event("keydown", {"key": "Enter", "bubbles": True, **way})
    expect(tags).to_have_value("けん")
    tags.fill("")


def _chosen(form: Locator) -> Locator:
    return form.get_by_role("list", name="Chosen tags").get_by_role("listitem")


def _edit(admin: Person) -> None:
    page = admin.page
    page.get_by_role("button", name="Edit How to Fall Well").click()
    form = page.get_by_role("dialog", name="Edit Media")
    form.get_by_label("Title").fill("")
    _type_a_long_tag(form)
    form.get_by_role("button", name="Save Changes").click()
    expect(form.locator("#field-title-error")).to_have_text("Title is required")
    expect(form.locator("#field-tags-error")).to_contain_text("at most 50 characters")
    admin.look_over("media-edit-form")
    tags = form.get_by_role("textbox", name="Tags")
    expect(tags).to_have_value(LONG)
    tags.fill(SHORT)
    tags.press("Enter")
    expect(_chosen(form)).to_have_text(["Drill", "Newcomers", SHORT])
    form.get_by_label("Title").fill("Falling")
    form.get_by_label("Category").select_option(label="Training")
    form.get_by_role("button", name="Save Changes").click()
    admin.expect_toast("Media updated successfully!")
    expect(form).to_be_hidden()
    expect(card(page, "Falling").get_by_text("Newcomers")).to_be_visible()


def _type_a_long_tag(form: Locator) -> None:
    """It is told while it is typed, and not cut."""
    tags = form.get_by_role("textbox", name="Tags")
    tags.press_sequentially(LONG[:43])
    expect(form.get_by_text("43 of 50 characters")).to_be_visible()
    tags.press_sequentially(LONG[43:])
    said = form.get_by_role("alert").filter(has_text="Please shorten it to 50.")
    expect(said).to_have_text(f"{len(LONG)} characters. Please shorten it to 50.")
    tags.press("Enter")
    expect(tags).to_have_value(LONG)
    expect(_chosen(form)).to_have_count(2)


@pytest.mark.whole
def test_an_event_and_its_chapter_show_their_pictures(visitor: Person, stage: Stage) -> None:
    chapter_id = stage.chapter("Lantern Bay")
    event_id = stage.event("Lantern Battle", chapter_id=chapter_id, start_at=evening(-3))
    stage.media("The Charge", event_id=event_id)
    stage.media("For members", event_id=event_id, is_public=False)
    for path in (f"/events/{event_id}", f"/chapters/{chapter_id}"):
        page = opened(visitor, path)
        expect(page.get_by_role("heading", name="In Pictures")).to_be_visible()
        expect(page.get_by_role("link", name="The Charge")).to_be_visible()
        expect(page.get_by_role("link", name="For members")).to_have_count(0)
    visitor.look_over("chapters-with-pictures")
    stage.media("Elsewhere")
    page = opened(visitor, f"/events/{event_id}")
    visitor.follow(
        page.get_by_role("link", name="See all photos and videos"), f"**/media?event={event_id}"
    )
    expect(page.get_by_text("Showing items of Lantern Battle")).to_be_visible()
    expect_order(visitor, "The Charge")
    visitor.follow(page.get_by_role("link", name="Clear"), "**/media")
    visitor.follow(page.get_by_role("link", name="Newest first"), "**/media?sort=newest")
    expect_order(visitor, "Elsewhere", "The Charge")
    visitor.look_over("media-newest")
    visitor.follow(
        card(page, "The Charge").get_by_role("link", name="Lantern Battle"), re.compile("event=")
    )
    expect_order(visitor, "The Charge")
