"""Turns an event and its people into the view of its own page. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from rookiebattle import routes
from rookiebattle.art.scene import Scene, scene_of
from rookiebattle.chapters.schemas import ChapterRead
from rookiebattle.core.schemas import iso
from rookiebattle.core.values.money import as_price
from rookiebattle.events import wording
from rookiebattle.events.models import EventType, Waits
from rookiebattle.events.schemas import EventRead, ReportRead
from rookiebattle.events.when import (
    is_before_notice,
    is_current_or_future,
    is_future,
    is_running,
    turns_at,
)
from rookiebattle.media.view import MediaCard, cards_of, picture_of
from rookiebattle.messages.service import topic_of
from rookiebattle.messages.view import notices_of
from rookiebattle.notifications.view import Notice, notice_of
from rookiebattle.pages.event.place import directions_to, map_of
from rookiebattle.pages.event.read import EventShown, EventTold
from rookiebattle.payments.seats.words import keeps_paid_seat, seat_words
from rookiebattle.registrations.announcements import stamp_of
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.policy import NOTHING_DUE, is_moot, may_be_asked_about
from rookiebattle.registrations.pricing import takes_card
from rookiebattle.registrations.schemas import Attendee, Going, OwnEvent, PersonSeat
from rookiebattle.registrations.view import (
    EventCard,
    PersonLine,
    card_of,
    is_gate_open,
    payment_badge,
    person_lines,
)
from rookiebattle.registrations.wording import (
    HAS_CANCELED,
    JOIN_FREE,
    JOIN_PAID,
    OWN_SEAT_IS_KEPT,
    PARENT_SIGNS,
    TAKE_AGAIN,
    THE_WAIVER,
    TOGETHER,
    all_names,
    also_going,
    cannot_come,
    held_for_others,
    members_pay_less,
    new_here,
    pay_cash,
    register_late,
    waits_words,
    your_price,
)
from rookiebattle.settings import get_settings
from rookiebattle.uploads.view import Picture
from rookiebattle.waivers.models import Form, StandingState
from rookiebattle.waivers.policy import Standing
from rookiebattle.waivers.view import not_signed, why
from rookiebattle.waivers.wording import ANY_GUARDIAN_SIGNS, ASK_GUARDIAN, READ_WAIVER, SIGN_NOW

GUARDIAN_SIGNS = "Your parent or guardian still has to sign your waiver. Please remind them."
HOSTED, POSTED = "Hosted by ", "Posted by "
IS_IN, IS_REFUNDED = "You’re in!", "Refunded"
FACES = 5
NAMED = 3
LONG_TITLE = 60
STAMP = "%Y%m%dT%H%M%SZ"


@dataclass(frozen=True)
class ReportLine:
    """A report: what somebody says, and who said it when."""

    id: str = ""
    reason: str = ""
    by: str = ""


@dataclass(frozen=True)
class EventMore:
    """`closed` is the reason against registering, `stays` the reason against unregistering.

    `way_out` says what to do if one cannot come after all, where a seat costs something.

    `stamp` differs after every change of the event. `google`, `outlook` and `calendar_file` add it
    to a calendar. `checks_in` says whether the person checks people in now, `leads` whether it is
    the organizer of an event that comes later, and `asks` whether somebody else takes questions.
    `series` leads a member to the other dates of the event's series.
    `map_box` is the part of the map that shows the city; empty for a place that is not known to be
    there. `is_at_pin` says that it is the chapter's own ground. With `has_street` the address
    leads to a map. `ticket` is the heading of the
    member's ticket, `seat` says what is paid, due or given back for the seat, `receipt` leads to
    the receipt of what the reader paid, and `held` is how many seats of others are not
    paid yet. `own_price` is what a seat costs the reader, if it does, and `saving` tells of it in
    words, `new_here` what is free for people who have never come, and `cash` how to pay without a
    card. `pause` says since
    when somebody may register again whose seat was not paid in time. `code` is the gate
    code, for whoever tells it, and `late` the label of the button for whoever came without a seat.
    `place` is the reader's place on the waiting list, such as 'You’re number 3', and `joining` what
    becomes of a place. `turns_at` is when the page shows something else without a change of the
    event: an ISO time.
    `waits` says that the event waits for its chapter, or was declined, to those who see it then.
    `waiver` is the first thing to read for somebody with a seat who has not signed one, or whose
    parent has not. `waiver_form` is the label of the link to it. `also` names another event at this
    time, at which the reader has a seat.
    """

    paragraphs: Sequence[str] = ()
    about: str = ""
    note: str = ""
    directions: str = ""
    has_street: bool = False
    host: str = ""
    host_href: str = ""
    organizer: str = ""
    often: str = ""
    series: str = ""
    google: str = ""
    outlook: str = ""
    calendar_file: str = ""
    share: str = ""
    gallery: str = ""
    map_box: str = ""
    map_label: str = ""
    is_at_pin: bool = False
    pin_x: str = ""
    pin_y: str = ""
    closed: str = ""
    stays: str = ""
    way_out: str = ""
    next_href: str = ""
    next_words: str = ""
    is_wished: bool = False
    place: str = ""
    joining: str = ""
    lacks_membership: bool = False
    may_edit: bool = False
    charges: bool = False
    own_price: str = ""
    saving: str = ""
    new_here: str = ""
    cash: str = ""
    pause: str = ""
    has_long_title: bool = False
    roster: str = ""
    gate: str = ""
    checks_in: bool = False
    asks: bool = True
    leads: bool = False
    ticket: str = IS_IN
    seat: str = ""
    receipt: str = ""
    held: str = ""
    stamp: str = ""
    late: str = ""
    code: str = ""
    turns_at: str = ""
    hosted: str = HOSTED
    waits: str = ""
    may_accept: bool = False
    reports: Sequence[ReportLine] = ()
    waiver: str = ""
    waiver_form: str = ""
    waiver_href: str = ""
    needs_waiver: bool = True
    also: str = ""


@dataclass(frozen=True)
class GoingView:
    """The faces and names of participants; empty for visitors, who only see the number."""

    initials: Sequence[str] = ()
    more: str = ""
    sentence: str = ""
    names: Sequence[str] = ()
    from_your_chapter: str = ""


@dataclass(frozen=True)
class AttendeeRow:
    """One seat for the organizer, and how it is paid. The roster is where that changes."""

    user_id: str = ""
    name: str = ""
    status: str = ""
    tone: str = "neutral"
    amount: str = ""


@dataclass(frozen=True)
class EventView:
    """The page of one event. A view that is `missing` has no data of an event.

    `cover` is the photograph above the card; without one, `scene` is drawn there. `people` are
    those whom the reader may bring.
    """

    card: EventCard = field(default_factory=EventCard)
    more: EventMore = field(default_factory=EventMore)
    going: GoingView = field(default_factory=GoingView)
    attendees: Sequence[AttendeeRow] = ()
    media: Sequence[MediaCard] = ()
    notices: Sequence[Notice] = ()
    messages: Sequence[Notice] = ()
    said: str = ""
    cover: Picture = field(default_factory=Picture)
    scene: Scene = field(default_factory=Scene)
    missing: bool = False
    people: Sequence[PersonLine] = ()


def view_of(shown: EventShown, now: datetime) -> EventView:
    told = shown.told
    card, keeps = card_of(told.event, now), keeps_paid_seat(told.event, shown.money)
    if keeps:
        card = replace(card, register=TAKE_AGAIN)
    own: dict[str, Any] = {
        "organizer": shown.organizer,
        "may_edit": shown.may_edit,
        "lacks_membership": shown.lacks_membership,
        **_waiting(shown),
        "roster": routes.admin_roster(told.event.id) if shown.may_edit else "",
        "gate": routes.gate(told.event.id) if shown.may_check else "",
        "checks_in": shown.may_check and is_gate_open(told.event, now),
        "asks": not shown.leads and may_be_asked_about(told.event.end_date, now),
        "leads": shown.leads and is_coming(told.event, now),
        "own_price": as_price(shown.price_cents) if shown.price_cents else "",
        "saving": "" if keeps else your_price(told.event.price_cents, shown.price_cents),
        "cash": "" if keeps else _cash(told, _own_cents(told.event, shown.price_cents)),
        "ticket": ticket_words(told.event, card),
        "seat": seat_words(told.event, shown.money),
        "receipt": routes.receipts_of(shown.receipts),
        **({"stays": ""} if card.held else {}),
        "held": held_for_others(shown.held),
        "late": late_label(told.event, shown.price_cents, now, keeps),
        "code": shown.code,
        "waits": waiting_words(told.event),
        "may_accept": shown.may_accept and told.event.waits_for in (Waits.CHAPTER, Waits.CLUB),
        **waiver_of(shown, card),
        "also": also_going(shown.also_then),
        "reports": [_report_line(one, now) for one in shown.reports],
    }
    more = replace(more_of(told, now), **own)
    if shown.pause:
        ends = shown.pause.until.astimezone(UTC).isoformat()
        turns = min(filter(None, (more.turns_at, ends)))
        more = replace(more, pause=shown.pause.words, turns_at=turns)
    return EventView(
        card=card,
        more=more,
        going=going_of(shown.going),
        attendees=[
            attendee_row(one, is_canceled=told.event.canceled_at is not None)
            for one in shown.attendees
        ],
        media=cards_of(told.media),
        notices=[notice_of(one) for one in shown.news],
        messages=notices_of(shown.messages, told.event.time_zone, now),
        said=topic_of(told.event.id),
        people=_people(told.event, shown.people, now, is_closed=bool(more.closed)),
        **pictured(told),
    )


def _waiting(shown: EventShown) -> dict[str, Any]:
    """The reader's place on the waiting list, and what becomes of it. An offer is a held seat."""
    party = shown.waiting
    joining = JOIN_PAID if takes_card(shown.price_cents) else JOIN_FREE
    if party is None or party.position is None:
        is_wished = party is not None and not party.wants_seats
        return {"is_wished": is_wished, "joining": joining}
    own = {one.user_id: one.name for one in shown.people}
    others = [own[one.user_id] for one in party.people if one.user_id in own]
    names = [*(["You"] if len(others) < len(party.people) else []), *others]
    place = waits_words(names, party.position)
    together = "" if len(names) == 1 else f" {TOGETHER}"
    return {"place": place, "joining": f"{joining}{together}"}


