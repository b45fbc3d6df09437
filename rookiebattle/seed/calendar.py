"""The events of the demo data: two months back, six months ahead, with every edge case."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from rookiebattle.accounts.models import User
from rookiebattle.core.values.dates import DAYS
from rookiebattle.events.models import EventType
from rookiebattle.events.schemas import EventWrite
from rookiebattle.seed.data import AT, DEMO, PLACES, Place, Row

BACK, FORWARD = timedelta(days=60), timedelta(days=183)
DAY = timedelta(days=1)
SINGLE_EVENTS = 72
PRICES_IN_CENTS = (0, 0, 0, 500, 1000, 1500)


@dataclass(frozen=True, slots=True)
class Plan:
    """An event, its organizer, how many register (None: all seats), and who certainly does."""

    values: EventWrite
    organizer: User
    coming: int | None
    surely: list[User] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Scene:
    rng: Random
    now: datetime
    chapter_ids: list[str]
    member: User
    organizer: User
    admin: User

    def chapter(self, city: str) -> str:
        return self.chapter_ids[PLACES.index(AT[city])]

    def evening(self, city: str, away: timedelta, hour: int = 18) -> datetime:
        """The instant so far from today, at an hour in the zone of the city's chapter."""
        zone = ZoneInfo(AT[city].zone)
        day = (self.now + away).astimezone(zone).date()
        return datetime(day.year, day.month, day.day, hour, tzinfo=zone)


def plans(scene: Scene) -> Iterator[Plan]:
    """All plans, the edge cases first."""
    yield from (_edge(scene, row) for row in DEMO["events"])
    yield from _series(scene)
    for _ in range(SINGLE_EVENTS):
        yield _single(scene)


def _edge(scene: Scene, row: Row) -> Plan:
    start = scene.evening(row["city"], row["days"] * DAY, row.get("hour", 18))
    ends = {"end_date": start + timedelta(hours=row["hours"])} if "hours" in row else {}
    values = _event(scene, row["city"], start, **row["values"], **ends)
    organizer = scene.admin if row.get("organizer") == "admin" else scene.organizer
    surely = [scene.member] if row.get("with_member") else []
    return Plan(values, organizer, row.get("coming"), surely)


def _series(scene: Scene) -> Iterator[Plan]:
    for place in PLACES:
        if place.rhythm:
            yield _repeated(scene, place, f"{place.name} Park Day", place.rhythm, scene.organizer)
    for city in DEMO["monthly_meets"]:
        yield _repeated(scene, AT[city], f"{city} Monthly Meet", "monthly", scene.admin)


def _repeated(scene: Scene, place: Place, title: str, pattern: str, organizer: User) -> Plan:
    """A series from the oldest two weeks on; from day 29 on, a monthly one would have gaps."""
    evenings = (scene.evening(place.city, -BACK + day * DAY) for day in range(14))
    values = _event(
        scene,
        place.city,
        next(at for at in evenings if at.day <= 28 and DAYS[at.weekday()] == place.weekday),
        title=title,
        is_recurring=True,
        recurrence_pattern=pattern,
        recurrence_end_date=(scene.now + FORWARD).date(),
    )
    return Plan(values, organizer, 12, [scene.member] if place.city == "Tampa" else [])


def _single(scene: Scene) -> Plan:
    rng = scene.rng
    kind = rng.choice(DEMO["kinds"])
    city = rng.choice(PLACES[:-1]).city
    away = rng.randint(-BACK.days, FORWARD.days) * DAY
    hour = rng.choice((10, 14, 18, 19)) if kind["type"] != EventType.DAYBATTLE else 10
    values = _event(
        scene,
        city,
        scene.evening(city, away, hour),
        title=f"{rng.choice(kind['titles'])} in {city}",
        max_participants=rng.choice((None, None, 20, 30, 60)),
        event_type=kind["type"],
        duration_hours=kind["hours"],
    )
    organizer = rng.choice((scene.organizer, scene.organizer, scene.admin))
    # Prices are in cents here, and in dollars where somebody writes them.
    priced = values.model_copy(update={"price": rng.choice(PRICES_IN_CENTS)})
    return Plan(priced, organizer, rng.randint(0, 22))


def _event(scene: Scene, city: str, start: datetime, **values: Any) -> EventWrite:
    """A practice of the city's chapter, but for the given values."""
    park = AT[city].park
    practice = {
        "description": (
            f"Everyone’s welcome at {park}. We have loaner gear; wear closed shoes and bring "
            "water.\nSign your waiver before you come."
        ),
        "event_type": EventType.TRAINING,
        "location": park,
        "address": f"{park}, {city}, {AT[city].state}",
    }
    return EventWrite(**(practice | values), start_date=start, chapter_id=scene.chapter(city))
