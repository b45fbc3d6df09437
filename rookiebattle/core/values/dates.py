"""Days and months in words, the American way: pages and letters take them from here. Pure."""

from datetime import date, timedelta

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
FROM_SUNDAY = (DAYS[-1], *DAYS[:-1])
"""The weekdays as the days of a series are counted: 0 is Sunday."""
MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def nth_weekday(day: date) -> int:
    """Which of its weekday in the month the day is: 1 for the first Saturday."""
    return (day.day - 1) // 7 + 1


def weekday_short(day: date) -> str:
    """'Sat'."""
    return DAYS[day.weekday()][:3]


def month_short(day: date) -> str:
    """'Nov'."""
    return MONTHS[day.month - 1][:3]


def is_this_weekend(day: date, today: date) -> bool:
    """Whether a day is the Saturday or Sunday of the week that begins on the Monday before today.

    On a Sunday, the Saturday before it is over and no longer meant.
    """
    monday = today - timedelta(days=today.weekday())
    return day >= today and (day - monday).days in (5, 6)


def day_words(day: date, today: date) -> str:
    """'Sat, Nov 21', with the year if it is not this year: 'Sat, Nov 20, 2027'."""
    year = f", {day.year}" if day.year != today.year else ""
    return f"{weekday_short(day)}, {month_short(day)} {day.day}{year}"


def date_words(day: date) -> str:
    """'Nov 21, 2026'."""
    return f"{month_short(day)} {day.day}, {day.year}"


def month_day(day: date) -> str:
    """'November 21'."""
    return f"{MONTHS[day.month - 1]} {day.day}"


def spoken_day(day: date) -> str:
    """'Saturday, November 21'."""
    return f"{DAYS[day.weekday()]}, {month_day(day)}"


def month_words(day: date) -> str:
    """'November 2026'."""
    return f"{MONTHS[day.month - 1]} {day.year}"
