"""The state of the gallery's dialogs: adding items, changing one, and the question before deleting.

Several files are sent one after another; the form asks for the details of the first of `files`.
"""

from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import partial
from typing import Annotated, Any, Literal

import reflex as rx
from pydantic import Field
from reflex.event import EventSpec

from rookiebattle import routes
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Invalid, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.media import service
from rookiebattle.media.schemas import (
    LONGEST_ADDRESS,
    MediaPatch,
    MediaRecord,
    MediaWrite,
    TitleProposed,
)
from rookiebattle.media.view import stills
from rookiebattle.media.wording import (
    ASK_TITLE,
    GONE,
    LOST,
    NO_FILE,
    NOT_ADDED,
    NOT_CHANGED,
    NOT_DELETED,
    NOT_YOUTUBE,
    TOO_MANY_WAIT,
    added_words,
    loss_words,
    missed_words,
    numbered,
    sent_words,
)
from rookiebattle.media.youtube import video_id
from rookiebattle.pages.media.state.gallery import MediaState
from rookiebattle.pages.media.view.form import (
    NO_EVENT,
    MediaDraft,
    SentFile,
    draft_of,
    event_options,
    next_draft,
    sent_file,
    title_from,
    titles_of,
)
from rookiebattle.ui.forms import Option, focus_on
from rookiebattle.ui.records import Doomed, FormValues, changed, seen_after, typed
from rookiebattle.ui.state import Refused, WithDialogs, attempt, or_else, toast
from rookiebattle.ui.typed import call, page_vars
from rookiebattle.uploads.schemas import StoredFile

FIELDS = ("title", "altText", "description", "category", "eventId")
FILE, YOUTUBE = "file", "youtube"
MOST_WAITING = 20
Claimed = dict[str, str | int | None]
Path = Annotated[str, Field(max_length=LONGEST_ADDRESS)]
Chosen = Id | Literal[""]
Lines = Annotated[
    list[Annotated[str, Field(max_length=2 * LONGEST_ADDRESS)]], Field(max_length=MOST_WAITING)
]
Count = Annotated[int, Field(strict=True, ge=0, le=1000)]


