"""The head of a page: what search engines and messengers read first."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from rookiebattle import routes
from rookiebattle.settings import get_settings

# As much as messengers show of what somebody wrote.
MOST_SHARED = 200
NO_INDEX = '<meta name="robots" content="noindex"/>'


@dataclass(frozen=True, slots=True)
class Share:
    """`json_ld` may stand between script tags as it is, empty for none; the other texts are not
    escaped."""

    title: str
    description: str
    image: str
    json_ld: str


def image_url() -> str:
    """The picture beside a link, absolute."""
    return routes.absolute(routes.OPEN_GRAPH)


def script_safe(facts: Mapping[str, object]) -> str:
    """JSON-LD; a '<' would let a title close the script element."""
    return json.dumps(facts, ensure_ascii=False).replace("<", "\\u003c")


def head_of(share: Share, url: str, *, is_listed: bool) -> str:
    """Title, description and all of `tags_of` as HTML; all texts escaped."""
    site = get_settings().org_name
    title = f"<title>{escape(share.title)} · {escape(site)}</title>"
    description = f'<meta name="description" content="{escape(share.description)}"/>'
    return title + description + tags_of(share, url, is_listed=is_listed)


def tags_of(share: Share, url: str, *, is_listed: bool) -> str:
    """Canonical link, Open Graph and JSON-LD, or that search engines leave the page out."""
    properties = {
        "og:type": "website",
        "og:site_name": get_settings().org_name,
        "og:title": share.title,
        "og:description": share.description,
        "og:url": url,
        "og:image": share.image,
    }
    tags = [
        f'<link rel="canonical" href="{escape(url)}"/>',
        '<meta name="twitter:card" content="summary_large_image"/>',
        *(
            f'<meta property="{name}" content="{escape(text)}"/>'
            for name, text in properties.items()
        ),
    ]
    if share.json_ld:
        tags.append(f'<script type="application/ld+json">{share.json_ld}</script>')
    return "".join(tags if is_listed else [*tags, NO_INDEX])
