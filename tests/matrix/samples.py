"""Two values for every field that can be written, derived from the schema or listed by hand."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel

from rookiebattle.accounts.schemas import AWARD_BEADS
from tests import factories
from tests.matrix.cast import Cast

# The values have the form of the wire, so that a value that is read equals the one sent.
BY_HAND: dict[str, tuple[Any, Any]] = {
    "startDate": ("2031-03-21T22:00:00+00:00", "2031-03-22T01:30:00+00:00"),
    "endDate": ("2031-03-14T23:30:00+00:00", "2031-03-15T02:00:00+00:00"),
    "durationHours": ("1.50", "3.00"),
    "price": ("12.50", "3.00"),
    "maxParticipants": (12, None),
    "recurrenceInterval": (2, 3),
    "recurrenceDaysOfWeek": ([1, 3], [2]),
    "recurrenceEndDate": ("2031-04-10", "2031-04-20"),
    "externalUrl": ("https://docs.example.org/one", "https://docs.example.org/two"),
    "fileUrl": (factories.VIDEO, "https://www.youtube.com/watch?v=rookieDemo2"),
    "fileSize": (7, 8),
    "tags": (["Park", "Shields"], []),
    "timeZone": ("America/Chicago", "Europe/Paris"),
    "validMonths": (6, 24),
    "latitude": ("27.95060000", None),
    "longitude": ("-82.45720000", None),
    "contactEmail": ("one@example.org", "two@example.org"),
    "email": ("one@example.org", "two@example.org"),
    "adminRank": (3, 5),
    "memberRank": (2, 4),
    "beadLevel": (7, 0),
    "awardBeads": (
        {**dict.fromkeys(AWARD_BEADS, 0), "red": 3, "lightBlue": 1},
        dict.fromkeys(AWARD_BEADS, 0),
    ),
    "warriorPaths": (
        {"bow": {"enabled": True, "level": 3}},
        {"shield": {"enabled": True, "level": 0}},
    ),
    "profileImageUrl": ("https://pictures.example.org/one.png", None),
    "version": (None, None),
    "expiresAt": ("2036-03-14T23:59:59+00:00", None),
    "practiceInfo": (
        {"times": ["Saturdays, 6 PM"], "locations": ["North field"]},
        {"times": [], "locations": ["South field"]},
    ),
    "leadership": (
        [{"title": "Park Lead", "name": "Ines", "email": "i@example.org", "phone": "555-0101"}],
        [{"title": "Lead", "name": "Ana", "email": "a@example.org", "phone": "555-0102"}],
    ),
}


def samples(model: type[BaseModel], cast: Cast) -> dict[str, tuple[Any, Any]]:
    """Two values of each field by its name on the wire; at least one is not the default."""
    schema = _schema_of(model)
    named = {
        **BY_HAND,
        "chapterId": (cast.chapter_id, None),
        "eventId": (cast.event_id, None),
    }
    return {
        name: named[name] if name in named else _found(name, described, schema.get("$defs", {}))
        for name, described in schema["properties"].items()
    }


@cache
def _schema_of(model: type[BaseModel]) -> dict[str, Any]:
    return model.model_json_schema(by_alias=True)


def _found(name: str, described: Mapping[str, Any], others: Mapping[str, Any]) -> tuple[Any, Any]:
    if "anyOf" in described:
        return _found(name, described["anyOf"][0], others)
    if "$ref" in described:
        return _found(name, others[described["$ref"].rpartition("/")[2]], others)
    if "enum" in described:
        first, second = described["enum"][:2]
        return first, second
    match described.get("type"):
        case "boolean":
            return True, False
        case "string" if "format" not in described:
            return f"The first {name}", f"The second {name}"
    raise LookupError(f"tests/matrix/samples.py: name two values of {name} BY_HAND")
