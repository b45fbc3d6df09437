"""The design system in a browser: keyboard, dialogs, toasts, drawer, themes."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.journeys.people import Person, person
from tests.servers.application import Application


@pytest.fixture
def visitor(application: Application, browser: Browser) -> Iterator[Person]:
    with person(browser, application.url) as somebody:
        somebody.open("/_ui")
        yield somebody


def test_every_component_is_accessible_and_fits_a_phone(visitor: Person) -> None:
    visitor.look_over("gallery")


def test_a_button_answers_at_once_and_waits_for_the_server(visitor: Person) -> None:
    button = visitor.page.locator("button.btn-primary", has_text="Save Changes")
    button.click()
    expect(button).to_have_attribute("aria-busy", "true")
    expect(visitor.page.get_by_role("button", name="Saving …")).to_be_disabled()
    expect(visitor.page.get_by_role("button", name="Save Changes")).to_be_enabled()
    expect(button).to_be_focused()


def test_a_dialog_traps_the_keyboard_and_gives_the_focus_back(visitor: Person) -> None:
    opener = visitor.page.get_by_role("button", name="Delete an event")
    opener.click()
    dialog = visitor.page.get_by_role("alertdialog", name="Delete this event?")
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    visitor.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()


def test_a_refused_form_stays_open_and_its_toast_lies_above_it(visitor: Person) -> None:
    visitor.page.get_by_role("button", name="Edit an event").click()
    dialog = visitor.page.get_by_role("dialog", name="Create New Event")
    dialog.get_by_role("button", name="Create Event").click()
    expect(dialog.get_by_label("Title")).to_have_attribute("aria-invalid", "true")
    expect(dialog.get_by_text("Title is required")).to_be_visible()
    dialog.get_by_role("button", name="Close this message").click()
    expect(visitor.page.locator(".toast")).to_have_count(0)
    dialog.get_by_label("Title").fill("Park Day")
    dialog.get_by_role("button", name="Create Event").click()
    expect(dialog).to_be_hidden()
    expect(visitor.page.locator(".toast")).to_have_text("Successfully registered for event!")


def test_one_toast_is_shown_at_a_time_and_a_reload_does_not_repeat_it(visitor: Person) -> None:
    page = visitor.page
    page.get_by_role("button", name="Toast: success").click()
    expect(page.locator(".toast-title")).to_have_text("Successfully registered for event!")
    page.get_by_role("button", name="Toast: info").click()
    expect(page.locator(".toast-title")).to_have_text("Login Required")
    page.keyboard.press("F8")
    expect(page.locator(".toasts")).to_be_focused()
    page.reload()
    visitor.settle()
    expect(page.locator(".toast")).to_have_count(0)


def test_the_drawer_opens_by_itself_and_holds_the_login(visitor: Person) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_role("button", name="Open menu").click()
    drawer = page.get_by_role("dialog", name="Menu")
    login = drawer.get_by_role("link", name="Login")
    expect(login).to_have_attribute("href", "/api/login?next=%2F_ui")
    drawer.get_by_role("button", name="Close menu").click()
    expect(page.get_by_role("button", name="Open menu")).to_be_focused()


def test_the_theme_is_kept_without_a_flash(visitor: Person) -> None:
    page = visitor.page
    page.locator(".site-header").get_by_role("button", name="Switch between").click()
    expect(page.locator("html.dark")).to_have_count(1)
    page.reload(wait_until="commit")
    page.wait_for_selector("body", state="attached")
    assert "dark" in (page.locator("html").get_attribute("class") or "")
    visitor.settle()


def test_the_keyboard_can_skip_to_the_content(visitor: Person) -> None:
    visitor.page.keyboard.press("Tab")
    skip = visitor.page.get_by_role("link", name="Skip to content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    visitor.page.keyboard.press("Enter")
    visitor.page.keyboard.press("Tab")
    expect(visitor.page.get_by_role("button", name="Create Event")).to_be_focused()
