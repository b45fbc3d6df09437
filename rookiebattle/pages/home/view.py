"""The dashboard of a member, and the section of the next park days. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from rookiebattle import routes
from rookiebattle.accounts.models import MembershipStatus, Tier
from rookiebattle.accounts.naming import initials
from rookiebattle.accounts.schemas import UserRead
from rookiebattle.accounts.wording import tier_label
from rookiebattle.chapters.schemas import ChapterMeeting
from rookiebattle.chapters.wording import ALL_OVER, by_city, leader_words, meeting_words
from rookiebattle.core.values.dates import date_words
from rookiebattle.events.models import EventType
from rookiebattle.events.towns import towns_of
from rookiebattle.events.wording import CANCELED, counted, day_at, when_near
from rookiebattle.gate.view import EventPassesView, passes_view
from rookiebattle.guardians.policy import age_on
from rookiebattle.guardians.schemas import StandingRead
from rookiebattle.guardians.wording import WAIVERS
from rookiebattle.media.schemas import Shown
from rookiebattle.media.view import picture_of
from rookiebattle.members.wording import TONES, full_name
from rookiebattle.notifications.view import Notice, notice_of
from rookiebattle.notifications.wording import manner_of
from rookiebattle.pages.home.read import DashboardShown, ParkDays, People, Person
from rookiebattle.payments.plans import Plan
from rookiebattle.payments.view import perk_words
from rookiebattle.progression.history import Activity, activity_of
from rookiebattle.progression.steps import next_bead
from rookiebattle.progression.view import ProgressView, has_progress, progress_of
from rookiebattle.progression.wording import more_words
from rookiebattle.registrations.policy import is_new_here
from rookiebattle.registrations.schemas import OwnEvent
from rookiebattle.registrations.service import agenda
from rookiebattle.registrations.view import (
    BillLine,
    EventCard,
    NextUp,
    RunCard,
    bill_lines,
    card_of,
    next_up_of,
    run_cards,
)
from rookiebattle.registrations.wording import (
    CHECK_IN,
    PARENT_SIGNS,
    PAY_NOW,
    PAY_TO_KEEP,
    THE_WAIVER,
    TO_PAY,
)
from rookiebattle.roles.schemas import Helping
from rookiebattle.roles.wording import ROLES
from rookiebattle.settings import get_settings
from rookiebattle.ui.forms import Option
from rookiebattle.waivers.models import StandingState
from rookiebattle.waivers.service.standing import ToSign
from rookiebattle.waivers.view import why
from rookiebattle.waivers.wording import ANY_GUARDIAN_SIGNS, NOTHING_TO_DO, READ_WAIVER, SIGN_NOW

SEAT_ID = "seat-"
"""How the ids of notices begin that are about the member's own seat, and no row of their own."""
PASSED_ON = f"Your account at {get_settings().org_name}"
NO_CHAPTER = "Find the chapter nearest to you and come to its next practice."
GUEST = "Guest · play free"
WAIVER, WHEN_TO_SIGN = "Waiver", "Sign it before the next event. It takes a minute."
SIGN_THERE, READ_FIRST = "Have your waiver signed before you play.", "Read it first"
SIGN_FIRST = "Sign your waiver before you play."
IS_SIGNED, SEE_WAIVER = "Your waiver is signed.", "See it"
ASK_FOR = "Ask for {} when you arrive."
DUES = "{} dues: the last payment failed"
ALL_CHAPTERS = Option("all", ALL_OVER)
PARK_DAY = EventType.TRAINING.value
ACTIVE_MEMBERS = "Active Members"


@dataclass(frozen=True)
class MemberView:
    """The greeting and the texts of the member's own cards.

    `email` is empty where it is shown in place of the name. `game_name` has quotation marks.
    `meets` is when and where the chapter meets, `sensei` who is asked about training.
    """

    greeting: str = ""
    name: str = ""
    game_name: str = ""
    email: str = ""
    bio: str = ""
    initials: str = ""
    avatar_url: str = ""
    tier: str = ""
    has_plan: bool = False
    perks: str = ""
    status: str = ""
    status_upper: str = ""
    tone: str = "neutral"
    is_admin: bool = False
    chapter: str = ""
    chapter_href: str = ""
    meets: str = NO_CHAPTER
    sensei: str = ""
    next_bead: str = ""
    more_paths: str = ""
    progress: ProgressView = field(default_factory=ProgressView)


@dataclass(frozen=True)
class FirstDay:
    """The steps to a first park day; `waiver` is empty for others than newcomers.

    `seat` is such as 'Park Day, Sat, Dec 5', empty without a seat; `href` leads to that event, or
    to those with a free seat. `asks_for` says whom to look for in the park.
    """

    seat: str = ""
    href: str = ""
    waiver: str = ""
    is_signed: bool = False
    form: str = ""
    form_href: str = ""
    asks_for: str = ""


