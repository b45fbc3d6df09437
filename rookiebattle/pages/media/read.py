"""Reads a page of the gallery with its stored files, in one unit of work."""

from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import Scope
from rookiebattle.media import filing, service
from rookiebattle.media.schemas import EventChoice, MediaFilter, Shown


@dataclass(frozen=True, slots=True)
class GalleryShown:
    """The items of a page, ready to be drawn, and how many there are on all pages.

    `event` is the one by which they are chosen, if there is one. A role `adds` items, and edits
    those of the events in `edited`, by their ids.
    """

    items: list[Shown]
    total: int
    event: EventChoice | None = None
    adds: bool = False
    edited: frozenset[str] = frozenset()


def show_gallery(session: Session, actor: Actor, *, wanted: MediaFilter) -> GalleryShown:
    found = service.list_media(session, actor, wanted=wanted)
    ids = {one.event_id for one in found.items if one.event_id} | {wanted.event_id} - {""}
    events = service.events_shown(session, actor, event_ids=ids) if ids else {}
    items = [
        replace(one, event=events.get(one.item.event_id or ""))
        for one in filing.with_files(session, items=found.items)
    ]
    edit = Permission.ALL_MEDIA_UPDATE
    edited = (
        one.id for one in events.values() if actor.may(edit, at=Scope(one.chapter_id, one.id))
    )
    return GalleryShown(
        items,
        found.total,
        events.get(wanted.event_id),
        adds=bool(actor.reach(Permission.ALL_MEDIA_CREATE)),
        edited=frozenset(edited) if actor.reach(edit) else frozenset(),
    )
