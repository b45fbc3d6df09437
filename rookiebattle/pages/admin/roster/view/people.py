"""Those who wait, ask, walk in or get beads, as a roster's dialogs and lists show them. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from rookiebattle.events.wording import counted, near_day, some_names, time_words, zone_short
from rookiebattle.registrations.schemas import Candidate, QuestionRead, WaitingRead
from rookiebattle.registrations.wording import CHECK_IN, all_names


@dataclass(frozen=True)
class WaitingRow:
    """A party. `place` is its number, empty for one with an offer or that wants a letter alone;
    `about` says that, and since when it waits."""

    id: str = ""
    names: str = ""
    place: str = ""
    about: str = ""
    is_offered: bool = False


def waiting_rows(found: Sequence[WaitingRead], zone: str, now: datetime) -> list[WaitingRow]:
    """The rows; days are those of the event's zone."""
    return [_row(one, zone, now) for one in found]


def _row(one: WaitingRead, zone: str, now: datetime) -> WaitingRow:
    return WaitingRow(
        id=one.id,
        names=_names(one),
        place=str(one.position or ""),
        about=_about(one, zone, now),
        is_offered=one.offer is not None,
    )


def _names(one: WaitingRead) -> str:
    names = all_names([person.name for person in one.people])
    return names if len(one.people) == one.size else f"{names}, {counted(one.size, 'seat')}"


def _about(one: WaitingRead, zone: str, now: datetime) -> str:
    if one.offer:
        ends = one.offer.ends_at.astimezone(ZoneInfo(zone))
        time = f"{time_words(ends)} {zone_short(ends)}"
        return f"Held for them until {_day(ends, zone, now)}, {time}"
    since = f"since {_day(one.waits_since, zone, now)}"
    return f"Waiting {since}" if one.wants_seats else f"Wants an email, waiting {since}"


def _day(at: datetime, zone: str, now: datetime) -> str:
    """The day within a sentence, such as 'today' or 'Sat, Mar 14'."""
    day = near_day(at, zone, now)
    return day if "," in day else day.lower()


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


def receivers_of(names: Sequence[str], *, chosen: bool, there: bool) -> str:
    if chosen:
        return f"For {some_names(names)}."
    told = f"({counted(len(names), 'member')}): {some_names(names)}."
    if there:
        return f"For everyone who is checked in {told}"
    return f"No one’s checked in, so it’s for everyone with a seat {told}"


@dataclass(frozen=True)
class CandidateRow:
    """A member who was found. `act` is the button's label; without it they are checked in."""

    user_id: str = ""
    name: str = ""
    known_as: str = ""
    about: str = ""
    act: str = ""


def candidate_rows(found: Sequence[Candidate]) -> list[CandidateRow]:
    return [
        CandidateRow(
            user_id=one.user_id,
            name=one.name,
            known_as=f"“{one.game_name}”" if one.game_name and one.game_name != one.name else "",
            about=" · ".join(filter(None, (one.email, one.chapter))),
            act=_act(one),
        )
        for one in found
    ]


def _act(one: Candidate) -> str:
    if one.checked_in_at:
        return ""
    return CHECK_IN if one.has_seat else "Register & check in"
