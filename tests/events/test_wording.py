"""Events in words."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from rookiebattle.events import wording

EASTERN, CENTRAL = "America/New_York", "America/Chicago"
NOW = datetime(2026, 3, 13, 16, 0, tzinfo=UTC)
START = datetime(2026, 3, 19, 22, 0, tzinfo=UTC)
TWO_HOURS = timedelta(hours=2)


def test_the_time_is_told_in_the_zone_of_the_event() -> None:
    assert (
        wording.when(START, START + TWO_HOURS, EASTERN, NOW) == "Thu, Mar 19, 6:00 PM – 8:00 PM ET"
    )
    assert (
        wording.when(START, START + TWO_HOURS, CENTRAL, NOW) == "Thu, Mar 19, 5:00 PM – 7:00 PM CT"
    )


def test_the_short_zone_is_the_same_on_both_sides_of_daylight_saving() -> None:
    winter = datetime(2026, 12, 19, 23, 0, tzinfo=UTC)
    assert wording.when(winter, winter + TWO_HOURS, EASTERN, NOW).endswith("6:00 PM – 8:00 PM ET")


def test_an_event_over_midnight_names_both_days() -> None:
    late = datetime(2026, 3, 14, 14, 0, tzinfo=UTC)
    words = wording.when(late, late + timedelta(hours=31), EASTERN, NOW)
    assert words == "Sat, Mar 14, 10:00 AM – Sun, Mar 15, 5:00 PM ET"


def test_another_year_is_named() -> None:
    later = START.replace(year=2027)
    assert wording.when(later, later + TWO_HOURS, EASTERN, NOW).startswith("Fri, Mar 19, 2027,")


@pytest.mark.parametrize(
    ("zone", "short", "long"),
    [
        (EASTERN, "ET", "Eastern Time"),
        (CENTRAL, "CT", "Central Time"),
        ("Europe/Berlin", "CET", "Berlin time"),
        ("Asia/Shanghai", "CST", "Shanghai time"),
        ("Asia/Manila", "PST", "Manila time"),
        ("UTC", "UTC", "UTC time"),
    ],
)
def test_zones_have_a_short_and_a_long_name(zone: str, short: str, long: str) -> None:
    at = START.astimezone(ZoneInfo(zone))
    assert (wording.zone_short(at), wording.zone_long(at)) == (short, long)


@pytest.mark.parametrize(
    ("hours", "words"),
    [
        (-50, "2 days ago"),
        (-24, "Yesterday"),
        (-4, "Earlier today"),
        (-1, "Happening now"),
        (3, "Today"),
        (24, "Tomorrow"),
        (24 * 6, "In 6 days"),
    ],
)
def test_how_far_away_an_event_is(hours: int, words: str) -> None:
    start = NOW + timedelta(hours=hours)
    assert wording.how_far(start, start + TWO_HOURS, EASTERN, NOW) == words


def test_tomorrow_is_the_next_day_in_the_zone_even_when_it_is_an_hour_away() -> None:
    midnight_in_florida = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)
    before = midnight_in_florida - timedelta(minutes=30)
    start = midnight_in_florida + timedelta(minutes=30)
    assert wording.how_far(start, start + TWO_HOURS, EASTERN, before) == "Tomorrow"


@pytest.mark.parametrize(
    ("pattern", "interval", "days", "words"),
    [
        ("weekly", 1, [], "every Thursday"),
        ("weekly", 2, [], "every other Thursday"),
        ("biweekly", 1, [], "every other Thursday"),
        ("biweekly", 3, [], "every 6 weeks on Thursday"),
        ("monthly", 1, [], "every month on the 19th"),
        ("monthly", 3, [], "every third month on the 19th"),
        ("custom", 1, [0, 3], "every Sunday and Wednesday"),
        ("custom", 2, [1, 3, 5], "every other week on Monday, Wednesday and Friday"),
        (None, 1, [], ""),
    ],
)
def test_how_often_a_series_meets(pattern: str, interval: int, days: list[int], words: str) -> None:
    assert wording.how_often(pattern, interval, days, START, EASTERN) == words


def test_no_price_is_free_and_a_price_has_two_places() -> None:
    assert [wording.price_words(price) for price in (0, 10_00, 1250_50)] == [
        "Free",
        "$10.00",
        "$1,250.50",
    ]


def test_the_notice_period_is_said_as_it_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    assert wording.notice_words() == "24 hours"
    monkeypatch.setattr(wording, "NOTICE", timedelta(hours=1))
    assert wording.notice_words() == "1 hour"


def test_the_day_and_the_hours_of_an_event_stand_by_themselves() -> None:
    start, end = datetime(2026, 3, 14, 22, tzinfo=UTC), datetime(2026, 3, 15, 16, tzinfo=UTC)
    now = datetime(2026, 3, 13, 12, tzinfo=UTC)
    assert wording.near_day(start, EASTERN, now) == "Tomorrow"
    assert wording.near_day(end, EASTERN, now) == "Sun, Mar 15"
    hours = wording.hours(start, end, EASTERN, now)
    assert hours == "6:00 PM – Sun, Mar 15, 12:00 PM ET"
    assert wording.when(start, end, EASTERN, now) == f"Sat, Mar 14, {hours}"
    assert wording.when_near(start, end, EASTERN, now) == f"Tomorrow, {hours}"


@pytest.mark.parametrize(
    ("zone", "place"), [(EASTERN, "Eastern"), ("America/Sao_Paulo", "Sao Paulo")]
)
def test_a_zone_has_a_place_and_a_long_name(zone: str, place: str) -> None:
    at = datetime(2026, 3, 14, 22, tzinfo=ZoneInfo(zone))
    assert wording.zone_place(at) == place
    assert wording.zone_long(at).casefold() == f"{place} time".casefold()


def test_paragraphs_are_kept_and_empty_lines_are_not() -> None:
    assert wording.paragraphs("One.\n\n Two. \nThree.\n") == ["One.", "Two.", "Three."]
    assert wording.paragraphs(None) == []


@pytest.mark.parametrize(
    ("number", "words"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (11, "11th"), (22, "22nd"), (31, "31st")],
)
def test_ordinals(number: int, words: str) -> None:
    assert wording.ordinal(number) == words


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ([], ""),
        (["Ada", "Bo"], "Ada and Bo"),
        (["Ada", "Ada", "Ada", "Bo", "Cy", "Di", "Di"], "Ada (3), Bo, Cy and 2 more"),
        (["Ada", "Ada"], "Ada (2)"),
    ],
)
def test_people_who_share_a_name_are_counted(names: list[str], words: str) -> None:
    assert wording.some_names(names) == words


def test_an_unknown_type_is_shown_as_it_was_written() -> None:
    assert [wording.type_label(kind) for kind in ("daybattle", "night_raid")] == [
        "Day Battle",
        "Night Raid",
    ]


def test_near_days_are_named_as_people_name_them() -> None:
    days = [
        wording.when_near(NOW + timedelta(days=n), NOW + timedelta(days=n, hours=2), EASTERN, NOW)
        for n in (0, 1, 2)
    ]
    assert days == [
        "Today, 12:00 PM – 2:00 PM ET",
        "Tomorrow, 12:00 PM – 2:00 PM ET",
        "Sun, Mar 15, 12:00 PM – 2:00 PM ET",
    ]


def test_an_event_that_ends_at_midnight_does_not_reach_the_next_day() -> None:
    midnight = datetime(2026, 3, 15, 4, 0, tzinfo=UTC)
    evening = midnight - timedelta(hours=3)
    assert wording.last_day(evening, midnight, EASTERN).day == 14
    assert wording.last_day(evening, midnight + timedelta(minutes=1), EASTERN).day == 15


@pytest.mark.parametrize(
    ("location", "address", "lines"),
    [
        ("Riverbend Park", "Riverbend Park, Tampa, Florida", ["Riverbend Park", "Tampa, Florida"]),
        ("Riverbend Park", "4810 N Himes Ave", ["Riverbend Park", "4810 N Himes Ave"]),
        ("Riverbend Park", "Riverbend Park", ["Riverbend Park"]),
        (None, "4810 N Himes Ave", ["4810 N Himes Ave"]),
        ("The park", None, ["The park"]),
        (None, None, []),
    ],
)
def test_no_place_is_said_twice(
    location: str | None, address: str | None, lines: list[str]
) -> None:
    assert wording.where_lines(location, address) == lines


@pytest.mark.parametrize(
    ("location", "address", "found"),
    [
        ("Riverbend Park", None, "Riverbend Park, Tampa, Florida"),
        ("Al Lopez Park", "4810 N Himes Ave, Tampa", "Al Lopez Park, 4810 N Himes Ave, Tampa"),
        ("Mead Garden", "1500 Denning Dr, Winter Park, FL 32789", None),
        ("Mead Garden", "1500 Denning Dr, Winter Park, FL", None),
        ("Mead Garden", "1500 Denning Dr, 32789-1234", None),
        ("Mead Garden", "1500 Denning Dr, Winter Park FL", None),
        ("Kelly Park", "12 OAK CT", "Kelly Park, 12 OAK CT, Tampa, Florida"),
        ("Mead Garden", "1500 Denning Dr, Winter Park, Florida", None),
        ("The Pier", "535 4th Ave, NE", "The Pier, 535 4th Ave, NE, Tampa, Florida"),
        ("Mead Garden", "1500 Denning Dr", "Mead Garden, 1500 Denning Dr, Tampa, Florida"),
        (None, None, ""),
    ],
)
def test_a_map_finds_the_place_in_its_own_city(
    location: str | None, address: str | None, found: str | None
) -> None:
    whole = f"{location}, {address}" if found is None else found
    assert wording.destination(location, address, "Tampa", "Florida") == whole


@pytest.mark.parametrize(
    ("came", "sentence"),
    [
        ([], ""),
        ([24], "24 came the last time."),
        ([24, 25], "24 came on average to the last 2 day battles here."),
        ([1_200, 1_000], "1,100 came on average to the last 2 day battles here."),
    ],
)
def test_how_many_came_is_one_sentence(came: list[int], sentence: str) -> None:
    assert wording.came_words(came, "daybattle") == sentence
