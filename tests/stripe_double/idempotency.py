"""Stripe's rules for `Idempotency-Key`: the first answer is kept for a day and given again."""

from dataclasses import dataclass

from tests.stripe_double.account import DAY
from tests.stripe_double.errors import Refusal

LONGEST = 255


@dataclass
class Kept:
    """The first call with a key. `answer` is empty while that call runs."""

    call: str
    at: int
    answer: tuple[int, bytes] | None = None


class Keys:
    """All keys that were sent."""

    def __init__(self) -> None:
        self._kept: dict[str, Kept] = {}

    def begin(self, key: str, call: str, now: int) -> tuple[int, bytes] | None:
        """The kept answer; nothing for a new key. Refuses another call with the same key."""
        if len(key) > LONGEST:
            raise Refusal(f"Idempotency keys can be up to {LONGEST} characters.")
        found = self._kept.get(key)
        if found is None or found.at + DAY <= now:
            self._kept[key] = Kept(call, now)
            return None
        if found.call != call:
            raise Refusal(
                "Keys for idempotent requests can only be used with the same parameters they were "
                "first used with. Try using a key other than "
                f"'{key}' if you meant to execute a different request.",
                kind="idempotency_error",
            )
        if found.answer is None:
            raise Refusal(
                "There is currently another in-progress request using this Idempotent Key.",
                status=409,
                kind="idempotency_error",
                code="idempotency_key_in_use",
            )
        return found.answer

    def keep(self, key: str, status: int, body: bytes) -> None:
        """Keep what was answered, also an error of what was carried out."""
        self._kept[key].answer = (status, body)

    def forget(self, key: str) -> None:
        """A call whose parameters were refused was not carried out, so its key is free again."""
        self._kept.pop(key, None)
