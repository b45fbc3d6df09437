"""The design system in a browser: keyboard, dialogs, toasts, drawer, themes."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.answers import Answers
from tests.journeys.people import Person


@pytest.fixture
def page(visitor: Person) -> Page:
    return visitor.open("/_ui")


def test_the_keyboard_skips_to_the_content_and_every_component_is_accessible(
    visitor: Person, page: Page
) -> None:
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Create Event")).to_be_focused()
    visitor.look_over("gallery")


def test_a_button_answers_at_once_and_waits_for_the_server(visitor: Person) -> None:
    page, answers = visitor.page, Answers(visitor.page)
    visitor.open("/_ui")
    button = page.locator("button.btn-primary", has_text="Save Changes")
    answers.are_held = True
    button.click()
    expect(button).to_have_attribute("aria-busy", "true")
    expect(page.get_by_role("button", name="Saving …")).to_be_disabled()
    answers.let_go()
    expect(page.get_by_role("button", name="Save Changes")).to_be_enabled()
    expect(button).to_be_focused()


def test_a_dialog_gives_the_focus_back_and_a_toast_lies_above_it(
    visitor: Person, page: Page
) -> None:
    opener = page.get_by_role("button", name="Delete an event")
    opener.click()
    question = page.get_by_role("alertdialog", name="Delete this event?")
    expect(question.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Escape")
    expect(question).to_be_hidden()
    expect(opener).to_be_focused()
    page.get_by_role("button", name="Edit an event").click()
    dialog = page.get_by_role("dialog", name="Create New Event")
    dialog.get_by_role("button", name="Create Event").click()
    expect(dialog.get_by_label("Title")).to_have_attribute("aria-invalid", "true")
    expect(dialog.get_by_text("Title is required")).to_be_visible()
    dialog.get_by_role("button", name="Close this message").click()
    expect(page.locator(".toast")).to_have_count(0)
    dialog.get_by_label("Title").fill("Park Day")
    dialog.get_by_role("button", name="Create Event").click()
    expect(dialog).to_be_hidden()
    expect(page.locator(".toast-title")).to_have_text("Successfully registered for event!")
    # One toast is shown at a time, and a reload does not repeat it.
    page.get_by_role("button", name="Toast: info").click()
    expect(page.locator(".toast-title")).to_have_text("Login Required")
    page.keyboard.press("F8")
    expect(page.locator(".toasts")).to_be_focused()
    page.reload()
    visitor.settle()
    expect(page.locator(".toast")).to_have_count(0)


def test_the_drawer_holds_the_login_and_the_theme_is_kept_without_a_flash(
    visitor: Person, page: Page
) -> None:
    page.locator(".site-header").get_by_role("button", name="Switch between").click()
    expect(page.locator("html.dark")).to_have_count(1)
    page.reload(wait_until="commit")
    page.wait_for_selector("body", state="attached")
    assert "dark" in (page.locator("html").get_attribute("class") or "")
    visitor.settle()
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_role("button", name="Open menu").click()
    drawer = page.get_by_role("dialog", name="Menu")
    login = drawer.get_by_role("link", name="Login")
    expect(login).to_have_attribute("href", "/api/login?next=%2F_ui")
    drawer.get_by_role("button", name="Close menu").click()
    expect(page.get_by_role("button", name="Open menu")).to_be_focused()
