"""Events as pages show them: small frozen values with every text ready. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from rookiebattle import routes
from rookiebattle.core.values.dates import month_short, month_words, weekday_short
from rookiebattle.core.values.money import as_price
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.towns import NO_TOWNS, Towns
from rookiebattle.events.when import is_before_notice, is_current_or_future, is_future
from rookiebattle.events.wording import (
    FREE,
    ON_NOW,
    address_after,
    canceled_because,
    counted,
    day_at,
    how_far,
    how_often,
    price_words,
    time_words,
    type_label,
    unbroken,
    when_near,
    zone_long,
    zone_short,
)
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.policy import NOTHING_DUE, cents_owed, holds_money, owes
from rookiebattle.registrations.pricing import seat_price, takes_card
from rookiebattle.registrations.schemas import EventToAward, HouseholdBill, OwnEvent, PersonSeat
from rookiebattle.registrations.service.agenda import NearEvent, RunEvents
from rookiebattle.registrations.wording import (
    ALL_DATES,
    OWES_NOTHING,
    OWN_SEAT_IS_KEPT,
    PAID,
    PAID_WITH_CREDIT,
    RECURRING,
    REFUND_DUE,
    REGISTER,
    TO_PAY,
    WAITS_FOR_CHAPTER,
    are_registered,
    at_the_gate,
    before_unregistering,
    for_people,
    paid_once,
    pay_words,
    person_words,
    place_words,
    register_words,
)
from rookiebattle.settings import get_settings
from rookiebattle.ui.forms import Option

REGISTERED = "Registered ✓"
LONGEST_RULE = 32
"""Characters of 'every other Saturday' and the like that fit in a badge on a phone."""
PAYMENT_BADGES: dict[str, tuple[str, str]] = {
    PaymentStatus.NOT_REQUIRED: (FREE, "neutral"),
    PaymentStatus.PENDING: (TO_PAY, "warning"),
    PaymentStatus.COMPLETED: (PAID, "success"),
    PaymentStatus.REFUNDED: ("Refunded", "neutral"),
    PaymentStatus.WAIVED: ("Waived", "info"),
    PaymentStatus.CREDIT: (PAID_WITH_CREDIT, "success"),
    NOTHING_DUE: (OWES_NOTHING, "neutral"),
}
"""How a seat stands, with the tone of the badge."""


def payment_badge(status: str, *, is_cancelled: bool) -> tuple[str, str]:
    """The badge of a seat. Money for a seat that was given up is somebody's to decide about."""
    if is_cancelled and holds_money(status):
        return REFUND_DUE, "warning"
    return PAYMENT_BADGES[status]


MOST_MONTHS = 24


@dataclass(frozen=True)
class PersonLine:
    """One of the reader's people at an event. `seat` is such as 'Rowan is registered', empty
    without a seat, which has a `price` then; `warning` is what to know before a paid one is given
    up. A seat that `stays` is not given up online anymore."""

    id: str = ""
    name: str = ""
    seat: str = ""
    warning: str = ""
    stays: bool = False
    price: str = ""


@dataclass(frozen=True)
class BillLine:
    """A bill that the reader may pay: such as 'Field Day, for Ben and Sam', 'Pay $20.00', and the
    checkout."""

    id: str = ""
    words: str = ""
    label: str = ""
    href: str = ""


def bill_lines(bills: Iterable[HouseholdBill], reader_id: str = "") -> tuple[BillLine, ...]:
    told, lines = set[tuple[str, str]](), list[BillLine]()
    for one in bills:
        seats = {(one.event_id, seat.user_id): seat.name for seat in one.seats}
        lines.append(_bill_line(one, reader_id, [seats[key] for key in seats if key in told]))
        told |= seats.keys()
    return tuple(lines)


