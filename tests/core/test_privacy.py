"""The privacy registry: every column has a label, and every label is obeyed."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
import sqlalchemy as sa

from rookiebattle.accounts import sessions
from rookiebattle.accounts.models import UNFINISHED_KEPT, LoginSession, User
from rookiebattle.chapters import requests
from rookiebattle.core import audit, kept_files, privacy
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.mail import outbox_table
from rookiebattle.core.privacy import Visibility
from rookiebattle.events.models import LEFT_KEPT, REPORTS_KEPT
from rookiebattle.gate.models import LATE_KEPT
from rookiebattle.gear.models import INCIDENTS_KEPT
from rookiebattle.guardians.models import INVITATION_KEPT, LINK_KEPT
from rookiebattle.manage.__main__ import COMMANDS
from rookiebattle.manage.processes import ROOT
from rookiebattle.models import metadata
from rookiebattle.payments import idempotency
from rookiebattle.payments.cards import webhooks
from rookiebattle.registrations.service import questions
from rookiebattle.sheets import models as sheets
from rookiebattle.uploads.policy import UNUSED_FOR
from rookiebattle.waivers.models import SIGNER_KEPT

TIME = re.compile(r"\d+ (?:days|years)|\b(?:a|an) (?:day|year|hour)\b")


def unlabeled() -> Iterator[str]:
    """A sentence for every column without a label."""
    for table in metadata.sorted_tables:
        seen = privacy.labeled()[table.name].seen if table.name in privacy.labeled() else {}
        for name in table.columns.keys() - seen.keys():
            yield (
                f"{table.name}.{name} has no privacy label. Name it in privacy.label(…) below its "
                "class in models.py: docs/development.md, 'Change a table'."
            )


def test_every_column_is_labeled() -> None:
    assert list(unlabeled()) == []


def test_a_column_without_a_label_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(privacy._labels, "sessions")
    problems = [one for one in unlabeled() if one.startswith("sessions.")]
    assert len(problems) == len(LoginSession.model_fields)
    assert "privacy.label" in problems[0]


def test_every_table_says_in_a_sentence_what_it_holds() -> None:
    for table, labels in privacy.labeled().items():
        title, _, sentence = labels.about.partition(": ")
        assert title.istitle() or title[0].isupper(), table
        assert sentence.endswith("."), f"{table}: 'Your Seats: the events that …'"


KEPT_BY_CODE = {
    "chapter_requests": requests.KEPT,
    "claim_links": LINK_KEPT,
    "event_questions": questions.KEPT,
    "event_reports": REPORTS_KEPT,
    "guardian_invitations": INVITATION_KEPT,
    "left_organizers": LEFT_KEPT,
    "incidents": INCIDENTS_KEPT,
    "idempotency_keys": idempotency.KEPT,
    "late_check_ins": LATE_KEPT,
    "kept_files": kept_files.KEPT,
    "outbox": outbox_table.KEPT,
    "sessions": sessions.ABSOLUTE,
    "sheets": sheets.KEPT,
    "uploads": UNUSED_FOR,
    "users": UNFINISHED_KEPT,
    "waiver_signatures": SIGNER_KEPT,
    "webhook_events": webhooks.KEPT,
}
WORDS = {
    timedelta(days=7 * 365): "7 years",
    timedelta(days=3 * 365): "3 years",
    timedelta(days=365): "a year",
    timedelta(days=1): "a day",
    timedelta(hours=1): "an hour",
}


def test_a_time_in_the_registry_is_that_of_the_code_that_deletes() -> None:
    kept = {name: one.kept for name, one in privacy.labeled().items()}
    timed = {name for name, words in kept.items() if TIME.search(words)}
    assert timed == KEPT_BY_CODE.keys()
    for name, time in KEPT_BY_CODE.items():
        assert WORDS.get(time, f"{time.days} days") in kept[name], name


@pytest.mark.parametrize(
    ("labels", "named"),
    [
        ({"nobody": "nonsense"}, "nonsense"),
        ({"of": "nonsense"}, "nonsense"),
        ({"erased": "nonsense"}, "nonsense"),
        ({"nobody": "sid sid"}, "a column twice"),
    ],
)
def test_labels_name_each_column_of_their_table_once(labels: dict[str, str], named: str) -> None:
    with pytest.raises(ValueError, match=f"privacy labels of sessions name {named}"):
        privacy.label(LoginSession, about="", kept="", **labels)  # type: ignore[arg-type]  # not `goes`


def test_what_identifies_a_person_goes_with_the_account() -> None:
    user = privacy.labeled()["users"]
    personal = {"email", "first_name", "last_name", "game_name", "bio", "issuer", "subject"}
    assert personal | {"profile_image_url", "chapter_id"} <= user.erased
    assert privacy.labeled()["sessions"].goes


def test_a_member_is_told_how_long_everything_stays() -> None:
    told = privacy.own_retention()
    assert told["users"].startswith("while the account exists, 30 days after the last sign-in")
    assert "goes when you delete your account" in told["users"]
    assert told["sessions"].endswith("at the latest until you delete your account")
    assert told.keys() == {name for name, one in privacy.labeled().items() if one.of}


def test_nobodys_password_or_provider_is_anybodys_business() -> None:
    secret = {"users": {"issuer", "subject"}, "sessions": {"sid"}, "outbox": {"unsubscribe"}}
    for table, labels in privacy.labeled().items():
        for name, seen in labels.seen.items():
            if "stripe" in name or name in secret.get(table, ()):
                assert seen is Visibility.NOBODY


def test_a_member_gets_their_own_rows_and_nobody_elses(some_database: Database) -> None:
    me, other = (
        User(email="me@example.org", award_beads={"red": 2}),
        User(email="other@example.org"),
    )
    with some_database.unit_of_work(write=True) as session:
        session.add_all([me, other])
    with some_database.unit_of_work(write=False) as session:
        found = privacy.own_rows(session, me.id)
    (row,) = found["users"]
    assert row["email"] == "me@example.org"
    assert row["award_beads"] == {"red": 2}
    assert isinstance(row["created_at"], str)
    assert "issuer" not in row
    assert found["event_registrations"] == []
    assert "chapters" not in found


def test_the_log_forgets_what_somebody_did_and_what_was_done_to_them(
    some_database: Database,
) -> None:
    me, boss = Actor(user_id="me"), Actor(user_id="boss")
    with some_database.unit_of_work(write=True) as session:
        audit.record(session, me, "event.created", "event")
        audit.record(session, boss, "session.revoked", "me")
        audit.record(session, boss, "event.removed", "event")
        audit.forget(session, "me")
    with some_database.unit_of_work(write=False) as session:
        left = session.scalars(sa.select(audit.AuditEntry)).all()
        assert [one.action for one in left] == ["event.removed"]


def test_erasing_resets_what_is_personal_and_deletes_what_goes(some_database: Database) -> None:
    me = User(email="me@example.org", game_name="Storm", award_beads={"red": 2}, is_admin=True)
    other = User(email="other@example.org", game_name="Calm")
    with some_database.unit_of_work(write=True) as session:
        session.add_all([me, other])
        session.flush()
        for user in (me, other):
            session.add(LoginSession(sid=user.id, user_id=user.id, expire=user.created_at))
    with some_database.unit_of_work(write=True) as session:
        privacy.erase(session, me.id)
    with some_database.unit_of_work(write=False) as session:
        left = session.get_one(User, me.id)
        assert (left.email, left.game_name, left.award_beads, left.is_admin) == (
            None,
            None,
            {},
            False,
        )
        assert session.get_one(User, other.id).game_name == "Calm"
        assert [one.user_id for one in session.query(LoginSession)] == [other.id]


def test_a_row_that_is_at_hand_is_erased_too(database: Database) -> None:
    with database.unit_of_work(write=True) as session:
        me = User(email="me@example.org")
        session.add(me)
        session.flush()
        privacy.erase(session, me.id)
        assert me.email is None


def test_the_address_of_a_document_is_for_members() -> None:
    assert privacy.labeled()["resources"].seen["external_url"] is Visibility.MEMBER


# docs/duties.md tells a board what the program does.
MANUAL = (ROOT / "docs/duties.md").read_text(encoding="utf-8")
NUMBERED = re.compile(r"\b\d+ (?:days|hours|minutes)\b")
OF_OTHERS = {"14 days", "72 hours"}
"""Debian's rotation of nginx's log, and the European Union's time to tell an authority."""


def rows() -> list[str]:
    """The table of the manual, made from the registry: 'Your Seats: the events that …'."""
    assert privacy.labeled().keys() == metadata.tables.keys()
    told = [f"| {one.about} | {one.retention} |" for one in privacy.labeled().values()]
    return sorted(told)


def test_the_table_is_the_registrys() -> None:
    listed = re.findall(
        r"^\| [A-Z].*$", MANUAL.partition("as the program has it:")[2], re.MULTILINE
    )
    assert listed[: len(rows())] == rows(), "\n".join(rows())


def test_no_other_time_stands_in_the_manual() -> None:
    """Outside the table only times that are not the program's are written as numbers."""
    without = "\n".join(line for line in MANUAL.splitlines() if line not in rows())
    told = {found.replace("\n", " ") for found in NUMBERED.findall(re.sub(r"\s+", " ", without))}
    assert told == OF_OTHERS
    assert f"| {privacy.labeled()['uploads'].kept} |" in MANUAL


def test_the_commands_of_the_manual_are_there() -> None:
    assert set(re.findall(r"`make ([a-z-]+)", MANUAL)) <= COMMANDS.keys()
