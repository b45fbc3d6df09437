"""Two administrators save the same field of a record at the same moment: the second is told."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from sqlalchemy.orm import Session

from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.models import Chapter
from rookiebattle.chapters.schemas import ChapterPatch
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Overtaken
from rookiebattle.core.permissions import Permission
from rookiebattle.media import queries as media_queries
from rookiebattle.media import service as media
from rookiebattle.media.schemas import MediaPatch
from rookiebattle.notifications import service as notifications
from rookiebattle.notifications.models import Notification
from rookiebattle.notifications.schemas import NotificationPatch
from rookiebattle.resources import queries
from rookiebattle.resources import service as resources
from rookiebattle.resources.schemas import ResourcePatch
from tests import factories
from tests.races.stage import PATIENCE, until_it_waits_or_is_done
from tests.world import World


@dataclass(frozen=True)
class Kind:
    """How a record of a kind is made, read and changed; `unlock` takes its row's lock away."""

    make: Callable[[World, Actor], str]
    read: Callable[..., Any]
    update: Callable[..., Any]
    changed: Callable[[str], Any]
    key: str
    unlock: Callable[[pytest.MonkeyPatch], None]


def unlocked(table: type[Any], session: Session, id_: str) -> Any:
    return session.get_one(table, id_)


def found_without_lock(
    session: Session, _actor: Actor, _permission: Permission, id_: str, *, lock: bool = True
) -> Notification:
    return session.get_one(Notification, id_)


def without_lock_of(statements: Any, patch: pytest.MonkeyPatch) -> None:
    one = statements.one
    patch.setattr(statements, "one", lambda session, id_, **_lock: one(session, id_, lock=False))


KINDS = {
    "chapter": Kind(
        lambda world, _ada: world.chapter("Old"),
        chapters.get_chapter,
        chapters.update_chapter,
        lambda text: ChapterPatch.model_validate({"name": text}),
        "chapter_id",
        lambda patch: patch.setattr(chapters, "_locked", partial(unlocked, Chapter)),
    ),
    "notification": Kind(
        lambda world, _ada: world.notification(title="Old"),
        notifications.get_notification,
        notifications.update_notification,
        lambda text: NotificationPatch.model_validate({"title": text}),
        "notification_id",
        lambda patch: patch.setattr(notifications, "_existing", found_without_lock),
    ),
    "resource": Kind(
        lambda world, ada: world.add(factories.resource("Old", created_by=ada.user_id)),
        resources.get_resource,
        resources.update_resource,
        lambda text: ResourcePatch.model_validate({"title": text}),
        "resource_id",
        partial(without_lock_of, queries),
    ),
    "item": Kind(
        lambda world, ada: world.add(factories.media("Old", uploaded_by=ada.user_id)),
        media.get_media,
        media.update_media,
        lambda text: MediaPatch.model_validate({"title": text}),
        "media_id",
        partial(without_lock_of, media_queries),
    ),
}


def the_second_of_two_saves(database: Database, kind: Kind) -> Any:
    """Save one field twice at once, both as it was read before; return what the second got."""
    world = World(database)
    ada = world.person(is_admin=True)
    its: dict[str, Any] = {kind.key: kind.make(world, ada)}
    its |= {"seen": world.do(kind.read, ada, **its)}
    with ThreadPoolExecutor(1) as pool:
        with database.unit_of_work(write=True) as session:
            kind.update(session, ada, values=kind.changed("First"), **its)
            second = partial(world.do, kind.update, ada, values=kind.changed("Second"), **its)
            other = pool.submit(second)
            until_it_waits_or_is_done(database, other)
        return other.result(PATIENCE)


@pytest.mark.parametrize("name", KINDS)
def test_the_second_is_told(each_database: Database, name: str) -> None:
    with pytest.raises(Overtaken, match=f"changed this {name} while"):
        the_second_of_two_saves(each_database, KINDS[name])


@pytest.mark.parametrize("name", KINDS)
def test_without_the_lock_the_first_is_lost_without_a_word(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    KINDS[name].unlock(monkeypatch)
    after = the_second_of_two_saves(postgres_database, KINDS[name])
    assert "Second" in (getattr(after, "name", ""), getattr(after, "title", ""))
