"""A table of signatures, and how somebody with these stands with version 2 of their form."""

from datetime import UTC, datetime, timedelta

from rookiebattle.waivers.models import StandingState
from rookiebattle.waivers.policy import Signed

NOW = datetime(2026, 11, 28, 16, tzinfo=UTC)
DAY = timedelta(days=1)


def signed(version: int, left: int, *, is_verified: bool = True) -> Signed:
    """A signature that ends in so many days."""
    ends_at = NOW + left * DAY
    return Signed(version, ends_at - 365 * DAY, ends_at, is_verified)


CASES: dict[str, tuple[tuple[Signed, ...], StandingState, int | None]] = {
    "nothing": ((), StandingState.MISSING, None),
    "in force": ((signed(2, 200),), StandingState.SIGNED, 2),
    "the last second": ((signed(2, 0),), StandingState.EXPIRED, 2),
    "over": ((signed(2, -1),), StandingState.EXPIRED, 2),
    "old": ((signed(1, 200),), StandingState.OUTDATED, 1),
    "old and over": ((signed(1, -9),), StandingState.OUTDATED, 1),
    "old, and over": ((signed(1, 200), signed(2, -1)), StandingState.EXPIRED, 2),
    "on paper": ((signed(2, 300, is_verified=False),), StandingState.UNVERIFIED, 2),
    "on paper, over": ((signed(2, -1, is_verified=False),), StandingState.EXPIRED, 2),
    "paper beside it": (
        (signed(2, 20), signed(2, 300, is_verified=False)),
        StandingState.SIGNED,
        2,
    ),
    "paper after an old one": (
        (signed(1, 100), signed(2, 300, is_verified=False)),
        StandingState.UNVERIFIED,
        2,
    ),
    "twice": ((signed(2, 20), signed(2, 300)), StandingState.SIGNED, 2),
}
