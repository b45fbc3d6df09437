"""The parts of compiled pages that the server writes: a build knows no address and no settings."""

from collections.abc import Mapping

from markupsafe import Markup

from rookiebattle import routes
from rookiebattle.core.serving.head import NO_INDEX, Share, image_url, script_safe, tags_of
from rookiebattle.core.values.markup import rendered
from rookiebattle.settings import get_settings
from rookiebattle.ui.page import pages


def head_of_page(path: str) -> str:
    """The tags in a page's head that are neither its title nor its description."""
    known = pages().get(path)
    if known is None or not known.is_listed:
        return rendered(NO_INDEX)
    json_ld = _club() if path == routes.HOME else Markup()
    if known.facts:
        json_ld = script_safe(known.facts())
    share = Share(known.title, known.description, image_url(), json_ld)
    return tags_of(share, routes.absolute(path), is_listed=True)


def texts_of_page(path: str) -> Mapping[str, str] | None:
    """The texts before scripts that the settings decide, as HTML by their places.

    None for a page that every build has, and this site has not.
    """
    if path == routes.OFFLINE_PAGE:
        # The build writes this page by itself, for the service worker.
        return {}
    known = pages().get(path)
    return known.texts() if known else None


def listed_paths() -> list[str]:
    """The paths of the pages that search engines may list, the start page first."""
    return sorted(path for path, known in pages().items() if known.is_listed)


def _club() -> Markup:
    """The club as JSON-LD; search engines show it in the box beside their results."""
    settings = get_settings()
    return script_safe(
        {
            "@context": routes.SCHEMA_ORG,
            "@type": "SportsOrganization",
            "name": settings.org_name,
            "description": settings.org_subtitle,
            "url": routes.absolute(routes.HOME),
            "logo": image_url(),
            "foundingDate": str(settings.org_founded),
            "areaServed": settings.org_region,
            "address": settings.org_address,
        }
    )
