"""The gate on the wire."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from rookiebattle.core.schemas import Id, Instant, InstantRead, Wire
from rookiebattle.core.values.money import CentsWrite
from rookiebattle.core.values.text import OptionalEmail, OptionalLine

MOST_AT_ONCE = 500
"""Check-ins in one request."""


class ReasonRead(Wire):
    code: str
    text: str


class PersonAtGate(Wire):
    """Somebody with a seat. `passHash` is the SHA-256 (hex) of the token of their pass."""

    user_id: str
    registration_id: str | None
    name: str
    verdict: Literal["green", "yellow", "red"]
    reasons: list[ReasonRead]
    checked_in_at: InstantRead | None
    checked_in_by: str | None
    checked_in_by_name: str | None
    pass_hash: str


class GateCounts(Wire):
    registered: int
    checked_in: int
    waiting: int


class NotTaken(Wire):
    """A check-in of a device that was refused, and why."""

    user_id: str | None
    name: str
    at: InstantRead
    sent_by_name: str
    text: str


class WantsInRead(Wire):
    """Somebody who scanned the poster at the entrance, and what the gate has to see first."""

    user_id: str
    name: str
    at: InstantRead
    text: str


class GateRead(Wire):
    """The gate of an event. `notTaken` are the check-ins of devices that were refused lately, and
    `wantsIn` those who stand at the entrance, the first one first."""

    as_of: InstantRead
    counts: GateCounts
    people: list[PersonAtGate]
    not_taken: list[NotTaken]
    wants_in: list[WantsInRead]


class CheckInWrite(Wire):
    """A check-in that a device kept, of a member by id or by the token of a pass.

    One that names neither or nobody is refused by itself, so it does not keep others waiting.
    """

    client_id: Annotated[str, StringConstraints(min_length=1, max_length=64, pattern="^[!-~]+$")]
    user_id: Annotated[str, StringConstraints(max_length=64)] | None = None
    token: Annotated[str, StringConstraints(max_length=200)] | None = Field(
        default=None, alias="pass"
    )
    at: Instant


class CheckInsWrite(Wire):
    check_ins: Annotated[list[CheckInWrite], Field(max_length=MOST_AT_ONCE)]


class CheckInRead(Wire):
    """The answer to a check-in. `text` tells a refusal, another instant, or why a card is not
    green."""

    client_id: str
    outcome: str
    checked_in_at: InstantRead | None
    text: str


class GateWalkIn(Wire):
    """Somebody who stands at the gate without a seat.

    A member is named by `pass` or `userId`, somebody without an account by `name` and `ageGroup`.
    `paid` is cash.
    """

    name: OptionalLine = None
    age_group: Literal["adult", "minor", "under13"] | None = None
    guardian_name: OptionalLine = None
    email: OptionalEmail = None
    waiver: Literal["paper", "device", "none"] = "none"
    paid: CentsWrite | None = None
    token: Annotated[str, StringConstraints(max_length=200)] | None = Field(
        default=None, alias="pass"
    )
    user_id: Id | None = None


class WalkedIn(Wire):
    """`claimUrl` leads a newcomer, or a minor's guardian, to the account; it is told this once.

    `signUrl` is where this device lets them sign. Who has a red card is not checked in.
    """

    registration_id: str
    user_id: str
    claim_url: str | None
    verdict: Literal["green", "yellow", "red"]
    reasons: list[ReasonRead]
    checked_in_at: InstantRead | None
    sign_url: str | None


class PassQuery(Wire):
    """The event, and the person whose pass it is; without `userId`, the caller."""

    event_id: Id
    user_id: Id | None = None


class PassRead(Wire):
    """A pass. `svg` is its drawing; the gate finds nobody by it after `endsAt`."""

    token: str
    svg: str
    ends_at: InstantRead
