"""The questions before events are removed."""

from datetime import UTC, datetime

import pytest

from rookiebattle.events.questions import FOR_GOOD, GENTLER, many_move, removal_question
from rookiebattle.events.schemas import Affected, Reach


@pytest.mark.parametrize(
    ("affected", "said"),
    [
        (Affected(1, 0), "No one’s registered yet."),
        (Affected(4, 0), "No one’s registered yet."),
        (Affected(1, 1), "1 person will lose their seat."),
        (Affected(4, 2), "2 seats will be lost."),
    ],
)
def test_nobody_is_told_of_what_is_over_canceled_or_empty(affected: Affected, said: str) -> None:
    assert removal_question(affected) == f"{said} {FOR_GOOD}"


@pytest.mark.parametrize(
    ("affected", "said"),
    [
        (Affected(1, 1, Reach(1)), "1 person will lose their seat. We’ll email 1 person."),
        (Affected(1, 2, Reach(2)), "2 people will lose their seats. We’ll email 2 people."),
        (
            Affected(4, 9, Reach(3, ["Ash", "Bo"])),
            "9 seats will be lost. We’ll email 3 people. 2 can’t be reached: Ash and Bo.",
        ),
        (
            Affected(1, 1, Reach(0, ["Ash"])),
            "1 person will lose their seat. 1 can’t be reached: Ash.",
        ),
    ],
)
def test_where_people_are_told_there_is_a_gentler_way(affected: Affected, said: str) -> None:
    assert removal_question(affected) == f"{said} {FOR_GOOD} {GENTLER}"


@pytest.mark.parametrize(
    ("affected", "said"),
    [
        (Affected(4, 0), "No one’s registered yet."),
        (Affected(4, 1, Reach(1)), "1 seat is taken. We’ll email 1 person."),
        (Affected(4, 9), "9 seats are taken."),
        (
            Affected(4, 9, Reach(0, "ABCDEFG")),
            "9 seats are taken. 7 can’t be reached: A, B, C, D, E and 2 more.",
        ),
    ],
)
def test_a_move_tells_of_the_emails_that_are_sent(affected: Affected, said: str) -> None:
    moved = many_move(affected, datetime(2026, 3, 15, 17, tzinfo=UTC), is_weekly=True)
    assert moved == f"4 events will move to Sundays, 5:00 PM. {said}"


def test_an_obstacle_is_all_that_is_said() -> None:
    assert removal_question(Affected(1, 1, Reach(1), "1 seat is paid.")) == "1 seat is paid."
