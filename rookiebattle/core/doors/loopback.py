"""Keeps development features on this machine."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from rookiebattle.core.doors.plain_page import plain_page
from rookiebattle.core.errors import Forbidden
from rookiebattle.settings import LOOPBACK_HOSTS, get_settings

FORWARDING = ("forwarded", "via", "x-real-ip")


def refuse_unless_local(request: Request) -> None:
    """Raise Forbidden unless browser, address and PUBLIC_URL are all on this machine."""
    reason = _reason(request)
    if reason:
        raise Forbidden(
            f"The development sign-in only works on this machine: {reason}. "
            "Set OIDC_ISSUER to let members log in."
        )


def _reason(request: Request) -> str:
    if not get_settings().is_loopback:
        return "PUBLIC_URL is not a loopback address"
    if not _is_loopback(request.client.host if request.client else ""):
        return "the request came from another machine"
    if _host(request) not in LOOPBACK_HOSTS:
        return "it was asked for under another name"
    if any(name in FORWARDING or name.startswith("x-forwarded") for name in request.headers):
        return "the request came through a proxy"
    return ""


def _host(request: Request) -> str | None:
    """The name in the Host header; None when it cannot be read."""
    try:
        return urlsplit(f"//{request.headers.get('host', '')}").hostname
    except ValueError:
        return None


def _is_loopback(address: str) -> bool:
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    mapped = getattr(parsed, "ipv4_mapped", None)
    return (mapped or parsed).is_loopback


class LocalOnly:
    """ASGI layer: only requests from this machine reach the application behind it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            refuse_unless_local(Request(scope))
        except Forbidden as refused:
            answer = plain_page("Not from here", refused.sentence, "", refused.status)
            await answer(scope, receive, send)
        else:
            await self._app(scope, receive, send)
