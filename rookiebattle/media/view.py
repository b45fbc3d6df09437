"""Turns an item and its stored file into what a card draws. Addresses of private files expire."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial

from rookiebattle import routes
from rookiebattle.media.models import MediaType
from rookiebattle.media.schemas import Shown
from rookiebattle.media.wording import category_label, type_label, views_words
from rookiebattle.media.youtube import video_named_by
from rookiebattle.uploads.view import Picture, picture

MOST_TAGS = 2
LARGEST = 800
"""The width in pixels of the copy for browsers that do not choose one by themselves."""
QUALITIES = ("hqdefault", "mqdefault", "default")
"""The pictures of a YouTube video, the best first. Some videos have only the last one."""


@dataclass(frozen=True)
class TagChip:
    """A tag, and the address that shows what else has it."""

    label: str = ""
    href: str = ""
    is_chosen: bool = False


@dataclass(frozen=True)
class MediaCard:
    """The texts and addresses of a card. Without `src` and `stills` it has a drawn ground.

    `ground` is the same picture, tiny, as a data URL. `stills` are tried in turn.
    """

    id: str = ""
    title: str = ""
    description: str = ""
    category: str = ""
    day: str = ""
    event: str = ""
    event_href: str = ""
    kind: str = ""
    views: str = ""
    href: str = ""
    alt: str = ""
    src: str = ""
    srcset: str = ""
    ground: str = ""
    stills: list[str] = field(default_factory=list)
    is_video: bool = False
    is_pinned: bool = False
    is_public: bool = True
    may_edit: bool = False
    tags: list[TagChip] = field(default_factory=list)
    more_tags: str = ""


def card_of(shown: Shown, tags: list[TagChip] | None = None) -> MediaCard:
    """The card of an item; `tags` are all of its tags, of which the first are shown."""
    item, chips = shown.item, tags or []
    drawn = picture_of(shown)
    return MediaCard(
        id=item.id,
        title=item.title,
        description=item.description or "",
        category=category_label(item.category),
        kind=type_label(item.media_type, item.mime_type),
        views=views_words(item.view_count),
        href=item.file_url,
        alt=item.alt_text or item.title,
        src=drawn.src,
        srcset=drawn.srcset,
        ground=drawn.placeholder,
        stills=stills(video_named_by(item.youtube_url or "")),
        is_video=item.media_type == MediaType.VIDEO,
        is_pinned=item.is_pinned,
        is_public=item.is_public,
        tags=chips[:MOST_TAGS],
        more_tags=f"+{len(chips) - MOST_TAGS}" if len(chips) > MOST_TAGS else "",
    )


def cards_of(shown: Iterable[Shown]) -> list[MediaCard]:
    return [card_of(one) for one in shown]


def stills(video: str) -> list[str]:
    return list(map(partial(routes.youtube_still, video), QUALITIES)) if video else []


def picture_of(shown: Shown) -> Picture:
    """The picture in all its widths, or a video's still picture; empty if there is none."""
    is_photo = shown.item.media_type == MediaType.PHOTO
    drawn = shown.file if is_photo else shown.poster
    return picture(drawn, largest=LARGEST) if drawn else Picture()