def _people(
    event: OwnEvent, found: Sequence[PersonSeat], now: datetime, *, is_closed: bool
) -> Sequence[PersonLine]:
    """The reader's people; nobody where none has a seat and nobody registers anymore."""
    lines = person_lines(event, found, now)
    return () if is_closed and not any(one.seat for one in lines) else lines


def waiver_of(shown: EventShown, card: EventCard) -> dict[str, str]:
    """The people whose waiver is still to be signed for this event. A minor reads who signs."""
    event, own = shown.told.event, shown.own_waiver
    if closes(event, card) or not event.needs_waiver:
        return {}
    if own and own.form is Form.MINOR:
        return _of_minor(own, has_guardian=shown.has_guardian)
    # The own waiver may hold and end soon; that of one's people may be missing beside it.
    asked = [one for one in shown.to_sign if one.name or one.standing.lacks]
    waits = StandingState.UNVERIFIED
    lacking = [one for one in asked if one.standing.lacks and one.standing.state is not waits]
    found = lacking or asked[:1]
    if not found:
        return {}
    words = not_signed(found, all_names([one.name or "You" for one in found]))
    form = READ_WAIVER if found[0].standing.state is waits else SIGN_NOW
    return _waiver(words, form, routes.sign_for(found[0].user_id, back=event.id))