@dataclass(frozen=True)
class DashboardView:
    """The vars of the dashboard's state. `is_new` is set for somebody who has never come."""

    member: MemberView = field(default_factory=MemberView)
    activity: Sequence[Activity] = ()
    notices: Sequence[Notice] = ()
    has_older: bool = False
    near: Sequence[NextUp] = ()
    run: Sequence[RunCard] = ()
    runs_more: bool = False
    cards: Sequence[EventCard] = ()
    has_any: bool = False
    has_more: bool = False
    is_new: bool = False
    first_day: FirstDay = field(default_factory=FirstDay)
    passes: Sequence[EventPassesView] = ()


def view_of(shown: DashboardShown, now: datetime, *, is_first: bool = False) -> DashboardView:
    """The view of the dashboard at this moment; the first visit follows the welcome."""
    towns = towns_of(shown.towns)
    zone = get_settings().org_zone
    member = replace(
        member_view(shown.member, shown.chapter, is_first=is_first),
        perks=perk_words(shown.perks, zone) if shown.perks.is_active else "",
    )
    cards = [card_of(event, now, towns) for event in shown.events.items]
    return DashboardView(
        member=member,
        activity=activity_of(shown.latest, get_settings().org_time_zone),
        notices=[
            *(help_notice(one, now) for one in shown.helping),
            *(seat_notice(one, now) for one in shown.to_look_at),
            *(waiver_notice(one) for one in shown.to_sign),
            *(notice_of(one) for one in shown.notices.items),
        ],
        has_older=shown.notices.total > len(shown.notices.items),
        near=[next_up_of(one, now) for one in shown.near],
        run=run_cards(shown.run, now),
        runs_more=shown.run.has_more,
        cards=cards,
        has_any=shown.events.total > 0,
        has_more=shown.events.total > len(cards),
        is_new=is_new_here(
            has_come=shown.events.has_come,
            is_admin=shown.member.is_admin,
            has_progress=has_progress(shown.member),
        ),
        first_day=first_day_of(shown, now) if shown.first_day else FirstDay(),
        passes=passes_view(shown.passes, now),
    )


def first_day_of(shown: DashboardShown, now: datetime) -> FirstDay:
    """The steps, as far as they are done, for somebody who has never come."""
    ahead, host = shown.first_day or agenda.FirstDay(), shown.chapter
    event = ahead.event
    day = day_at(event.start_date, event.time_zone, now) if event else ""
    return FirstDay(
        seat=f"{event.title}, {day}" if event else "",
        href=routes.event(event.id) if event else park_days_of(host.id if host else ""),
        asks_for=ASK_FOR.format(ahead.organizer or "the organizer"),
        **_waiver_step(shown, is_minor=ahead.is_minor),
    )


def _waiver_step(shown: DashboardShown, *, is_minor: bool) -> dict[str, Any]:
    """The step of the waiver, with its link: to sign it here, to what was signed, or to the form on
    paper."""
    own = shown.own_waiver
    if own and own.in_force and own.state is StandingState.SIGNED:
        signed = {"waiver": IS_SIGNED, "form": SEE_WAIVER, "form_href": routes.SIGN}
        return signed | {"is_signed": True}
    if own and own.in_force and own.state is StandingState.UNVERIFIED:
        return {"waiver": f"{why(own)}.", "form": READ_WAIVER, "form_href": routes.SIGN}
    if own and own.in_force and is_minor:
        return {"waiver": ANY_GUARDIAN_SIGNS, "form": READ_WAIVER, "form_href": routes.SIGN}
    if any(not one.name for one in shown.to_sign):
        return {"waiver": SIGN_FIRST, "form": SIGN_NOW, "form_href": routes.SIGN}
    words, form = (PARENT_SIGNS, THE_WAIVER) if is_minor else (SIGN_THERE, READ_FIRST)
    return {"waiver": words, "form": form, "form_href": routes.resources_in("forms")}


def seat_notice(event: OwnEvent, now: datetime) -> Notice:
    """A notification for those who have a seat: no event takes place, or it is to be paid soon."""
    if event.canceled_at:
        return _canceled(event, now)
    card = card_of(event, now)
    return Notice(
        id=f"{SEAT_ID}held-{event.id}",
        kind="warning",
        symbol="clock",
        word=TO_PAY,
        title=event.title,
        message=f"{card.held}. {PAY_TO_KEEP}" if card.held else PAY_TO_KEEP,
        href=card.pay,
        act=card.pay_label,
    )


