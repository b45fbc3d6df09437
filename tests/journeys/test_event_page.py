"""An event's own page: who may see it, what it shows, and what programs read at its address."""

import json
import re
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import Route, expect

from rookiebattle.core.database.db import new_id
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


def test_what_is_not_there_is_said_to_people_and_programs(site: Site, visitor: Person) -> None:
    for path, words, way, leads in (
        (f"/events/{new_id()}", "Event not found", "Browse Events", "/events"),
        ("/no-such-page", "404 Page Not Found", "Back to Home", "/"),
    ):
        assert raw(site.url + path)[0] == 404
        page = visitor.open(path)
        expect(page.get_by_role("heading", name=words)).to_be_visible()
        visitor.follow(page.get_by_role("link", name=way), site.url + leads)
        expect(page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.whole
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
    login = page.get_by_role("main").get_by_role("link", name="Log in to check")
    expect(login).to_have_attribute("href", f"/api/login?next=%2Fevents%2F{event_id}")
    visitor.go(f"/events?view=list&month={evening(3):%Y-%m}")
    expect(page.get_by_text("No events found")).to_be_visible()
    member.open(f"/events/{event_id}")
    heading = member.page.get_by_role("heading", name="Leaders' Round Table", level=1)
    expect(heading).to_be_visible()
    expect(member.page.get_by_text("Private", exact=True)).to_be_visible()
    member.open("/events/no-such-event")
    expect(member.page.get_by_role("heading", name="Event not found")).to_be_visible()
    expect(member.page.get_by_role("link", name="Log in to check")).to_have_count(0)


def test_an_event_for_paying_members_leads_to_the_plans_and_refuses_others(
    member: Person, stage: Stage
) -> None:
    stage.person(MEMBER, membership_tier="premium", membership_status="expired")
    event_id = stage.event("Members' Night Battle", requires_membership=True)
    page = member.open(f"/events/{event_id}")
    expect(page.get_by_role("button", name="Active membership required").first).to_be_disabled()
    way = page.get_by_role("link", name="See membership plans").locator("visible=true")
    expect(way).to_have_attribute("href", "/membership")
    member.go("/events")
    page.get_by_role("button", name="Register").first.click()
    member.expect_toast("Error", "Active membership required")
    assert stage.seats(event_id) == (0, 0)


def test_a_seat_is_paid_at_the_gate_and_then_keeps_its_event_from_being_deleted(
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
    to_roster = organizer.page.get_by_role("link", name="Open the roster")
    organizer.follow(to_roster, f"**/admin/events/{event_id}")
    organizer.page.get_by_role("button", name=re.compile("^Paid in Cash")).click()
    organizer.expect_toast("Marked as paid")
    organizer.open(f"/events/{event_id}")
    expect(row).not_to_contain_text("Due")
    organizer.page.get_by_role("button", name="Edit").click()
    organizer.page.get_by_role("dialog").get_by_role("button", name="Delete Event").click()
    question = organizer.page.get_by_role("alertdialog")
    expect(question).to_contain_text("1 registration is paid. Refund or waive it first")
    question.get_by_role("button", name="Delete Event").click()
    organizer.expect_toast("Error")
    assert stage.titles() == ["Spear Class"]
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
    page.wait_for_load_state("networkidle")
    # Only those who may change an event load its form. One script asks for such parts.
    assert len(set(PART.findall(str(page.evaluate(LOADED))))) == 1
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


def test_the_time_leads_to_every_calendar(site: Site, visitor: Person, stage: Stage) -> None:
    event_id = stage.event("Castle Day")
    page = visitor.open(f"/events/{event_id}")
    # The same words stand in the text before scripts, which goes away.
    expect(page.locator("text-before")).to_have_count(0)
    page.get_by_text("Add to calendar").locator("visible=true").click()
    for name, href in {
        "Google Calendar": "^https://calendar.google.com/.*Castle",
        "Outlook": "^https://outlook.live.com/.*Castle",
        "Apple Calendar": f"^/cal/{event_id}.ics$",
    }.items():
        expect(page.get_by_role("link", name=name)).to_have_attribute("href", re.compile(href))
    with page.expect_download() as file:
        page.get_by_role("link", name="Calendar file (.ics)").click()
    assert file.value.suggested_filename == "castle-day.ics"
    for path in (f"/cal/{event_id}.ics", "/cal/public.ics"):
        status, kind, body = raw(site.url + path)
        assert (status, kind) == (200, "text/calendar")
        assert "SUMMARY:Castle Day" in body
    visitor.look_over("event-visitor")
