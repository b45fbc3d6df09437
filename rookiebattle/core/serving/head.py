"""The head of a page, which search engines and messengers read."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from htpy import Fragment, fragment, link, meta, script, title
from markupsafe import Markup

from rookiebattle import routes
from rookiebattle.core.values.markup import rendered, trusted
from rookiebattle.settings import get_settings

# Messengers show no more of a description.
MOST_SHARED = 200
# Pages read it in `ui/api.js`, and Reflex's client where `manage/after_build.py` says so.
API_TAG = "api"
NO_INDEX = meta(name="robots", content="noindex")


@dataclass(frozen=True, slots=True)
class Share:
    """The texts that a link to a page shows. `json_ld` comes from `script_safe`, or is empty."""

    title: str
    description: str
    image: str
    json_ld: Markup


def image_url() -> str:
    """The absolute address of the picture beside a link."""
    return routes.absolute(routes.OPEN_GRAPH)


def script_safe(facts: Mapping[str, object]) -> Markup:
    """JSON-LD with every '<' escaped: otherwise a title could close the script element."""
    return trusted(json.dumps(facts, ensure_ascii=False).replace("<", "\\u003c"))


def head_of(share: Share, url: str, *, is_listed: bool) -> str:
    """The title, the description and everything from `tags_of`."""
    name = title[f"{share.title} · {get_settings().org_name}"]
    description = meta(name="description", content=share.description)
    return rendered(fragment[name, description, _tags(share, url, is_listed=is_listed)])


def tags_of(share: Share, url: str, *, is_listed: bool) -> str:
    """Canonical link, Open Graph and JSON-LD; or only `noindex` for a page that is not listed."""
    return rendered(_tags(share, url, is_listed=is_listed))


def api_tag() -> str:
    """Names the origin of the API, for a site whose pages and API have two; empty otherwise."""
    settings = get_settings()
    return rendered(meta(name=API_TAG, content=settings.api_url)) if settings.has_own_api else ""


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
