"""What is easily lost in the gallery's dialogs: a sent file, a long tag, an item that goes."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.journeys.gallery import (
    Held,
    begin_upload,
    card,
    fill_gallery,
    opened,
    picture,
    send,
    tell,
)
from tests.journeys.people import Person
from tests.journeys.stage import Stage

WALL, DUEL = picture("shield-wall.jpg", "#1f3a5f"), picture("long-duel.jpg", "#c8371b")
CLAIM = re.compile("/api/media/file")
LONG = "A very long tag of a very long battle in the rain and far away"
SHORT = LONG[:50].strip()


def tags_of(form: Locator) -> Locator:
    return form.get_by_role("list", name="Chosen tags").get_by_role("listitem")


def test_a_sent_file_can_be_removed_until_its_item_is_saved(admin: Person) -> None:
    page = opened(admin)
    form = begin_upload(page)
    form.get_by_label("Choose pictures or videos").set_input_files([WALL, DUEL])
    admin.look_over("media-upload-chosen")
    form.get_by_role("button", name="Upload (2)").click()
    expect(form.get_by_text("Uploaded ✓")).to_have_count(2)
    expect(form.get_by_label("Title")).to_have_value("Shield wall")
    admin.look_over("media-upload-sent")
    form.get_by_role("button", name="Remove shield-wall.jpg").click()
    expect(form.get_by_role("list", name="Files")).not_to_contain_text("shield-wall.jpg")
    expect(form.get_by_label("Choose pictures or videos")).to_be_focused()
    expect(form.get_by_label("Title")).to_have_value("Long duel")
    form.get_by_role("button", name="Remove long-duel.jpg").click()
    expect(form.get_by_text("Please upload a file first")).to_be_visible()
    expect(form.get_by_role("button", name="Add to Gallery")).to_be_disabled()
    form.get_by_label("Choose pictures or videos").set_input_files([WALL, DUEL])
    form.get_by_role("button", name="Upload (2)").click()
    expect(form.get_by_text("Picture 1 of 2")).to_be_visible()
    form.get_by_role("button", name="Add to Gallery").click()
    expect(form.get_by_role("button", name="Remove long-duel.jpg")).to_be_visible()
    expect(form.get_by_role("button", name="Remove shield-wall.jpg")).to_have_count(0)


def test_the_form_stays_while_a_file_is_on_its_way(admin: Person) -> None:
    page, held = opened(admin), Held()
    form = begin_upload(page)
    page.route(
        CLAIM,
        lambda way: held(way) if "duel" in (way.request.post_data or "") else (way.continue_()),
    )
    form.get_by_label("Choose pictures or videos").set_input_files([WALL, DUEL])
    form.get_by_role("button", name="Upload (2)").click()
    expect(form.get_by_text("Picture 1 of 2")).to_be_visible()
    form.get_by_label("Category").select_option(label="Tournaments")
    form.get_by_role("button", name="Add to Gallery").click()
    admin.expect_toast("Media uploaded successfully!")
    expect(form.get_by_text("As soon as a file is uploaded")).to_be_visible()
    admin.wait_until(lambda: bool(held.routes))
    held.routes[0].continue_()
    expect(form.get_by_text("Picture 2 of 2")).to_be_visible()
    expect(form.get_by_label("Title")).to_have_value("Long duel")
    expect(form.get_by_label("Category")).to_have_value("tournaments")
    form.get_by_role("button", name="Add to Gallery").click()
    expect(form).to_be_hidden()


def lose_page(somebody: Person) -> Locator:
    """Load the gallery as a new tab, of which the server knows nothing, and open the draft."""
    somebody.page.evaluate("sessionStorage.removeItem('token')")
    page = opened(somebody)
    page.get_by_role("button", name="Continue").click()
    return page.get_by_role("dialog", name="Upload Media")


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
    admin.look_over("media-upload-draft")
    form = lose_page(admin)
    expect(form.get_by_role("button", name="Add to Gallery")).to_be_enabled()
    stage.release_uploads()
    form = lose_page(admin)
    expect(form.get_by_role("alert").filter(has_text="is no longer here")).to_be_visible()
    expect(form.get_by_label("Description")).to_have_value("All in blue.")
    expect(form.get_by_role("button", name="Add to Gallery")).to_be_disabled()
    send(form, DUEL)
    form.get_by_role("button", name="Add to Gallery").click()
    admin.expect_toast("Media uploaded successfully!")
    expect(form).to_be_hidden()


def test_a_draft_keeps_its_link(admin: Person) -> None:
    form = begin_upload(opened(admin))
    form.get_by_role("button", name="YouTube link").click()
    form.get_by_label("YouTube URL").fill("https://youtu.be/rookieDemo1")
    expect(form.get_by_text("✓ Valid YouTube URL detected")).to_be_visible()
    form.get_by_label("Title").fill("How to fall")
    form = lose_page(admin)
    expect(form.get_by_text("✓ Valid YouTube URL detected")).to_be_visible()
    expect(form.get_by_label("Title")).to_have_value("How to fall")
    # A tap right after the label has changed would count as one on the former button.
    form.get_by_role("button", name="Add Video").press("Enter")
    admin.expect_toast("YouTube video added successfully!")


def edited(page: Page, title: str) -> Locator:
    page.get_by_role("button", name=f"Edit {title}").click()
    return page.get_by_role("dialog", name="Edit Media")


def test_an_item_that_somebody_deletes_meanwhile_is_told_in_its_form(
    admin: Person, stage: Stage
) -> None:
    fill_gallery(stage)
    tell(admin)
    page = opened(admin)
    form = edited(page, "Alpha")
    form.get_by_label("Description").fill("Nobody saw it coming.")
    headers, listed = {"origin": admin.url}, f"{admin.url}/api/media"
    (alpha,) = (one for one in page.request.get(listed).json() if one["title"] == "Alpha")
    gone = page.request.delete(f"{listed}/{alpha['id']}", headers=headers)
    assert gone.status == 204, gone.text()
    form.get_by_role("button", name="Save Changes").click()
    expect(form.get_by_role("alert").filter(has_text="Someone deleted this item")).to_be_visible()
    expect(form.get_by_label("Description")).to_have_value("Nobody saw it coming.")
    expect(form.get_by_role("button", name="Delete Media")).to_have_count(0)
    admin.look_over("media-edit-gone")
    form.get_by_role("button", name="Cancel").click()
    expect(form).to_be_hidden()
    expect(card(page, "Bravo")).to_be_visible()
    expect(card(page, "Alpha")).to_have_count(0)


def test_a_long_tag_is_told_while_it_is_typed_and_not_cut(admin: Person, stage: Stage) -> None:
    fill_gallery(stage)
    tell(admin)
    page = opened(admin)
    form = edited(page, "Charlie")
    tags = form.get_by_role("textbox", name="Tags")
    tags.press_sequentially(LONG[:43])
    expect(form.get_by_text("43 of 50 characters")).to_be_visible()
    tags.press_sequentially(LONG[43:])
    said = form.get_by_role("alert").filter(has_text="Please shorten it to 50.")
    expect(said).to_have_text(f"{len(LONG)} characters. Please shorten it to 50.")
    tags.press("Enter")
    expect(tags).to_have_value(LONG)
    expect(tags_of(form)).to_have_count(0)
    admin.look_over("media-long-tag")
    form.get_by_role("button", name="Save Changes").click()
    expect(form.locator("#field-tags-error")).to_contain_text("at most 50 characters")
    expect(tags).to_have_value(LONG)
    tags.fill(SHORT)
    tags.press("Enter")
    expect(tags_of(form)).to_have_text([SHORT])
    expect(said).to_have_count(0)
    form.get_by_role("button", name="Save Changes").click()
    admin.expect_toast("Media updated successfully!")
    expect(card(page, "Charlie").get_by_role("link", name=SHORT)).to_be_visible()