def _of_minor(own: Standing, *, has_guardian: bool) -> dict[str, str]:
    """Before there is something to sign here, a parent signs on paper."""
    if own.in_force is None:
        return _waiver(PARENT_SIGNS, THE_WAIVER, routes.resources_in("forms"))
    if not own.lacks:
        return {}
    if own.state is StandingState.UNVERIFIED:
        return _waiver(f"{why(own)}.", READ_WAIVER, routes.SIGN)
    if has_guardian:
        return _waiver(GUARDIAN_SIGNS, READ_WAIVER, routes.SIGN)
    return _waiver(ANY_GUARDIAN_SIGNS, ASK_GUARDIAN, routes.own_family())


def _waiver(words: str, form: str, href: str) -> dict[str, str]:
    return {"waiver": words, "waiver_form": form, "waiver_href": href}


def _own_cents(event: OwnEvent, price_cents: int) -> int:
    """The price of a seat for the reader: one that was taken costs what it cost then."""
    return event.seat_cents if event.is_registered else price_cents


def _cash(told: EventTold, own_cents: int) -> str:
    """How to pay cash, for readers whom paying concerns."""
    return pay_cash(own_cents) if told.may_pay else ""


def told_view(told: EventTold, now: datetime) -> EventView:
    """The view for the text before scripts, which all visitors share. It names no participant.

    A line that the scripts would take away again is not in it: the button below would move.
    """
    return EventView(
        card=card_of(told.event, now),
        more=more_of(told, now),
        media=cards_of(told.media),
        **pictured(told),
    )


def own_view(own: EventShown, now: datetime) -> EventView:
    """The view for a member's text before scripts: nobody else is named, so there is no list."""
    view = view_of(own, now)
    return replace(view, more=replace(view.more, may_edit=False))


