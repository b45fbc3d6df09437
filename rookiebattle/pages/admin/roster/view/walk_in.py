"""The members whom the dialog of walk-ins finds. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from rookiebattle.registrations.schemas import Candidate
from rookiebattle.registrations.wording import CHECK_IN


@dataclass(frozen=True)
class CandidateRow:
    """A member who was found. `act` is the button's label; without it they are checked in."""

    user_id: str = ""
    name: str = ""
    known_as: str = ""
    about: str = ""
    act: str = ""


def candidate_rows(found: Sequence[Candidate]) -> list[CandidateRow]:
    return [
        CandidateRow(
            user_id=one.user_id,
            name=one.name,
            known_as=f"“{one.game_name}”" if one.game_name and one.game_name != one.name else "",
            about=" · ".join(filter(None, (one.email, one.chapter))),
            act=_act(one),
        )
        for one in found
    ]


def _act(one: Candidate) -> str:
    if one.checked_in_at:
        return ""
    return CHECK_IN if one.has_seat else "Register & check in"
