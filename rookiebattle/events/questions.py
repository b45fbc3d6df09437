"""The questions before events are removed or many of them change, and how many did. Pure."""

from datetime import datetime

from rookiebattle.core.values.dates import DAYS, day_words
from rookiebattle.events.schemas import Affected
from rookiebattle.events.wording import NOBODY_REGISTERED, counted, time_words

FOR_GOOD = "This can’t be undone."
GENTLER = "To keep the page up and say why, use “Cancel Event” on it instead."
EMAIL = "an email about it."
NOBODY_YET = "Nobody has registered yet."
THIS, FOLLOWING = "This event", "This and following events"


def removal_question(affected: Affected) -> str:
    """The losses, the people who are told, and the gentler way where there are such people.

    Nobody is told of an event that is over or canceled: it cannot be canceled (again) either.
    """
    if affected.obstacle:
        return affected.obstacle
    lost = _lost_each if affected.events > 1 else _lost
    said = f"{lost(affected)} {FOR_GOOD}"
    return f"{said} {GENTLER}" if affected.told else said


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
    return f"{moving} {_told(affected)}"


def many_hide(affected: Affected) -> str:
    """'9 events will be for members only.'"""
    return f"{counted(affected.events, 'event')} will be for members only."


def many_done(affected: Affected, act: str) -> str:
    """'9 events moved'; empty for a single event, about which the toast says enough."""
    return f"{counted(affected.events, 'event')} {act}" if affected.events > 1 else ""


def told_words(people: int) -> str:
    """'3 people get an email about it.'; empty when nobody does."""
    if not people:
        return ""
    return f"{counted(people, 'person', 'people')} {'gets' if people == 1 else 'get'} {EMAIL}"


def _day(start: datetime) -> str:
    return day_words(start, start)


def _told(affected: Affected) -> str:
    """No email goes to those with a seat at a date that is over or canceled."""
    if affected.registrations == 0:
        return NOBODY_REGISTERED
    verb = "is" if affected.registrations == 1 else "are"
    return _with_letters(f"{counted(affected.registrations, 'seat')} {verb} taken", affected)


def _lost(affected: Affected) -> str:
    lost = affected.registrations
    if lost == 0:
        return NOBODY_YET
    seats = "their seat" if lost == 1 else "their seats"
    letter = " and get an email" if affected.told else ""
    return f"{counted(lost, 'person', 'people')} will lose {seats}{letter}."


def _lost_each(affected: Affected) -> str:
    """The same for several events, of which one person may have many."""
    if affected.registrations == 0:
        return NOBODY_YET
    return _with_letters(f"{counted(affected.registrations, 'seat')} will be lost", affected)


def _with_letters(said: str, affected: Affected) -> str:
    if affected.told == affected.registrations:
        return f"{said}: everyone registered gets an email."
    letters = f"; everyone with one of the {affected.told:,} to come gets an email"
    return f"{said}{letters if affected.told else ''}."
