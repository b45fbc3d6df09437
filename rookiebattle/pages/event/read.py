"""Reads the data of an event's own page, in one unit of work."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.orm import Session

from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterRead
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission
from rookiebattle.events import policy as event_policy
from rookiebattle.events import reports
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventRead, ReportRead
from rookiebattle.events.when import is_current_or_future, is_future
from rookiebattle.guardians import service as guardians
from rookiebattle.media import service as gallery
from rookiebattle.media.schemas import Shown
from rookiebattle.messages import service as messages
from rookiebattle.messages.schemas import MessageRead
from rookiebattle.notifications import service as notifications
from rookiebattle.notifications.schemas import NotificationRead
from rookiebattle.payments import service as payments
from rookiebattle.payments.schemas import SeatMoney
from rookiebattle.registrations import policy
from rookiebattle.registrations.pricing import seat_price
from rookiebattle.registrations.schemas import (
    Attendee,
    Going,
    OwnEvent,
    Pause,
    PersonSeat,
    WaitingRead,
)
from rookiebattle.registrations.service import (
    agenda,
    holds,
    latecomers,
    people,
    questions,
    registering,
    roster,
    waiting,
)
from rookiebattle.waivers.policy import Standing
from rookiebattle.waivers.service.standing import ToSign, has_seat, standings, to_sign

MOST_MEDIA, MOST_MESSAGES = 6, 20
NOBODY = Going(0, 0, [])


@dataclass(frozen=True, slots=True)
class EventTold:
    """The content of the text before scripts: facts for everybody, and those that concern
    the reader of it.

    `next_date` is a later date of the series with a free seat, for an event that takes nobody.
    `is_first`: the reader has never come to an event and does not run this one; only asked about
    one that costs the reader something. `may_pay` is false for the organizer, and for members
    without the membership that the event asks for. `is_of_club`: a chapter or an administrator
    stands behind the event. `of_chapter` are pictures of its chapter, for an event without any.
    """

    event: OwnEvent
    chapter: ChapterRead | None
    next_date: EventRead | None
    media: Sequence[Shown]
    is_first: bool = True
    may_pay: bool = True
    is_of_club: bool = True
    of_chapter: Sequence[Shown] = ()


@dataclass(frozen=True, slots=True)
class EventShown:
    """An event with its people; `attendees` is empty for everybody who may not see the list.

    `leads` says that the reader is the organizer; administrators may edit, too.
    `lacks_membership` is only true for members: a visitor is asked to log in first. `organizer` is
    empty for readers who see no names. `price_cents` is what a seat costs the reader.
    `held` seats of others are not paid yet, and `money` is what the reader paid for a seat.
    `receipts` are the payments of the reader, for their people too. `code`
    is the gate code, for those who may edit the event while it runs. `pause` keeps the reader from
    holding a seat again. `reports` are for administrators, who `may_accept` what waits.
    `news` is for the chapter’s members, and `also_then` is the title of another event at this
    time, at which the reader has a seat.
    `people` are the minors whom the reader may bring, each with or without a seat.
    `to_sign` are the waivers that this event needs of people with a seat, as far as the reader
    signs them; `own_waiver` is how the reader stands who has a seat. `messages` are for whoever has
    a seat, waits for one, or writes them. With `waiting` the reader waits.
    """

    told: EventTold
    may_edit: bool
    may_check: bool
    leads: bool
    lacks_membership: bool
    waiting: WaitingRead | None
    price_cents: int
    going: Going = NOBODY
    attendees: Sequence[Attendee] = ()
    organizer: str = ""
    held: int = 0
    money: SeatMoney | None = None
    receipts: Sequence[str] = ()
    code: str = ""
    pause: Pause | None = None
    reports: Sequence[ReportRead] = ()
    may_accept: bool = False
    news: Sequence[NotificationRead] = ()
    also_then: str = ""
    people: Sequence[PersonSeat] = ()
    to_sign: Sequence[ToSign] = ()
    own_waiver: Standing | None = None
    has_guardian: bool = False
    messages: Sequence[MessageRead] = ()


def show_event(session: Session, actor: Actor, *, event_id: str) -> EventShown:
    """The data of one event's page. Raises NotFound for an event that may not be seen."""
    own = own_event(session, actor, event_id=event_id)
    event = own.told.event
    return replace(
        own,
        going=roster.going_to(session, actor, event=event),
        attendees=roster.attendees_of(session, actor, event=event) if own.may_edit else [],
        organizer=questions.organizer_name(session, actor, event=event),
        held=holds.held_by_others(session, actor, event_id=event.id) if event.price_cents else 0,
        code=latecomers.code_for(actor, event=event),
        reports=_reports(session, actor, event),
        may_accept=event_policy.sees_waiting(actor),
        news=_news(session, actor, event),
        messages=messages.shown_messages(session, actor, event_id=event.id, most=MOST_MESSAGES),
    )


