"""The states of the console: what waits, the list of a tab, and the form of its records."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, NamedTuple

import reflex as rx
from reflex.event import EventSpec
from reflex.state import BaseState

from rookiebattle import routes
from rookiebattle.console import service
from rookiebattle.console.view import (
    SHOWN,
    LetterRow,
    PaletteChoice,
    WaitingLink,
    WaitingView,
    letter_rows,
    palette_choices,
    restored_words,
    waiting_view,
)
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import Verb, run
from rookiebattle.core.pagination import Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id, Wire
from rookiebattle.core.validation import parse
from rookiebattle.core.values.text import as_searched
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.forms import focus_on
from rookiebattle.ui.records import (
    Doomed,
    FormValues,
    WithForm,
    changed,
    draft_of,
    seen_after,
    typed,
)
from rookiebattle.ui.state import LoadedPage, Refused, attempt
from rookiebattle.ui.tabs import tabs_of
from rookiebattle.ui.views import Loaded, fill


async def load_waiting(actor: Actor, _params: Query) -> WaitingView | Loaded:
    if Permission.ALL_LETTER_READ not in actor.permissions:
        return Loaded()
    return waiting_view(await run(service.count_waiting, actor))


class WaitingState(rx.State):
    """The strip, and the emails that failed while their dialog is open. No page lists them."""

    links: rx.Field[list[WaitingLink]] = rx.field(default_factory=list)
    letters: str = ""
    counted: bool = False
    loaded: bool = False
    is_open: bool = False
    letter_rows: rx.Field[list[LetterRow]] = rx.field(default_factory=list)
    restored: str = ""

    @rx.event
    @public
    async def count(self) -> EventSpec | None:
        """Count what waits, when a page of the console opens.

        The address of the console leads to the first tab of somebody whose role has another one.
        """
        self.is_open = False
        tabs = tabs_of(current_actor())
        if tabs and self.router.url.path == routes.ADMIN != tabs[0]:
            return rx.redirect(tabs[0], replace=True)
        await self._count()
        return None

    @rx.event
    @public
    async def close(self) -> None:
        self.is_open = False

    @rx.event
    @requires(Permission.ALL_LETTER_READ)
    async def show_letters(self) -> None:
        self.is_open = await self._list_letters()

    @rx.event
    @requires(Permission.ALL_LETTER_UPDATE)
    async def send_again(self, letter_id: Id) -> None:
        sending = run(service.send_letter_again, current_actor(), letter_id=letter_id)
        await attempt(self, sending, done="The email is on its way again")
        await self._list_letters()
        await self._count()

    @rx.event
    @requires(Permission.ALL_LETTER_UPDATE)
    async def set_aside(self, letter_id: Id) -> None:
        leaving = run(service.set_letter_aside, current_actor(), letter_id=letter_id)
        await attempt(self, leaving, done="The email was set aside")
        await self._list_letters()
        await self._count()

    @rx.event
    @requires(Permission.ALL_LETTER_UPDATE)
    async def set_all_aside(self) -> None:
        """Give up all letters that waited in a backup that was restored."""
        leaving = run(service.set_restored_letters_aside, current_actor())
        await attempt(self, leaving, done="The emails were set aside")
        await self._list_letters()
        await self._count()

    async def _count(self) -> None:
        view = await attempt(self, load_waiting(current_actor(), {}))
        if not isinstance(view, Refused):
            fill(self, view)

    async def _list_letters(self) -> bool:
        listing = run(service.list_failed_letters, current_actor(), window=Window(SHOWN))
        found = await attempt(self, listing)
        if isinstance(found, Refused):
            return False
        self.letter_rows = letter_rows(found.items)
        self.restored = restored_words(await run(service.count_restored_letters, current_actor()))
        return True


class PaletteState(rx.State):
    """The members and events that the palette found for the text that it `asked` about."""

    asked: str = ""
    found: rx.Field[list[PaletteChoice]] = rx.field(default_factory=list)

    @rx.event
    @requires(Permission.ALL_ACCOUNT_READ, somewhere=True)
    async def find(self, text: str) -> None:
        finding = run(service.find_by_name, current_actor(), text=as_searched(text))
        found = await attempt(self, finding)
        if not isinstance(found, Refused):
            self.asked, self.found = text, palette_choices(found, clock.now())


async def recount(state: BaseState) -> None:
    """Count again what waits, after a page has done some of it."""
    await (await state.get_state(WaitingState))._count()


class Verbs(NamedTuple):
    """The verbs of one kind of record. All but `create` take its id as `<noun>_id`."""

    get: Verb[..., Any]
    create: Verb[..., Any]
    update: Verb[..., Any]
    delete: Verb[..., Any]


@dataclass(frozen=True)
class Records:
    """The records of a tab: the verbs and the bodies of their slice, and the blank form.

    `verbs` are looked up at each act, so that a test can replace one in its service. `name` is the
    field that the question before deleting tells. Fields that are in `together` are sent together
    or not at all.
    """

    noun: str
    verbs: Callable[[], Verbs]
    write: type[Wire]
    patch: type[Wire]
    blank: Mapping[str, object]
    name: str = "title"
    together: frozenset[str] = frozenset()


class RecordForm(WithForm, LoadedPage, mixin=True):
    """The form of one record of a tab, and the question before it is deleted.

    `editing` is the record's id, empty for a new one. `draft` is what the form opened with, by the
    names of its controls. `_seen` is what is stored as far as the person was told. A tab sets
    `_records`, and declares the access of each act.
    """

    is_open: bool = False
    editing: str = ""
    draft: dict[str, Any] = {}
    doomed: Doomed = Doomed()
    _seen: Any = None
    _records: ClassVar[Records]

    @rx.event
    @public
    async def keep(self) -> None:
        self.doomed = Doomed()

    async def _open(self, found: Any = None) -> None:
        """Open the form of a record that was just read, or of a new one."""
        await self._arrive()
        self.draft = self._draft_of(found)
        self.editing, self.errors = found.id if found else "", {}
        self._seen, self.is_open = found, True

    async def _edit(self, id_: str) -> None:
        """Open the form with what is stored now."""
        if found := await self._read(id_):
            await self._open(found)

    async def _save(self, form: FormValues, *, text: str = "") -> EventSpec | None:
        done = f"{self._records.noun} {'updated' if self.editing else 'created'}"
        saved = await attempt(self, self._saved(form), done=done, text=text)
        if isinstance(saved, Refused):
            self.errors = self._errors_of(saved.fields)
            self._seen = await seen_after(saved, self._seen, partial(self._read, self.editing))
            return focus_on(self.errors)
        self.errors, self.is_open = {}, False
        await self._reload()
        return None

    async def _saved(self, form: FormValues) -> Any:
        of = self._records
        flags = [name for name, value in of.blank.items() if isinstance(value, bool)]
        values = self._written(typed(form, form, self.editing, flags=flags))
        if not self.editing:
            return await self._create(parse(of.write, values))
        changes = changed(values, self._written(self.draft), together=of.together)
        patch = parse(of.patch, changes)
        return await self._run(of.verbs().update, self.editing, values=patch, seen=self._seen)

    async def _ask(self, id_: str) -> Any:
        """Ask before deleting; returns the record, if it is still there."""
        if found := await self._read(id_):
            await self._arrive()
            self.doomed = Doomed(found.id, getattr(found, self._records.name))
        return found

    async def _delete(self) -> None:
        deleting = self._run(self._records.verbs().delete, self.doomed.id)
        deleted = await attempt(self, deleting, done=f"{self._records.noun} deleted")
        if not isinstance(deleted, Refused):
            self.is_open = False
        self.doomed = Doomed()
        await self._reload()

    async def _read(self, id_: str) -> Any:
        found = await attempt(self, self._run(self._records.verbs().get, id_))
        return None if isinstance(found, Refused) else found

    async def _run(self, verb: Verb[..., Any], id_: str, **values: object) -> Any:
        of = {f"{self._records.noun.lower()}_id": id_}
        return await run(verb, current_actor(), **of, **values)

    async def _create(self, values: Any) -> Any:
        return await run(self._records.verbs().create, current_actor(), values=values)

    def _draft_of(self, found: Any) -> dict[str, Any]:
        """The form's values for a record, or for a new one."""
        return draft_of(found, self._records.blank)

    def _written(self, form: Mapping[str, Any]) -> dict[str, Any]:
        """The values on the wire of a form's controls. Raises Invalid."""
        return {name: form[name] for name in self._records.blank if name in form}

    def _errors_of(self, refused: dict[str, str]) -> dict[str, str]:
        """The sentences of an error, by the names of the form's controls."""
        return refused

    def _close_dialogs(self) -> None:
        self.is_open, self.doomed = False, Doomed()
