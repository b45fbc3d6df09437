"""The event form's state: create, edit and remove, on every page that carries the form."""

from typing import Literal

import reflex as rx
from reflex.event import EventSpec

from rookiebattle import routes
from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterChoice
from rookiebattle.chapters.wording import choice_words
from rookiebattle.core import clock
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.events import service
from rookiebattle.events.questions import FOR_GOOD, removal_question, scope_labels
from rookiebattle.events.schemas import (
    MAX_HOURS,
    Affected,
    EventPatch,
    EventRead,
    EventWrite,
    Scope,
)
from rookiebattle.events.view import (
    BLANK,
    NO_CHAPTER,
    ONCE,
    EventDraft,
    calendar_day,
    draft_of,
    field_errors,
    form_to_changes,
    form_to_event,
    longest,
    new_draft,
    zone_of,
    zone_sentence,
)
from rookiebattle.settings import get_settings
from rookiebattle.ui.forms import Option, focus_on
from rookiebattle.ui.records import RENEWED, FormValues
from rookiebattle.ui.state import Refused, attempt


class EventFormState(rx.State):
    """One form for the whole tab. `editing` is the event's id, or empty for a new event."""

    is_open: bool = False
    editing: str = ""
    draft: EventDraft = BLANK
    errors: dict[str, str] = {}
    chapters: list[Option] = []
    zone: str = ""
    longest: str = str(MAX_HOURS)
    repeats: str = ONCE
    is_series: bool = False
    is_asking: bool = False
    question: str = ""
    scope: str = Scope.THIS.value
    scopes: list[Option] = []
    _choices: list[ChapterChoice] = []
    _opened_on: str = ""

    @rx.event
    @requires(Permission.OWN_EVENT_CREATE, prompt="Please log in to create events")
    async def create(self) -> None:
        """Open the form for a new event."""
        if not isinstance(await attempt(self, self._offer_chapters()), Refused):
            organization = get_settings().org_time_zone
            self._open(new_draft(clock.now(), organization), organization)

    @rx.event
    @requires(Permission.OWN_EVENT_UPDATE, prompt="Please log in to edit events")
    async def edit(self, event_id: Id) -> None:
        """Open the form with an event's values."""
        await self._open_for(event_id)

    @rx.event
    @public
    async def close(self) -> None:
        """Close the form; typed text is discarded."""
        self.is_open = self.is_asking = False

    @rx.event
    @public
    async def stay_behind(self) -> None:
        """Close a form that was opened on another page. Runs when a page opens."""
        if self._opened_on != self.router.url.path:
            self.is_open = self.is_asking = False

    @rx.event
    @public
    async def choose_chapter(self, chapter_id: str) -> None:
        """Show the zone in which the form's times are."""
        self.zone = zone_sentence(zone_of(chapter_id, self._choices), clock.now())

    @rx.event
    @public
    async def choose_repeats(
        self, pattern: Literal["none", "weekly", "biweekly", "monthly", "custom"]
    ) -> None:
        """Show the fields that this kind of series needs."""
        self.repeats = pattern

    @rx.event
    @public
    async def choose_scope(self, scope: Literal["this", "following"]) -> None:
        """Choose whether a change is for this event only or also for the following ones."""
        self.scope = scope

    @rx.event
    @requires(Permission.OWN_EVENT_UPDATE, prompt="Please log in to create events")
    async def save(self, form: FormValues) -> EventSpec | None:
        """Create or change the event. After an error the form stays, at its first wrong field."""
        done = f"Event {'updated' if self.editing else 'created'} successfully!"
        saved = await attempt(self, self._save(form), done=done)
        self.errors = {}
        if isinstance(saved, Refused):
            self.errors = field_errors(saved.fields)
            return focus_on(self.errors)
        self.is_open = False
        stays = self.editing or self._opened_on.startswith(routes.ADMIN)
        return None if stays else rx.redirect(self._where(saved))

    @rx.event
    @requires(Permission.OWN_EVENT_DELETE, prompt="Please log in to delete events")
    async def ask_to_remove(self) -> None:
        """Ask before removing, and name what would be lost."""
        await self._ask()

    @rx.event
    @requires(Permission.OWN_EVENT_DELETE, prompt="Please log in to delete events")
    async def ask_about(self, event_id: Id) -> None:
        """Ask before removing an event from a list, where its form is not open."""
        if await self._open_for(event_id):
            self.is_open = False
            await self._ask()

    async def _open_for(self, event_id: str) -> bool:
        event = await attempt(self, self._read(event_id))
        if isinstance(event, Refused):
            return False
        self._open(draft_of(event), event.time_zone)
        self.editing = event.id
        self.is_series = event.is_recurring or event.parent_event_id is not None
        return True

    async def _ask(self) -> None:
        lost = await attempt(self, self._lost())
        if isinstance(lost, Refused):
            return
        this, _following = lost
        self.question = FOR_GOOD if self.is_series else removal_question(this)
        self.scopes = [
            Option(scope.value, label)
            for scope, label in zip(Scope, scope_labels(*lost), strict=True)
        ]
        self.scope, self.is_asking = Scope.THIS.value, True

    @rx.event
    @public
    async def keep(self) -> None:
        """Close the question without deleting."""
        self.is_asking = False

    @rx.event
    @requires(Permission.OWN_EVENT_DELETE, prompt="Please log in to delete events")
    async def remove(self) -> None:
        """Remove the event or the rest of its series."""
        removing = run(
            service.remove_event, current_actor(), event_id=self.editing, scope=Scope(self.scope)
        )
        removed = await attempt(self, removing, done="Event deleted successfully!")
        if not isinstance(removed, Refused):
            self.is_open = self.is_asking = False

    async def _read(self, event_id: str) -> EventRead:
        event = await run(service.get_event, current_actor(), event_id=event_id)
        await self._offer_chapters()
        return event

    async def _save(self, form: FormValues) -> EventRead:
        if form.get("eventId") != self.editing:
            raise Conflict(RENEWED)
        return await (self._change(form) if self.editing else self._add(form))

    async def _add(self, form: FormValues) -> EventRead:
        values = form_to_event(form, await self._zone(form))
        return await run(service.create_event, current_actor(), values=parse(EventWrite, values))

    def _where(self, event: EventRead) -> str:
        """The calendar at the day of the new event, in the view from which the form was opened."""
        is_list = self.router.url.query_parameters.get("view") == "list"
        return calendar_day(event, is_list=is_list)

    async def _change(self, form: FormValues) -> EventRead:
        changes = form_to_changes(form, self.draft, await self._zone(form))
        patch, scope = parse(EventPatch, changes), Scope(self.scope)
        return await run(
            service.update_event, current_actor(), event_id=self.editing, values=patch, scope=scope
        )

    async def _zone(self, form: FormValues) -> str:
        """The zone of the form's chapter. Chapters are read again: a state is only a cache."""
        await self._offer_chapters()
        return zone_of(str(form.get("chapterId") or ""), self._choices)

    async def _lost(self) -> tuple[Affected, Affected]:
        """The consequences of deleting this event, and of deleting it with all that follow."""
        this = await self._affected(Scope.THIS)
        following = await self._affected(Scope.FOLLOWING) if self.is_series else this
        return this, following

    async def _affected(self, scope: Scope) -> Affected:
        return await run(service.affected, current_actor(), event_id=self.editing, scope=scope)

    async def _offer_chapters(self) -> None:
        self._choices = await run(chapters.choices, current_actor())
        self.chapters = [Option(NO_CHAPTER, "No chapter")] + [
            Option(one.id, choice_words(one)) for one in self._choices
        ]

    def _open(self, draft: EventDraft, zone: str) -> None:
        self.draft, self.errors, self.editing = draft, {}, ""
        self.zone = zone_sentence(zone, clock.now())
        self.longest = str(longest(draft))
        self.repeats, self.is_series, self.is_asking = ONCE, False, False
        self.scope, self.is_open = Scope.THIS.value, True
        self._opened_on = self.router.url.path
