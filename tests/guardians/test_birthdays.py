"""The 18th birthday: by the club's clock, once."""

from datetime import UTC, date, datetime

import pytest

from rookiebattle.accounts.models import AgeBand
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.guardians import birthdays, invitations, service
from tests.clocks import StillClock
from tests.guardians.family import Family
from tests.letter_box import received

# Three in the morning of May 4 in London is still May 3 at the club.
NIGHT, MORNING = datetime(2026, 5, 4, 3, tzinfo=UTC), datetime(2026, 5, 4, 5, tzinfo=UTC)


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
    with family.database.unit_of_work(write=False) as session:
        assert not service.is_guardian(session, mother.user_id, added.user_id)
    assert family.token_to(mother, added.user_id)


def test_an_adult_without_guardians_reads_of_no_offer(
    family: Family, still_clock: StillClock
) -> None:
    still_clock.now = MORNING
    family.minor(birth_date=date(2008, 5, 4), email="nori@example.org")
    family.do(birthdays.let_grow_up, Actor())
    (letter,) = received()
    assert "sharing" not in letter.body


@pytest.mark.anyio
async def test_the_job_goes_on_until_nobody_is_left(
    family: Family, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    still_clock.now = MORNING
    for name in ("Oak", "Elm", "Ash"):
        family.minor(birth_date=date(2008, 5, 1), game_name=name)
    monkeypatch.setattr(birthdays, "AT_ONCE", 2)
    assert await birthdays.BIRTHDAYS.work() == "3 turned 18"
