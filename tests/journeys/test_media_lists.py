"""Sorting the gallery by mouse, keyboard and finger; and where the focus goes after a deletion."""

import io
import re

import pytest
from PIL import Image
from playwright.sync_api import Page, WebSocket, expect

from tests.contrast import ratio
from tests.journeys.gallery import (
    TITLES,
    Held,
    card,
    expect_order,
    fill_gallery,
    move_on,
    opened,
    pick_up,
    pin_up,
    tell,
)
from tests.journeys.people import Person, on_phone
from tests.journeys.stage import Stage

SORTING = re.compile(r"/assets/sortable[^/]*\.js")
INKED = 6 * 4
"""Six dots of which each is seen."""


@pytest.mark.whole
def test_items_are_sorted_by_mouse_and_everybody_sees_it(
    admin: Person, other: Person, stage: Stage
) -> None:
    fill_gallery(stage)
    # The longest wait of a page after the first news: longer than the time between two of them.
    other.page.add_init_script("Math.random = () => 0.99")
    asked = list[str]()

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: asked.append(str(frame)))

    other.page.on("websocket", listen)
    opened(other)
    page = opened(admin)
    expect_order(other, *TITLES)
    handle = page.get_by_role("button", name="Move Delta")
    expect(handle).to_have_attribute("aria-roledescription", "sortable")
    handle.hover()
    page.mouse.down()
    box = card(page, "Alpha").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 30, box["y"] + 60, steps=12)
    page.mouse.up()
    for somebody in (admin, other):
        expect_order(somebody, "Delta", "Alpha", "Bravo", "Charlie")
    asked.clear()
    pin = page.get_by_role("button", name="Pin Bravo")

    def heard() -> bool:
        pin.click()
        return any("gallery____media_state.show" in frame for frame in asked)

    # A page hears of a list that changes all the time.
    admin.wait_until(heard)


def test_items_are_sorted_by_keyboard_and_finger_with_spoken_places(
    admin: Person, stage: Stage
) -> None:
    fill_gallery(stage)
    tell(admin)
    opened(admin)
    expect(admin.page.get_by_text("Official pictures stay first.")).to_be_visible()
    _move_and_take_back(admin)
    _move_over_the_end_of_a_row(admin)
    _move_under_a_filter(admin)
    _move_beside_a_pin(admin)
    _move_by_finger(admin)


def _move_and_take_back(admin: Person) -> None:
    page = admin.page
    handle = page.get_by_role("button", name="Move Alpha")
    expect(handle).to_have_attribute("aria-roledescription", "sortable")
    handle.focus()
    spoken = page.locator("[id^=DndLiveRegion]")
    pick_up(page, "Alpha")
    expect(spoken).to_contain_text("It is item 1 of the 4 you can move on this page.")
    page.keyboard.press("ArrowRight")
    expect(spoken).to_contain_text("“Alpha” is over item 2 of 4.")
    page.keyboard.press("Space")
    expect(spoken).to_contain_text("“Alpha” is now item 2 of 4.")
    expect_order(admin, "Bravo", "Alpha", "Charlie", "Delta")
    pick_up(page, "Alpha")
    expect(spoken).to_contain_text("It is item 2 of the 4 you can move on this page.")
    page.keyboard.press("ArrowRight")
    expect(spoken).to_contain_text("“Alpha” is over item 3 of 4.")
    page.keyboard.press("Escape")
    expect(spoken).to_contain_text("“Alpha” is back at item 2 of 4.")
    expect_order(admin, "Bravo", "Alpha", "Charlie", "Delta")


def _move_over_the_end_of_a_row(admin: Person) -> None:
    """Left and right lead on in the row above and below."""
    admin.page.set_viewport_size({"width": 700, "height": 900})
    page = opened(admin, "/media?show=videos")
    expect(page.get_by_text("Official pictures stay first.")).to_have_count(0)
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
    expect_order(admin, "Bravo", "Charlie", "Alpha", "Delta")


def _move_under_a_filter(admin: Person) -> None:
    page = opened(admin, "/media?tag=Park")
    expect_order(admin, "Bravo", "Alpha", "Delta")
    move_on(page, "Delta", "ArrowLeft", "ArrowLeft")
    expect_order(admin, "Delta", "Bravo", "Alpha")
    admin.follow(page.get_by_role("link", name="Clear", exact=True), "**/media")
    # Charlie has no such tag and keeps its place; the others share theirs.
    expect_order(admin, "Delta", "Charlie", "Bravo", "Alpha")


def _move_beside_a_pin(admin: Person) -> None:
    """A pin sets an item before all others; the spoken place is the one that it leaves."""
    page = admin.page
    pin = pin_up(page, "Alpha")
    expect(card(page, "Alpha").get_by_text("Pinned")).to_be_visible()
    admin.expect_toast("Pinned")
    expect_order(admin, "Alpha", "Delta", "Charlie", "Bravo")
    admin.look_over("media-admin")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        expect(page.locator("html")).to_have_class(scheme)
        assert _inked(page.get_by_role("button", name="Move Alpha").screenshot()) >= INKED
    move_on(page, "Delta", "ArrowLeft")
    expect(page.locator("[id^=DndLiveRegion]")).to_contain_text("“Delta” is now item 2 of 4.")
    expect_order(admin, "Alpha", "Delta", "Charlie", "Bravo")
    pin.click()
    expect(pin).to_have_attribute("aria-pressed", "false")
    admin.expect_toast("Unpinned")
    expect_order(admin, "Delta", "Charlie", "Bravo", "Alpha")


