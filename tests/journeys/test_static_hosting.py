"""The configurations of deploy/ over https: pages as files, with one address and with two."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, WebSocket, expect

from rookiebattle import routes
from rookiebattle.manage.nginx import VARIABLES
from tests.journeys.gallery import begin_upload, card, picture, send
from tests.journeys.hosting import ADMIN, Hosted, Hosting
from tests.journeys.paying import expect_paid, pay, pay_button
from tests.journeys.people import Person, person
from tests.journeys.stage import MEMBER, ORGANIZER

SAME = (*VARIABLES, "cache-control", "content-type")
SPOKEN = "performance.getEntriesByType('navigation')[0].nextHopProtocol"


@pytest.fixture(scope="module", params=["one", pytest.param("two", marks=pytest.mark.whole)])
def hosted(
    request: pytest.FixtureRequest,
    sqlite_template: Path,
    tmp_path_factory: pytest.TempPathFactory,
    browser: Browser,
) -> Iterator[Hosted]:
    folder = tmp_path_factory.mktemp(f"hosted-{request.param}")
    with Hosting(folder, sqlite_template, browser, has_two=request.param == "two") as running:
        yield running.hosted
        assert running.double.mistakes == []


@pytest.fixture
def somebody(hosted: Hosted) -> Iterator[Person]:
    with person(hosted.door.browser, hosted.url) as one:
        yield one


@pytest.fixture
def somebody_else(hosted: Hosted) -> Iterator[Person]:
    with person(hosted.door.browser, hosted.url) as one:
        yield one


def expect_safe_session(page: Page, domain: str) -> None:
    (session,) = [one for one in page.context.cookies() if one["name"] == "__Host-rb_session"]
    assert (session["domain"], session["path"]) == (domain, "/")
    assert (session["secure"], session["httpOnly"], session["sameSite"]) == (True, True, "Lax")
    assert page.evaluate(SPOKEN) == "h2"


def register(somebody: Person, event_id: str) -> None:
    page = somebody.sign_in(MEMBER, f"/events/{event_id}")
    page.get_by_role("button", name="Register").first.click()
    somebody.expect_toast("Successfully registered for event!")


def test_a_member_signs_in_and_everybody_sees_the_seat(
    hosted: Hosted, somebody: Person, somebody_else: Person
) -> None:
    """The event is newer than the files, so its address is a deep link that no file answers."""
    event_id = hosted.stage.event("Spear Class", max_participants=8, taken_by=[ORGANIZER])
    hosted.stage.person(MEMBER)
    sockets: list[WebSocket] = []
    somebody.page.on("websocket", lambda socket: sockets.extend([socket]))
    somebody.open(f"/events/{event_id}")
    expect(somebody.page.get_by_text("1 of 8 seats").first).to_be_visible()
    expected = hosted.api_url.replace("https", "wss") + routes.SOCKET
    assert [one.url.startswith(expected) for one in sockets] == [True]
    register(somebody_else, event_id)
    expect(somebody.page.get_by_text("2 of 8 seats").first).to_be_visible()
    expect_safe_session(somebody_else.page, hosted.api_url.removeprefix("https://"))
    somebody_else.page.reload()
    unregister = somebody_else.page.get_by_role("button", name="Unregister")
    expect(unregister.first).to_be_visible()


@pytest.mark.whole
@pytest.mark.parametrize("hosted", ["one"], indirect=True)
def test_a_member_signs_in_and_registers_without_files(hosted: Hosted) -> None:
    assert hosted.bare
    event_id = hosted.stage.event("Spear Class", max_participants=8)
    hosted.stage.person(MEMBER)
    with person(hosted.bare.browser, hosted.url) as somebody:
        register(somebody, event_id)
        expect_safe_session(somebody.page, "localhost")


def test_an_administrator_uploads_a_picture_pays_and_leaves(
    hosted: Hosted, somebody: Person
) -> None:
    hosted.stage.person(ADMIN)
    page = somebody.sign_in(ADMIN, "/media")
    form = begin_upload(page)
    send(form, picture("park.jpg", "#1f3a5f"))
    form.get_by_label("Text for screen readers").fill("A blue park.")
    form.get_by_role("switch", name="Public").uncheck()
    form.get_by_role("button", name="Add to Gallery").click()
    somebody.expect_toast("Media uploaded successfully!")
    drawn = card(page, "Park").get_by_role("img", name="A blue park.")
    assert drawn.evaluate("one => one.decode().then(() => one.naturalWidth)") > 0
    somebody.open("/checkout?type=donation&amount=12.50")
    expect(pay_button(page)).to_have_text("Pay $12.50")
    pay(somebody)
    expect_paid(somebody, "Thank you for your payment!")
    page.evaluate("path => location.assign(path)", routes.LOGOUT)
    page.wait_for_url(hosted.url + "/")
    somebody.settle()
    login = page.get_by_role("link", name=re.compile("Log ?in", re.IGNORECASE))
    expect(login.first).to_be_visible()


def test_an_address_without_encryption_leads_to_https(hosted: Hosted) -> None:
    for door in filter(None, (hosted.door, hosted.bare)):
        for address in {hosted.url, hosted.api_url}:
            answer = httpx.get(
                f"http://127.0.0.1:{door.nginx.plain_port}/events?page=2",
                headers={"host": address.removeprefix("https://")},
            )
            assert answer.status_code == 301
            assert answer.headers["location"] == f"{address}/events?page=2"


def test_every_answer_forbids_going_back_to_http(hosted: Hosted) -> None:
    for door in filter(None, (hosted.door, hosted.bare)):
        for address, path in ((hosted.url, "/events"), (hosted.api_url, "/api/events")):
            answer = hosted.ask(path, at=address, door=door)
            assert answer.status_code == 200
            assert answer.headers["strict-transport-security"] == "max-age=31536000"


def test_unknown_addresses_are_the_404_page(hosted: Hosted, somebody: Person) -> None:
    for path in ("/no/such/page", "/nothing.html"):
        answer = hosted.ask(path)
        assert (answer.status_code, "wandered off" in answer.text) == (404, True), path
        assert answer.headers["content-security-policy"]
        assert answer.headers.get("cache-control", "no-cache") == "no-cache"
    page = somebody.open("/no/such/page")
    expect(page.get_by_role("heading", name="404 Page Not Found")).to_be_visible()


def test_files_have_the_headers_of_the_site(hosted: Hosted) -> None:
    script = next(iter(re.findall(r'/assets/[^"]+\.js', hosted.ask("/").text)))
    paths = ["/", "/chapters", "/events", "/checkout", "/admin/system", f"/events/{hosted.written}"]
    for path in (*paths, "/art/crest.svg", routes.WORKER, script, routes.font("source-sans-3")):
        given, own = hosted.ask(path), hosted.ask_site(path)
        assert given.status_code == own.status_code == 200, path
        differing = {
            name: (given.headers.get(name), own.headers.get(name))
            for name in SAME
            if given.headers.get(name) != own.headers.get(name)
        }
        assert _without_spelling(differing) == {}, path
    link = hosted.ask("/chapters?q=tampa").headers["link"]
    assert link == hosted.ask_site("/chapters?q=tampa").headers["link"]


def _without_spelling(differing: dict[str, tuple[str | None, str | None]]) -> dict[str, object]:
    """A script may be called JavaScript in two ways."""
    kinds = {"application/javascript", "text/javascript"}
    return {
        name: pair
        for name, pair in differing.items()
        if not {str(one).partition(";")[0] for one in pair} <= kinds
    }


@pytest.mark.parametrize("accept", ["gzip", "gzip, br"])
def test_pages_come_packed_and_are_not_sent_twice(hosted: Hosted, accept: str) -> None:
    answer = hosted.ask("/chapters", accept)
    assert answer.headers["content-encoding"] == accept.rpartition(" ")[2]
    assert "<title>" in answer.text
    assert "accept-encoding" in answer.headers["vary"].lower()
    again = hosted.ask("/chapters", accept, if_none_match=answer.headers["etag"])
    assert again.status_code == 304


def test_heads_and_texts_stand_in_the_files(hosted: Hosted) -> None:
    start = hosted.ask("/").text
    assert f'<link rel="canonical" href="{hosted.url}/">' in start
    assert 'property="og:title"' in start
    record = hosted.ask(f"/events/{hosted.written}").text
    assert f'<link rel="canonical" href="{hosted.url}/events/{hosted.written}">' in record
    assert "Bring water." in record
    assert f"{hosted.url}/events/{hosted.written}" in hosted.ask(routes.SITEMAP).text
    assert f"Sitemap: {hosted.url}" in hosted.ask(routes.ROBOTS).text
    manifest = hosted.ask(routes.MANIFEST)
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    assert ('<meta name="api"' in start) == hosted.has_two


def test_a_slash_too_many_leads_to_the_page(hosted: Hosted) -> None:
    for asked, leads in (("/resources/", "/resources"), ("/chapters//?q=a", "/chapters?q=a")):
        answer = hosted.ask(asked)
        assert answer.status_code == 308
        assert httpx.URL(answer.headers["location"]).raw_path.decode() == leads
    for asked in ("//example.com/", "/\\example.com/"):
        assert "example.com" not in httpx.URL(hosted.ask(asked).headers.get("location", "")).host


def test_only_our_pages_may_read_the_api(hosted: Hosted) -> None:
    for origin, may in ((hosted.url, True), ("http://www.example.com", False)):
        answer = hosted.ask("/api/events", at=hosted.api_url, origin=origin)
        assert answer.headers.get("access-control-allow-origin") == (origin if may else None)
        exposed = answer.headers.get("access-control-expose-headers", "")
        assert ("x-total-count" in exposed) == hosted.has_two
    posted = hosted.ask(
        "/api/events", at=hosted.api_url, method="POST", origin="http://www.example.com"
    )
    assert posted.status_code == 403
