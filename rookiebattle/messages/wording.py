"""The words of messages to the people of an event. Pure."""

from collections.abc import Mapping, Sequence

from rookiebattle.events.wording import counted, some_names
from rookiebattle.registrations.schemas import Audience

MOST_A_DAY = 5
"""Messages about one event in a day, of everybody but administrators."""
AUDIENCES: Mapping[str, str] = {
    Audience.REGISTERED: "Everyone who’s registered",
    Audience.CHECKED_IN: "Everyone who’s checked in",
    Audience.WAITING: "Everyone on the waiting list",
    Audience.UNPAID: "Everyone who hasn’t paid",
}
WHY: Mapping[str, str] = {
    Audience.REGISTERED: "wrote to everyone who’s registered for",
    Audience.CHECKED_IN: "wrote to everyone who’s checked in at",
    Audience.WAITING: "wrote to everyone who’s waiting for a seat at",
    Audience.UNPAID: "wrote to everyone who hasn’t paid yet for",
}
ONLY_ORGANIZERS = "Only the organizer and the leads of this event write to its people."
ONLY_PEOPLE = "Messages are for people who have a seat or wait for one."
NOBODY = "There’s no one to write to."
OVER = "This event ended more than 30 days ago, so no one can be written to about it."
A_DAY = f"You can send {MOST_A_DAY} messages a day about one event."
TOO_MANY = f"{A_DAY} Please send the next one tomorrow."
ON_PAGE = "They’ll see it on the event’s page."
STILL_SENT = "If you cancel or move the event, everyone with an address gets an email."
SENT, SEND = "Message sent", "Send Message"
MESSAGE_ALL, MESSAGES = "Message Everybody", "Messages about this event"
SUBJECT_HINT = "Such as “Bring water.”"
TEXT_HINT = f"By email, and on the event’s page. {A_DAY}"
CANCELED_HINT = "Optional. It’s in the email about the cancellation, and on the event’s page."
CANCELED_SUBJECT = "About the cancellation"


def reach_words(emails: int, off: Sequence[str], without: Sequence[str]) -> str:
    """Before a message: how many get an email, who turned such emails `off`, and who is `without`
    an address. A cancellation reaches more: everybody who has an address."""
    gets = "gets" if emails == 1 else "get"
    told = [f"{counted(emails, 'person', 'people')} {gets} it by email."]
    if off:
        told.append(f"{len(off)} turned off emails about events: {some_names(off)}.")
    if without:
        has = "has" if len(without) == 1 else "have"
        told.append(f"{len(without)} {has} no email address: {some_names(without)}.")
    if off or without:
        told.append(ON_PAGE)
    return " ".join([*told, STILL_SENT] if off else told)
