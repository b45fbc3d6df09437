"""The icon and the word of each type of notification. Pure."""

from typing import NamedTuple

from rookiebattle.notifications.policy import OTHER


class Manner(NamedTuple):
    """The icon (`symbol`, from the sprite) and the word of a type."""

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
    """The icon and the word of a type; an unknown type has those of `other`."""
    return MANNERS.get(type_, MANNERS[OTHER])
