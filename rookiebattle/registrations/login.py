"""A login that leads to an event's page: what comes after it."""

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
from rookiebattle.registrations.wording import back_at

TAKING_A_SEAT = "register"
"""The fragment of the address to which a login leads from a button that takes a seat."""


def explain_login(
    session: Session, actor: Actor, /, *, path: str, fragment: str, words: list[str]
) -> None:
    """Name the event, if the actor may see it. Subscribed to `login_explained`."""
    folder, _, event_id = path.rpartition("/")
    if folder != routes.EVENTS:
        return
    with suppress(NotFound):
        event = events.get_event(session, actor, event_id=event_id)
        gets_one = fragment == TAKING_A_SEAT and _has_seats(event) and not event.requires_membership
        is_held = takes_card(event.price_cents)
        words.append(back_at(event.title, gets_seat=gets_one, is_held=is_held))


def _has_seats(event: EventRead) -> bool:
    is_ahead = event.canceled_at is None and is_future(event.start_date, clock.now())
    return is_ahead and not is_full(event.current_participants, event.max_participants)
