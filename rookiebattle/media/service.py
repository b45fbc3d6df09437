"""Verbs of media: listing, adding, changing, sorting, pinning, deleting, and counting views."""

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from functools import partial

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import differences, record_change
from rookiebattle.core.conflicts import refuse_overtaken
from rookiebattle.core.database.db import new_id, on_commit, writes
from rookiebattle.core.database.turns import take_turn
from rookiebattle.core.errors import Invalid, NotFound
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.pushing import live
from rookiebattle.core.roles import ORGANIZATION, Scope
from rookiebattle.core.values.ids import known_id
from rookiebattle.events.wording import counted
from rookiebattle.media import filing, policy, queries, wording
from rookiebattle.media.models import MediaType
from rookiebattle.media.queries import media
from rookiebattle.media.schemas import (
    EventChoice,
    MediaFields,
    MediaFilter,
    MediaPatch,
    MediaRead,
    MediaRecord,
    MediaWrite,
    Shown,
    TitleProposed,
)
from rookiebattle.settings import get_settings
from rookiebattle.uploads import service as uploads
from rookiebattle.uploads.schemas import StoredFile

GALLERY = f"{live.LIST}media"
"""The live topic of the whole gallery."""
ORDER = "media:order"
MOST_EVENTS, SOON = 60, timedelta(days=1)
"""The events that a form offers. Pictures are added after an event, or while it runs."""


def list_media(session: Session, actor: Actor, *, wanted: MediaFilter) -> Page[MediaRead]:
    """A page of the gallery: pinned items first, then by position. Private ones for members."""
    private = policy.sees_private(actor)
    if not private and queries.private_among(session, [wanted.event_id]):
        return Page([], 0)
    rows = queries.page_of(session, wanted, sees_private=private)
    total = queries.total(session, wanted, sees_private=private)
    return Page(_seen(session, actor, rows), total)


def first_photos(session: Session, actor: Actor, *, most: int) -> list[Shown]:
    """The gallery's first pictures with a stored file, for a look at it from another page."""
    wanted = MediaFilter(media_type=MediaType.PHOTO, window=Window(most))
    rows = queries.page_of(session, wanted, sees_private=policy.sees_private(actor))
    return filing.with_files(session, items=_seen(session, actor, rows))


def media_of_event(session: Session, actor: Actor, *, event_id: str, most: int) -> list[Shown]:
    """The first pictures and videos of an event, as far as the actor may see them."""
    rows = queries.of_event(session, event_id, most, sees_private=policy.sees_private(actor))
    return filing.with_files(session, items=_seen(session, actor, rows))


def media_of_chapter(session: Session, actor: Actor, *, chapter_id: str, most: int) -> list[Shown]:
    """The first pictures and videos of a chapter's latest events that the actor may see."""
    until, private = clock.now() + SOON, policy.sees_private(actor)
    rows = queries.of_chapter(session, chapter_id, until, most, sees_private=private)
    return filing.with_files(session, items=_seen(session, actor, rows))


def events_to_choose(session: Session, actor: Actor, *, chosen: str = "") -> list[EventChoice]:
    """The latest events that have begun, and the `chosen` one; for administrators, and for roles
    those of their chapter."""
    reach = actor.require_reach(Permission.ALL_MEDIA_READ)
    rows = queries.latest_events(session, clock.now() + SOON, MOST_EVENTS, chosen, reach)
    return _choices(rows)


def events_shown(
    session: Session, actor: Actor, *, event_ids: Collection[str]
) -> dict[str, EventChoice]:
    """Those of these events that the actor may see, by their ids."""
    hidden = set() if policy.sees_private(actor) else queries.private_among(session, event_ids)
    rows = queries.named_events(session, [one for one in event_ids if one not in hidden])
    return {one.id: one for one in _choices(rows)}


def _choices(rows: Sequence[queries.Row]) -> list[EventChoice]:
    default = get_settings().org_time_zone
    return [
        EventChoice(one.id, one.title, one.start_at, one.time_zone or default, one.chapter_id)
        for one in rows
    ]


