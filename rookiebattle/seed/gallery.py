"""The gallery of the demo data: the drawn pictures of `seed/pictures`, and three videos."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.events.models import Event
from rookiebattle.integrations.pictures import worker
from rookiebattle.integrations.pictures.drawing import Drawn, as_drawn
from rookiebattle.integrations.storage.chosen import storage
from rookiebattle.media.models import Category, Media
from rookiebattle.media.schemas import MediaWrite
from rookiebattle.media.service import create_media, pin_media
from rookiebattle.uploads import beginning, policy, service
from rookiebattle.uploads.examining import examine
from rookiebattle.uploads.schemas import Awaited

PICTURES = Path(__file__).with_name("pictures")
ENDING, MIME_TYPE = ".webp", "image/webp"
GENERAL, TRAINING = Category.GENERAL, Category.TRAINING
EVENTS, TOURNAMENTS = Category.EVENTS, Category.TOURNAMENTS
APART = timedelta(days=9)
MOST_VIEWS = 240
SEEN = {
    "duel": "Two fighters cross foam swords before the sun.",
    "clash": "Two lines with shields and spears meet on a meadow.",
    "lesson": "Five people practice one stance that a teacher in white shows them.",
    "archers": "Three archers draw their bows at round targets.",
    "pier": "Two fighters with long foam swords on a pier, the low sun behind them.",
    "march": "Five people carry tall banners along the bay.",
    "park": "Practice in a park under a wide oak, and two people on a blanket.",
    "fire": "People sit around a campfire under paper lanterns.",
    "wall": "Two rows of round shields from the front, spears above them.",
    "leap": "A fighter leaps high at two others, who raise their shields.",
    "medic": "A medic kneels beside a fallen fighter while a friend covers both.",
    "victory": "The winner raises a golden sword on a mound, and four others cheer.",
    "workshop": "Two people build foam swords at a table below a rack of finished ones.",
    "feast": "Six people at a long table under lanterns by the water.",
    "storm": "Three fighters go on in the rain.",
    "chase": "Someone runs with a captured banner, and three others run after it.",
    "spears": "Two ranks drill with long foam spears.",
}


class Shot(NamedTuple):
    """A picture as an administrator would enter it. `drawing` names its file."""

    drawing: str
    title: str
    about: str
    category: Category
    tags: tuple[str, ...]
    is_public: bool = True


class Clip(NamedTuple):
    """A video at YouTube, with an invented id."""

    video: str
    title: str
    about: str
    category: Category
    tags: tuple[str, ...]


SHOTS = (
    Shot("duel-day-21", "First Blood, Last Laugh", "Both of them say the other one won.",
         TOURNAMENTS, ("Duel", "Finals")),
    Shot("park-noon-22", "Newcomers’ Saturday", "Eleven people tried it. Nine came back.",
         GENERAL, ("Park", "Newcomers")),
    Shot("clash-dawn-23", "The Dawn Charge", "Whoever proposed six in the morning has apologized.",
         EVENTS, ("Battle", "Shields", "Spears")),
    Shot("fire-night-24", "Stories at the Fire", "The tale of the broken gate, for the ninth time.",
         EVENTS, ("Camp", "Night")),
    Shot("lesson-day-25", "Eight Cuts, Slowly", "Slow is smooth, and smooth gets there in the end.",
         TRAINING, ("Drill", "Single hand")),
    Shot("wall-day-26", "Nobody Gets Through", "A wall is only as strong as the friend beside you.",
         TRAINING, ("Shields", "Drill")),
    Shot("leap-dawn-27", "Gravity Is a Suggestion", "He landed well. Mostly.",
         TOURNAMENTS, ("Duel", "Shields")),
    Shot("archers-day-28", "Three Lanes, Three Hits", "Padded heads, light draw, patient eyes.",
         TRAINING, ("Bow", "Drill")),
    Shot("march-noon-29", "Six Chapters, One Road", "The banners of the spring gathering.",
         EVENTS, ("Banners", "Bay")),
    Shot("medic-day-30", "Hold Still", "A medic may not be hit, and may not hurry either.",
         TRAINING, ("Medic",)),
    Shot("victory-dusk-31", "The Golden Sword", "Won by a fighter in her second year.",
         TOURNAMENTS, ("Finals",)),
    Shot("workshop-day-32", "Foam Night", "Two sheets of foam, one core, a lot of tape.",
         GENERAL, ("Workshop", "Gear")),
    Shot("storm-rain-33", "Florida in July", "Four minutes later the sun was out again.",
         EVENTS, ("Battle", "Rain")),
    Shot("pier-dusk-34", "One More Round", "The gates close at eight. It was ten to.",
         GENERAL, ("Duel", "Bay")),
    Shot("chase-noon-35", "Lantern Raid", "The lantern was a banner that day.",
         EVENTS, ("Games", "Banners")),
    Shot("feast-night-36", "The Winter Feast", "Forty people, three pies, no leftovers.",
         EVENTS, ("Feast", "Night")),
    Shot("spears-dawn-37", "Second Rank, Step", "Reach first, and then stay there.",
         TRAINING, ("Spears", "Drill")),
    Shot("duel-dusk-38", "Under the Red Sun", "The final of the autumn duels.",
         TOURNAMENTS, ("Duel", "Finals")),
    Shot("park-day-39", "Shade Is Strategy", "The blanket team had the best view.",
         GENERAL, ("Park",)),
    Shot("clash-noon-40", "The Bridge", "A bridge of rope on grass, and nobody would step back.",
         EVENTS, ("Battle", "Games")),
    Shot("march-dusk-41", "Walking Home", "Sore arms, light hearts.",
         EVENTS, ("Banners",)),
    Shot("leap-noon-42", "Over the Shield", "It works once against everyone.",
         TRAINING, ("Shields",)),
    Shot("wall-dusk-43", "Evening Wall", "The last formation of the day.",
         EVENTS, ("Shields", "Battle")),
    Shot("archers-noon-44", "A Windy Range", "Aim at the palm to the left.",
         TRAINING, ("Bow",)),
    Shot("lesson-dawn-45", "Before the Heat", "Practice at seven, breakfast at nine.",
         TRAINING, ("Drill", "Newcomers")),
    Shot("medic-rain-46", "Rescue in the Rain", "The white tabard did not stay white.",
         EVENTS, ("Medic", "Rain")),
    Shot("fire-night-47", "The Quiet Hour", "Members only: people are easy to recognize here.",
         EVENTS, ("Camp", "Night"), False),
    Shot("duel-rain-48", "Slippery Ground", "Small steps win on wet grass.",
         TOURNAMENTS, ("Duel", "Rain")),
    Shot("victory-day-49", "Spring Champions", "The team trophy went to St. Petersburg.",
         TOURNAMENTS, ("Finals", "Banners")),
    Shot("pier-dawn-50", "Sunrise Sparring", "Coffee stands just outside of the picture.",
         GENERAL, ("Duel", "Bay")),
    Shot("workshop-day-51", "Loaner Gear, Round Two", "Forty shields are ready for the season.",
         GENERAL, ("Workshop", "Gear", "Shields")),
    Shot("chase-dawn-52", "Run", "He made it to the line by a hand.",
         EVENTS, ("Games",)),
    Shot("spears-noon-53", "Nine Feet of Patience", "The hedge that nobody likes to meet.",
         TRAINING, ("Spears",)),
    Shot("storm-rain-54", "The Muddy Final", "Everyone was one color in the end.",
         TOURNAMENTS, ("Finals", "Rain")),
    Shot("feast-night-55", "Lanterns at the Boathouse", "Music, oranges and a long table.",
         GENERAL, ("Feast", "Bay")),
    Shot("clash-day-56", "Three Hundred Shields", "Counted generously.",
         EVENTS, ("Battle", "Shields", "Banners")),
    Shot("park-dawn-57", "Early Birds", "Set up by eight, and the field is ours.",
         GENERAL, ("Park", "Newcomers")),
    Shot("march-day-58", "The Parade of Houses", "Every house sews its own banner.",
         EVENTS, ("Banners", "Bay")),
    Shot("lesson-noon-59", "Guard, Cut, Guard", "Thirty repetitions, then water.",
         TRAINING, ("Drill", "Single hand", "Newcomers")),
    Shot("leap-dusk-60", "The Long Jump", "Measured afterwards: nine feet.",
         TOURNAMENTS, ("Duel", "Finals")),
)  # fmt: skip
CLIPS = (
    Clip("rookieDemo1", "How to Fall Well", "Five minutes before your first fight.",
         TRAINING, ("Drill", "Newcomers")),
    Clip("rookieDemo2", "Battle of the Bridge", "The whole round, from the marshal’s tower.",
         EVENTS, ("Battle", "Games")),
    Clip("rookieDemo3", "Spring Finals", "All four fights with commentary.",
         TOURNAMENTS, ("Duel", "Finals")),
)  # fmt: skip


def hang_pictures(session: Session, keeper: Actor, rng: Random, now: datetime) -> None:
    """Add all pictures and videos, the oldest first; some belong to past events."""
    items: list[Shot | Clip] = [*SHOTS, *CLIPS]
    rng.shuffle(items)
    paths = _stored(session, keeper, SHOTS)
    past = _past_events(session, now)
    for place, one in enumerate(items, start=1):
        with clock.at(now - APART * (len(items) - place) - timedelta(hours=2)):
            made = create_media(session, keeper, values=_write(one, paths, rng, past))
    _look_at(session, rng)
    pin_media(session, keeper, media_id=made.id, is_pinned=True)


def _write(one: Shot | Clip, paths: dict[str, str], rng: Random, past: list[str]) -> MediaWrite:
    is_of_event = past and one.category in (EVENTS, TOURNAMENTS)
    said = MediaWrite(
        title=one.title,
        description=one.about,
        category=one.category,
        tags=list(one.tags),
        event_id=rng.choice(past) if is_of_event else None,
        file_url="",
    )
    if isinstance(one, Clip):
        return said.model_copy(update={"file_url": routes.youtube(one.video)})
    seen = SEEN[one.drawing.partition("-")[0]]
    return said.model_copy(
        update={
            "file_url": paths[one.drawing],
            "alt_text": seen,
            "is_public": one.is_public,
        }
    )


def _stored(session: Session, keeper: Actor, shots: Sequence[Shot]) -> dict[str, str]:
    """Upload the pictures, as somebody would do it; returns their paths by their drawings."""
    awaited = {shot.drawing: _sent(session, keeper, shot) for shot in shots}
    with ThreadPoolExecutor(2) as threads:
        found = threads.map(partial(examine, draw=_draw), awaited.values())
        examined = dict(zip(awaited, found, strict=True))
    for drawing, one in awaited.items():
        service.finish(session, keeper, upload_id=one.id, examined=examined[drawing])
        storage().remove(one.key)
    return {drawing: routes.stored_object(one.id) for drawing, one in awaited.items()}


def _draw(source: Path, folder: Path) -> Drawn:
    """Draw a picture of ours. It attacks nobody, so it needs no process of its own."""
    return as_drawn(worker.draw(source, folder))


def _sent(session: Session, keeper: Actor, shot: Shot) -> Awaited:
    file = PICTURES / f"{shot.drawing}{ENDING}"
    name, size = f"{shot.title}{ENDING}", file.stat().st_size
    id_ = beginning.promise(session, keeper, file_name=name, mime_type=MIME_TYPE, size=size)
    key = policy.incoming(id_)
    storage().put(key, file, policy.labels(name, MIME_TYPE, policy.PRIVATE))
    return Awaited(id_, key, name)


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


def names() -> Iterator[str]:
    """The names of the drawings that the demo data shows."""
    yield from (shot.drawing for shot in SHOTS)