class MediaFormState(WithDialogs, rx.State):
    """`editing` is the id of the item that is changed, empty for a new one.

    `source` is where a new item comes from. `video` is the id that the typed link names, `link` the
    address of the one that a draft had. `turn` counts the items that were added, so that each gets
    controls of its own.

    `added` counts those of the open form, and `coming` the chosen files that are not stored yet.
    Of these, `_moving` are on their way, and the others failed or were not sent; `_untold` counts
    the stored ones that no toast has told of. `lost` says that a draft named a file that is gone.

    `proposal` is the title that the chosen event gives to an item without one.

    `is_gone` tells that somebody deleted the item while its form was open.

    `draft` is what the form opened with. `_seen` is what is stored as far as the person was told.
    """

    is_open: bool = False
    editing: str = ""
    source: str = FILE
    files: rx.Field[list[SentFile]] = rx.field(default_factory=list)
    video: str = ""
    link: str = ""
    stills: rx.Field[list[str]] = rx.field(default_factory=list)
    is_wrong_link: bool = False
    draft: MediaDraft = MediaDraft()
    events: rx.Field[list[Option]] = rx.field(default_factory=lambda: [NO_EVENT])
    errors: dict[str, str] = {}
    is_gone: bool = False
    turn: int = 0
    added: int = 0
    coming: int = 0
    lost: str = ""
    proposal: str = ""
    doomed: Doomed = Doomed()
    loss: str = ""
    _adds_all: bool = False
    _moving: int = 0
    _untold: int = 0
    _seen: MediaRecord | None = None

    @rx.event
    @requires(Permission.ALL_MEDIA_CREATE, somewhere=True)
    async def create(self) -> None:
        self._choose(FILE)
        await self._open(None)

    @rx.event
    @requires(Permission.ALL_MEDIA_CREATE, somewhere=True)
    async def choose_source(self, source: str) -> None:
        """Take files from now on, or a link. The other way's values are forgotten."""
        self._choose(YOUTUBE if source == YOUTUBE else FILE)

    @rx.event
    @requires(Permission.ALL_MEDIA_CREATE, somewhere=True)
    async def take_file(self, claimed: Claimed) -> None:
        """A file has been sent and examined: its details are asked for."""
        if len(self.files) >= MOST_WAITING:
            await toast(self, NOT_ADDED, TOO_MANY_WAIT.format(most=MOST_WAITING), "error")
            return
        # The browser tells the new counts after this.
        self.coming, self._moving = max(0, self.coming - 1), max(0, self._moving - 1)
        done, text = ("", "") if self._moving else sent_words(len(self.files) + 1)
        found = await attempt(self, _sent(claimed), done=done, text=text)
        if isinstance(found, Refused):
            return
        self.lost, self._untold = "", self._untold + 1 if self._moving else 0
        self._take([*self.files, found])

    @rx.event
    @requires(Permission.ALL_MEDIA_CREATE, somewhere=True)
    async def count_coming(self, count: Count, moving: Count) -> None:
        """So many of the chosen files are not stored yet. The form stays until they are here."""
        self.coming, self._moving = count, moving

    @rx.event
    @requires(Permission.ALL_MEDIA_CREATE, somewhere=True)
    async def take_again(self, lines: Lines) -> None:
        """Take the link or the files of a draft, as far as these still wait for this person."""
        if self.files:
            return
        if video := video_id(lines[0]) if lines else "":
            self._choose(YOUTUBE)
            self._show_video(video)
            self.link = routes.youtube(video)
            return
        found = await attempt(self, _still_here(lines))
        if isinstance(found, Refused):
            return
        self.lost = LOST if len(found) < len(lines) else ""
        self._take(found)

    @rx.event
    @requires(Permission.ALL_MEDIA_CREATE, somewhere=True)
    async def drop_file(self, path: Path) -> None:
        """Forget a sent file, which goes by itself within a day, as those of a closed form do.

        What was typed stays, and only a title that a file's name suggested follows the next file.
        """
        was_first = self.files[:1]
        self.files = [one for one in self.files if one.path != path]
        if self.files and self.files[:1] != was_first:
            self.draft = replace(self.draft, title=title_from(self.files[0].name))

    @rx.event
    @requires(Permission.ALL_MEDIA_CREATE, somewhere=True)
    async def miss_file(self) -> None:
        """A file could not be sent. The reason stands beside it, and it can be sent again.

        The last one tells of those that were stored before it.
        """
        self._moving = max(0, self._moving - 1)
        told = 0 if self._moving else self._untold
        self._untold -= told
        await toast(self, "Error", missed_words(told), "error")

    @rx.event
    @requires(Permission.ALL_MEDIA_CREATE, somewhere=True)
    async def check_link(self, text: str) -> None:
        self._show_video(video_id(text))
        self.is_wrong_link = bool(text.strip()) and not self.video

    @rx.event
    @requires(Permission.ALL_MEDIA_UPDATE, somewhere=True)
    async def edit(self, media_id: Id) -> None:
        if found := await self._read(media_id):
            await self._open(found)

    @rx.event
    @public
    async def close(self) -> None:
        """Close the form. Typed text is discarded; sent files go by themselves within a day."""
        self.is_open = False
        self._forget_files()

    @rx.event
    @requires(Permission.ALL_MEDIA_CREATE, somewhere=True)
    async def add(self, form: FormValues) -> EventSpec | list[EventSpec] | None:
        """Add the item. After an error the form stays; after a file the next one is asked about."""
        of_youtube = self.source == YOUTUBE
        count = len(self.files) if self._adds_all and not of_youtube else 1
        self._adds_all = False
        done = "YouTube video added successfully!" if of_youtube else added_words(count)
        adding = or_else(NOT_ADDED, self._add_first(form, count))
        added = await attempt(self, adding, done=done)
        if isinstance(added, Refused):
            self.errors = added.fields
            return focus_on(added.fields)
        self._begin_next(form)
        await self._propose(str(form.get("eventId") or ""))
        self.is_open = bool(self.files) or self.coming > 0
        return [_show_again(), *([rx.set_focus("field-title")] if self.is_open else [])]

    @rx.event
    @requires(Permission.ALL_MEDIA_CREATE, somewhere=True)
    async def reach(self, adds_all: bool) -> None:
        """Say before the form is sent whether its details are for all files that are here."""
        self._adds_all = adds_all

    @rx.event
    @requires(Permission.ALL_MEDIA_CREATE, somewhere=True)
    async def propose(self, event_id: Chosen) -> None:
        """Say which title the chosen event gives to an item without one."""
        await self._propose(event_id)

    @rx.event
    @requires(Permission.ALL_MEDIA_UPDATE, somewhere=True)
    async def save(self, form: FormValues) -> EventSpec | None:
        """Change the item. After an error the form stays, at its first wrong field.

        It stays as it is when the item is gone: what was typed can be copied from it.
        """
        saving = or_else(NOT_CHANGED, _saved(form, self.editing, self.draft, self._seen))
        saved = await attempt(self, saving, done="Media updated successfully!")
        if isinstance(saved, Refused):
            self.errors, self.is_gone = saved.fields, isinstance(saved.error, NotFound)
            if self.is_gone:
                return _show_again()
            self._seen = await seen_after(saved, self._seen, partial(self._read, self.editing))
            return focus_on(saved.fields)
        self.errors, self.is_open, self.editing = {}, False, ""
        return _show_again()

    @rx.event
    @requires(Permission.ALL_MEDIA_DELETE, somewhere=True)
    async def ask(self, media_id: Id) -> None:
        if found := await self._read(media_id):
            await self._arrive()
            self.doomed = Doomed(found.id, found.title)
            self.loss = loss_words(found.media_type, found.mime_type)

    @rx.event
    @public
    async def keep(self) -> None:
        self.doomed = Doomed()

    @rx.event
    @requires(Permission.ALL_MEDIA_DELETE, somewhere=True)
    async def delete(self) -> EventSpec:
        deleting = run(service.delete_media, current_actor(), media_id=self.doomed.id)
        deleting = or_else(NOT_DELETED, deleting)
        deleted = await attempt(self, deleting, done="Media deleted successfully!")
        if not isinstance(deleted, Refused):
            self.is_open = False
        self.doomed = Doomed()
        return _show_again()

    async def _add_first(self, form: FormValues, count: int) -> None:
        """Add the link, or so many of the files. Those that were not added stay."""
        values, typed = _values(form, ""), str(form.get("title") or "").strip()
        proposed = await _proposed(str(form.get("eventId") or ""))
        if self.source == YOUTUBE:
            link = str(form.get("youtubeUrl") or "")
            _require(bool(video_id(link)), "youtubeUrl", NOT_YOUTUBE)
            (title,) = titles_of([SentFile()], typed, proposed)
            await _create(values | {"title": title, "fileUrl": link})
            self._note_added()
            return
        _require(bool(self.files), "fileUrl", NO_FILE)
        titles = titles_of(self.files[:count], typed, proposed)
        _require(all(titles) or count == 1, "title", ASK_TITLE)
        for title in titles:
            first = self.files[0]
            its = {"title": title, "fileUrl": first.path, "thumbnailUrl": first.poster or None}
            await _create(values | its)
            self.files = self.files[1:]
            self._note_added()
            # The next picture shows something else.
            values["altText"] = ""

    async def _propose(self, event_id: str) -> None:
        proposed = await attempt(self, _proposed(event_id))
        if not isinstance(proposed, Refused):
            self.proposal = numbered(proposed.words, proposed.number) if proposed else ""

    def _note_added(self) -> None:
        self.turn, self.added = self.turn + 1, self.added + 1

    async def _read(self, media_id: str) -> MediaRecord | None:
        reading = run(service.get_media, current_actor(), media_id=media_id)
        found = await attempt(self, reading)
        return None if isinstance(found, Refused) else found

    def _close_dialogs(self) -> None:
        self.is_open, self.doomed = False, Doomed()
        self._forget_files()

    async def _open(self, found: MediaRecord | None) -> None:
        await self._arrive()
        draft = draft_of(found) if found else MediaDraft()
        asking = run(service.events_to_choose, current_actor(), chosen=draft.eventId)
        events = await attempt(self, asking)
        if isinstance(events, Refused):
            return
        self.events = event_options(events)
        self.draft, self.editing, self.errors = draft, found.id if found else "", {}
        self.proposal = ""
        self._seen, self.is_gone = found, False
        self.is_open = True

    def _choose(self, source: str) -> None:
        self.source, self.errors = source, {}
        self._forget_files()
        self.is_wrong_link, self.link = False, ""
        self._show_video("")

    def _show_video(self, video: str) -> None:
        self.video, self.stills = video, stills(video)

    def _forget_files(self) -> None:
        self.files, self.added, self.lost = [], 0, ""
        self.coming = self._moving = self._untold = 0

    def _take(self, files: list[SentFile]) -> None:
        """Have these files; the first of them names the form, unless it was there before."""
        is_first = bool(files) and not self.files
        self.files = files
        if is_first:
            self.errors, self.draft = {}, replace(self.draft, title=title_from(files[0].name))

    def _begin_next(self, former: FormValues) -> None:
        """A form for the next file. It keeps what files of one day share."""
        title = title_from(self.files[0].name) if self.files else ""
        self.errors, self.draft = {}, next_draft(title, _values(former, ""))


