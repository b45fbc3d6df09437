"""Every promise has tests that exist, and docs/guarantees.md is what the table and the runs say."""

from dataclasses import replace

import pytest

from development.guarantees import PAGE, Change, Promise, page, problems, promises, recorded

SOUND = Promise(
    "R1", "Seats", "Seats are counted.", "500 people.", "One machine.", ["races/test_seats.py"]
)
SEEN = Change("rookiebattle/settings.py", "a", "b", "races/test_seats.py")
NONE = "races/test_seats.py::test_that_was_renamed"


def test_every_promise_is_shown_and_was_broken() -> None:
    rows = promises()
    assert {f"R{number}" for number in range(1, 28)} <= {row.id for row in rows}
    assert len({row.id for row in rows}) == len(rows)
    assert [*problems(rows)] == []


def test_the_page_is_that_of_the_table() -> None:
    """Write it with `python -m development guarantees`."""
    assert page(promises(), recorded()) == PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (replace(SOUND, broken=[SEEN]), []),
        (replace(SOUND, controls=SOUND.tests), []),
        (replace(SOUND, tests=[], broken=[SEEN]), ["R1 names no test"]),
        (SOUND, ["R1 was never broken on purpose: its tests may be unable to fail"]),
        (
            replace(SOUND, tests=[NONE], broken=[SEEN]),
            [f"R1 names tests/{NONE}, which does not exist"],
        ),
        (
            replace(SOUND, controls=["races/test_gone.py"]),
            ["R1 names tests/races/test_gone.py, which does not exist"],
        ),
        (
            replace(SOUND, broken=[replace(SEEN, seen="races/crowd.py")]),
            ["R1 names tests/races/crowd.py, which does not exist"],
        ),
        (
            replace(SOUND, broken=[replace(SEEN, file="rookiebattle/gone.py")]),
            ["R1 was broken in rookiebattle/gone.py, which does not exist: break it again"],
        ),
    ],
)
def test_a_promise_that_nothing_shows_is_named(row: Promise, told: list[str]) -> None:
    assert [*problems([row])] == told
