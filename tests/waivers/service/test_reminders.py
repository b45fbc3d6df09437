"""Letters about waivers: once each, to whoever signs; and what is forgotten after seven years."""

from datetime import UTC, date, datetime, timedelta

import pytest
import sqlalchemy as sa
from sqlmodel import col

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.mail.outbox_table import letters
from rookiebattle.guardians.models import Guardianship
from rookiebattle.waivers.models import Form, VersionState, WaiverSignature, WaiverVersion
from rookiebattle.waivers.service import reminders
from tests.clocks import NOW, StillClock
from tests.letter_box import received
from tests.waivers.signers import Do, Signers, sign, version
from tests.world import World

ENDS = datetime(2027, 3, 14, 12, 0, tzinfo=UTC)


def told(do: Do) -> list[tuple[str, str]]:
    """The letters of a day: who gets them, and their subjects."""
    while do(reminders.ask_some, VISITOR):
        pass
    return [(one.recipient.partition("@")[0], one.subject) for one in received()]


@pytest.fixture
def signed(signers: Signers, do: Do) -> Signers:
    """Tim's waiver and Ana's, with their letters delivered."""
    sign(do, signers.mia, signers.tim)
    sign(do, signers.ana, signers.ana, Form.ADULT, typedName="Ana Stone")
    assert told(do) == [
        ("ana", "Signed: Adult Waiver, version 1"),
        ("mia", "Signed: Minor Waiver, version 1"),
    ]
    return signers


def test_letters_come_thirty_days_before_and_on_the_day_once_each(
    signed: Signers, do: Do, still_clock: StillClock
) -> None:
    still_clock.now = ENDS - timedelta(days=30, seconds=1)
    assert told(do) == []
    still_clock.now = ENDS - timedelta(days=30)
    soon = [
        ("ana", "Your waiver ends on Mar 14, 2027"),
        ("mia", "The waiver for Tim ends on Mar 14, 2027"),
    ]
    assert told(do) == soon
    still_clock.now = datetime(2027, 3, 14, 4, 59, tzinfo=UTC)
    assert told(do) == []
    still_clock.now = datetime(2027, 3, 14, 5, 1, tzinfo=UTC)
    assert told(do) == soon
    still_clock.now = ENDS + timedelta(days=1)
    assert told(do) == []
    still_clock.now = ENDS + timedelta(days=31)
    assert told(do) == []


def test_a_waiver_that_was_signed_in_the_evening_ends_on_the_day_of_the_club(
    signers: Signers, do: Do, still_clock: StillClock
) -> None:
    """Half past nine in the evening at the club is the next day in UTC."""
    still_clock.now = NOW + timedelta(hours=13, minutes=30)
    sign(do, signers.ana, signers.ana, Form.ADULT, typedName="Ana Stone")
    still_clock.now = ENDS - timedelta(days=20)
    soon = told(do)[-1:]
    still_clock.now = ENDS
    assert told(do) == soon == [("ana", "Your waiver ends on Mar 14, 2027")]


def test_who_has_signed_again_is_not_asked(
    signed: Signers, do: Do, still_clock: StillClock
) -> None:
    still_clock.now = ENDS - timedelta(days=29)
    while do(reminders.ask_some, VISITOR):
        pass
    sign(do, signed.ana, signed.ana, Form.ADULT, typedName="Ana Stone")
    sent = [(one.recipient[:3], one.subject) for one in received()]
    assert sent == [
        ("ana", "Signed: Adult Waiver, version 1"),
        ("mia", "The waiver for Tim ends on Mar 14, 2027"),
    ]


def test_whoever_has_left_or_whose_waiver_ended_long_ago_is_not_asked(
    world: World, signed: Signers, do: Do, still_clock: StillClock
) -> None:
    world.set(User, signed.ana.user_id, erased_at=NOW)
    still_clock.now = ENDS - timedelta(days=1)
    assert do(reminders.ask_some, VISITOR) == 1
    world.write(sa.update(WaiverSignature).values(letter_at=None))
    still_clock.now = ENDS + reminders.ASKED_AFTER
    assert do(reminders.ask_some, VISITOR) == 0


def test_a_new_version_asks_everybody_who_signed_the_old_one(
    world: World, signed: Signers, do: Do, still_clock: StillClock
) -> None:
    still_clock.now += timedelta(days=10)
    with world.database.unit_of_work(write=True) as session:
        is_adult = col(WaiverVersion.form) == Form.ADULT
        session.execute(
            sa.update(WaiverVersion).where(is_adult).values(state=VersionState.REPLACED)
        )
        session.add(version(Form.ADULT, 2, published_at=still_clock.now))
    assert told(do) == [("ana", "Your waiver has a new version")]
    still_clock.now += timedelta(days=1)
    assert told(do) == []