def _bill_line(one: HouseholdBill, reader_id: str, again: Sequence[str]) -> BillLine:
    """The reader's own bill names the reader only beside other people. `again`: the people whose
    seats an earlier bill has, too."""
    is_own, who = one.user_id == reader_id, {"event": one.event_id}
    names = ["you" if seat.user_id == reader_id else seat.name for seat in one.seats]
    words = one.title if names == ["you"] else for_people(one.title, names)
    return BillLine(
        f"{one.user_id}-{one.event_id}",
        f"{words}. {paid_once(again)}" if again else words,
        pay_words(one.cents),
        routes.checkout("payment", **(who if is_own else who | {"for": one.user_id})),
    )


@dataclass(frozen=True)
class EventCard:
    """An event as every list and page shows it. `maximum` 0 means no limit.

    `starts` is the machine-readable start. `town` is where the place is, for lists. `register` is
    the label of the button that takes a seat; it names the reader's own price, as `price` does.
    `registered` is the label of a participant's button, `owes` whether the seat is still to be
    paid, `pay` leads to its checkout where cards are taken, as `pay_label` says, and `held` says
    until when it is kept. `waits` is the reader's place on the waiting list. `often` says how a
    series repeats. `badge` is 'Happening now', 'Starting soon' or empty. `canceled` says that the
    event does not take place, and why.
    `warning` is what to know before unregistering from a paid seat. `people` are those of the
    reader who have a seat, and `party` says so in one line.
    """

    id: str = ""
    href: str = ""
    title: str = ""
    description: str = ""
    event_type: str = ""
    type_label: str = ""
    starts: str = ""
    weekday: str = ""
    day: str = ""
    month: str = ""
    time: str = ""
    when: str = ""
    relative: str = ""
    zone: str = ""
    place: str = ""
    address: str = ""
    town: str = ""
    chapter: str = ""
    price: str = ""
    is_free: bool = True
    taken: int = 0
    maximum: int = 0
    is_registered: bool = False
    register: str = REGISTER
    registered: str = REGISTERED
    owes: bool = False
    pay: str = ""
    pay_label: str = ""
    held: str = ""
    waits: str = ""
    has_started: bool = False
    is_over: bool = False
    members_only: bool = False
    is_public: bool = True
    often: str = ""
    badge: str = ""
    canceled: str = ""
    warning: str = ""
    organizer_id: str = ""
    party: str = ""
    people: Sequence[PersonLine] = ()


def person_lines(event: OwnEvent, found: Sequence[PersonSeat], now: datetime) -> list[PersonLine]:
    return [_person_line(event, one, now) for one in found]


def _person_line(event: OwnEvent, one: PersonSeat, now: datetime) -> PersonLine:
    if not one.is_registered:
        cents = seat_price(event.price_cents, is_supporter=one.is_supporter)
        return PersonLine(one.user_id, one.name, price=as_price(cents) if cents else "")
    owed, warning = cents_owed(one.payment_status, one.amount_cents), ""
    if one.payment_status == PaymentStatus.COMPLETED and one.amount_cents:
        warning = before_unregistering(one.amount_cents, is_refundable=event.is_refundable)
    # A held seat can be given up until the start, as an own one.
    stays = not is_before_notice(event.start_date, now) and one.hold_expires_at is None
    words = person_words(one.name, owed, is_held=one.hold_expires_at is not None)
    return PersonLine(one.user_id, one.name, words, warning, stays)


def _due_of_party(event: OwnEvent) -> int:
    """The cents that a card may pay for seats of the reader's people."""
    owed = (cents_owed(one.payment_status, one.amount_cents) for one in event.party)
    return 0 if event.canceled_at else sum(cents for cents in owed if takes_card(cents))


