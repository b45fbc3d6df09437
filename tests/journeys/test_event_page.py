"""An event's own page: who may see it, what it shows, and what programs read at its address."""

import json
import re
import urllib.error
import urllib.request
from datetime import timedelta

from playwright.sync_api import Route, expect

from rookiebattle.core import clock
from rookiebattle.core.db import new_id
from tests.journeys.people import Person
from tests.journeys.site import Site
from tests.journeys.stage import ADMIN, MEMBER, ORGANIZER, OTHER, Stage, evening

LOADED = "performance.getEntriesByType('resource').map((one) => one.name)"
PART = re.compile(r"/assets/later-[\w-]+\.js")


def raw(url: str) -> tuple[int, str, str]:
    """The status, content type and body that a program without scripts gets."""
    try:
        answer = urllib.request.urlopen(url)
    except urllib.error.HTTPError as refused:
        answer = refused
    with answer:
        kind = str(answer.headers["content-type"]).partition(";")[0]
        return answer.status, kind, answer.read().decode()


def test_a_page_comes_in_one_piece_and_without_style_sheets_in_its_text(
    site: Site, stage: Stage
) -> None:
    waits = {
        f"/events/{stage.event('Castle Day')}": ["page-end"],
        "/events": ["page-head"],
        "/media": ["page-head"],
        "/resources": [],
        "/": [],
    }
    for address, ids in waits.items():
        head, _, body = raw(site.url + address)[2].partition("<body>")
        assert re.findall('<link rel="expect" href="#(.*?)" blocking="render">', head) == ids
        assert [f'id="{one}"' in body for one in ids] == [True] * len(ids)
        assert body.index('id="page-end"') > body.index("</main>")
        assert "data-emotion" not in body, address


def test_only_those_who_may_change_an_event_load_its_form(
    visitor: Person, organizer: Person, stage: Stage
) -> None:
    event_id = stage.event("Castle Day")
    for person, loads in ((visitor, False), (organizer, True)):
        person.open(f"/events/{event_id}")
        person.page.wait_for_load_state("networkidle")
        # One of them is the script that asks for parts.
        assert len(set(PART.findall(str(person.page.evaluate(LOADED))))) == 1 + loads


def test_a_form_whose_script_did_not_come_is_asked_for_again(
    organizer: Person, stage: Stage
) -> None:
    address = f"/events/{stage.event('Castle Day')}"
    announced = raw(organizer.url + address)[2]
    refused: list[str] = []

    def refuse_once(way: Route) -> None:
        name = way.request.url.rpartition("/")[2]
        if name in announced or refused:
            way.continue_()
        else:
            refused.append(name)
            way.abort()

    organizer.lost_network = True
    page = organizer.page
    page.route(PART, refuse_once)
    organizer.open(address)
    page.get_by_role("button", name="Edit").click()
    expect(page.get_by_role("dialog", name="Edit Event")).to_be_visible()
    assert refused


def test_an_unknown_event_is_not_found_for_people_and_programs(site: Site, visitor: Person) -> None:
    address = f"/events/{new_id()}"
    assert raw(site.url + address)[0] == 404
    page = visitor.open(address)
    expect(page.get_by_role("heading", name="Event not found")).to_be_visible()
    page.get_by_role("link", name="Browse Events").click()
    expect(page.get_by_role("heading", name="Events Calendar")).to_be_visible()


def test_an_unknown_address_has_a_page_that_says_so(site: Site, visitor: Person) -> None:
    assert raw(site.url + "/no-such-page")[0] == 404
    page = visitor.open("/no-such-page")
    expect(page.get_by_role("heading", name="404 Page Not Found")).to_be_visible()
    page.get_by_role("link", name="Back to Home").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Laugh when you fall")


def test_a_private_event_is_hidden_from_visitors_and_shown_to_members(
    site: Site, visitor: Person, member: Person, stage: Stage
) -> None:
    event_id = stage.event("Leaders' Round Table", is_public=False)
    status, _, body = raw(f"{site.url}/events/{event_id}")
    assert status == 404
    assert "Round Table" not in body
    assert raw(f"{site.url}/cal/{event_id}.ics")[0] == 404
    page = visitor.open(f"/events/{event_id}")
    expect(page.get_by_role("heading", name="Event not found")).to_be_visible()
    assert "Round Table" not in page.content()
    visitor.open(f"/events?view=list&month={evening(3):%Y-%m}")
    expect(page.get_by_text("No events found")).to_be_visible()
    member.open(f"/events/{event_id}")
    heading = member.page.get_by_role("heading", name="Leaders' Round Table", level=1)
    expect(heading).to_be_visible()
    expect(member.page.get_by_text("Private", exact=True)).to_be_visible()


def test_a_members_event_tells_who_may_register(
    member: Person, other: Person, stage: Stage
) -> None:
    stage.person(MEMBER, membership_tier="none", membership_status="inactive")
    stage.person(OTHER, membership_tier="premium", membership_status="active")
    event_id = stage.event("Members' Night Battle", requires_membership=True)
    member.open(f"/events/{event_id}")
    shut = member.page.get_by_role("button", name="Active membership required").first
    expect(shut).to_be_disabled()
    other.open(f"/events/{event_id}")
    other.page.get_by_role("button", name="Register").first.click()
    other.expect_toast("Successfully registered for event!")
    assert stage.seats(event_id) == (1, 1)


def test_registering_from_the_list_is_refused_with_the_reason(member: Person, stage: Stage) -> None:
    stage.person(MEMBER, membership_tier="premium", membership_status="expired")
    event_id = stage.event("Members' Night Battle", requires_membership=True)
    member.open("/events")
    member.page.get_by_role("button", name="Register").first.click()
    member.expect_toast("Error", "Active membership required")
    assert stage.seats(event_id) == (0, 0)


