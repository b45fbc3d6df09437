"""How often a series meets."""

from datetime import UTC, datetime

import pytest

from rookiebattle.events.rhythm import how_often, ordinal

EASTERN = "America/New_York"
START = datetime(2026, 3, 19, 22, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("pattern", "interval", "days", "words"),
    [
        ("weekly", 1, [], "every Thursday"),
        ("weekly", 2, [], "every second Thursday"),
        ("biweekly", 1, [], "every second Thursday"),
        ("biweekly", 3, [], "every 6 weeks on Thursday"),
        ("monthly", 1, [], "every month on the 19th"),
        ("monthly", 3, [], "every third month on the 19th"),
        ("custom", 1, [0, 3], "every Sunday and Wednesday"),
        ("custom", 2, [1, 3, 5], "every second week on Monday, Wednesday and Friday"),
        (None, 1, [], ""),
    ],
)
def test_how_often_a_series_meets(pattern: str, interval: int, days: list[int], words: str) -> None:
    assert how_often(pattern, interval, days, START, EASTERN) == words


def test_the_weekday_is_that_of_the_zone() -> None:
    after_midnight_in_utc = datetime(2026, 3, 20, 1, 0, tzinfo=UTC)
    assert how_often("weekly", 1, [], after_midnight_in_utc, EASTERN) == "every Thursday"


@pytest.mark.parametrize(
    ("number", "words"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (11, "11th"), (22, "22nd"), (31, "31st")],
)
def test_ordinals(number: int, words: str) -> None:
    assert ordinal(number) == words
