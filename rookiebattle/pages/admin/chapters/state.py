"""States of the page: the chapters with their form, and the requests to start a chapter."""

from typing import ClassVar

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.chapters import channels, requests, service
from rookiebattle.chapters.models import MOST_LINES
from rookiebattle.chapters.schemas import ChapterEdited, ChapterPatch, ChapterRead, ChapterWrite
from rookiebattle.chapters.wording import members_words
from rookiebattle.console.state import RecordForm, Records, Verbs, recount
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.pages.admin.chapters.view import (
    BLANK,
    REQUEST_PAGE,
    REQUESTS,
    SHAPE,
    SIZE,
    WEBHOOK,
    ChannelView,
    ChaptersView,
    RequestsView,
    are_folded,
    channel_of,
    draft_of,
    errors_of,
    requested_draft,
    requests_of,
    requests_of_address,
    view_of,
    wanted,
    written,
)
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.list_query import read_query
from rookiebattle.ui.paging import page_number, window_of
from rookiebattle.ui.records import RENEWED, FormValues
from rookiebattle.ui.state import LoadedPage, Refused, ShellState, attempt
from rookiebattle.ui.views import Loaded

REQUEST = "requestId"
DISCONNECTED = parse(ChapterPatch, {WEBHOOK: None})
TOLD = "We emailed {name}."


async def load(actor: Actor, params: Query) -> ChaptersView | Loaded:
    if not actor.reach(Permission.ALL_CHAPTER_READ):
        return Loaded()
    query = read_query(SHAPE, params)
    return view_of(query, await run(service.search_chapters, actor, wanted=wanted(query)))


