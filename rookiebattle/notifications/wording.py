"""How each type of notification is told: its icon and its word. Pure."""

from typing import NamedTuple

from rookiebattle.notifications.policy import OTHER


class Manner(NamedTuple):
    """`symbol` names an icon of the sprite."""

    symbol: str
    word: str


MANNERS = {
    "info": Manner("info", "Info"),
    "success": Manner("check", "Good news"),
    "warning": Manner("warning", "Warning"),
    "error": Manner("alert", "Urgent"),
    OTHER: Manner("bell", "Notice"),
}


def manner_of(type_: str) -> Manner:
    """How a type is told; an unknown one like `other`."""
    return MANNERS.get(type_, MANNERS[OTHER])
