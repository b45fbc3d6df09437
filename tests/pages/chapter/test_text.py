"""The head of a chapter's page, for any text in the chapter's name."""

import json
from datetime import UTC, datetime

from rookiebattle.chapters.models import PracticeInfo
from rookiebattle.chapters.schemas import ChapterRead
from rookiebattle.pages.chapter.text import share_of

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
