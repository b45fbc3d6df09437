"""OpenID Connect: sends a browser to the provider and checks the answer it comes back with.

`authlib` and `joserfc` are loaded with the first sign-in, so that a start does not wait for them.
"""

from __future__ import annotations

import secrets
import ssl
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlsplit

import httpx2

from rookiebattle.core.errors import BadRequest, Unavailable
from rookiebattle.core.values.text import made_visible
from rookiebattle.settings import LOOPBACK_HOSTS

if TYPE_CHECKING:
    from authlib.integrations.httpx_client import AsyncOAuth2Client
    from joserfc import jwt

# Neither `none` nor a shared secret: only the provider itself may hold the signing key.
ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"]
SCOPE = "openid email profile"
TIMEOUT_SECONDS, LEEWAY_SECONDS, METADATA_SECONDS = 10, 60, 3600
LONGEST_ID, LONGEST_EMAIL, LONGEST_PICTURE = 255, 320, 2048


@dataclass(frozen=True, slots=True)
class Departure:
    """A browser on its way to the provider: its address, and the values it must come back with."""

    url: str
    state: str
    nonce: str
    verifier: str


@dataclass(frozen=True, slots=True)
class Claims:
    """The provider's claims about a person. An `email` proves nothing unless it is verified."""

    issuer: str
    subject: str
    email: str = ""
    email_verified: bool = False
    first_name: str = ""
    last_name: str = ""
    picture: str = ""


class SignInRefused(BadRequest):
    """The provider's answer cannot be trusted. The reason goes to the log, not to the person."""

    default = "The sign-in service sent an answer that could not be checked. Please try again."


class ProviderDown(Unavailable):
    default = "The sign-in service cannot be reached right now. Please try again in a moment."


class OpenIdProvider(Protocol):
    """The two halves of a sign-in."""

    async def depart(self, redirect_uri: str) -> Departure:
        """Prepare a sign-in and its address. Raises ProviderDown or SignInRefused."""

    async def arrive(self, departure: Departure, code: str, redirect_uri: str) -> Claims:
        """Exchange the code and check every claim. Raises ProviderDown or SignInRefused."""


