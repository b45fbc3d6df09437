"""Reads the notifications and the chapters that they may be for, in one unit of work."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterChoice
from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import Page
from rookiebattle.core.permissions import Permission
from rookiebattle.notifications import service
from rookiebattle.notifications.schemas import NotificationRecord, NotificationSearch


@dataclass(frozen=True, slots=True)
class SettingsShown:
    """`is_everywhere`: the reader may write to everybody, not to `chapters` alone."""

    found: Page[NotificationRecord]
    chapters: Sequence[ChapterChoice]
    is_everywhere: bool = True


def show_settings(session: Session, actor: Actor, *, wanted: NotificationSearch) -> SettingsShown:
    found = service.search_notifications(session, actor, wanted=wanted)
    reach = actor.reach(Permission.ALL_NOTIFICATION_READ)
    choices = [
        one
        for one in chapters.choices(session, actor)
        if reach.is_everywhere or one.id in reach.chapter_ids
    ]
    return SettingsShown(found, choices, reach.is_everywhere)
