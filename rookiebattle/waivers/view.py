"""Says how somebody stands with a waiver, and shows papers that wait. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from rookiebattle.core import clock
from rookiebattle.core.values.dates import date_words
from rookiebattle.waivers.models import StandingState
from rookiebattle.waivers.policy import Standing
from rookiebattle.waivers.schemas.signatures import PaperWaiting
from rookiebattle.waivers.service.standing import ToSign
from rookiebattle.waivers.wording import version_words

TOOK_IT = "You took this paper, or it is your own, so someone else verifies it."


def why(standing: Standing, name: str = "") -> str:
    """Says why somebody is asked to sign; `name` is that of a minor, empty for the reader."""
    whose = f"The waiver for {name}" if name else "Your waiver"
    if standing.state is StandingState.OUTDATED:
        return f"{whose} has a new version"
    if standing.state is StandingState.MISSING:
        return f"{whose} isn’t signed yet"
    if standing.state is StandingState.EXPIRED or standing.ends_at is None:
        return f"{whose} has ended"
    if standing.state is StandingState.UNVERIFIED:
        return f"{whose} on paper is waiting for a lead to check it"
    day = clock.day_of(standing.ends_at)
    return f"{whose} ends on {date_words(day)}"


def not_signed(found: Sequence[ToSign], names: str) -> str:
    """Says whose waiver is missing; `names` are those of all of them."""
    if len(found) > 1:
        return f"{names} still need a signed waiver."
    return f"{why(found[0].standing, found[0].name)}."


@dataclass(frozen=True)
class PaperView:
    """A paper that waits for a lead; without an id none is open. `waits`: somebody else judges."""

    id: str = ""
    name: str = ""
    what: str = ""
    taken: str = ""
    photo: str = ""
    waits: str = ""


def paper_view(one: PaperWaiting) -> PaperView:
    day = date_words(clock.day_of(one.noted_at))
    by = f" by {one.noted_by}" if one.noted_by else ""
    at = f", at {one.event}" if one.event else ""
    return PaperView(
        id=one.id,
        name=one.name,
        what=version_words(one.form, one.version),
        taken=f"Taken on {day}{by}{at}",
        photo=one.photo,
        waits=TOOK_IT if one.took_it else "",
    )


def paper_views(waiting: Sequence[PaperWaiting]) -> list[PaperView]:
    return [paper_view(one) for one in waiting]
