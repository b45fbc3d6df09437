"""The form that gives beads to the people of a roster. Pure."""

from dataclasses import dataclass

from rookiebattle.events.wording import counted
from rookiebattle.progression.catalogue import AWARDS, Authority, BeadColor, award_named
from rookiebattle.progression.policy import authority_words


@dataclass(frozen=True)
class BeadHint:
    """The chosen bead: its drawing, what an award of it takes, and the fields that it asks for."""

    key: str = AWARDS[0].key
    slug: str = AWARDS[0].slug
    words: str = ""
    asks_incident: bool = False
    asks_approval: bool = False


def bead_choices() -> list[tuple[str, str]]:
    """The beads of the form's select: color, meaning, and the hint of the catalogue."""
    return [(one.key, _label(one)) for one in AWARDS]


def _label(one: BeadColor) -> str:
    return f"{one.color}: {one.meaning}" + (f" ({one.note})" if one.note else "")


def hint_of(key: str) -> BeadHint:
    bead = award_named(key)
    return BeadHint(
        key=bead.key,
        slug=bead.slug,
        words=_hint(bead),
        asks_incident=bead.needs_incident,
        asks_approval=bead.authority is Authority.SECOND,
    )


def _hint(bead: BeadColor) -> str:
    if bead.authority is not Authority.ANY:
        return authority_words(bead)
    if bead.needs_event:
        return "The award names this event."
    if bead.is_private:
        return "Only the member and administrators see this bead."
    return ""


def receivers_of(*, chosen: int, there: int, held: int) -> str:
    """For whom the beads are, in a sentence."""
    if chosen:
        return f"For the {counted(chosen, 'selected member')}."
    if there:
        return f"For everyone who is checked in: {counted(there, 'member')}."
    return f"No one’s checked in, so it’s for everyone with a seat: {counted(held, 'member')}."
