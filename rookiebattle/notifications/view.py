"""A notification as a frozen view value with every text ready. Pure."""

from dataclasses import dataclass

from rookiebattle.notifications.policy import shown_type
from rookiebattle.notifications.schemas import NotificationRead
from rookiebattle.notifications.wording import manner_of

LONGEST_LEAD = 240


@dataclass(frozen=True)
class Notice:
    """A notification in the strip. `lead` is the beginning of a long message, else empty.

    `href` and `act` are what can be done about it, if anything can.
    """

    id: str = ""
    kind: str = ""
    symbol: str = ""
    word: str = ""
    title: str = ""
    message: str = ""
    lead: str = ""
    href: str = ""
    act: str = ""


def notice_of(notification: NotificationRead) -> Notice:
    manner = manner_of(notification.type)
    return Notice(
        id=notification.id,
        kind=shown_type(notification.type),
        symbol=manner.symbol,
        word=manner.word,
        title=notification.title,
        message=notification.message,
        lead=_lead(notification.message),
    )


def _lead(message: str) -> str:
    """The first words of a message, as many as fit."""
    if len(message) <= LONGEST_LEAD:
        return ""
    kept, _, _ = message[:LONGEST_LEAD].rpartition(" ")
    return (kept or message[:LONGEST_LEAD]).rstrip(" ,.;:") + " …"
