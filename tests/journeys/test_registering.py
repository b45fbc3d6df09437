"""Registering from every page: the question when the seat could not be given back."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from rookiebattle.core import clock
from tests.journeys.answers import Answers
from tests.journeys.people import Person, wait_until_ready
from tests.journeys.site import Site
from tests.journeys.stage import MEMBER, NEWCOMER, OTHER, Stage, evening

KEPT = "if you register now, you can’t unregister online"
# A function, because the page's own policy refuses to compile the text of an expression.
NOTHING_WANTED = "() => sessionStorage.getItem('wanted') === null"


def test_every_register_button_asks_first_within_a_day(member: Person, stage: Stage) -> None:
    chapter_id = stage.chapter()
    start = clock.now() + timedelta(hours=20)
    event_id = stage.event("Late Night", start_at=start, chapter_id=chapter_id)
    page = member.page
    register = page.get_by_role("button", name="Register").locator("visible=true").first
    question = page.get_by_role("alertdialog", name="Register for Late Night?")
    for path in ("/events?view=list", "/events", f"/chapters/{chapter_id}", f"/events/{event_id}"):
        member.open(path)
        # The second press is meant for the button, not for the question that covers it.
        register.dblclick()
        expect(question).to_contain_text(KEPT)
        question.get_by_role("button", name="Not Now").click()
        expect(question).to_be_hidden()
        expect(register).to_be_focused()
    assert stage.seats(event_id) == (0, 0)
    # A key that is held opens the question, and does not answer it.
    for _ in range(3):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(question.get_by_role("button", name="Not Now")).to_be_focused()
    question.get_by_role("button", name="Register").click()
    member.expect_toast("Successfully registered for event!")
    registered = page.get_by_role("button", name="Registered ✓").locator("visible=true").first
    expect(registered).to_be_focused()
    expect(registered).to_be_disabled()
    assert stage.seats(event_id) == (1, 1)


def test_a_page_that_stayed_open_asks_by_its_own_clock(member: Person, stage: Stage) -> None:
    event_id = stage.event("Later", start_at=clock.now() + timedelta(hours=30))
    page = member.page
    # `person` moves the browser's clock to that of the site.
    page.clock.install(time=datetime.now(UTC) + timedelta(hours=8))
    member.open(f"/events/{event_id}")
    page.get_by_role("button", name="Register").locator("visible=true").first.click()
    expect(page.get_by_role("alertdialog", name="Register for Later?")).to_contain_text(KEPT)
    assert stage.seats(event_id) == (0, 0)


def test_signing_in_finishes_the_registration_that_it_interrupted(
    site: Site, visitor: Person, stage: Stage
) -> None:
    stage.person(MEMBER)
    event_id = stage.event("Castle Day")
    page = visitor.open(f"/events/{event_id}")
    page.get_by_role("button", name="Register").locator("visible=true").first.click()
    page.get_by_label("E-mail").fill(MEMBER)
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url(f"{site.url}/events/{event_id}#register")
    visitor.expect_toast("Successfully registered for event!")
    assert stage.seats(event_id) == (1, 1)


def test_a_newcomer_has_the_seat_after_the_welcome(
    site: Site, visitor: Person, stage: Stage
) -> None:
    event_id = stage.event("Castle Day")
    here = f"/events?month={evening(3):%Y-%m}&view=list&type=training"
    page = visitor.open(here)
    page.get_by_role("button", name="Register").locator("visible=true").first.click()
    page.get_by_label("E-mail").fill(NEWCOMER)
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url("**/welcome**")
    visitor.settle()
    expect(page.get_by_text("Then your seat at “Castle Day” is booked.")).to_be_visible()
    page.get_by_role("textbox", name="Game name").fill("Robin Redcap")
    page.get_by_role("radio", name="I’m 18 or older").check()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(f"{site.url}{here}#register={event_id}")
    expect(page.get_by_role("button", name="Registered ✓").first).to_be_visible()
    filters = page.get_by_role("link", name="Training Sessions")
    expect(filters).to_have_attribute("aria-current", "true")
    assert stage.seats(event_id) == (1, 1)


def test_another_events_button_does_not_take_the_wanted_seat(visitor: Person, stage: Stage) -> None:
    stage.person(MEMBER)
    wanted, other = stage.event("Castle Day"), stage.event("Bridge Day")
    page = visitor.open(f"/events/{wanted}")
    with visitor.staying():
        page.get_by_role("button", name="Register").locator("visible=true").first.click()
        visitor.expect_toast("Login Required")
    visitor.sign_in(MEMBER, f"/events/{other}")
    expect(page.get_by_role("button", name="Register").locator("visible=true")).to_be_visible()
    visitor.open(f"/events/{wanted}")
    visitor.expect_toast("Successfully registered for event!")
    assert (stage.seats(other), stage.seats(wanted)) == ((0, 0), (1, 1))


def want(visitor: Person, event_id: str) -> None:
    """Press Register as a visitor, and stand before the sign-in."""
    page = visitor.open(f"/events/{event_id}")
    page.get_by_role("button", name="Register").locator("visible=true").first.click()
    expect(page.get_by_label("E-mail")).to_be_visible()


def come_as(visitor: Person, email: str, event_id: str) -> None:
    """Sign in in the same tab, and look at the event. A wanted seat would be taken at once."""
    visitor.sign_in(email, f"/events/{event_id}")
    page = visitor.page
    page.wait_for_function(NOTHING_WANTED)
    # A page's acts are done one after another, so a wanted seat would be taken before this answer.
    page.get_by_role("button", name="Ask the Organizer").click()
    expect(page.get_by_role("dialog", name="Ask the Organizer")).to_be_visible()


def test_a_sign_in_that_was_left_wants_nothing_any_more(visitor: Person, stage: Stage) -> None:
    event_id = stage.event("Castle Day")
    stage.person(MEMBER)
    want(visitor, event_id)
    visitor.open("/chapters")
    visitor.page.wait_for_function(NOTHING_WANTED)
    come_as(visitor, MEMBER, event_id)
    assert stage.seats(event_id) == (0, 0)


@pytest.mark.parametrize("ended", ["here", "elsewhere"])
def test_the_next_person_in_the_tab_does_not_get_the_wanted_seat(
    site: Site, visitor: Person, stage: Stage, ended: str
) -> None:
    event_id = stage.event("Castle Day")
    for email in (MEMBER, OTHER):
        stage.person(email)
    want(visitor, event_id)
    page = visitor.sign_in(MEMBER, "/chapters")
    page.wait_for_function("() => JSON.parse(sessionStorage.getItem('wanted'))?.account")
    if ended == "here":
        page.goto(f"{site.url}/api/logout")
    else:
        page.context.request.get(f"{site.url}/api/logout")
    come_as(visitor, OTHER, event_id)
    assert stage.seats(event_id) == (0, 0)


def test_a_seat_that_was_given_up_comes_back_with_undo(member: Person, stage: Stage) -> None:
    event_id = stage.event("Castle Day", max_participants=1, taken_by=[MEMBER])
    for path in (f"/events/{event_id}", "/my-events", "/"):
        page = member.open(path)
        page.get_by_role("button", name="Unregister").locator("visible=true").first.click()
        member.expect_toast("Successfully unregistered from event", "Your seat is open again.")
        assert stage.seats(event_id) == (0, 0)
        again = page.get_by_role("button", name="Register").locator("visible=true").first
        expect(again).to_be_focused()
        page.get_by_role("button", name="Undo").press("Enter")
        member.expect_toast("Successfully registered for event!")
        assert stage.seats(event_id) == (1, 1)
        # The message is gone, and the keyboard goes on where it was.
        expect(page.locator("main :focus")).to_have_count(1)


def test_unregistering_in_a_second_tab_is_no_alarm(member: Person, stage: Stage) -> None:
    event_id = stage.event("Castle Day", taken_by=[MEMBER])
    page = member.open(f"/events/{event_id}")
    second = page.context.new_page()
    answers = Answers(second)
    second.goto(page.url)
    wait_until_ready(second)
    # The second tab would hear of the first one's seat, and then offers no Unregister any more.
    answers.are_held = True
    page.get_by_role("button", name="Unregister").locator("visible=true").first.click()
    member.expect_toast("Successfully unregistered from event")
    second.get_by_role("button", name="Unregister").locator("visible=true").first.click()
    answers.let_go()
    expect(second.get_by_text("You’re already unregistered.", exact=True)).to_be_visible()
    expect(second.get_by_role("button", name="Register").locator("visible=true")).to_be_visible()
