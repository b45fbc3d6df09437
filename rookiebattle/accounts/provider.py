"""The site's OpenID provider: the configured one, or the development sign-in."""

from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx2
from starlette.requests import Request
from starlette.types import ASGIApp

from rookiebattle import routes
from rookiebattle.accounts.demo import DEMO_ACCOUNTS, DEV_ISSUER
from rookiebattle.core.doors.loopback import LocalOnly, refuse_unless_local
from rookiebattle.integrations.dev_provider import CLIENT_ID, DevProvider, Errand, unexplained
from rookiebattle.integrations.oidc import OpenIdClient, OpenIdProvider
from rookiebattle.settings import get_settings


@dataclass(frozen=True, slots=True)
class SignIn:
    """The OpenID client, and in development the application that plays the provider."""

    provider: OpenIdProvider
    played_by: ASGIApp | None = None


def build_sign_in(errand: Errand = unexplained) -> SignIn:
    """The sign-in that the settings ask for. `errand` says what comes after a login."""
    settings = get_settings()
    if not settings.is_development:
        return SignIn(
            OpenIdClient(settings.oidc_issuer, settings.oidc_client_id, settings.oidc_client_secret)
        )
    dev = DevProvider(
        DEV_ISSUER, settings.public_url, settings.signing_secret, DEMO_ACCOUNTS, callbacks, errand
    )
    client = OpenIdClient(
        DEV_ISSUER, CLIENT_ID, dev.client_secret, httpx2.ASGITransport(app=dev.app)
    )
    return SignIn(client, LocalOnly(dev.app))


def callbacks() -> frozenset[str]:
    """Every address of this site that a provider may send a browser back to."""
    return frozenset(origin + routes.LOGIN_CALLBACK for origin in get_settings().own_origins)


def callback_of(request: Request) -> str:
    """The callback under the host name that this browser used, if that name is one of ours."""
    settings = get_settings()
    if settings.is_development:
        refuse_unless_local(request)
        here = f"{urlsplit(settings.public_url).scheme}://{request.headers.get('host', '')}"
        if here in settings.own_origins:
            return here + routes.LOGIN_CALLBACK
    return routes.absolute(routes.LOGIN_CALLBACK)