class AdminChaptersState(RecordForm, rx.State):
    """One page of the list, and the form of a chapter with so many lines for `leaders`.

    `request` is the request to start a chapter that the form answers, `asker` the person's name.
    """

    shown: ChaptersView = ChaptersView(loaded=False)
    is_unfolded: bool = False
    leaders: int = 0
    request: str = ""
    asker: str = ""
    losses: str = ""
    channel: ChannelView = ChannelView()
    shows_channel: bool = False
    _load = load
    _records: ClassVar = Records(
        "Chapter",
        lambda: Verbs(
            service.edited_chapter,
            service.create_chapter,
            service.update_chapter,
            service.delete_chapter,
        ),
        write=ChapterWrite,
        patch=ChapterPatch,
        blank=BLANK,
        name="name",
    )
    _draft_of = staticmethod(draft_of)
    _written = staticmethod(written)
    _errors_of = staticmethod(errors_of)

    @rx.event
    @requires(Permission.ALL_CHAPTER_CREATE)
    async def create(self) -> None:
        await self._open()

    @rx.event
    @requires(Permission.ALL_REQUEST_UPDATE)
    async def start(self, request_id: Id) -> None:
        """Open the form for the chapter that somebody asked for. Saving it tells them."""
        reading = run(requests.waiting_request, current_actor(), request_id=request_id)
        asked = await attempt(self, reading)
        if isinstance(asked, Refused):
            await self._show_requests()
            return
        await self._open()
        self.draft = requested_draft(asked)
        self.request, self.asker = asked.id, asked.name

    @rx.event
    @requires(Permission.ALL_CHAPTER_UPDATE, somewhere=True)
    async def edit(self, chapter_id: Id) -> None:
        await self._edit(chapter_id)

    @rx.event
    @public
    async def open_asked(self) -> None:
        """Open the form of the chapter that the address names, once in a visit."""
        asked, shell = self._params().get("edit"), await self.get_state(ShellState)
        if asked and self._of_visit != shell._visit:
            await self._edit(asked)

    @rx.event
    @requires(Permission.ALL_CHAPTER_UPDATE, somewhere=True)
    async def add_leader(self) -> None:
        self.leaders = min(self.leaders + 1, MOST_LINES)

    @rx.event
    @requires(Permission.ALL_CHAPTER_UPDATE, somewhere=True)
    async def save(self, form: FormValues) -> EventSpec | None:
        told = TOLD.format(name=self.asker) if self.request else ""
        focus = await self._save(form, text=told)
        self.is_unfolded = self.is_unfolded or are_folded(self.errors)
        self.shows_channel = self.shows_channel or WEBHOOK in self.errors
        if self.request and not self.is_open:
            await self._show_requests()
        return focus

    @rx.event
    @requires(Permission.ALL_CHAPTER_DELETE)
    async def ask(self, chapter_id: Id) -> None:
        if found := await self._ask(chapter_id):
            count = found.member_count
            self.losses = f"{members_words(count)} will have no chapter." if count else ""

    @rx.event
    @requires(Permission.ALL_CHAPTER_DELETE)
    async def delete(self) -> None:
        await self._delete()

    @rx.event
    @requires(Permission.ALL_CHAPTER_UPDATE, somewhere=True)
    async def try_channel(self) -> None:
        testing = channels.send_test(current_actor(), chapter_id=self.editing)
        await attempt(self, testing, done="Test posted", text="Look for it in Discord.")
        await self._show_channel()

    @rx.event
    @requires(Permission.ALL_CHAPTER_UPDATE, somewhere=True)
    async def disconnect(self) -> None:
        ending = self._run(service.update_chapter, self.editing, values=DISCONNECTED)
        await attempt(self, ending, done="Discord disconnected")
        await self._show_channel()

    async def _show_channel(self) -> None:
        if found := await self._read(self.editing):
            self.channel, self.shows_channel = channel_of(found, clock.now()), True

    async def _open(self, found: ChapterEdited | None = None) -> None:
        await super()._open(found)
        known = len(found.leadership) if found else 0
        self.leaders = min(known + 1, MOST_LINES)
        self.request, self.is_unfolded, self.shows_channel = "", False, False
        self.channel = channel_of(found, clock.now())

    async def _saved(self, form: FormValues) -> ChapterRead:
        if (form.get(REQUEST) or "") != self.request:
            raise Conflict(RENEWED)
        return await super()._saved(form)

    async def _create(self, values: ChapterWrite) -> ChapterRead:
        if not self.request:
            return await super()._create(values)
        return await run(
            requests.start_chapter, current_actor(), request_id=self.request, values=values
        )

    async def _show_requests(self) -> None:
        await (await self.get_state(RequestsState))._reload()
        await recount(self)


async def load_requests(actor: Actor, params: Query) -> RequestsView | Loaded:
    if Permission.ALL_REQUEST_READ not in actor.permissions:
        return Loaded()
    which = requests_of_address(params.get(REQUESTS, ""))
    page = page_number(params.get(REQUEST_PAGE, ""))
    window = window_of(page, SIZE)
    found = await run(requests.list_requests, actor, which=which, window=window)
    return requests_of(found, which, page=page, now=clock.now())


class RequestsState(LoadedPage, rx.State):
    shown: RequestsView = RequestsView(loaded=False)
    _load = load_requests

    @rx.event
    @requires(Permission.ALL_REQUEST_UPDATE)
    async def answer(self, request_id: Id, is_answered: bool) -> None:
        """Note that the request was answered, or that it waits again."""
        noting = run(
            requests.answer_request, current_actor(), request_id=request_id, is_answered=is_answered
        )
        await attempt(self, noting, done="Answered" if is_answered else "Open again")
        await self._reload()
        await recount(self)

    @rx.event
    @requires(Permission.ALL_REQUEST_UPDATE)
    async def clear(self, request_id: Id) -> None:
        """Let a suspicious request wait with the others."""
        clearing = run(requests.clear_request, current_actor(), request_id=request_id)
        await attempt(self, clearing, done="Not spam", text="It’s back with the other requests.")
        await self._reload()
        await recount(self)
