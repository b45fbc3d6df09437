"""The state of My Events: what the member has a seat at, and what the member organises."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import parse_qsl, urlsplit

import reflex as rx

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.pagination import MAX_LIMIT, Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.registrations import service
from rookiebattle.registrations.schemas import OwnEvent
from rookiebattle.registrations.state.seats import SeatLeft, leave_seat, take_seat
from rookiebattle.registrations.view import EventCard, card_of
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.state import telling

PAGE_SIZE = 20
LISTS = ("upcoming", "running", "past")


@dataclass(frozen=True)
class Leaf:
    """One page of a long list: '21 – 40 of 158' and the addresses beside it."""

    summary: str = ""
    previous: str = ""
    following: str = ""


async def load_page(actor: Actor, query: Mapping[str, str]) -> dict[str, object]:
    """The public vars of My Events; the names of the lists in the query number their pages."""
    if not actor.is_member:
        return {"loaded": True}
    mine = await run(service.my_summary, actor)
    led = await run(service.list_run, actor, window=Window(MAX_LIMIT))
    now = clock.now()
    return {
        **_list("upcoming", mine.upcoming, query, now),
        **_list("running", led.items, query, now),
        **_list("past", mine.past, query, now),
        "loaded": True,
    }


def _list(
    name: str, events: Sequence[OwnEvent], query: Mapping[str, str], now: datetime
) -> dict[str, object]:
    """The cards of one page of a list, and the way to the others."""
    pages = max(1, -(-len(events) // PAGE_SIZE))
    page = min(max(_number(query.get(name, "")), 1), pages)
    first = (page - 1) * PAGE_SIZE
    part = events[first : first + PAGE_SIZE]
    leaf = Leaf(
        f"{first + 1} – {first + len(part)} of {len(events):,}",
        _address(query, name, page - 1) if page > 1 else "",
        _address(query, name, page + 1) if page < pages else "",
    )
    return {
        name: [card_of(event, now) for event in part],
        f"{name}_leaf": leaf if pages > 1 else Leaf(),
    }


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < len("1000000") else 1


def _address(query: Mapping[str, str], name: str, page: int) -> str:
    kept = {key: query[key] for key in LISTS if key in query}
    return routes.asked(routes.MY_EVENTS, **kept | {name: str(page)})


class MyEventsState(rx.State):
    """The page: the lists, a page of each; `running` are the events that the member runs."""

    upcoming: rx.Field[list[EventCard]] = rx.field(default_factory=list)
    running: rx.Field[list[EventCard]] = rx.field(default_factory=list)
    past: rx.Field[list[EventCard]] = rx.field(default_factory=list)
    upcoming_leaf: Leaf = Leaf()
    running_leaf: Leaf = Leaf()
    past_leaf: Leaf = Leaf()
    left: SeatLeft = SeatLeft()
    loaded: bool = False

    @rx.event
    @public
    async def show(self) -> None:
        """Runs when the page is opened; a visitor sees that logging in is needed."""
        self.left = SeatLeft()
        await self._show()

    @rx.event
    @requires(Permission.OWN_REGISTRATION_DELETE)
    async def unregister(self, event_id: Id) -> None:
        """Give a seat back; the page keeps the way to take it again."""
        self.left = await leave_seat(self, event_id, self.upcoming) or self.left
        await self._show()

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CREATE)
    async def register(self, event_id: Id) -> None:
        """Take again the seat that was given back, if one is still free."""
        if await take_seat(self, event_id):
            self.left = SeatLeft()
        await self._show()

    async def _show(self) -> None:
        query = dict(parse_qsl(urlsplit(str(self.router.url)).query))
        async with telling(self):
            for name, value in (await load_page(current_actor(), query)).items():
                setattr(self, name, value)


offer(routes.MY_EVENTS, MyEventsState, load_page)