def card_of(event: OwnEvent, now: datetime, towns: Towns = NO_TOWNS) -> EventCard:
    """The card of an event at this moment, in the event's own zone.

    Without the chapters' `towns` only an address that names its town does so.
    """
    local = event.start_date.astimezone(ZoneInfo(event.time_zone))
    cents = event.price_cents
    own_cents = seat_price(cents, is_supporter=event.is_for_supporter)
    return EventCard(
        id=event.id,
        href=routes.event(event.id),
        title=event.title,
        description=event.description or "",
        event_type=event.event_type,
        type_label=type_label(event.event_type),
        starts=local.isoformat(timespec="minutes"),
        weekday=weekday_short(local),
        day=str(local.day),
        month=month_short(local),
        time=_start_time(local, event.time_zone),
        when=unbroken(when_near(event.start_date, event.end_date, event.time_zone, now)),
        relative=how_far(event.start_date, event.end_date, event.time_zone, now),
        zone=zone_long(local),
        place=event.location or "",
        address=address_after(event.location, event.address),
        town=towns.of(event),
        chapter=event.chapter_name or "",
        price=price_words(cents) if own_cents == cents else f"{price_words(own_cents)} for members",
        is_free=not cents,
        taken=event.current_participants,
        maximum=event.max_participants or 0,
        is_registered=event.is_registered,
        register=register_words(own_cents),
        registered=registered_label(event),
        owes=owes(event.payment_status, event.seat_cents) and not event.canceled_at,
        pay=_checkout_of(event) or _checkout_of_party(event),
        pay_label=_pay_label(event),
        party=are_registered([one.name for one in event.party]),
        people=person_lines(event, event.party, now),
        held=_held_words(event, now),
        waits="" if event.waits_at is None else place_words(event.waits_at),
        has_started=not is_future(event.start_date, now),
        is_over=not is_current_or_future(event.end_date, now),
        members_only=event.requires_membership,
        is_public=event.is_public,
        often=_often(event),
        badge=_badge(event, now),
        canceled=canceled_because(event),
        warning=_warning(event),
        organizer_id=event.organizer_id,
    )


def _often(event: OwnEvent) -> str:
    """'Every Saturday', or 'Recurring' for a rule that a badge has no room for."""
    if not event.is_recurring:
        return ""
    words = how_often(
        event.recurrence_pattern,
        event.recurrence_interval,
        event.recurrence_days_of_week,
        event.start_date,
        event.time_zone,
    )
    return words[:1].upper() + words[1:] if 0 < len(words) <= LONGEST_RULE else RECURRING


def _badge(event: OwnEvent, now: datetime) -> str:
    if event.waits_for:
        return WAITS_FOR_CHAPTER
    return "" if event.canceled_at else badge_of(event.start_date, event.end_date, now)


def registered_label(event: OwnEvent) -> str:
    """'Registered ✓', the price of a seat that is not paid, or that its money went back."""
    if event.payment_status == PaymentStatus.REFUNDED:
        return f"{REGISTERED} – refunded"
    if not owes(event.payment_status, event.seat_cents):
        return REGISTERED
    if event.seat_hold:
        return f"Held for you – pay {as_price(event.seat_cents)}"
    return f"{REGISTERED} – pay {at_the_gate(event.seat_cents)}"


def _warning(event: OwnEvent) -> str:
    if not event.is_registered or event.payment_status != PaymentStatus.COMPLETED:
        return ""
    paid = event.seat_cents + event.seat_overpaid
    return before_unregistering(paid, is_refundable=event.is_refundable) if paid else ""


def _checkout_of(event: OwnEvent) -> str:
    """The checkout of an unpaid seat; empty where no card can pay, or nothing is owed."""
    is_open = event.is_registered and owes(event.payment_status, event.seat_cents)
    is_open = is_open and not event.canceled_at
    if not (is_open and takes_card(event.seat_cents)):
        return ""
    return routes.checkout("payment", event=event.id)


def _checkout_of_party(event: OwnEvent) -> str:
    return routes.checkout("payment", event=event.id) if _due_of_party(event) else ""


def _pay_label(event: OwnEvent) -> str:
    own = event.seat_cents if _checkout_of(event) else 0
    cents = own + _due_of_party(event)
    return pay_words(cents) if cents else ""