class OpenIdClient:
    """The client of one provider. `transport` replaces the network for the development provider."""

    def __init__(
        self,
        issuer: str,
        client_id: str,
        client_secret: str,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        self._issuer, self._client_id, self._client_secret = issuer, client_id, client_secret
        self._transport = transport
        self._verify: ssl.SSLContext | bool = True if transport else ssl.create_default_context()
        self._metadata: dict[str, Any] = {}
        self._keys: dict[str, Any] = {}
        self._read_at = -float(METADATA_SECONDS)

    async def check(self) -> None:
        """Read the provider's addresses and keys. Raises ProviderDown or SignInRefused."""
        async with self._client() as client:
            await self._discover(client)

    async def depart(self, redirect_uri: str) -> Departure:
        async with self._client() as client:
            metadata = await self._discover(client)
            nonce, verifier = secrets.token_urlsafe(24), secrets.token_urlsafe(48)
            url, state = client.create_authorization_url(
                metadata["authorization_endpoint"],
                state=secrets.token_urlsafe(24),
                nonce=nonce,
                code_verifier=verifier,
                redirect_uri=redirect_uri,
                prompt="select_account",
            )
        return Departure(url, state, nonce, verifier)

    async def arrive(self, departure: Departure, code: str, redirect_uri: str) -> Claims:
        from authlib.integrations.httpx_client import OAuthError
        from joserfc.errors import JoseError

        async with self._client() as client:
            try:
                return await self._exchange(client, departure, code, redirect_uri)
            except OAuthError as error:
                raise SignInRefused() from error
            except (JoseError, ValueError, KeyError, TypeError) as error:
                raise SignInRefused() from error
            except httpx2.HTTPError as error:
                raise ProviderDown() from error

    async def _exchange(
        self, client: AsyncOAuth2Client, departure: Departure, code: str, redirect_uri: str
    ) -> Claims:
        metadata = await self._discover(client)
        token = await client.fetch_token(
            metadata["token_endpoint"],
            grant_type="authorization_code",
            code=code,
            code_verifier=departure.verifier,
            redirect_uri=redirect_uri,
        )
        claims = await self._checked(client, token, departure.nonce)
        if "email" not in claims and "userinfo_endpoint" in metadata:
            claims |= await self._userinfo(client, str(claims["sub"]))
        return _as_claims(self._issuer, claims)

    def _client(self) -> AsyncOAuth2Client:
        from authlib.integrations.httpx_client import AsyncOAuth2Client

        return AsyncOAuth2Client(
            self._client_id,
            self._client_secret,
            scope=SCOPE,
            code_challenge_method="S256",
            transport=self._transport,
            verify=self._verify,
            timeout=TIMEOUT_SECONDS,
        )

    async def _discover(self, client: AsyncOAuth2Client) -> dict[str, Any]:
        """The provider's metadata, at most an hour old. Its issuer must be the configured one."""
        if time.monotonic() - self._read_at < METADATA_SECONDS:
            return self._metadata
        address = f"{self._issuer.rstrip('/')}/.well-known/openid-configuration"
        metadata = await _json(client, address)
        if metadata.get("issuer") != self._issuer:
            raise SignInRefused("The sign-in service is not the one this site was set up with.")
        for name in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
            _refuse_plain_http(str(metadata.get(name, "")))
        self._keys = await _json(client, metadata["jwks_uri"])
        self._metadata, self._read_at = metadata, time.monotonic()
        return metadata

    async def _checked(
        self, client: AsyncOAuth2Client, token: dict[str, Any], nonce: str
    ) -> dict[str, Any]:
        """The claims of the id_token; signature, issuer, audience, times and nonce were checked."""
        from authlib.oidc.core import CodeIDToken

        decoded = await self._decoded(client, token["id_token"])
        claims = CodeIDToken(
            decoded.claims,
            decoded.header,
            {
                "iss": {"essential": True, "value": self._issuer},
                "aud": {"essential": True, "value": self._client_id},
                "nonce": {"essential": True, "value": nonce},
                "sub": {"essential": True},
            },
            {
                "nonce": nonce,
                "client_id": self._client_id,
                "access_token": token.get("access_token"),
            },
        )
        claims.validate(leeway=LEEWAY_SECONDS)
        return dict(claims)

    async def _decoded(self, client: AsyncOAuth2Client, id_token: str) -> jwt.Token:
        from joserfc import jwt
        from joserfc.errors import InvalidKeyIdError
        from joserfc.jwk import KeySet
        from joserfc.jws import JWSRegistry

        registry = JWSRegistry(algorithms=ALGORITHMS, strict_check_header=False)
        keys = KeySet.import_key_set(self._keys)  # type: ignore[arg-type]  # checked when imported
        try:
            return jwt.decode(id_token, keys, registry=registry)
        except InvalidKeyIdError:
            # The provider has changed its keys since they were read, so they are read again.
            self._keys = await _json(client, self._metadata["jwks_uri"])
            keys = KeySet.import_key_set(self._keys)  # type: ignore[arg-type]  # as above
            return jwt.decode(id_token, keys, registry=registry)

    async def _userinfo(self, client: AsyncOAuth2Client, subject: str) -> dict[str, Any]:
        answer = await client.get(self._metadata["userinfo_endpoint"])
        answer.raise_for_status()
        more: dict[str, Any] = answer.json()
        if more.get("sub") != subject:
            raise SignInRefused()
        return more


async def _json(client: AsyncOAuth2Client, url: str) -> dict[str, Any]:
    try:
        answer = await client.request("GET", url, withhold_token=True)
        answer.raise_for_status()
        found = answer.json()
    except (httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
        raise ProviderDown() from error
    if not isinstance(found, dict):
        raise ProviderDown()
    return found


def _refuse_plain_http(url: str) -> None:
    """Secrets and tokens need https. Plain http is allowed within this machine only."""
    parts = urlsplit(url)
    local = parts.hostname in LOOPBACK_HOSTS or (parts.hostname or "").endswith(".localhost")
    if parts.scheme != "https" and not (parts.scheme == "http" and local):
        raise SignInRefused("The sign-in service does not use https.")


def _as_claims(issuer: str, claims: dict[str, Any]) -> Claims:
    subject = _text(claims, "sub", LONGEST_ID)
    # OpenID Connect allows ASCII only. Anything else might be one subject to us and two to others.
    if not (subject and subject.isascii() and subject.isprintable()):
        raise SignInRefused()
    first = _name(claims, "given_name") or _name(claims, "name")
    picture = _text(claims, "picture", LONGEST_PICTURE)
    return Claims(
        issuer=issuer,
        subject=subject,
        email=_text(claims, "email", LONGEST_EMAIL),
        email_verified=claims.get("email_verified") is True,
        first_name=first,
        last_name=_name(claims, "family_name"),
        picture=picture if picture.startswith("https://") and picture.isprintable() else "",
    )


def _name(claims: dict[str, Any], name: str) -> str:
    """A name without invisible characters. Nobody can be asked for another one at a sign-in."""
    return made_visible(_text(claims, name, LONGEST_ID))


def _text(claims: dict[str, Any], name: str, longest: int) -> str:
    """A claim as text; empty if it is absent, of another type, or too long to store."""
    value = claims.get(name)
    return value if isinstance(value, str) and len(value) <= longest else ""
