"""How somebody stands with a form, and which form is theirs."""

from datetime import date, timedelta

import pytest

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.waivers.models import Form, StandingState
from rookiebattle.waivers.policy import Signed, form_of, standing_of
from rookiebattle.waivers.signing import is_name_of
from tests.waivers.cases import CASES, NOW


@pytest.mark.parametrize(("signatures", "state", "version"), CASES.values(), ids=CASES)
def test_the_best_signature_counts(
    signatures: tuple[Signed, ...], state: StandingState, version: int | None
) -> None:
    standing = standing_of(Form.ADULT, 2, signatures, NOW)
    assert (standing.state, standing.version) == (state, version)
    assert standing.lacks is (state is not StandingState.SIGNED)


def test_of_two_that_hold_the_longer_one_counts() -> None:
    standing = standing_of(Form.ADULT, 2, CASES["twice"][0], NOW)
    assert standing.ends_at == NOW + timedelta(days=300)


def test_nobody_lacks_what_was_never_published() -> None:
    assert not standing_of(Form.ADULT, None, (), NOW).lacks


@pytest.mark.parametrize(
    ("case", "soon"), [("in force", False), ("paper beside it", True), ("over", False)]
)
def test_the_last_thirty_days_are_soon(case: str, soon: bool) -> None:
    assert standing_of(Form.ADULT, 2, CASES[case][0], NOW).ends_soon(NOW) is soon


@pytest.mark.parametrize(
    ("band", "birth_date", "form"),
    [
        (None, None, Form.ADULT),
        (AgeBand.MINOR, None, Form.MINOR),
        (AgeBand.MINOR, date(2008, 11, 28), Form.ADULT),
        (AgeBand.ADULT, date(2008, 11, 29), Form.MINOR),
        (AgeBand.MINOR, date(2008, 2, 29), Form.ADULT),
    ],
)
def test_a_birth_date_says_which_form(
    band: str | None, birth_date: date | None, form: Form
) -> None:
    assert form_of(band, birth_date, NOW.date()) == form


def test_a_leap_day_comes_of_age_in_march() -> None:
    assert form_of(None, date(2008, 2, 29), date(2026, 2, 28)) == Form.MINOR
    assert form_of(None, date(2008, 2, 29), date(2026, 3, 1)) == Form.ADULT


def test_without_a_real_name_one_signs_with_any_but_the_childs() -> None:
    nameless, tim = User(game_name="Storm"), User(first_name="Tim", last_name="Stone")
    assert is_name_of("Ada Stone", nameless, tim)
    assert not is_name_of("tim STONE", nameless, tim)
    assert not is_name_of(" ", nameless, tim)
    assert is_name_of("Tim J. Stone", tim, tim)
    assert not is_name_of("Tim", tim, tim)


def test_a_row_of_names_is_nobodys() -> None:
    tim = User(first_name="Tim", last_name="Stone")
    assert is_name_of("Tim John Stone Jr.", tim, tim)
    assert not is_name_of("Ann Bob Tim Hill Stone", tim, tim)
