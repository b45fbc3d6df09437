"""Files in the gallery's dialogs: sent one after another, taken back, kept in a draft."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.journeys.gallery import Held, begin_upload, card, opened, picture, send
from tests.journeys.people import Person
from tests.journeys.stage import Stage, evening
from tests.uploads.movies import film

WALL, DUEL = picture("shield-wall.jpg", "#1f3a5f"), picture("long-duel.jpg", "#c8371b")
CLAIM = re.compile("/api/media/file")
POSTER_MS = 50_000
MANY = 6
"""Longer than a browser may take for a video's picture: poster.js waits for two events."""
COLOR_OF = """async (picture) => {
  if (!(await picture.decode().then(() => true, () => false))) return [];
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  canvas.getContext("2d").drawImage(picture, 0, 0, 1, 1);
  return [...canvas.getContext("2d").getImageData(0, 0, 1, 1).data].slice(0, 3)
    .map((one, at) => Math.abs(one - [200, 55, 27][at]) < 12 ? [200, 55, 27][at] : one);
}"""
THUMBNAIL = """(canvas) => [...canvas.getContext("2d").getImageData(44, 44, 1, 1).data].slice(0, 3)
  .map((one, at) => Math.abs(one - [200, 55, 27][at]) < 12 ? [200, 55, 27][at] : one)"""
WIDTH = "one => one.decode().then(() => one.naturalWidth)"


@pytest.mark.whole
def test_files_are_asked_about_one_after_another_while_others_are_on_their_way(
    admin: Person, other: Person
) -> None:
    page, held = opened(admin), Held()
    form = begin_upload(page)
    expect(form.get_by_text("Please upload a file first")).to_be_visible()
    expect(form.get_by_role("button", name="Add to Gallery")).to_be_disabled()
    form.get_by_label("Choose pictures or videos").set_input_files([WALL, DUEL])
    page.route(
        CLAIM,
        lambda way: held(way) if "duel" in (way.request.post_data or "") else (way.continue_()),
    )
    form.get_by_role("button", name="Upload (2)").click()
    told = form.get_by_role("status")
    expect(told.filter(has_text="shield-wall.jpg")).to_contain_text("Picture 1 of 2")
    expect(form.get_by_label("Title")).to_have_value("Shield wall")
    expect(form.get_by_label("Title")).to_be_focused()
    form.get_by_label("Text for screen readers").fill("A blue wall of shields.")
    form.get_by_label("Category").select_option(label="Tournaments")
    admin.look_over("media-upload-form")
    form.get_by_role("button", name="Add to Gallery").click()
    admin.expect_toast("Media uploaded successfully!")
    expect(form.get_by_text("as soon as it’s uploaded")).to_be_visible()
    admin.wait_until(lambda: bool(held.routes))
    held.routes[0].continue_()
    expect(told.filter(has_text="long-duel.jpg")).to_contain_text("Picture 2 of 2")
    expect(form.get_by_label("Title")).to_have_value("Long duel")
    expect(form.get_by_label("Title")).to_be_focused()
    expect(form.get_by_label("Category")).to_have_value("tournaments")
    form.get_by_role("switch", name="Public").uncheck()
    form.get_by_role("button", name="Add to Gallery").click()
    expect(form).to_be_hidden()
    expect(card(page, "Long duel").get_by_text("Members")).to_be_visible()
    _see_the_pictures(other)


def _see_the_pictures(member: Person) -> None:
    page = opened(member)
    drawn = card(page, "Shield wall").get_by_role("img", name="A blue wall of shields.")
    assert drawn.evaluate(WIDTH) > 0
    # The smallest of the widths that are enough for a quarter of the page.
    assert drawn.evaluate("one => one.currentSrc").endswith("/320")
    assert card(page, "Long duel").get_by_role("img", name="Long duel").evaluate(WIDTH) > 0


def test_a_sent_file_can_be_removed_and_a_video_shows_its_first_second(admin: Person) -> None:
    page = opened(admin)
    form = begin_upload(page)
    form.get_by_label("Choose pictures or videos").set_input_files([WALL, DUEL])
    form.get_by_role("button", name="Upload (2)").click()
    expect(form.get_by_text("Uploaded ✓")).to_have_count(2)
    expect(form.get_by_label("Title")).to_have_value("Shield wall")
    form.get_by_role("button", name="Remove shield-wall.jpg").click()
    expect(form.get_by_role("list", name="Files")).not_to_contain_text("shield-wall.jpg")
    expect(form.get_by_label("Choose pictures or videos")).to_be_focused()
    expect(form.get_by_label("Title")).to_have_value("Long duel")
    form.get_by_role("button", name="Remove long-duel.jpg").click()
    expect(form.get_by_text("Please upload a file first")).to_be_visible()
    expect(form.get_by_role("button", name="Add to Gallery")).to_be_disabled()
    shown = film("black", "#c8371b", "#c8371b", "black")
    send(form, {"name": "charge.webm", "mimeType": "video/webm", "buffer": shown})
    expect(form.get_by_text("Uploaded ✓")).to_be_visible(timeout=POSTER_MS)
    form.get_by_label("Title").fill("The charge")
    admin.look_over("media-video-form")
    form.get_by_role("button", name="Add to Gallery").click()
    expect(form).to_be_hidden()
    drawn = card(page, "The charge").get_by_role("img", name="The charge")
    # Before the picture has come, its element is empty.
    admin.wait_until(lambda: drawn.evaluate(COLOR_OF) == [200, 55, 27])
    _ask_before_a_chosen_file_is_lost(admin)


