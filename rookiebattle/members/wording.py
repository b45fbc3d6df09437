"""Statuses, names and fields of members in words. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from rookiebattle.accounts.models import MembershipStatus
from rookiebattle.core.validation import label_of as label_of_field
from rookiebattle.core.values.text import clipped
from rookiebattle.progression.changes import label_of as label_of_fact
from rookiebattle.progression.ledger import COLUMNS

NO_CHAPTER_LABEL, NOT_WELCOMED = "No Chapter", "Not welcomed yet"
LOG_IN_FOR_ROSTER = "Please log in to see who is in a chapter"
WELCOME, GOOD_TO_HAVE_YOU = "Welcome!", "Good to have you here."
EDIT_PROFILE = "Edit Profile"
PROFILE_UPDATED = "Profile Updated"
PROFILE_SAVED = "Your profile has been successfully updated."
NOT_UPDATED = "Failed to update profile. Please try again."
NAME_HINT = (
    "Other members see this name and nothing else, unless you choose in Your Account to show your "
    "real name, bio, plan and beads."
)
OPERATOR, YOU = "The operator", "You"
LONGEST_VALUE = 120
VERDICTS = {
    "new": "New member",
    "changed": "Will be changed",
    "here": "Already here",
    "problem": "Problem",
}
STATUSES = tuple((one.value, one.value.title()) for one in MembershipStatus)
NEEDS_ADDRESS = "Members need an email address to log in."
WITHOUT_ADDRESS = (
    "No address? Use one that a parent or the club reads, such as club+maya@example.org"
)
FIRST_LOGIN = "They’ll claim the account when they first log in with their email."
"""The fate of an account that was made for somebody."""
TONES = {"active": "success", "inactive": "neutral", "expired": "danger"}


def full_name(first: str | None, last: str | None) -> str:
    """First and last name, or the one that is known."""
    return " ".join(part for part in (first, last) if part)


def field_label(field: str) -> str:
    """'First name', 'Service bead': a column, or a fact of the ledger, as people call it."""
    is_fact = field.partition(".")[0] in COLUMNS
    return label_of_fact(field) if is_fact else label_of_field([field]).removesuffix(" id")


def meanwhile_words(by: str, now: str) -> str:
    """The sentence at a field that somebody changed to `now` after it was read."""
    value = f"changed this to “{clipped(now, LONGEST_VALUE)}”" if now else "emptied this"
    return f"{by or OPERATOR} {value} in the meantime"


def overtaken_words(changed: Mapping[str, str]) -> str:
    """The sentence of who changed which fields meanwhile, for the later writer: names by fields."""
    told = [f"{by} changed {fields}" for by, fields in _by_name(changed)]
    return f"{'; '.join(told)} in the meantime. Check the new values, then save again."


def also_changed_words(changed: Mapping[str, str]) -> str:
    """'Also changed in the meantime: Bio and Tier by Maya.'; empty when nothing was."""
    # The database tells the fields in no order.
    in_order = dict(sorted(changed.items(), key=lambda one: field_label(one[0])))
    told = [f"{fields} by {by}" for by, fields in _by_name(in_order)]
    return f"Also changed in the meantime: {'; '.join(told)}." if told else ""


def _by_name(changed: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    in_order = sorted(changed.items(), key=lambda one: one[1])
    for by, fields in groupby(in_order, key=lambda one: one[1]):
        yield by or OPERATOR, _listed([field_label(one[0]) for one in fields])


def _listed(words: Sequence[str]) -> str:
    """'a, b and c'."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