def pictured(told: EventTold) -> dict[str, Any]:
    """The event's own photograph, else its chapter's, else a drawing of its type and place."""
    found = (picture_of(one) for one in (*told.media, *told.of_chapter))
    cover = next((one for one in found if one.src), None)
    if cover:
        return {"cover": cover}
    event, chapter = told.event, told.chapter
    place = event.location or (chapter.location if chapter else "")
    return {"scene": scene_of(event.event_type, event.title, place)}


def ticket_words(event: OwnEvent, card: EventCard) -> str:
    """The heading of a member's ticket: a seat that is only held is not called taken."""
    if event.payment_status == PaymentStatus.REFUNDED:
        return IS_REFUNDED
    return card.held or IS_IN


def more_of(told: EventTold, now: datetime) -> EventMore:
    """The texts of one event's page at this moment, without the reader's own price and seat."""
    event, chapter, later = told.event, told.chapter, told.next_date
    return EventMore(
        paragraphs=wording.paragraphs(event.description),
        about=about_words(event.event_type),
        note=note_of(event, now),
        directions=directions_to(event, chapter),
        has_street=wording.has_street(event.address),
        **_host(event, chapter, is_of_club=told.is_of_club),
        often=how_often(event),
        series=routes.own_series(event.id) if event.is_in_series else "",
        **calendars(event),
        share=share_words(event, now),
        gallery=routes.asked(routes.MEDIA, event=event.id),
        **map_of(event, chapter),
        closed=closed_because(event, now),
        joining=JOIN_PAID if takes_card(event.price_cents) else JOIN_FREE,
        stays="" if is_before_notice(event.start_date, now) else OWN_SEAT_IS_KEPT,
        way_out=way_out_of(event, now),
        needs_waiver=event.needs_waiver,
        next_href=routes.event(later.id) if later else "",
        next_words=next_words(later, now) if later else "",
        charges=event.price_cents > 0,
        saving=members_pay_less(event.price_cents),
        new_here=new_here(event.price_cents, is_first=told.is_first),
        cash=_cash(told, event.price_cents),
        has_long_title=len(event.title) > LONG_TITLE,
        stamp=stamp_of(event.updated_at),
        late=late_label(event, event.price_cents, now),
        turns_at=turns_at(event, now),
    )


def way_out_of(event: EventRead, now: datetime) -> str:
    """The way out of somebody who cannot come; nothing for an event that is free or has begun."""
    if not event.price_cents or event.canceled_at or not is_future(event.start_date, now):
        return ""
    may_unregister = is_before_notice(event.start_date, now)
    return cannot_come(may_unregister=may_unregister, is_refundable=event.is_refundable)


def about_words(event_type: str) -> str:
    """Such as 'About This Workshop'; 'Social' alone names no event."""
    is_social = event_type == EventType.SOCIAL
    return f"About This {'Event' if is_social else wording.type_label(event_type)}"


def note_of(event: EventRead, now: datetime) -> str:
    """Such as 'In 6 days', or with a zone that is far away 'In 6 days · Sao Paulo time'.

    What the line above or a badge says already is not said again, such as 'Happening now'. Nobody
    counts days to a canceled event.
    """
    start, zone = event.start_date, event.time_zone
    place = wording.beside_zone_short(start.astimezone(ZoneInfo(zone)))
    is_now = is_running(start, event.end_date, now)
    is_on = event.canceled_at is None and not is_now
    far = wording.beside_when_near(start, event.end_date, zone, now) if is_on else ""
    return " · ".join(filter(None, (far, place)))


def closes(event: EventRead, card: EventCard) -> bool:
    """Whether nobody has to come anymore."""
    return event.canceled_at is not None or card.is_over


def waiting_words(event: EventRead) -> str:
    """Where an event stands that needs its chapter's acceptance; empty for all others."""
    if not event.waits_for:
        return ""
    if event.waits_for == Waits.NOBODY or not event.chapter_name:
        return wording.DECLINED.format(chapter=event.chapter_name or "The chapter")
    return wording.WAITS.format(chapter=event.chapter_name)


def _report_line(one: ReportRead, now: datetime) -> ReportLine:
    day = wording.day_at(one.reported_at, get_settings().org_time_zone, now)
    return ReportLine(one.id, one.reason, f"{one.by or 'A visitor'}, {day}")


