"""The values of the forms of the gallery: of a new item and of one that is changed. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rookiebattle.core import clock
from rookiebattle.events.wording import day_at
from rookiebattle.media.models import LONGEST_TAG, Category
from rookiebattle.media.schemas import EventChoice, MediaRecord, TitleProposed
from rookiebattle.media.wording import VIDEO, numbered
from rookiebattle.ui.forms import Option
from rookiebattle.uploads.schemas import StoredFile

TAG_LENGTH = LONGEST_TAG
PICTURE = "Picture"
SHARED = ("category", "tags", "eventId", "isPublic")
NO_EVENT = Option("", "No event")
_ENDING = re.compile(r"\.\w{1,5}$")
_BETWEEN_WORDS = re.compile(r"[\s_.\-]+")
_BY_MACHINE = re.compile(r"(?i)(img|dsc|dscn|pxl|mvi|gopr|screenshot|photo|video)?[\W\d_]*")


@dataclass(frozen=True)
class MediaDraft:
    """The values with which a form opens, by the names of its controls."""

    title: str = ""
    altText: str = ""  # noqa: N815  # the name on the wire
    description: str = ""
    category: str = Category.GENERAL.value
    tags: list[str] = field(default_factory=list)
    eventId: str = ""  # noqa: N815  # the name on the wire
    isPublic: bool = True  # noqa: N815  # the name on the wire


@dataclass(frozen=True)
class SentFile:
    """A file that was sent and waits for its details.

    `poster` is the path of a video's still picture. `src` is empty for a video without one.
    `kind` is 'Picture' or 'Video'.
    """

    path: str = ""
    name: str = ""
    src: str = ""
    poster: str = ""
    kind: str = ""


def draft_of(item: MediaRecord) -> MediaDraft:
    return MediaDraft(
        title=item.title,
        altText=item.alt_text or "",
        description=item.description or "",
        category=item.category,
        tags=item.tags,
        eventId=item.event_id or "",
        isPublic=item.is_public,
    )


def next_draft(title: str, former: Mapping[str, Any]) -> MediaDraft:
    """The form for the next of several files: a category, tags and an event are often shared."""
    shared = {name: former[name] for name in SHARED if name in former}
    return MediaDraft(title=title, **shared)


def title_from(file_name: str) -> str:
    """A title that the file's name suggests; empty for a name that a camera gave."""
    words = _BETWEEN_WORDS.sub(" ", _ENDING.sub("", file_name)).strip()
    return "" if _BY_MACHINE.fullmatch(words) else words[:1].upper() + words[1:]


def titles_of(files: Sequence[SentFile], typed: str, proposed: TitleProposed | None) -> list[str]:
    """A title for each file: its own, or the words that they share and a number.

    They share what somebody typed for the first one, or else the event and its day. Empty where
    there are no words.
    """
    if typed and len(files) == 1:
        return [typed]
    own = [title_from(one.name) for one in files]
    words, number = (proposed.words, proposed.number) if proposed else ("", 1)
    if typed and typed != own[0]:
        own[0], words, number = "", typed, 1
    titles = []
    for title in own:
        titles.append(title or numbered(words, number))
        number += not title
    return titles


def sent_file(stored: StoredFile, drawn: StoredFile | None = None) -> SentFile:
    """A file that was just sent, with the still picture of a video.

    Its sender may see it before anybody else.
    """
    poster = drawn.object_path if drawn else ""
    is_video = "video" in stored.mime_type
    src, kind = (poster, VIDEO) if is_video else (stored.object_path, PICTURE)
    return SentFile(stored.object_path, stored.file_name, src, poster, kind)


def event_options(events: Sequence[EventChoice]) -> list[Option]:
    days = ((one, day_at(one.start_at, one.zone, clock.now())) for one in events)
    return [NO_EVENT, *(Option(one.id, f"{day} · {one.title}") for one, day in days)]
