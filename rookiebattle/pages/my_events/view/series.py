"""Puts the dates of a series together: one row in the lists, and a page of its own. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from rookiebattle import routes
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.when import is_before_notice, is_current_or_future
from rookiebattle.events.wording import counted, day_at, how_often
from rookiebattle.pages.my_events.read import MyEventsShown
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.schemas import OwnEvent
from rookiebattle.registrations.service.series import why_not
from rookiebattle.registrations.view import EventCard, card_of
from rookiebattle.registrations.wording import (
    FULL,
    PAID_BY_DATE,
    before_unregistering_from_series,
    by_reason,
    stays_words,
)
from rookiebattle.ui.forms import Option

Groups = list[list[OwnEvent]]
A_MONTH = 4
"""The dates that the form proposes. Somebody who wants a year says so."""


@dataclass(frozen=True)
class OwnCard(EventCard):
    """A row: one event, or a series for which its next or last date stands.

    `dates` is such as 'Every Saturday · 12 seats', empty for one event. `dates_href` leads to
    them, and `series_warning` is the question before all of them are given up. `receipt` leads to
    what was paid for the one event.
    """

    dates: str = ""
    dates_href: str = ""
    series_warning: str = ""
    receipt: str = ""


@dataclass(frozen=True)
class SeriesView:
    """One series: its first open date, the form that takes several dates, and the way out.

    `until` are the days to choose from, none when nothing can be taken at once; `note` says why
    dates are left out. `seats` is such as '12 seats', empty without one that may be given up.
    """

    id: str = ""
    title: str = ""
    about: str = ""
    label: str = ""
    until: Sequence[Option] = ()
    chosen: str = ""
    note: str = ""
    seats: str = ""
    series_warning: str = ""


def grouped(shown: MyEventsShown, now: datetime, *, past: bool = False) -> Groups:
    """The seats of each row of a list: a series is one. Canceled events come last.

    Under Past Events a date that is not over has a row of its own, because its badge tells so.
    So has one at which only the reader's people have seats.
    """
    listed = shown.past if past else sorted(shown.upcoming, key=_is_off)
    alone = {one.id for one in listed if past and is_current_or_future(one.end_date, now)}
    groups: dict[str, list[OwnEvent]] = {}
    for one in listed:
        is_alone = one.id in alone or not one.is_registered
        groups.setdefault(one.id if is_alone else _leader(one), []).append(one)
    return list(groups.values())


def dates_of(shown: MyEventsShown) -> tuple[Groups, Groups]:
    """The coming dates of the series that is asked for, and those that were; each is a row."""
    coming = shown.dates or ()
    own, ahead = {_leader(one) for one in coming}, {one.id for one in coming}
    past = (one for one in shown.past if _leader(one) in own and one.id not in ahead)
    return [[one] for one in coming], [[one] for one in past]


def row_of(
    group: Sequence[OwnEvent], shown: MyEventsShown, now: datetime, *, past: bool = False
) -> OwnCard:
    """The row of one event, or of a series with its next or last date."""
    first = group[0]
    card = vars(card_of(first, now, shown.towns))
    if len(group) == 1:
        return OwnCard(**card, receipt=routes.receipts_of(shown.receipts.get(first.id, ())))
    number = counted(len(group), "date" if past else "seat").replace(" ", "\u00a0")
    day = day_at(first.start_date, first.time_zone, now)
    return OwnCard(
        **card,
        dates=_in_line(_often(first), number, f"{'last' if past else 'next'} {day}"),
        dates_href=routes.own_series(first.id),
        series_warning="" if past else _series_warning(_may_give_up(group, now), shown, now),
    )


def series_view(shown: MyEventsShown, now: datetime) -> SeriesView:
    """The series that is asked for; empty when none is, or when it has no coming dates."""
    dates = shown.dates or ()
    if not dates or not dates[0].is_in_series:
        return SeriesView()
    wanted = [one for one in dates if not one.is_registered]
    open_ones = [one for one in wanted if not why_not(one, now)]
    until = [_option(one, number, now) for number, one in enumerate(open_ones, start=1)]
    held = _may_give_up(dates, now)
    often = _often(dates[0])
    return SeriesView(
        id=dates[0].id,
        title=dates[0].title,
        about=_in_line(often, dates[0].location or ""),
        label=f"{often or 'Every date'} until",
        until=until,
        chosen=until[min(A_MONTH, len(until)) - 1].value if until else "",
        note=_left_out(wanted, now),
        seats=counted(len(held), "seat") if held else "",
        series_warning=_series_warning(held, shown, now),
    )


def _in_line(*words: str) -> str:
    """The words with dots between; no line begins with one."""
    return "\u00a0· ".join(filter(None, words))


def _leader(one: EventRead) -> str:
    return one.parent_event_id or one.id


def _is_off(one: EventRead) -> bool:
    return one.canceled_at is not None


def _often(one: EventRead) -> str:
    """'Every Saturday', or nothing."""
    words = how_often(
        one.recurrence_pattern,
        one.recurrence_interval,
        one.recurrence_days_of_week,
        one.start_date,
        one.time_zone,
    )
    return words[:1].upper() + words[1:]


def _may_give_up(dates: Iterable[OwnEvent], now: datetime) -> list[OwnEvent]:
    return [one for one in dates if one.is_registered and is_before_notice(one.start_date, now)]


def _series_warning(held: Sequence[OwnEvent], shown: MyEventsShown, now: datetime) -> str:
    if not held:
        return ""
    paid = [
        (one.seat_cents + one.seat_overpaid, one.is_refundable)
        for one in held
        if one.payment_status == PaymentStatus.COMPLETED
    ]
    in_all = sum(cents for cents, _ in paid)
    back = sum(cents for cents, is_refundable in paid if is_refundable)
    last = day_at(held[-1].start_date, held[-1].time_zone, now)
    near = (one.event for one in shown.near if _leader(one.event) == _leader(held[0]))
    stay = [day_at(one.start_date, one.time_zone, now) for one in near]
    question = before_unregistering_from_series(len(held), last, in_all, back)
    return f"{question} {stays_words(stay)}".rstrip()


def _option(one: OwnEvent, number: int, now: datetime) -> Option:
    """Such as 'Sat, Dec 19 (3 dates)'; its value is the day by the clock of the event's place."""
    day = one.start_date.astimezone(ZoneInfo(one.time_zone)).date()
    words = day_at(one.start_date, one.time_zone, now)
    return Option(day.isoformat(), f"{words} ({counted(number, 'date')})")


def _left_out(wanted: Sequence[OwnEvent], now: datetime) -> str:
    """Why dates cannot be taken with the others: the full ones by their days."""
    reasons = [(why_not(one, now), one) for one in wanted]
    full = [
        (FULL, day_at(one.start_date, one.time_zone, now)) for why, one in reasons if why == FULL
    ]
    paid = PAID_BY_DATE if any(why == PAID_BY_DATE for why, _ in reasons) else ""
    return " ".join(filter(None, (by_reason(full), paid)))
