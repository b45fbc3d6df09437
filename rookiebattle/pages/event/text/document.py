"""The document of an event's page: its head and its text before scripts."""

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.freshness import CHAPTERS, EVENTS, MEDIA, SEATS
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Invalid, NotFound
from rookiebattle.core.serving.documents import Described, DynamicPage
from rookiebattle.events.when import right_until
from rookiebattle.pages.event.page import loaded, missing
from rookiebattle.pages.event.read import tell_event
from rookiebattle.pages.event.state.event import EventState
from rookiebattle.pages.event.text.head import event_head
from rookiebattle.pages.event.view import told_view
from rookiebattle.registrations.state.live import NO_NEWS, LiveSeats
from rookiebattle.ui.before_scripts.template import Template, as_html

TEXT = Template(loaded, EventState, LiveSeats)


async def describe_event(actor: Actor, event_id: str) -> Described | None:
    """The event's head and text, or None when the actor may not see the event."""
    try:
        told = await run(tell_event, actor, event_id=event_id)
    except (NotFound, Invalid):
        return None
    now, event = clock.now(), told.event
    text = TEXT.fill({EventState: told_view(told, now), LiveSeats: NO_NEWS})
    return Described(event_head(event), text, right_until([event], now))


def not_there() -> str:
    """The text before scripts for an event that cannot be shown."""
    return as_html(missing())


EVENT = DynamicPage(routes.EVENTS, describe_event, (EVENTS, SEATS, CHAPTERS, MEDIA), not_there)
