"""The data of a member's dashboard, and of the next park days. One unit of work each."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from decimal import Decimal

from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.schemas import UserRead
from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterChoice, ChapterMeeting, ChapterTown
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.distance import miles_between
from rookiebattle.events import service as events
from rookiebattle.events.models import EventType
from rookiebattle.events.schemas import EventFilter
from rookiebattle.events.when import is_before_notice
from rookiebattle.gate.passes import EventPasses, passes_near
from rookiebattle.guardians import service as guardians
from rookiebattle.guardians.schemas import DependentRead
from rookiebattle.media import service as gallery
from rookiebattle.media.schemas import Shown
from rookiebattle.notifications import service as notifications
from rookiebattle.notifications.schemas import NotificationRead
from rookiebattle.payments import service as payments
from rookiebattle.payments.plans import Plan, plan_named, plan_of_tier
from rookiebattle.payments.schemas import Perks
from rookiebattle.progression import service as progression
from rookiebattle.progression.schemas import TimelineEntry
from rookiebattle.progression.view import has_progress
from rookiebattle.registrations.policy import is_new_here
from rookiebattle.registrations.schemas import HouseholdBill, NextEvents, OwnEvent
from rookiebattle.registrations.service import agenda
from rookiebattle.registrations.service import people as seats
from rookiebattle.registrations.service import registering as registrations
from rookiebattle.registrations.service.agenda import FirstDay, NearEvent, RunEvents
from rookiebattle.registrations.service.attendance import count_active
from rookiebattle.roles import service as roles
from rookiebattle.roles.schemas import Helping
from rookiebattle.settings import COUNT, Settings, get_settings
from rookiebattle.waivers.policy import Standing
from rookiebattle.waivers.service.standing import ToSign, own_and_theirs, still_to_sign

MOST_EVENTS = 3
MOST_OF_EACH = 2
"""The next events of each of a guardian's people."""
MOST_NOTICES = 20
MOST_ACTIVITY = 3
KINDS = (EventType.TRAINING, EventType.DAYBATTLE)
MOST_DAYS, MOST_PHOTOS = 3, 4
# So many next days are looked through for those of the club's region.
LOOKED_AT = 12
NEAR_HOME = 100
"""Miles to a park day for which somebody drives there and back."""
# A park day that is further away is no "next" one for somebody who wants to try.
SOON = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class DashboardShown:
    """A member with the chapter, the newest progress, the notifications and the next events.

    `towns` are those of all chapters, because a seat may be at another chapter's event.
    `to_look_at` are the events at which the member has a seat and that do not take place, or at
    which the seat is lost unless it is paid.
    `perks` are the tokens and the credit of the member's plan.
    `near` are the events that run now or begin within a day, `run` those that the member organizes.
    `to_sign` are waivers that the member should sign. `own_waiver` is how the member stands, once
    a waiver was published. `passes` are for events that are near.
    `first_day` is for somebody who has never come; None for all others. `helping` are the events
    that are near and at which the member checks people in, as long as they are no minor.
    """

    member: UserRead
    chapter: ChapterMeeting | None
    latest: Sequence[TimelineEntry]
    notices: Page[NotificationRead]
    events: NextEvents
    to_look_at: Sequence[OwnEvent] = ()
    near: Sequence[NearEvent] = ()
    towns: Sequence[ChapterTown] = ()
    run: RunEvents = field(default_factory=RunEvents)
    perks: Perks = field(default_factory=Perks)
    first_day: FirstDay | None = None
    to_sign: Sequence[ToSign] = ()
    own_waiver: Standing | None = None
    passes: Sequence[EventPasses] = ()
    helping: Sequence[Helping] = ()


def show_dashboard(session: Session, actor: Actor) -> DashboardShown:
    """The data of the actor's dashboard. The number of queries depends on the plan alone."""
    actor.require(Permission.OWN_ACCOUNT_READ)
    member = accounts.current_user(session, actor)
    told = notifications.news_for_me(session, actor, window=Window(MOST_NOTICES))
    plan = plan_of_tier(member.membership_tier)
    among = chapters.meeting_among(session, actor, chapter_id=member.chapter_id)
    coming = registrations.my_next(session, actor, most=MOST_EVENTS)
    near = agenda.next_up(session, actor, among=among.towns)
    is_new = is_new_here(
        has_come=coming.has_come, is_admin=member.is_admin, has_progress=has_progress(member)
    )
    seats = [*(one.event for one in near), *coming.items]
    waivers = own_and_theirs(session, actor)
    return DashboardShown(
        member=member,
        chapter=among.meeting,
        towns=among.towns,
        latest=progression.own_latest(session, actor, most=MOST_ACTIVITY),
        notices=told,
        events=coming,
        to_look_at=registrations.seats_to_look_at(session, actor),
        near=near,
        # A member who organizes an event is not new.
        run=RunEvents() if is_new else agenda.run_soonest(session, actor, most=MOST_EVENTS),
        perks=payments.own_perks(session, actor) if plan and plan.tokens else Perks(),
        first_day=agenda.first_day(session, actor, ahead=seats) if is_new else None,
        to_sign=still_to_sign(waivers),
        own_waiver=next((one.standing for one in waivers if not one.name), None),
        passes=passes_near(session, actor, own=[one.event for one in near]),
        helping=_at_the_gate(session, actor) if actor.grants else (),
    )


