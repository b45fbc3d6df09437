"""Sessions of signed-in browsers: their ids, their two expiries, their cookie."""

import re
import secrets
from base64 import urlsafe_b64encode
from datetime import datetime, timedelta
from functools import cache
from hashlib import sha256
from hmac import compare_digest

from rookiebattle.core.fingerprints import fingerprint
from rookiebattle.settings import get_settings

IDLE, ABSOLUTE = timedelta(days=14), timedelta(days=30)
TOUCH_EVERY = timedelta(hours=1)
# A member may be logged in in this many browsers. The next login ends the oldest session.
MOST = 20
# The characters of the random part, and the bytes of the signature.
BITS, SIGNATURE_BYTES = 43, 16
_ID = re.compile(r"[A-Za-z0-9_-]{65}")


def new_session_id() -> str:
    """256 random bits and our signature, for the cookie. The database stores only `key_of` the id.

    Without the signature each invented id would cost a read of the database.
    """
    return signed(secrets.token_urlsafe(32))


def signed(bits: str) -> str:
    """The session id of these random bits, which only this site can make."""
    signature = urlsafe_b64encode(fingerprint("session", bits)[:SIGNATURE_BYTES])
    return bits + signature.rstrip(b"=").decode()


def has_id(cookie_header: bytes) -> bool:
    """Whether a Cookie header names a session that this site has made; it may have ended since."""
    return cookie_name().encode() in cookie_header and bool(id_in(cookie_header.decode("latin-1")))


def _is_ours(session_id: str) -> bool:
    has_form = _ID.fullmatch(session_id) is not None
    return has_form and compare_digest(session_id, signed(session_id[:BITS]))


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


def has_cookie(cookie_header: str) -> bool:
    """Whether a Cookie header has the session's cookie, whoever has signed it."""
    return _cookie(cookie_name()).search(cookie_header) is not None


def id_in(cookie_header: str) -> str:
    """The session id in a Cookie header; empty when it is missing or not signed by us."""
    # A visitor's header may be long, and this runs before the visitor is counted.
    found = _cookie(cookie_name()).search(cookie_header)
    value = found[1].strip() if found else ""
    return value if _is_ours(value) else ""


@cache
def _cookie(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?:^|;)\s*{re.escape(name)}=([^;]*)")
