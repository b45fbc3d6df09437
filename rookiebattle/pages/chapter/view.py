"""Turns a chapter and its events into the view of its own page. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from rookiebattle import routes
from rookiebattle.chapters.schemas import ChapterRead, LeaderRead
from rookiebattle.chapters.wording import (
    NOT_KNOWN,
    about_status,
    meeting_words,
    members_words,
    place_words,
    status_badge,
)
from rookiebattle.core.values.dates import MONTHS
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.towns import towns_of
from rookiebattle.events.wording import (
    address_after,
    counted,
    destination,
    paragraphs,
    when,
    where_lines,
    zone_place,
)
from rookiebattle.media.view import MediaCard, cards_of
from rookiebattle.notifications.view import Notice, notice_of
from rookiebattle.pages.chapter.read import ChapterShown
from rookiebattle.registrations.service.attendance import Turnout
from rookiebattle.registrations.view import EventCard, card_of
from rookiebattle.settings import get_settings

WRITE_TO_CHAPTER, WRITE_TO_CLUB = "Write to the chapter", "Write to the club"


@dataclass(frozen=True)
class LeaderView:
    """A leader. Email address and phone are empty for visitors."""

    key: str = ""
    title: str = ""
    name: str = ""
    email: str = ""
    phone: str = ""
    call: str = ""


@dataclass(frozen=True)
class ChapterFacts:
    """A chapter's data. `contact_email` is the club's where the chapter has none, so that there is
    somebody to ask. `subscribe` opens a calendar program, `calendar_file` is a download."""

    id: str = ""
    name: str = ""
    place: str = ""
    status: str = ""
    tone: str = "neutral"
    about_status: str = ""
    member_count: int = 0
    members: str = ""
    meets: str = ""
    zone: str = ""
    times: Sequence[str] = ()
    locations: Sequence[str] = ()
    location: str = ""
    address: str = ""
    directions: str = ""
    contact_email: str = ""
    contact_words: str = ""
    paragraphs: Sequence[str] = ()
    leaders: Sequence[LeaderView] = ()
    subscribe: str = ""
    calendar_file: str = ""
    all_events: str = ""
    more_events: str = ""


@dataclass(frozen=True)
class WaitingRow:
    """An event that waits for the chapter: what it would be, and who asks."""

    id: str = ""
    title: str = ""
    when: str = ""
    where: str = ""
    description: str = ""
    by: str = ""


@dataclass(frozen=True)
class ChapterView:
    """The vars of the page. A view that is `missing` has no data of a chapter. `edit` leads to the
    chapter's form; empty for everybody who may not edit it."""

    chapter: ChapterFacts = field(default_factory=ChapterFacts)
    events: Sequence[EventCard] = ()
    media: Sequence[MediaCard] = ()
    waiting: Sequence[WaitingRow] = ()
    notices: Sequence[Notice] = ()
    came: str = ""
    edit: str = ""
    missing: bool = False


def view_of(shown: ChapterShown, now: datetime) -> ChapterView:
    events, towns = shown.events, towns_of([shown.chapter])
    return ChapterView(
        chapter=facts_of(shown.chapter, now, events=events.total, shown=len(events.items)),
        events=[card_of(event, now, towns) for event in events.items],
        media=cards_of(shown.media),
        waiting=[waiting_row(one, shown.posted_by, now) for one in shown.waiting],
        notices=[notice_of(one) for one in shown.news],
        came=came_words(shown.turnout) if shown.turnout else "",
        edit=routes.chapter_form(shown.chapter.id) if shown.may_edit else "",
    )


def came_words(found: Turnout) -> str:
    """Such as '24 people in November'."""
    people = "1 person" if found.people == 1 else f"{found.people:,} people"
    return f"{people} in {MONTHS[found.first.month - 1]}"


def waiting_row(event: EventRead, posted_by: Mapping[str, str], now: datetime) -> WaitingRow:
    return WaitingRow(
        id=event.id,
        title=event.title,
        when=when(event.start_date, event.end_date, event.time_zone, now),
        where=", ".join(where_lines(event.location, event.address)),
        description=event.description or "",
        by=f"Posted by {posted_by.get(event.organizer_id) or 'a member'}",
    )


def facts_of(chapter: ChapterRead, now: datetime, *, events: int, shown: int) -> ChapterFacts:
    """The data of a chapter with `events` future events, of which the first are `shown`."""
    status, tone = status_badge(chapter.status)
    file = routes.chapter_calendar(chapter.id)
    practice = chapter.practice_info
    meets = meets_of(chapter)
    return ChapterFacts(
        id=chapter.id,
        name=chapter.name,
        place=place_words(chapter.city, chapter.state),
        status=status,
        tone=tone,
        about_status=about_status(chapter.status),
        member_count=chapter.member_count,
        members=members_words(chapter.member_count),
        meets=meets,
        zone=f"All times {zone_place(now.astimezone(ZoneInfo(chapter.time_zone)))}",
        times=[line for line in practice.times if line and line != meets],
        locations=[line for line in practice.locations if line and line != chapter.location],
        location=chapter.location,
        address=address_after(chapter.location, chapter.address),
        directions=directions_to(chapter),
        contact_email=chapter.contact_email or get_settings().org_contact_email,
        contact_words=WRITE_TO_CHAPTER if chapter.contact_email else WRITE_TO_CLUB,
        paragraphs=paragraphs(chapter.description),
        leaders=[leader_of(one, str(number)) for number, one in enumerate(chapter.leadership)],
        subscribe=routes.subscription(file),
        calendar_file=file,
        all_events=routes.chapter_events(chapter.id),
        more_events=f"See all {counted(events, 'event')}" if events > shown else "",
    )


def meets_of(chapter: ChapterRead) -> str:
    """When the chapter meets: the line of its practice times that says it with its end, if any."""
    day, time = chapter.meeting_day or "", chapter.meeting_time or ""
    told = [one for one in chapter.practice_info.times if day in one and time in one]
    if day and time and told:
        return told[0]
    return meeting_words(chapter.meeting_day, chapter.meeting_time)


def leader_of(leader: LeaderRead, key: str) -> LeaderView:
    """A leader as far as the reader may see the contact."""
    phone = leader.phone or ""
    digits = "".join(sign for sign in phone if sign.isdigit() or sign == "+")
    return LeaderView(
        key=key,
        title=leader.title or "Leader",
        name=leader.name,
        email=leader.email or "",
        phone=phone,
        call=f"tel:{digits}" if digits else "",
    )


def directions_to(chapter: ChapterRead) -> str:
    """The address of a map with directions; empty for a chapter that has no place yet."""
    is_known = chapter.location.casefold() != NOT_KNOWN.casefold()
    found = destination(
        chapter.location if is_known else None, chapter.address, chapter.city, chapter.state
    )
    return routes.directions(found)
