"""The sentences of the gate."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from rookiebattle.events.wording import time_words
from rookiebattle.gate.verdict import Verdict

HELP_ENDED = (
    "You don’t help at this gate anymore, so none of these check-ins were taken. The lead of the "
    "event sees them."
)
HELPS_ONLY = "Only the organizer and the people of this event’s gate check in."
NAMES_NOBODY = "This check-in names nobody, or two people at once."
NOT_OF_THIS_EVENT = "This is no pass for this event: it is another event’s, or none of ours."
SEATS_NOBODY = "Only the organizer, leads and gate people of this event add people at its gate."
NAME_NEEDED = "Please enter their name."
AGE_GROUP_NEEDED = "Please say whether they are an adult."
GUARDIAN_NEEDED = "Please enter the name of the parent or guardian who is here with them."
NOTHING_DUE = "Nothing is due for this seat."
NO_ENTRANCE = (
    "This code counts for one event on its day, and it isn’t that one now. Ask at the gate for the "
    "poster of today."
)
SCANNED_OFTEN = "You’ve tried this often. Please step to the gate, or try again in ten minutes."
YOUR_PASS = "Your Pass"  # noqa: S105  # a heading
HOW_TO_SHOW = "Turn your screen’s brightness up, and hold the code to the camera at the gate."


def many_newcomers(most: int) -> str:
    """Why somebody adds nobody else at the gate today."""
    return (
        f"You’ve added {most} people today, which is the most. Please ask a lead of the chapter or "
        "an administrator to add the others."
    )


def costs(price: str) -> str:
    """Why another sum than the price of a seat is not taken."""
    return f"The seat costs {price}, so please take that sum, or none for now."


def clock_was(at: datetime, zone: str, *, is_ahead: bool) -> str:
    """Why a check-in has another instant than the device said."""
    time = time_words(at.astimezone(ZoneInfo(zone)))
    if is_ahead:
        return f"The device’s clock was ahead, so this is noted at {time}"
    return f"The device’s clock was behind, so this is noted at {time}"


def since_words(at: datetime | None, zone: str) -> str:
    """'In since 10:42 AM'."""
    return f"In since {time_words(at.astimezone(ZoneInfo(zone)))}" if at else ""


def look_again(found: Verdict | None) -> str:
    """The reasons of somebody who is checked in without a green card; empty for a green one."""
    missing = "; ".join(one.text for one in found.reasons) if found else ""
    return f"Please look again: {missing}" if missing else ""


def in_one_line(parts: Sequence[str]) -> str:
    return ". ".join(part for part in parts if part)


def pass_title(name: str) -> str:
    """The heading of a pass, such as 'Your Pass' or 'Rowan’s Pass'."""
    return f"{name}’s Pass" if name else YOUR_PASS