def help_notice(one: Helping, now: datetime) -> Notice:
    """The way to the gate for whoever checks people in there, from the day before on."""
    return Notice(
        id=f"{SEAT_ID}gate-{one.event_id}",
        kind="info",
        symbol="users",
        word=ROLES[one.role],
        title=one.title,
        message=when_near(one.start, one.end, one.time_zone, now),
        href=routes.gate(one.event_id),
        act=CHECK_IN,
    )


def waiver_notice(one: ToSign) -> Notice:
    """A notification for whoever should sign a waiver. It stays until the waiver is signed, or
    until a lead has verified the paper."""
    is_paper = one.standing.state is StandingState.UNVERIFIED
    return Notice(
        id=f"{SEAT_ID}waiver-{one.user_id}",
        kind="info" if is_paper else "warning",
        symbol="book",
        word=WAIVER,
        title=why(one.standing, one.name),
        message=NOTHING_TO_DO if is_paper else WHEN_TO_SIGN,
        href=routes.sign_for(one.user_id),
        act=READ_WAIVER if is_paper else SIGN_NOW,
    )


def _canceled(event: OwnEvent, now: datetime) -> Notice:
    manner = manner_of("warning")
    day = day_at(event.start_date, event.time_zone, now)
    reason = f" {event.cancel_reason}" if event.cancel_reason else ""
    return Notice(
        id=f"{SEAT_ID}canceled-{event.id}",
        kind="warning",
        symbol=manner.symbol,
        word=CANCELED,
        title=f"{event.title} is canceled",
        message=f"{event.title} on {day} has been canceled.{reason}",
    )


def member_view(
    member: UserRead, chapter: ChapterMeeting | None, *, is_first: bool = False
) -> MemberView:
    """A member, as the member sees it. Nobody is welcomed back on the first visit."""
    named = full_name(member.first_name, member.last_name)
    name = named or member.email or "Member"
    has_plan = member.membership_tier != Tier.NONE
    status = member.membership_status or MembershipStatus.INACTIVE.value
    progress = progress_of(member)
    return MemberView(
        # Not the navigation's name, which is the email address of a member without a first name.
        greeting=f"Welcome{'' if is_first else ' back'}, {member.first_name or 'Warrior'}!",
        name=name,
        game_name=f"“{member.game_name}”" if member.game_name else "",
        email=member.email or "" if named else "",
        bio=member.bio or "",
        initials=initials(name),
        avatar_url=member.profile_image_url or "",
        tier=tier_label(member.membership_tier) if has_plan else GUEST,
        has_plan=has_plan,
        status=status,
        status_upper=status.upper(),
        tone=TONES.get(status, "neutral"),
        is_admin=member.is_admin,
        chapter=chapter.name if chapter else "",
        chapter_href=routes.chapter(chapter.id) if chapter else "",
        meets=_meets(chapter) if chapter else NO_CHAPTER,
        # The chapter as a whole without a named leader.
        sensei=f"Ask {leader_words(chapter) or chapter.name}" if chapter else "",
        next_bead=next_bead(member),
        more_paths=more_words(progress.active_paths),
        progress=progress,
    )


def _meets(chapter: ChapterMeeting) -> str:
    """Such as 'Tidewall Dojo meets Saturday, 6:00 PM, Riverbend Park', as far as it is known."""
    times = meeting_words(chapter.meeting_day, chapter.meeting_time)
    if not times:
        return f"{chapter.name} meets at {chapter.location}"
    return f"{chapter.name} meets {times}, {chapter.location}"


@dataclass(frozen=True)
class Photo:
    """A picture of the gallery; `ground` is the same one, tiny, until it has come."""

    id: str
    src: str
    srcset: str
    ground: str
    alt: str


@dataclass(frozen=True)
class ParkDaysView:
    """The next park days, and the chapters to choose from.

    `calendar` is the calendar of the chosen chapter, `tryable` leads to park days alone. `is_soon`
    says that a park day is near, as the section's heading promises, and `has_battle` that the days
    are not park days alone. Without `photos` the gallery shows its drawings. `members` is how many
    came in the last year, where the club wants that to be counted.
    """

    days: Sequence[EventCard] = ()
    chapters: Sequence[Option] = (ALL_CHAPTERS,)
    chapter: str = ALL_CHAPTERS.value
    calendar: str = routes.EVENTS
    tryable: str = routes.asked(routes.EVENTS, view="list", type=PARK_DAY, free="yes")
    is_soon: bool = True
    has_battle: bool = False
    photos: Sequence[Photo] = ()
    members: str = ACTIVE_MEMBERS


