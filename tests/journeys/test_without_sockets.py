"""Networks that block websockets: what a member must be able to do goes by HTTP."""

import re

from playwright.sync_api import Route, WebSocketRoute, expect

from rookiebattle.routes import PROFILE_FORM, first_data
from tests.journeys.people import Person
from tests.journeys.site import Site
from tests.journeys.stage import MEMBER, Stage, evening

BLOCKED = re.compile("^Your network blocks live updates. You can register, unregister, pay")
NEEDS_LIVE = "This needs live updates, which your network blocks. Nothing was changed."
OFFLINE = re.compile("You’re offline")
SOCKETS = "**/_event/**"


def closes(socket: WebSocketRoute) -> None:
    socket.close()


def hangs(_socket: WebSocketRoute) -> None:
    """Answer nothing, as some proxies do."""


def test_a_member_registers_unregisters_and_saves_the_profile(member: Person, stage: Stage) -> None:
    event_id = stage.event("Lantern Duels", start_at=evening(5))
    page = member.page
    page.route_web_socket(SOCKETS, closes)
    page.goto(f"{member.url}/events/{event_id}")
    member.wait_for_scripts()
    # The page does not wait until it knows that the network blocks websockets.
    page.get_by_role("button", name="Register", exact=True).locator("visible=true").first.click()
    member.expect_toast("Successfully registered for event!", "See you there!")
    assert stage.seats(event_id) == (1, 1)
    bar = page.get_by_role("status").filter(has_text=BLOCKED)
    expect(bar).to_be_visible()
    member.look_over("blocked-event")
    # A further page of the single-page app gets its data by HTTP, too.
    page.get_by_role("link", name="My Events").first.click()
    expect(page.get_by_role("heading", name="Lantern Duels")).to_be_visible()
    page.get_by_role("button", name="Unregister").first.click()
    member.expect_toast("Successfully unregistered from event", "Your seat is open again.")
    expect(page.get_by_role("heading", name="Lantern Duels")).to_have_count(0)
    assert stage.seats(event_id) == (0, 0)

    page.goto(f"{member.url}/account")
    expect(bar).to_be_visible()
    page.get_by_role("switch", name=re.compile("^Show my game name")).click()
    expect(page.get_by_role("alert").filter(has_text=NEEDS_LIVE)).to_be_visible()
    page.get_by_role("button", name="Edit Profile").click()
    expect(page.get_by_role("heading", name="Edit Profile")).to_be_visible()
    member.look_over("blocked-profile")
    page.get_by_label("First Name").fill("Maya")
    page.get_by_label("Game Name").fill("x" * 300)
    page.get_by_role("button", name="Save Changes").click()
    expect(page.get_by_label("Game Name")).to_be_focused()
    expect(page.get_by_label("First Name")).to_have_value("Maya")
    page.get_by_label("Game Name").fill("Heron")
    page.get_by_role("button", name="Save Changes").click()
    page.wait_for_url(f"{member.url}/account")
    member.expect_toast("Profile Updated")
    expect(page.get_by_role("definition").filter(has_text="Heron")).to_be_visible()
    expect(page.get_by_text(OFFLINE)).to_have_count(0)
    member.forgive("422")
    member.forgive_lost_sockets()


def test_a_socket_that_hangs_is_known_within_seconds_and_a_visitor_gets_to_the_login(
    site: Site, visitor: Person, stage: Stage
) -> None:
    stage.person(MEMBER)
    event_id = stage.event("Lantern Duels", start_at=evening(5))
    page = visitor.page
    page.route_web_socket(SOCKETS, hangs)
    page.goto(f"{visitor.url}/events/{event_id}")
    expect(page.get_by_role("status").filter(has_text=BLOCKED)).to_be_visible()
    visitor.wait_for_scripts()
    page.get_by_role("button", name="Register", exact=True).locator("visible=true").first.click()
    page.get_by_label("E-mail").fill(MEMBER)
    visitor.sessions += 1
    page.get_by_role("button", name="Continue").click()
    # Coming back finishes what the login interrupted.
    visitor.expect_toast("Successfully registered for event!")
    assert stage.seats(event_id) == (1, 1)
    visitor.forgive("401")


def test_a_form_is_told_of_on_a_page_whose_socket_comes_later(member: Person) -> None:
    page = member.page
    save_by_form(member)
    member.expect_toast("Profile Updated", "Your profile has been successfully updated.")
    # A toast stays while the pointer is on it.
    page.locator(".toast").hover()
    # A tab that is new to the server has no toast, and takes none back.
    member.settle()
    member.expect_toast("Profile Updated", "Your profile has been successfully updated.")


def test_a_form_is_told_of_on_a_page_whose_socket_comes_first(member: Person) -> None:
    held: list[Route] = []

    def hold(way: Route) -> None:
        held.append(way)

    member.page.route(f"**{first_data('account')}", hold)
    save_by_form(member)
    member.settle()
    for one in held:
        one.continue_()
    member.expect_toast("Profile Updated", "Your profile has been successfully updated.")


def save_by_form(member: Person) -> None:
    """Send the form of the profile as a browser does that has no script yet."""
    page = member.page
    page.goto(member.url + PROFILE_FORM)
    page.get_by_label("Game Name").fill("Heron")
    page.get_by_role("button", name="Save Changes").evaluate("button => button.form.submit()")
    page.wait_for_url(f"{member.url}/account", wait_until="commit")
