"""The site's OpenID providers: the configured ones, or the development sign-in."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx2
from starlette.requests import Request
from starlette.types import ASGIApp

from rookiebattle import routes
from rookiebattle.accounts.demo import DEMO_ACCOUNTS, DEV_ISSUER
from rookiebattle.integrations.dev_provider import (
    CLIENT_ID,
    DevProvider,
    Errand,
    local_only,
    refuse_unless_local,
    unexplained,
)
from rookiebattle.integrations.oidc import OpenIdClient
from rookiebattle.settings import OpenIdSettings, get_settings


@dataclass(frozen=True, slots=True)
class NamedProvider:
    """A provider that members may choose, and the name by which they know it."""

    name: str
    issuer: str
    client: OpenIdClient


@dataclass(frozen=True, slots=True)
class SignIn:
    """The OpenID providers, and in development the application that plays the only one."""

    providers: Sequence[NamedProvider]
    played_by: ASGIApp | None = None

    def by_number(self, number: str) -> NamedProvider | None:
        """The provider that a link of the choice names, counted from 1; the only one always."""
        if len(self.providers) == 1:
            return self.providers[0]
        numbered = {str(place): one for place, one in enumerate(self.providers, 1)}
        return numbered.get(number)

    def by_issuer(self, issuer: str) -> NamedProvider | None:
        return next((one for one in self.providers if one.issuer == issuer), None)


def build_sign_in(errand: Errand = unexplained) -> SignIn:
    """The sign-in that the settings ask for. `errand` says what comes after a login."""
    settings = get_settings()
    if not settings.is_development:
        return SignIn(
            [
                NamedProvider(one.name, one.issuer, client_of(one))
                for one in settings.openid_providers
            ]
        )
    dev = DevProvider(
        DEV_ISSUER, settings.public_url, settings.signing_secret, DEMO_ACCOUNTS, callbacks, errand
    )
    client = OpenIdClient(
        DEV_ISSUER, CLIENT_ID, dev.client_secret, httpx2.ASGITransport(app=dev.app)
    )
    return SignIn([NamedProvider("", DEV_ISSUER, client)], local_only(dev.app))


def client_of(
    provider: OpenIdSettings, transport: httpx2.AsyncBaseTransport | None = None
) -> OpenIdClient:
    """The client that these settings ask for. `transport` replaces the network in tests."""
    return OpenIdClient(
        provider.issuer,
        provider.client_id,
        provider.client_secret,
        transport,
        trusts_emails=provider.trusts_emails,
    )


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