def _at_the_gate(session: Session, actor: Actor) -> Sequence[Helping]:
    now = clock.now()
    return [
        one
        for one in roles.helping(session, actor)
        if not is_before_notice(one.start, now) and one.checks and not one.waits
    ]


def older_notices(session: Session, actor: Actor, *, after: int) -> Page[NotificationRead]:
    return notifications.news_for_me(session, actor, window=Window(MOST_NOTICES, after))


@dataclass(frozen=True, slots=True)
class Person:
    """One of a guardian's people, with what is next."""

    who: DependentRead
    events: Sequence[OwnEvent]


@dataclass(frozen=True, slots=True)
class People:
    """A guardian's people. Only an adult `may_add` some.

    `asked_about` are guardians of before: the actor has turned 18 and has not said yet whether to
    stay connected. `bills` are what the actor's card may pay for themself, their people and the
    household; `dues` are of a membership whose last bill was not paid.
    """

    items: Sequence[Person]
    may_add: bool
    asked_about: Sequence[str] = ()
    bills: Sequence[HouseholdBill] = ()
    dues: Plan | None = None
    reader_id: str = ""


def show_people(session: Session, actor: Actor) -> People:
    """The actor's people; the events are those of each, as they read them."""
    is_minor = accounts.is_minor(session, user_id=actor.user_id)
    found = guardians.list_dependents(session, actor) if actor.has_family else []
    before = guardians.list_guardians(session, actor) if actor.has_family else []
    asked_about = [] if is_minor else [one.name for one in before if one.kept_at is None]
    people = [_person(session, one) for one in found]
    may_add = actor.is_welcomed and not is_minor
    if not get_settings().takes_cards:
        return People(people, may_add, asked_about)
    bills, dues = seats.bills(session, actor), _dues(session, actor)
    return People(people, may_add, asked_about, bills, dues, actor.user_id)


def _dues(session: Session, actor: Actor) -> Plan | None:
    """The plan whose last bill the actor's card did not pay."""
    own = payments.membership_of(session, actor)
    return plan_named(own.card_plan) if own.wants_payment and own.card_plan else None


def _person(session: Session, who: DependentRead) -> Person:
    own = Actor(user_id=who.user_id)
    return Person(who, registrations.my_current(session, own, most=MOST_OF_EACH))


@dataclass(frozen=True, slots=True)
class ParkDays:
    """The next park days and day battles. `chapter` is the chosen chapter's id, empty for all.

    `is_planned` says that there is a park day to try, `is_soon` that one is near; it may stand
    behind the `days` that are shown. `photos` are the gallery's first ones. `active`
    members came lately, if that is counted.
    """

    chapter: str
    days: Sequence[OwnEvent]
    chapters: Sequence[ChapterChoice]
    is_soon: bool = True
    is_planned: bool = True
    photos: Sequence[Shown] = ()
    active: int = 0


def next_park_days(session: Session, actor: Actor, *, chapter: str, now: datetime) -> ParkDays:
    """Park days for everybody, those of the club's region first. An unknown chapter is ignored."""
    choices = chapters.choices(session, actor)
    known = chapter if chapter in {choice.id for choice in choices} else ""
    ids = [
        id_
        for kind in KINDS
        for id_ in events.next_ids(
            session, actor, after=now, wanted=_wanted(kind, known), count=LOOKED_AT
        )
    ]
    found = registrations.list_chosen(session, actor, event_ids=ids)
    near = _near_home(choices, get_settings())
    days = sorted(found, key=lambda one: one.chapter_id not in near)[:MOST_DAYS]
    park_days = (one for one in found if one.event_type == EventType.TRAINING)
    is_soon = any(one.start_date <= now + SOON for one in park_days)
    to_try = replace(_wanted(EventType.TRAINING, known), is_free_seat=True)
    is_planned = bool(events.next_ids(session, actor, after=now, wanted=to_try, count=1))
    photos = gallery.first_photos(session, actor, most=MOST_PHOTOS)
    is_counted = get_settings().org_members_text == COUNT
    active = count_active(session, actor) if is_counted else 0
    return ParkDays(known, days, choices, is_soon, is_planned, photos, active)


def _near_home(choices: Sequence[ChapterChoice], settings: Settings) -> set[str]:
    """The chapters within reach of the city that the club's address or region names."""
    home = f"{settings.org_address} {settings.org_region}".casefold()
    at_home = [one for one in choices if re.search(rf"\b{re.escape(one.city.casefold())}\b", home)]
    middles = [place for one in at_home if (place := _place(one))]
    return {one.id for one in at_home} | {
        one.id
        for one in choices
        if (place := _place(one))
        and any(miles_between(place, middle) <= NEAR_HOME for middle in middles)
    }


def _place(one: ChapterChoice) -> tuple[Decimal, Decimal] | None:
    if one.latitude is None or one.longitude is None:
        return None
    return one.latitude, one.longitude


def _wanted(kind: EventType, chapter: str) -> EventFilter:
    return EventFilter(
        chapter_id=chapter or None, event_type=kind, for_everybody=True, is_hosted=True
    )
