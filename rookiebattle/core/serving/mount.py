"""Puts the API beside the compiled pages: which application answers which path."""

from collections.abc import Mapping

from starlette.types import ASGIApp, Receive, Scope, Send

from rookiebattle import routes

API_PREFIXES = (routes.API, routes.CALENDARS, routes.ROBOTS, routes.SITEMAP, routes.MANIFEST)


class Mount:
    """What begins with one of `API_PREFIXES` is the API's, the rest Reflex's.

    `beside` are further applications by their prefix, such as the development sign-in; None is
    one that is not wanted here.
    """

    def __init__(self, api: ASGIApp, pages: ASGIApp, beside: Mapping[str, ASGIApp | None]) -> None:
        wanted = {prefix: app for prefix, app in beside.items() if app}
        self._apps = dict.fromkeys(API_PREFIXES, api) | wanted
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        prefix = "/" + scope.get("path", "")[1:].partition("/")[0]
        known = self._apps if scope["type"] == "http" else {}
        await known.get(prefix, self._pages)(scope, receive, send)
