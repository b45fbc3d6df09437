"""The gallery of the demo data: the drawn pictures of `seed/pictures`, and three videos."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import new_id
from rookiebattle.events.models import Event
from rookiebattle.integrations.pictures import worker
from rookiebattle.integrations.pictures.drawing import DrawnPicture, as_drawn
from rookiebattle.integrations.storage.chosen import storage
from rookiebattle.media.models import Category, Media
from rookiebattle.media.schemas import MediaWrite
from rookiebattle.media.service import create_media, pin_media
from rookiebattle.seed.data import DEMO, Row
from rookiebattle.uploads import beginning, policy, service
from rookiebattle.uploads.examining import examine
from rookiebattle.uploads.schemas import Awaited, Examined

PICTURES = Path(__file__).with_name("pictures")
ENDING, MIME_TYPE = ".webp", "image/webp"
APART = timedelta(days=9)
MOST_VIEWS = 240
SHOTS: list[Row] = DEMO["shots"]
CLIPS: list[Row] = DEMO["clips"]


class Stored(NamedTuple):
    """A picture that is drawn and stored, and has no row yet."""

    awaited: Awaited
    size: int
    examined: Examined


Pictures = Mapping[str, Stored]
"""The pictures by their drawings."""


def draw_pictures() -> Pictures:
    """Draw and store the pictures. It takes seconds, so no transaction may be open meanwhile."""
    with ThreadPoolExecutor(2) as threads:
        stored = threads.map(_store, SHOTS)
        return {shot["drawing"]: one for shot, one in zip(SHOTS, stored, strict=True)}


def _store(shot: Row) -> Stored:
    file, name = PICTURES / f"{shot['drawing']}{ENDING}", f"{shot['title']}{ENDING}"
    awaited = Awaited(id_ := new_id(), policy.incoming(id_), name)
    storage().put(awaited.key, file, policy.labels(name, MIME_TYPE, policy.PRIVATE))
    examined = examine(awaited, draw=_draw)
    storage().remove(awaited.key)
    return Stored(awaited, file.stat().st_size, examined)


def _draw(source: Path, folder: Path) -> DrawnPicture:
    """Draw a picture of ours. It attacks nobody, so it needs no process of its own."""
    return as_drawn(worker.draw(source, folder))


def hang_pictures(
    session: Session, keeper: Actor, rng: Random, now: datetime, pictures: Pictures
) -> None:
    """Add all pictures and videos, the oldest first; some belong to past events."""
    items = [*SHOTS, *CLIPS]
    rng.shuffle(items)
    paths = {drawing: _uploaded(session, keeper, one) for drawing, one in pictures.items()}
    past = _past_events(session, now)
    for place, one in enumerate(items, start=1):
        with clock.at(now - APART * (len(items) - place) - timedelta(hours=2)):
            made = create_media(session, keeper, values=_write(one, paths, rng, past))
    _look_at(session, rng)
    pin_media(session, keeper, media_id=made.id, is_pinned=True)


def _write(row: Row, paths: dict[str, str], rng: Random, past: list[str]) -> MediaWrite:
    is_of_event = past and row["category"] in (Category.EVENTS, Category.TOURNAMENTS)
    values = {name: one for name, one in row.items() if name not in ("drawing", "video")}
    values["event_id"] = rng.choice(past) if is_of_event else None
    if "video" in row:
        return MediaWrite(**values, file_url=routes.youtube(row["video"]))
    seen = DEMO["seen"][row["drawing"].partition("-")[0]]
    return MediaWrite(**values, file_url=paths[row["drawing"]], alt_text=seen)


def _uploaded(session: Session, keeper: Actor, one: Stored) -> str:
    """Write the row of a picture, as if somebody had uploaded it; returns its path."""
    id_, name = one.awaited.id, one.awaited.file_name
    beginning.promise(
        session, keeper, upload_id=id_, file_name=name, mime_type=MIME_TYPE, size=one.size
    )
    service.finish(session, keeper, upload_id=id_, examined=one.examined)
    return routes.stored_object(id_)


def _past_events(session: Session, now: datetime) -> list[str]:
    """The latest public events that are over and belong to a chapter."""
    over = sa.select(col(Event.id)).where(
        col(Event.end_at) < now, col(Event.is_public), col(Event.chapter_id).is_not(None)
    )
    return list(session.scalars(over.order_by(col(Event.start_at).desc(), col(Event.id)).limit(12)))


def _look_at(session: Session, rng: Random) -> None:
    """Most items have been opened before."""
    for media_id in session.scalars(sa.select(col(Media.id)).order_by(col(Media.place))):
        views = rng.randrange(MOST_VIEWS) if rng.random() < 0.8 else 0
        seen = sa.update(Media).where(col(Media.id) == media_id)
        session.execute(seen.values(view_count=views))
