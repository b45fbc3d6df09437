"""The shell's state: the signed-in person, the toast, and the address to leave for."""

import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeVar
from urllib.parse import urlsplit

import reflex as rx
from reflex.event import EventSpec
from reflex.state import BaseState

from rookiebattle import routes
from rookiebattle.core import clock, reflex_internals
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import Access, public
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.errors import (
    AppError,
    Conflict,
    Invalid,
    NotWelcomed,
    TooManyRequests,
    Unauthorized,
    Unavailable,
)
from rookiebattle.core.limits import Limiter
from rookiebattle.core.pushing import live
from rookiebattle.core.roles import Grant
from rookiebattle.settings import get_settings
from rookiebattle.ui.tabs import tabs_of
from rookiebattle.ui.typed import call
from rookiebattle.ui.views import View, fill, shows

log = logging.getLogger(__name__)
Result = TypeVar("Result")
AView = TypeVar("AView", bound=View)
Load = Callable[[Actor, Mapping[str, str]], Awaitable[View]]
_failure_toasts = Limiter(1, 2)


@dataclass(frozen=True)
class Toast:
    """`id` changes with every toast; 0 means there was none. Tone: success, error or info.

    `undo` names what the button 'Undo' takes back; the page's `on_undo` hears it.
    """

    id: int = 0
    title: str = ""
    text: str = ""
    tone: str = "info"
    undo: str = ""


def toast_now(title: str, text: str, tone: str, undo: str = "", *, after: int = 0) -> Toast:
    """A toast whose id comes from the clock: a tab knows the last id, a reset state only 0."""
    by_clock = int(clock.now().timestamp() * 1000)
    return Toast(max(by_clock, after + 1), title, text, tone, undo)


@dataclass(frozen=True)
class ShellView:
    """The signed-in person, as the frame shows them. `known` is false before the first answer.

    `tabs` are those of the console that the person may open.
    """

    signed_in: bool
    awaits_welcome: bool
    is_admin: bool
    me: str
    name: str
    first_name: str
    initials: str
    avatar_url: str
    tabs: list[str]
    known: bool = True


class ShellState(rx.State):
    """The vars of the frame around every page."""

    known: bool = False
    signed_in: bool = False
    awaits_welcome: bool = False
    me: str = ""
    name: str = ""
    first_name: str = ""
    initials: str = ""
    avatar_url: str = ""
    is_admin: bool = False
    tabs: list[str] = []
    toast: Toast = Toast()
    leave_to: str = ""
    answers: int = 0
    _session_key: str = ""
    _grants: tuple[Grant, ...] = ()
    _visit: int = 1
    _begun_at: str = ""
    _loaded_at: str = ""

    def _say(self, title: str, text: str = "", tone: str = "success", undo: str = "") -> None:
        self.toast = toast_now(title, text, tone, undo, after=self.toast.id)

    def _refuse(self, error: AppError, title: str = "Error", fragment: str = "") -> None:
        """Show an error: the only place where the web app renders one."""
        if isinstance(error, Unauthorized):
            self._say("Unauthorized", "You are logged out. Logging in again...", "error")
            self._leave_for_login()
        elif isinstance(error, NotWelcomed):
            self._say("Welcome!", error.sentence, "info")
            self.leave_to = routes.welcome(self._here(fragment))
        else:
            self._say(title, error.sentence, "error")

    def _ask_to_log_in(self, prompt: str, onwards: str = "") -> None:
        self._say("Login Required", prompt, "info")
        self._leave_for_login(onwards)

    def _leave_for_login(self, onwards: str = "") -> None:
        self.leave_to = routes.login(onwards or self._here())

    def _here(self, fragment: str = "") -> str:
        """The path and query of the page in the address bar, with a fragment behind them."""
        parts = urlsplit(str(self.router.url))
        end = f"#{fragment}" if fragment else ""
        # Exactly one slash at the start: '//name' would be an address on another site.
        return "/" + parts.path.lstrip("/") + (f"?{parts.query}" if parts.query else "") + end

    def _bind(self, actor: Actor) -> None:
        fill(self, shell_view(actor))
        self._session_key, self._grants = actor.session_key, actor.grants

    @rx.event
    @public
    async def report_failure(self) -> None:
        """Tell the page that a handler failed with an unexpected error."""
        self._say("Error", AppError.default, "error")
        self.answers += 1


