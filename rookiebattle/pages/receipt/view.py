"""Turns a receipt into the view of its page. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from rookiebattle.core.values.dates import date_words
from rookiebattle.core.values.money import as_price
from rookiebattle.events.wording import time_words, zone_short
from rookiebattle.payments.schemas import Receipt, ReceiptLine
from rookiebattle.payments.wording import status_words
from rookiebattle.settings import Settings


@dataclass(frozen=True)
class MoveView:
    """Money that came or went: when, what, and how much."""

    key: str = ""
    at: str = ""
    words: str = ""
    amount: str = ""


@dataclass(frozen=True)
class ReceiptView:
    """The vars of the page. Without a number there is no such receipt."""

    number: str = ""
    member: str = ""
    description: str = ""
    status: str = ""
    method: str = ""
    amount: str = ""
    kept: str = ""
    paid_on: str = ""
    club: str = ""
    address: str = ""
    moves: Sequence[MoveView] = ()


def view_of(found: Receipt, settings: Settings) -> ReceiptView:
    """The receipt in the organization's time zone."""
    zone = settings.org_zone
    return ReceiptView(
        number=found.number,
        member=found.member,
        description=found.description,
        status=status_words(found.status, is_struck=found.is_struck),
        method=found.method,
        amount=as_price(found.amount_cents),
        kept=as_price(found.received_cents - found.returned_cents) if found.returned_cents else "",
        paid_on=_paid_on(found, zone),
        club=settings.org_name,
        address=settings.org_address,
        moves=[_move(place, one, zone) for place, one in enumerate(found.lines)],
    )


def _paid_on(found: Receipt, zone: ZoneInfo) -> str:
    """The moment of a payment; of one that came by hand, the day on which it was received."""
    if found.received_on:
        return date_words(found.received_on)
    return _moment(found.paid_at or found.created_at, zone)


def _move(place: int, one: ReceiptLine, zone: ZoneInfo) -> MoveView:
    sign = "−" if one.cents < 0 else ""
    return MoveView(str(place), _moment(one.at, zone), one.words, sign + as_price(abs(one.cents)))


def _moment(at: datetime, zone: ZoneInfo) -> str:
    """'Nov 21, 2026, 6:00 PM ET'."""
    local = at.astimezone(zone)
    return f"{date_words(local)}, {time_words(local)} {zone_short(local)}"
