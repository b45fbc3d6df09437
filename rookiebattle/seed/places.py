"""The chapters of the demo data: real cities, invented groups."""

from decimal import Decimal
from typing import NamedTuple

from rookiebattle.chapters.models import ChapterStatus, Leader, PracticeInfo
from rookiebattle.chapters.schemas import ChapterWrite
from rookiebattle.events.models import Recurrence

EASTERN, CENTRAL = "America/New_York", "America/Chicago"


class Place(NamedTuple):
    """A chapter and its park. `weight` is its share of the people."""

    name: str
    city: str
    state: str
    park: str
    latitude: str
    longitude: str
    weekday: str
    weight: int
    zone: str = EASTERN
    status: ChapterStatus = ChapterStatus.ACTIVE


PLACES = (
    Place(
        "Tidewall Dojo", "Tampa", "Florida", "Riverbend Park", "27.9506", "-82.4572", "Saturday", 9
    ),
    Place(
        "Sunken Pier",
        "St. Petersburg",
        "Florida",
        "Mangrove Green",
        "27.7676",
        "-82.6403",
        "Sunday",
        6,
    ),
    Place(
        "Osprey Guard",
        "Sarasota",
        "Florida",
        "Shell Road Field",
        "27.3364",
        "-82.5307",
        "Sunday",
        4,
    ),
    Place(
        "Lantern Hall",
        "Orlando",
        "Florida",
        "Lake Cypress Park",
        "28.5384",
        "-81.3789",
        "Saturday",
        8,
    ),
    Place(
        "North Gate",
        "Jacksonville",
        "Florida",
        "Old Mill Meadow",
        "30.3322",
        "-81.6557",
        "Sunday",
        5,
    ),
    Place(
        "Prairie Wolves",
        "Gainesville",
        "Florida",
        "Sweetgum Commons",
        "29.6516",
        "-82.3248",
        "Wednesday",
        4,
    ),
    Place(
        "Seven Hills",
        "Tallahassee",
        "Florida",
        "Red Clay Park",
        "30.4383",
        "-84.2807",
        "Saturday",
        3,
    ),
    Place("Coral Banner", "Miami", "Florida", "Banyan Field", "25.7617", "-80.1918", "Sunday", 6),
    Place(
        "Calusa Shields",
        "Fort Myers",
        "Florida",
        "Pine Island Green",
        "26.6406",
        "-81.8723",
        "Saturday",
        3,
    ),
    Place(
        "White Sand Ronin",
        "Pensacola",
        "Florida",
        "Bayou Meadow",
        "30.4213",
        "-87.2169",
        "Sunday",
        4,
        CENTRAL,
    ),
    Place(
        "Gulfwatch",
        "Panama City",
        "Florida",
        "Dune Lake Park",
        "30.1588",
        "-85.6602",
        "Saturday",
        3,
        CENTRAL,
    ),
    Place(
        "Stone Mountain Clan",
        "Atlanta",
        "Georgia",
        "Granite Field",
        "33.7490",
        "-84.3880",
        "Sunday",
        7,
    ),
    Place(
        "Live Oak Company",
        "Savannah",
        "Georgia",
        "Moss Square",
        "32.0809",
        "-81.0912",
        "Saturday",
        4,
    ),
    Place(
        "Classic City Blades",
        "Athens",
        "Georgia",
        "Mill Pond Park",
        "33.9519",
        "-83.3576",
        "Thursday",
        2,
        status=ChapterStatus.FORMING,
    ),
    Place(
        "Canal Street",
        "Augusta",
        "Georgia",
        "Lock and Levee Green",
        "33.4735",
        "-82.0105",
        "Sunday",
        1,
        status=ChapterStatus.INACTIVE,
    ),
)


RHYTHMS = {"Tampa": Recurrence.WEEKLY, "St. Petersburg": Recurrence.BIWEEKLY}
"""The chapters whose park days come in a series, by city."""
OFTEN = {Recurrence.WEEKLY: "every", Recurrence.BIWEEKLY: "every other"}
WELCOMES = (
    "Loaner weapons and shields for anyone who wants to try.",
    "New faces get a patient partner and a loaner sword.",
    "Shade, cold water and a big box of loaner gear.",
    "Stay for the stories after the last round.",
    "Parents watch from the shade; players join in at 13.",
)
LEADERS = (
    "Rosa Delgado",
    "Caleb Whitfield",
    "Naomi Okafor",
    "Ethan Brandt",
    "Mei Tanaka",
    "Jonah Pruitt",
    "Priya Raman",
    "Luis Cabrera",
    "Hannah Ostrowski",
    "Marcus Bell",
    "Talia Stern",
    "Dwayne Foster",
    "Ingrid Solberg",
    "Omar Haddad",
    "Beth Callahan",
)


def chapter_of(place: Place, number: int) -> ChapterWrite:
    """A place as an administrator would enter it."""
    slug = place.name.lower().replace(" ", "-")
    return ChapterWrite(
        name=place.name,
        city=place.city,
        state=place.state,
        location=place.park,
        address=f"{place.park}, {place.city}, {place.state}",
        latitude=Decimal(place.latitude),
        longitude=Decimal(place.longitude),
        time_zone=place.zone,
        status=place.status,
        contact_email=f"{slug}@example.org",
        meeting_day=_meeting_day(place),
        meeting_time="6:00 PM" if place.city in RHYTHMS else None,
        practice_info=PracticeInfo(times=_times(place), locations=[place.park]),
        leadership=[
            Leader(
                title="Park Lead",
                name=LEADERS[number % len(LEADERS)],
                email=f"lead.{slug}@example.org",
                phone=f"555-01{number:02d}",
            )
        ],
        description=f"{_how_often(place)} {WELCOMES[number % len(WELCOMES)]}",
    )


def _is_weekly(place: Place) -> bool:
    return RHYTHMS.get(place.city) is Recurrence.WEEKLY


def _meeting_day(place: Place) -> str | None:
    """A day of the week alone reads as if the chapter met in every week."""
    if place.city not in RHYTHMS:
        return None
    return place.weekday if _is_weekly(place) else f"{place.weekday}, every other week"


def _times(place: Place) -> list[str]:
    """The lines that only a chapter with a meeting every week may have."""
    return [f"{place.weekday}s, 6:00 PM to 8:00 PM"] if _is_weekly(place) else []


def _how_often(place: Place) -> str:
    """A sentence that is true of the calendar: only some chapters meet in a series."""
    rhythm = RHYTHMS.get(place.city)
    if rhythm is None:
        return f"{place.name} trains at {place.park} in {place.city}."
    return f"{place.name} meets in {place.city} {OFTEN[rhythm]} {place.weekday}."