def _show_again() -> EventSpec:
    shown: EventSpec = call(page_vars(MediaState).show)
    return shown


async def _sent(claimed: Claimed) -> SentFile:
    path, poster = str(claimed.get("objectPath") or ""), str(claimed.get("posterPath") or "")
    found = await run(service.get_sent_file, current_actor(), object_path=path)
    if not poster:
        return sent_file(found)
    drawn = await run(service.get_sent_file, current_actor(), object_path=poster)
    return sent_file(found, drawn)


async def _still_here(lines: list[str]) -> list[SentFile]:
    """The sent files of these lines; those that are gone are left out. Each has its still picture
    as long as this is here: a video is worth more than its picture."""
    found = []
    for line in lines:
        path, _, poster = line.partition(" ")
        sent = await _found(path)
        if sent:
            found.append(sent_file(sent, await _found(poster) if poster else None))
    return found


async def _found(path: str) -> StoredFile | None:
    try:
        return await run(service.get_sent_file, current_actor(), object_path=path)
    except NotFound:
        return None


async def _create(values: dict[str, Any]) -> None:
    await run(service.create_media, current_actor(), values=parse(MediaWrite, values))


async def _proposed(event_id: str) -> TitleProposed | None:
    if not event_id:
        return None
    return await run(service.propose_title, current_actor(), event_id=event_id)


async def _saved(
    form: FormValues, media_id: str, opened: MediaDraft, seen: MediaRecord | None
) -> MediaRecord:
    """Save what was changed in the form: the rest may have been changed by somebody else."""
    values = changed(_values(form, media_id), asdict(opened))
    saving = run(
        service.update_media,
        current_actor(),
        media_id=media_id,
        values=parse(MediaPatch, values),
        seen=seen,
    )
    try:
        return await saving
    except NotFound:
        raise NotFound(GONE) from None


def _values(form: Mapping[str, Any], media_id: str) -> dict[str, Any]:
    values = typed(form, FIELDS, media_id, flags=("isPublic",))
    return values | {"tags": str(form.get("tags") or "").splitlines()}


def _require(holds: bool, name: str, sentence: str) -> None:
    if not holds:
        raise Invalid(fields={name: sentence})
