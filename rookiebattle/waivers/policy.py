"""Rules of waivers: which form somebody signs, and how they stand with it. Pure.

`waivers/queries.py` says the same in SQL, and a test compares both over a table of cases.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from rookiebattle.accounts.models import AgeBand
from rookiebattle.guardians.policy import OF_AGE, age_on
from rookiebattle.waivers.models import ENDS_SOON, Form, StandingState

ORDER = tuple(StandingState)


@dataclass(frozen=True, slots=True)
class Signed:
    """A signature of one form. `is_verified` is false for a waiver on paper that waits for it."""

    version: int
    signed_at: datetime
    ends_at: datetime
    is_verified: bool = True


@dataclass(frozen=True, slots=True)
class Standing:
    """How somebody stands with a form.

    `in_force` is the version that is asked for; None before the first one was published, when
    nobody lacks anything. The other three are of the signature that counts; None without one.
    """

    form: Form
    state: StandingState
    in_force: int | None = None
    version: int | None = None
    signed_at: datetime | None = None
    ends_at: datetime | None = None

    @property
    def lacks(self) -> bool:
        """Whether there is something to sign, or a paper to verify."""
        return self.in_force is not None and self.state is not StandingState.SIGNED

    def ends_soon(self, now: datetime) -> bool:
        """Whether a signature that still holds ends within 30 days."""
        if self.state is not StandingState.SIGNED or self.ends_at is None:
            return False
        return self.ends_at <= now + ENDS_SOON


def form_of(age_band: str | None, birth_date: date | None, today: date) -> Form:
    """The form that is signed for somebody. A birth date says more than what they once chose.

    People who have not said their age sign the form of an adult, as nobody signs for them.
    """
    if birth_date is None:
        return Form.MINOR if age_band == AgeBand.MINOR else Form.ADULT
    return Form.MINOR if age_on(birth_date, today) < OF_AGE else Form.ADULT


def standing_of(
    form: Form, version_in_force: int | None, signatures: Iterable[Signed], now: datetime
) -> Standing:
    """How somebody stands with a form at this moment, by all their signatures of this form.

    The best of them counts: a paper that waits for its lead takes nothing from a signature.
    """
    every = [(_state_of(one, version_in_force, now), one) for one in signatures]
    if not every:
        return Standing(form, StandingState.MISSING, version_in_force)
    state, best = min(every, key=lambda one: (ORDER.index(one[0]), -one[1].ends_at.timestamp()))
    return Standing(form, state, version_in_force, best.version, best.signed_at, best.ends_at)


def _state_of(signed: Signed, version_in_force: int | None, now: datetime) -> StandingState:
    if signed.version != version_in_force:
        return StandingState.OUTDATED
    if signed.ends_at <= now:
        return StandingState.EXPIRED
    return StandingState.SIGNED if signed.is_verified else StandingState.UNVERIFIED
