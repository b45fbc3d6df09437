"""The Resources tab: adding, changing and deleting, by mouse and by keyboard; its list."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.journeys.people import Person, tab_to
from tests.journeys.stage import Stage

PATH = "/admin/resources"
URL = "https://docs.example.org/rules"


def row_of(page: Page, title: str) -> Locator:
    return page.get_by_role("row").filter(has_text=title)


def dialog(page: Page, name: str) -> Locator:
    return page.get_by_role("dialog", name=name)


def test_a_resource_is_added_changed_and_deleted_by_mouse(admin: Person, stage: Stage) -> None:
    page = admin.open(PATH)
    expect(page.get_by_role("heading", name="Resource Management")).to_be_visible()
    expect(page.get_by_text("No resources found")).to_be_visible()
    page.get_by_role("button", name="Add Resource").first.click()
    form = dialog(page, "Add Resource")
    expect(form.get_by_label("Title")).to_be_focused()
    expect(form.get_by_label("Category")).to_have_value("training")
    form.get_by_label("Category").select_option(label="Rules")
    form.get_by_label("Link").fill("docs.example.org")
    form.get_by_role("switch", name="Public").uncheck()
    form.get_by_role("button", name="Add Resource").click()
    admin.expect_toast("Error", "Title is required")
    expect(form.get_by_label("Title")).to_be_focused()
    expect(form.get_by_text("Must be a valid URL")).to_be_visible()
    expect(form.get_by_label("Link")).to_have_value("docs.example.org")
    form.get_by_label("Title").fill("Core Rules")
    form.get_by_label("Link").fill(URL)
    form.get_by_role("button", name="Add Resource").click()
    admin.expect_toast("Resource created")
    expect(form).to_be_hidden()
    row = row_of(page, "Core Rules")
    expect(row.get_by_text("Private")).to_be_visible()
    view = row.get_by_role("link", name="View Resource")
    expect(view).to_have_attribute("target", "_blank")
    expect(view).to_have_attribute("href", URL)
    page.get_by_role("button", name="Edit Core Rules").click()
    form = dialog(page, "Edit Resource")
    expect(form.get_by_label("Title")).to_have_value("Core Rules")
    expect(form.get_by_role("switch", name="Public")).not_to_be_checked()
    form.get_by_label("Description").fill("Hits, limbs and honor.")
    form.get_by_role("switch", name="Public").check()
    admin.look_over("console-resource-form")
    form.get_by_role("button", name="Save Changes").click()
    admin.expect_toast("Resource updated")
    expect(row.get_by_text("Hits, limbs and honor.")).to_be_visible()
    expect(row.get_by_text("Public", exact=True)).to_be_visible()
    page.get_by_role("button", name="Edit Core Rules").click()
    form.get_by_role("button", name="Delete Resource").click()
    question = page.get_by_role("alertdialog", name="Delete “Core Rules”?")
    expect(question.get_by_role("button", name="Cancel")).to_be_focused()
    question.get_by_role("button", name="Delete Resource").click()
    admin.expect_toast("Resource deleted")
    expect(page.get_by_text("No resources found")).to_be_visible()


@pytest.mark.whole
def test_a_resource_is_added_changed_and_deleted_by_keyboard_alone(admin: Person) -> None:
    page = admin.open(PATH)
    keys = page.keyboard

    tab_to(page, "Add Resource")
    keys.press("Enter")
    expect(dialog(page, "Add Resource").get_by_label("Title")).to_be_focused()
    keys.type("Core Rules")
    tab_to(page, "Link")
    keys.type(URL)
    tab_to(page, "Public.*")
    keys.press("Space")
    keys.press("Enter")
    admin.expect_toast("Resource created")
    expect(row_of(page, "Core Rules").get_by_text("Private")).to_be_visible()
    expect(page.get_by_role("button", name="Add Resource").first).to_be_focused()
    tab_to(page, "Edit Core Rules")
    keys.press("Enter")
    expect(dialog(page, "Edit Resource").get_by_label("Title")).to_be_focused()
    keys.press("End")
    keys.type(" II")
    keys.press("Enter")
    admin.expect_toast("Resource updated")
    tab_to(page, "Delete Core Rules II")
    keys.press("Enter")
    question = page.get_by_role("alertdialog")
    expect(question.get_by_role("button", name="Cancel")).to_be_focused()
    keys.press("Escape")
    expect(question).to_be_hidden()
    expect(page.get_by_role("button", name="Delete Core Rules II")).to_be_focused()
    keys.press("Enter")
    expect(question.get_by_role("button", name="Cancel")).to_be_focused()
    keys.press("Tab")
    keys.press("Enter")
    admin.expect_toast("Resource deleted")


@pytest.mark.whole
def test_the_list_is_asked_by_its_address_and_downloaded(admin: Person, stage: Stage) -> None:
    for number in range(30):
        stage.resource(f"Drill {number:02d}")
    stage.resource("Core Rules", category="rules", is_public=False, description="Hits. " * 60)
    stage.resource("Long " + "and longer " * 20, category="games")
    page = admin.open(PATH)
    expect(page.get_by_text("32 resources")).to_be_visible()
    expect(page.get_by_text("1 – 25 of 32")).to_be_visible()
    admin.follow(page.get_by_role("link", name="Next"), re.compile("page=2"))
    expect(page.get_by_text("26 – 32 of 32")).to_be_visible()
    page.get_by_role("searchbox").fill("core")
    expect(page.get_by_text("1 resource", exact=True)).to_be_visible()
    expect(page).to_have_url(admin.url + PATH + "?q=core")
    with page.expect_download() as started:
        page.get_by_role("link", name="CSV").click()
    assert started.value.suggested_filename == "resources.csv"
    text = started.value.path().read_text(encoding="utf-8-sig")
    assert "Core Rules" in text
    assert "Drill" not in text
    page.get_by_label("Visibility").first.select_option(label="Public")
    expect(page.get_by_text("Nothing matches.")).to_be_visible()
    expect(page).to_have_url(admin.url + PATH + "?q=core&visibility=public")
    admin.look_over("console-resources-no-match")
    page.go_back()
    expect(page.get_by_text("1 resource", exact=True)).to_be_visible()
    expect(page.get_by_label("Visibility").first).to_have_value("")
    page.reload()
    admin.settle()
    expect(page.get_by_role("searchbox")).to_have_value("core")
    page.get_by_role("searchbox").fill("nothing like it")
    page.get_by_role("link", name="Show all").click()
    expect(page.get_by_text("32 resources")).to_be_visible()
    expect(page.get_by_role("searchbox")).to_have_value("")
    page.get_by_label("Sort").select_option(label="Title, Z to A")
    expect(page.get_by_role("row").nth(1)).to_contain_text("Long and longer")


def test_chosen_resources_are_hidden_together(admin: Person, stage: Stage) -> None:
    for title in ("One", "Two", "Three"):
        stage.resource(title)
    page = admin.open(PATH)
    page.get_by_role("checkbox", name="Select One").check()
    expect(page.get_by_text("1 selected")).to_be_visible()
    page.get_by_role("button", name="Select all on this page").click()
    expect(page.get_by_text("3 selected")).to_be_visible()
    page.get_by_role("checkbox", name="Select Two").uncheck()
    expect(page.get_by_text("2 selected")).to_be_visible()
    page.get_by_label("Visibility").last.select_option(label="Private")
    page.get_by_role("button", name="Apply").click()
    admin.expect_toast("2 resources changed")
    expect(row_of(page, "Two").get_by_text("Public", exact=True)).to_be_visible()
    expect(row_of(page, "One").get_by_text("Private")).to_be_visible()
    expect(page.get_by_role("checkbox", name="Select One")).not_to_be_checked()
    expect(page.get_by_text("chosen")).to_be_hidden()
