"""The events of the demo data: two months back, six months ahead, with every edge case."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from random import Random
from zoneinfo import ZoneInfo

from rookiebattle.accounts.models import User
from rookiebattle.core.values.dates import DAYS
from rookiebattle.events.models import EventType, Recurrence
from rookiebattle.events.schemas import EventWrite
from rookiebattle.seed.places import PLACES, RHYTHMS

BACK, FORWARD = timedelta(days=60), timedelta(days=183)
DAY, WEEK = timedelta(days=1), timedelta(weeks=1)
SPEAR_CLASS = "Small Group Spear Class"
SINGLE_EVENTS = 72
LONG_TITLE = (
    "The Very Long Evening of Shields, Spears, Bows, Great Weapons, Stories by the Fire, "
    "Lantern Duels, Garb Repair, Marshal Questions and Answers, a Shared Supper under the Live "
    "Oaks, and Whatever Else the Night Brings to Those Who Stay until the Last"
)
KINDS = {
    EventType.TRAINING: ("Open Practice", "Footwork Drills", "Shield Wall Training", "Spear Night"),
    EventType.TOURNAMENT: ("Single Hand Cup", "Bear Pit", "Spring Lists", "Lantern Tournament"),
    EventType.WORKSHOP: ("Weapon Building", "Garb from Scratch", "Marshal Basics", "First Aid"),
    EventType.SOCIAL: ("Potluck", "Story Night", "New Member Picnic", "Board Games"),
    EventType.DAYBATTLE: ("Bridge Battle", "Castle Day", "Capture the Banner", "Field Day"),
}
HOURS = {EventType.WORKSHOP: "3", EventType.TOURNAMENT: "5", EventType.DAYBATTLE: "8"}
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
    """The people, chapters and instant that the plans refer to."""

    rng: Random
    now: datetime
    chapter_ids: list[str]
    member: User
    organizer: User
    admin: User

    def chapter(self, city: str) -> str:
        return self.chapter_ids[[place.city for place in PLACES].index(city)]

    def evening(self, city: str, away: timedelta, hour: int = 18) -> datetime:
        """The instant `days` from today at an hour in the zone of the city's chapter."""
        zone = next(ZoneInfo(place.zone) for place in PLACES if place.city == city)
        day = (self.now + away).astimezone(zone).date()
        return datetime(day.year, day.month, day.day, hour, tzinfo=zone)


def plans(scene: Scene) -> Iterator[Plan]:
    """All plans, the edge cases first."""
    yield from _edges(scene)
    yield from _series(scene)
    for _ in range(SINGLE_EVENTS):
        yield _single(scene)


def _edges(scene: Scene) -> Iterator[Plan]:
    for make in (
        _tomorrow,
        _full,
        _members_only,
        _private,
        _without_location,
        _long_title,
        _weekend,
        _happening_now,
        _last_seat,
    ):
        yield make(scene)


def _tomorrow(scene: Scene) -> Plan:
    at = scene.evening("Tampa", DAY)
    values = _training(scene, "Tampa", at, title="Tomorrow’s Sparring")
    return Plan(values, scene.organizer, 9, [scene.member])


def _full(scene: Scene) -> Plan:
    at = scene.evening("Tampa", 9 * DAY)
    values = _training(scene, "Tampa", at, title="Blade Care Workshop", max_participants=12)
    return Plan(_as(values, event_type=EventType.WORKSHOP), scene.organizer, None)


def _members_only(scene: Scene) -> Plan:
    at = scene.evening("Orlando", 16 * DAY)
    values = _training(scene, "Orlando", at, title="Members’ Night Battle")
    about = "For members with an active plan. Lanterns, long shadows, and hot cocoa after."
    return Plan(_as(values, requires_membership=True, description=about), scene.organizer, 14)


def _private(scene: Scene) -> Plan:
    at = scene.evening("Tampa", 12 * DAY, 19)
    values = _training(scene, "Tampa", at, title="Leaders’ Round Table")
    return Plan(_as(values, is_public=False, event_type=EventType.SOCIAL), scene.admin, 6)


def _without_location(scene: Scene) -> Plan:
    at = scene.evening("Sarasota", 20 * DAY)
    values = _training(scene, "Sarasota", at, title="Pop-up Practice")
    return Plan(_as(values, location=None, address=None, description=None), scene.organizer, 3)


def _long_title(scene: Scene) -> Plan:
    at = scene.evening("Savannah", 24 * DAY, 17)
    values = _training(scene, "Savannah", at, title=LONG_TITLE[:255].rstrip().ljust(255, "!"))
    return Plan(_as(values, event_type=EventType.SOCIAL), scene.organizer, 8)


