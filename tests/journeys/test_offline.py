"""Without a network: the page that is shown, what it knows, whose it is, and what is not done."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from rookiebattle.routes import style_sheet
from rookiebattle.ui.document import OWN_STYLES
from tests.journeys.offline import READY, is_offline, keep, kept
from tests.journeys.people import Person
from tests.journeys.site import Site
from tests.journeys.stage import MEMBER, OTHER, Stage, evening

NOTHING_CHANGED = "You’re offline. Nothing was changed."
OFFLINE = "You’re offline. Registering and saving need a connection."
WAITING = "navigator.serviceWorker.getRegistration().then((it) => it.waiting?.scriptURL)"
CONTROLLER = "navigator.serviceWorker.controller?.scriptURL"
# The answer of the browser's own cache, without asking the site.
CACHED = """
  (path) => fetch(path, { cache: "only-if-cached", mode: "same-origin" })
    .then((answer) => answer.text(), () => "")
"""
FETCHED = """
  performance.getEntriesByType("resource")
    .filter(({ name }) => name.includes("/first-data/my-events")).length
"""

# Makes what is kept look as if it had been read so many days ago.
AGE = """
  async (days) => {
    const mine = await caches.open("mine");
    const kept = await (await mine.match("/api/next-events")).json();
    const readAt = new Date(Date.now() - days * 864e5).toISOString();
    await mine.put("/api/next-events", new Response(JSON.stringify({ ...kept, readAt })));
  }
"""

# The paths that the worker keeps, and those of loaded scripts that it does not.
HELD = """
  caches.keys().then((names) => caches.open(names.find((name) => name.startsWith("shell-"))))
    .then((shell) => shell.keys()).then((all) => all.map(({ url }) => new URL(url).pathname))
"""
MISSING = f"""
  {HELD}.then((held) => performance.getEntriesByType("resource")
    .map(({{ name }}) => new URL(name).pathname)
    .filter((path) => path.startsWith("/assets/") && !held.includes(path)))
"""

# A lost request tells a browser nothing of its network.
NEVER_OFFLINE = """
  Object.defineProperty(navigator, "onLine", { value: true });
  window.addEventListener("online", (event) => event.stopImmediatePropagation());
"""

# Lets the worker lose the first request for each script.
LOSES_ONCE = """
  () => {
    const whole = self.fetch.bind(self);
    self.lost = [];
    self.fetch = (request, ...more) => {
      const { pathname } = new URL(request.url ?? request, self.location);
      const isLost = pathname.startsWith("/assets/") && !self.lost.includes(pathname);
      if (isLost) self.lost.push(pathname);
      return isLost ? Promise.reject(new TypeError("lost")) : whole(request, ...more);
    };
  }
