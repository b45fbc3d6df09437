"""A tab follows the session of its browser: no data of one account reaches another (R17)."""

import json
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.journeys.people import LOGIN, Person, wait_until_ready
from tests.journeys.site import Site
from tests.journeys.stage import Stage, evening

FIRST, SECOND = "isolde@example.org", "kenji@example.org"
SWITCHES = 4


@pytest.fixture
def isolde(site: Site) -> Iterator[Person]:
    with site.member(FIRST) as somebody:
        yield somebody


def sign_out_in_another_tab(somebody: Person) -> None:
    another = somebody.page.context.new_page()
    another.goto(somebody.url + "/api/logout")
    another.get_by_role("link", name="Login").wait_for()
    another.close()


def sign_in_in_another_tab(somebody: Person, email: str) -> None:
    # The first tab has this session too, and may tell of its end.
    somebody.sessions += 1
    another = somebody.page.context.new_page()
    Person(another, somebody.url).sign_in(email)
    another.close()


def log_in_again(somebody: Person, email: str) -> None:
    somebody.sessions += 1
    somebody.page.get_by_label("E-mail").fill(email)
    somebody.page.get_by_role("button", name="Continue").click()


def press_logout_in_another_tab(somebody: Person) -> None:
    another = somebody.page.context.new_page()
    another.goto(somebody.url)
    another.get_by_role("banner").get_by_role("link", name="Logout").click()
    another.get_by_role("banner").get_by_role("link", name="Login").wait_for()
    another.close()


def frames_of(page: Page) -> list[str]:
    """A list of every websocket frame that this tab receives from now on."""
    frames: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(str(frame)))

    page.on("websocket", listen)
    return frames


def test_an_act_after_the_session_ended_leads_to_the_sign_in(isolde: Person, stage: Stage) -> None:
    event_id = stage.event("Park Day")
    page = isolde.open(f"/events/{event_id}")
    stage.end_sessions(FIRST)
    isolde.wait_until(lambda: page.request.get(isolde.url + "/api/auth/user").status == 401)
    with isolde.staying():
        page.get_by_role("button", name="Register").first.click()
        isolde.expect_toast("Unauthorized", "You are logged out. Logging in again...")
    log_in_again(isolde, FIRST)
    page.wait_for_url(f"**/events/{event_id}")
    isolde.settle()
    assert stage.seats(event_id) == (0, 0)


def test_a_page_that_asks_by_itself_after_the_session_ended_leads_nowhere(
    isolde: Person, admin: Person, stage: Stage
) -> None:
    page = isolde.page
    page.clock.install()
    isolde.open("/")
    stage.end_sessions(FIRST)
    isolde.wait_until(lambda: page.request.get(isolde.url + "/api/auth/user").status == 401)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    # Every open dashboard loads its notifications again.
    told = {"title": "Rain today", "message": "The lower field is closed.", "type": "warning"}
    path, headers = f"{admin.url}/api/admin/notifications", {"origin": admin.url}
    assert admin.page.request.post(path, data=told, headers=headers).status == 201
    said = page.get_by_role("status").filter(has_text="You’re no longer logged in.")
    expect(said).to_be_visible()
    # A page that leads to the login does so after half a second.
    page.clock.fast_forward(1_500)
    expect(said).to_be_visible()
    assert [one for one in requests if LOGIN.search(one)] == []
    expect(page.get_by_text("Unauthorized", exact=True)).to_have_count(0)


def test_logging_out_in_one_tab_turns_the_others_into_a_visitors(
    isolde: Person, stage: Stage
) -> None:
    """A private page and the checkout each say in their own words what is missing."""
    stage.event("Secret Duel of Isolde", start_at=evening(9), taken_by=[FIRST])
    page = isolde.open("/my-events")
    expect(page.get_by_role("heading", name="Secret Duel of Isolde")).to_be_visible()
    checkout = page.context.new_page()
    checkout.goto(isolde.url + "/checkout?type=donation")
    wait_until_ready(checkout)
    expect(checkout.get_by_role("heading", name="Order Summary")).to_be_visible()
    sign_out_in_another_tab(isolde)
    expect(page.get_by_role("heading", name="Access Denied")).to_be_visible()
    assert "Isolde" not in page.content()
    expect(checkout.get_by_role("heading", name="Please log in")).to_be_visible()
    expect(checkout.get_by_text("Access Denied")).to_have_count(0)


def test_a_page_says_why_it_became_a_visitors_and_begins_at_its_top(isolde: Person) -> None:
    page = isolde.open("/")
    expect(page.get_by_role("heading", name="Welcome back, Isolde!")).to_be_visible()
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    press_logout_in_another_tab(isolde)
    said = page.get_by_role("status").filter(has_text="You logged out in another tab.")
    expect(said.get_by_role("link", name="Log In Again")).to_have_attribute("href", "/api/login")
    expect(page.get_by_role("link", name="Try a Park Day Free")).to_be_in_viewport()
    isolde.look_over("signed-out-elsewhere")
    said.get_by_role("button", name="Close").click()
    expect(said).to_have_count(0)


def test_a_session_that_somebody_ended_is_told_in_other_words(isolde: Person, stage: Stage) -> None:
    path = f"/events/{stage.event('Park Day')}"
    page = isolde.open(path)
    sign_out_in_another_tab(isolde)
    said = page.get_by_role("status").filter(has_text="You’re no longer logged in.")
    again = said.get_by_role("link", name="Log In Again")
    expect(again).to_have_attribute("href", f"/api/login?next={quote(path, safe='')}")


def type_a_bio(somebody: Person) -> None:
    somebody.page.get_by_role("button", name="Edit Profile").click()
    bio = somebody.page.get_by_role("dialog", name="Edit Profile").get_by_label("Bio")
    bio.fill("A long story of Isolde.")


