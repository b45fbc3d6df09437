"""Verbs of notifications: a member's list, and writing them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from functools import partial
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.models import Chapter
from rookiebattle.chapters.wording import NO_SUCH_CHAPTER
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import Change, differences, record_change
from rookiebattle.core.conflicts import refuse_overtaken
from rookiebattle.core.database.db import on_commit, writes
from rookiebattle.core.errors import Forbidden, Invalid, NotFound
from rookiebattle.core.mail import outbox
from rookiebattle.core.mail.open_letters import OPEN_FOR
from rookiebattle.core.mail.outbox import Promised
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.pushing import live
from rookiebattle.core.roles import Scope
from rookiebattle.core.values.ids import known_id
from rookiebattle.notifications import queries
from rookiebattle.notifications.models import Notification, Target
from rookiebattle.notifications.policy import kept_chapter, needs_chapter, shown_type
from rookiebattle.notifications.schemas import (
    NotificationPatch,
    NotificationRead,
    NotificationRecord,
    NotificationSaved,
    NotificationSearch,
    NotificationWrite,
)
from rookiebattle.notifications.wording import EMAILED_BEFORE, told_of
from rookiebattle.registrations.service import people
from rookiebattle.waivers.service.standing import has_seat

NOTICES = f"{live.LIST}notifications"
"""The topic by which open dashboards hear that a notification has changed."""
MISSING = "This notification doesn’t exist."
NO_CHAPTER = "Chapter is required"
MOST_ON_PAGE = 3
POSTED = "notification.posted"
"""The kind of the letter that says what a notification says."""
# Members do not see who wrote a notification.
Shape = TypeVar("Shape", NotificationRead, NotificationRecord, NotificationSaved)


def list_for_me(session: Session, actor: Actor, *, window: Window) -> Page[NotificationRead]:
    """The actor's notifications: active, not expired, for all or for the actor's chapter."""
    actor.require(Permission.MEMBER_NOTIFICATION_READ)
    wanted = queries.reaching(actor.chapter_id, clock.now())
    return _page(session, NotificationRead, wanted, window)


def news_for_me(session: Session, actor: Actor, *, window: Window) -> Page[NotificationRead]:
    """As `list_for_me`, without what was over before the actor joined: the strip's messages.

    Urgent ones come first, then warnings: the strip shows few at first.
    """
    actor.require(Permission.MEMBER_NOTIFICATION_READ)
    wanted = queries.reaching(actor.chapter_id, clock.now()) & queries.still_news(actor.user_id)
    return _page(session, NotificationRead, wanted, window, "urgent")


def chapter_news(
    session: Session,
    actor: Actor,
    *,
    chapter_id: str,
    event_id: str = "",
    until: datetime | None = None,
) -> list[NotificationRead]:
    """News for a chapter's members, urgent first, for the pages of the chapter and its events.

    With `until`, only what still holds then: "this Saturday" is said of no later one.
    Only for those members, the chapter's leads and administrators, and at an event of the chapter
    for whoever has a seat there or brings people: they have to find the same park. Others get
    nothing.
    """
    reads = Permission.MEMBER_NOTIFICATION_READ in actor.permissions
    belongs = (reads and actor.chapter_id == chapter_id) or actor.may(
        Permission.ALL_NOTIFICATION_READ, at=Scope(chapter_id)
    )
    if not belongs and not (reads and event_id):
        return []
    now = clock.now()
    rows = queries.of_chapter(session, chapter_id, max(now, until or now), MOST_ON_PAGE)
    # Most events have no news, and then nobody's seats are looked up.
    if rows and not belongs and not _comes(session, actor, event_id):
        return []
    return [_read(NotificationRead, row) for row in rows]


def _comes(session: Session, actor: Actor, event_id: str) -> bool:
    """Whether the actor or one of their people has a seat at an event."""
    ids = (actor.user_id, *people.ids_of(session, actor))
    return any(has_seat(session, event_id, one) for one in ids)


def list_all(session: Session, actor: Actor, *, window: Window) -> Page[NotificationRecord]:
    """Every notification, including inactive and expired ones; for administrators, and for leads
    those to their chapter."""
    reach = actor.require_reach(Permission.ALL_NOTIFICATION_READ)
    wanted = reach.within(queries.notifications.chapter_id)
    return _page(session, NotificationRecord, wanted, window)


def search_notifications(
    session: Session, actor: Actor, *, wanted: NotificationSearch
) -> Page[NotificationRecord]:
    """Notifications as the console lists them; as `list_all`."""
    reach = actor.require_reach(Permission.ALL_NOTIFICATION_READ)
    condition = queries.asked(wanted, clock.now()) & reach.within(queries.notifications.chapter_id)
    return _page(session, NotificationRecord, condition, wanted.window, wanted.order)


def download_notifications(
    session: Session, actor: Actor, *, wanted: NotificationSearch
) -> list[dict[str, str]]:
    """The list of `search_notifications` in words, with the chapters' names."""
    found = search_notifications(session, actor, wanted=wanted).items
    names = {one.id: one.name for one in chapters.choices(session, actor)}
    return [told_of(one, names.get(one.chapter_id or "", "")) for one in found]


