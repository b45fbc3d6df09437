"""A move on the wall clock: every date of a series keeps its time of day."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from rookiebattle.events.timing import move, moved
from tests.events.zones import CHANGES, Change

DAY = timedelta(days=1)


@pytest.mark.parametrize("change", CHANGES, ids=str)
@pytest.mark.parametrize("days", [-7, -1, 1, 7])
def test_a_series_that_moves_by_days_keeps_its_hour_when_the_clock_changes(
    change: Change, days: int
) -> None:
    zone = ZoneInfo(change.zone)
    six = datetime.combine(change.at.astimezone(zone), datetime.min.time().replace(hour=18))
    for edited in range(-3, 4):
        old, new = _at(six + edited * DAY, zone), _at(six + (edited + days) * DAY, zone)
        like = move(old, new, zone, zone)
        for place in range(-3, 4):
            wall = six + place * DAY
            assert moved(_at(wall, zone), like) == _at(wall + days * DAY, zone)


def _at(wall: datetime, zone: ZoneInfo) -> datetime:
    return wall.replace(tzinfo=zone).astimezone(UTC)
