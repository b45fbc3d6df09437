"""Sign-ins that have begun, each in a signed cookie of the browser that began it.

There is one cookie per sign-in, so that several tabs can sign in at once.
"""

import hmac
from dataclasses import asdict, dataclass
from hashlib import sha256

from itsdangerous import BadSignature, URLSafeTimedSerializer
from starlette.responses import Response

from rookiebattle.integrations.oidc import Departure
from rookiebattle.settings import get_settings

SECONDS, MOST = 600, 5


@dataclass(frozen=True, slots=True)
class Pending:
    """One sign-in that has begun. `next` is the path it ends at.

    The cookie of a version before has no `issuer`: there was one provider.
    """

    state: str
    nonce: str
    verifier: str
    redirect_uri: str
    next: str
    issuer: str = ""

    @property
    def departure(self) -> Departure:
        return Departure("", self.state, self.nonce, self.verifier)


def _signer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(get_settings().signing_secret, salt="pending-login")


def _prefix() -> str:
    return "__Host-rb_login_" if get_settings().is_https else "rb_login_"


def _name(state: str) -> str:
    return _prefix() + sha256(state.encode()).hexdigest()[:16]


def remember(response: Response, pending: Pending, cookies: dict[str, str]) -> None:
    """Set the cookie that `recall` reads, and delete cookies that are too old or too many."""
    response.set_cookie(
        _name(pending.state),
        _signer().dumps(asdict(pending)),
        max_age=SECONDS,
        secure=get_settings().is_https,
        httponly=True,
        samesite="lax",
    )
    for name in _surplus(cookies):
        forget(response, name)


def _surplus(cookies: dict[str, str]) -> list[str]:
    """The cookies of sign-ins that are too old, and all but the newest few of the others."""
    alive: list[tuple[float, str]] = []
    names = [name for name in cookies if name.startswith(_prefix())]
    for name in names:
        try:
            _, signed_at = _signer().loads(cookies[name], SECONDS, return_timestamp=True)
        except BadSignature:
            continue
        alive.append((signed_at.timestamp(), name))
    kept = {name for _, name in sorted(alive)[-(MOST - 1) :]}
    return [name for name in names if name not in kept]


def recall(cookies: dict[str, str], state: str) -> Pending | None:
    """The sign-in that this browser began with `state`, while it is fresh."""
    try:
        pending = Pending(**_signer().loads(cookies.get(_name(state), ""), SECONDS))
    except BadSignature:
        return None
    return pending if hmac.compare_digest(pending.state.encode(), state.encode()) else None


def finish(response: Response, state: str) -> None:
    """Delete a sign-in's cookie, however it ended: a callback counts once."""
    forget(response, _name(state))


def forget(response: Response, name: str) -> None:
    response.delete_cookie(name, secure=get_settings().is_https, httponly=True, samesite="lax")
