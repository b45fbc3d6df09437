"""In which town an event takes place, as lists of events name it. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, Protocol

from rookiebattle.events.wording import STATES

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
_SHORTS = frozenset(_SHORT.values())
_PLAIN_SHORTS = frozenset(STATES.split("|"))
"""The abbreviations that mean a state without a comma: not 'NE' and 'CT', which end streets."""
_QUARTERS = ("NE", "NW", "SE", "SW")
_STREETS = frozenset({"ave", "blvd", "cir", "ct", "dr", "hwy", "ln", "pkwy", "rd", "ter", "trl"})
"""Short words that end a street. Long ones, such as 'Road', stand in names of parks, too."""
_MAYBE_STREETS = _STREETS | {"st"}
"""'St' may be a saint: 'Main St Petersburg' is unclear."""
_NO_CITIES = frozenset(
    {"area", "center", "entrance", "field", "fields", "gate", "green", "grounds", "gym", "hall"}
    | {"lot", "park", "pavilion", "school", "shelter", "trailhead"}
)
"""Words in which something at a street ends: 'Lake Rd Pavilion, FL' names no city."""
_UNITS = frozenset({"apt", "bldg", "building", "floor", "rm", "room", "ste", "suite", "unit"})
_COMPASS = frozenset({"N", "S", "E", "W", *_QUARTERS})
_COUNTRIES = (("usa",), ("us",), ("united", "states"))
_WORD = re.compile(r"[^\s,]+|,")
_ZIP = re.compile(r"\d{5}(?:-\d{4})?")
READ_FROM_END = 100
"""Characters of an address that are read. The rest of a long one is directions, not its town."""
_MOST_WORDS = 3


class Town(NamedTuple):
    """A city and its state; a state of America by its two letters."""

    city: str
    state: str


class HasPlace(Protocol):
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


class _End(NamedTuple):
    """The end of an address, in words; a comma is a word.

    `words` go before the ZIP, `before` before the state, too. `is_apart`: a comma goes before the
    state. `state` is empty for words that only may be one, such as the 'NE' of a street.
    """

    words: Sequence[str]
    before: Sequence[str]
    state: str
    is_apart: bool
    has_zip: bool

    @property
    def last(self) -> Sequence[str]:
        """The words between the last comma and the state."""
        return _after_comma(self.before)


@dataclass(frozen=True)
class Towns:
    """The towns of the chapters, by chapter: a page reads them once, for all its events."""

    by_chapter: Mapping[str, Town] = field(default_factory=dict)

    @cached_property
    def _states(self) -> frozenset[str]:
        return frozenset(one.state for one in self.by_chapter.values())

    @cached_property
    def _cities(self) -> Mapping[tuple[str, ...], Sequence[Town]]:
        """The towns by the words of their city: other states have a Springfield, too."""
        found: dict[tuple[str, ...], list[Town]] = {}
        for one in dict.fromkeys(filter(lambda town: town.city, self.by_chapter.values())):
            found.setdefault(_key(one.city.split()), []).append(one)
        return found

    @cached_property
    def _longest(self) -> int:
        """The number of words of the longest city."""
        return max(map(len, self._cities), default=0)

    def of(self, event: HasPlace) -> str:
        """'Tampa', or 'Tampa, FL' where the club is in several states.

        The event's own address goes before its chapter. Empty where neither is known, where the
        address names a town that is not understood, and where the place is called after its town.
        """
        own = self.by_chapter.get(event.chapter_id or "")
        place, address = _read(event.location), _read(event.address)
        town = self._addressed(address, own)
        if town is None and not (_is_unclear(address, own) or self._says(place, own)):
            town = own
        if town is None or _key(town.city.split()) in _last_parts(place):
            return ""
        is_one_state = self._states <= {town.state}
        return town.city if is_one_state else f"{town.city}, {town.state}"

    def _addressed(self, end: _End, own: Town | None) -> Town | None:
        """The town that an address names: a chapter's, or that of '12 Oak St, Albany, NY'."""
        if end.state:
            known = self._at_end_of(end.before)
            if known:
                same = (one for one in known if one.state == end.state)
                return next(same, Town(known[0].city, end.state))
            if _is_city(end) and (end.has_zip or _is_after_street(end)):
                return Town(" ".join(end.last), end.state)
            if city := _city_behind_street(end):
                return Town(city, end.state)
        known = self._at_end_of(end.words)
        if own in known:
            return own
        return known[0] if len(known) == 1 else None

    def _at_end_of(self, words: Sequence[str]) -> Sequence[Town]:
        """The chapters' towns of the longest city with which these words end."""
        last = _key(_after_comma(words)[-self._longest :])
        ends = (self._cities.get(last[start:]) for start in range(len(last)))
        return next((one for one in ends if one), ())

    def _says(self, place: _End, own: Town | None) -> bool:
        """Whether the place's name names its town, as 'Old Fort, Tampa' and 'Old Fort, GA' do."""
        is_elsewhere = (place.is_apart or place.has_zip) and _is_unclear(place, own)
        return is_elsewhere or any(one in self._cities for one in _last_parts(place))


NO_TOWNS = Towns()


def towns_of(chapters: Iterable[HasTown]) -> Towns:
    return Towns({one.id: Town(one.city.strip(), state_short(one.state)) for one in chapters})