def test_the_new_adult_is_asked_after_the_eighteenth_birthday(
    world: World, signed: Signers, do: Do, still_clock: StillClock
) -> None:
    with world.database.unit_of_work(write=True) as session:
        tim = sa.update(User).where(col(User.id) == signed.tim.user_id)
        session.execute(tim.values(birth_date=date(2008, 6, 1), email="tim@example.org"))
    still_clock.now = datetime(2026, 6, 1, 4, 1, tzinfo=UTC)
    assert told(do) == [("tim", "You’re 18 now, so you sign a waiver yourself")]
    still_clock.now += timedelta(days=1)
    assert told(do) == []


@pytest.mark.parametrize("missing", [Form.ADULT, Form.MINOR])
def test_the_form_of_their_age_decides_whether_the_new_adult_is_asked(
    world: World, signers: Signers, do: Do, still_clock: StillClock, missing: Form
) -> None:
    """And it decides who is told: the job that makes a minor an adult comes later."""
    with world.database.unit_of_work(write=True) as session:
        session.get_one(User, signers.tim.user_id).birth_date = date(2008, 6, 1)
    sign(do, signers.mia, signers.tim)
    with world.database.unit_of_work(write=True) as session:
        which = sa.update(WaiverVersion).where(col(WaiverVersion.form) == missing)
        session.execute(which.values(state=VersionState.REPLACED))
    still_clock.now = datetime(2026, 6, 1, 4, 1, tzinfo=UTC)
    assert do(reminders.ask_some, VISITOR) == (missing == Form.MINOR)
    with world.database.unit_of_work(write=False) as session:
        promised = sa.select(letters.c.user_id).where(letters.c.kind == reminders.ASKED)
        asked = [] if missing == Form.ADULT else [signers.tim.user_id]
        assert list(session.scalars(promised)) == asked


def test_a_minor_without_guardians_is_told_and_nobody_else(
    world: World, signed: Signers, do: Do, still_clock: StillClock
) -> None:
    still_clock.now = ENDS - timedelta(days=20)
    while do(reminders.ask_some, VISITOR):
        pass
    with world.database.unit_of_work(write=True) as session:
        session.execute(sa.update(Guardianship).values(ended_at=NOW))
        session.execute(
            sa.update(User).where(col(User.id) == signed.ana.user_id).values(email=None)
        )
    assert received() == []
    with world.database.unit_of_work(write=True) as session:
        session.execute(sa.update(WaiverSignature).values(letter_at=None))
        tim = sa.update(User).where(col(User.id) == signed.tim.user_id)
        session.execute(tim.values(email="tim@example.org"))
    still_clock.now += timedelta(days=1)
    assert told(do) == [("tim", "Your waiver ends on Mar 14, 2027")]


def test_nobody_is_asked_on_behalf_of_an_adult_by_a_former_guardian(
    world: World, signed: Signers, do: Do, still_clock: StillClock
) -> None:
    still_clock.now = ENDS - timedelta(days=20)
    while do(reminders.ask_some, VISITOR):
        pass
    with world.database.unit_of_work(write=True) as session:
        tim = sa.update(User).where(col(User.id) == signed.tim.user_id)
        session.execute(tim.values(birth_date=date(2000, 1, 1)))
    assert [one.recipient[:3] for one in received()] == ["ana"]
    with world.database.unit_of_work(write=True) as session:
        session.execute(sa.update(User).values(age_band=AgeBand.ADULT))
        session.execute(sa.delete(WaiverSignature))
    assert received() == []


@pytest.mark.anyio
async def test_the_job_asks_until_nothing_is_due(
    signed: Signers, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reminders, "AT_ONCE", 1)
    still_clock.now = ENDS - timedelta(days=20)
    assert await reminders.ask_again() == "2 queued"


def test_after_seven_years_the_proof_stays_without_stroke_address_and_browser(
    world: World, signers: Signers, do: Do, still_clock: StillClock
) -> None:
    sign(do, signers.mia, signers.tim, stroke="M1 2L3 4")

    def kept() -> tuple[str | None, ...]:
        with world.database.unit_of_work(write=True) as session:
            reminders.forget_signers(session)
            row = session.scalars(sa.select(WaiverSignature)).one()
            return row.typed_name, row.stroke, row.address, row.browser

    still_clock.now += timedelta(days=7 * 365)
    assert kept() == ("Mia Stone", "M1 2L3 4", "203.0.113.7", "Phone")
    still_clock.now += timedelta(days=1)
    assert kept() == ("Mia Stone", None, None, None)