def test_a_priced_seat_is_paid_at_the_gate_and_the_organizer_marks_it(
    member: Person, organizer: Person, stage: Stage
) -> None:
    event_id = stage.event("Spear Class", price_cents=1000)
    member.open(f"/events/{event_id}")
    expect(member.page.get_by_text("$10.00").first).to_be_visible()
    member.page.get_by_role("button", name="Register").first.click()
    owing = member.page.get_by_role("button", name="Registered ✓ – pay $10.00 at the gate").first
    expect(owing).to_be_disabled()
    organizer.open(f"/events/{event_id}")
    row = organizer.page.get_by_role("row").filter(has_text="Maya E.")
    expect(row).to_contain_text("Due")
    expect(row.get_by_role("button")).to_have_count(0)
    organizer.page.get_by_role("link", name="Take payments and check people in").click()
    organizer.page.get_by_role("button", name=re.compile("^Paid in Cash")).click()
    organizer.expect_toast("Marked as paid")
    organizer.open(f"/events/{event_id}")
    expect(row).to_contain_text("Paid")
    member.open(f"/events/{event_id}")
    paid = member.page.get_by_role("button", name="Registered ✓", exact=True).first
    expect(paid).to_be_visible()


def test_visitors_see_how_many_are_going_and_members_see_who(
    visitor: Person, member: Person, stage: Stage
) -> None:
    tampa = stage.chapter("Tampa Bay")
    stage.person(MEMBER, chapter_id=tampa, game_name=None)
    stage.person(OTHER, chapter_id=tampa, game_name="Dusk Heron")
    stage.person(ADMIN, game_name=None, age_band="minor")
    stage.person(ORGANIZER, hides_attendance=False, game_name=None)
    event_id = stage.event("Castle Day", taken_by=[OTHER, ORGANIZER, ADMIN])
    page = visitor.open(f"/events/{event_id}")
    going = page.get_by_role("main").locator("section").filter(has_text="Who’s Going")
    expect(going).to_contain_text("3 going")
    expect(going.get_by_role("link", name="Log in")).to_be_visible()
    assert "Dusk Heron" not in page.content()
    member.open(f"/events/{event_id}")
    theirs = member.page.get_by_role("main").locator("section").filter(has_text="Who’s Going")
    expect(theirs).to_contain_text("3 going, 1 from your chapter")
    expect(theirs).to_contain_text("Dusk Heron")
    expect(theirs).to_contain_text("Theo E.")
    expect(theirs).not_to_contain_text("Admin")
    stage.person(ADMIN, age_band="adult")


def test_started_and_imminent_events_say_why_a_seat_cannot_change(
    member: Person, stage: Stage
) -> None:
    now = clock.now()
    over = stage.event("Yesterday", start_at=now - timedelta(days=1), taken_by=[MEMBER])
    soon = stage.event("Soon", start_at=now + timedelta(hours=20), taken_by=[MEMBER])
    running = stage.event("Running", start_at=now - timedelta(minutes=30))
    late = stage.event("Late", start_at=now + timedelta(hours=21))
    member.open(f"/events/{late}")
    warned = member.page.get_by_text("if you register now, you can’t unregister online")
    expect(warned.filter(visible=True)).to_have_count(1)
    member.look_over("event-late")
    member.open(f"/events/{soon}")
    expect(member.page.get_by_role("button", name="Registered ✓").first).to_be_disabled()
    why = member.page.get_by_text(re.compile("starts in less than 24 hours")).filter(visible=True)
    expect(why).to_have_count(1)
    expect(member.page.get_by_role("button", name="Unregister")).to_have_count(0)
    member.open(f"/events/{over}")
    expect(member.page.get_by_text("Over", exact=True)).to_be_visible()
    expect(member.page.get_by_role("button", name="Unregister")).to_have_count(0)
    member.open(f"/events/{running}")
    expect(member.page.get_by_text("Happening now", exact=True).first).to_be_visible()
    started = member.page.get_by_role("button", name="This event has started").first
    expect(started).to_be_disabled()


def test_messengers_and_search_engines_read_the_event_without_scripts(
    site: Site, stage: Stage
) -> None:
    title = "Shields & <Spears>"
    event_id = stage.event(title, description="Bring water.", max_participants=20)
    status, kind, body = raw(f"{site.url}/events/{event_id}")
    assert (status, kind) == (200, "text/html")
    assert "<title>Shields &amp; &lt;Spears&gt;" in body
    assert '<meta property="og:title" content="Shields &amp; &lt;Spears&gt;">' in body
    assert f'<meta property="og:url" content="{site.url}/events/{event_id}">' in body
    pictures = re.findall(r'<meta property="og:image" content="([^"]*)">', body)
    assert len(pictures) == 1
    assert pictures[0].startswith(f"{site.url}/api/events/{event_id}/card.png")
    facts = re.search(r'<script type="application/ld\+json">(.*?)</script>', body, re.DOTALL)
    assert facts is not None
    assert json.loads(facts[1])["name"] == title


def test_an_event_has_a_calendar_file(site: Site, visitor: Person, stage: Stage) -> None:
    event_id = stage.event("Park Day")
    page = visitor.open(f"/events/{event_id}")
    page.get_by_text("Add to calendar").locator("visible=true").click()
    link = page.get_by_role("link", name="Apple Calendar")
    expect(link).to_have_attribute("href", f"/cal/{event_id}.ics")
    for path in (f"/cal/{event_id}.ics", "/cal/public.ics"):
        status, kind, body = raw(site.url + path)
        assert (status, kind) == (200, "text/calendar")
        assert "SUMMARY:Park Day" in body
