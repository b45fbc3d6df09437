"""The event form's state: create, edit and remove, on every page that carries the form."""

from typing import Literal
from zoneinfo import ZoneInfo

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
from rookiebattle.core.errors import Conflict, Overtaken
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.events import canceling, service
from rookiebattle.events.conflicts import seen_after
from rookiebattle.events.models import EVERY_WEEKS
from rookiebattle.events.proposals import copied_draft, last_day_for, new_draft, of_chapter
from rookiebattle.events.questions import many_done, many_move, removal_question, scope_labels
from rookiebattle.events.remarks import Around, remarks_of, still_wrong
from rookiebattle.events.schemas import (
    MAX_HOURS,
    Affected,
    CancelWrite,
    Changed,
    EventPatch,
    EventRead,
    EventWrite,
    Scope,
    Seen,
)
from rookiebattle.events.view import (
    BLANK,
    NO_CHAPTER,
    ONCE,
    WHEN,
    EventDraft,
    Form,
    changed_reason,
    draft_of,
    field_errors,
    fields_shown,
    form_to_changes,
    form_to_event,
    longest,
    overtaken_fields,
    start_in,
    text_in,
    zone_of,
)
from rookiebattle.events.wording import (
    CREATED_WAITING,
    TYPE_PLURALS,
    came_words,
    counted,
    reach_words,
)
from rookiebattle.settings import get_settings
from rookiebattle.ui.forms import Option, focus_on
from rookiebattle.ui.records import RENEWED, FormValues
from rookiebattle.ui.state import Refused, ShellState, WithDialog, attempt, toast

UNDER_MORE = frozenset({"eventType", "description", "maxParticipants", "price"})
"""The fields that the form shows under 'More options'."""


