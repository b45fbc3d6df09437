"""The head of a page: what search engines and messengers read first."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from htpy import Fragment, fragment, link, meta, script, title
from markupsafe import Markup

from rookiebattle import routes
from rookiebattle.core.markup import rendered, trusted
from rookiebattle.settings import get_settings

# As much as messengers show of what somebody wrote.
MOST_SHARED = 200
NO_INDEX = meta(name="robots", content="noindex")


@dataclass(frozen=True, slots=True)
class Share:
    """`json_ld` is made by `script_safe`, empty for none; the other texts are plain words."""

    title: str
    description: str
    image: str
    json_ld: Markup


def image_url() -> str:
    """The picture beside a link, absolute."""
    return routes.absolute(routes.OPEN_GRAPH)


def script_safe(facts: Mapping[str, object]) -> Markup:
    """JSON-LD; a '<' would let a title close the script element."""
    return trusted(json.dumps(facts, ensure_ascii=False).replace("<", "\\u003c"))


def head_of(share: Share, url: str, *, is_listed: bool) -> str:
    """Title, description and all of `tags_of`."""
    name = title[f"{share.title} · {get_settings().org_name}"]
    description = meta(name="description", content=share.description)
    return rendered(fragment[name, description, _tags(share, url, is_listed=is_listed)])


def tags_of(share: Share, url: str, *, is_listed: bool) -> str:
    """Canonical link, Open Graph and JSON-LD, or that search engines leave the page out."""
    return rendered(_tags(share, url, is_listed=is_listed))


def _tags(share: Share, url: str, *, is_listed: bool) -> Fragment:
    properties = {
        "og:type": "website",
        "og:site_name": get_settings().org_name,
        "og:title": share.title,
        "og:description": share.description,
        "og:url": url,
        "og:image": share.image,
    }
    return fragment[
        link(rel="canonical", href=url),
        meta(name="twitter:card", content="summary_large_image"),
        (meta(property=name, content=text) for name, text in properties.items()),
        bool(share.json_ld) and script(type="application/ld+json")[share.json_ld],
        not is_listed and NO_INDEX,
    ]