def on_handler_error(exception: Exception) -> EventSpec | None:
    """Reflex calls this after an unexpected error of a handler: log it and show a toast.

    At most one toast in two seconds and tab, because the toast is an event itself and may fail in
    the same way.
    """
    log.error("a handler failed", exc_info=exception)
    try:
        _failure_toasts.take(reflex_internals.tab_of_event())
    except (TooManyRequests, LookupError):
        return None
    return call(ShellState.report_failure)


def shell_view(actor: Actor) -> ShellView:
    return ShellView(
        signed_in=actor.is_member,
        awaits_welcome=actor.is_member and not actor.is_welcomed,
        is_admin=actor.is_admin,
        me=actor.user_id,
        name=actor.name,
        first_name=actor.first_name,
        initials=actor.initials,
        avatar_url=actor.avatar_url,
        tabs=tabs_of(actor),
    )


class ShellPresenter:
    """How the gate of the websocket door reaches a page."""

    async def welcome(self, root: BaseState, actor: Actor) -> bool:
        """Show who acts. A tab of somebody else, or after the loss of a role, forgets its data."""
        shell = await root.get_state(ShellState)
        has_lost = not set(shell._grants) <= set(actor.grants)
        is_dismissed = has_lost or (shell.is_admin and not actor.is_admin)
        if shell.known and shell._session_key == actor.session_key and not is_dismissed:
            if shell._grants != actor.grants or not shows(shell, shell_view(actor)):
                shell._bind(actor)
            return False
        is_stranger = shell.known
        if is_stranger:
            live.unwatch(root.router.session.client_token)
            await _reset_tree(root)
        shell._bind(actor)
        return is_stranger

    async def begin(self, root: BaseState, *, is_new: bool) -> None:
        shell = await root.get_state(ShellState)
        # A person who returns to a page that sent them away may stay on it.
        shell.leave_to = ""
        if is_new and shell._loaded_at not in ("", shell._here()):
            await _forget_pages(root)
        # An open menu or dialog stays open when a connection comes back.
        shell._visit, shell._begun_at = shell._visit + int(is_new), shell._here()

    async def arrive(self, root: BaseState) -> None:
        shell = await root.get_state(ShellState)
        # The start of a page and its load are one visit.
        if shell._begun_at != shell._here():
            shell._visit += 1
        shell._begun_at, shell._loaded_at = "", shell._here()

    async def session_changed(self, root: BaseState, actor: Actor) -> None:
        shell = await root.get_state(ShellState)
        if actor.is_member:
            shell.leave_to = shell._here()
        else:
            shell._refuse(Unauthorized())

    async def refuse(self, root: BaseState, actor: Actor, error: AppError, access: Access) -> None:
        shell = await root.get_state(ShellState)
        shell.answers += 1
        if isinstance(error, Unauthorized) and not actor.is_member:
            prompt = access.prompt or "Please log in to continue"
            shell._ask_to_log_in(prompt, shell._here(access.fragment))
        else:
            shell._refuse(error, fragment=access.fragment)


class PageState(rx.State, mixin=True):
    """The frame of a page: it loads what the page has `shown`.

    `loaded` is set by the first answer, `failed` when there was none.
    """

    loaded: bool = False
    failed: bool = False

    def _params(self) -> dict[str, str]:
        """The query of the address, and the last part of its path as `id`."""
        url = self.router.url
        return {**url.query_parameters, "id": url.path.rstrip("/").rpartition("/")[2]}

    async def _show(self, loading: Awaitable[AView]) -> AView | None:
        """Load the page again. None when that was refused, which a toast has told."""
        self.failed = not self.loaded
        view = await attempt(self, loading)
        if isinstance(view, Refused):
            return None
        fill(self, view)
        self.failed = False
        return view


class LoadedPage(PageState, mixin=True):
    """A page that is loaded by its address alone: `_load` makes its view, for first data too."""

    _load: ClassVar[Load]

    @rx.event
    @public
    async def show(self) -> None:
        """Load the page when it opens, and after its address has changed."""
        await self._arrive()
        await self._reload()

    async def _arrive(self) -> None:
        """A page with dialogs closes those of an earlier visit."""

    async def _reload(self) -> View | None:
        return await self._show(type(self)._load(current_actor(), self._params()))


