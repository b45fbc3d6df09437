"""The gate on the wire."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from rookiebattle.core.schemas import Id, Instant, InstantRead, Wire

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


class GateRead(Wire):
    """The gate of an event. `notTaken` are the check-ins of devices that were refused lately."""

    as_of: InstantRead
    counts: GateCounts
    people: list[PersonAtGate]
    not_taken: list[NotTaken]


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


class PassQuery(Wire):
    """The event, and the person whose pass it is; without `userId`, the caller."""

    event_id: Id
    user_id: Id | None = None


class PassRead(Wire):
    """A pass. `svg` is its drawing; the gate finds nobody by it after `endsAt`."""

    token: str
    svg: str
    ends_at: InstantRead
