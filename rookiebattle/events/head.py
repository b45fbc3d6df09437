"""The head of an event's page: what search engines and messengers read before any script runs."""

from starlette.requests import Request

from rookiebattle.core.edge.head import head_of
from rookiebattle.core.edge.identity import identities
from rookiebattle.core.edge.work import run
from rookiebattle.core.errors import Invalid, NotFound
from rookiebattle.events.service import get_event
from rookiebattle.events.share import share_of
from rookiebattle.settings import get_settings


async def event_head(request: Request, event_id: str) -> str | None:
    """The tags that replace the title, or None when the visitor may not see such an event."""
    actor = await identities().resolve(request.headers.get("cookie", ""))
    try:
        event = await run(get_event, actor, event_id=event_id)
    except (NotFound, Invalid):
        return None
    url = f"{get_settings().public_url}/events/{event.id}"
    return head_of(share_of(event), url, is_listed=event.is_public)