class WithDialogs(rx.State, mixin=True):
    """A state that opens dialogs. `_of_visit` is the visit to which they belong, 0 before any."""

    _of_visit: int = 0

    @rx.event
    @public
    async def leave(self) -> None:
        """Close the dialogs of an earlier visit. Runs when a page opens."""
        await self._arrive()

    async def _arrive(self) -> None:
        """Close the dialogs of an earlier visit: when a page loads, and before one is opened.

        Somebody may press a button before the page has loaded. A dialog that it opens stays.
        """
        shell = await self.get_state(ShellState)
        if self._of_visit == shell._visit:
            return
        if self._of_visit:
            self._close_dialogs()
        self._of_visit = shell._visit

    def _close_dialogs(self) -> None:
        raise NotImplementedError


class WithDialog(WithDialogs, mixin=True):
    is_open: bool = False

    @rx.event
    @public
    async def close(self) -> None:
        self._close_dialogs()

    def _close_dialogs(self) -> None:
        self.is_open = False


async def _reset_tree(root: BaseState) -> None:
    """Put every state of the tab back to its defaults."""
    await _held(root)
    root.reset()  # type: ignore[no-untyped-call]  # Reflex leaves it unannotated


async def _forget_pages(root: BaseState) -> None:
    """Put what pages have loaded back to its defaults: a tab that comes to another address by a new
    document would show the record of the former one until its own is loaded."""
    for state in await _held(root):
        if isinstance(state, PageState) and state.loaded:
            state.reset()  # type: ignore[no-untyped-call]  # Reflex leaves it unannotated


async def _held(root: BaseState) -> list[BaseState]:
    """The states that a tab holds.

    With Redis only a part of them is loaded, so each is fetched first: a state that is not loaded
    would keep the previous person's values.
    """
    if get_settings().redis_url:
        for cls in root.get_substates():
            await root.get_state(cls)
    return list(root.substates.values())


@dataclass(frozen=True, slots=True)
class Refused:
    """The result of a verb that raised an error. A toast or the form has told of it."""

    error: AppError

    @property
    def fields(self) -> dict[str, str]:
        """One sentence for each wrong field of the form."""
        return self.error.fields if isinstance(self.error, Invalid | Conflict) else {}


async def attempt(
    state: BaseState,
    work: Awaitable[Result],
    *,
    done: str = "",
    text: str = "",
    failed: str = "Error",
    undo: str = "",
    fields: Collection[str] = (),
) -> Result | Refused:
    """Wait for a verb and show a toast about how it ended.

    The toast says `done` with `text` when the verb worked, or `failed` with the error's sentence.
    With `undo` it offers to take back what was done. A form names the `fields` beside which it
    shows their errors: wrong input in these alone needs no toast.
    """
    shell = await state.get_state(ShellState)
    try:
        result = await work
    except AppError as error:
        if not _is_beside(fields, error):
            shell._refuse(error, failed)
        return Refused(error)
    finally:
        shell.answers += 1
    if done:
        shell._say(done, text, undo=undo)
    return result


def _is_beside(fields: Collection[str], error: AppError) -> bool:
    """Whether the form shows every mistake beside its field. A conflict is no mistake."""
    return isinstance(error, Invalid) and bool(error.fields) and error.fields.keys() <= set(fields)


async def or_else(sentence: str, work: Awaitable[Result]) -> Result:
    """Wait for a verb; a database that cannot save is told in this sentence instead of its own."""
    try:
        return await work
    except Unavailable as failed:
        raise Unavailable(sentence) from failed


async def toast(
    state: BaseState, title: str, text: str = "", tone: str = "success", undo: str = ""
) -> None:
    """Show a toast that no verb's result calls for."""
    shell = await state.get_state(ShellState)
    shell._say(title, text, tone, undo)
    shell.answers += 1


async def ask_to_log_in(state: BaseState, prompt: str, *, onwards: str) -> None:
    """Lead a visitor to the login, and from there to the path `onwards`, where they wanted to go.

    Other handlers need no such words: the gate leads back to the page.
    """
    shell = await state.get_state(ShellState)
    shell._ask_to_log_in(prompt, onwards)
    shell.answers += 1


async def answer(state: BaseState) -> None:
    """Let the pressed button stop waiting, without a toast."""
    shell = await state.get_state(ShellState)
    shell.answers += 1