"""


@pytest.fixture
def maya(site: Site) -> Iterator[Person]:
    """A member whose browser may have a service worker."""
    with site.member(MEMBER, workers=True) as somebody:
        yield somebody


@contextmanager
def newest_active(page: Page) -> Iterator[list[str]]:
    """A list to which the browser adds the script of each worker that begins to be in charge."""
    active: list[str] = []

    def note(told: dict[str, Any]) -> None:
        active.extend(one["scriptURL"] for one in told["versions"] if one["status"] == "activated")

    asked = page.context.new_cdp_session(page)
    asked.on("ServiceWorker.workerVersionUpdated", note)
    asked.send("ServiceWorker.enable")
    yield active
    asked.detach()


def test_the_next_events_are_there_without_a_network_and_the_page_comes_back_with_it(
    maya: Person, stage: Stage
) -> None:
    where = {"location": "Riverbend Park", "address": "12 Oak Street, Tampa"}
    where["description"] = "Bring a lantern."
    stage.event("Later Battle", start_at=evening(20), taken_by=[MEMBER])
    soon = stage.event("Lantern Duels", start_at=evening(3), taken_by=[MEMBER], **where)
    stage.event("Not Mine", start_at=evening(2))
    stage.event("Long Over", start_at=evening(-9), taken_by=[MEMBER])
    stage.person(OTHER, first_name="Amara", game_name="Storm Crow", game_name_key="stormcrow")
    today = {"start_at": evening(0, 10), "end_at": evening(0, 23), "organizer": MEMBER}
    own = stage.event("Own Battle", taken_by=[OTHER], **today)
    page = maya.open("/")
    keep(maya, "Lantern Duels")
    maya.lose_the_network()
    page.goto(maya.url + "/chapters")
    is_offline(page)
    expect(page.get_by_role("heading", level=2)).to_have_text("Your Next Events")
    titles = page.get_by_role("list").get_by_role("heading", level=3)
    assert titles.all_inner_texts() == ["Own Battle", "Lantern Duels", "Later Battle"]
    first = page.get_by_role("listitem").filter(has_text="Lantern Duels")
    expect(first).to_contain_text("Riverbend Park, 12 Oak Street, Tampa")
    expect(first).to_contain_text(re.compile(r"6:00 PM – 8:00 PM E[SD]?T"))
    expect(first.get_by_role("link", name="Directions")).to_be_visible()
    expect(first).to_contain_text("Organized by")
    first.get_by_text("About this event").click()
    expect(first.get_by_text("Bring a lantern.")).to_be_visible()
    expect(page.get_by_text("while offline wasn’t saved")).to_be_visible()
    page.goto(maya.url + stage_path(soon))
    expect(page.get_by_role("heading", level=3).first).to_have_text("Lantern Duels")
    expect(page).to_have_url(maya.url + stage_path(soon))
    # Of an event that the member runs, the roster as it was seen last, at the roster's own address.
    page.goto(maya.url + f"/admin{stage_path(own)}")
    expect(page.get_by_role("heading", level=3).first).to_have_text("Own Battle")
    expect(page.get_by_text("Roster: 0 of 1 checked in")).to_be_visible()
    expect(page.get_by_text("Storm Crow")).to_be_visible()
    maya.look_over("offline-roster")
    page.goto(maya.url + stage_path(soon))
    maya.find_the_network()
    expect(page.get_by_role("heading", name="Lantern Duels", level=1)).to_be_visible()
    maya.settle()


def test_a_network_without_the_site_leaves_the_page_as_it_is(maya: Person, stage: Stage) -> None:
    stage.event("Lantern Duels", taken_by=[MEMBER])
    page = maya.open("/")
    keep(maya, "Lantern Duels")
    maya.lose_the_network()
    page.goto(maya.url + "/chapters")
    expect(page.get_by_text("Lantern Duels")).to_be_visible()
    page.evaluate("window.isSame = true")
    with page.expect_event("requestfailed"):
        page.evaluate("window.dispatchEvent(new Event('online'))")
    page.wait_for_event("requestfailed")  # the second question, two seconds later
    assert page.evaluate("window.isSame")
    maya.find_the_network()
    expect(page.get_by_role("heading", name="Chapters", level=1)).to_be_visible()


def stage_path(event_id: str) -> str:
    return f"/events/{event_id}"


def test_a_page_that_came_past_the_worker_gets_it(maya: Person) -> None:
    page = maya.open("/")
    maya.wait_until(lambda: page.evaluate(READY))
    page.evaluate("window.isOld = true")
    page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})
    page.wait_for_function("!window.isOld")
    maya.settle()
    maya.wait_until(lambda: page.evaluate(READY))


def test_a_page_whose_request_was_lost_on_a_good_network_comes_back(maya: Person) -> None:
    page = maya.open("/")
    maya.wait_until(lambda: page.evaluate(READY))
    page.add_init_script(NEVER_OFFLINE)
    maya.lose_the_network()
    page.goto(maya.url + "/chapters")
    is_offline(page)
    maya.find_the_network()
    expect(page.get_by_role("heading", name="Our Chapters", level=1)).to_be_visible()


def test_the_bar_leads_to_the_next_events_and_with_the_network_they_lead_back(
    maya: Person, stage: Stage
) -> None:
    stage.event("Sooner", start_at=evening(2), taken_by=[MEMBER])
    event_id = stage.event("Lantern Duels", start_at=evening(5), taken_by=[MEMBER])
    page, way = maya.open(stage_path(event_id)), maya.url + stage_path(event_id)
    keep(maya, "Lantern Duels")
    maya.lose_the_network()
    page.get_by_role("link", name="Next events").click()
    expect(page).to_have_url(maya.url + "/offline")
    expect(page.get_by_role("heading", level=3).first).to_have_text("Lantern Duels")
    maya.look_over("offline")
    maya.find_the_network()
    expect(page.get_by_role("heading", name="Lantern Duels", level=1)).to_be_visible()
    expect(page).to_have_url(way)
    maya.lose_the_network()
    page.get_by_role("link", name="Next events").click()
    expect(page).to_have_url(maya.url + "/offline")
    page.get_by_role("button", name="Try Again").click()
    expect(page).to_have_url(way)
    is_offline(page)
    maya.find_the_network()
    expect(page.get_by_role("heading", name="Lantern Duels", level=1)).to_be_visible()


@pytest.mark.whole
def test_the_bar_does_not_lead_to_events_that_are_too_old_to_be_shown(
    maya: Person, stage: Stage
) -> None:
    stage.event("Lantern Duels", start_at=evening(20), taken_by=[MEMBER])
    page = maya.open("/events")
    keep(maya, "Lantern Duels")
    bar = page.get_by_role("status").filter(has_text="You’re offline.")
    link = bar.get_by_role("link", name="Next events")
    page.evaluate(AGE, 13)
    maya.lose_the_network()
    expect(link).to_be_visible()
    maya.find_the_network()
    expect(bar).to_have_count(0)
    page.evaluate(AGE, 15)
    maya.lose_the_network()
    expect(bar).to_be_visible()
    # The bar has asked for the same before, so it knows by now.
    assert "Lantern Duels" in kept(page)
    expect(link).to_have_count(0)
    maya.find_the_network()


def test_a_page_whose_scripts_are_lost_once_gets_them(maya: Person) -> None:
    page = maya.open("/")
    maya.wait_until(lambda: page.evaluate(READY))
    (worker,) = page.context.service_workers
    worker.evaluate(LOSES_ONCE)
    maya.open("/chapters")
    expect(page.get_by_role("heading", name="Our Chapters", level=1)).to_be_visible()
    assert worker.evaluate("self.lost.length") > 0


def test_pages_that_somebody_has_seen_are_dressed_without_a_network(site: Site) -> None:
    """Also the one that was loaded before there was a worker; and each sheet is there."""
    with site.visitor(workers=True) as somebody:
        page = somebody.open("/parents")
        main = page.get_by_role("navigation", name="Main")
        somebody.follow(main.get_by_role("link", name="Chapters"), "**/chapters")
        somebody.wait_until(lambda: page.evaluate(READY))
        somebody.wait_until(lambda: page.evaluate(MISSING) == [])
        held = set(page.evaluate(HELD))
        assert {style_sheet(name) for name in OWN_STYLES} <= held
        page.reload()
        somebody.lose_the_network()
        page.get_by_role("link", name="For Parents").first.click()
        expect(page.get_by_role("heading", name="For Parents", level=1)).to_be_visible()
        main.get_by_role("link", name="Chapters").click()
        expect(page.get_by_role("heading", name="Our Chapters", level=1)).to_be_visible()
        undressed = "[...document.styleSheets].filter((one) => !one.cssRules.length).length"
        assert page.evaluate(undressed) == 0
        somebody.find_the_network()
        somebody.settle()


def test_after_logging_out_the_browser_keeps_nothing_of_the_member(
    maya: Person, site: Site, stage: Stage
) -> None:
    """A try to log out without a network forgets the events at once."""
    stage.event("Secret Duel", taken_by=[MEMBER])
    page = maya.open("/")
    keep(maya, "Secret Duel")
    maya.lose_the_network()
    page.goto(maya.url + "/api/logout")
    is_offline(page)
    expect(page.get_by_text("Secret Duel")).to_have_count(0)
    maya.find_the_network()
    # The page asks again by itself.
    expect(page.get_by_role("banner").get_by_role("link", name="Login")).to_be_visible()
    maya.settle()
    maya.carry(site.stage.session(MEMBER))
    maya.open("/")
    keep(maya, "Secret Duel")
    page.goto(maya.url + "/api/logout")
    assert kept(page) == ""
    maya.lose_the_network()
    page.goto(maya.url + "/my-events")
    is_offline(page)
    expect(page.get_by_role("listitem")).to_have_count(0)
    expect(page.get_by_text("Secret Duel")).to_have_count(0)
    maya.find_the_network()


def test_after_logging_out_the_browser_s_cache_answers_nothing_of_the_member(
    member: Person, stage: Stage
) -> None:
    stage.event("Secret Duel", taken_by=[MEMBER])
    page = member.open("/my-events")
    member.wait_until(lambda: "Secret Duel" in kept(page))
    assert page.evaluate(FETCHED) == 1, "what was preloaded is used, although no cache keeps it"
    page.evaluate("fetch('/site.webmanifest').then((answer) => answer.text())")
    assert page.evaluate(CACHED, "/site.webmanifest"), "what is no secret is cached"
    assert page.evaluate(CACHED, "/api/next-events") == ""
    page.goto(member.url + "/api/logout")
    member.settle()
    for path in ("/site.webmanifest", "/api/next-events", "/api/auth/user"):
        assert page.evaluate(CACHED, path) == ""
    assert kept(page) == ""
    member.complaints[:] = [one for one in member.complaints if "ERR_CACHE_MISS" not in one]


def test_nothing_is_kept_for_another_member_or_after_a_session_that_ended_elsewhere(
    maya: Person, site: Site, stage: Stage
) -> None:
    stage.event("Secret Duel", taken_by=[MEMBER])
    stage.person(OTHER)
    page = maya.open("/")
    keep(maya, "Secret Duel")
    maya.carry(site.stage.session(OTHER))
    page.goto(maya.url + "/chapters")
    maya.wait_until(lambda: "Secret Duel" not in kept(page))
    maya.carry(site.stage.session(MEMBER))
    maya.open("/")
    keep(maya, "Secret Duel")
    stage.end_sessions(MEMBER)
    maya.wait_until(lambda: page.request.get(maya.url + "/api/auth/user").status == 401)
    page.goto(maya.url + "/chapters")
    maya.wait_until(lambda: kept(page) == "")


def test_a_visitor_is_told_that_they_are_offline(site: Site) -> None:
    with site.visitor(workers=True) as somebody:
        page = somebody.page
        # With a network, the page without one leads on.
        page.goto(somebody.url + "/offline")
        expect(page).to_have_url(somebody.url + "/")
        somebody.settle()
        somebody.wait_until(lambda: page.evaluate(READY))
        somebody.lose_the_network()
        expect(page.get_by_text(OFFLINE)).to_be_visible()
        expect(page.get_by_role("link", name="Next events")).to_have_count(0)
        page.goto(somebody.url + "/events")
        is_offline(page)
        expect(page.locator("#mine")).to_be_hidden()
        expect(page.get_by_text("None of your upcoming events are saved")).to_be_visible()
        somebody.find_the_network()


def test_a_new_worker_takes_over_from_closed_tabs_and_drops_what_the_old_one_kept(
    maya: Person, stage: Stage
) -> None:
    """Another address makes another worker, as another version does."""
    stage.event("Lantern Duels", taken_by=[MEMBER])
    page = maya.page
    # A page of the site without the site's scripts, which would register their own worker.
    page.route("**/empty", lambda way: way.fulfill(content_type="text/html", body="<p>"))
    page.goto(maya.url + "/empty")
    page.evaluate("navigator.serviceWorker.register('/sw.js?older')")
    maya.wait_until(lambda: page.evaluate(READY))
    page.evaluate(
        "caches.open('shell-older').then((s) => s.put('/offline', new Response('stale')))"
    )
    maya.open("/")
    keep(maya, "Lantern Duels")
    maya.wait_until(lambda: page.evaluate(WAITING) == maya.url + "/sw.js")
    assert page.evaluate(CONTROLLER) == maya.url + "/sw.js?older", "an open page keeps its worker"

    # An empty page belongs to no worker, so the older one ends.
    with newest_active(page) as active:
        page.goto("about:blank")
        maya.wait_until(lambda: maya.url + "/sw.js" in active)
    page.goto(maya.url)
    assert page.evaluate(CONTROLLER) == maya.url + "/sw.js"
    maya.wait_until(lambda: not page.evaluate("caches.has('shell-older')"))
    names = page.evaluate("caches.keys()")
    assert len([name for name in names if name.startswith("shell-")]) == 1
    assert "Lantern Duels" in kept(page), "the member's events stay"
    maya.lose_the_network()
    page.goto(maya.url + "/my-events")
    is_offline(page)
    maya.find_the_network()


def test_a_press_without_a_network_changes_nothing_now_or_later(maya: Person, stage: Stage) -> None:
    event_id = stage.event("Lantern Duels", start_at=evening(5))
    page = maya.open(f"/events/{event_id}")
    register = page.get_by_role("button", name="Register", exact=True).first
    expect(register).to_be_visible()
    maya.lose_the_network()
    expect(page.get_by_text(OFFLINE)).to_be_visible()
    register.click()
    expect(page.get_by_role("alert").filter(has_text=NOTHING_CHANGED)).to_be_visible()
    expect(register).to_be_visible()
    expect(register).not_to_have_attribute("aria-busy", "true")
    maya.find_the_network()
    expect(page.get_by_text(OFFLINE)).to_have_count(0)
    page.reload()
    maya.settle()
    assert stage.seats(event_id) == (0, 0)
    register.click()
    maya.wait_until(lambda: stage.seats(event_id) == (1, 1))


def test_a_link_without_a_network_and_a_worker_leaves_the_page_as_it_is(visitor: Person) -> None:
    """In the first seconds of a first visit no worker has an answer of the site's own."""
    page = visitor.open("/parents")
    link = page.get_by_role("navigation", name="Main").get_by_role("link", name="Chapters")
    visitor.lose_the_network()
    expect(page.get_by_text(OFFLINE)).to_be_visible()
    link.click()
    expect(page.get_by_role("alert").filter(has_text=NOTHING_CHANGED)).to_be_visible()
    expect(page.get_by_role("heading", name="For Parents", level=1)).to_be_visible()
    expect(page).to_have_url(visitor.url + "/parents")
    visitor.find_the_network()
    expect(page.get_by_text(OFFLINE)).to_have_count(0)
    link.click()
    expect(page.get_by_role("heading", name="Chapters", level=1)).to_be_visible()


