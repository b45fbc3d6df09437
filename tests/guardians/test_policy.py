"""Ages by a birth date."""

from datetime import date

import pytest

from rookiebattle.guardians import policy


@pytest.mark.parametrize(
    ("born", "day", "age"),
    [
        (date(2010, 3, 14), date(2026, 3, 13), 15),
        (date(2010, 3, 14), date(2026, 3, 14), 16),
        (date(2008, 2, 29), date(2026, 2, 28), 17),
        (date(2008, 2, 29), date(2026, 3, 1), 18),
        (date(2008, 2, 29), date(2028, 2, 29), 20),
    ],
)
def test_a_year_is_over_on_the_birthday(born: date, day: date, age: int) -> None:
    assert policy.age_on(born, day) == age


@pytest.mark.parametrize("age", range(11, 21))
def test_teenagers_are_13_to_17(age: int) -> None:
    is_one = policy.is_teenager(date(2026 - age, 6, 1), date(2026, 6, 1))
    assert is_one == (13 <= age <= 17)


@pytest.mark.parametrize("day", [date(2026, 3, 1), date(2028, 2, 29), date(2026, 12, 31)])
def test_the_last_birth_date_of_adults_is_a_birthday(day: date) -> None:
    last = policy.latest_birth_of_adults(day)
    assert policy.age_on(last, day) == 18
    assert policy.age_on(date.fromordinal(last.toordinal() + 1), day) in (17, 18)
