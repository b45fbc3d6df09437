"""A notification as the strip shows it."""

import pytest

from rookiebattle.notifications.schemas import NotificationRead
from rookiebattle.notifications.view import LONGEST_LEAD, notice_of
from tests.notifications.club import NOW


def notification(**values: object) -> NotificationRead:
    given: dict[str, object] = {
        "id": "1",
        "title": "Park change",
        "message": "Meet at the pavilion.",
        "type": "info",
        "target_type": "all",
        "chapter_id": None,
        "expires_at": None,
        "is_active": True,
        "created_at": NOW,
    }
    return NotificationRead.model_validate(given | values)


@pytest.mark.parametrize(
    ("type_", "kind", "symbol", "word"),
    [
        ("info", "info", "info", "Info"),
        ("success", "success", "check", "Good news"),
        ("warning", "warning", "warning", "Warning"),
        ("error", "error", "alert", "Urgent"),
        ("other", "other", "bell", "Notice"),
        ("announcement", "other", "bell", "Notice"),
    ],
)
def test_every_type_has_its_icon_and_its_word(
    type_: str, kind: str, symbol: str, word: str
) -> None:
    notice = notice_of(notification(type=type_))
    assert (notice.kind, notice.symbol, notice.word) == (kind, symbol, word)


def test_a_short_message_is_shown_whole() -> None:
    notice = notice_of(notification(message="x" * LONGEST_LEAD))
    assert (len(notice.message), notice.lead) == (LONGEST_LEAD, "")


def test_a_long_message_begins_with_whole_words() -> None:
    notice = notice_of(notification(message="word, " * 100))
    assert notice.lead.endswith("word …")
    assert len(notice.lead) <= LONGEST_LEAD + 2
    assert notice_of(notification(message="x" * 300)).lead == "x" * LONGEST_LEAD + " …"
