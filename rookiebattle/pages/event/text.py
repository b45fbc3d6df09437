"""The text of an event's page before scripts, and its head for search engines and messengers."""

from zoneinfo import ZoneInfo

from markupsafe import Markup

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.freshness import CHAPTERS, EVENTS, MEDIA, SEATS
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Invalid, NotFound
from rookiebattle.core.serving.documents import Described, DynamicPage
from rookiebattle.core.serving.head import MOST_SHARED, Share, head_of, script_safe
from rookiebattle.core.values.text import clipped
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.when import right_until
from rookiebattle.events.wording import canceled_because, when
from rookiebattle.pages.event.page import loaded, missing
from rookiebattle.pages.event.read import own_event, tell_event
from rookiebattle.pages.event.state.event import EventState
from rookiebattle.pages.event.view import own_view, told_view
from rookiebattle.registrations.announcements import stamp_of
from rookiebattle.registrations.state.live import NO_NEWS, LiveSeats
from rookiebattle.settings import Settings, get_settings
from rookiebattle.ui.before_scripts import Template, as_html
from rookiebattle.ui.state import ShellState, shell_view

TEXT = Template(loaded, EventState, LiveSeats, ShellState)


async def describe_event(actor: Actor, event_id: str) -> Described | None:
    """The event's head and text, or None when the actor may not see the event.

    A member's text has the member's own act: the seat, a place on the waiting list, what is due.
    """
    now = clock.now()
    try:
        if actor.is_member:
            own = await run(own_event, actor, event_id=event_id)
            told, view = own.told, own_view(own, now)
        else:
            told = await run(tell_event, actor, event_id=event_id)
            view = told_view(told, now)
    except (NotFound, Invalid):
        return None
    text = TEXT.fill({EventState: view, LiveSeats: NO_NEWS, ShellState: shell_view(actor)})
    return Described(event_head(told.event), text, right_until([told.event], now))


def not_there() -> str:
    """The text before scripts for an event that cannot be shown."""
    return as_html(missing())


EVENT = DynamicPage(routes.EVENTS, describe_event, (EVENTS, SEATS, CHAPTERS, MEDIA), not_there)


def event_head(event: EventRead) -> str:
    """The tags that replace the page's title."""
    url = routes.event_url(event.id)
    return head_of(share_of(event), url, is_listed=event.is_public)


def share_of(event: EventRead) -> Share:
    """The facts of one event, in its own zone."""
    settings = get_settings()
    image = routes.event_picture_url(event.id, stamp_of(event.updated_at))
    return Share(event.title, _description(event), image, _json_ld(event, settings, image))


def _description(event: EventRead) -> str:
    facts = when(event.start_date, event.end_date, event.time_zone, clock.now())
    head = " · ".join(filter(None, [canceled_because(event), facts, event.location]))
    words = " ".join((event.description or "").split())
    return f"{head}. {clipped(words, MOST_SHARED)}" if words else head


def _json_ld(event: EventRead, settings: Settings, image: str) -> Markup:
    zone = ZoneInfo(event.time_zone)
    url = routes.event_url(event.id)
    state = "EventCancelled" if event.canceled_at else "EventScheduled"
    facts = {
        "@context": routes.SCHEMA_ORG,
        "@type": "Event",
        "name": event.title,
        "description": event.description or _description(event),
        "startDate": event.start_date.astimezone(zone).isoformat(timespec="seconds"),
        "endDate": event.end_date.astimezone(zone).isoformat(timespec="seconds"),
        "eventStatus": f"{routes.SCHEMA_ORG}/{state}",
        "eventAttendanceMode": f"{routes.SCHEMA_ORG}/OfflineEventAttendanceMode",
        "url": url,
        "image": [image],
        "location": _place(event, settings),
        "organizer": {
            "@type": "Organization",
            "name": event.chapter_name or settings.org_name,
            "url": settings.public_url,
        },
        "isAccessibleForFree": not event.price_cents,
        "offers": _offer(event, settings, url),
    }
    if event.max_participants is not None:
        facts["maximumAttendeeCapacity"] = event.max_participants
        facts["remainingAttendeeCapacity"] = _left(event)
    return script_safe(facts)


def _place(event: EventRead, settings: Settings) -> dict[str, str]:
    return {
        "@type": "Place",
        "name": event.location or event.chapter_name or settings.org_region,
        "address": event.address or event.location or settings.org_region,
    }


def _offer(event: EventRead, settings: Settings, url: str) -> dict[str, str]:
    full = event.max_participants is not None and _left(event) == 0
    return {
        "@type": "Offer",
        "price": event.price,
        "priceCurrency": settings.currency,
        "availability": f"{routes.SCHEMA_ORG}/{'SoldOut' if full else 'InStock'}",
        "url": url,
    }


def _left(event: EventRead) -> int:
    return max((event.max_participants or 0) - event.current_participants, 0)
