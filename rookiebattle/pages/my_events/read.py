"""Reads the data of My Events, in one unit of work."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from rookiebattle.chapters import service as chapters
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import NotFound
from rookiebattle.events.towns import Towns, towns_of
from rookiebattle.pages.my_events.url import PAGE_SIZE
from rookiebattle.payments import service as payments
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.schemas import OwnEvent, QuestionsOfEvent
from rookiebattle.registrations.service import agenda, questions, registering
from rookiebattle.registrations.service import series as of_series
from rookiebattle.registrations.service import waiting as waiting_list
from rookiebattle.registrations.service.agenda import NearEvent, RunEvents
from rookiebattle.registrations.service.attendance import RanEvent, ran_lately
from rookiebattle.roles import service as roles
from rookiebattle.roles.schemas import Helping
from rookiebattle.ui.paging import last_page, window_of

SETTLED = {PaymentStatus.COMPLETED, PaymentStatus.REFUNDED}


@dataclass(frozen=True, slots=True)
class MyEventsShown:
    """The events at which the member has or had a seat, and those that the member organizes.

    `near` are those that run now or begin within a day; the specification files them under `past`.
    `running` is one page of its list, whose number is `running_page`; with `is_series` it has the
    dates of one series. `towns` are those of all chapters, as the calendar has them. `asked` are
    the questions that wait for the member's answer. `dates` are the coming ones of the series that
    is asked for, with and without a seat of the member; None when none is. `helping` are the events
    at which the member has a role, `ran` the latest ones that the member organized, and `waiting`
    those at which they wait for a seat; `waits_for` names the people of each, 'you' first.
    `receipts` has the member's own payments by event.
    """

    near: Sequence[NearEvent]
    upcoming: Sequence[OwnEvent]
    running: RunEvents
    running_page: int
    is_series: bool
    past: Sequence[OwnEvent]
    towns: Towns
    asked: Sequence[QuestionsOfEvent] = ()
    dates: Sequence[OwnEvent] | None = None
    helping: Sequence[Helping] = ()
    ran: Sequence[RanEvent] = ()
    waiting: Sequence[OwnEvent] = ()
    waits_for: Mapping[str, Sequence[str]] = field(default_factory=dict)
    receipts: Mapping[str, Sequence[str]] = field(default_factory=dict)


def show_my_events(
    session: Session, actor: Actor, *, running_page: int = 1, series: str = "", dates_of: str = ""
) -> MyEventsShown:
    """The lists of seats in full, and this page of the events that the member runs.

    With `series` it is a page of that series' dates; a series without coming dates is not known.
    After the last page comes the last page once more. `dates_of` asks for an event's series.
    """
    mine = registering.my_summary(session, actor)
    running, page = _running(session, actor, running_page, series)
    is_series = bool(series and running.total)
    if series and not is_series:
        running, page = _running(session, actor, running_page, "")
    among = chapters.choices(session, actor)
    near, towns = agenda.next_up(session, actor, among=among), towns_of(among)
    asked = questions.waiting_questions(session, actor)
    dates = _dates(session, actor, dates_of)
    waiting = registering.my_waiting(session, actor)
    return MyEventsShown(
        *(near, mine.upcoming, running, page, is_series, mine.past, towns, asked, dates),
        helping=roles.helping(session, actor),
        ran=ran_lately(session, actor),
        waiting=waiting,
        waits_for=_parties(session, actor, [one.id for one in waiting]),
        receipts=_receipts(session, actor, [*mine.upcoming, *mine.past]),
    )


def _receipts(
    session: Session, actor: Actor, listed: Sequence[OwnEvent]
) -> Mapping[str, Sequence[str]]:
    """Nothing is asked about events that never cost anything."""
    priced = [one.id for one in listed if one.price_cents or one.payment_status in SETTLED]
    return payments.own_receipts(session, actor, event_ids=priced) if priced else {}


def _parties(session: Session, actor: Actor, event_ids: Sequence[str]) -> dict[str, list[str]]:
    """Event id → the party that waits there, 'you' first. A member without people waits alone."""
    return {
        id_: sorted(
            ("you" if one.user_id == actor.user_id else one.name for one in party.people),
            key=lambda name: (name != "you", name),
        )
        for id_ in (event_ids if actor.has_family else ())
        if (party := waiting_list.own_party(session, actor, event_id=id_))
    }


def _dates(session: Session, actor: Actor, event_id: str) -> Sequence[OwnEvent] | None:
    """None also for an event that is not there: the page then shows all of the member's events."""
    if not event_id:
        return None
    try:
        return of_series.coming_dates(session, actor, event_id=event_id)
    except NotFound:
        return None


def _running(session: Session, actor: Actor, page: int, series: str) -> tuple[RunEvents, int]:
    def read(number: int) -> RunEvents:
        window = window_of(number, PAGE_SIZE)
        if series:
            return agenda.run_dates(session, actor, leader_id=series, window=window)
        return agenda.run_in_series(session, actor, window=window)

    found = read(page)
    if found.total and not found.items:
        page = last_page(PAGE_SIZE, found.total)
        found = read(page)
    return found, page
