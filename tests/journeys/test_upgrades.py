"""A tab that was opened before an upgrade: it is told once, and nothing that was typed is lost."""

import re

from playwright.sync_api import Route, expect

from tests.journeys.people import Person
from tests.journeys.stage import Stage
from tests.servers.application import Application

SCHEMA = re.compile(r"(stateSchema=.)[0-9a-f]{32}")
TOLD = "A new version of this app is available."


def of_the_version_before(route: Route) -> None:
    """Answer with a script that names another schema of states, as that of another build does."""
    answer = route.fetch()
    text = answer.text()
    route.fulfill(response=answer, body=SCHEMA.sub(rf"\g<1>{'0' * 32}", text))


def test_a_tab_of_the_version_before_is_told_once_and_loses_nothing(
    organizer: Person, stage: Stage, application: Application
) -> None:
    event_id, page = stage.event("Castle Day"), organizer.page
    page.route(re.compile(r"/assets/.*\.js"), of_the_version_before)
    organizer.open(f"/events/{event_id}")
    expect(page.get_by_text(TOLD)).to_be_visible()
    page.evaluate("window.openedBefore = true")
    page.get_by_role("button", name="Edit").click()
    dialog = page.get_by_role("dialog", name="Edit Event")
    dialog.get_by_label("Title").fill("Castle Day!")
    # The socket is lost and found again, which tells the tab again.
    for name in ("pagehide", "focus"):
        page.evaluate("name => window.dispatchEvent(new Event(name))", name)
    organizer.settle()
    expect(page.get_by_text(TOLD)).to_have_count(1)
    expect(dialog.get_by_label("Title")).to_have_value("Castle Day!")
    dialog.get_by_role("button", name="Save Changes").click()
    organizer.expect_toast("Event updated successfully!")
    assert page.evaluate("window.openedBefore"), "the page was loaded again"
    assert stage.find("Castle Day!")