def _weekend(scene: Scene) -> Plan:
    start = scene.evening("Gainesville", 40 * DAY, 16)
    values = EventWrite(
        title="Three Days at the Old Fort",
        description=(
            "Camping, field battles on all three days, and a feast on Saturday.\n"
            "Bring a tent. Water, shade and first aid are on site."
        ),
        event_type=EventType.DAYBATTLE,
        start_date=start,
        end_date=start + timedelta(days=2, hours=-2),
        location="Old Fort Meadow",
        max_participants=120,
        price="45.00",
        chapter_id=scene.chapter("Gainesville"),
        recurrence_days_of_week=[],
    )
    return Plan(values, scene.organizer, 40, [scene.member])


def _happening_now(scene: Scene) -> Plan:
    """It runs at whatever hour the demo data are made, so it lasts more than a day."""
    start = scene.evening("St. Petersburg", -DAY, 10)
    values = _training(scene, "St. Petersburg", start, title="Open Field Camp")
    lasts = {"end_date": start + timedelta(days=2, hours=6), "duration_hours": None}
    return Plan(_as(values, **lasts), scene.organizer, 11, [scene.member])


def _last_seat(scene: Scene) -> Plan:
    at = scene.evening("Tampa", 6 * DAY)
    values = _training(scene, "Tampa", at, title=SPEAR_CLASS, max_participants=8)
    return Plan(_as(values, price=1000), scene.organizer, 7)


def _series(scene: Scene) -> Iterator[Plan]:
    for city, rhythm in RHYTHMS.items():
        name = next(place.name for place in PLACES if place.city == city)
        yield _repeated(scene, city, f"{name} Park Day", rhythm, scene.organizer)
    for city in ("Orlando", "Miami", "Pensacola", "Atlanta", "Panama City"):
        title = f"{city} Monthly Meet"
        yield _repeated(scene, city, title, Recurrence.MONTHLY, scene.admin)


def _repeated(scene: Scene, city: str, title: str, pattern: Recurrence, organizer: User) -> Plan:
    start = next(at for at in _evenings(scene, city) if _is_practice_day(city, at))
    values = _as(
        _training(scene, city, start, title=title),
        is_recurring=True,
        recurrence_pattern=pattern,
        recurrence_end_date=(scene.now + FORWARD).date(),
    )
    return Plan(values, organizer, 12, [scene.member] if city == "Tampa" else [])


def _evenings(scene: Scene, city: str) -> Iterator[datetime]:
    """Evenings of the oldest two weeks, without days 29–31: a monthly series would have gaps."""
    evenings = (scene.evening(city, -BACK + day * DAY) for day in range(14))
    yield from (at for at in evenings if at.day <= 28)


def _is_practice_day(city: str, at: datetime) -> bool:
    weekday = next(place.weekday for place in PLACES if place.city == city)
    return DAYS[at.weekday()] == weekday


def _single(scene: Scene) -> Plan:
    rng = scene.rng
    kind = rng.choice(list(KINDS))
    place = rng.choice(PLACES[:-1])
    away = rng.randint(-BACK.days, FORWARD.days) * DAY
    hour = rng.choice((10, 14, 18, 19)) if kind is not EventType.DAYBATTLE else 10
    values = _as(
        _training(
            scene,
            place.city,
            scene.evening(place.city, away, hour),
            title=f"{rng.choice(KINDS[kind])} in {place.city}",
            max_participants=rng.choice((None, None, 20, 30, 60)),
        ),
        event_type=kind,
        duration_hours=Decimal(HOURS.get(kind, "2")),
    )
    organizer = rng.choice((scene.organizer, scene.organizer, scene.admin))
    return Plan(_as(values, price=rng.choice(PRICES_IN_CENTS)), organizer, rng.randint(0, 22))


def _training(
    scene: Scene, city: str, start: datetime, *, title: str, max_participants: int | None = None
) -> EventWrite:
    place = next(place for place in PLACES if place.city == city)
    return EventWrite(
        title=title,
        description=(
            f"Everyone’s welcome at {place.park}. We have loaner gear; wear closed shoes and "
            "bring water.\nSign your waiver when you arrive."
        ),
        event_type=EventType.TRAINING,
        start_date=start,
        location=place.park,
        address=f"{place.park}, {place.city}, {place.state}",
        max_participants=max_participants,
        chapter_id=scene.chapter(city),
        recurrence_days_of_week=[],
    )


def _as(values: EventWrite, **changes: object) -> EventWrite:
    """The same event with other values. They are not validated; money is in cents."""
    return values.model_copy(update=changes)
