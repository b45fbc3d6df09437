"""The head of a chapter's page, for any text in the chapter's name."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from rookiebattle.chapters.models import PracticeInfo
from rookiebattle.chapters.schemas import ChapterRead
from rookiebattle.core.actor import VISITOR
from rookiebattle.pages.chapter.text import describe_chapter, share_of
from tests.clocks import NOW
from tests.pages.chapter.coast import coast
from tests.world import World

AT = datetime(2026, 3, 14, tzinfo=UTC)
READ = ChapterRead(
    id="1", name="</script><b>", city="Tampa", state="Florida", location="A park", address=None,
    latitude=None, longitude=None, member_count=3, status="active", contact_email="t@example.org",
    meeting_day="Saturday", meeting_time="6:00 PM", practice_info=PracticeInfo(), leadership=[],
    description="Come and play.", created_at=AT, updated_at=AT, time_zone="America/New_York",
)  # fmt: skip


def test_what_was_typed_stays_text() -> None:
    share = share_of(READ, "https://x/chapters/1")
    assert "<" not in share.json_ld
    assert json.loads(share.json_ld)["name"] == READ.name
    assert share.description == "Tampa, Florida · Saturday, 6:00 PM. Come and play."
    placed = share_of(READ.model_copy(update={"address": "1 Oak St"}), "https://x/chapters/1")
    facts = json.loads(placed.json_ld)
    assert facts["email"] == "t@example.org"
    assert facts["location"]["address"]["streetAddress"] == "1 Oak St"


@pytest.mark.anyio
async def test_search_engines_list_a_chapter_whose_text_is_right_until_its_next_turn(
    world: World,
) -> None:
    here, soon = coast(world), NOW + timedelta(minutes=5)
    world.event(chapter_id=here, start_at=soon)
    found = await describe_chapter(VISITOR, here)
    assert found
    assert ("noindex" in found.head, found.until) == (False, soon)
