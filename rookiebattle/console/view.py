"""What waits for an administrator, as the console's pages show it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from rookiebattle import routes
from rookiebattle.accounts.awaiting import Newcomer
from rookiebattle.console.service import Waiting
from rookiebattle.console.wording import letter_words
from rookiebattle.core.mail.failed import FailedLetter
from rookiebattle.core.values.money import as_price
from rookiebattle.events.wording import counted, day_at
from rookiebattle.registrations.schemas import UnpaidSeat
from rookiebattle.settings import get_settings

SHOWN = 50
"""A dialog shows so many. What is done makes room for the next."""


@dataclass(frozen=True)
class WaitingView:
    """The strip: each number with its noun, empty where nothing waits. `counted` is true then.

    `roster` is the address of a canceled event whose money is to be given back.
    """

    requests: str = ""
    seats: str = ""
    accounts: str = ""
    letters: str = ""
    returning: str = ""
    roster: str = ""
    counted: bool = True


@dataclass(frozen=True)
class SeatRow:
    """An unpaid seat. `key` tells two seats apart."""

    key: str = ""
    event_id: str = ""
    user_id: str = ""
    name: str = ""
    event: str = ""
    href: str = ""
    amount: str = ""


@dataclass(frozen=True)
class NewcomerRow:
    """An account before its welcome; `write` opens a letter to it."""

    id: str = ""
    email: str = ""
    since: str = ""
    write: str = ""


@dataclass(frozen=True)
class LetterRow:
    """A letter that failed, to whom, and what the mail server said."""

    id: str = ""
    subject: str = ""
    recipient: str = ""
    why: str = ""


def waiting_view(found: Waiting) -> WaitingView:
    """The strip for these numbers."""
    return WaitingView(
        requests=_noun(found.requests, "chapter request"),
        seats=_noun(found.seats, "unpaid seat this week", "unpaid seats this week"),
        accounts=_noun(found.accounts, "account not welcomed", "accounts not welcomed"),
        letters=_noun(found.letters, "email failed", "emails failed"),
        returning=_noun(found.returning, "seat to give money back", "seats to give money back"),
        roster=routes.admin_roster(found.returning_at) if found.returning else "",
    )


def _noun(number: int, one: str, many: str = "") -> str:
    return counted(number, one, many) if number else ""


def seat_rows(found: Sequence[UnpaidSeat], now: datetime) -> list[SeatRow]:
    """The rows of unpaid seats."""
    return [
        SeatRow(
            key=f"{one.event_id}:{one.user_id}",
            event_id=one.event_id,
            user_id=one.user_id,
            name=one.name,
            event=f"{one.title} · {day_at(one.start_at, one.time_zone, now)}",
            href=routes.event(one.event_id),
            amount=as_price(one.amount_cents),
        )
        for one in found
    ]


def newcomer_rows(found: Sequence[Newcomer], now: datetime) -> list[NewcomerRow]:
    """The rows of accounts before their welcome."""
    settings = get_settings()
    return [
        NewcomerRow(
            id=one.user_id,
            email=one.email or "No email address",
            since=_since(one, settings.org_time_zone, now),
            write=one.email and routes.write_to(one.email, f"Welcome to {settings.org_name}"),
        )
        for one in found
    ]


def _since(one: Newcomer, zone: str, now: datetime) -> str:
    made = f"Since {day_at(one.created_at, zone, now)}"
    if not one.lapses_at:
        return made
    return f"{made}. Will be deleted on {day_at(one.lapses_at, zone, now)}."


def letter_rows(found: Sequence[FailedLetter]) -> list[LetterRow]:
    """The rows of letters that failed."""
    return [
        LetterRow(
            id=one.id,
            subject=one.subject or letter_words(one.kind),
            recipient=one.recipient or one.email or "",
            why=one.last_error,
        )
        for one in found
    ]
