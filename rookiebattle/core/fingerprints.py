"""Fingerprints: hashes that only this site can make, because its secret goes into them.

`digest_of` is the exception: whoever has the token can make it.
"""

import hmac
from collections.abc import Sequence
from hashlib import sha256

from rookiebattle.settings import get_settings


def fingerprint(purpose: str, *parts: str) -> bytes:
    """32 bytes that are the same for the same parts, and tell nobody what the parts are.

    `purpose` keeps fingerprints of one use from being taken for those of another. Links in old
    letters carry such bytes, so how they are made must not change.
    """
    return _signed(get_settings().signing_secret, purpose, parts)


def fingerprints(purpose: str, *parts: str) -> list[bytes]:
    """The fingerprint, and the one by the secret of before, which is in links of old letters."""
    settings = get_settings()
    known = (settings.signing_secret, settings.session_secret_before)
    return [_signed(secret, purpose, parts) for secret in known if secret]


def digest_of(token: str) -> str:
    """The SHA-256 (hex) by which a token is stored: nobody who reads the row can use it."""
    return sha256(token.encode()).hexdigest()


def _signed(secret: str, purpose: str, parts: Sequence[str]) -> bytes:
    text = ":".join((purpose, *parts))
    return hmac.digest(secret.encode(), text.encode(), sha256)
