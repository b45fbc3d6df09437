"""A login that leads to an event's page, or to a list where a seat was asked for."""

from contextlib import suppress
from typing import NamedTuple

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
"""That fragment on a page with several events. It names the event whose button was pressed."""


def explain_login(
    session: Session, actor: Actor, /, *, path: str, fragment: str, words: list[str]
) -> None:
    """Name the event, if the actor may see it. Subscribed to `login_explained`."""
    aim = _aim(path, fragment)
    if not aim.event_id:
        return
    with suppress(NotFound):
        event = events.get_event(session, actor, event_id=aim.event_id)
        gets_one, is_held = aim.takes_seat and _has_seats(event), takes_card(event.price_cents)
        if aim.is_its_page:
            words.append(back_at(event.title, gets_seat=gets_one, is_held=is_held))
        elif gets_one:
            words.append(back_with_seat(event.title, is_held=is_held))


def chapter_ahead(session: Session, actor: Actor, *, onwards: str) -> str:
    """The id of the chapter to whose event or page `onwards` leads; empty if it leads elsewhere."""
    address, _, fragment = onwards.partition("#")
    path = address.partition("?")[0]
    aim = _aim(path, fragment)
    if aim.event_id:
        with suppress(NotFound):
            return events.get_event(session, actor, event_id=aim.event_id).chapter_id or ""
    folder, _, shown_id = path.rpartition("/")
    return shown_id if folder == routes.CHAPTERS else ""


class _Aim(NamedTuple):
    event_id: str
    is_its_page: bool
    takes_seat: bool


def _aim(path: str, fragment: str) -> _Aim:
    folder, _, shown_id = path.rpartition("/")
    errand, _, listed_id = fragment.partition("=")
    is_its_page, takes_seat = folder == routes.EVENTS, errand == TAKING_A_SEAT
    is_list = path == routes.EVENTS or folder == routes.CHAPTERS
    listed = listed_id if is_list and takes_seat else ""
    return _Aim(shown_id if is_its_page else listed, is_its_page, takes_seat)


def _has_seats(event: EventRead) -> bool:
    """Whether any member would get a seat, also one without a paid membership."""
    is_ahead = event.canceled_at is None and is_future(event.start_date, clock.now())
    is_open = is_ahead and not event.requires_membership
    return is_open and not is_full(event.current_participants, event.max_participants)
