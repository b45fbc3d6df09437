"""The roster as an organizer works it at the gate."""

from playwright.sync_api import Locator, Page


def opened(page: Page, name: str) -> Locator:
    """The dialog of a row, after a press on its name."""
    page.get_by_role("button", name=name, exact=True).click()
    return page.get_by_role("dialog", name=name, exact=True)
