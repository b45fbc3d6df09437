"""Days in words, as Americans write them."""

import re
from datetime import date
from pathlib import Path

import rookiebattle
from rookiebattle.core import dates

SATURDAY = date(2026, 11, 21)
# A format of `strftime` that writes a month or a weekday in words.
IN_WORDS = re.compile(r"%[aAbB]|month_abbr|month_name|day_abbr|day_name")


def test_a_day_is_weekday_month_and_number() -> None:
    assert dates.day_words(SATURDAY, date(2026, 1, 1)) == "Sat, Nov 21"
    assert dates.day_words(SATURDAY, date(2025, 12, 31)) == "Sat, Nov 21, 2026"


def test_a_date_a_month_and_a_spoken_day() -> None:
    assert dates.date_words(SATURDAY) == "Nov 21, 2026"
    assert dates.month_words(SATURDAY) == "November 2026"
    assert dates.spoken_day(SATURDAY) == "Saturday, November 21"


def test_no_other_file_writes_months_or_weekdays() -> None:
    files = Path(rookiebattle.__file__).parent.rglob("*.py")
    assert [str(one) for one in files if IN_WORDS.search(one.read_text())] == []