def propose_title(session: Session, actor: Actor, *, event_id: str) -> TitleProposed:
    """The event and its day, for the titles of its next items; for whoever adds items somewhere.

    Raises NotFound.
    """
    actor.require_reach(Permission.ALL_MEDIA_CREATE)
    found = events_shown(session, actor, event_ids=[known_id(event_id, wording.NO_EVENT)])
    if not found:
        raise NotFound(wording.NO_EVENT)
    (event,) = found.values()
    return TitleProposed(wording.event_words(event), queries.count_of_event(session, event.id) + 1)


def get_sent_file(session: Session, actor: Actor, *, object_path: str) -> StoredFile:
    """A file that the actor has sent and that waits for its item. Raises NotFound."""
    actor.require_reach(Permission.ALL_MEDIA_CREATE)
    return uploads.find_claimed(session, actor, object_path=object_path)


def get_media(session: Session, actor: Actor, *, media_id: str) -> MediaRecord:
    """One item with everything about it; for administrators, and roles where its event is.

    Raises NotFound and Forbidden.
    """
    actor.require_reach(Permission.ALL_MEDIA_READ)
    found = _existing(session, media_id)
    _require(session, actor, Permission.ALL_MEDIA_READ, found.event_id)
    return found


def _require(session: Session, actor: Actor, permission: Permission, event_id: str | None) -> None:
    """Raise Forbidden without the permission at this event; without an event, everywhere.

    An item of another event is no secret: members see the whole gallery.
    """
    if actor.may(permission):
        return
    event = queries.event_of(session, event_id) if event_id else None
    actor.require(permission, at=Scope(event.chapter_id, event.id) if event else ORGANIZATION)


@writes
def create_media(session: Session, actor: Actor, *, values: MediaWrite) -> MediaRecord:
    """Add a file that the actor uploaded, or a YouTube video; for administrators, and for roles to
    an event in reach.

    A new item stands first, after the pinned ones.
    """
    actor.require_reach(Permission.ALL_MEDIA_CREATE)
    _event_exists(session, values)
    _require(session, actor, Permission.ALL_MEDIA_CREATE, values.event_id)
    take_turn(session, ORDER)
    now, id_, first = clock.now(), new_id(), queries.first_position(session) - 1
    made = {"id": id_, "uploaded_by": actor.user_id, "created_at": now, "updated_at": now}
    stands = {"order_position": first, "place": first, "is_pinned": False, "view_count": 0}
    said = values.model_dump(by_alias=False, mode="json", include={*MediaFields.model_fields})
    file = filing.take(session, actor, values=values)
    session.execute(sa.insert(media).values({**made, **stands, **said, **file}))
    queries.tag(session, id_, policy.tag_keys(values.tags), first)
    return _noted(session, actor, "media.created", id_, before={})


@writes
def update_media(
    session: Session,
    actor: Actor,
    *,
    media_id: str,
    values: MediaPatch,
    seen: MediaRecord | None = None,
) -> MediaRecord:
    """Change what is said about an item; for administrators, and roles where its event is.

    `seen` is what the caller read before. Raises Overtaken when somebody else has changed one of
    the sent fields since then; changes of other fields go together.
    """
    actor.require_reach(Permission.ALL_MEDIA_UPDATE)
    _event_exists(session, values)
    row = _row(session, media_id, lock=True)
    was = _record(row)
    _require(session, actor, Permission.ALL_MEDIA_UPDATE, was.event_id)
    if "event_id" in values.model_fields_set:
        _require(session, actor, Permission.ALL_MEDIA_UPDATE, values.event_id)
    if seen:
        refuse_overtaken(was, values, seen, thing="item")
    sent = values.model_dump(by_alias=False, mode="json", include=values.model_fields_set)
    changed = sa.update(media).where(media.c.id == was.id)
    session.execute(changed.values({**sent, "updated_at": clock.now()}))
    if "tags" in sent:
        place = policy.place_of(was.order_position, is_pinned=was.is_pinned)
        queries.tag(session, was.id, policy.tag_keys(sent["tags"]), place)
    if sent.get("is_public", was.is_public) is not was.is_public:
        filing.show(session, item=was, is_public=not was.is_public)
    return _noted(session, actor, "media.updated", was.id, before=wording.told_of(was))


