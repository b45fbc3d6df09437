"""The zones that other programs name in calendar files, as IANA zones. Pure."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache, lru_cache
from zoneinfo import ZoneInfo, available_timezones

# A description of a zone is matched with these, the organization's own zone first.
COMMON = (
    *("America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"),
    *("America/Phoenix", "America/Anchorage", "Pacific/Honolulu", "America/Halifax"),
    *("America/St_Johns", "Europe/London", "Europe/Berlin", "Europe/Athens", "Europe/Moscow"),
    *("America/Sao_Paulo", "Asia/Tokyo", "Asia/Kolkata", "Asia/Shanghai", "Australia/Sydney"),
    *("Australia/Brisbane", "Australia/Adelaide", "Pacific/Auckland"),
)
_AMERICAN = re.compile(r"\b(Eastern|Central|Mountain|Pacific|Alaska|Hawaii)\b.*\(US", re.IGNORECASE)
_OFFSET = re.compile(r"([+-])(\d\d)(\d\d)")
_MONTH = re.compile(r"BYMONTH=(\d{1,2})(?!\d)")
_STATED = re.compile(r"\((?:UTC|GMT)\s*([+-])(\d{1,2}):?(\d\d)?\)")
_ANY_YEAR, _LONGEST_NAME = 2026, 200
_NORTHERN_SPRING = range(3, 7)


@cache
def _known() -> dict[str, str]:
    return {name.casefold(): name for name in available_timezones()}


@lru_cache(maxsize=500)
def named(name: str) -> tzinfo | None:
    """The zone with this name: an IANA name, also behind a prefix, or one of Windows."""
    if len(name) > _LONGEST_NAME:
        return None
    words = name.strip().strip("/\"'")
    if words.upper() in ("UTC", "Z", "GMT", "ETC/UTC"):
        return UTC
    parts = words.split("/")
    for length in range(min(len(parts), 3), 0, -1):
        place = "/".join(parts[-length:])
        if known := _known().get(place.casefold()):
            return ZoneInfo(known)
    from icalendar.timezone.windows_to_olson import WINDOWS_TO_OLSON

    if parts[-1] in WINDOWS_TO_OLSON:
        return ZoneInfo(WINDOWS_TO_OLSON[parts[-1]])
    american = _AMERICAN.search(words)
    return ZoneInfo(f"US/{american[1].capitalize()}") if american else None


def stated(name: str) -> tzinfo | None:
    """The zone of a name such as '(GMT+10:00) Canberra, Melbourne, Sydney'."""
    found = _STATED.search(name[:_LONGEST_NAME])
    if not found:
        return None
    sign, hours, minutes = found.groups()
    offset = timedelta(hours=int(hours), minutes=int(minutes or 0))
    return _zone_at(-offset if sign == "-" else offset)


def _zone_at(offset: timedelta) -> tzinfo | None:
    """A zone with this offset outside of summer."""
    for zone in map(ZoneInfo, COMMON):
        if min(one for one in _offsets(zone, _ANY_YEAR) if one is not None) == offset:
            return zone
    return timezone(offset) if abs(offset) < timedelta(days=1) else None


def described(lines: Mapping[str, str], home: ZoneInfo, year: int) -> tzinfo | None:
    """The zone that a VTIMEZONE describes, by its offsets in winter and summer; None if unknown.

    `lines` has the values of the last STANDARD and DAYLIGHT part, under names such as
    'STANDARD.TZOFFSETTO'. Rules are not followed: a real zone with the same offsets is meant.
    """
    if found := named(lines.get("X-LIC-LOCATION", "")):
        return found
    standard = _offset(lines.get("STANDARD.TZOFFSETTO", ""))
    summer = _offset(lines.get("DAYLIGHT.TZOFFSETTO", ""))
    if standard is None:
        return None
    yearly = _MONTH.search(lines.get("DAYLIGHT.RRULE", ""))
    begins = yearly.group(1) if yearly else lines.get("DAYLIGHT.DTSTART", "")[4:6]
    is_southern = begins.isdecimal() and int(begins) not in _NORTHERN_SPRING
    january, july = standard, standard if summer is None else summer
    wanted = (july, january) if is_southern and summer is not None else (january, july)
    zones = (home, *map(ZoneInfo, COMMON))
    return next((zone for zone in zones if _offsets(zone, year) == wanted), None)


def _offset(text: str) -> timedelta | None:
    found = _OFFSET.match(text)
    if not found:
        return None
    sign, hours, minutes = found.groups()
    length = timedelta(hours=int(hours), minutes=int(minutes))
    return -length if sign == "-" else length


def _offsets(zone: ZoneInfo, year: int) -> tuple[timedelta | None, timedelta | None]:
    january, july = datetime(year, 1, 2, tzinfo=zone), datetime(year, 7, 2, tzinfo=zone)
    return january.utcoffset(), july.utcoffset()
