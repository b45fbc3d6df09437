"""'How I got here': a member's rank, paths, beads and story; and the newest of it at home."""

import re

from playwright.sync_api import expect

from rookiebattle.progression.catalogue import AWARDS
from rookiebattle.progression.ledger import Change
from tests.journeys.people import PHONE, Person
from tests.journeys.site import Site
from tests.journeys.stage import Stage
from tests.journeys.stories import tell_a_story

PATH = "/progress"


def test_a_member_reads_the_story(site: Site, stage: Stage) -> None:
    event_id = stage.event("Autumn Tournament", event_type="tournament")
    with site.member("story@example.org") as member:
        tell_a_story(stage, "story@example.org", event_id)
        page = member.open(PATH)
        expect(page.get_by_role("heading", name="How I got here", level=1)).to_be_visible()
        rank = page.get_by_role("region", name="Rank")
        expect(rank.get_by_text("Warrior 2nd Class • Samurai")).to_be_visible()
        expect(rank.get_by_text("Next: Warrior 3rd Class")).to_be_visible()
        expect(rank.locator("[aria-current=step]")).to_contain_text("Warrior 2nd Class")
        paths = page.get_by_role("region", name="Warrior Paths")
        expect(paths.get_by_role("listitem")).to_have_count(8)
        expect(paths.get_by_role("listitem").filter(has_text="Shield")).to_contain_text("Level 3")
        beads = page.get_by_role("region", name="Award beads")
        expect(beads.get_by_text("5 award beads")).to_be_visible()
        expect(beads.get_by_role("listitem").filter(has_text="Service")).to_contain_text("×3")
        story = page.get_by_role("region", name="The story so far")
        expect(story.get_by_text("1 Injury bead")).to_be_visible()
        expect(page.get_by_text("wrist")).to_have_count(0)
        expect(story.get_by_role("link", name="Autumn Tournament").first).to_have_attribute(
            "href", f"/events/{event_id}"
        )
        member.look_over("progress")
        member.print_out("progress")


def test_the_longest_strands_fit_the_narrowest_phone(site: Site, stage: Stage) -> None:
    email = "lead@example.org"
    with site.member(email) as member:
        beads = {bead.key: 12 for bead in AWARDS}
        high = {"admin_rank": 8, "is_board_member": True, "is_samurai": True}
        stage.person(email, award_beads=beads, **high)
        page = member.open(PATH)
        page.set_viewport_size({"width": 320, "height": 700})
        expect(page.get_by_role("region", name="Rank").get_by_text("Faction Lead")).to_have_count(2)
        member.expect_no_sideways_scrolling()


def test_a_long_story_is_read_on_by_keyboard(site: Site, stage: Stage) -> None:
    email = "long@example.org"
    with site.member(email) as member:
        for number in range(45):
            change = Change("award_beads.red", number, number + 1)
            stage.enter(email, change, days_ago=200 - number, reason=f"Bead number {number + 1}")
        page = member.open(PATH)
        story = page.get_by_role("region", name="The story so far")
        expect(story.get_by_text("45 entries")).to_be_visible()
        entries = story.locator(".entry")
        expect(entries).to_have_count(20)
        older = story.get_by_role("button", name="Show older")
        for shown in (40, 45):
            older.focus()
            page.keyboard.press("Enter")
            expect(entries).to_have_count(shown)
        expect(older).to_be_hidden()
        expect(entries.last).to_contain_text("Bead number 1")
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        member.expect_no_sideways_scrolling()


def test_a_story_begins(site: Site, stage: Stage) -> None:
    with site.member("begins@example.org") as member:
        page = member.open(PATH)
        expect(page.get_by_text("Your story begins here")).to_be_visible()
        expect(
            page.get_by_role("region", name="Rank").get_by_text("Next: Initiate")
        ).to_be_visible()
        member.look_over("progress-empty")


def test_visitors_are_asked_to_log_in(visitor: Person) -> None:
    page = visitor.open(PATH)
    expect(page.get_by_text("Please log in to see how you got here.")).to_be_visible()


def test_the_newest_stands_on_the_dashboard(site: Site, stage: Stage) -> None:
    event_id = stage.event("Autumn Tournament")
    with site.member("home@example.org") as member:
        page = member.open("/")
        expect(page.get_by_text("No warrior paths unlocked yet")).to_be_visible()
        expect(page.locator(".latest")).to_have_count(0)
        tell_a_story(stage, "home@example.org", event_id)
        page = member.open("/")
        latest = page.locator(".latest").get_by_role("listitem")
        expect(latest).to_have_count(3)
        expect(latest.first).to_contain_text("Warrior 2nd Class")
        expect(latest.last).to_contain_text("Autumn Tournament")
        member.look_over("dashboard-activity")
        page.get_by_role("link", name="How I got here").click()
        expect(page).to_have_url(re.compile(f"{PATH}$"))
        expect(page.get_by_role("heading", name="How I got here", level=1)).to_be_visible()