@writes
def delete_media(session: Session, actor: Actor, *, media_id: str) -> None:
    """Delete an item and its stored file; for administrators, and roles where its event is."""
    actor.require_reach(Permission.ALL_MEDIA_DELETE)
    was = _record(_row(session, media_id, lock=True))
    _require(session, actor, Permission.ALL_MEDIA_DELETE, was.event_id)
    _log(session, actor, "media.deleted", was, wording.told_of(was), {})
    session.execute(sa.delete(media).where(media.c.id == was.id))
    filing.release(session, item=was)


@writes
def sort_media(session: Session, actor: Actor, *, media_ids: Sequence[str]) -> None:
    """Put these items into this order; for administrators, and roles in the organization.

    They share the places that they have now, so items in between stay where they are. Pinned items
    stay before the others. An order that stands already is no change, so nobody is told of it.
    Raises Invalid for a repeated id, NotFound for an unknown one.
    """
    actor.require(Permission.ALL_MEDIA_UPDATE)
    ids = _different(media_ids)
    take_turn(session, ORDER)
    has_moved = False
    for is_pinned, positions in _standing(session, ids).items():
        wanted = [one for one in ids if one in positions]
        has_moved |= _sort(session, wanted, positions, is_pinned=is_pinned)
    if has_moved:
        record_change(session, actor, "media.sorted", ids[0], thing=counted(len(ids), "item"))
        _announce(session)


@writes
def move_media(
    session: Session, actor: Actor, *, media_id: str, seen: Sequence[str], wanted: Sequence[str]
) -> None:
    """Move one item among others; for administrators, and roles in the organization.

    `seen` and `wanted` are the order of these items before the move and after it, as the caller saw
    it. The order that others made meanwhile stays; only this item moves. Raises Invalid for a
    repeated id, NotFound for an unknown one.
    """
    actor.require(Permission.ALL_MEDIA_UPDATE)
    ids, before = _different(wanted), _different(seen)
    if {*ids} != {*before} or media_id not in ids:
        raise NotFound(wording.SOME_MISSING)
    take_turn(session, ORDER)
    for is_pinned, positions in _standing(session, ids).items():
        if media_id in positions:
            stored = sorted(positions, key=positions.__getitem__)
            order = policy.with_move(stored, media_id, seen=before, wanted=ids)
            if _sort(session, order, positions, is_pinned=is_pinned):
                title = _existing(session, media_id).title
                record_change(session, actor, "media.sorted", media_id, thing=title)
                _announce(session)


def _different(ids: Sequence[str]) -> list[str]:
    """The ids in their usual form. Raises NotFound for one that is none, Invalid for a repeated."""
    known = [known_id(one, wording.SOME_MISSING) for one in ids]
    if len(set(known)) < len(known):
        raise Invalid(fields={"mediaIds": wording.REPEATED})
    return known


def _sort(
    session: Session, order: Sequence[str], positions: dict[str, int], *, is_pinned: bool
) -> bool:
    """Put these items, which are all pinned or all not, into this order; False when they are."""
    wanted = policy.sorted_positions(order, positions)
    if wanted == positions:
        return False
    queries.move(session, wanted, is_pinned=is_pinned)
    return True


def _standing(session: Session, ids: Sequence[str]) -> dict[bool, dict[str, int]]:
    """The positions of the pinned items and of the others. All of them differ."""
    found = queries.standing(session, ids)
    if len(found) < len(ids):
        raise NotFound(wording.SOME_MISSING)
    if len({row.order_position for row in found}) < len(found):
        # Items that were added before adding took a turn may share a position.
        queries.renumber(session)
        found = queries.standing(session, ids)
    return {
        is_pinned: {row.id: row.order_position for row in found if row.is_pinned is is_pinned}
        for is_pinned in (True, False)
    }


