"""OpenID Connect: sends a browser to the provider and checks the answer it comes back with.

`authlib` and `joserfc` are loaded with the first sign-in, so that a start does not wait for them.
"""

from __future__ import annotations

import secrets
import ssl
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx2

from rookiebattle import routes
from rookiebattle.core.errors import BadRequest, Unavailable
from rookiebattle.core.values.text import made_visible
from rookiebattle.settings import LOOPBACK_HOSTS

if TYPE_CHECKING:
    from authlib.integrations.httpx_client import AsyncOAuth2Client
    from joserfc import jwt
    from joserfc.jwk import KeySet

# Neither `none` nor a shared secret: only the provider itself may hold the signing key.
ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"]
SCOPE = "openid email profile"
METHODS = ("client_secret_basic", "client_secret_post")
"""How a client shows its secret, the usual way first."""
BY_FORM = {"scope": "openid email", "response_mode": "form_post"}
"""Apple knows no scope `profile`, and tells an address only by a form (`callback_by_form`)."""
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
    default = "We can’t reach the sign-in service right now. Please try again in a moment."


class OpenIdClient:
    """The client of one provider. `transport` replaces the network for the development provider.

    `trusts_emails`: every address of the provider counts as verified, whatever the provider says.
    """

    def __init__(
        self,
        issuer: str,
        client_id: str,
        client_secret: str,
        transport: httpx2.AsyncBaseTransport | None = None,
        *,
        trusts_emails: bool = False,
    ) -> None:
        self._issuer, self._client_id, self._client_secret = issuer, client_id, client_secret
        self._transport, self._trusts_emails = transport, trusts_emails
        self._methods: list[str] = []
        self._verify: ssl.SSLContext | bool = True if transport else ssl.create_default_context()
        self._metadata: dict[str, Any] = {}
        self._keys: dict[str, Any] = {}
        self._read_at = -float(METADATA_SECONDS)

    async def check(self) -> None:
        """Read the provider's addresses and keys. Raises ProviderDown or SignInRefused."""
        async with self._client() as client:
            await self._discover(client)

    async def depart(self, redirect_uri: str) -> Departure:
        """Prepare a sign-in and its address. Raises ProviderDown or SignInRefused."""
        async with self._client() as client:
            metadata = await self._discover(client)
            nonce, verifier = secrets.token_urlsafe(24), secrets.token_urlsafe(48)
            url, state = client.create_authorization_url(
                metadata["authorization_endpoint"],
                state=secrets.token_urlsafe(24),
                nonce=nonce,
                code_verifier=verifier,
                redirect_uri=redirect_uri,
                **_prompt(metadata),
                **(BY_FORM if self._issuer == routes.APPLE_LOGIN else {}),
            )
        return Departure(url, state, nonce, verifier)

    async def arrive(self, departure: Departure, code: str, redirect_uri: str) -> Claims:
        """Exchange the code and check every claim. Raises ProviderDown or SignInRefused."""
        from authlib.integrations.httpx_client import OAuthError
        from joserfc.errors import JoseError

        async with self._client() as client:
            try:
                return await self._exchange(client, departure, code, redirect_uri)
            except (OAuthError, JoseError, ValueError, KeyError, TypeError) as error:
                raise SignInRefused() from error
            except httpx2.HTTPError as error:
                raise ProviderDown() from error

    async def _exchange(
        self, client: AsyncOAuth2Client, departure: Departure, code: str, redirect_uri: str
    ) -> Claims:
        metadata = await self._discover(client)
        verifier = departure.verifier
        token = await self._token(
            client, code=code, code_verifier=verifier, redirect_uri=redirect_uri
        )
        claims = await self._checked(client, token, departure.nonce)
        if "email" not in claims and "userinfo_endpoint" in metadata:
            claims |= await self._userinfo(client, str(claims["sub"]))
        return _as_claims(self._issuer, claims, trusts_emails=self._trusts_emails)

    async def _token(self, client: AsyncOAuth2Client, **form: str) -> dict[str, Any]:
        """The provider's answer to the code.

        A provider may list a method that it does not take from this client: then the next one is
        tried, and the one that was taken is used from then on.
        """
        from authlib.integrations.httpx_client import OAuthError

        address, methods = self._metadata["token_endpoint"], self._methods
        for method in methods:
            client.token_endpoint_auth_method = method
            try:
                token: dict[str, Any] = await client.fetch_token(
                    address, grant_type="authorization_code", **form
                )
            except OAuthError as error:
                if error.error != "invalid_client" or method == methods[-1]:
                    raise
            else:
                self._methods = [method]
                return token
        raise SignInRefused()

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
        offered = _listed(metadata, "token_endpoint_auth_methods_supported") or METHODS[:1]
        self._methods = [one for one in METHODS if one in offered]
        if not self._methods:
            raise SignInRefused("The sign-in service takes no client secret.")
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
        from joserfc.jws import JWSRegistry

        registry = JWSRegistry(algorithms=ALGORITHMS, strict_check_header=False)
        try:
            return jwt.decode(id_token, _usable(self._keys), registry=registry)
        except InvalidKeyIdError:
            # The provider has changed its keys since they were read, so they are read again.
            self._keys = await _json(client, self._metadata["jwks_uri"])
            return jwt.decode(id_token, _usable(self._keys), registry=registry)

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


def _listed(metadata: dict[str, Any], name: str) -> list[Any] | None:
    """A list in the provider's metadata; None where the provider does not say."""
    value = metadata.get(name)
    return value if isinstance(value, list) else None


def _prompt(metadata: dict[str, Any]) -> dict[str, str]:
    """Ask for the choice of an account, so that a provider does not log the last person in again.

    A provider that lists other prompts only may refuse a login that asks for this one.
    """
    prompts = _listed(metadata, "prompt_values_supported")
    is_known = prompts is None or "select_account" in prompts
    return {"prompt": "select_account"} if is_known else {}


def _usable(keys: dict[str, Any]) -> KeySet:
    """The keys of kinds that are known here. A provider may have others for other clients."""
    from joserfc.errors import JoseError
    from joserfc.jwk import JWKRegistry, KeySet

    usable = []
    for one in _listed(keys, "keys") or ():
        with suppress(JoseError, ValueError, KeyError, TypeError):
            usable.append(JWKRegistry.import_key(one))
    return KeySet(usable)


def _refuse_plain_http(url: str) -> None:
    """Secrets and tokens need https. Plain http is allowed within this machine only."""
    parts = urlsplit(url)
    local = parts.hostname in LOOPBACK_HOSTS or (parts.hostname or "").endswith(".localhost")
    if parts.scheme != "https" and not (parts.scheme == "http" and local):
        raise SignInRefused("The sign-in service does not use https.")


def _as_claims(issuer: str, claims: dict[str, Any], *, trusts_emails: bool) -> Claims:
    subject = _text(claims, "sub", LONGEST_ID)
    # OpenID Connect allows ASCII only. Anything else might be one subject to us and two to others.
    if not (subject and subject.isascii() and subject.isprintable()):
        raise SignInRefused()
    first = _name(claims, "given_name") or _name(claims, "name")
    picture = _text(claims, "picture", LONGEST_PICTURE)
    verified = claims.get("email_verified")
    return Claims(
        issuer=issuer,
        subject=subject,
        email=_text(claims, "email", LONGEST_EMAIL),
        # Apple sends the text "true". A number is no claim of OpenID Connect's.
        email_verified=trusts_emails or verified is True or verified == "true",
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
