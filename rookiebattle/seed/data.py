"""The data of `demo.toml`: rows as the services take them, and the places of the chapters."""

import tomllib
from pathlib import Path
from typing import Any, NamedTuple

Row = dict[str, Any]
DEMO: Row = tomllib.loads(Path(__file__).with_name("demo.toml").read_text(encoding="utf-8"))


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
    leader: str
    zone: str = "America/New_York"
    status: str = "active"
    rhythm: str = ""
    meeting_day: str = ""
    meets: str = ""


PLACES = tuple(Place(**row) for row in DEMO["places"])
AT = {place.city: place for place in PLACES}