def _ask_before_a_chosen_file_is_lost(admin: Person) -> None:
    form = begin_upload(admin.page)
    form.get_by_label("Choose pictures or videos").set_input_files([WALL])
    admin.page.keyboard.press("Escape")
    question = admin.page.get_by_role("alertdialog", name="Discard your changes?")
    question.get_by_role("button", name="Keep Editing").click()
    expect(form).to_be_visible()
    form.get_by_role("button", name="Cancel").click()
    question.get_by_role("button", name="Discard").click()
    expect(form).to_be_hidden()


def test_many_photos_are_added_at_once_and_named_after_their_event(
    admin: Person, stage: Stage
) -> None:
    event_id = stage.event("Lantern Battle", start_at=evening(-3))
    page = opened(admin)
    form = begin_upload(page)
    photos = [picture(f"IMG_{number:04}.jpg", "#c8371b") for number in range(MANY)]
    form.get_by_label("Choose pictures or videos").set_input_files(photos)
    expect(form.get_by_role("button", name=f"Upload ({MANY})")).to_be_in_viewport(ratio=1)
    drawn = form.get_by_role("listitem").filter(has_text="IMG_0000.jpg").locator("canvas")
    admin.wait_until(lambda: drawn.evaluate(THUMBNAIL) == [200, 55, 27])
    admin.look_over("media-upload-many")
    form.get_by_role("button", name=f"Upload ({MANY})").click()
    expect(form.get_by_role("button", name=f"Add All {MANY}")).to_be_visible(timeout=POSTER_MS)
    form.get_by_label("Event").select_option(event_id)
    named = re.compile(r"^Lantern Battle, \w+ \d+ · 1$")
    expect(form.get_by_label("Title")).to_have_attribute("placeholder", named)
    admin.look_over("media-upload-all")
    # Enter adds one item.
    form.get_by_label("Title").press("Enter")
    admin.expect_toast("Media uploaded successfully!")
    add_all = form.get_by_role("button", name=f"Add All {MANY - 1}")
    expect(add_all).to_be_visible()
    # The focus moves to the next title by itself. A key that comes before is pressed there.
    expect(form.get_by_label("Title")).to_be_focused()
    # A tap would come too soon after the button has got its new number; a key does not.
    add_all.press("Enter")
    admin.expect_toast(f"{MANY - 1} items added to the gallery!")
    expect(form).to_be_hidden()
    expect(
        page.get_by_role("link", name=re.compile(rf"^Lantern Battle, \w+ \d+ · {MANY}"))
    ).to_be_visible()


def lose_page(somebody: Person) -> Locator:
    """Load the gallery as a new tab, of which the server knows nothing, and open the draft."""
    somebody.page.evaluate("sessionStorage.removeItem('token')")
    page = opened(somebody)
    page.get_by_role("button", name="Continue").click()
    return page.get_by_role("dialog", name="Upload Media")


@pytest.mark.whole
def test_a_draft_keeps_its_files_as_long_as_the_server_has_them(
    admin: Person, stage: Stage
) -> None:
    form = begin_upload(opened(admin))
    send(form, WALL)
    # The file is uploaded before the page has it, and only a file that the page has is kept.
    expect(form.get_by_label("Title")).to_have_value("Shield wall")
    form.get_by_label("Description").fill("All in blue.")
    form = lose_page(admin)
    expect(form.get_by_label("Description")).to_have_value("All in blue.")
    expect(form.get_by_label("Title")).to_have_value("Shield wall")
    expect(form.get_by_role("list", name="Files")).to_contain_text("shield-wall.jpg")
    expect(form.get_by_role("button", name="Add to Gallery")).to_be_enabled()
    stage.release_uploads()
    form = lose_page(admin)
    expect(form.get_by_role("alert").filter(has_text="is gone")).to_be_visible()
    expect(form.get_by_label("Description")).to_have_value("All in blue.")
    expect(form.get_by_role("button", name="Add to Gallery")).to_be_disabled()
    send(form, DUEL)
    form.get_by_role("button", name="Add to Gallery").click()
    admin.expect_toast("Media uploaded successfully!")
    expect(form).to_be_hidden()
