"""'How I got here': a long story, in the longest words; the usual one is in test_dashboard."""

from playwright.sync_api import expect

from rookiebattle.progression.catalogue import AWARDS
from rookiebattle.progression.ledger import FactChange
from tests.journeys.site import Site
from tests.journeys.stage import Stage

READER = "long@example.org"


def test_a_long_story_is_read_on_by_keyboard_and_fits_the_narrowest_phone(
    site: Site, stage: Stage
) -> None:
    for number in range(45):
        change = FactChange("award_beads.red", number, number + 1)
        stage.enter(READER, change, days_ago=200 - number, reason=f"Bead number {number + 1}")
    high = {"admin_rank": 8, "is_board_member": True, "is_samurai": True}
    stage.person(READER, award_beads={bead.key: 12 for bead in AWARDS}, **high)
    with site.member(READER) as member:
        page = member.open("/progress")
        expect(page.get_by_role("region", name="Rank").get_by_text("Faction Lead")).to_have_count(2)
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
        member.expect_no_sideways_scrolling(320)
