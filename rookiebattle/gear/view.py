"""Gear and incidents as the page of a roster shows them. Pure."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from rookiebattle.core.values.text import clipped
from rookiebattle.events.wording import near_day
from rookiebattle.gear.schemas import GearShown, IncidentRead
from rookiebattle.gear.wording import GEAR_FAILED, SUSPENDED, gear_words, is_suspended_words
from rookiebattle.ui.forms import Option

LONGEST_CHOICE = 60
NO_ONE, NONE_OF_THESE = "No one in particular", "Tell it below"


@dataclass(frozen=True)
class IncidentRow:
    """An incident. `about` is whom it is about, who noted it, and when."""

    id: str = ""
    about: str = ""
    text: str = ""
    until: str = ""


@dataclass(frozen=True)
class GearView:
    """The gear and the incidents of an event. `words` has the gear of each member, and until when a
    member is suspended, and `alerts` the word for those who may not play. `told` are the incidents
    as choices of a form."""

    event_id: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    alerts: Mapping[str, str] = field(default_factory=dict)
    may_check: bool = False
    may_note: bool = False
    people: Sequence[Option] = ()
    incidents: Sequence[IncidentRow] = ()
    told: Sequence[Option] = ()


def view_of(event_id: str, shown: GearShown, now: datetime, today: date) -> GearView:
    people = [Option("", NO_ONE), *(Option(id_, name) for id_, name in shown.people)]
    told = [Option(one.id, _choice(one)) for one in shown.incidents]
    return GearView(
        event_id=event_id,
        words=_words(shown),
        alerts={one.user_id: GEAR_FAILED for one in shown.checks if not one.passed}
        | dict.fromkeys(shown.suspended, SUSPENDED),
        may_check=shown.may_check,
        may_note=shown.may_note,
        people=people,
        incidents=[_row(one, shown.time_zone, now, today) for one in shown.incidents],
        told=[Option("", NONE_OF_THESE), *told] if told else [],
    )


def _words(shown: GearShown) -> dict[str, str]:
    found = defaultdict[str, list[str]](list)
    for user_id, until in shown.suspended.items():
        found[user_id].append(is_suspended_words(until))
    for one in shown.checks:
        found[one.user_id].append(gear_words(one.item, passed=one.passed, note=one.note))
    return {user_id: " · ".join(words) for user_id, words in found.items()}


def _row(one: IncidentRead, zone: str, now: datetime, today: date) -> IncidentRow:
    told = (one.name, one.noted_by_name, near_day(one.noted_at, zone, now))
    is_suspended = one.suspended_until is not None and one.suspended_until > today
    until = is_suspended_words(one.suspended_until) if is_suspended and one.suspended_until else ""
    return IncidentRow(one.id, " · ".join(filter(None, told)), one.text, until)


def _choice(one: IncidentRead) -> str:
    words = " ".join(one.text.split())
    return clipped(f"{one.name}: {words}" if one.name else words, LONGEST_CHOICE)
