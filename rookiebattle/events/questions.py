"""The questions before events are removed or many of them change, and how many did. Pure."""

from datetime import datetime

from rookiebattle.core.values.dates import DAYS, day_words
from rookiebattle.events.schemas import Affected
from rookiebattle.events.wording import NOBODY_REGISTERED, counted, reach_words, time_words

FOR_GOOD = "This can’t be undone."
GENTLER = "To keep the page up and say why, use “Cancel Event” on it instead."
THIS, FOLLOWING = "This event", "This and following events"


def removal_question(affected: Affected) -> str:
    """The losses, the letters, and the gentler way where somebody would be told.

    Nobody is told of an event that is over or canceled: it cannot be canceled (again) either.
    """
    if affected.obstacle:
        return affected.obstacle
    will_tell = reach_words(affected.reach)
    parts = (_lost(affected), will_tell, FOR_GOOD, GENTLER if will_tell else "")
    return " ".join(filter(None, parts))


def scope_labels(this: Affected, following: Affected) -> tuple[str, str]:
    """The labels of both answers to 'this one or this and following?', with their numbers."""
    return (
        f"{THIS} ({counted(this.registrations, 'registration')})",
        (
            f"{FOLLOWING} ({counted(following.events, 'event')}, "
            f"{counted(following.registrations, 'registration')})"
        ),
    )


def many_move(affected: Affected, start: datetime, *, is_weekly: bool) -> str:
    """'9 events move to Sundays, 5:00 PM. 3 seats are taken: …'; `start` is the new local start."""
    day = day_words(start, start)
    to = f"to {DAYS[start.weekday()]}s" if is_weekly else f"with this one to {day}"
    moving = f"{counted(affected.events, 'event')} will move {to}, {time_words(start)}."
    return " ".join(filter(None, (moving, _taken(affected), reach_words(affected.reach))))


def many_done(affected: Affected, act: str) -> str:
    """'9 events moved'; empty for a single event, about which the toast says enough."""
    return f"{counted(affected.events, 'event')} {act}" if affected.events > 1 else ""


def _taken(affected: Affected) -> str:
    if affected.registrations == 0:
        return NOBODY_REGISTERED
    verb = "is" if affected.registrations == 1 else "are"
    return f"{counted(affected.registrations, 'seat')} {verb} taken."


def _lost(affected: Affected) -> str:
    """Of several events, one person may lose many seats."""
    lost = affected.registrations
    if lost == 0:
        return NOBODY_REGISTERED
    if affected.events > 1:
        return f"{counted(lost, 'seat')} will be lost."
    return f"{counted(lost, 'person', 'people')} will lose their seat{'' if lost == 1 else 's'}."
