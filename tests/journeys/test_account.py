"""The page Your account: what is kept, who sees it, and deleting the account."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.journeys.people import Person
from tests.journeys.site import Site
from tests.journeys.stage import MEMBER, Stage

LEAVER, ROAMER = "sorrel@example.org", "rowan@example.org"


def test_the_page_says_what_is_kept_and_who_sees_it(member: Person, stage: Stage) -> None:
    stage.person(MEMBER, game_name="Storm", age_band="adult", shows_profile=False)
    stage.event("Park Day", taken_by=[MEMBER])
    page = member.open("/")
    home = page.get_by_role("banner").get_by_role("link", name="Maya")
    expect(home).to_have_attribute("href", "/")
    account = page.get_by_role("region", name="Profile").get_by_role("link", name="Account")
    member.follow(account, "**/account")
    expect(page.get_by_role("heading", name="Your account", level=1)).to_be_visible()
    for text in ("Storm", MEMBER, "18 or older"):
        expect(page.get_by_text(text, exact=True)).to_be_visible()
    _turn_switches(member, stage)
    _edit_and_download(member)
    stage.person(MEMBER, game_name="W" * 255, age_band="minor")
    member.go("/account")
    expect(page.get_by_text("Members under 18 are never listed")).to_be_visible()
    expect(page.get_by_role("switch", name="Show my game name")).to_have_count(0)
    member.look_over("account-minor")


@pytest.mark.whole
def test_a_member_without_an_address_is_told_how_to_get_one(visitor: Person) -> None:
    page = visitor.sign_in("unverified-sky@example.org", "/account")
    expect(page.get_by_text("hasn’t confirmed an email address")).to_be_visible()
    expect(page.get_by_role("switch", name="Reminders")).to_have_count(0)
    visitor.look_over("account-without-address")


def _turn_switches(member: Person, stage: Stage) -> None:
    """By keyboard and by mouse; what was chosen is still chosen after a reload."""
    page = member.page
    going = page.get_by_role("switch", name="Show my game name under “Who’s Going”")
    shown = page.get_by_role("switch", name="Show my real name, bio, plan and beads to members")
    events = page.get_by_role("switch", name="Emails about my events")
    reminders = page.get_by_role("switch", name="Reminders")
    for switch in (going, events, reminders):
        expect(switch).to_be_checked()
    expect(shown).not_to_be_checked()
    going.press("Space")
    member.expect_toast("You’re hidden under “Who’s Going”")
    shown.press("Space")
    member.expect_toast("Members see your profile")
    reminders.press("Space")
    member.expect_toast("Reminders are off")
    events.click()
    member.expect_toast("Emails about your events are off")
    page.reload()
    member.settle()
    for switch in (going, events, reminders):
        expect(switch).not_to_be_checked()
    expect(shown).to_be_checked()
    known = stage.look_up(stage.person(MEMBER))
    assert known
    assert (known.hides_attendance, known.shows_profile, known.mail_events) == (True, True, False)
    member.look_over("account")
    going.click()
    member.expect_toast("Others see you under “Who’s Going”")
    shown.click()
    member.expect_toast("Members see only your game name")
    events.click()
    member.expect_toast("Emails about your events are on")


def _edit_and_download(member: Person) -> None:
    page = member.page
    page.get_by_role("button", name="Edit Profile").click()
    dialog = page.get_by_role("dialog", name="Edit Profile")
    dialog.get_by_label("Game Name").fill("Storm Crow")
    dialog.get_by_role("button", name="Save Changes").click()
    member.expect_toast("Profile Updated")
    expect(page.get_by_text("Storm Crow", exact=True)).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download my data").click()
    data = json.loads(Path(download.value.path()).read_text())
    assert download.value.suggested_filename.startswith("my-data-")
    assert data["users"][0]["email"] == MEMBER
    assert len(data["event_registrations"]) == 1


def test_deleting_an_account_names_the_consequences_and_asks_for_a_typed_word(
    site: Site, stage: Stage
) -> None:
    with site.member(LEAVER) as leaver:
        user_id = stage.person(LEAVER)
        event_id = stage.event("Farewell Day", taken_by=[LEAVER])
        page = leaver.open("/account")
        page.get_by_role("button", name="Delete my account").click()
        question = page.get_by_role("alertdialog", name="Delete your account?")
        typed = question.get_by_label("Type your game name or the word DELETE")
        expect(typed).to_be_focused()
        typed.fill("yes")
        question.get_by_role("button", name="Delete my account").click()
        expect(question.get_by_role("alert")).to_have_text(
            "Please type your game name or the word DELETE."
        )
        expect(typed).to_have_value("yes")
        leaver.forgive("422")
        leaver.look_over("account-delete")
        typed.fill("DELETE")
        question.get_by_role("button", name="Delete my account").click()
        page.wait_for_url("**/goodbye")
        leaver.settle()
        expect(page.get_by_role("heading", name="Your account is deleted")).to_be_visible()
        expect(page.get_by_role("banner").get_by_role("link", name="Login")).to_be_visible()
        leaver.look_over("goodbye")
    left = stage.look_up(user_id)
    assert left
    assert (left.email, left.first_name, left.game_name, left.issuer) == (None, None, None, None)
    assert stage.seats(event_id) == (0, 0)


def test_logging_out_everywhere_ends_every_browser(site: Site) -> None:
    with site.member(ROAMER) as phone, site.visitor() as laptop:
        phone.open("/")
        page = laptop.sign_in(ROAMER, "/account")
        expect(page.get_by_text("You’re logged in on 2 browsers.")).to_be_visible()
        page.get_by_role("button", name="Log out everywhere").click()
        page.wait_for_url(laptop.url + "/")
        expect(page.get_by_role("banner").get_by_role("link", name="Login")).to_be_visible()
        expect(phone.page.get_by_role("banner").get_by_role("link", name="Login")).to_be_visible()
