"""The sign-in's test doubles: browsers, and a provider that can be made to lie."""

import base64
import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Concatenate, ParamSpec, TypeVar
from urllib.parse import parse_qsl, urlsplit

import httpx
from joserfc import jwt
from joserfc.jwk import RSAKey
from sqlalchemy.orm import Session
from starlette.applications import Starlette
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import get_database

ISSUER = "https://id.example.org"
CLIENT_ID, CLIENT_SECRET = "the-site", "a-secret-of-the-site-that-is-long-enough"
MAYA = {
    "sub": "maya",
    "email": "Maya@Example.org",
    "email_verified": True,
    "given_name": "Maya",
    "family_name": "Ortiz",
}

BOSS = Actor(user_id="boss", is_admin=True)

P = ParamSpec("P")
Result = TypeVar("Result")
Claims = dict[str, Any]
Signer = Callable[[Claims], str]


def write_as(
    actor: Actor,
    verb: Callable[Concatenate[Session, Actor, P], Result],
    *args: P.args,
    **kwargs: P.kwargs,
) -> Result:
    """Run a verb as an actor without a session."""
    with get_database().unit_of_work(write=True) as session:
        return verb(session, actor, *args, **kwargs)


@lru_cache(maxsize=1)
def _keys() -> tuple[RSAKey, RSAKey]:
    """The provider's key, and one that pretends to be it. Made once, as this takes time."""
    key = RSAKey.generate_key(2048, {"use": "sig", "alg": "RS256"}, auto_kid=True)
    return key, RSAKey.generate_key(2048, {"kid": key.kid or ""})


class LyingProvider:
    """An OpenID provider that is correct until a test changes one of its attributes.

    `takes` are the ways in which it lets the site show its secret.
    """

    def __init__(self, issuer: str = ISSUER) -> None:
        self.issuer = issuer
        self.takes: tuple[str, ...] = ("client_secret_basic",)
        self.more_keys: tuple[object, ...] = ()
        self.key, self.strange_key = _keys()
        self.metadata: dict[str, Any] = {}
        self.claims: Claims = {}
        self.userinfo: Claims | None = None
        self.without: tuple[str, ...] = ()
        self.sign: Signer = self.properly
        self.down: tuple[str, ...] = ()
        self.checks_verifier = True
        self.tokens_asked_for = 0
        self._codes: dict[str, dict[str, str]] = {}
        self.app = Starlette(
            routes=[
                Route("/.well-known/openid-configuration", self._discovery),
                Route("/jwks", self._jwks),
                Route("/token", self._token, methods=["POST"]),
                Route("/userinfo", self._userinfo),
            ]
        )

    def code(self, asked: Mapping[str, str]) -> str:
        """The query with which the provider would send the browser back."""
        code = secrets.token_urlsafe(16)
        self._codes[code] = dict(asked)
        return code

    async def _discovery(self, _request: Request) -> Response:
        if "discovery" in self.down:
            return Response(status_code=502)
        found = {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/jwks",
            "id_token_signing_alg_values_supported": ["RS256", "HS256", "none"],
        }
        if self.userinfo is not None:
            found["userinfo_endpoint"] = f"{self.issuer}/userinfo"
        return JSONResponse(found | self.metadata)

    async def _jwks(self, _request: Request) -> Response:
        return JSONResponse({"keys": [*self.more_keys, self.key.as_dict(private=False)]})

    async def _userinfo(self, _request: Request) -> Response:
        return JSONResponse(self.userinfo)

    async def _token(self, request: Request) -> Response:
        self.tokens_asked_for += 1
        if "token" in self.down:
            return Response(status_code=503)
        form = await request.form()
        if _shown(request, form) not in [(one, CLIENT_ID, CLIENT_SECRET) for one in self.takes]:
            return JSONResponse({"error": "invalid_client"}, 401)
        asked = self._codes.pop(str(form.get("code")), None)
        if asked is None or not self._fits(asked, str(form.get("code_verifier", ""))):
            return JSONResponse({"error": "invalid_grant"}, 400)
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT_ID, "iat": now, "exp": now + 300}
        claims |= MAYA | {"nonce": asked["nonce"]} | self.claims
        kept = {name: value for name, value in claims.items() if name not in self.without}
        return JSONResponse(
            {"access_token": "opaque", "token_type": "Bearer", "id_token": self.sign(kept)}
        )

    def _fits(self, asked: dict[str, str], verifier: str) -> bool:
        digest = hashlib.sha256(verifier.encode()).digest()
        return not self.checks_verifier or _base64(digest) == asked["code_challenge"]

    def properly(self, claims: Claims) -> str:
        return jwt.encode({"alg": "RS256", "kid": self.key.kid}, claims, self.key)

    def with_a_strange_key(self, claims: Claims) -> str:
        return jwt.encode({"alg": "RS256", "kid": self.key.kid}, claims, self.strange_key)

    def unsigned(self, claims: Claims) -> str:
        return self._by_hand("none", claims, lambda _text: b"")

    def with_the_client_secret(self, claims: Claims) -> str:
        return self._by_hand("HS256", claims, _mac(CLIENT_SECRET.encode()))

    def with_the_public_key_as_secret(self, claims: Claims) -> str:
        return self._by_hand("HS256", claims, _mac(self.key.as_pem(private=False)))

    def _by_hand(self, alg: str, claims: Claims, sign: Callable[[bytes], bytes]) -> str:
        """A token that no library would issue."""
        header = {"alg": alg, "kid": self.key.kid}
        text = ".".join(_base64(json.dumps(part).encode()) for part in (header, claims))
        return f"{text}.{_base64(sign(text.encode()))}"


def _shown(request: Request, form: FormData) -> tuple[str, str, str]:
    """How the client showed its id and secret, and both."""
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    if scheme:
        name, _, secret = base64.b64decode(given).decode().partition(":")
        return f"client_secret_{scheme.lower()}", name, secret
    return "client_secret_post", str(form.get("client_id")), str(form.get("client_secret"))


def _base64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _mac(secret: bytes) -> Callable[[bytes], bytes]:
    return lambda text: hmac.digest(secret, text, "sha256")


class Browser:
    """Keeps cookies and does the sign-in step by step; follows no redirect by itself."""

    def __init__(self, client: httpx.AsyncClient, provider: LyingProvider) -> None:
        self.client, self._provider = client, provider

    @property
    def cookies(self) -> dict[str, str]:
        return dict(self.client.cookies)

    async def get(self, path: str, **headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.client.get(path, headers=named)

    async def depart(self, query: str = "") -> dict[str, str]:
        """Begin to log in; returns the query that the provider gets."""
        answer = await self.get(f"/api/login{query}")
        assert answer.status_code == 302, answer.text
        return dict(parse_qsl(urlsplit(answer.headers["location"]).query))

    async def arrive(self, asked: Mapping[str, str], **instead: str) -> httpx.Response:
        """Come back from the provider with a code for `asked`, or with another answer."""
        query = {"code": self._provider.code(asked), "state": asked["state"]} | instead
        return await self.client.get("/api/callback", params=query)

    async def sign_in(self, query: str = "") -> httpx.Response:
        answer = await self.arrive(await self.depart(query))
        assert answer.status_code == 302, answer.text
        return answer

    async def who(self) -> int | str:
        """The email address of the signed-in person, or the status that says that there is none."""
        answer = await self.get("/api/auth/user")
        return str(answer.json()["email"]) if answer.status_code == 200 else answer.status_code
