"""Lists of the gallery: their titles, their grid, the chosen tab, and sorting over a row's end."""

import io

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.contrast import ratio
from tests.journeys.gallery import (
    TITLES,
    card,
    expect_order,
    fill_gallery,
    move_on,
    opened,
    pick_up,
    pin_up,
    tell,
)
from tests.journeys.people import PHONE, Person
from tests.journeys.stage import Stage

ROWS = """() => [...document.querySelectorAll('.shots-all .shot')]
  .filter((one) => one.getClientRects().length)
  .reduce((rows, one) => {
    const { top } = one.getBoundingClientRect();
    return rows.set(Math.round(top), (rows.get(Math.round(top)) ?? 0) + 1);
  }, new Map()).entries().toArray().sort(([a], [b]) => a - b).map(([, many]) => many)"""
INKED = 6 * 4
"""Six dots of which each is seen."""
CUT = """() => [...document.querySelectorAll('.shots-official p')]
  .filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent)"""
USED = """() => document.querySelector('.shots-all').clientWidth / window.innerWidth"""


def inked(drawn: bytes) -> int:
    """How many pixels of a picture have a contrast of 3:1 to its corner."""
    picture = Image.open(io.BytesIO(drawn)).convert("RGB")
    parts = picture.tobytes()
    pixels = [parts[at : at + 3] for at in range(0, len(parts), 3)]
    ground = pixels[3 * picture.width + 3]
    return sum(ratio(one, ground) >= 3 for one in pixels)


def rows(page: Page) -> list[int]:
    """How many cards stand in each row."""
    found: list[int] = page.evaluate(ROWS)
    return found


@pytest.fixture(autouse=True)
def _gallery(stage: Stage, admin: Person) -> None:
    fill_gallery(stage)
    tell(admin)


def test_the_title_names_the_tab_and_the_tag(visitor: Person) -> None:
    page = opened(visitor, "/media?show=videos&tag=Park")
    expect(page).to_have_title("Videos tagged “Park” · Media Gallery · Rookie Battle")
    page.get_by_role("link", name="Clear", exact=True).click()
    expect(page).to_have_title("Videos · Media Gallery · Rookie Battle")
    page.get_by_role("link", name="All Media", exact=True).click()
    expect(page).to_have_title("Media Gallery · Rookie Battle")
    page.go_back()
    expect(page).to_have_title("Videos · Media Gallery · Rookie Battle")


def test_an_empty_list_under_tab_and_tag_names_both_and_leads_to_all(visitor: Person) -> None:
    page = opened(visitor, "/media?show=training&tag=Park")
    expect(page.get_by_text("No training found with the tag “Park”")).to_be_visible()
    visitor.look_over("media-empty-tagged")
    page.get_by_role("link", name="Show all").click()
    expect_order(visitor, *TITLES)


def test_the_chosen_tab_is_in_sight_on_a_phone(visitor: Person) -> None:
    visitor.page.set_viewport_size({"width": 320, "height": PHONE[1]})
    page = opened(visitor, "/media?show=events")
    tabs = page.get_by_role("navigation", name="What is shown")
    events = tabs.get_by_role("link", name="Events")
    expect(events).to_have_attribute("aria-current", "true")
    expect(events).to_be_in_viewport(ratio=1)
    tabs.get_by_role("link", name="Videos").click()
    tabs.get_by_role("link", name="All Media").click()
    expect(tabs.get_by_role("link", name="All Media")).to_be_in_viewport(ratio=1)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for tab in ("All Media", "Photos", "Videos", "Training", "Events"):
        expect(tabs.get_by_role("link", name=tab, exact=True)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "columns"), [(700, 2), (1100, 3), (1440, 4), (2560, 5)])
