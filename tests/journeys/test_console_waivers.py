"""The Waivers tab: an administrator writes, previews, is refused without the notice, publishes."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.journeys.people import Person
from tests.journeys.stage import MEMBER, Stage

PATH = "/admin/waivers"
LEAST = 5 * 96 / 72
"""Five points, in pixels: so much larger is the notice than all other text."""
SIZES = """text => {
  const size = one => parseFloat(getComputedStyle(one).fontSize);
  const every = [...text.querySelectorAll("p, li, h2, h3, strong, em")];
  const quoted = every.filter(one => one.closest("blockquote")).map(size);
  const others = every.filter(one => !one.closest("blockquote")).map(size);
  return [Math.min(...quoted), Math.max(...others)];
}"""


def card(page: Page, title: str) -> Locator:
    return page.locator("section").filter(has=page.get_by_role("heading", name=title))


def test_a_form_for_minors_is_written_refused_and_published(admin: Person, stage: Stage) -> None:
    stage.person(MEMBER, age_band="minor", first_name="Maya")
    page = admin.open(PATH)
    minor = card(page, "Minor Waiver")
    expect(minor.get_by_text("Nothing is published yet")).to_be_visible()
    expect(page.get_by_text("No one lacks a waiver")).to_be_visible()
    minor.get_by_role("button", name="New Version").click()
    form = page.get_by_role("dialog", name="Minor Waiver")
    text, preview = form.get_by_role("textbox", name="Text"), form.get_by_label("Preview")
    expect(text).to_be_focused()
    expect(preview.get_by_text("NOTICE TO THE MINOR CHILD’S NATURAL GUARDIAN")).to_be_visible()
    notice, others = preview.locator(".waiver-text").evaluate(SIZES)
    assert notice - others >= LEAST
    admin.look_over("console-waiver-editor")
    whole = text.input_value()
    text.fill("My **child** plays.")
    expect(preview.locator("strong")).to_have_text("child")
    expect(preview.get_by_text(re.compile("needs the notice of Florida"))).to_be_visible()
    form.get_by_role("button", name="Save Draft").click()
    expect(form).to_be_hidden()
    minor.get_by_role("button", name="Publish").click()
    question = page.get_by_role("alertdialog", name="Publish this Minor Waiver?")
    expect(question.get_by_text("can never be changed")).to_be_visible()
    admin.look_over("console-waiver-publish")
    question.get_by_role("button", name="Publish").click()
    # The draft opens where something is wrong.
    expect(form.locator(".field-error").filter(has_text="744.301(3)")).to_be_visible()
    text.fill(whole)
    form.get_by_role("button", name="Save Draft").click()
    expect(form).to_be_hidden()
    minor.get_by_role("button", name="Publish").click()
    question.get_by_role("button", name="Publish").click()
    admin.expect_toast("Published")
    expect(minor.get_by_text(re.compile(r"Version \d+ since"))).to_be_visible()
    row = page.get_by_role("row").filter(has_text="Maya")
    expect(row.get_by_text("No waiver")).to_be_visible()
    page.get_by_role("navigation", name="By status").get_by_role("link").first.click()
    page.wait_for_url(admin.url + PATH + "?state=missing")
    admin.look_over("console-waivers")
    minor.get_by_role("button", name="Read").click()
    read = page.get_by_role("dialog", name=re.compile(r"Minor Waiver, version \d+"))
    expect(read.get_by_text(re.compile("SHA-256 [0-9a-f]{64}"))).to_be_visible()
    admin.look_over("console-waiver-read")
