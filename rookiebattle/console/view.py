"""The sentences of the strip about all that waits for an administrator. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from rookiebattle import routes
from rookiebattle.accounts.naming import known_name
from rookiebattle.chapters.schemas import RequestList
from rookiebattle.console.service import FoundByName, Waiting
from rookiebattle.console.wording import letter_words
from rookiebattle.core.mail.failed import FailedLetter
from rookiebattle.events.wording import counted, when_near
from rookiebattle.members.users import UserOrder

SHOWN = 50
"""The dialog shows so many letters. A letter that is done makes room for the next."""
UNANSWERED = routes.asked(routes.ADMIN, isUnanswered="true", sort=UserOrder.NEWEST.value)


@dataclass(frozen=True)
class WaitingLink:
    """A number with its noun, and the list in which it is worked off."""

    symbol: str = ""
    words: str = ""
    href: str = ""


@dataclass(frozen=True)
class WaitingView:
    """The strip. `letters` is empty when none failed. `counted` is true once it was counted."""

    links: list[WaitingLink]
    letters: str = ""
    counted: bool = True


@dataclass(frozen=True)
class LetterRow:
    """A letter that failed, to whom, and what the mail server said."""

    id: str = ""
    subject: str = ""
    recipient: str = ""
    why: str = ""


@dataclass(frozen=True)
class PaletteChoice:
    symbol: str = ""
    label: str = ""
    hint: str = ""
    href: str = ""


def palette_choices(found: FoundByName, now: datetime) -> list[PaletteChoice]:
    """The members, then the events with their rosters."""
    members = [
        PaletteChoice("users", known_name(one), one.email or "", routes.admin_user(one.id))
        for one in found.members
    ]
    return members + [
        PaletteChoice(
            "calendar",
            one.title,
            when_near(one.start_date, one.end_date, one.time_zone, now),
            routes.admin_roster(one.id),
        )
        for one in found.events
    ]


def waiting_view(found: Waiting) -> WaitingView:
    """The strip for these numbers. Seats lead to the first event with some: they are settled on
    its roster. Events that wait or were reported lead to the first one's page."""
    reported, waits = (routes.event(at) for _, at in (found.reported, found.events))
    of_first = (found.seats, found.returning, found.questions)
    seats, back, strange = (routes.admin_roster(at) for _, at in of_first)
    owing = routes.asked(seats, shown="owing")
    to_strange = routes.asked(routes.ADMIN_CHAPTERS, requests=RequestList.SUSPICIOUS.value)
    every = (
        ("warning", found.reported[0], "event reported", "events reported", reported),
        ("calendar", found.events[0], "event waiting", "events waiting", waits),
        ("pin", found.requests, "chapter request", "", routes.ADMIN_CHAPTERS),
        ("ticket", found.seats[0], "unpaid seat this week", "unpaid seats this week", owing),
        ("ticket", found.returning[0], "refund due", "refunds due", back),
        ("users", found.accounts, "unused invitation", "", UNANSWERED),
        ("pin", found.suspicious, "suspicious request", "", to_strange),
        ("mail", found.questions[0], "suspicious question", "", strange),
    )
    links = [
        WaitingLink(symbol, counted(number, one, many), href)
        for symbol, number, one, many, href in every
        if number
    ]
    letters = counted(found.letters, "email failed", "emails failed") if found.letters else ""
    return WaitingView(links, letters)


def letter_rows(found: Sequence[FailedLetter]) -> list[LetterRow]:
    return [
        LetterRow(
            id=one.id,
            subject=one.subject or letter_words(one.kind),
            recipient=one.recipient or one.email or "",
            why=one.last_error,
        )
        for one in found
    ]


def restored_words(number: int) -> str:
    """A sentence about the letters that waited in a backup; empty without any."""
    if not number:
        return ""
    waited = counted(number, "email was", "emails were")
    return f"{waited} waiting in a backup that was restored. Most have probably been sent since."
