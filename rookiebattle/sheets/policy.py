"""The right that a sheet of each list needs, and the heads of its columns."""

from rookiebattle.core.permissions import Permission
from rookiebattle.sheets.models import ListName

HEADS = {"checkedIn": "Checked In", "registeredAt": "Registered", "lastSeen": "Last Seen"}
"""The heads of columns whose name is more than a word."""
NEEDED = {
    ListName.ROSTER: Permission.OWN_REGISTRATION_CHECK,
    ListName.MEMBERS: Permission.ALL_ACCOUNT_READ,
    ListName.PAYMENTS: Permission.ALL_PAYMENT_READ,
}


def head_of(column: str) -> str:
    """The head of a column."""
    return HEADS.get(column, column.capitalize())