def test_no_row_but_the_last_one_has_a_hole(visitor: Person, width: int, columns: int) -> None:
    visitor.page.set_viewport_size({"width": width, "height": 900})
    for path in ("/media", "/media?tag=Park"):
        page = opened(visitor, path)
        expect(card(page, "Alpha")).to_be_visible()
        *full, last = rows(page)
        assert set(full) <= {columns}
        assert last <= columns
    assert page.evaluate(CUT) == []
    assert page.evaluate(USED) > 0.7
    if width > 2000:
        page.screenshot(path="artifacts/screens/media-tagged-2560.png")


def test_left_and_right_lead_over_the_end_of_a_row(admin: Person) -> None:
    admin.page.set_viewport_size({"width": 700, "height": 900})
    page = opened(admin, "/media?show=videos")
    assert rows(page) == [2, 2]
    handle = page.get_by_role("button", name="Move Charlie")
    expect(handle).to_have_attribute("aria-roledescription", "sortable")
    handle.focus()
    pick_up(page, "Charlie")
    spoken = page.locator("[id^=DndLiveRegion]")
    for key, place in (("ArrowLeft", 2), ("ArrowRight", 3), ("ArrowLeft", 2), ("ArrowLeft", 1)):
        page.keyboard.press(key)
        expect(spoken).to_contain_text(f"“Charlie” is over item {place} of 4.")
        expect(card(page, "Charlie").get_by_role("button", name="Move")).to_be_in_viewport()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(spoken).to_contain_text("“Charlie” is over item 2 of 4.")
    page.keyboard.press("Space")
    expect(spoken).to_contain_text("“Charlie” is now item 2 of 4.")
    expect_order(admin, "Alpha", "Charlie", "Bravo", "Delta")
    page.reload()
    admin.settle()
    expect_order(admin, "Alpha", "Charlie", "Bravo", "Delta")


def test_the_spoken_place_is_the_one_that_pins_leave(admin: Person) -> None:
    page = opened(admin)
    pin_up(page, "Alpha")
    move_on(page, "Bravo", "ArrowLeft")
    expect(page.locator("[id^=DndLiveRegion]")).to_contain_text("“Bravo” is now item 2 of 4.")
    expect_order(admin, *TITLES)


def test_the_handle_is_seen(admin: Person) -> None:
    page = opened(admin)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("html")).to_have_class(scheme)
        assert inked(page.get_by_role("button", name="Move Alpha").screenshot()) >= INKED


def delete(page: Page) -> None:
    """Answer the question before deleting with the keyboard, which stands on 'Cancel'."""
    question = page.get_by_role("alertdialog")
    expect(question.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(question).to_be_hidden()


def test_the_keyboard_goes_on_at_the_next_card_after_one_was_deleted(admin: Person) -> None:
    page = opened(admin)
    expect(page.get_by_role("button", name="Move Alpha")).to_have_attribute(
        "aria-roledescription", "sortable"
    )
    for gone, heir in (("Bravo", "Charlie"), ("Delta", "Charlie")):
        page.get_by_role("button", name=f"Delete {gone}").press("Enter")
        delete(page)
        expect(card(page, gone)).to_have_count(0)
        expect(page.get_by_role("button", name=f"Delete {heir}")).to_be_focused()
    page.get_by_role("button", name="Edit Charlie").press("Enter")
    form = page.get_by_role("dialog", name="Edit Media")
    form.get_by_role("button", name="Delete Media").press("Enter")
    delete(page)
    expect(card(page, "Charlie")).to_have_count(0)
    expect(page.get_by_role("button", name="Delete Alpha")).to_be_focused()
    page.keyboard.press("Enter")
    delete(page)
    expect(card(page, "Alpha")).to_have_count(0)
    expect(page.get_by_role("heading", name="Media Gallery")).to_be_focused()


def test_administrators_read_why_the_official_pictures_cannot_be_moved(
    admin: Person, visitor: Person
) -> None:
    said = "Official pictures stay first."
    expect(opened(admin).get_by_text(said)).to_be_visible()
    expect(opened(visitor).get_by_text(said)).to_have_count(0)
    expect(opened(admin, "/media?show=videos").get_by_text(said)).to_have_count(0)