def get_notification(session: Session, actor: Actor, *, notification_id: str) -> NotificationRecord:
    """One notification; for administrators, and leads of its chapter. Raises NotFound."""
    permission = Permission.ALL_NOTIFICATION_READ
    found = _existing(session, actor, permission, notification_id, lock=False)
    return _read(NotificationRecord, found)


def _page(
    session: Session,
    shape: type[Shape],
    wanted: sa.ColumnElement[bool],
    window: Window,
    order: str = "newest",
) -> Page[Shape]:
    items = [_read(shape, row) for row in queries.page_of(session, wanted, window, order)]
    is_whole = window.offset == 0 and len(items) < window.limit
    return Page(items, len(items) if is_whole else queries.total(session, wanted))


def _read(shape: type[Shape], row: sa.Row[Any] | Notification) -> Shape:
    columns = {name: getattr(row, name) for name in shape.model_fields if name != "emails"}
    return shape.model_construct(**columns | {"type": shown_type(row.type)})


@writes
def create_notification(
    session: Session, actor: Actor, *, values: NotificationWrite
) -> NotificationSaved:
    """Add a notification; for administrators, and for leads one to their chapter."""
    sent = _columns(values, NotificationWrite.model_fields)
    now = clock.now()
    new = Notification(**sent, created_by=actor.user_id, created_at=now, updated_at=now)
    _aim(session, new)
    actor.require(Permission.ALL_NOTIFICATION_CREATE, at=Scope(new.chapter_id))
    session.add(new)
    emails = _email(session, actor, new) if values.also_email else 0
    return _noted(session, actor, "notification.created", new, before={}, emails=emails)


@writes
def update_notification(
    session: Session,
    actor: Actor,
    *,
    notification_id: str,
    values: NotificationPatch,
    seen: NotificationRead | None = None,
) -> NotificationSaved:
    """Change the fields that were sent; for administrators, and for leads within their chapter.

    `seen` is what the caller read before. Raises Overtaken when somebody else has changed one of
    the sent fields since then, and Invalid for a second email.
    """
    found = _existing(session, actor, Permission.ALL_NOTIFICATION_UPDATE, notification_id)
    if seen:
        refuse_overtaken(_read(NotificationRecord, found), values, seen, thing="notification")
    sent = _columns(values, values.model_fields_set)
    changed = {name: value for name, value in sent.items() if getattr(found, name) != value}
    if not changed and not values.also_email:
        return _read(NotificationSaved, found)
    before = _told(session, found)
    found.sqlmodel_update(changed | {"updated_at": clock.now()})
    # A notification whose chapter was deleted can be changed without choosing a new target.
    if {"target_type", "chapter_id"} & changed.keys():
        _aim(session, found)
        actor.require(Permission.ALL_NOTIFICATION_UPDATE, at=Scope(found.chapter_id))
    emails = _email(session, actor, found) if values.also_email else 0
    fields = ", ".join(sorted(changed))
    return _noted(
        session, actor, "notification.updated", found, before=before, emails=emails, fields=fields
    )