def _held_words(event: OwnEvent, now: datetime) -> str:
    """Such as 'Held for you until 7:42 PM ET'; with the day for a seat that was waited for."""
    if event.seat_hold is None or not _checkout_of(event):
        return ""
    local = event.seat_hold.astimezone(ZoneInfo(event.time_zone))
    time = f"{time_words(local)} {zone_short(local)}"
    is_today = local.date() == now.astimezone(local.tzinfo).date()
    day = "" if is_today else f"{day_at(event.seat_hold, event.time_zone, now)}, "
    return f"Held for you until {day}{time}"


def _start_time(local: datetime, zone: str) -> str:
    """The time, with its zone where that is not the organization's."""
    is_elsewhere = zone != get_settings().org_time_zone
    return f"{time_words(local)} {zone_short(local)}" if is_elsewhere else time_words(local)


def event_options(found: Iterable[EventToAward], now: datetime) -> list[Option]:
    named = (
        Option(one.id, f"{one.title} · {day_at(one.start_date, one.time_zone, now)}")
        for one in found
    )
    return [Option("", "No event"), *named]


def badge_of(start: datetime, end: datetime, now: datetime) -> str:
    if is_future(start, now):
        return "" if is_before_notice(start, now) else "Starting soon"
    return ON_NOW if is_current_or_future(end, now) else ""


@dataclass(frozen=True)
class NextUp:
    """An event that is near: its card, the map that leads there, and why the seat stays."""

    card: EventCard
    directions: str = ""
    stays: str = ""


@dataclass(frozen=True)
class RunCard:
    """An event for its organizer: its card, and what its people still owe, such as '$20.00 due'.

    `where` names chapter and place. `dates`, such as '13 dates', is for an event that stands for
    its series, and leads to all of them. `gate` leads to the check-in while that is open.
    """

    card: EventCard
    due: str = ""
    where: str = ""
    dates: str = ""
    dates_href: str = ""
    gate: str = ""


def next_up_of(near: NearEvent, now: datetime) -> NextUp:
    """An event that is near, at this moment. Nobody has to be told of a seat at a running
    one, and a seat that is held until it is paid does not stay."""
    card = card_of(near.event, now, near.towns)
    is_ahead = is_future(near.event.start_date, now) and not card.held
    return NextUp(
        card,
        directions=routes.directions(near.destination),
        stays=OWN_SEAT_IS_KEPT if is_ahead else "",
    )


def run_cards(run: RunEvents, now: datetime) -> list[RunCard]:
    return [_run_card(one, run, now) for one in run.items]


def _run_card(one: OwnEvent, run: RunEvents, now: datetime) -> RunCard:
    dates = run.dates.get(one.id, 0)
    return RunCard(
        card_of(one, now),
        _due_words(run.due.get(one.id, 0)),
        " · ".join(filter(None, (one.chapter_name, one.location))),
        _dates_words(dates, is_cut=run.is_cut),
        routes.own_running(series=one.parent_event_id or one.id) if dates else "",
        routes.gate(one.id) if is_gate_open(one, now) else "",
    )


def is_gate_open(event: EventRead, now: datetime) -> bool:
    """Whether people are checked in: from the opening of check-in to the event's end."""
    is_on = is_current_or_future(event.end_date, now)
    return is_on and not event.canceled_at and not is_before_notice(event.start_date, now)


def _dates_words(number: int, *, is_cut: bool) -> str:
    """Such as '10 dates', or '98+ dates' where not all were counted."""
    if not number:
        return ""
    if is_cut:
        return f"{number}+ dates" if number > 1 else ALL_DATES
    return counted(number, "date")


def _due_words(cents: int) -> str:
    return f"{as_price(cents)} due" if cents else ""


@dataclass(frozen=True)
class MonthRow:
    """A month in which a member was checked in, and at how many events."""

    month: str = ""
    events: str = ""


def months_of(starts: Iterable[datetime]) -> list[MonthRow]:
    """The latest months with a visit, newest first, as `starts`, which are those of the events."""
    zone = get_settings().org_zone
    by_month = Counter(month_words(at.astimezone(zone)) for at in starts)
    rows = [MonthRow(month, counted(number, "event")) for month, number in by_month.items()]
    return rows[:MOST_MONTHS]