def _host(event: EventRead, chapter: ChapterRead | None, *, is_of_club: bool) -> dict[str, Any]:
    """The chapter with its page; without a chapter, the organization or a member."""
    if not is_of_club:
        return {"hosted": POSTED, "host": wording.BY_A_MEMBER}
    if chapter is None:
        return {"host": event.chapter_name or get_settings().org_name}
    return {"host": chapter.name, "host_href": routes.chapter(chapter.id)}


def how_often(event: EventRead) -> str:
    """Such as 'Meets every other Thursday.'; empty for an event that happens once."""
    often = wording.how_often(
        event.recurrence_pattern,
        event.recurrence_interval,
        event.recurrence_days_of_week,
        event.start_date,
        event.time_zone,
    )
    return f"Meets {often}." if often else ""


def calendars(event: EventRead) -> dict[str, Any]:
    """The addresses that add the event to a calendar."""
    place = ", ".join(wording.where_lines(event.location, event.address))
    details = routes.event_url(event.id)
    start, end = (at.astimezone(UTC) for at in (event.start_date, event.end_date))
    dates = f"{start:{STAMP}}/{end:{STAMP}}"
    google = routes.google_calendar(event.title, dates=dates, place=place, details=details)
    outlook = routes.outlook_calendar(
        event.title, start=iso(start), end=iso(end), place=place, details=details
    )
    return {
        "google": google,
        "outlook": outlook,
        "calendar_file": routes.event_file(event.id),
    }


def share_words(event: EventRead, now: datetime) -> str:
    """Such as 'Castle Day, Sat, Nov 28, 6:00 PM – 8:00 PM ET, Al Lopez Park'."""
    when = wording.when(event.start_date, event.end_date, event.time_zone, now)
    return ", ".join(filter(None, (event.title, when, event.location)))


def next_words(later: EventRead, now: datetime) -> str:
    """Such as 'Next: Mon, Dec 14'."""
    return f"Next: {wording.day_at(later.start_date, later.time_zone, now)}"


def closed_because(event: EventRead, now: datetime) -> str:
    """The reason why nobody can register; empty when somebody can."""
    if event.canceled_at is not None:
        return wording.CANCELED
    if is_future(event.start_date, now):
        return ""
    is_on = is_current_or_future(event.end_date, now)
    return wording.HAS_STARTED if is_on else wording.IS_OVER


def late_label(event: OwnEvent, cents: int, now: datetime, keeps: bool = False) -> str:
    """The label of the button at the gate, for a reader without a seat while the event runs."""
    is_on = is_running(event.start_date, event.end_date, now)
    if not is_on or event.canceled_at or event.is_registered:
        return ""
    return TAKE_AGAIN if keeps else register_late(cents)


def is_coming(event: EventRead, now: datetime) -> bool:
    """Whether the event will take place, later than the gate opens."""
    return not event.canceled_at and is_before_notice(event.start_date, now)


def going_of(going: Going) -> GoingView:
    """The first faces, a sentence with the first names, and all names that may be shown."""
    names = [one.name for one in going.names]
    hidden = going.count - len(names[:FACES])
    return GoingView(
        initials=[one.initials for one in going.names[:FACES]],
        more=f"+{hidden}" if names and hidden > 0 else "",
        sentence=_sentence(names, going.count),
        names=names,
        from_your_chapter=(
            f"{going.from_your_chapter} from your chapter" if going.from_your_chapter else ""
        ),
    )


def _sentence(names: Sequence[str], count: int) -> str:
    """Such as 'Amara, Theo, Priya and 9 others'."""
    if not names:
        return ""
    first, others = list(names[:NAMED]), count - len(names[:NAMED])
    last = wording.counted(others, "other") if others > 0 else first.pop()
    return f"{', '.join(first)} and {last}" if first else last


WITHOUT_BADGE = (PaymentStatus.NOT_REQUIRED, NOTHING_DUE)
"""Most seats are free, so these have no badge."""


def attendee_row(attendee: Attendee, *, is_canceled: bool = False) -> AttendeeRow:
    """One row of the organizer's list."""
    if is_moot(attendee.payment_status, is_canceled=is_canceled):
        attendee = attendee.model_copy(update={"payment_status": NOTHING_DUE, "amount": None})
    label, tone = payment_badge(attendee.payment_status, is_cancelled=attendee.is_cancelled)
    return AttendeeRow(
        user_id=attendee.user_id,
        name=f"{attendee.name} {HAS_CANCELED}" if attendee.is_cancelled else attendee.name,
        status="" if attendee.payment_status in WITHOUT_BADGE else label,
        tone=tone,
        amount=as_price(attendee.amount) if attendee.amount else "",
    )
