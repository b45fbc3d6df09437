"""The head of an event's page: what search engines and messengers read before any script runs."""

from html import escape

from starlette.requests import Request

from rookiebattle.core.edge.identity import identities
from rookiebattle.core.edge.work import run
from rookiebattle.core.errors import Invalid, NotFound
from rookiebattle.events.service import get_event
from rookiebattle.events.share import Share, share_of
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


def head_of(share: Share, url: str, *, is_listed: bool) -> str:
    """Title, description, canonical link, Open Graph and JSON-LD as HTML; all texts escaped."""
    site = get_settings().org_name
    properties = {
        "og:type": "website",
        "og:site_name": site,
        "og:title": share.title,
        "og:description": share.description,
        "og:url": url,
        "og:image": share.image,
    }
    tags = [
        f"<title>{escape(share.title)} · {escape(site)}</title>",
        f'<meta name="description" content="{escape(share.description)}"/>',
        f'<link rel="canonical" href="{escape(url)}"/>',
        '<meta name="twitter:card" content="summary_large_image"/>',
        *(
            f'<meta property="{name}" content="{escape(text)}"/>'
            for name, text in properties.items()
        ),
        f'<script type="application/ld+json">{share.json_ld}</script>',
    ]
    return "".join(tags if is_listed else [*tags, '<meta name="robots" content="noindex"/>'])