def _inked(drawn: bytes) -> int:
    """How many pixels of a picture have a contrast of 3:1 to its corner."""
    picture = Image.open(io.BytesIO(drawn)).convert("RGB")
    parts = picture.tobytes()
    pixels = [parts[at : at + 3] for at in range(0, len(parts), 3)]
    ground = pixels[3 * picture.width + 3]
    return sum(ratio(one, ground) >= 3 for one in pixels)


def _move_by_finger(admin: Person) -> None:
    on_phone(admin.page)
    page = opened(admin)
    handle = page.get_by_role("button", name="Move Charlie")
    expect(handle).to_have_attribute("aria-roledescription", "sortable")
    handle.scroll_into_view_if_needed()
    box = handle.bounding_box()
    own, before = (card(page, title).bounding_box() for title in ("Charlie", "Delta"))
    assert box is not None
    assert own is not None
    assert before is not None
    finger = page.context.new_cdp_session(page)
    x, y = box["x"] + 20, box["y"] + 20
    finger.send("Input.dispatchTouchEvent", _touch("touchStart", x, y))
    for step in range(1, 13):
        right, down = ((before[side] - own[side]) * step / 12 for side in ("x", "y"))
        finger.send("Input.dispatchTouchEvent", _touch("touchMove", x + right, y + down))
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect_order(admin, "Charlie", "Delta", "Bravo", "Alpha")


def _touch(kind: str, x: float, y: float) -> dict[str, object]:
    return {"type": kind, "touchPoints": [{"x": x, "y": y}]}


def _delete(page: Page) -> None:
    """Answer the question before deleting with the keyboard, which stands on 'Cancel'."""
    question = page.get_by_role("alertdialog")
    expect(question.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(question).to_be_hidden()


def test_the_keyboard_goes_on_at_the_next_card_after_one_was_deleted(
    admin: Person, stage: Stage
) -> None:
    fill_gallery(stage)
    page = opened(admin)
    expect(page.get_by_role("button", name="Move Alpha")).to_have_attribute(
        "aria-roledescription", "sortable"
    )
    for gone, focused in (("Bravo", "Charlie"), ("Delta", "Charlie")):
        page.get_by_role("button", name=f"Delete {gone}").press("Enter")
        _delete(page)
        expect(card(page, gone)).to_have_count(0)
        expect(page.get_by_role("button", name=f"Delete {focused}")).to_be_focused()
    page.get_by_role("button", name="Edit Charlie").press("Enter")
    form = page.get_by_role("dialog", name="Edit Media")
    form.get_by_role("button", name="Delete Media").press("Enter")
    _delete(page)
    expect(card(page, "Charlie")).to_have_count(0)
    expect(page.get_by_role("button", name="Delete Alpha")).to_be_focused()
    page.keyboard.press("Enter")
    _delete(page)
    expect(card(page, "Alpha")).to_have_count(0)
    expect(page.get_by_role("heading", name="Media Gallery")).to_be_focused()


@pytest.mark.whole
def test_what_sorts_may_come_late_or_never_and_a_move_may_fail(admin: Person, stage: Stage) -> None:
    fill_gallery(stage)
    page, held, edit = admin.page, Held(), card(admin.page, "Alpha").get_by_label("Edit Alpha")
    form = page.get_by_role("dialog", name="Edit Media")
    # Without the library the items can still be edited.
    page.route(SORTING, lambda way: way.abort())
    opened(admin)
    edit.click()
    expect(form).to_be_visible()
    page.unroute(SORTING)
    # The cards are drawn anew with it, so that a press at that moment would be lost.
    page.route(SORTING, held)
    page.goto(admin.url + "/media")
    expect(card(page, "Alpha")).to_be_visible()
    expect(edit).to_be_attached()
    expect(edit).to_be_hidden()
    admin.wait_until(lambda: bool(held.routes))
    held.routes[0].continue_()
    edit.click()
    expect(form).to_be_visible()
    form.get_by_role("button", name="Cancel").click()
    # The dialog gives the focus back, which the keyboard would otherwise lose.
    expect(form).to_be_hidden()
    expect(edit).to_be_focused()
    with stage.broken("audit_words"):
        move_on(page, "Alpha", "ArrowRight")
        admin.expect_toast("Error", "Failed to reorder media")
        expect_order(admin, *TITLES)
    admin.lose_the_network()
    expect(page.get_by_text("You’re offline.")).to_be_visible()
    move_on(page, "Delta", "ArrowLeft")
    admin.expect_toast("Error", "Failed to reorder media")
    expect_order(admin, *TITLES)
    admin.find_the_network()
    expect(page.get_by_text("You’re offline.")).to_have_count(0)
    move_on(page, "Alpha", "ArrowRight")
    expect_order(admin, "Bravo", "Alpha", "Charlie", "Delta")
    admin.complaints.clear()
