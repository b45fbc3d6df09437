"""The questions to the organizer as the roster's page shows them. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from rookiebattle.events.wording import near_day
from rookiebattle.registrations.schemas import QuestionRead


@dataclass(frozen=True)
class QuestionRow:
    """A question; `answer` is empty while it waits. `asked` is who asked, and when."""

    id: str = ""
    asked: str = ""
    question: str = ""
    answer: str = ""
    is_suspicious: bool = False


def question_rows(found: Sequence[QuestionRead], zone: str, now: datetime) -> list[QuestionRow]:
    """The rows; days are those of the event's zone."""
    return [
        QuestionRow(
            one.id,
            f"{one.name} · {near_day(one.asked_at, zone, now)}",
            one.question,
            one.answer or "",
            one.is_suspicious,
        )
        for one in found
    ]
