"""The questions before events are removed."""

import pytest

from rookiebattle.events.questions import FOR_GOOD, GENTLER, removal_question
from rookiebattle.events.schemas import Affected


@pytest.mark.parametrize(
    ("affected", "said"),
    [
        (Affected(1, 0), "Nobody has registered yet."),
        (Affected(4, 0), "Nobody has registered yet."),
        (Affected(1, 1), "1 person will lose their seat."),
        (Affected(4, 2), "2 seats will be lost."),
    ],
)
def test_nobody_is_told_of_what_is_over_canceled_or_empty(affected: Affected, said: str) -> None:
    assert removal_question(affected) == f"{said} {FOR_GOOD}"


@pytest.mark.parametrize(
    ("affected", "said"),
    [
        (Affected(1, 1, 1), "1 person will lose their seat and get an email."),
        (Affected(1, 2, 2), "2 people will lose their seats and get an email."),
        (Affected(4, 9, 9), "9 seats will be lost: everyone registered gets an email."),
        (
            Affected(4, 9, 5),
            "9 seats will be lost; everyone with one of the 5 to come gets an email.",
        ),
    ],
)
def test_where_people_are_told_there_is_a_gentler_way(affected: Affected, said: str) -> None:
    assert removal_question(affected) == f"{said} {FOR_GOOD} {GENTLER}"


def test_an_obstacle_is_all_that_is_said() -> None:
    assert removal_question(Affected(1, 1, 1, "1 seat is paid.")) == "1 seat is paid."
