"""The main flows, in each engine and in two sizes."""

from pathlib import Path
from typing import Any

from rookiebattle.core.database.db import new_id
from rookiebattle.payments.models import PerkEntry
from tests.engines.walker import BUTTON, FIELD, LINK, Walker, file_beside
from tests.journeys.gallery import drawn
from tests.journeys.paying import GOOD
from tests.journeys.stage import ADMIN, MEMBER, Stage, evening

ENTER = "\ue007"


def test_a_newcomer_is_welcomed_registers_and_unregisters(walker: Walker, stage: Stage) -> None:
    event_id = stage.event("Tidewall Park Day", start_at=evening(5))
    walker.open("/")
    walker.photograph("landing")
    walker.sign_in("nova@example.org", f"/events/{event_id}")
    walker.fill("Game Name", "Quiet Heron")
    walker.press("I’m 18 or older", FIELD)
    walker.photograph("welcome")
    walker.press("Start")
    walker.expect_toast("Welcome!")
    walker.expect("Tidewall Park Day", "h1")
    walker.press("Register")
    walker.expect_toast("Successfully registered for event!")
    walker.photograph("event")
    assert stage.seats(event_id) == (1, 1)
    walker.press("Unregister")
    walker.expect_toast("Successfully unregistered from event")
    assert stage.seats(event_id) == (0, 0)


def test_a_page_is_shown_again_where_it_was_left(walker: Walker, stage: Stage) -> None:
    walker.open("/parents")
    walker.driver.run("window.scrollTo({ top: 500, behavior: 'instant' })")
    walker.driver.go(walker.url + "/robots.txt")
    walker.driver.back()
    walker.wait_until(lambda: walker.driver.run("return scrollY > 400"), "place")


def test_a_list_is_filtered_and_back_takes_the_filter_away(walker: Walker, stage: Stage) -> None:
    stage.resource("Core Rules", category="rules")
    stage.resource("Footwork", category="training")
    walker.open("/resources")
    walker.press("Rules", LINK)
    walker.settle()
    walker.expect("Core Rules")
    walker.photograph("resources")
    walker.driver.back()
    walker.settle()
    walker.expect("Footwork")


def test_a_record_of_the_console_is_refused_changed_and_deleted(
    walker: Walker, stage: Stage
) -> None:
    stage.person(ADMIN, is_admin=True)
    stage.resource("Core Rules")
    walker.sign_in(ADMIN, "/admin/resources")
    walker.press("Edit Core Rules")
    walker.fill("Title", "")
    walker.press("Save Changes")
    walker.expect_toast("Title is required")
    walker.photograph("console-form")
    walker.fill("Title", "Core Rules II")
    walker.press("Save Changes")
    walker.expect_toast("Resource updated")
    walker.press("Delete Core Rules II")
    walker.press("Delete Resource")
    walker.expect_toast("Resource deleted")
    walker.expect("No resources found")
    walker.open("/admin/payments")
    walker.photograph("console-payments")


def test_the_console_goes_by_a_key_copies_an_event_and_makes_a_live_sheet(
    walker: Walker, stage: Stage
) -> None:
    stage.person(ADMIN, is_admin=True)
    stage.chapter()
    event_id = stage.event("Park Day", start_at=evening(5))
    walker.sign_in(ADMIN, "/admin/chapters")
    walker.press("Edit Tampa Bay")
    walker.press("Discord")
    walker.fill("Webhook URL", "https://example.org/hook")
    walker.photograph("discord")
    walker.press("Save Changes")
    walker.expect("Copy Webhook URL", ".field-error")
    walker.press("Cancel")
    walker.press("Go To")
    walker.driver.type(walker.find("Go to a tab", FIELD), "events")
    walker.photograph("palette")
    walker.driver.type(walker.find("Go to a tab", FIELD), ENTER)
    walker.press("Copy Park Day")
    walker.photograph("copy")
    walker.press("Create Event")
    walker.expect_toast("Event created successfully!")
    walker.open(f"/admin/events/{event_id}")
    walker.press("…")
    walker.press("Live Sheet…")
    walker.fill("Name", "For the gate")
    walker.press("Create Address")
    walker.expect_toast("Live sheet created")
    walker.photograph("live-sheet")


def test_a_first_day_is_told_and_a_token_pays_for_it(walker: Walker, stage: Stage) -> None:
    user_id = stage.person(MEMBER, membership_tier="master", membership_status="active")
    event_id = stage.event("Park Day", start_at=evening(5), price_cents=15_00)
    # The ledger outlives the members of the test before.
    lot = new_id()
    token: dict[str, Any] = {"kind": "token", "what": "granted", "expires_at": evening(300)}
    stage.add(PerkEntry(id=lot, lot_id=lot, user_id=user_id, number=1, amount=1, **token))
    walker.sign_in(MEMBER, f"/events/{event_id}")
    walker.press("Register")
    walker.expect("Park-day token")
    walker.photograph("token")
    walker.press("Use My Park-Day Token")
    walker.expect("Your plan paid for your seat.")
    walker.open("/")
    walker.expect("Your First Park Day")
    walker.expect("Your seat is saved: Park Day")
    walker.photograph("first-day")


def test_a_picture_is_added_to_the_gallery(walker: Walker, stage: Stage, tmp_path: Path) -> None:
    stage.person(ADMIN, is_admin=True)
    walker.sign_in(ADMIN, "/media")
    walker.press("Upload Media")
    walker.photograph("upload")
    path = file_beside(tmp_path, "shield-wall.jpg", drawn("#1f3a5f"))
    walker.driver.type(walker.find("Choose pictures", FIELD), path)
    walker.press("Upload")
    walker.press("Add to Gallery")
    walker.expect_toast("Media uploaded successfully!")
    walker.expect("Shield wall")


def test_a_gift_is_paid_by_card(walker: Walker, stage: Stage) -> None:
    stage.person(MEMBER)
    walker.sign_in(MEMBER, "/checkout?type=donation&amount=12.50")
    walker.fill("Card number", GOOD)
    walker.fill("Expiration date", "12 / 34")
    walker.fill("Security code", "123")
    walker.photograph("checkout")
    walker.press("Pay $")
    walker.expect_toast("Payment Successful")


def test_escape_closes_what_lies_on_top_and_the_focus_comes_back(
    walker: Walker, stage: Stage
) -> None:
    stage.person(ADMIN, is_admin=True)
    stage.resource("Core Rules")
    walker.sign_in(ADMIN, "/admin/resources")
    walker.press("Delete Core Rules")
    walker.driver.type(walker.find("Cancel", BUTTON), "\ue00c")
    focused = "return document.activeElement.getAttribute('aria-label')"
    walker.wait_until(lambda: walker.driver.run(focused) == "Delete Core Rules", "focus")
