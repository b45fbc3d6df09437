"""Zones of calendar files, by the names and offsets that other programs write."""

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

import pytest

from rookiebattle.events import foreign_zones

HOME = ZoneInfo("America/New_York")


def test_a_name_of_thousands_of_letters_is_no_zone() -> None:
    assert foreign_zones.named("Europe/" * 10_000 + "Berlin") is None


def test_a_described_zone_may_tell_its_name() -> None:
    lines = {"X-LIC-LOCATION": "Europe/Berlin", "STANDARD.TZOFFSETTO": "-0500"}
    assert foreign_zones.described(lines, HOME, 2026) == ZoneInfo("Europe/Berlin")


def test_a_zone_without_an_offset_is_unknown() -> None:
    assert foreign_zones.described({"DAYLIGHT.TZOFFSETTO": "-0400"}, HOME, 2026) is None


def offsets(zone: tzinfo | None) -> tuple[timedelta | None, ...]:
    """The zone's distance from UTC in January and in July."""
    assert zone is not None
    return tuple(datetime(2026, month, 15, tzinfo=zone).utcoffset() for month in (1, 7))


@pytest.mark.parametrize("name", ["UTC", "z", "gmt", "Etc/UTC", " /utc/ "])
def test_utc_has_several_names(name: str) -> None:
    assert foreign_zones.named(name) is UTC


@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("/Europe/Berlin/", "Europe/Berlin"),
        ('"Europe/Berlin"', "Europe/Berlin"),
        ("/freeassociation.sourceforge.net/Europe/Berlin", "Europe/Berlin"),
        ("/of/a/program/America/Argentina/Salta", "America/Argentina/Salta"),
        ("Japan", "Japan"),
        ("of/a/program/Japan", "Japan"),
        ("Eastern Standard Time", "America/New_York"),
        ("(UTC-08:00) PACIFIC Time (US & Canada)", "US/Pacific"),
        ("A" * 186 + "/Europe/Berlin", "Europe/Berlin"),
    ],
)
def test_a_zone_is_known_by_its_name(name: str, zone: str) -> None:
    assert foreign_zones.named(name) == ZoneInfo(zone)


@pytest.mark.parametrize("name", ["", "Nowhere", "XUTC", "A" * 187 + "/Europe/Berlin"])
def test_another_name_is_no_zone(name: str) -> None:
    assert foreign_zones.named(name) is None


@pytest.mark.parametrize(
    ("name", "minutes"),
    [
        ("(GMT+10:00) Canberra, Melbourne, Sydney", 600),
        ("(UTC-05:00) Eastern Time (US & Canada)", -300),
        ("(UTC-5) Bogota", -300),
        ("(GMT+05:30) Chennai", 330),
        ("(GMT+01:00) Amsterdam, Berlin", 60),
        ("(GMT+00:00) Dublin, London", 0),
        ("(UTC+23:59) Nowhere", 1439),
        ("(UTC-23:59) Nowhere", -1439),
    ],
)
def test_an_offset_in_a_name_is_that_outside_of_summer(name: str, minutes: int) -> None:
    found = offsets(foreign_zones.stated(name))
    assert min(one for one in found if one is not None) == timedelta(minutes=minutes)


@pytest.mark.parametrize("name", ["Eastern", "(UTC+24:00) Nowhere", "(UTC-24:00) Nowhere"])
def test_a_name_without_a_possible_offset_states_none(name: str) -> None:
    assert foreign_zones.stated(name) is None


@pytest.mark.parametrize(
    ("lines", "hours"),
    [
        ({"STANDARD": "-0500", "DAYLIGHT": "-0400", "rule": "FREQ=YEARLY;BYMONTH=3"}, (-5, -4)),
        ({"STANDARD": "-0500", "DAYLIGHT": "-0400", "begins": "20260308T020000"}, (-5, -4)),
        ({"STANDARD": "-0500", "DAYLIGHT": "-0400"}, (-5, -4)),
        ({"STANDARD": "+1000", "DAYLIGHT": "+1100", "rule": "BYMONTH=10;FREQ=YEARLY"}, (11, 10)),
        ({"STANDARD": "+1000", "DAYLIGHT": "+1100", "begins": "20261004T020000"}, (11, 10)),
        ({"STANDARD": "-0700"}, (-7, -7)),
        ({"STANDARD": "-0700", "rule": "BYMONTH=10"}, (-7, -7)),
        ({"STANDARD": "+0530"}, (5.5, 5.5)),
    ],
)
def test_a_described_zone_is_a_real_one_with_its_offsets(
    lines: dict[str, str], hours: tuple[float, float]
) -> None:
    names = {"STANDARD": "STANDARD.TZOFFSETTO", "DAYLIGHT": "DAYLIGHT.TZOFFSETTO"}
    names |= {"rule": "DAYLIGHT.RRULE", "begins": "DAYLIGHT.DTSTART"}
    told = {names[name]: value for name, value in lines.items()}
    found = offsets(foreign_zones.described(told, HOME, 2026))
    assert found == tuple(timedelta(hours=one) for one in hours)


def test_offsets_that_no_zone_has_describe_none() -> None:
    told = {"STANDARD.TZOFFSETTO": "-0500", "DAYLIGHT.TZOFFSETTO": "+0900"}
    assert foreign_zones.described(told, HOME, 2026) is None