def test_a_press_while_the_server_is_away_is_dropped_and_not_done_minutes_later(
    maya: Person, stage: Stage
) -> None:
    event_id = stage.event("Lantern Duels", start_at=evening(5))
    page = maya.page
    # A socket that nobody answers.
    page.route_web_socket("**/_event/**", lambda _socket: None)
    page.clock.install()
    page.goto(maya.url + f"/events/{event_id}")
    # The page has its data by HTTP. Now HTTP is not answered either.
    register = page.get_by_role("button", name="Register", exact=True).first
    maya.wait_for_scripts()
    maya.lost_network = True
    page.route(re.compile("/api/"), lambda way: way.abort())
    with page.expect_event("requestfailed", lambda asked: asked.method == "POST"):
        register.click()
    page.clock.fast_forward(11_000)
    expect(page.get_by_role("alert").filter(has_text=NOTHING_CHANGED)).to_be_visible()
    assert stage.seats(event_id) == (0, 0)


def test_the_worker_and_its_page_have_the_right_headers(site: Site) -> None:
    name, value = site.stage.session(MEMBER)
    with httpx.Client(base_url=site.url, cookies={name: value}) as client:
        worker, page = client.get("/sw.js"), client.get("/offline")
        own = client.get("/api/next-events")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    assert re.search(r'VERSION = "[0-9a-f]{16}"', worker.text)
    assert page.status_code == own.status_code == 200
    for answer in (worker, page):
        assert "script-src 'self'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert 'content="noindex"' in page.text
    assert own.headers["cache-control"] == "private, no-store"
