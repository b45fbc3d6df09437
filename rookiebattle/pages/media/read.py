"""Reads a page of the gallery with its stored files, in one unit of work."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.media import filing, service
from rookiebattle.media.schemas import MediaFilter, Shown


@dataclass(frozen=True, slots=True)
class GalleryShown:
    """The items of a page, ready to be drawn, and how many there are on all pages."""

    items: list[Shown]
    total: int


def show_gallery(session: Session, actor: Actor, *, wanted: MediaFilter) -> GalleryShown:
    found = service.list_media(session, actor, wanted=wanted)
    return GalleryShown(filing.with_files(session, items=found.items), found.total)
