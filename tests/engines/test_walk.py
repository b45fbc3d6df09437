"""The main flows, in each engine and in two sizes."""

from pathlib import Path

from tests.engines.walker import BUTTON, FIELD, LINK, Walker, file_beside
from tests.journeys.gallery import drawn
from tests.journeys.paying import GOOD
from tests.journeys.stage import ADMIN, MEMBER, Stage, evening


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
    walker.press("Delete")
    walker.expect_toast("Resource deleted")
    walker.expect("No resources found")
    walker.open("/admin/payments")
    walker.photograph("console-payments")


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
