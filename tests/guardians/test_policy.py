"""Ages by a birth date, and what an account says of its owner."""

from datetime import UTC, date, datetime

import pytest

from rookiebattle.accounts.models import AgeBand, User
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


@pytest.mark.parametrize(
    ("born", "day"),
    [
        (date(2008, 2, 29), date(2026, 3, 1)),
        (date(2008, 3, 1), date(2026, 3, 1)),
        (date(2010, 12, 31), date(2028, 12, 31)),
    ],
)
def test_one_comes_of_age_on_a_birthday(born: date, day: date) -> None:
    assert policy.of_age_on(born) == day


@pytest.mark.parametrize("age", range(11, 21))
def test_teenagers_are_13_to_17(age: int) -> None:
    is_one = policy.is_teenager(date(2026 - age, 6, 1), date(2026, 6, 1))
    assert is_one == (13 <= age <= 17)


@pytest.mark.parametrize("day", [date(2026, 3, 1), date(2028, 2, 29), date(2026, 12, 31)])
def test_the_last_birth_date_of_adults_is_a_birthday(day: date) -> None:
    last = policy.latest_birth_of_adults(day)
    assert policy.age_on(last, day) == 18
    assert policy.age_on(date.fromordinal(last.toordinal() + 1), day) in (17, 18)


@pytest.mark.parametrize(
    ("band", "is_erased", "adult", "minor"),
    [
        (None, False, False, False),
        (AgeBand.ADULT, False, True, False),
        (AgeBand.MINOR, False, False, True),
        (AgeBand.ADULT, True, False, False),
        (AgeBand.MINOR, True, False, False),
    ],
)
def test_an_erased_account_is_nobodys(
    band: AgeBand | None, is_erased: bool, adult: bool, minor: bool
) -> None:
    user = User(age_band=band, erased_at=datetime(2026, 1, 1, tzinfo=UTC) if is_erased else None)
    assert (policy.is_adult(user), policy.is_minor(user)) == (adult, minor)


def test_a_sign_in_leads_to_accounts_that_a_provider_knows() -> None:
    assert policy.can_log_in(User(issuer="none", subject="lea"))
    assert not policy.can_log_in(User())
