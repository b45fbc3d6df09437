"""Fingerprints: hashes that only this site can make, because its secret goes into them."""

import hmac
from hashlib import sha256

from rookiebattle.settings import get_settings


def fingerprint(purpose: str, *parts: str) -> bytes:
    """32 bytes that are the same for the same parts, and tell nobody what the parts are.

    `purpose` keeps fingerprints of one use from being taken for those of another. Links in old
    letters carry such bytes, so how they are made must not change.
    """
    text = ":".join((purpose, *parts))
    return hmac.digest(get_settings().session_secret.encode(), text.encode(), sha256)
