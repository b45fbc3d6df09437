"""A small OpenID provider for development: on this machine, anybody can be any demo account.

Like a strict provider it checks the client, the redirect address and PKCE; a code works once.
"""

from __future__ import annotations

import hmac
import secrets
import time
from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Awaitable, Callable, Sequence
from functools import cached_property
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import urlencode, urlsplit

from htpy import a, div, li, span, ul
from itsdangerous import BadSignature, URLSafeTimedSerializer
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from rookiebattle import routes
from rookiebattle.core.doors.plain_page import actions, plain_page
from rookiebattle.core.errors import Forbidden
from rookiebattle.settings import LOOPBACK_HOSTS, get_settings

if TYPE_CHECKING:
    from joserfc.jwk import ECKey

CLIENT_ID = "rookiebattle-development"
CODE_SECONDS, TOKEN_SECONDS = 60, 300
MOST_USED_CODES = 1000

Errand = Callable[[Request], Awaitable[str]]
"""Says what comes after the login of a request's browser; empty when that is not known."""
FORWARDING = ("forwarded", "via", "x-real-ip")


async def unexplained(_request: Request) -> str:
    return ""


class Account(Protocol):
    @property
    def subject(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def first_name(self) -> str: ...
    @property
    def last_name(self) -> str: ...
    @property
    def email(self) -> str: ...
    @property
    def role(self) -> str: ...
    @property
    def about(self) -> str: ...


class DevProvider:
    """`app` is the provider; `client_secret` is the secret of its one client.

    Only the browser uses the network, at `site`. The issuer is a name that never changes.
    """

    def __init__(
        self,
        issuer: str,
        site: str,
        secret: str,
        accounts: Sequence[Account],
        redirect_uris: Callable[[], frozenset[str]],
        errand: Errand = unexplained,
    ) -> None:
        self.issuer, self._site, self.client_secret = issuer, site, secrets.token_urlsafe(32)
        self._errand = errand
        self._accounts = {one.subject: one for one in accounts}
        self._redirect_uris = redirect_uris
        # The codes are signed, so that any worker can redeem the code of another one.
        self._codes = URLSafeTimedSerializer(secret, salt="dev-oidc-code")
        self._used: dict[str, None] = {}
        self.app = Starlette(
            routes=[
                Route(routes.dev_provider(".well-known/openid-configuration"), self._discovery),
                Route(routes.dev_provider("authorize"), self._authorize),
                Route(routes.dev_provider("token"), self._token, methods=["POST"]),
                Route(routes.dev_provider("jwks"), self._jwks),
            ]
        )

    @cached_property
    def _key(self) -> ECKey:
        from joserfc.jwk import ECKey

        return ECKey.generate_key("P-256", {"use": "sig", "alg": "ES256"}, auto_kid=True)

    async def _discovery(self, _request: Request) -> Response:
        return JSONResponse(
            {
                "issuer": self.issuer,
                "authorization_endpoint": self._site + routes.dev_provider("authorize"),
                "token_endpoint": self._endpoint("token"),
                "jwks_uri": self._endpoint("jwks"),
                "response_types_supported": ["code"],
                "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["ES256"],
                "code_challenge_methods_supported": ["S256"],
            }
        )

    def _endpoint(self, name: str) -> str:
        """The address for the server, which calls the provider without the network."""
        return f"{self.issuer}/{name}"

    async def _jwks(self, _request: Request) -> Response:
        return JSONResponse({"keys": [self._key.as_dict(private=False)]})

    async def _authorize(self, request: Request) -> Response:
        asked = request.query_params
        if (
            asked.get("client_id") != CLIENT_ID
            or asked.get("redirect_uri") not in self._redirect_uris()
            or asked.get("response_type") != "code"
            or asked.get("code_challenge_method") != "S256"
            or not asked.get("code_challenge")
        ):
            return plain_page(
                "This link is not complete",
                "Please start again from the site.",
                actions((routes.HOME, "To the site")),
                400,
            )
        if asked.get("cancel"):
            return self._back(request, error="access_denied")
        account = self._accounts.get(asked.get("account", ""))
        if account is None:
            return self._choose(request, await self._errand(request))
        return self._back(request, code=self._code(request, account))

    def _back(self, request: Request, **answer: str) -> Response:
        state = request.query_params.get("state", "")
        query = urlencode({**answer, "state": state, "iss": self.issuer})
        return RedirectResponse(f"{request.query_params['redirect_uri']}?{query}", 302)

    def _code(self, request: Request, account: Account) -> str:
        kept = ("redirect_uri", "code_challenge", "nonce")
        details = {name: request.query_params.get(name, "") for name in kept}
        return self._codes.dumps({**details, "sub": account.subject, "id": secrets.token_hex(8)})

    def _choose(self, request: Request, errand: str) -> Response:
        def link(**more: str) -> str:
            return "?" + urlencode({**request.query_params, **more})

        choices = (
            li[
                a(".choice", href=link(account=one.subject))[
                    span(".round", aria_hidden="true")[one.first_name[:1]],
                    span(".who")[one.name, " ", span(".role")[one.role]],
                    span(".about")[one.about],
                ]
            ]
            for one in self._accounts.values()
        )
        cancel = a(".button", href=link(cancel="1"))["Cancel"]
        text = "This copy runs on your own machine, with demo accounts and without passwords."
        return plain_page(
            "Who would you like to be?",
            f"{text} {errand}" if errand else text,
            [ul[choices], div(".actions")[cancel]],
        )

    async def _token(self, request: Request) -> Response:
        form = await request.form()
        if not self._knows_client(request):
            return JSONResponse({"error": "invalid_client"}, 401)
        granted = self._redeem(
            str(form.get("code", "")),
            str(form.get("redirect_uri", "")),
            str(form.get("code_verifier", "")),
        )
        if form.get("grant_type") != "authorization_code" or granted is None:
            return JSONResponse({"error": "invalid_grant"}, 400)
        return JSONResponse(
            {
                "access_token": secrets.token_urlsafe(32),
                "token_type": "Bearer",
                "expires_in": TOKEN_SECONDS,
                "id_token": self._id_token(granted),
            },
            headers={"cache-control": "no-store"},
        )

    def _knows_client(self, request: Request) -> bool:
        scheme, _, given = request.headers.get("authorization", "").partition(" ")
        try:
            sent = b64decode(given, validate=True)
        except NotBase64:
            return False
        expected = f"{CLIENT_ID}:{self.client_secret}".encode()
        return scheme.lower() == "basic" and hmac.compare_digest(sent, expected)

    def _redeem(self, code: str, redirect_uri: str, verifier: str) -> dict[str, Any] | None:
        """The details of a code, if it is fresh, unused, and the verifier fits."""
        from authlib.oauth2.rfc7636 import create_s256_code_challenge

        try:
            granted: dict[str, Any] = self._codes.loads(code, max_age=CODE_SECONDS)
        except BadSignature:
            return None
        fits = verifier and create_s256_code_challenge(verifier) == granted["code_challenge"]
        if granted["id"] in self._used or not fits or redirect_uri != granted["redirect_uri"]:
            return None
        self._used[granted["id"]] = None
        if len(self._used) > MOST_USED_CODES:
            del self._used[next(iter(self._used))]
        return granted

    def _id_token(self, granted: dict[str, Any]) -> str:
        from joserfc import jwt

        account, now = self._accounts[granted["sub"]], int(time.time())
        claims = {
            "iss": self.issuer,
            "sub": account.subject,
            "aud": CLIENT_ID,
            "iat": now,
            "exp": now + TOKEN_SECONDS,
            "nonce": granted["nonce"],
            "email": account.email,
            "email_verified": True,
            "given_name": account.first_name,
            "family_name": account.last_name,
        }
        return jwt.encode({"alg": "ES256", "kid": self._key.kid}, claims, self._key)


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


def local_only(app: ASGIApp) -> ASGIApp:
    """The application for requests from this machine; a refusal for all others."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        answer = app
        try:
            refuse_unless_local(Request(scope))
        except Forbidden as refused:
            answer = plain_page("Not from here", refused.sentence, "", refused.status)
        await answer(scope, receive, send)

    return guarded
