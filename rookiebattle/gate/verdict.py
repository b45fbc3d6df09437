"""May this person play? One function over one frozen value, for page, API and offline. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from rookiebattle.core.values.dates import date_words
from rookiebattle.core.values.money import as_price
from rookiebattle.waivers.models import StandingState


class Color(StrEnum):
    """Yellow: the person may play once the gate has ended each reason (`AT_THE_GATE`)."""

    GREEN = "green"
    YELLOW = "yellow"
    RED = "red"


class Code(StrEnum):
    """The reasons, in the order in which a card lists them."""

    EVENT_CANCELED = "event_canceled"
    UNDER_13 = "under_13"
    SUSPENDED = "suspended"
    NOT_REGISTERED = "not_registered"
    MEMBERSHIP_NEEDED = "membership_needed"
    GUARDIAN_MISSING = "guardian_missing"
    WAIVER_MISSING = "waiver_missing"
    WAIVER_OUTDATED = "waiver_outdated"
    WAIVER_EXPIRED = "waiver_expired"
    WAIVER_UNVERIFIED = "waiver_unverified"
    FEE_DUE = "fee_due"
    GEAR_UNCHECKED = "gear_unchecked"


AT_THE_GATE = frozenset({Code.WAIVER_UNVERIFIED, Code.FEE_DUE, Code.GEAR_UNCHECKED})
"""The reasons that people at the gate end on the spot: look at a paper, take cash, check gear."""


@dataclass(frozen=True, slots=True)
class Facts:
    """A person at an event, as far as the gate may know. The defaults are somebody who may play.

    `waiver` is None where none is asked for. On the day `suspended_until` they may play again.
    `gear_passed` is None before the first check.
    For a reader who may not know ages, everybody is an adult (`_facts` in `service/people.py`).
    """

    has_seat: bool = True
    is_canceled: bool = False
    is_adult: bool = True
    has_guardian: bool = False
    waiver: StandingState | None = None
    due_cents: int = 0
    needs_membership: bool = False
    has_membership: bool = False
    needs_gear_check: bool = False
    gear_passed: bool | None = None
    suspended_until: date | None = None
    under_13: bool = False


@dataclass(frozen=True, slots=True)
class Reason:
    code: Code
    text: str


@dataclass(frozen=True, slots=True)
class Verdict:
    color: Color
    reasons: list[Reason]


_TEXTS = {
    Code.EVENT_CANCELED: "This event is canceled",
    Code.UNDER_13: "Under 13: players are 13 or older",
    Code.NOT_REGISTERED: "Not registered",
    Code.MEMBERSHIP_NEEDED: "Needs an active membership",
    Code.GUARDIAN_MISSING: "No guardian yet: a parent or guardian signs the waiver",
    Code.WAIVER_MISSING: "No waiver yet",
    Code.WAIVER_OUTDATED: "Signed an old version of the waiver",
    Code.WAIVER_EXPIRED: "The waiver has expired",
    Code.WAIVER_UNVERIFIED: "A lead still has to check the paper waiver",
}
_OF_WAIVER = {
    StandingState.MISSING: Code.WAIVER_MISSING,
    StandingState.OUTDATED: Code.WAIVER_OUTDATED,
    StandingState.EXPIRED: Code.WAIVER_EXPIRED,
    StandingState.UNVERIFIED: Code.WAIVER_UNVERIFIED,
}


def verdict(facts: Facts, today: date) -> Verdict:
    """The color of a person's card, and each reason why it is not green."""
    codes = [Code.EVENT_CANCELED] if facts.is_canceled else sorted(_codes(facts, today), key=_place)
    reasons = [Reason(code, _text(code, facts)) for code in codes]
    if not codes:
        return Verdict(Color.GREEN, reasons)
    return Verdict(Color.YELLOW if AT_THE_GATE.issuperset(codes) else Color.RED, reasons)


def _codes(facts: Facts, today: date) -> Iterator[Code]:
    if facts.under_13:
        yield Code.UNDER_13
    if facts.suspended_until and today < facts.suspended_until:
        yield Code.SUSPENDED
    if not facts.has_seat:
        yield Code.NOT_REGISTERED
    if facts.needs_membership and not facts.has_membership:
        yield Code.MEMBERSHIP_NEEDED
    if facts.waiver in _OF_WAIVER:
        yield _OF_WAIVER[facts.waiver]
        # A guardian is asked for to sign. With a waiver that holds, or a paper, somebody has.
        is_signed = facts.waiver is StandingState.UNVERIFIED
        if not (is_signed or facts.is_adult or facts.has_guardian):
            yield Code.GUARDIAN_MISSING
    if facts.due_cents:
        yield Code.FEE_DUE
    if facts.needs_gear_check and not facts.gear_passed:
        yield Code.GEAR_UNCHECKED


_ORDER = tuple(Code)


def _place(code: Code) -> int:
    return _ORDER.index(code)


def _text(code: Code, facts: Facts) -> str:
    if code is Code.FEE_DUE:
        return f"Fee due: {as_price(facts.due_cents)}"
    if code is Code.SUSPENDED and facts.suspended_until:
        return f"Suspended until {date_words(facts.suspended_until)}"
    if code is Code.GEAR_UNCHECKED:
        is_new = facts.gear_passed is None
        return "Gear not checked yet" if is_new else "Gear did not pass: a marshal checks it again"
    return _TEXTS[code]
