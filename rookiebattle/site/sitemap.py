"""The sitemap and the robots.txt. Pure."""

from collections.abc import Iterable

from markupsafe import Markup

from rookiebattle import routes

LIST = Markup('<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{}">\n{}</urlset>\n')
ENTRY = Markup("<url><loc>{}</loc></url>\n")
# Crawlers must not follow sign-in links. Private pages need no entry: they already answer 404.
NOT_FOR_CRAWLERS = (routes.LOGIN, routes.LOGOUT, routes.dev_provider(""))


def sitemap(base: str, paths: Iterable[str]) -> str:
    """The list as sitemaps.org describes it; `base` is the site's address without a slash."""
    entries = Markup().join(ENTRY.format(base + path) for path in paths)
    return LIST.format(routes.SITEMAPS_ORG, entries)


def robots(base: str) -> str:
    """The robots.txt: all pages are open to crawlers, the sign-in is not."""
    refused = "".join(f"Disallow: {path}\n" for path in NOT_FOR_CRAWLERS)
    return f"User-agent: *\n{refused}\nSitemap: {base}{routes.SITEMAP}\n"
