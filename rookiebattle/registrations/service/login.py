"""A login that leads to an event's page, or to a list where a seat was asked for."""

from contextlib import suppress

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import NotFound
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.when import is_future
from rookiebattle.registrations.policy import is_full
from rookiebattle.registrations.pricing import takes_card
from rookiebattle.registrations.wording import back_at, back_with_seat

TAKING_A_SEAT = "register"
"""The fragment of the address to which a login leads from a button that takes a seat."""
TAKING_ITS_SEAT = f"{TAKING_A_SEAT}={{event_id}}"
"""The same on a page with several events: it names the one whose button was pressed."""


def explain_login(
    session: Session, actor: Actor, /, *, path: str, fragment: str, words: list[str]
) -> None:
    """Name the event, if the actor may see it. Subscribed to `login_explained`."""
    folder, _, shown_id = path.rpartition("/")
    errand, _, listed_id = fragment.partition("=")
    is_its_page = folder == routes.EVENTS
    event_id = shown_id if is_its_page else listed_id
    takes_seat = errand == TAKING_A_SEAT
    is_list = path == routes.EVENTS or folder == routes.CHAPTERS
    if not is_its_page and not (is_list and takes_seat):
        return
    with suppress(NotFound):
        event = events.get_event(session, actor, event_id=event_id)
        gets_one, is_held = takes_seat and _has_seats(event), takes_card(event.price_cents)
        if is_its_page:
            words.append(back_at(event.title, gets_seat=gets_one, is_held=is_held))
        elif gets_one:
            words.append(back_with_seat(event.title, is_held=is_held))


def _has_seats(event: EventRead) -> bool:
    """Whether any member would get a seat, also one without a paid membership."""
    is_ahead = event.canceled_at is None and is_future(event.start_date, clock.now())
    is_open = is_ahead and not event.requires_membership
    return is_open and not is_full(event.current_participants, event.max_participants)
