"""The 18th birthday, by the club's clock and once, and birth dates that administrators mend."""

from datetime import UTC, date, datetime, timedelta

import pytest

from rookiebattle.accounts.models import AgeBand
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.errors import Conflict, Forbidden, Invalid, NotFound
from rookiebattle.guardians import birthdays, invitations, service
from rookiebattle.guardians.schemas import AgeRead
from tests.clocks import NOW, StillClock
from tests.guardians.family import Family
from tests.letter_box import received

# Three in the morning of May 4 in London is still May 3 at the club.
NIGHT, MORNING = datetime(2026, 5, 4, 3, tzinfo=UTC), datetime(2026, 5, 4, 5, tzinfo=UTC)
TEEN, GROWN = date(2010, 1, 2), date(2000, 1, 2)


def band_of(family: Family, user_id: str) -> str | None:
    user = family.user(user_id)
    return user.age_band if user else None


def test_a_minor_is_an_adult_from_the_birthday_on_where_the_club_is(
    family: Family, still_clock: StillClock
) -> None:
    still_clock.now = NIGHT
    nori = family.minor(birth_date=date(2008, 5, 4), email="nori@example.org", game_name="Nori")
    unknown = family.minor(game_name="Oak")
    mother = family.person()
    family.do(invitations.accept, mother, token=family.invite(nori))
    received()
    waiting = family.invite(nori, "late@example.org")
    received()
    assert family.do(birthdays.let_grow_up, VISITOR) == 0
    still_clock.now = MORNING
    assert family.do(birthdays.let_grow_up, VISITOR) == 1
    assert family.do(birthdays.let_grow_up, VISITOR) == 0
    assert band_of(family, nori.user_id) == AgeBand.ADULT
    assert band_of(family, unknown.user_id) == AgeBand.MINOR
    (letter,) = received()
    assert (letter.recipient, letter.subject) == ("nori@example.org", "You’re 18 now")
    assert "stay connected" in " ".join(letter.body.split())
    (offer,) = family.do(service.list_guardians, nori)
    assert (offer.user_id, offer.kept_at) == (mother.user_id, None)
    with pytest.raises(Exception, match="has ended"):
        family.do(invitations.accept, family.person(), token=waiting)


def test_somebody_of_age_who_never_logged_in_is_still_reached_by_the_guardian(
    family: Family, still_clock: StillClock
) -> None:
    still_clock.now = NIGHT
    mother = family.person()
    added = family.add_teen(mother, birthDate="2008-05-04")
    still_clock.now = MORNING
    assert family.do(birthdays.let_grow_up, VISITOR) == 1
    assert received() == []
    (one,) = family.do(service.list_dependents, mother)
    assert (one.user_id, one.is_minor, one.waiver.form) == (added.user_id, False, "adult")
    assert not family.run(service.is_guardian, mother.user_id, added.user_id)
    assert family.token_to(mother, added.user_id)


def test_an_adult_without_guardians_reads_of_no_offer(
    family: Family, still_clock: StillClock
) -> None:
    still_clock.now = MORNING
    family.minor(birth_date=date(2008, 5, 4), email="nori@example.org")
    family.do(birthdays.let_grow_up, Actor())
    (letter,) = received()
    assert "guardians" not in letter.body


@pytest.mark.anyio
async def test_the_job_goes_on_until_nobody_is_left(
    family: Family, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    still_clock.now = MORNING
    for name in ("Oak", "Elm", "Ash"):
        family.minor(birth_date=date(2008, 5, 1), game_name=name)
    monkeypatch.setattr(birthdays, "AT_ONCE", 2)
    assert await birthdays.BIRTHDAYS.work() == "3 turned 18"


def test_an_administrator_reads_and_mends_a_birth_date(family: Family) -> None:
    admin, minor, mother = family.person(is_admin=True), family.minor(), family.person()
    family.do(invitations.accept, mother, token=family.invite(minor))
    asked = {"user_id": minor.user_id}
    assert family.do(birthdays.age_of, admin, **asked).birth_date is None
    mended = family.do(birthdays.mend_birth_date, admin, **asked, born=TEEN)
    assert mended == AgeRead(birth_date=TEEN, is_minor=True, guardians=["Member"])
    changed = family.actions().count("account.updated")
    assert family.do(birthdays.mend_birth_date, admin, **asked, born=TEEN) == mended
    assert family.actions().count("account.updated") == changed
    grown = family.do(birthdays.mend_birth_date, admin, **asked, born=GROWN)
    assert grown == AgeRead(birth_date=GROWN, is_minor=False, guardians=[])
    assert "account.grown_up" in family.actions()
    # An adult's date is mended, too.
    again = GROWN - timedelta(days=1)
    assert family.do(birthdays.mend_birth_date, admin, **asked, born=again).birth_date == again
    # So is that of somebody who cannot log in, as long as a guardian can.
    dependent = {"user_id": family.add_teen(mother).user_id}
    assert family.do(birthdays.mend_birth_date, admin, **dependent, born=TEEN).birth_date == TEEN


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
        family.do(birthdays.mend_birth_date, admin, user_id=who.user_id, born=born)
    user = family.user(who.user_id)
    assert user
    assert user.birth_date is None


def test_nobody_else_reads_or_mends_it(family: Family) -> None:
    minor, mother = family.minor(), family.person()
    for actor in (minor, mother):
        with pytest.raises(Forbidden):
            family.do(birthdays.age_of, actor, user_id=minor.user_id)
        with pytest.raises(Forbidden):
            family.do(birthdays.mend_birth_date, actor, user_id=minor.user_id, born=TEEN)
    with pytest.raises(NotFound):
        family.do(birthdays.age_of, family.person(is_admin=True), user_id="no id")