def section_of(found: ParkDays, now: datetime) -> ParkDaysView:
    towns = towns_of(found.chapters)
    return ParkDaysView(
        days=[_dated(card_of(event, now, towns), event, now) for event in found.days],
        chapters=[ALL_CHAPTERS, *(Option(*one) for one in by_city(found.chapters))],
        chapter=found.chapter or ALL_CHAPTERS.value,
        calendar=routes.asked(routes.EVENTS, chapter=found.chapter),
        tryable=_tryable(found),
        is_soon=found.is_soon or not found.days,
        has_battle=any(one.event_type != PARK_DAY for one in found.days),
        photos=[_photo(one) for one in found.photos if one.file],
        members=counted(found.active, "Active Member") if found.active else ACTIVE_MEMBERS,
    )


def _photo(shown: Shown) -> Photo:
    drawn = picture_of(shown)
    words = shown.item.alt_text or shown.item.title
    return Photo(shown.item.id, drawn.src, drawn.srcset, drawn.placeholder, words)


def park_days_of(chapter: str = "") -> str:
    """The address of the park days of one chapter, or of all, that are free and have a seat."""
    return routes.asked(routes.EVENTS, view="list", chapter=chapter, type=PARK_DAY, free="yes")


def _tryable(found: ParkDays) -> str:
    """Where somebody finds a park day: in this chapter, else in all, else in the calendar."""
    if found.is_planned:
        return park_days_of(found.chapter)
    return park_days_of() if found.chapter else routes.EVENTS


def _dated(card: EventCard, event: OwnEvent, now: datetime) -> EventCard:
    """The card; a month of another year is told with its year: 'Mar 2027'."""
    zone = ZoneInfo(event.time_zone)
    year = event.start_date.astimezone(zone).year
    return (
        card if year == now.astimezone(zone).year else replace(card, month=f"{card.month} {year}")
    )


@dataclass(frozen=True)
class PersonEvent:
    """An event ahead of one of a guardian's people."""

    id: str = ""
    title: str = ""
    when: str = ""
    href: str = ""


@dataclass(frozen=True)
class PersonCard:
    """One of a guardian's people. `waiver` is what is signed, or what is missing with `tone`, and
    `sign` the address where the guardian signs it; empty while a paper waits for a lead.

    `is_linkable`: the account has no sign-in yet.
    """

    id: str = ""
    name: str = ""
    about: str = ""
    initials: str = ""
    events: Sequence[PersonEvent] = ()
    waiver: str = ""
    tone: str = ""
    sign: str = ""
    is_linkable: bool = False
    may_end: bool = False


@dataclass(frozen=True)
class PeopleView:
    """The people, and whether the reader may add some. `asked_about` names guardians of before, and
    `bills` are all that the reader may pay."""

    people: Sequence[PersonCard] = ()
    may_add: bool = False
    asked_about: str = ""
    bills: Sequence[BillLine] = ()


def people_of(shown: People, now: datetime) -> PeopleView:
    people = [_person_card(one, now) for one in shown.items]
    asked_about = " and ".join(shown.asked_about)
    bills = (*_dues(shown.dues), *bill_lines(shown.bills, shown.reader_id))
    return PeopleView(people, shown.may_add, asked_about, bills)


def _dues(plan: Plan | None) -> list[BillLine]:
    """The open bill of a membership, which stands before seats."""
    if plan is None:
        return []
    href = routes.checkout("subscription", plan=plan.key)
    return [BillLine("dues", DUES.format(plan.name), PAY_NOW, href)]


def _person_card(one: Person, now: datetime) -> PersonCard:
    who, zone = one.who, get_settings().org_zone
    name = who.first_name or who.game_name or "Member"
    age = str(age_on(who.birth_date, now.astimezone(zone).date())) if who.birth_date else ""
    # Isolated: a name written from right to left would take the age to its other side.
    called = f"\u2068“{who.game_name}”\u2069" if who.game_name and who.game_name != name else ""
    return PersonCard(
        id=who.user_id,
        name=name,
        about=" · ".join(filter(None, (called, age))),
        initials=initials(name),
        events=[
            PersonEvent(
                event.id,
                event.title,
                day_at(event.start_date, event.time_zone, now),
                routes.event(event.id),
            )
            for event in one.events
        ],
        waiver=_waiver(who.waiver, zone),
        tone="success" if who.waiver.state == "signed" else "warning",
        sign="" if who.waiver.state == "unverified" else routes.sign_for(who.user_id),
        is_linkable=not who.can_log_in,
        may_end=who.may_end,
    )


def link_end(expires_at: datetime) -> str:
    """The last day on which a link works, such as 'Sat, Dec 5'."""
    zone = get_settings().org_time_zone
    return day_at(expires_at, zone, expires_at)


def _waiver(standing: StandingRead, zone: ZoneInfo) -> str:
    words = WAIVERS[standing.state]
    if standing.state != "signed" or standing.ends_at is None:
        return words
    return f"{words} until {date_words(standing.ends_at.astimezone(zone))}"
