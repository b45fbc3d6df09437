"""Puts the API beside the compiled pages: which application answers which path."""

from starlette.types import ASGIApp, Receive, Scope, Send

API_PREFIXES = ("/api", "/cal")


class Mount:
    """Everything under `/api` and `/cal` is the API's, the rest Reflex's."""

    def __init__(self, api: ASGIApp, pages: ASGIApp) -> None:
        self._api, self._pages = api, pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        ours = scope["type"] == "http" and any(
            path == prefix or path.startswith(f"{prefix}/") for prefix in API_PREFIXES
        )
        await (self._api if ours else self._pages)(scope, receive, send)
