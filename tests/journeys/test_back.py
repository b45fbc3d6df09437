"""The browser's Back closes what lies on top, and only then leaves the page."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from rookiebattle.core import clock
from tests.journeys.people import Person, on_phone
from tests.journeys.stage import Stage


def test_back_closes_a_form_and_asks_before_it_throws_text_away(
    organizer: Person, stage: Stage
) -> None:
    stage.event("Castle Day")
    organizer.open("/chapters")
    page = organizer.open("/events")
    page.get_by_role("button", name="Create Event").click()
    dialog = page.get_by_role("dialog", name="Create Event")
    expect(dialog).to_be_visible()
    page.go_back()
    expect(dialog).to_be_hidden()
    expect(page).to_have_url(re.compile("/events$"))

    page.get_by_role("button", name="Create Event").click()
    dialog.get_by_label("Title").fill("Lantern Duels")
    page.go_back()
    question = page.get_by_role("alertdialog", name="Discard your changes?")
    expect(question).to_be_visible()
    page.go_back()
    expect(question).to_be_hidden()
    expect(dialog.get_by_label("Title")).to_have_value("Lantern Duels")
    page.go_back()
    question.get_by_role("button", name="Discard").click()
    expect(dialog).to_be_hidden()
    page.go_back()
    expect(page).to_have_url(re.compile("/chapters$"))


@pytest.mark.whole
def test_back_answers_a_question_with_no(member: Person, stage: Stage) -> None:
    event_id = stage.event("Late Night", start_at=clock.now() + timedelta(hours=20))
    page = member.open(f"/events/{event_id}")
    page.get_by_role("button", name="Register").locator("visible=true").first.click()
    question = page.get_by_role("alertdialog", name="Register for Late Night?")
    expect(question).to_be_visible()
    page.go_back()
    expect(question).to_be_hidden()
    expect(page).to_have_url(re.compile(f"/events/{event_id}$"))
    assert stage.seats(event_id) == (0, 0)


def test_back_closes_the_drawer_and_passes_over_one_that_led_away(visitor: Person) -> None:
    page = visitor.page
    on_phone(page)
    visitor.open("/events")
    page.get_by_role("button", name="Open menu").click()
    drawer = page.get_by_role("dialog", name="Menu")
    expect(drawer).to_be_visible()
    page.go_back()
    expect(drawer).to_be_hidden()
    page.get_by_role("button", name="Open menu").click()
    drawer.get_by_role("link", name="Chapters").click()
    expect(page).to_have_url(re.compile("/chapters$"))
    page.go_back()
    expect(page).to_have_url(re.compile("/events$"))
    expect(page.get_by_role("grid")).to_be_visible()
