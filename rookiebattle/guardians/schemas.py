"""Guardians and their people on the wire."""

from datetime import date
from typing import Annotated, Literal

from pydantic import BeforeValidator

from rookiebattle.core.schemas import Id, InstantRead, Wire
from rookiebattle.core.values.text import Email, Line, OptionalLine


def _a_day(value: object) -> object:
    """Accept only texts: pydantic would read a number as seconds since 1970."""
    if isinstance(value, date) or (isinstance(value, str) and len(value) == len("2010-05-31")):
        return value
    # A browser sends nothing for a date that is not complete, and never shows this form of one.
    raise ValueError("must be a date such as 2010-05-31" if value else "is required")


BirthDate = Annotated[date, BeforeValidator(_a_day)]


class StandingRead(Wire):
    """How somebody stands with the waiver. `version` and the instants are null while nothing is
    signed; `form`, `version` and `ends_at` are for readers who may not know who is a minor."""

    form: Literal["adult", "minor"] | None
    state: Literal["signed", "missing", "outdated", "expired", "unverified"]
    version: int | None = None
    signed_at: InstantRead | None = None
    ends_at: InstantRead | None = None


class DependentWrite(Wire):
    """A teenager of 13 to 17 whom their guardian adds."""

    first_name: Line
    last_name: OptionalLine = None
    game_name: Line
    birth_date: BirthDate


class DependentRead(Wire):
    """One of a guardian's people, for the guardian alone. `may_end`: they can log in, or have
    another guardian."""

    user_id: Id
    first_name: str | None
    last_name: str | None
    game_name: str | None
    birth_date: date | None
    is_minor: bool
    can_log_in: bool
    may_end: bool
    waiver: StandingRead


class ClaimLinkRead(Wire):
    """The address by which a teenager takes over their account, once. It is told this once."""

    url: str
    expires_at: InstantRead


class GuardianRead(Wire):
    """A guardian of one's own. `kept_at`: both are adults by now, and stay connected."""

    user_id: Id
    name: str
    since: InstantRead
    kept_at: InstantRead | None


class InvitationWrite(Wire):
    """The address of a guardian. A minor's birth date is kept if it is not known yet."""

    email: Email
    birth_date: BirthDate | None = None


class InvitationRead(Wire):
    id: Id
    email: str
    sent_at: InstantRead


class HouseholdInvitationWrite(Wire):
    """The address of another adult."""

    email: Email


class BirthDateWrite(Wire):
    birth_date: BirthDate


class AgeRead(Wire):
    """A member's age, for administrators. `guardians` are the names of a minor's."""

    birth_date: date | None
    is_minor: bool
    guardians: list[str]


class AcceptWrite(Wire):
    """The token of an invitation's letter."""

    token: Annotated[str, BeforeValidator(lambda text: text if isinstance(text, str) else "")]


class Connected(Wire):
    """A person who is connected with the reader now. `is_minor`: the reader is their guardian."""

    user_id: Id
    name: str
    is_minor: bool
