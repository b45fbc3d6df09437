"""What the pages of one event and of one chapter say before any script has run."""

from collections.abc import Iterable
from datetime import datetime

from rookiebattle.chapters.head import chapter_head
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.edge.documents import Described, DynamicPage
from rookiebattle.core.edge.work import run
from rookiebattle.core.errors import Invalid, NotFound
from rookiebattle.core.freshness import CHAPTERS, EVENTS, SEATS
from rookiebattle.events.head import event_head
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.when import NOTICE
from rookiebattle.registrations import chapter_text, event_text, service
from rookiebattle.registrations.chapter_showing import show_chapter
from rookiebattle.registrations.chapter_view import view_of
from rookiebattle.registrations.event_view import more_of
from rookiebattle.registrations.views import card_of


async def describe_event(actor: Actor, event_id: str) -> Described | None:
    """The event's head and text, or None when the actor may not see such an event."""
    try:
        event = await run(service.status_of, actor, event_id=event_id)
    except (NotFound, Invalid):
        return None
    now = clock.now()
    more = more_of(event, now, may_edit=False, lacks_membership=False)
    text = event_text.event_text(card_of(event, now), more)
    return Described(event_head(event), text, right_until([event], now))


async def describe_chapter(actor: Actor, chapter_id: str) -> Described | None:
    """The chapter's head and text, or None when there is no such chapter."""
    try:
        found = await run(show_chapter, actor, chapter_id=chapter_id)
    except NotFound:
        return None
    now, events = clock.now(), found.events
    chapter = view_of(found.chapter, now, events=events.total, shown=len(events.items))
    cards = [card_of(event, now) for event in events.items]
    text = chapter_text.chapter_text(chapter, cards)
    return Described(chapter_head(found.chapter), text, right_until(events.items, now))


def right_until(events: Iterable[EventRead], now: datetime) -> datetime | None:
    """When the words about some of the events change by themselves."""
    turns = (
        at
        for event in events
        for at in (event.start_date - NOTICE, event.start_date, event.end_date)
        if at > now
    )
    return min(turns, default=None)


EVENT = DynamicPage("/events/", describe_event, (EVENTS, SEATS, CHAPTERS), event_text.MISSING)
CHAPTER = DynamicPage(
    "/chapters/", describe_chapter, (EVENTS, SEATS, CHAPTERS), chapter_text.MISSING
)
