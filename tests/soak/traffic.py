"""Members who stay for hours with open tabs, and what each of them was told of their seat."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import httpx
from socketio.exceptions import SocketIOError

from rookiebattle import routes
from rookiebattle.pages.calendar.state import CalendarState
from rookiebattle.pages.my_events.state import MyEventsState
from rookiebattle.ui.state import ShellState
from tests.races.stage import Stage
from tests.reflex_internals import event_of
from tests.soak.asking import SENTENCE
from tests.wire.socket_client import SocketClient

LOAD, REGISTER = (event_of(CalendarState.event_handlers[name]) for name in ("load", "register"))
SHOW, SHELL = event_of(MyEventsState.event_handlers["show"]), ShellState.get_full_name()
# One of ten members has the calendar open and does something every ten seconds. The others rest.
CALENDAR_SHARE, CALENDAR_PAUSE, RESTING_PAUSE = 10, 10.0, 120.0
# So many turns after opening a tab its member closes it and opens another.
TURNS_OF_A_TAB = 20
PATIENCE, BETWEEN_LOOKS = 60.0, 1.0
CONNECTING, REQUESTING = 25, 32
READ = (
    *(routes.HOME, routes.EVENTS, routes.CHAPTERS, routes.RESOURCES, routes.OWN_ACCOUNT),
    *("/api/events", "/api/events/with-status", "/api/events/user"),
)
LOST = (SocketIOError, TimeoutError, OSError)
DONE, REFUSED, UNKNOWN = "done", "refused", "no answer"


@dataclass
class Book:
    """The answers of the site to its members.

    `seats` has what each was last told of their seat: True for a seat, False for none. It lacks a
    member whose last attempt had no clear answer. `wrong` is what must never be told.
    """

    seats: dict[str, bool] = field(default_factory=dict)
    told: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def judge(self, answer: httpx.Response) -> str:
        """The words of an answer, and a note of it when nobody should get it."""
        if answer.is_success:
            return DONE
        if answer.status_code == httpx.codes.SERVICE_UNAVAILABLE and SENTENCE in answer.text:
            return SENTENCE
        if answer.status_code in (httpx.codes.CONFLICT, httpx.codes.BAD_REQUEST):
            return REFUSED
        self.wrong.append(f"{answer.request.url} {answer.status_code} {answer.text[:200]}")
        return REFUSED


@dataclass
class Person:
    """A member with a session, who wants a seat at one event, then gives it up, then wants it."""

    number: int
    user_id: str
    cookie: str
    event_id: str
    wants: bool = True

    @property
    def at_calendar(self) -> bool:
        return self.number % CALENDAR_SHARE == 0

    @property
    def pause(self) -> float:
        return (CALENDAR_PAUSE if self.at_calendar else RESTING_PAUSE) * random.uniform(0.5, 1.5)

    def tab(self, url: str) -> SocketClient:
        path = routes.EVENTS if self.at_calendar else routes.MY_EVENTS
        return SocketClient(url, cookie=self.cookie, path=path)


def people_at(stage: Stage, event_ids: Sequence[str], count: int) -> list[Person]:
    world = stage.world
    return [
        Person(number, actor.user_id, world.cookie_of(actor), event_ids[number % len(event_ids)])
        for number, actor in enumerate(world.people(count))
    ]


class Crowd:
    """All members at once. `url` is the site's."""

    def __init__(self, url: str, people: Sequence[Person], client: httpx.AsyncClient) -> None:
        self.url, self.people, self.book = url, people, Book()
        self.done = asyncio.Event()
        self._client, self._doors = client, asyncio.Semaphore(CONNECTING)
        self._tabs: dict[int, SocketClient] = {}

    def open_tabs(self) -> int:
        return sum(tab.connected for tab in self._tabs.values())

    async def stay(self, person: Person) -> None:
        """Keep a tab open, as one whose browser connects again by itself."""
        while not self.done.is_set():
            tab = person.tab(self.url)
            try:
                async with self._doors:
                    await tab.connect()
                self._tabs[person.number] = tab
                for _ in range(random.randint(1, 2 * TURNS_OF_A_TAB)):
                    if not await self._rests(person, tab):
                        break
                    await self._act(person, tab)
            except LOST:
                self.book.told["tabs lost"] += 1
                await asyncio.sleep(random.uniform(0, 2 * BETWEEN_LOOKS))
            finally:
                self._tabs.pop(person.number, None)
                with suppress(*LOST):
                    await tab.__aexit__(None, None, None)

    async def _rests(self, person: Person, tab: SocketClient) -> bool:
        """Do nothing for a while. False when the tab is lost, or the day is over."""
        loop = asyncio.get_running_loop()
        until = loop.time() + person.pause
        while loop.time() < until and tab.connected and not self.done.is_set():
            await asyncio.sleep(BETWEEN_LOOKS)
            tab.frames.clear()
            tab.client_events.clear()
        if not tab.connected:
            raise ConnectionResetError
        return not self.done.is_set()

    async def _act(self, person: Person, tab: SocketClient) -> None:
        chance = random.random()
        if chance < 0.3:
            before = len(tab.frames)
            await tab.send(LOAD if person.at_calendar else SHOW)
            await tab.until(lambda: len(tab.frames) > before, seconds=PATIENCE)
            self.book.told["events read"] += 1
        elif chance < 0.6:
            path = random.choice([*READ, f"/events/{person.event_id}"])
            self.book.told[f"read: {await self._ask(person, 'GET', path)}"] += 1
        else:
            await self._change(person, tab)

    async def _ask(self, person: Person, method: str, path: str) -> str:
        headers = {"cookie": person.cookie, "origin": self.url}
        try:
            return self.book.judge(await self._client.request(method, path, headers=headers))
        except httpx.TransportError:
            return UNKNOWN

    async def _change(self, person: Person, tab: SocketClient) -> None:
        """Take the seat, or give it up. The book forgets what it knew until the answer is clear."""
        book, id_ = self.book, person.user_id
        known, wants = book.seats.pop(id_, None), person.wants
        if wants and person.at_calendar:
            answer = await self._register_in(tab, person.event_id)
        else:
            method, verb = ("POST", "register") if wants else ("DELETE", "unregister")
            answer = await self._ask(person, method, f"/api/events/{person.event_id}/{verb}")
        book.told[f"{'seat' if wants else 'cancellation'}: {answer}"] += 1
        if answer == DONE:
            book.seats[id_] = wants
        elif answer == REFUSED and known is not None:
            book.wrong.append(f"{person} knew {known} and was refused")
        if answer in (DONE, REFUSED):
            person.wants = not wants

    async def _register_in(self, tab: SocketClient, event_id: str) -> str:
        # Other frames come too: of seats that others take, and late answers to what was read.
        before = tab.of(SHELL)["toast"]["id"]
        await tab.send(REGISTER, event_id=event_id)
        # A worker that starts the tab's state anew tells an empty toast first.
        await tab.until(
            lambda: (new := tab.of(SHELL)["toast"])["title"] and new["id"] != before,
            seconds=PATIENCE,
        )
        toast = tab.of(SHELL)["toast"]
        if toast["tone"] == "success":
            return DONE
        if SENTENCE in str(toast):
            return SENTENCE
        self.book.told[f"toast: {toast['title']} {toast['text']}"] += 1
        return REFUSED


@asynccontextmanager
async def crowd_at(url: str, people: Sequence[Person]) -> AsyncIterator[Crowd]:
    """Everybody comes, and leaves at the end of the block."""
    limits = httpx.Limits(max_connections=REQUESTING)
    async with (
        httpx.AsyncClient(base_url=url, limits=limits, timeout=PATIENCE) as client,
        asyncio.TaskGroup() as group,
    ):
        crowd = Crowd(url, people, client)
        for person in people:
            group.create_task(crowd.stay(person))
        try:
            yield crowd
        finally:
            crowd.done.set()
