"""The birth date of a member, which administrators read and mend."""

from datetime import date, timedelta

import pytest

from rookiebattle.core.errors import Conflict, Forbidden, Invalid, NotFound
from rookiebattle.guardians import ages, invitations
from rookiebattle.guardians.schemas import AgeRead
from tests.clocks import NOW
from tests.guardians.family import Family

TEEN, GROWN = date(2010, 1, 2), date(2000, 1, 2)


def test_an_administrator_reads_and_mends_a_birth_date(family: Family) -> None:
    admin, minor, mother = family.person(is_admin=True), family.minor(), family.person()
    family.do(invitations.accept, mother, token=family.invite(minor))
    asked = {"user_id": minor.user_id}
    assert family.do(ages.age_of, admin, **asked).birth_date is None
    mended = family.do(ages.mend_birth_date, admin, **asked, born=TEEN)
    assert mended == AgeRead(birth_date=TEEN, is_minor=True, guardians=["Member"])
    changed = family.actions().count("account.updated")
    assert family.do(ages.mend_birth_date, admin, **asked, born=TEEN) == mended
    assert family.actions().count("account.updated") == changed
    grown = family.do(ages.mend_birth_date, admin, **asked, born=GROWN)
    assert grown == AgeRead(birth_date=GROWN, is_minor=False, guardians=[])
    assert "account.grown_up" in family.actions()
    # An adult's date is mended, too.
    again = GROWN - timedelta(days=1)
    assert family.do(ages.mend_birth_date, admin, **asked, born=again).birth_date == again


@pytest.mark.parametrize(
    ("columns", "born", "error"),
    [
        ({"age_band": "minor"}, NOW.date() - timedelta(days=12 * 365), Invalid),
        ({}, TEEN, Invalid),
        ({"age_band": None}, GROWN, Conflict),
        ({"issuer": None}, GROWN, Conflict),
    ],
)
def test_a_date_that_the_account_cannot_have_is_refused(
    family: Family, columns: dict[str, str | None], born: date, error: type[Exception]
) -> None:
    admin = family.person(is_admin=True)
    who = family.person(**{"issuer": "https://id.example.org", "subject": "one", **columns})
    with pytest.raises(error):
        family.do(ages.mend_birth_date, admin, user_id=who.user_id, born=born)
    user = family.user(who.user_id)
    assert user
    assert user.birth_date is None


def test_nobody_else_reads_or_mends_it(family: Family) -> None:
    minor, mother = family.minor(), family.person()
    for actor in (minor, mother):
        with pytest.raises(Forbidden):
            family.do(ages.age_of, actor, user_id=minor.user_id)
        with pytest.raises(Forbidden):
            family.do(ages.mend_birth_date, actor, user_id=minor.user_id, born=TEEN)
    with pytest.raises(NotFound):
        family.do(ages.age_of, family.person(is_admin=True), user_id="no id")
