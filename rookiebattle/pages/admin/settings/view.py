"""The notifications as the console shows them, their query, and their form's values. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, cast

from rookiebattle import routes
from rookiebattle.chapters.wording import choice_words
from rookiebattle.core import clock
from rookiebattle.core.errors import Invalid
from rookiebattle.core.schemas import iso
from rookiebattle.events.wording import counted, day_at
from rookiebattle.notifications.models import NotificationType, Target
from rookiebattle.notifications.schemas import (
    NotificationRecord,
    NotificationSearch,
    Order,
    Standing,
)
from rookiebattle.notifications.wording import (
    ACTIVE,
    ENDED,
    INACTIVE,
    MANNERS,
    TARGETS,
    UNKNOWN_CHAPTER,
    end_of,
    last_day,
    manner_of,
    target_words,
)
from rookiebattle.pages.admin.settings.read import SettingsShown
from rookiebattle.settings import get_settings
from rookiebattle.ui.forms import Option
from rookiebattle.ui.list_query import (
    BY_TITLE,
    NEWEST,
    Filter,
    ListFrame,
    ListQuery,
    ListShape,
    frame_of,
)
from rookiebattle.ui.records import draft_of as stored_draft

SHAPE = ListShape(
    routes.ADMIN_SETTINGS,
    sorts=(
        ("newest", NEWEST),
        ("oldest", "Oldest first"),
        ("title", BY_TITLE),
        ("expiry", "First to expire"),
    ),
    filters=(
        Filter(
            "standing",
            "Status",
            (("shown", "Shown now"), ("inactive", "Inactive"), ("expired", "Expired")),
        ),
        Filter("target", "Target", tuple((one.value, words) for one, words in TARGETS.items())),
        Filter("type", "Type", tuple((one.value, MANNERS[one].word) for one in NotificationType)),
        Filter("chapter", "Chapter"),
    ),
)


def wanted(query: ListQuery) -> NotificationSearch:
    chosen = query.chosen
    return NotificationSearch(
        text=query.text,
        # `read_query` lets only the choices and sorts of the shape through.
        standing=cast("Standing | None", chosen.get("standing")),
        target=Target(chosen["target"]) if "target" in chosen else None,
        type=NotificationType(chosen["type"]) if "type" in chosen else None,
        chapter_id=chosen.get("chapter"),
        order=cast("Order", query.sort),
        window=query.window(SHAPE),
    )


BLANK = {
    "title": "",
    "message": "",
    "type": NotificationType.INFO.value,
    "targetType": Target.ALL.value,
    "chapterId": "",
    "expiresAt": "",
    "isActive": True,
    "alsoEmail": False,
}
"""The form of a new notification."""
AIM = frozenset({"targetType", "chapterId"})
"""Somebody else's change of the one with mine of the other would drop a chapter without a word."""
NO_CHAPTER = Option("", "Choose a chapter")
NO_DATE = "Please choose a day such as 2026-12-31"


@dataclass(frozen=True)
class NotificationRow:
    """A row of the list. `expires` is empty for a notification without an end."""

    id: str = ""
    symbol: str = ""
    kind: str = ""
    title: str = ""
    message: str = ""
    status: str = ""
    tone: str = "neutral"
    target: str = ""
    chapter: str = ""
    expires: str = ""


@dataclass(frozen=True)
class SettingsView:
    """The vars of the page: `chapters` to filter by, `targets` to choose one for a notification,
    and `aims`, whether it is for everybody or for a chapter."""

    frame: ListFrame = field(default_factory=ListFrame)
    rows: Sequence[NotificationRow] = ()
    chapters: Sequence[Option] = ()
    targets: Sequence[Option] = ()
    aims: Sequence[Option] = ()
    loaded: bool = True


def view_of(query: ListQuery, shown: SettingsShown, now: datetime) -> SettingsView:
    total = shown.found.total
    count = counted(total, "notification")
    frame = frame_of(SHAPE, query, total, count=count, csv=routes.NOTIFICATIONS_CSV)
    names = {one.id: one.name for one in shown.chapters}
    rows = [_row(one, names, now) for one in shown.found.items]
    chapters = [Option(one.id, choice_words(one)) for one in shown.chapters]
    # A lead has the chapters alone, so the form of a new notification begins with the first one.
    is_lead = not shown.is_everywhere
    aims = [
        Option(aim.value, words)
        for aim, words in TARGETS.items()
        if aim is Target.CHAPTER or not is_lead
    ]
    targets = chapters if is_lead else [NO_CHAPTER, *chapters]
    return SettingsView(frame, rows, chapters, targets, aims)


def _row(one: NotificationRecord, names: Mapping[str, str], now: datetime) -> NotificationRow:
    manner = manner_of(one.type)
    is_for_chapter = one.target_type == Target.CHAPTER
    has_ended = one.expires_at is not None and one.expires_at <= now
    status = (ENDED if has_ended else ACTIVE) if one.is_active else INACTIVE
    return NotificationRow(
        id=one.id,
        symbol=manner.symbol,
        kind=manner.word,
        title=one.title,
        message=one.message,
        status=status,
        tone="success" if status == ACTIVE else "neutral",
        target=target_words(one.target_type),
        chapter=names.get(one.chapter_id or "", UNKNOWN_CHAPTER) if is_for_chapter else "",
        expires=_expires(one, now),
    )


def _expires(one: NotificationRecord, now: datetime) -> str:
    if one.expires_at is None:
        return ""
    return day_at(one.expires_at, get_settings().org_time_zone, now)


def draft_of(found: NotificationRecord | None) -> dict[str, Any]:
    """The form's values for a notification, or for a new one; `emailed` says when it was sent."""
    last = last_day(found.expires_at) if found else None
    told = {"alsoEmail": False, "emailed": _emailed(found.emailed_at) if found else ""}
    return stored_draft(found, BLANK) | {"expiresAt": last.isoformat() if last else ""} | told


def _emailed(at: datetime | None) -> str:
    """'Emailed on Sat, Nov 28.', or nothing."""
    return f"Emailed on {day_at(at, get_settings().org_time_zone, clock.now())}." if at else ""


def written(form: Mapping[str, Any]) -> dict[str, Any]:
    """The values on the wire of a form's controls. Raises Invalid."""
    values = {name: form[name] for name in BLANK if name in form}
    # A chapter is only for a notification to one: otherwise it is dropped.
    is_for_chapter = form.get("targetType") == Target.CHAPTER
    values["chapterId"] = (form.get("chapterId") or None) if is_for_chapter else None
    day = str(form.get("expiresAt") or "")
    try:
        values["expiresAt"] = iso(end_of(date.fromisoformat(day))) if day else None
    except (ValueError, OverflowError):
        raise Invalid("", {"expiresAt": NO_DATE}) from None
    return values