def test_typed_text_survives_a_logout_in_another_tab(isolde: Person) -> None:
    page = isolde.open("/")
    type_a_bio(isolde)
    sign_out_in_another_tab(isolde)
    notice = page.get_by_role("status").filter(has_text="We saved your draft of “Edit Profile.”")
    expect(notice).to_be_visible()
    assert "story of Isolde" not in page.content()
    isolde.look_over("kept-form-visitor")
    notice.get_by_role("link", name="Login").click()
    log_in_again(isolde, FIRST)
    page.wait_for_url(isolde.url + "/")
    isolde.settle()
    expect(notice.get_by_role("button", name="Continue")).to_be_visible()
    page.get_by_role("button", name="Edit Profile").click()
    dialog = page.get_by_role("dialog", name="Edit Profile")
    expect(dialog.get_by_label("Bio")).to_have_value("A long story of Isolde.")
    expect(dialog.get_by_text("We restored your draft.")).to_be_visible()
    expect(notice).to_have_count(0)
    isolde.look_over("kept-form-back")
    dialog.get_by_role("button", name="Save Changes").click()
    isolde.expect_toast("Profile Updated")
    isolde.open("/")
    expect(page.get_by_text("A long story of Isolde.")).to_be_visible()
    expect(notice).to_have_count(0)


def test_typed_text_of_one_account_is_not_shown_to_another(isolde: Person) -> None:
    page = isolde.open("/")
    type_a_bio(isolde)
    sign_in_in_another_tab(isolde, SECOND)
    expect(page.get_by_role("dialog")).to_have_count(0)
    isolde.open("/")
    expect(page.get_by_role("banner").get_by_text("Kenji")).to_be_visible()
    expect(page.get_by_text("What you typed")).to_have_count(0)
    page.get_by_role("button", name="Edit Profile").click()
    dialog = page.get_by_role("dialog", name="Edit Profile")
    expect(dialog.get_by_label("Bio")).to_have_value("")
    assert "Isolde" not in page.evaluate("JSON.stringify({...sessionStorage})")


def test_logging_out_leads_to_the_landing_page(isolde: Person) -> None:
    page = isolde.open("/")
    expect(page.get_by_role("heading", name="Welcome back, Isolde!")).to_be_visible()
    page.get_by_role("banner").get_by_role("link", name="Logout").click()
    expect(page.get_by_role("banner").get_by_role("link", name="Login")).to_be_visible()
    expect(page.get_by_text("Isolde")).to_have_count(0)
    expect(page.get_by_text("no longer logged in")).to_have_count(0)
    page.go_back()
    isolde.settle()
    expect(page.get_by_text("Isolde")).to_have_count(0)


def test_a_second_sign_in_shows_no_data_of_the_first_member(visitor: Person, stage: Stage) -> None:
    people = {FIRST: "Secret Duel of Isolde", SECOND: "Secret Feast of Kenji"}
    for email, title in people.items():
        stage.event(title, is_public=True, start_at=evening(9), taken_by=[email])
    page = visitor.page
    names = {email: email.partition("@")[0].title() for email in people}
    for turn in range(SWITCHES):
        now, before = (FIRST, SECOND) if turn % 2 else (SECOND, FIRST)
        sign_in_in_another_tab(visitor, now)
        frames = frames_of(page)
        visitor.open("/my-events")
        expect(page.get_by_role("heading", name=people[now])).to_be_visible()
        expect(page.get_by_role("banner").get_by_text(names[now])).to_be_visible()
        seen = page.content() + json.dumps(frames)
        assert people[now] in seen
        for foreign in (people[before], names[before], before):
            assert foreign not in seen


def test_an_open_page_drops_its_data_when_another_member_signs_in(
    isolde: Person, stage: Stage
) -> None:
    stage.event("Secret Duel of Isolde", start_at=evening(9), taken_by=[FIRST])
    page = isolde.open("/my-events")
    expect(page.get_by_role("heading", name="Secret Duel of Isolde")).to_be_visible()
    frames = frames_of(page)
    sign_in_in_another_tab(isolde, SECOND)
    # The tab may connect again before the browser has the new cookie. Until then it is a visitor's.
    expect(page.get_by_role("heading", name="Secret Duel of Isolde")).to_have_count(0)
    expect(page.get_by_text("Isolde")).to_have_count(0)
    isolde.open("/my-events")
    expect(page.get_by_role("banner").get_by_text("Kenji")).to_be_visible()
    expect(page.get_by_role("heading", name="No upcoming events")).to_be_visible()
    assert "Kenji" in json.dumps(frames)
    assert "Isolde" not in page.content() + json.dumps(frames)


def is_administrator(somebody: Person) -> bool:
    """Whether the gate takes them for one; it remembers an actor for a second."""
    return somebody.page.request.get(somebody.url + "/api/admin/system").ok


@pytest.mark.whole
def test_a_removed_administrator_loses_the_edit_button(site: Site, stage: Stage) -> None:
    chief = "chief@example.org"
    event_id = stage.event("Somebody's Day")
    with site.member(chief) as somebody:
        stage.person(chief, is_admin=True)
        somebody.open(f"/events/{event_id}")
        expect(somebody.page.get_by_role("button", name="Edit")).to_be_visible()
        stage.person(chief, is_admin=False)
        # The stage writes to the database, so nobody tells the gate.
        somebody.wait_until(lambda: not is_administrator(somebody))
        somebody.open(f"/events/{event_id}")
        expect(somebody.page.get_by_role("heading", name="Somebody's Day")).to_be_visible()
        expect(somebody.page.get_by_role("button", name="Edit")).to_have_count(0)