def state_short(state: str) -> str:
    """'FL' for 'Florida' and 'fl'; another state as it was written."""
    plain = state.strip()
    if plain.upper() in _SHORTS:
        return plain.upper()
    return _SHORT.get(plain.casefold(), plain)


def _read(text: str | None) -> _End:
    """The end of an address or of a place's name; of a long one, whole words of it."""
    plain = ", ".join(" ".join(line.split()) for line in (text or "").splitlines())
    tail = plain[-READ_FROM_END:]
    words = _WORD.findall(tail if tail == plain else tail.partition(" ")[2])
    _trim(words)
    for country in _COUNTRIES:
        if _key(words[-len(country) :]) == country:
            del words[-len(country) :]
    _trim(words)
    has_zip = bool(words and _ZIP.fullmatch(words[-1]))
    if has_zip:
        words.pop()
        _trim(words)
    state, count = _state_at_end(words, has_zip=has_zip)
    before = words[: len(words) - count]
    is_apart = bool(state and before and before[-1] == ",")
    _trim(before)
    return _End(words, before, state, is_apart, has_zip)


def _trim(words: list[str]) -> None:
    while words and words[-1] == ",":
        words.pop()


def _state_at_end(words: Sequence[str], *, has_zip: bool) -> tuple[str, int]:
    """The state, short, with which these words end, and the number of its words."""
    for count in (3, 2, 1):
        if short := _SHORT.get(" ".join(_key(words[-count:]))):
            return short, min(count, len(words))
    written = words[-1].replace(".", "") if words else ""
    is_apart = len(words) > 1 and words[-2] == "," and written.upper() not in _QUARTERS
    is_state = written.upper() in _SHORTS and (has_zip or is_apart)
    is_abroad = is_apart and len(written) == 2 and written.isalpha() and written.isupper()
    if is_state or is_abroad or written in _PLAIN_SHORTS:
        return written.upper(), 1
    return "", 0


def _is_unclear(end: _End, own: Town | None) -> bool:
    """Whether an address that names no known town names one nevertheless."""
    is_elsewhere = bool(end.state) and (own is None or own.state != end.state)
    is_told = _is_city(end) or _is_name(_behind_street(end.last))
    return end.has_zip or is_elsewhere or (bool(end.state) and is_told)


def _is_city(end: _End) -> bool:
    """Whether the words before the state look like a city: 'Fort Walton Beach', after a comma."""
    city = end.last
    return len(city) < len(end.before) and _is_name(city)


def _is_name(words: Sequence[str]) -> bool:
    is_named = 0 < len(words) <= _MOST_WORDS and words[0][0].isupper()
    return is_named and not any(map(str.isdigit, "".join(words)))


def _is_after_street(end: _End) -> bool:
    """Whether a street with its number goes before the city, as no pavilion in a park does."""
    street = end.before[: len(end.before) - len(end.last) - 1]
    return _after_comma(street)[0][0].isdigit() if street and street[-1] != "," else False


def _city_behind_street(end: _End) -> str:
    """'Tampa' in '700 Veterans Park Dr Tampa, FL', where no comma goes before the city.

    Empty where the end of the street is not certain, as in 'Main St Petersburg, FL' and in
    'Dr Phillips Blvd Orlando, FL', in which two words may be it. Without a ZIP or a number of a
    house it may be a place: 'Lake Rd Boat Ramp, FL'.
    """
    city = _behind_street(end.last)
    streets = [one for one in _key(end.last) if one in _MAYBE_STREETS]
    is_certain = len(streets) == 1 and streets[0] in _STREETS and _has_number(end)
    is_city = _is_name(city) and _key(city)[-1] not in _NO_CITIES and not _UNITS & {*_key(city)}
    return " ".join(city) if is_certain and is_city else ""


def _has_number(end: _End) -> bool:
    """Whether a ZIP or the number of a house tells that these words are an address."""
    return end.has_zip or end.last[0][0].isdigit()


def _behind_street(words: Sequence[str]) -> Sequence[str]:
    """The words behind a street's name and number: 'Tampa' in 'Oak Rd N Tampa'."""
    ends = [at for at, one in enumerate(_key(words)) if at and one in _MAYBE_STREETS]
    first = ends[-1] + 1 if ends else len(words)
    while first < len(words) and _is_of_street(words[first]):
        first += 1
    return words[first:]


def _is_of_street(word: str) -> bool:
    """Whether a word behind a street's name still belongs to it: 'N', 'SW', '41'."""
    return word.replace(".", "").upper() in _COMPASS or any(map(str.isdigit, word))


def _last_parts(place: _End) -> tuple[tuple[str, ...], ...]:
    """The end of a place's name, with its state and without."""
    return _key(place.last), _key(_after_comma(place.words))


def _after_comma(words: Sequence[str]) -> Sequence[str]:
    commas = [at for at, word in enumerate(words) if word == ","]
    return words[commas[-1] + 1 :] if commas else words


def _key(words: Sequence[str]) -> tuple[str, ...]:
    """Words as they are compared: 'St. Petersburg' is 'st petersburg'."""
    return tuple(word.replace(".", "").casefold() for word in words)
