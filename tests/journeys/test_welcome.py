"""The first sign-in: three questions before anything can be written, and no account for a child."""

import itertools

import pytest
from playwright.sync_api import Page, expect

from tests.journeys.people import Person
from tests.journeys.stage import Stage

CHILD = "pip@example.org"
# The site lets one identity make only a few accounts a day.
NEW = (f"fern@{number}.example.org" for number in itertools.count(1))


def arrive(somebody: Person, email: str, path: str = "/") -> Page:
    """Sign in for the first time and wait for the page of the welcome."""
    page = somebody.page
    somebody.come_from_provider(email, path)
    page.wait_for_url(f"{somebody.url}/welcome**")
    somebody.settle()
    return page


@pytest.fixture
def newcomer(visitor: Person, stage: Stage) -> Person:
    """Somebody on the page of the welcome, after their first sign-in."""
    stage.chapter("Tampa Bay")
    arrive(visitor, next(NEW))
    return visitor


def test_three_answers_make_a_member_and_lead_to_the_wanted_page(
    visitor: Person, stage: Stage
) -> None:
    new = next(NEW)
    stage.chapter("Tampa Bay")
    event_id = stage.event("Tidewall Park Day")
    page = arrive(visitor, new, f"/events/{event_id}")
    expect(page.get_by_text(new)).to_be_visible()
    page.get_by_role("textbox", name="Game name").fill("Green Fern")
    page.get_by_label("Chapter").select_option("Tampa Bay - Tampa, FL")
    page.get_by_role("radio", name="13 to 17").check()
    page.get_by_role("button", name="Start").click()
    visitor.expect_toast("Welcome!")
    expect(page.get_by_role("heading", name="Tidewall Park Day", level=1)).to_be_visible()
    page.get_by_role("button", name="Register").first.click()
    visitor.expect_toast("Successfully registered for event!")
    known = stage.look_up(stage.person(new))
    assert known
    assert (known.game_name, known.age_band) == ("Green Fern", "minor")


def test_wrong_answers_are_named_and_what_was_typed_survives_a_reload(newcomer: Person) -> None:
    page = newcomer.page
    name, adult = page.get_by_role("textbox", name="Game name"), page.get_by_label("18 or older")
    assert page.locator('meta[name="robots"]').get_attribute("content") == "noindex"
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("Please choose a game name", exact=True)).to_be_visible()
    expect(page.get_by_text("Please choose your age group", exact=True)).to_be_visible()
    expect(name).to_be_focused()
    newcomer.look_over("welcome-errors")
    name.fill("Administrator")
    adult.check()
    page.get_by_role("button", name="Start").click()
    reserved = "The site uses this name or part of it. Please choose another."
    expect(page.get_by_text(reserved)).to_have_count(1)
    expect(name).to_have_value("Administrator")
    expect(adult).to_be_checked()
    name.fill("Green Fern")
    page.get_by_label("Chapter").select_option("Tampa Bay - Tampa, FL")
    page.reload()
    newcomer.settle()
    expect(name).to_have_value("Green Fern")
    chosen = page.get_by_label("Chapter").locator("option:checked")
    expect(chosen).to_have_text("Tampa Bay - Tampa, FL")
    expect(adult).to_be_checked()
    page.get_by_role("button", name="Start").click()
    newcomer.expect_toast("Welcome!")
    page.wait_for_url("**/?welcomed=yes")
    expect(page.get_by_role("heading", name="Welcome, Fern!", exact=True)).to_be_visible()
    expect(page.get_by_text("We saved your draft")).to_have_count(0)
    newcomer.look_over("dashboard-first-visit")


def test_a_welcome_that_was_left_half_done_has_one_bar_and_comes_before_a_seat(
    newcomer: Person, stage: Stage
) -> None:
    event_id = stage.event("Open Practice")
    page = newcomer.page
    page.get_by_role("textbox", name="Game name").fill("Fern of the Lake")
    newcomer.open(f"/events/{event_id}")
    expect(page.get_by_role("link", name="Finish Your Welcome")).to_be_visible()
    expect(page.get_by_text("We saved your draft")).to_have_count(0)
    page.get_by_role("button", name="Register").first.click()
    page.wait_for_url(f"**/welcome?next=/events/{event_id}%23register")
    newcomer.settle()
    assert stage.seats(event_id) == (0, 0)
    expect(page.get_by_role("textbox", name="Game name")).to_have_value("Fern of the Lake")
    page.get_by_role("radio", name="I’m 18 or older").check()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", name="Open Practice", level=1)).to_be_visible()


def test_a_child_is_asked_to_confirm_and_nothing_is_kept(visitor: Person, stage: Stage) -> None:
    page = arrive(visitor, CHILD)
    user_id = stage.person(CHILD, age_band=None)
    page.get_by_role("radio", name="Under 13").check()
    page.get_by_role("button", name="Start").click()
    question = page.get_by_role("alertdialog", name="Are you under 13?")
    expect(question).to_be_visible()
    visitor.look_over("welcome-child")
    question.get_by_role("button", name="Go back").click()
    expect(question).to_be_hidden()
    expect(page.get_by_role("radio", name="Under 13")).to_be_checked()
    expect(page.get_by_role("button", name="Start")).to_be_enabled()
    page.get_by_role("button", name="Start").click()
    question.get_by_role("button", name="Yes, I’m Under 13").click()
    page.wait_for_url("**/too-young")
    visitor.forgive("403")
    visitor.settle()
    expect(page.get_by_role("heading", name="See you in a while")).to_be_visible()
    expect(page.get_by_role("banner").get_by_role("link", name="Login")).to_be_visible()
    visitor.look_over("too-young")
    assert stage.look_up(user_id) is None
    names = {cookie.get("name") for cookie in page.context.cookies()}
    assert "rb_session" not in names


@pytest.mark.whole
def test_a_visitor_and_a_member_need_no_welcome(visitor: Person, member: Person) -> None:
    page = visitor.open("/welcome")
    expect(page.get_by_role("heading", name="Please log in first")).to_be_visible()
    visitor.look_over("welcome-visitor")
    member.open("/welcome?next=/my-events")
    member.page.wait_for_url("**/my-events")
    member.open("/welcome?next=//evil.example.org")
    member.page.wait_for_url(member.url + "/")
