"""A place of the code writes a few lines in a minute, and then it is counted."""

from rookiebattle.core.telemetry.logs import MINUTE, MOST_PLACES, Repetition


class Watch:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def test_a_place_writes_a_few_lines_and_then_a_count() -> None:
    watch = Watch()
    repetition = Repetition(watch)
    seen = [repetition.admit("here", 2) for _ in range(5)]
    assert seen == [0, 0, None, None, None]
    assert repetition.admit("there", 2) == 0
    watch.now += MINUTE
    assert repetition.admit("here", 2) == 3
    assert repetition.admit("here", 2) == 0


def test_a_place_that_fell_silent_is_told_of() -> None:
    watch = Watch()
    repetition = Repetition(watch)
    for _ in range(5):
        repetition.admit("here", 2)
        repetition.admit("there", 9)
    assert repetition.over() == []
    watch.now += MINUTE
    assert repetition.over() == [("here", 3)]
    assert repetition.over() == []


def test_no_number_of_places_fills_the_memory() -> None:
    repetition = Repetition()
    for number in range(2 * MOST_PLACES):
        repetition.admit(number, 1)
    assert len(repetition._places) == MOST_PLACES
