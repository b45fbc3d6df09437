"""The state of the chapters' list, its form, and the question before deleting."""

from functools import partial

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.chapters import answering, service
from rookiebattle.chapters.schemas import ChapterPatch, ChapterRead, ChapterWrite
from rookiebattle.chapters.wording import members_words
from rookiebattle.console.state import recount
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.pages.admin.chapters.state.requests import RequestsState
from rookiebattle.pages.admin.chapters.url import SHAPE, wanted
from rookiebattle.pages.admin.chapters.view.chapters import (
    BLANK,
    ChapterRow,
    ChaptersView,
    LeaderDraft,
    are_folded,
    draft_of,
    errors_of,
    leaders_of,
    new_draft,
    requested_draft,
    view_of,
    with_another,
    written,
)
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.forms import focus_on
from rookiebattle.ui.list_query import ListFrame, read_query
from rookiebattle.ui.records import RENEWED, Doomed, FormValues, changed, seen_after, typed
from rookiebattle.ui.state import Refused, WithDialogs, attempt
from rookiebattle.ui.views import Loaded, fill

REQUEST = "requestId"
TOLD = "We have written to {name}."


async def load(actor: Actor, params: Query) -> ChaptersView | Loaded:
    """The view of this address, for the websocket and for first data; nothing for others."""
    if Permission.ALL_CHAPTER_READ not in actor.permissions:
        return Loaded()
    query = read_query(SHAPE, params)
    return view_of(query, await run(service.search_chapters, actor, wanted=wanted(query)))


class AdminChaptersState(WithDialogs, rx.State):
    """One page of the list, and the form; `editing` is the chapter's id, empty for a new one.

    `request` is the request to start a chapter that the form answers, `asker` the person's name.
    `draft` and `leaders` are what the form opened with. `_seen` is what is stored as far as the
    person was told.
    """

    frame: ListFrame = ListFrame()
    rows: rx.Field[list[ChapterRow]] = rx.field(default_factory=list)
    loaded: bool = False
    is_open: bool = False
    is_unfolded: bool = False
    editing: str = ""
    request: str = ""
    asker: str = ""
    draft: dict[str, str] = BLANK
    leaders: rx.Field[list[LeaderDraft]] = rx.field(default_factory=list)
    errors: dict[str, str] = {}
    doomed: Doomed = Doomed()
    losses: str = ""
    _seen: ChapterRead | None = None

    @rx.event
    @public
    async def show(self) -> None:
        """Load the page when it opens, and after its address has changed."""
        await self._arrive()
        await self._show()

    @rx.event
    @requires(Permission.ALL_CHAPTER_CREATE)
    async def create(self) -> None:
        """Open the form for a new chapter."""
        await self._open(None)

    @rx.event
    @requires(Permission.ALL_REQUEST_UPDATE)
    async def start(self, request_id: Id) -> None:
        """Open the form for the chapter that somebody asked for. Saving it tells them."""
        reading = run(answering.waiting_request, current_actor(), request_id=request_id)
        asked = await attempt(self, reading)
        if isinstance(asked, Refused):
            await self._show_requests()
            return
        await self._open(None)
        self.draft = requested_draft(asked)
        self.request, self.asker = asked.id, asked.name

    @rx.event
    @requires(Permission.ALL_CHAPTER_UPDATE)
    async def edit(self, chapter_id: Id) -> None:
        """Open the form with what is stored now."""
        if found := await self._read(chapter_id):
            await self._open(found)

    @rx.event
    @requires(Permission.ALL_CHAPTER_UPDATE)
    async def add_leader(self) -> None:
        """Add an empty line for one more leader."""
        self.leaders = with_another(self.leaders)

    @rx.event
    @public
    async def close(self) -> None:
        """Close the form; typed text is discarded."""
        self.is_open = False

    @rx.event
    @requires(Permission.ALL_CHAPTER_UPDATE)
    async def save(self, form: FormValues) -> EventSpec | None:
        """Add or change the chapter. After an error the form stays, at its first wrong field."""
        done = f"Chapter {'updated' if self.editing else 'created'}"
        told = TOLD.format(name=self.asker) if self.request else ""
        saved = await attempt(self, self._saved(form), done=done, text=told)
        if isinstance(saved, Refused):
            self.errors = errors_of(saved.fields)
            self.is_unfolded = self.is_unfolded or are_folded(self.errors)
            self._seen = await seen_after(saved, self._seen, partial(self._read, self.editing))
            return focus_on(self.errors)
        self.errors, self.is_open = {}, False
        await self._show()
        if self.request:
            await self._show_requests()
        return None

    @rx.event
    @requires(Permission.ALL_CHAPTER_DELETE)
    async def ask(self, chapter_id: Id) -> None:
        """Ask before deleting, and name what would be lost."""
        if found := await self._read(chapter_id):
            count = found.member_count
            self.losses = f"{members_words(count)} will have no chapter then." if count else ""
            await self._arrive()
            self.doomed = Doomed(found.id, found.name)

    @rx.event
    @public
    async def keep(self) -> None:
        """Close the question; nothing is deleted."""
        self.doomed = Doomed()

    @rx.event
    @requires(Permission.ALL_CHAPTER_DELETE)
    async def delete(self) -> None:
        """Delete the chapter that the question was about."""
        deleting = run(service.delete_chapter, current_actor(), chapter_id=self.doomed.id)
        if not isinstance(await attempt(self, deleting, done="Chapter deleted"), Refused):
            self.is_open = False
        self.doomed = Doomed()
        await self._show()

    async def _saved(self, form: FormValues) -> ChapterRead:
        values = written(typed(form, form, self.editing))
        if not self.editing:
            return await self._made(form, parse(ChapterWrite, values))
        lines = {
            f"leader-{one.key}-{name}": getattr(one, name)
            for one in self.leaders
            for name in ("title", "name", "email", "phone")
        }
        patch = parse(ChapterPatch, changed(values, written(self.draft | lines)))
        return await run(
            service.update_chapter,
            current_actor(),
            chapter_id=self.editing,
            values=patch,
            seen=self._seen,
        )

    async def _made(self, form: FormValues, values: ChapterWrite) -> ChapterRead:
        if (form.get(REQUEST) or "") != self.request:
            raise Conflict(RENEWED)
        if not self.request:
            return await run(service.create_chapter, current_actor(), values=values)
        return await run(
            answering.start_chapter, current_actor(), request_id=self.request, values=values
        )

    async def _show_requests(self) -> None:
        await (await self.get_state(RequestsState))._show()
        await recount(self)

    async def _read(self, chapter_id: str) -> ChapterRead | None:
        reading = run(service.get_chapter, current_actor(), chapter_id=chapter_id)
        found = await attempt(self, reading)
        return None if isinstance(found, Refused) else found

    async def _open(self, found: ChapterRead | None) -> None:
        await self._arrive()
        self.draft = draft_of(found) if found else new_draft()
        self.leaders, self.errors = leaders_of(found), {}
        self.editing, self.request = found.id if found else "", ""
        self._seen, self.is_unfolded, self.is_open = found, False, True

    def _close_dialogs(self) -> None:
        self.is_open, self.doomed = False, Doomed()

    async def _show(self) -> None:
        view = await attempt(self, load(current_actor(), dict(self.router.url.query_parameters)))
        if not isinstance(view, Refused):
            fill(self, view)
