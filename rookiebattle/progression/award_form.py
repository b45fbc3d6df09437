"""The parts that all forms of an award share: labels, choices, typed values, errors. Pure."""

from collections.abc import Iterable, Mapping

from rookiebattle.core.errors import Forbidden
from rookiebattle.progression.catalogue import Authority, award_named
from rookiebattle.progression.schemas import Approver
from rookiebattle.ui.forms import Option
from rookiebattle.ui.state import Refused

APPROVED_BY, HOW_MANY, INCIDENT, REASON = "Approved by", "How many", "Incident", "Reason"
APPROVED_BY_HINT = "The Lead or 2IC who agreed."
INCIDENT_HINT = "What happened. Only administrators read this."
REASON_HINT = "Members read it in their timeline."
NOBODY_YET = "Nobody yet"
# Longer numbers are no counts. Python refuses to read numbers of thousands of digits.
_MOST_DIGITS = 9


def approver_options(found: Iterable[Approver]) -> list[Option]:
    named = (Option(one.id, f"{one.name}, {one.title}") for one in found)
    return [Option("", NOBODY_YET), *named]


def award_of(form: Mapping[str, object]) -> dict[str, object]:
    """The values that were sent, without what this bead does not ask for."""
    bead = award_named(str(form.get("bead") or ""))
    names = ["bead", "reason"]
    names += ["incident"] * bead.needs_incident
    names += ["approvedBy"] * (bead.authority is Authority.SECOND)
    return {name: form.get(name) or None for name in names} | {"count": _count_of(form)}


def _count_of(form: Mapping[str, object]) -> object:
    typed = str(form.get("count") or "").strip()
    is_number = typed.isascii() and typed.isdigit() and len(typed) <= _MOST_DIGITS
    return int(typed) if is_number else typed


def errors_of(refused: Refused, form: Mapping[str, object]) -> dict[str, str]:
    """The sentences at their fields. A lack of authority concerns the approval, or the bead."""
    if not isinstance(refused.error, Forbidden):
        return refused.fields
    bead = award_named(str(form.get("bead") or ""))
    field = "approvedBy" if bead.authority is Authority.SECOND else "bead"
    return {field: refused.error.sentence}