@writes
def pin_media(session: Session, actor: Actor, *, media_id: str, is_pinned: bool) -> MediaRecord:
    """Set an item before all others, or back to its position; as `sort_media`."""
    actor.require(Permission.ALL_MEDIA_UPDATE)
    take_turn(session, ORDER)
    row = _row(session, media_id, lock=True)
    if row.is_pinned is is_pinned:
        return _record(row)
    queries.pin(session, row, is_pinned=is_pinned)
    action = "media.pinned" if is_pinned else "media.unpinned"
    return _noted(session, actor, action, row.id, before=wording.told_of(_record(row)))


@writes
def count_view(session: Session, actor: Actor, *, media_id: str) -> None:
    """Count that somebody opened an item. Raises NotFound if the actor may not see it.

    People who have not finished their welcome write nothing, so they are not counted.
    """
    if actor.is_member and not actor.is_welcomed:
        return
    id_ = known_id(media_id, wording.MISSING)
    if not queries.count_view(session, id_, sees_private=policy.sees_private(actor)):
        raise NotFound(wording.MISSING)


def misplaced_media(session: Session) -> list[str]:
    """A sentence for each item whose place, or whose tags, contradict what it says of itself."""
    rows = queries.places(session)
    tagged = queries.places_of_tags(session)
    return [f"item {row.id} stands at {row.place}" for row in rows if _is_misplaced(row, tagged)]


def _is_misplaced(row: queries.Row, tagged: Mapping[str, dict[str, int]]) -> bool:
    place = policy.place_of(row.order_position, is_pinned=row.is_pinned)
    own = dict.fromkeys(policy.tag_keys(row.tags), place)
    return bool(row.place != place or tagged.get(row.id, {}) != own)


def _row(session: Session, media_id: str, *, lock: bool = False) -> queries.Row:
    row = queries.one(session, known_id(media_id, wording.MISSING), lock=lock)
    if row is None:
        raise NotFound(wording.MISSING)
    return row


def _existing(session: Session, media_id: str) -> MediaRecord:
    return _record(_row(session, media_id))


def _record(row: queries.Row) -> MediaRecord:
    return MediaRecord.model_construct(**row._mapping)


def _seen(session: Session, actor: Actor, rows: Sequence[queries.Row]) -> list[MediaRead]:
    """The items as the actor sees them: visitors do not learn which private event one is of."""
    ids = set() if policy.sees_private(actor) else {row.event_id for row in rows if row.event_id}
    hidden = queries.private_among(session, ids) if ids else set()
    return [_read(row, None if row.event_id in hidden else row.event_id) for row in rows]


def _read(row: queries.Row, event_id: str | None) -> MediaRead:
    values = {name: getattr(row, name) for name in MediaRead.model_fields}
    return MediaRead.model_construct(**{**values, "event_id": event_id})


def _event_exists(session: Session, values: MediaFields) -> None:
    if values.event_id and queries.event_of(session, values.event_id) is None:
        raise Invalid(fields={"eventId": wording.NO_EVENT})


def _noted(
    session: Session, actor: Actor, action: str, media_id: str, *, before: dict[str, str]
) -> MediaRecord:
    """Write the audit line and return the item as it is now."""
    now = _existing(session, media_id)
    _log(session, actor, action, now, before, wording.told_of(now))
    return now


def _log(
    session: Session,
    actor: Actor,
    action: str,
    item: MediaRead,
    before: dict[str, str],
    after: dict[str, str],
) -> None:
    changes = differences(before, after)
    record_change(session, actor, action, item.id, thing=item.title, changes=changes)
    _announce(session)


def _announce(session: Session) -> None:
    on_commit(session, partial(live.announce, GALLERY))
