"""Days in words, as Americans write them."""

import re
from datetime import date
from pathlib import Path

import rookiebattle
from rookiebattle.core.values import dates

SATURDAY = date(2026, 11, 21)
# A format of `strftime` that writes a month or a weekday in words.
IN_WORDS = re.compile(r"%[aAbB]|month_abbr|month_name|day_abbr|day_name")


def test_a_day_is_weekday_month_and_number() -> None:
    assert dates.day_words(SATURDAY, date(2026, 1, 1)) == "Sat, Nov 21"
    for another_year in (date(2025, 12, 31), date(2027, 1, 1)):
        assert dates.day_words(SATURDAY, another_year) == "Sat, Nov 21, 2026"


def test_a_date_a_month_and_a_spoken_day() -> None:
    assert dates.date_words(SATURDAY) == "Nov 21, 2026"
    assert dates.month_words(SATURDAY) == "November 2026"
    assert dates.spoken_day(SATURDAY) == "Saturday, November 21"


def test_the_days_of_a_series_are_counted_from_sunday() -> None:
    assert dates.FROM_SUNDAY[0] == "Sunday"
    assert dates.FROM_SUNDAY[1:] == dates.DAYS[:6]


def test_this_weekend_is_the_rest_of_the_next_saturday_and_sunday() -> None:
    days = [date(2026, 11, number) for number in range(16, 30)]
    monday, sunday = date(2026, 11, 16), date(2026, 11, 22)
    meant = {today: [d.day for d in days if dates.is_this_weekend(d, today)] for today in days[:7]}
    assert meant[monday] == meant[date(2026, 11, 20)] == meant[SATURDAY] == [21, 22]
    assert meant[sunday] == [22]


def test_no_other_file_writes_months_or_weekdays() -> None:
    files = Path(rookiebattle.__file__).parent.rglob("*.py")
    assert [str(one) for one in files if IN_WORDS.search(one.read_text())] == []
