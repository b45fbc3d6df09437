"""The document of an event's page: its head and its text before any script has run."""

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Invalid, NotFound
from rookiebattle.core.freshness import CHAPTERS, EVENTS, SEATS
from rookiebattle.core.serving.documents import Described, DynamicPage
from rookiebattle.events.when import right_until
from rookiebattle.pages.event.text.body import MISSING, event_text
from rookiebattle.pages.event.text.head import event_head
from rookiebattle.pages.event.view import more_of
from rookiebattle.registrations import service
from rookiebattle.registrations.view import card_of


async def describe_event(actor: Actor, event_id: str) -> Described | None:
    """The event's head and text, or None when the actor may not see such an event."""
    try:
        event = await run(service.status_of, actor, event_id=event_id)
    except (NotFound, Invalid):
        return None
    now = clock.now()
    more = more_of(event, now, may_edit=False, lacks_membership=False)
    text = event_text(card_of(event, now), more)
    return Described(event_head(event), text, right_until([event], now))


EVENT = DynamicPage(routes.EVENTS, describe_event, (EVENTS, SEATS, CHAPTERS), MISSING)
