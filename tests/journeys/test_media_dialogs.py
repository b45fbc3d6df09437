"""What is easily lost in the gallery's dialogs: a sent file, a long tag, an item that goes."""

from playwright.sync_api import Locator, Page, expect

from tests.journeys.gallery import begin_upload, card, fill_gallery, opened, picture, tell
from tests.journeys.people import Person
from tests.journeys.stage import Stage

WALL, DUEL = picture("shield-wall.jpg", "#1f3a5f"), picture("long-duel.jpg", "#c8371b")
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
    expect(form.get_by_text("1 more after this one")).to_be_visible()
    form.get_by_role("button", name="Add to Gallery").click()
    expect(form.get_by_role("button", name="Remove long-duel.jpg")).to_be_visible()
    expect(form.get_by_role("button", name="Remove shield-wall.jpg")).to_have_count(0)


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
