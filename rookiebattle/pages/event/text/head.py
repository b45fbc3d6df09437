"""The head of an event's page, which search engines and messengers read."""

from rookiebattle import routes
from rookiebattle.core.serving.head import head_of
from rookiebattle.events.schemas import EventRead
from rookiebattle.pages.event.text.share import share_of


def event_head(event: EventRead) -> str:
    """The tags that replace the page's title."""
    url = routes.event_url(event.id)
    return head_of(share_of(event), url, is_listed=event.is_public)
