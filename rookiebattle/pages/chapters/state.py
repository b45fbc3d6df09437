"""States of the chapters page: its list, and the form to start a chapter."""

from dataclasses import dataclass

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.accounts import service as accounts
from rookiebattle.chapters import requests
from rookiebattle.chapters.schemas import ChapterRequestWrite
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public
from rookiebattle.core.doors.websocket import address_of, current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.validation import parse
from rookiebattle.pages.chapters.read import show_chapters
from rookiebattle.pages.chapters.view.chapters import BY_STATE, SIZE, ChaptersView, view_of
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.forms import TRAP
from rookiebattle.ui.paging import page_number, window_of
from rookiebattle.ui.records import WithForm
from rookiebattle.ui.state import LoadedPage, Refused, attempt

DONE = "Message sent"
DONE_TEXT = "Thank you! We’ll reply by email, usually within a week."
FIELDS = tuple(ChapterRequestWrite.model_fields)


async def load(actor: Actor, params: Query) -> ChaptersView:
    page, by_state = page_number(params.get("page", "")), params.get("sort", "") == BY_STATE
    now, window = clock.now(), window_of(page, SIZE)
    shown = await run(show_chapters, actor, window=window, by_state=by_state, now=now)
    return view_of(shown, page, now, by_state=by_state)


class ChaptersState(LoadedPage, rx.State):
    shown: ChaptersView = ChaptersView()
    _load = load


@dataclass(frozen=True)
class Sender:
    """The name and address of the sender as far as they are known; empty for visitors."""

    name: str = ""
    email: str = ""


class StartChapterState(WithForm, rx.State):
    is_open: bool = False
    sender: Sender = Sender()

    @rx.event
    @public
    async def open(self) -> None:
        sender = await attempt(self, _sender())
        self.sender = Sender() if isinstance(sender, Refused) else sender
        await self._arrive()
        self.errors, self.is_open = {}, True

    @rx.event
    @public
    async def send(self, form: dict[str, str]) -> EventSpec | None:
        sending = _send(form, address_of(self))
        return await self._submit(sending, done=DONE, text=DONE_TEXT, fields=FIELDS)

    def _close_dialogs(self) -> None:
        self.is_open = False


async def _sender() -> Sender:
    if not current_actor().is_member:
        return Sender()
    user = await run(accounts.current_user, current_actor())
    full = " ".join(name for name in (user.first_name, user.last_name) if name)
    return Sender(full or user.game_name or "", user.email or "")


async def _send(form: dict[str, str], address: str) -> None:
    # Reflex sends every control twice, by its name and by its id.
    request = parse(ChapterRequestWrite, {name: form[name] for name in FIELDS if name in form})
    await run(
        requests.ask_about_chapter,
        current_actor(),
        values=request,
        address=address,
        is_suspicious=bool(form.get(TRAP)),
    )