@writes
def delete_notification(session: Session, actor: Actor, *, notification_id: str) -> None:
    """Delete a notification; for administrators, and leads of its chapter."""
    found = _existing(session, actor, Permission.ALL_NOTIFICATION_DELETE, notification_id)
    changes = differences(_told(session, found), {})
    _record(session, actor, "notification.deleted", found, changes)
    session.delete(found)


def _columns(values: NotificationWrite | NotificationPatch, names: Iterable[str]) -> dict[str, Any]:
    sent = {name: getattr(values, name) for name in names if name != "also_email"}
    return {name: v.value if isinstance(v, StrEnum) else v for name, v in sent.items()}


def _existing(
    session: Session,
    actor: Actor,
    permission: Permission,
    notification_id: str,
    *,
    lock: bool = True,
) -> Notification:
    """A notification, if the actor has the permission for its chapter; locked if wanted.

    Raises NotFound for one to another chapter, Forbidden for one to everybody, which a lead reads.
    """
    actor.require_reach(permission)
    found = session.get(
        Notification, known_id(notification_id, MISSING), with_for_update=True if lock else None
    )
    if found is None:
        raise NotFound(MISSING)
    if not actor.may(permission, at=Scope(found.chapter_id)):
        raise Forbidden() if found.target_type == Target.ALL else NotFound(MISSING)
    return found


def _aim(session: Session, one: Notification) -> None:
    """Check the target: a notification for a chapter names one that exists. Raises Invalid."""
    if needs_chapter(one.target_type, one.chapter_id):
        raise Invalid(NO_CHAPTER, {"chapterId": NO_CHAPTER})
    one.chapter_id = kept_chapter(one.target_type, one.chapter_id)
    # The chapter is locked, so that it cannot be deleted before the notification refers to it.
    lock = {"read": True, "key_share": True}
    with session.no_autoflush:
        if one.chapter_id and not session.get(Chapter, one.chapter_id, with_for_update=lock):
            raise Invalid(NO_SUCH_CHAPTER, {"chapterId": NO_SUCH_CHAPTER})


def _email(session: Session, actor: Actor, one: Notification) -> int:
    """Promise everybody whom it reaches, but its writer, a letter; returns to how many.

    The letter stays open for ten minutes, and says what the notification says then. Raises Invalid
    when it was emailed before.
    """
    if one.emailed_at:
        raise Invalid(fields={"alsoEmail": EMAILED_BEFORE})
    session.flush()
    now = clock.now()
    one.emailed_at, due_at = now, now + OPEN_FOR
    readers = queries.readers_of(session, one, but=actor.user_id)
    letters = (
        Promised(user_id, one.id, f"{POSTED}:{one.id}:{user_id}", due_at=due_at)
        for user_id in readers
    )
    outbox.promise_each(session, POSTED, *letters)
    return len(readers)


def _noted(
    session: Session,
    actor: Actor,
    action: str,
    one: Notification,
    *,
    before: Mapping[str, str],
    emails: int,
    **details: str,
) -> NotificationSaved:
    session.flush()
    changes = differences(before, _told(session, one))
    _record(session, actor, action, one, changes, **details)
    return _read(NotificationSaved, one).model_copy(update={"emails": emails})


def _told(session: Session, one: Notification) -> dict[str, str]:
    """The notification in the words of the audit log."""
    chapter = session.get(Chapter, one.chapter_id) if one.chapter_id else None
    return told_of(_read(NotificationRecord, one), chapter.name if chapter else "")


def _record(
    session: Session,
    actor: Actor,
    action: str,
    one: Notification,
    changes: Sequence[Change],
    **details: str,
) -> None:
    told = {"title": one.title, **details}
    record_change(session, actor, action, one.id, thing=one.title, changes=changes, details=told)
    on_commit(session, partial(live.announce, NOTICES))
