"""The sitemap, the robots.txt and the web app manifest as they are sent. Pure."""

from collections.abc import Iterable

from markupsafe import Markup

from rookiebattle import routes

LIST = Markup('<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{}">\n{}</urlset>\n')
ENTRY = Markup("<url><loc>{}</loc></url>\n")
# Crawlers must not follow sign-in links. Private pages need no entry: they already answer 404.
NOT_FOR_CRAWLERS = (routes.LOGIN, routes.LOGOUT, routes.dev_provider(""))
GROUND = "#faf6ee"
# Android cuts a maskable icon to a circle.
MASKABLE = "icon-maskable.png"
ICONS = {"icon-192.png": 192, "icon-512.png": 512, MASKABLE: 512}
"""The files in `assets/art` with their width in pixels."""


def sitemap(base: str, paths: Iterable[str]) -> str:
    """The list as sitemaps.org describes it; `base` is the site's address without a slash."""
    entries = Markup().join(ENTRY.format(base + path) for path in paths)
    return LIST.format(routes.SITEMAPS_ORG, entries)


def robots(base: str) -> str:
    """The robots.txt: all pages are open to crawlers, the sign-in is not."""
    refused = "".join(f"Disallow: {path}\n" for path in NOT_FOR_CRAWLERS)
    return f"User-agent: *\n{refused}\nSitemap: {base}{routes.SITEMAP}\n"


def manifest(name: str, about: str) -> dict[str, object]:
    """The manifest. The site stays in the browser's window, with its address bar."""
    return {
        "name": name,
        "short_name": name,
        "description": about,
        "start_url": routes.HOME,
        "scope": routes.HOME,
        "display": "minimal-ui",
        "background_color": GROUND,
        "theme_color": GROUND,
        "icons": [_icon(file) for file in ICONS],
    }


def _icon(file: str) -> dict[str, str]:
    size = ICONS[file]
    purpose = "maskable" if file == MASKABLE else "any"
    icon = {"src": routes.art(file), "sizes": f"{size}x{size}", "type": "image/png"}
    return {**icon, "purpose": purpose}
