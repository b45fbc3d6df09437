"""Chooses the application for a path: the API, Reflex, or a further one."""

from collections.abc import Mapping

from starlette.types import ASGIApp, Receive, Scope, Send

from rookiebattle import routes

API_PREFIXES = (
    *(routes.API, routes.CALENDARS, routes.OBJECTS, routes.SHEETS),
    *(routes.ROBOTS, routes.SITEMAP, routes.MANIFEST),
)


class Mount:
    """Paths under `API_PREFIXES` go to the API, all others to Reflex.

    `beside` has further applications by prefix, such as the development sign-in; None turns one
    off.
    """

    def __init__(self, api: ASGIApp, pages: ASGIApp, beside: Mapping[str, ASGIApp | None]) -> None:
        wanted = {prefix: app for prefix, app in beside.items() if app}
        self._apps = dict.fromkeys(API_PREFIXES, api) | wanted
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        prefix = "/" + scope.get("path", "")[1:].partition("/")[0]
        known = self._apps if scope["type"] == "http" else {}
        await known.get(prefix, self._pages)(scope, receive, send)
