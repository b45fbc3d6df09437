"""The questions before events are removed, or many of them move or are hidden. Pure."""

from datetime import datetime

from rookiebattle.core.dates import DAYS, day_words
from rookiebattle.events.schemas import Affected
from rookiebattle.events.wording import NOBODY_REGISTERED, counted, time_words

FOR_GOOD = "This can’t be undone."
THIS, FOLLOWING = "This event", "This and following events"


def removal_question(affected: Affected) -> str:
    """The sentence about the registrations that would go with this one event."""
    return f"{_lost(affected.registrations)} {FOR_GOOD}"


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
    to = f"to {DAYS[start.weekday()]}s" if is_weekly else f"with this one to {_day(start)}"
    moving = f"{counted(affected.events, 'event')} move {to}, {time_words(start)}."
    return f"{moving} {_told(affected.registrations)}"


def many_hide(affected: Affected) -> str:
    """'9 events will be for members only.'"""
    return f"{counted(affected.events, 'event')} will be for members only."


def _day(start: datetime) -> str:
    return day_words(start, start)


def _told(registrations: int) -> str:
    if registrations == 0:
        return NOBODY_REGISTERED
    verb = "is" if registrations == 1 else "are"
    return f"{counted(registrations, 'seat')} {verb} taken: everyone registered gets an email."


def _lost(registrations: int) -> str:
    if registrations == 0:
        return "Nobody has registered yet."
    if registrations == 1:
        return "1 person will lose their seat and get an email."
    return f"{registrations:,} people will lose their seats and get an email."
