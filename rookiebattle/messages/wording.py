"""The words of messages to the people of an event. Pure."""

from collections.abc import Mapping, Sequence

from rookiebattle.events.wording import counted
from rookiebattle.registrations.schemas import Audience
from rookiebattle.registrations.wording import all_names

MOST_NAMES = 10
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
SENT, SEND = "Message sent", "Send Message"
MESSAGE_ALL, MESSAGES = "Message Everybody", "Messages about this event"
SUBJECT_HINT = "Such as “Bring water.”"
TEXT_HINT = f"By email, and on the event’s page. {A_DAY}"
CANCELED_HINT = "Optional. It’s in the email about the cancellation, and on the event’s page."
CANCELED_SUBJECT = "About the cancellation"


def reach_words(emails: int, missed: Sequence[str]) -> str:
    """Such as '12 people get it by email. We can’t email Abe or Zed. They’ll see it on …'."""
    gets = "gets" if emails == 1 else "get"
    told = f"{counted(emails, 'person', 'people')} {gets} it by email."
    if not missed:
        return told
    names = [*missed[:MOST_NAMES]]
    if more := len(missed) - MOST_NAMES:
        names += [counted(more, "other")] if more > 0 else []
    return f"{told} We can’t email {all_names(names)}. {ON_PAGE}"
