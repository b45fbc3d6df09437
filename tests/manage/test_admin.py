"""`make admin` and `make adult`: their effects and their errors."""

import pytest
import sqlalchemy as sa

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.core.audit import AuditEntry
from rookiebattle.core.db import Database
from rookiebattle.manage.admin import admin_command, adult_command, grow_up, promote
from rookiebattle.manage.console import CannotContinue


@pytest.fixture
def member(each_database: Database) -> str:
    with each_database.unit_of_work(write=True) as session:
        user = User(email="Mira@example.org", first_name="Mira")
        session.add(user)
        return user.id


def test_a_member_becomes_administrator_and_it_is_written_down(
    each_database: Database, member: str
) -> None:
    assert promote(each_database, "mira@EXAMPLE.org") == "mira@EXAMPLE.org is an administrator now."
    with each_database.unit_of_work(write=False) as session:
        user = session.get(User, member)
        assert user is not None
        assert user.is_admin
        entry = session.scalars(sa.select(AuditEntry)).one()
        assert (entry.action, entry.subject_id) == ("admin.appointed", member)


def test_a_second_promotion_changes_nothing(each_database: Database, member: str) -> None:
    promote(each_database, "mira@example.org")
    assert "already" in promote(each_database, "mira@example.org")
    with each_database.unit_of_work(write=False) as session:
        assert session.scalar(sa.select(sa.func.count()).select_from(AuditEntry)) == 1


def test_an_unknown_address_is_explained(each_database: Database) -> None:
    with pytest.raises(CannotContinue, match="Let them sign in once"):
        promote(each_database, "nobody@example.org")


@pytest.mark.parametrize("arguments", [[], ["a@example.org", "b@example.org"]])
def test_exactly_one_address_is_needed(arguments: list[str]) -> None:
    with pytest.raises(CannotContinue, match="make admin EMAIL="):
        admin_command(arguments)
    with pytest.raises(CannotContinue, match="make adult EMAIL="):
        adult_command(arguments)


@pytest.mark.parametrize(
    ("before", "after", "told", "actions"),
    [
        (AgeBand.MINOR, AgeBand.ADULT, "counts as 18 or older now", ["account.grown_up"]),
        (AgeBand.ADULT, AgeBand.ADULT, "nothing was changed", []),
        (None, None, "nothing was changed", []),
    ],
)
def test_only_a_minor_becomes_an_adult(
    each_database: Database,
    member: str,
    before: AgeBand | None,
    after: AgeBand | None,
    told: str,
    actions: list[str],
) -> None:
    with each_database.unit_of_work(write=True) as session:
        session.get_one(User, member).age_band = before
    assert told in grow_up(each_database, "mira@EXAMPLE.org")
    with each_database.unit_of_work(write=False) as session:
        assert session.get_one(User, member).age_band == after
        lines = list(session.scalars(sa.select(AuditEntry)))
        assert [(one.action, one.subject_id) for one in lines] == [(a, member) for a in actions]


def test_an_unknown_address_becomes_no_adult(each_database: Database) -> None:
    with pytest.raises(CannotContinue, match="Nobody with the e-mail"):
        grow_up(each_database, "nobody@example.org")