class EventFormState(WithDialog, rx.State):
    """One form for the whole tab. `editing` is the event's id, or empty for a new event.

    `draft` is what the form opened with, in the zone `_was`. `_seen` is what is stored as far as
    the person was told.
    """

    editing: str = ""
    draft: EventDraft = BLANK
    errors: dict[str, str] = {}
    chapters: list[Option] = []
    remarks: dict[str, str] = {}
    shows_more: bool = False
    is_canceled: bool = False
    last_day: str = ""
    consequences: str = ""
    longest: str = str(MAX_HOURS)
    repeats: str = ONCE
    is_series: bool = False
    is_asking: bool = False
    question: str = ""
    scope: str = Scope.THIS.value
    scopes: list[Option] = []
    _seen: Seen | None = None
    _was: str = ""
    _choices: list[ChapterChoice] = []
    _opened_on: str = ""
    _of_chapter: str = NO_CHAPTER
    _typed: FormValues = {}
    _seats_taken: int = 0
    _came: str = ""
    _came_to: tuple[str, str] = ("", "")
    _is_weekly: bool = False
    _questions: dict[str, str] = {}

    @rx.event
    @requires(Permission.OWN_EVENT_CREATE, prompt="Please log in to create events")
    async def create(self) -> None:
        if not isinstance(await attempt(self, self._offer_chapters()), Refused):
            chapter = self._chapter(current_actor().chapter_id or NO_CHAPTER)
            draft = new_draft(clock.now(), chapter)
            await self._look_back(draft)
            await self._open(draft, zone_of(text_in(draft, "chapterId"), self._choices))

    @rx.event
    @requires(Permission.OWN_EVENT_UPDATE, prompt="Please log in to edit events")
    async def edit(self, event_id: Id) -> None:
        await self._open_for(event_id)

    @rx.event
    @requires(Permission.OWN_EVENT_CREATE, prompt="Please log in to create events")
    async def copy(self, event_id: Id) -> None:
        """Open the form for a new event like this one, on the next date of its rhythm."""
        seen = await attempt(self, self._read(event_id))
        if isinstance(seen, Refused):
            return
        draft = copied_draft(clock.now(), seen.event)
        await self._look_back(draft)
        await self._open(draft, seen.event.time_zone)
        self.repeats, self.shows_more = text_in(draft, "recurrence"), True
        if self.repeats != ONCE:
            form: FormValues = dict(draft)
            self._propose_end(form, self.repeats)
            self._remark(form, seen.event.time_zone)

    @rx.event
    @public
    async def follow(self, form: FormValues) -> None:
        """Say what the typed values mean. A chapter of a new event proposes its place and time."""
        if not self.is_open:
            return
        chapter_id, pattern = text_in(form, "chapterId"), text_in(form, "recurrence")
        if not self.editing and chapter_id != self._of_chapter:
            proposed = of_chapter(clock.now(), self._chapter(chapter_id))
            self.draft = {**self.draft, **proposed}
            form = {**form, **proposed}
        if pattern not in (ONCE, "") and self.repeats == ONCE:
            self._propose_end(form, pattern)
        self._of_chapter, self.repeats = chapter_id, pattern or ONCE
        self.errors = still_wrong(self.errors, form, self._typed)
        if not self.editing:
            await self._look_back(form)
        self._remark(form, zone_of(chapter_id, self._choices))

    @rx.event
    @public
    async def choose_scope(self, scope: Literal["this", "following"]) -> None:
        """Choose whether a change is for this event only or also for the following ones."""
        self.scope = scope
        self.question = self._questions.get(scope, "")

    @rx.event
    @requires(Permission.OWN_EVENT_UPDATE, prompt="Please log in to create events")
    async def save(self, form: FormValues) -> EventSpec | None:
        """Create or change the event, and ask before many events move or hide.

        Both have one form and one handler, and each verb asks for its own permission. After an
        error the form stays, at its first wrong field.
        """
        self._typed = form
        if self.scope == Scope.FOLLOWING.value and self.is_series:
            asked = await attempt(self, self._consequences(form), fields=self._fields_of(form))
            if isinstance(asked, Refused):
                return self._show_errors(field_errors(asked.fields))
            self.consequences = asked
        return None if self.consequences else await self._finish(form)

    @rx.event
    @requires(Permission.OWN_EVENT_UPDATE, prompt="Please log in to edit events")
    async def go_ahead(self) -> EventSpec | None:
        """Save what the question before many changes was about."""
        self.consequences = ""
        return await self._finish(self._typed)

    @rx.event
    @public
    async def reconsider(self) -> None:
        self.consequences = ""

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
        seen = await attempt(self, self._read(event_id))
        if isinstance(seen, Refused):
            return False
        await self._open(draft_of(seen.event), seen.event.time_zone, seen)
        return True

    async def _ask(self) -> None:
        lost = await attempt(self, self._lost())
        if isinstance(lost, Refused):
            return
        self._questions = {
            scope.value: removal_question(one) for scope, one in zip(Scope, lost, strict=True)
        }
        self.question = self._questions[Scope.THIS.value]
        self.scopes = [
            Option(scope.value, label)
            for scope, label in zip(Scope, scope_labels(*lost), strict=True)
        ]
        self.scope, self.is_asking = Scope.THIS.value, True

    @rx.event
    @public
    async def keep(self) -> None:
        self.is_asking = False

    @rx.event
    @requires(Permission.OWN_EVENT_DELETE, prompt="Please log in to delete events")
    async def remove(self) -> None:
        removing = run(
            service.remove_event, current_actor(), event_id=self.editing, scope=Scope(self.scope)
        )
        removed = await attempt(self, removing, done="Event deleted successfully!")
        if not isinstance(removed, Refused):
            self.is_open = self.is_asking = False

    async def _read(self, event_id: str) -> Seen:
        # The time comes first: a change in between is told once too often, never lost.
        at = clock.now()
        event = await run(service.get_event, current_actor(), event_id=event_id)
        await self._offer_chapters()
        return Seen(event, at)

    async def _finish(self, form: FormValues) -> EventSpec | None:
        saved = await attempt(self, self._save(form), fields=self._fields_of(form))
        if isinstance(saved, Refused):
            return self._show_errors(await self._told(saved))
        event, text = saved
        done = f"Event {'updated' if self.editing else 'created'} successfully!"
        await toast(self, done, text)
        self.errors, self.is_open = {}, False
        stays = self.editing or self._is_of_console
        return None if stays else rx.redirect(routes.event(event.id))

    @property
    def _is_of_console(self) -> bool:
        return self._opened_on.startswith(routes.ADMIN)

    def _fields_of(self, form: FormValues) -> set[str]:
        """The fields whose errors need no toast; in the console every error has one."""
        return set() if self._is_of_console else fields_shown(form)

    async def _told(self, refused: Refused) -> dict[str, str]:
        """The errors by their fields. Fields that others changed meanwhile are known now."""
        was = self._seen
        if was and isinstance(refused.error, Overtaken):
            now = await attempt(self, self._read(self.editing))
            if not isinstance(now, Refused):
                self._seen = seen_after(was, now, refused.fields)
                return overtaken_fields(refused.fields, draft_of(was.event), draft_of(now.event))
        return field_errors(refused.fields)

    def _show_errors(self, errors: dict[str, str]) -> EventSpec | None:
        self.errors = errors
        # A form that is sent at once has not told what was typed last.
        self._remark(self._typed, zone_of(text_in(self._typed, "chapterId"), self._choices))
        self.shows_more = self.shows_more or bool(self.errors.keys() & UNDER_MORE)
        return focus_on(self.errors)

    async def _consequences(self, form: FormValues) -> str:
        """The question before a change that moves or hides several events; empty without one."""
        zone = await self._zone(form)
        patch = parse(EventPatch, form_to_changes(form, self.draft, zone, self._was))
        reached = await self._affected(self.editing)
        if reached.events == 1:
            return ""
        sent = patch.model_fields_set
        start = patch.start_date.astimezone(ZoneInfo(zone)) if self._moves(form) else None
        said = [many_move(reached, start, is_weekly=self._is_weekly)] if start else []
        if "is_public" in sent and not patch.is_public:
            said.append(f"{counted(reached.events, 'event')} will be for members only.")
        return " ".join(said)

    def _moves(self, form: FormValues) -> bool:
        return any(text_in(form, one) != text_in(self.draft, one) for one in WHEN)

    async def _save(self, form: FormValues) -> tuple[EventRead, str]:
        """Create or change; return the event, how many of a series were, and who is told of it."""
        if form.get("eventId") != self.editing:
            raise Conflict(RENEWED)
        return await (self._change(form) if self.editing else self._add(form))

    async def _add(self, form: FormValues) -> tuple[EventRead, str]:
        values = parse(EventWrite, form_to_event(form, await self._zone(form)))
        made = await run(service.create_event, current_actor(), values=values)
        said = many_done(await self._affected(made.id), "created")
        return made, ". ".join(filter(None, (said, CREATED_WAITING if made.waits_for else "")))

    async def _change(self, form: FormValues) -> tuple[EventRead, str]:
        changes = form_to_changes(form, self.draft, await self._zone(form), self._was)
        patch, scope = parse(EventPatch, changes), Scope(self.scope)
        reason = changed_reason(form, self.draft)
        # Counted before: moved to an earlier day, they may have others of the series behind them.
        reached = await self._affected(self.editing, scope)
        changed = await self._write(patch, reason, scope)
        many = many_done(reached, "moved" if self._moves(form) else "updated")
        said = filter(None, (many, reach_words(changed.reach)))
        return changed.event, ". ".join(said)

    async def _write(self, patch: EventPatch, reason: str | None, scope: Scope) -> Changed:
        """Write the changes, and with them why the event is canceled where that was typed anew."""
        actor, event_id, seen = current_actor(), self.editing, self._seen
        if not reason:
            verb = service.change_event
            return await run(verb, actor, event_id=event_id, values=patch, scope=scope, seen=seen)
        both, why = canceling.change_canceled_event, parse(CancelWrite, {"reason": reason})
        return await run(
            both, actor, event_id=event_id, values=patch, why=why, scope=scope, seen=seen
        )

    async def _zone(self, form: FormValues) -> str:
        """The zone of the form's chapter. Chapters are read again: a state is only a cache."""
        await self._offer_chapters()
        return zone_of(str(form.get("chapterId") or ""), self._choices)

    async def _lost(self) -> tuple[Affected, Affected]:
        """The consequences of deleting this event, and of deleting it with all that follow."""
        this = await self._affected(self.editing, Scope.THIS)
        following = await self._affected(self.editing) if self.is_series else this
        return this, following

    async def _affected(self, event_id: str, scope: Scope = Scope.FOLLOWING) -> Affected:
        return await run(service.affected, current_actor(), event_id=event_id, scope=scope)

    async def _offer_chapters(self) -> None:
        self._choices = await run(chapters.choices, current_actor())
        self.chapters = [Option(NO_CHAPTER, "No chapter")] + [
            Option(one.id, choice_words(one)) for one in self._choices
        ]

    def _chapter(self, chapter_id: str) -> ChapterChoice | None:
        return next((one for one in self._choices if one.id == chapter_id), None)

    def _propose_end(self, form: FormValues, pattern: str) -> None:
        # The day as it was typed: in the zone that reads a date, the instant has this date again.
        zone = get_settings().org_time_zone
        first = (start_in(form, zone) or clock.now()).astimezone(ZoneInfo(zone))
        self.last_day = last_day_for(pattern, first.date()).isoformat()
        form["recurrenceEndDate"] = self.last_day

    def _remark(self, form: Form, zone: str) -> None:
        came = "" if self.editing else self._came
        around = Around(zone, clock.now(), self._seats_taken, not self.editing, came)
        self.remarks = remarks_of(form, around)

    async def _look_back(self, form: Form) -> None:
        """Read how many came to the latest events of the chapter and the type in the form."""
        kind = text_in(form, "chapterId"), text_in(form, "eventType")
        if kind == self._came_to:
            return
        self._came_to, came = kind, list[int]()
        if self._chapter(kind[0]) and kind[1] in TYPE_PLURALS:
            asked = {"chapter_id": kind[0], "event_type": kind[1]}
            came = await run(service.turnout, current_actor(), **asked)
        self._came = came_words(came, kind[1])

    async def _arrive(self) -> None:
        """Close the form that was opened on another page. Its own page may load again."""
        if self._opened_on == self.router.url.path:
            self._of_visit = (await self.get_state(ShellState))._visit
        await super()._arrive()

    def _close_dialogs(self) -> None:
        self.is_open = self.is_asking = False
        self.consequences = ""

    async def _open(self, draft: EventDraft, zone: str, seen: Seen | None = None) -> None:
        await self._arrive()
        event = seen.event if seen else None
        self._seen, self._was = seen, zone
        self.draft, self.errors, self._typed, self.consequences = draft, {}, {}, ""
        self.editing = event.id if event else ""
        self.longest = str(longest(draft))
        self.repeats, self.is_asking, self.shows_more = ONCE, False, event is not None
        self.is_series = event is not None and event.is_in_series
        self.is_canceled = event is not None and event.canceled_at is not None
        self._is_weekly = event is not None and event.recurrence_pattern in EVERY_WEEKS
        self._seats_taken = event.current_participants if event else 0
        self._of_chapter = text_in(draft, "chapterId")
        self._remark(draft, zone)
        self.scope, self.is_open = Scope.THIS.value, True
        self._opened_on = self.router.url.path
