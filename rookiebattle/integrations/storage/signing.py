"""Signed addresses of the local storage: each opens one file, with exact limits, until it expires.

They hold to what an address that S3 signs holds to.
"""

import time
from dataclasses import asdict, dataclass
from hmac import compare_digest

from rookiebattle import routes
from rookiebattle.core.errors import Forbidden
from rookiebattle.core.fingerprints import fingerprint

PURPOSE, FORM = "storage", "form"
EXPIRED = "Request has expired"
FORGED = "The signature of this address is not valid."


@dataclass(frozen=True, slots=True)
class Grant:
    """The right of an address's bearer: to send `size` bytes of `type`, or part `part` of a file.

    A size of -1 is any size; in a form it is the most. `expires` is in seconds since 1970.
    """

    key: str
    expires: int
    type: str = ""
    size: int = -1
    upload: str = ""
    part: int = 0

    @property
    def signature(self) -> str:
        values = asdict(self)
        return fingerprint(PURPOSE, *(f"{name}={values[name]}" for name in values)).hex()

    def check(self, signature: str) -> None:
        """Raise Forbidden for a wrong signature, and for one that has expired."""
        if not compare_digest(self.signature.encode(), signature.encode("utf-8", "replace")):
            raise Forbidden(FORGED)
        if self.expires < time.time():
            raise Forbidden(EXPIRED)

    @property
    def fields(self) -> dict[str, str]:
        """The grant without its key, with its signature, as texts."""
        values = {name: str(value) for name, value in asdict(self).items() if name != "key"}
        return {**values, "signature": self.signature}

    def address(self, path: str) -> str:
        """The absolute address of `path` with this grant in its query."""
        return routes.absolute(routes.asked(path, **self.fields))