def own_event(session: Session, actor: Actor, *, event_id: str) -> EventShown:
    """The part of the page that the reader's own act depends on. It names nobody but the reader's
    own people. Raises NotFound for an event that may not be seen."""
    told = tell_event(session, actor, event_id=event_id)
    event = told.event
    return EventShown(
        told=told,
        may_edit=event_policy.may_edit(actor, event),
        may_check=_may_check(actor, event),
        leads=_leads(actor, event),
        lacks_membership=_lacks_membership(actor, event),
        waiting=_own_party(session, actor, event),
        price_cents=seat_price(event.price_cents, is_supporter=actor.is_supporter),
        **_money(session, actor, event),
        pause=registering.pause_of(session, actor, event=event),
        **_waivers(session, actor, event),
        also_then=agenda.also_then(session, actor, event_id=event.id) if _is_ahead(event) else "",
        people=people.people_at(session, actor, event_id=event.id),
    )


def _own_party(session: Session, actor: Actor, event: OwnEvent) -> WaitingRead | None:
    """The reader's party on the waiting list; nothing is asked about an event without a limit. With
    free seats too few for it, a party waits at one that is not full."""
    is_on = event.canceled_at is None and is_future(event.start_date, clock.now())
    has_list = bool(event.max_participants) and is_on
    return waiting.own_party(session, actor, event_id=event.id) if has_list else None


def _reports(session: Session, actor: Actor, event: EventRead) -> Sequence[ReportRead]:
    if Permission.ALL_REPORT_READ not in actor.permissions:
        return ()
    return reports.list_reports(session, actor, event_id=event.id)


def _news(session: Session, actor: Actor, event: OwnEvent) -> Sequence[NotificationRead]:
    """News of the chapter that holds at the event's start, until the event is over."""
    is_on = event.canceled_at is None and is_current_or_future(event.end_date, clock.now())
    if not event.chapter_id or not is_on:
        return ()
    return notifications.chapter_news(
        session, actor, chapter_id=event.chapter_id, event_id=event.id, until=event.start_date
    )


def _waivers(session: Session, actor: Actor, event: OwnEvent) -> dict[str, Any]:
    """The waivers to sign for this event, while somebody of the reader's has a seat at it."""
    if not event.needs_waiver or event.canceled_at or not _is_ahead(event):
        return {}
    found = [one for one in to_sign(session, actor) if has_seat(session, event.id, one.user_id)]
    if not event.is_registered:
        return {"to_sign": found}
    own = standings(session, [actor.user_id]).get(actor.user_id)
    has_guardian = actor.has_family and bool(guardians.guardians_of(session, actor.user_id))
    return {"to_sign": found, "own_waiver": own, "has_guardian": has_guardian}


def _may_check(actor: Actor, event: EventRead) -> bool:
    return event_policy.may_work(actor, event, Permission.ALL_REGISTRATION_CHECK)


def _leads(actor: Actor, event: EventRead) -> bool:
    """Whether the actor is the organizer, and may still act as one."""
    return event.organizer_id == actor.user_id and event_policy.may_edit(actor, event)


def _lacks_membership(actor: Actor, event: EventRead) -> bool:
    return actor.is_member and not policy.meets_membership(actor, event.requires_membership)


def _money(session: Session, actor: Actor, event: OwnEvent) -> dict[str, Any]:
    """The money for the reader's seat, and the reader's receipts; nothing is asked about an event
    that costs nothing."""
    costs = event.price_cents or event.seat_cents or event.seat_overpaid
    if not actor.is_member or not costs:
        return {}
    receipts = payments.own_receipts(session, actor, event_ids=[event.id])
    return {
        "money": payments.seat_money(session, actor, event_id=event.id),
        "receipts": receipts.get(event.id, ()),
    }


def tell_event(session: Session, actor: Actor, *, event_id: str) -> EventTold:
    """The event without its people. Raises NotFound for an event that may not be seen."""
    event = registering.status_of(session, actor, event_id=event_id)
    chapter_id, may_edit = event.chapter_id, event_policy.may_edit(actor, event)
    lacks = _lacks_membership(actor, event) and not event.is_registered
    price_cents = seat_price(event.price_cents, is_supporter=actor.is_supporter)
    media = gallery.media_of_event(session, actor, event_id=event.id, most=MOST_MEDIA)
    return EventTold(
        event=event,
        chapter=chapters.get_chapter(session, actor, chapter_id=chapter_id) if chapter_id else None,
        next_date=events.next_open(session, actor, event=event) if _takes_nobody(event) else None,
        media=media,
        is_first=bool(price_cents) and not may_edit and agenda.is_new_here(session, actor),
        may_pay=not _leads(actor, event) and not lacks,
        is_of_club=events.is_of_club(session, actor, event=event),
        of_chapter=_of_chapter(session, actor, chapter_id) if chapter_id and not media else (),
    )


def _of_chapter(session: Session, actor: Actor, chapter_id: str) -> Sequence[Shown]:
    return gallery.media_of_chapter(session, actor, chapter_id=chapter_id, most=MOST_MEDIA)


def _is_ahead(event: OwnEvent) -> bool:
    return is_current_or_future(event.end_date, clock.now())


def _takes_nobody(event: OwnEvent) -> bool:
    is_full = policy.is_full(event.current_participants, event.max_participants)
    is_off = event.canceled_at is not None
    return is_full or is_off or not _is_ahead(event)
