"""Zones of calendar files, by the names and offsets that other programs write."""

from zoneinfo import ZoneInfo

from rookiebattle.events import foreign_zones

HOME = ZoneInfo("America/New_York")


def test_a_name_of_thousands_of_letters_is_no_zone() -> None:
    assert foreign_zones.named("Europe/" * 10_000 + "Berlin") is None


def test_a_described_zone_may_tell_its_name() -> None:
    lines = {"X-LIC-LOCATION": "Europe/Berlin", "STANDARD.TZOFFSETTO": "-0500"}
    assert foreign_zones.described(lines, HOME, 2026) == ZoneInfo("Europe/Berlin")


def test_a_zone_without_an_offset_is_unknown() -> None:
    assert foreign_zones.described({"DAYLIGHT.TZOFFSETTO": "-0400"}, HOME, 2026) is None
