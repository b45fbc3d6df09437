"""The words of gear checks and incidents. Pure."""

from collections.abc import Mapping
from datetime import date

from rookiebattle.core.pushing import live
from rookiebattle.core.values.dates import date_words
from rookiebattle.gear.models import Item

ITEMS: Mapping[str, str] = {Item.WEAPON: "Weapon", Item.SHIELD: "Shield", Item.ARMOR: "Armor"}
PASSED, FAILED = "passed", "failed"
GEAR_FAILED, SUSPENDED = "Gear failed", "Suspended"
CHECK_GEAR, CHECKED = "Check Gear", "Gear noted"
NOTE_INCIDENT, NOTED = "Note an Incident", "Incident noted"
END_SUSPENSION, ENDED = "End Suspension", "Suspension ended"
INCIDENTS = "Incidents"
WHO_READS = "Only leads of this event and administrators read these."
NO_INCIDENTS = "Nothing has happened here."
ONLY_MARSHALS = "Only marshals, the organizer and the leads of this event check gear."
ONLY_LEADS = "Only a lead or an administrator reads and writes incidents."
NOBODY = "Choose who is suspended."
TOO_EARLY = "A suspension ends on a later day than today."
TOO_LATE = "A suspension lasts at most two years."
NOT_YOURSELF = "Someone else has to write an incident about you."
NO_INCIDENT = "This incident doesn’t exist."


def suspended_words(until: date) -> str:
    """Such as 'You’re suspended until Nov 21, 2026, and can’t register before that day.'"""
    return f"You’re suspended until {date_words(until)}, and can’t register before that day."


def is_suspended_words(until: date) -> str:
    """About somebody else, such as 'Suspended until Nov 21, 2026'."""
    return f"Suspended until {date_words(until)}"


def gear_words(item: str, *, passed: bool, note: str | None) -> str:
    """Such as 'Weapon failed: sharp tip'."""
    result = f"{ITEMS[item]} {PASSED if passed else FAILED}"
    return f"{result}: {note}" if note else result


def topic_of(event_id: str) -> str:
    """The topic of the gear and the incidents of an event. Only pages that show them watch it."""
    return f"{live.LIST}gear:{event_id}"
