"""Sessions of signed-in browsers: their ids, their two expiries, their cookie."""

import re
import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from rookiebattle.settings import get_settings

IDLE, ABSOLUTE = timedelta(days=14), timedelta(days=30)
TOUCH_EVERY = timedelta(hours=1)
# A member may be logged in in this many browsers. The next login ends the oldest session.
MOST = 20
_ID = re.compile(r"[A-Za-z0-9_-]{43}")


def new_session_id() -> str:
    """256 random bits for the cookie. The database stores only `key_of` the id."""
    return secrets.token_urlsafe(32)


def key_of(session_id: str) -> str:
    """The SHA-256 under which a session is stored."""
    return sha256(session_id.encode()).hexdigest()


def expiry(started: datetime, now: datetime) -> datetime:
    """The end of a session that is used now: in 14 days, at most 30 days after it began."""
    return min(now + IDLE, started + ABSOLUTE)


def touch_is_due(started: datetime, ends: datetime, now: datetime) -> bool:
    """Whether the stored end is so far behind the new one that a write is worth it."""
    return expiry(started, now) - ends >= TOUCH_EVERY


def cookie_name() -> str:
    """`__Host-` binds the cookie to this host and to https; browsers refuse it over http."""
    return "__Host-rb_session" if get_settings().is_https else "rb_session"


def id_in(cookie_header: str) -> str:
    """The session id in a Cookie header; empty when it is missing or malformed."""
    name = cookie_name()
    for pair in cookie_header.split(";"):
        key, _, value = pair.strip().partition("=")
        if key == name:
            return value if _ID.fullmatch(value) else ""
    return ""
