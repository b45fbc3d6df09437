"""`make admin`, `make adult` and `make restore-progress`: their effects and their errors."""

import json
from collections.abc import Callable

import pytest
import sqlalchemy as sa

from rookiebattle.accounts.models import AgeBand, LoginSession, User
from rookiebattle.accounts.naming import name_key
from rookiebattle.core.actor import Actor
from rookiebattle.core.audit import AuditEntry
from rookiebattle.core.database.db import Database
from rookiebattle.manage.admin import (
    NOTHING,
    admin_command,
    adult_command,
    dismiss,
    erase,
    erase_as_child,
    erase_command,
    grow_up,
    personal_data,
    promote,
    restore_progress_command,
)
from rookiebattle.manage.check_data import check
from rookiebattle.manage.console import CannotContinue
from rookiebattle.settings import get_settings
from tests.clocks import NOW
from tests.world import World


@pytest.fixture
def member(each_database: Database) -> str:
    with each_database.unit_of_work(write=True) as session:
        user = User(email="Mira@example.org", first_name="Mira", issuer="i", subject="mira")
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


def test_an_account_that_nobody_has_signed_in_to_is_left_to_its_owner(
    each_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    World(each_database).person(email="imported@example.org")
    with pytest.raises(CannotContinue, match="Let them log in once"):
        promote(each_database, "imported@example.org")
    monkeypatch.setenv("ADMIN_EMAILS", "imported@example.org")
    get_settings.cache_clear()
    assert "now" in promote(each_database, "imported@example.org")


def test_a_member_without_an_address_is_meant_by_game_name_or_id(each_database: Database) -> None:
    with each_database.unit_of_work(write=True) as session:
        heron = User(game_name="Heron", game_name_key=name_key("Heron"), issuer="i", subject="h")
        crane = User(game_name="Crane", game_name_key=name_key("Crane"), issuer="i", subject="c")
        session.add_all([heron, crane])
    assert promote(each_database, "heron") == "heron is an administrator now."
    assert "now" in promote(each_database, crane.id.upper())
    assert [state_of(each_database, one.id)[0] for one in (heron, crane)] == [True, True]
    told = json.loads(personal_data(each_database, "HERON"))
    assert [row["game_name"] for row in told["users"]] == ["Heron"]
    with pytest.raises(CannotContinue, match="No one with the game name or id Egret"):
        promote(each_database, "Egret")


def test_nobody_is_meant_by_a_game_name_that_looks_like_an_address(each_database: Database) -> None:
    name = "boss@example.org"
    with each_database.unit_of_work(write=True) as session:
        session.add(User(game_name=name, game_name_key=name_key(name), issuer="i", subject="h"))
    with pytest.raises(CannotContinue, match="No one with the email boss"):
        promote(each_database, name)


def test_an_unknown_address_is_explained(each_database: Database) -> None:
    with pytest.raises(CannotContinue, match="Let them log in once"):
        promote(each_database, "nobody@example.org")


def state_of(database: Database, member: str) -> tuple[bool, int, list[str]]:
    """Whether the member is an administrator, the number of sessions, and the lines in the log."""
    with database.unit_of_work(write=False) as session:
        lines = session.scalars(sa.select(AuditEntry).order_by(AuditEntry.at))  # type: ignore[arg-type]  # SQLModel columns
        sessions = session.scalar(sa.select(sa.func.count()).select_from(LoginSession)) or 0
        actions = [one.action for one in lines if one.subject_id == member]
        return session.get_one(User, member).is_admin, sessions, actions


def test_an_administrator_loses_the_role_and_every_session(
    each_database: Database, member: str
) -> None:
    world = World(each_database)
    world.person(is_admin=True)
    promote(each_database, "mira@example.org")
    for _ in range(2):
        world.cookie_of(Actor(user_id=member))
    told = dismiss(each_database, "mira@EXAMPLE.org")
    assert told == "mira@EXAMPLE.org is no administrator anymore and is logged out everywhere."
    is_admin, sessions, actions = state_of(each_database, member)
    assert (is_admin, sessions) == (False, 0)
    assert actions == ["admin.appointed", "session.revoked", "admin.dismissed"]


def test_the_last_administrator_keeps_the_role_and_the_sessions(
    each_database: Database, member: str
) -> None:
    promote(each_database, "mira@example.org")
    World(each_database).cookie_of(Actor(user_id=member))
    with pytest.raises(CannotContinue, match="the last administrator"):
        dismiss(each_database, "mira@example.org")
    assert state_of(each_database, member) == (True, 1, ["admin.appointed"])


def test_dismissing_somebody_else_changes_nothing(each_database: Database, member: str) -> None:
    World(each_database).person(is_admin=True)
    assert "nothing was changed" in dismiss(each_database, "mira@example.org")
    assert state_of(each_database, member) == (False, 0, [])
    with pytest.raises(CannotContinue, match="No one with the email"):
        dismiss(each_database, "nobody@example.org")


def test_a_dismissed_administrator_whom_the_settings_name_is_pointed_out(
    each_database: Database, member: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    World(each_database).person(is_admin=True)
    promote(each_database, "mira@example.org")
    monkeypatch.setenv("ADMIN_EMAILS", "MIRA@example.org")
    get_settings.cache_clear()
    assert "ADMIN_EMAILS still has this address" in dismiss(each_database, "Mira@example.org")


@pytest.mark.parametrize("off", ["--off=0", "--off=yes", "--off="])
def test_only_1_takes_the_role_away(off: str) -> None:
    with pytest.raises(CannotContinue, match="OFF=1"):
        admin_command(["a@example.org", off])


@pytest.mark.parametrize("arguments", [[], ["a@example.org", "b@example.org"]])
def test_exactly_one_address_is_needed(arguments: list[str]) -> None:
    with pytest.raises(CannotContinue, match="make admin EMAIL="):
        admin_command(arguments)
    with pytest.raises(CannotContinue, match="make admin EMAIL="):
        admin_command([*arguments, "--off=1"])
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
    with pytest.raises(CannotContinue, match="No one with the email"):
        grow_up(each_database, "nobody@example.org")


@pytest.mark.parametrize("command", [admin_command, adult_command, restore_progress_command])
def test_a_command_of_a_newer_version_leaves_the_tables_of_a_running_site_alone(
    each_database: Database, member: str, command: Callable[[list[str]], object]
) -> None:
    """It would migrate under the version that runs, and before the backup of an upgrade."""
    with each_database.unit_of_work(write=True) as session:
        session.execute(sa.text("UPDATE alembic_version SET version_num = '0001'"))
    with pytest.raises(CannotContinue, match="in the folder of the version that the site runs"):
        command(["mira@example.org"])
    with each_database.unit_of_work(write=False) as session:
        found = session.scalar(sa.text("SELECT version_num FROM alembic_version"))
        assert (found, session.get_one(User, member).is_admin) == ("0001", False)


def test_a_request_by_mail_gets_the_file_that_the_member_could_download(
    each_database: Database, member: str
) -> None:
    told = json.loads(personal_data(each_database, "mira@example.org"))
    assert [row["first_name"] for row in told["users"]] == ["Mira"]
    assert "outbox" in told["howLong"]
    assert state_of(each_database, member)[2] == ["account.exported"]


@pytest.mark.parametrize(("do", "left"), [(erase, 1), (erase_as_child, 0)])
def test_an_account_is_erased_as_its_owner_could(
    each_database: Database, member: str, do: Callable[[Database, str], str], left: int
) -> None:
    """Of a child not even the empty row stays, because no other row needs it."""
    with each_database.unit_of_work(write=True) as session:
        session.add(LoginSession(sid="phone", user_id=member, expire=NOW))
    assert "is deleted" in do(each_database, "Mira@example.org")
    with each_database.unit_of_work(write=False) as session:
        rows = session.scalars(sa.select(User)).all()
        assert [(one.email, one.first_name) for one in rows] == [(None, None)] * left
        assert session.scalars(sa.select(LoginSession)).all() == []
        subjects = [one.subject_id for one in session.scalars(sa.select(AuditEntry))]
        assert subjects == [member if left else ""]


@pytest.mark.parametrize("do", [personal_data, erase, erase_as_child])
def test_a_request_about_an_unknown_address_names_the_way_to_the_right_one(
    each_database: Database, do: Callable[[Database, str], str]
) -> None:
    with pytest.raises(CannotContinue, match="The page Your account shows"):
        do(each_database, "nobody@example.org")


def test_the_last_administrator_is_not_erased(each_database: Database) -> None:
    World(each_database).person(email="boss@example.org", is_admin=True)
    with pytest.raises(CannotContinue):
        erase(each_database, "boss@example.org")


def test_an_account_is_erased_only_by_somebody_who_is_sure() -> None:
    with pytest.raises(CannotContinue, match=r"for good.* SURE=1"):
        erase_command(["mira@example.org"])


def test_what_check_data_finds_is_set_back(
    each_database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    maya = World(each_database).person(first_name="Maya", award_beads={"red": 2})
    with each_database.unit_of_work(write=True) as session:
        session.get_one(User, maya.user_id).award_beads = {"red": 3}
    (broken,) = [found for found in check(each_database).values() if found]
    assert "make restore-progress" in broken[0]
    restore_progress_command([])
    assert capsys.readouterr().out == f"Restored Maya (user {maya.user_id})\n"
    assert not any(check(each_database).values())
    restore_progress_command([])
    assert capsys.readouterr().out == f"{NOTHING}\n"
