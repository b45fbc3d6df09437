"""In which town an event takes place, as lists of events name it. Pure."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from rookiebattle.events.wording import STATES, address_after

_NAMES = (
    "Alabama AL|Alaska AK|Arizona AZ|Arkansas AR|California CA|Colorado CO|Connecticut CT|"
    "Delaware DE|District of Columbia DC|Florida FL|Georgia GA|Hawaii HI|Idaho ID|Illinois IL|"
    "Indiana IN|Iowa IA|Kansas KS|Kentucky KY|Louisiana LA|Maine ME|Maryland MD|Massachusetts MA|"
    "Michigan MI|Minnesota MN|Mississippi MS|Missouri MO|Montana MT|Nebraska NE|Nevada NV|"
    "New Hampshire NH|New Jersey NJ|New Mexico NM|New York NY|North Carolina NC|North Dakota ND|"
    "Ohio OH|Oklahoma OK|Oregon OR|Pennsylvania PA|Puerto Rico PR|Rhode Island RI|"
    "South Carolina SC|South Dakota SD|Tennessee TN|Texas TX|Utah UT|Vermont VT|Virginia VA|"
    "Washington WA|West Virginia WV|Wisconsin WI|Wyoming WY"
)
_SHORT = {
    long.casefold(): short for long, _, short in (one.rpartition(" ") for one in _NAMES.split("|"))
}
_LONG = "|".join(one.rpartition(" ")[0] for one in _NAMES.split("|"))
_TOWN_AT_END = re.compile(
    rf"(?:^|,)\s*([^\W\d_][^,\d]*?)(?:,\s*|\s+)((?:{STATES}|CT)|(?i:{_LONG}))"
    r"\.?(?:,?\s+\d{5}(?:-\d{4})?)?(?:,?\s+(?:USA|US|United States))?\s*$"
)
"""The end of an address that names a town: ', Tampa, FL 33604', ', Tampa, Florida'."""
_ZIP = re.compile(r",?\s+\d{5}(?:-\d{4})?$")


class Town(NamedTuple):
    """A city and its state; a state of America by its two letters."""

    city: str
    state: str


class HasPlace(Protocol):
    """The fields that say where an event takes place."""

    @property
    def location(self) -> str | None: ...
    @property
    def address(self) -> str | None: ...
    @property
    def chapter_id(self) -> str | None: ...


class HasTown(Protocol):
    """A chapter, as far as its town goes."""

    @property
    def id(self) -> str: ...
    @property
    def city(self) -> str: ...
    @property
    def state(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Towns:
    """The towns of the chapters, by chapter: a page reads them once, for all its events."""

    by_chapter: Mapping[str, Town] = field(default_factory=dict)

    def of(self, event: HasPlace) -> str:
        """'Tampa', or 'Tampa, FL' where the club is in several states.

        The event's own address goes before its chapter. Empty where neither is known, and where the
        place is already called after its town: 'Old Fort Meadow, Tampa'.
        """
        town = (
            _addressed(event) or self._named(event) or self.by_chapter.get(event.chapter_id or "")
        )
        if town is None or _is_in_name(town, event.location):
            return ""
        states = {one.state for one in self.by_chapter.values()} | {town.state}
        return f"{town.city}, {town.state}" if len(states) > 1 else town.city

    def _named(self, event: HasPlace) -> Town | None:
        """The chapters' town with which the address ends, when it names no state."""
        return next(
            (one for one in self.by_chapter.values() if _ends_with(event.address, one.city)), None
        )


NO_TOWNS = Towns()


def towns_of(chapters: Iterable[HasTown]) -> Towns:
    """The towns of these chapters."""
    return Towns({one.id: Town(one.city.strip(), state_short(one.state)) for one in chapters})


def state_short(state: str) -> str:
    """'FL' for 'Florida' and 'fl'; another state as it was written."""
    plain = state.strip()
    if plain.upper() in _SHORT.values():
        return plain.upper()
    return _SHORT.get(plain.casefold(), plain)


def _addressed(event: HasPlace) -> Town | None:
    """The town at the end of the address, or of the place's name."""
    lines = (address_after(event.location, event.address), event.location or "")
    ends = (_TOWN_AT_END.search(one.replace("\n", ", ")) for one in lines)
    found = next((end for end in ends if end), None)
    return Town(found[1].strip(), state_short(found[2])) if found else None


def _is_in_name(town: Town, location: str | None) -> bool:
    """Whether the place's own name ends with the town, as 'Old Fort, Tampa' does."""
    found = _TOWN_AT_END.search(location or "")
    return _ends_with(location, town.city) or bool(found and found[1].strip() == town.city)


def _ends_with(text: str | None, city: str) -> bool:
    """Whether the last part of a place or an address is this city."""
    words = re.split(r"[,\n]", _ZIP.sub("", (text or "").strip()))
    return words[-1].strip().casefold() == city.casefold()
