"""The people and records of the matrices, written straight into the tables."""

import hashlib
import sqlite3
import uuid
from contextlib import closing
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.accounts import sessions
from rookiebattle.accounts.models import AgeBand, LoginSession, User
from rookiebattle.accounts.schemas import Mailing
from rookiebattle.accounts.subscriptions import token_of
from rookiebattle.chapters.models import Leader
from rookiebattle.core import clock, kept_files
from rookiebattle.core.actor import Actor
from rookiebattle.core.database import freshness
from rookiebattle.core.database.db import Database
from rookiebattle.core.fingerprints import digest_of
from rookiebattle.core.limits import Limiter, shared_limits
from rookiebattle.core.mail.failed import MAYBE_SENT
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.events import reports
from rookiebattle.events.importing import KIND as EVENTS
from rookiebattle.events.models import Event
from rookiebattle.gear.models import Incident
from rookiebattle.guardians.models import ClaimLink, GuardianInvitation, Guardianship
from rookiebattle.members.importing import KIND as MEMBERS
from rookiebattle.models import metadata
from rookiebattle.progression.entering import Why, enter
from rookiebattle.progression.ledger import FactChange
from rookiebattle.progression.models import Act
from rookiebattle.registrations.models import WaitingParty, WaitingPerson
from rookiebattle.registrations.service import questions
from rookiebattle.resources.models import Resource
from rookiebattle.settings import get_settings
from rookiebattle.uploads import policy
from tests import factories
from tests.identities import composed
from tests.ledgers import entries_of, square
from tests.matrix.files import Files, restage_files

ROLES = ("visitor", "member", "other", "organizer", "admin", "ex_admin", "expired")
MEMBERS_FILE = b"Email,First name,Last name\nnew@example.org,Nell,Ash\n"
CALENDAR_FILE = (
    b"BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:one\nSUMMARY:Park day\nDTSTART:20990314T180000Z\n"
    b"END:VEVENT\nEND:VCALENDAR\n"
)
SECRET_URL = "https://docs.example.org/members-only"
UNWELCOMED = "unwelcomed"
EVERY_ROLE = (*ROLES, UNWELCOMED)
INVITATION, CLAIM = "token-of-an-invitation", "token-of-a-claim-link"
SECRETS = ("leader-secret@example.org", "555-0199")
AWARD_ID = "0b1f5a52-7c5e-4a0f-9a44-5b8f0a1f2f44"
NAMESPACE = uuid.UUID("4d3a1a52-0c5e-4a0f-9a44-5b8f0a1f2f10")


def id_of(role: str) -> str:
    """The id of the person with this role; the same in every run."""
    return str(uuid.uuid5(NAMESPACE, role))


def lift_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow a test to use both doors faster than a person may."""
    for name in ("_limiter", "_page_limiter", "_address_limiter"):
        monkeypatch.setattr(composed().gate, name, Limiter(1_000_000, 1))
    for name in ("visitor_limiter", "member_limiter", "part_limiter"):
        # `app.state` is a Starlette State: setting its attribute `_state` would only add an entry.
        monkeypatch.setitem(composed().api.state._state, name, Limiter(100_000, 1))
    monkeypatch.setattr(questions, "_addresses", Limiter(100_000, 1))
    monkeypatch.setattr(reports, "_addresses", Limiter(100_000, 1))


@dataclass
class Cast:
    """The ids and cookies of the people by role, and the ids of the records they act on."""

    database: Database
    cookies: dict[str, str] = field(default_factory=lambda: {"visitor": ""})
    users: dict[str, str] = field(default_factory=dict)
    people: list[dict[str, Any]] = field(default_factory=list)
    logins: list[dict[str, Any]] = field(default_factory=list)
    chapter_id: str = ""
    event_id: str = ""
    private_id: str = ""
    taken_id: str = ""
    now_id: str = ""
    full_id: str = ""
    waiting_id: str = ""
    unsubscribe_token: str = ""
    notification_id: str = ""
    request_id: str = ""
    strange_request_id: str = ""
    strange_question_id: str = ""
    letter_id: str = ""
    resource_id: str = ""
    media_id: str = ""
    hidden_media_id: str = ""
    version_id: str = ""
    entry_id: str = ""
    award_id: str = AWARD_ID
    question_id: str = ""
    grant_id: str = ""
    payment_id: str = ""
    dependent_id: str = ""
    members_file_id: str = ""
    calendar_file_id: str = ""
    files: Files = field(default_factory=Files)
    part_number: int = 1
    copy_width: int = 320
    invitation_token: str = INVITATION
    claim_token: str = CLAIM

    @property
    def other_id(self) -> str:
        return self.users["other"]

    @property
    def parted_id(self) -> str:
        return self.files.parted

    @property
    def parted_key(self) -> str:
        return policy.incoming(self.files.parted)

    def fingerprint(self, *, without: str = "") -> dict[str, str]:
        """For each table a hash that changes when any of its rows changes.

        It ignores what the site changes by itself: the end of a session, and the retries of a
        waiting letter. `without` names a table of which a running site changes more.
        """
        with self.database.unit_of_work(write=False) as session:
            return {
                table.name: _hash_of(session, table)
                for table in metadata.sorted_tables
                if table.name != without
            }

    def demote(self) -> None:
        """Take the role from the former administrator in the table only; no cache notices."""
        with self.database.unit_of_work(write=True) as session:
            demoted = session.get_one(User, self.users["ex_admin"])
            demoted.is_admin = False
            square(session, demoted)
        next(one for one in self.people if one["subject"] == "ex_admin")["is_admin"] = False


def _hash_of(session: Session, table: sa.Table) -> str:
    rows = session.connection().exec_driver_sql(reading(table, session.get_bind().dialect)).all()
    return hashlib.sha256(repr(sorted(repr(tuple(row)) for row in rows)).encode()).hexdigest()


@cache
def reading(table: sa.Table, dialect: sa.Dialect) -> str:
    """The statement for what a fingerprint covers, past SQLAlchemy's types: they cost most."""
    mail = table.name == OutboxLetter.__tablename__
    columns = [
        column
        for column in table.columns
        if column.name != "expire" and (column.primary_key or not mail)
    ]
    return str(sa.select(*columns).compile(dialect=dialect))


def assemble(database: Database) -> Cast:
    """Write the people with their sessions, and the records of `restage`."""
    get_settings().data_dir.mkdir(exist_ok=True)
    cast = Cast(database)
    now = clock.now()
    with database.unit_of_work(write=True) as session:
        for role in EVERY_ROLE[1:]:
            for row, kept in zip(_person(cast, role, now), (cast.people, cast.logins), strict=True):
                kept.append(row.model_dump())
                session.add(row)
                session.flush()
        cast.payment_id = _paid(session, cast.users["other"])
        cast.dependent_id = _dependent(cast, session)
    cast.unsubscribe_token = token_of(cast.users["member"], Mailing.REMINDERS)
    restage(cast)
    return cast


@dataclass(frozen=True)
class _Kept:
    """A cast that was written once, with its SQLite database and its uploads."""

    cast: Cast
    at: datetime
    rows: sqlite3.Connection
    files: dict[Path, bytes]


_remembered: list[_Kept] = []
# Nothing of a cast changes its meaning within this time.
KEPT_FOR = timedelta(minutes=5)


def assemble_again(database: Database) -> Cast:
    """A cast that the process writes once and copies, with the same ids, for SQLite."""
    assert database.file, "only a file can be copied"
    get_settings().data_dir.mkdir(exist_ok=True)
    with closing(sqlite3.connect(database.file.path, isolation_level=None)) as live:
        for one in _remembered:
            if timedelta() <= clock.now() - one.at < KEPT_FOR:
                return _copied(one, database, live)
        cast = assemble(database)
        _keep(cast, live)
    return cast


def _keep(cast: Cast, live: sqlite3.Connection) -> None:
    for one in _remembered:
        one.rows.close()
    rows, folder = sqlite3.connect(":memory:"), get_settings().data_dir
    live.backup(rows)
    found = (one for one in folder.rglob("*") if one.is_file())
    files = {one.relative_to(folder): one.read_bytes() for one in found}
    _remembered[:] = [_Kept(_for_another(cast, cast.database), clock.now(), rows, files)]


def _copied(kept: _Kept, database: Database, live: sqlite3.Connection) -> Cast:
    kept.rows.backup(live)
    for name, content in kept.files.items():
        file = get_settings().data_dir / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    # The process may remember what another test did to the same people and records.
    freshness.announce(freshness.TOPICS)
    composed().identities.forget_all()
    for limit in shared_limits._limits.values():
        limit.clear()
    return _for_another(kept.cast, database)


def _for_another(cast: Cast, database: Database) -> Cast:
    """The same people in another database. A test may change what it knows of them."""
    known = {name: deepcopy(value) for name, value in vars(cast).items() if name != "database"}
    return Cast(database, **known)


def _paid(session: Session, user_id: str) -> str:
    """The id of a donation. Its entry is for good, so it is not restaged."""
    paid = factories.payment(user_id=user_id)
    session.add(paid)
    session.flush()
    session.add(factories.receipt_of(paid))
    return paid.id


def _dependent(cast: Cast, session: Session) -> str:
    """The id of a teenager without a sign-in, whose guardian is `other`."""
    teen = factories.person(
        id=id_of("dependent"),
        first_name="Teen",
        game_name="Young Heron",
        game_name_key="youngheron",
        age_band=AgeBand.MINOR,
        birth_date=clock.now().date() - timedelta(days=15 * 366),
    )
    cast.people.append(teen.model_dump())
    session.add(teen)
    session.flush()
    return teen.id


def _connect(cast: Cast, session: Session) -> None:
    """Let `other` be the teenager's guardian, with a link to the account and an invitation."""
    teen, guardian = cast.dependent_id, cast.users["other"]
    ends = clock.now() + timedelta(days=1)
    token_digest = digest_of(CLAIM)
    tie = Guardianship(minor_id=teen, guardian_id=guardian)
    factories.note_family(session, tie)
    session.add_all(
        [
            tie,
            ClaimLink(
                user_id=teen, guardian_id=guardian, token_digest=token_digest, expires_at=ends
            ),
            GuardianInvitation(
                minor_id=teen, email="lee@example.org", token_digest=digest_of(INVITATION)
            ),
        ]
    )


def restage(cast: Cast) -> None:
    """Write the records anew, as they were at the start.

    They are a chapter, a request to start one, a public event, a private event, an event at which
    `other` has a seat and about which a visitor asked, one of today with such a seat, a full one at
    which `other` waits, a private resource, a role of `member` that begins tomorrow at the public
    event, a notification, a draft of a waiver, an incident that suspends `expired`, a letter that
    failed, a public and a private item of the gallery, one more entry in the ledger of `other`, a
    teenager whose guardian is `other`, two files that the administrator has sent to be imported,
    and the administrator's uploads.
    """
    now = clock.now()
    with cast.database.unit_of_work(write=True) as session:
        for name in factories.TABLES:
            session.execute(sa.delete(metadata.tables[name]))
        for statement in factories.WITHOUT_WAIVERS:
            session.execute(statement)
        _bring_back(cast, session)
        _connect(cast, session)
        leads = [Leader(name="Lead", email=SECRETS[0], phone=SECRETS[1])]
        chapter = factories.chapter("Tampa Bay", id=id_of("chapter"), leadership=leads)
        session.add(chapter)
        session.flush()
        other = session.get_one(User, cast.users["other"])
        other.chapter_id = chapter.id
        events = public, private, taken, today, full = [
            _event(cast, now, title) for title in ("Public", "Private", "Taken", "Now", "Full")
        ]
        full.max_participants, full.current_participants = 1, 1
        private.is_public, taken.current_participants = False, 1
        today.start_at, today.current_participants = today.start_at - timedelta(days=3), 1
        session.add_all(events)
        session.flush()
        due: dict[str, Any] = {"payment_status": "pending", "payment_amount_cents": 5_00}
        session.add(factories.registration(event_id=taken.id, user_id=cast.users["other"], **due))
        overpaid: dict[str, Any] = {"payment_status": "completed", "overpaid_cents": 1_00}
        session.add(
            factories.registration(event_id=today.id, user_id=cast.users["other"], **overpaid)
        )
        cast.waiting_id = _waits(session, full.id, cast.dependent_id, other.id)
        cast.entry_id = _award(session, other)
        question = factories.question(event_id=taken.id)
        told = factories.notification(title="Told", created_by=cast.users["admin"])
        resource = _resource(cast)
        asked, letter = factories.chapter_request(), factories.failed_letter(last_error=MAYBE_SENT)
        begins = now + timedelta(days=1)
        role = factories.grant(user_id=cast.users["member"], event_id=public.id, starts_at=begins)
        strange = factories.question(event_id=taken.id, is_suspicious=True)
        strange_request = factories.chapter_request("Lagos", is_suspicious=True)
        version = factories.waiver_version(number=None)
        session.add_all([told, resource, role, asked, letter, question, strange, strange_request])
        session.add_all([version, _incident(cast, now, taken.id)])
        shown, hidden = (
            factories.media(title, uploaded_by=cast.users["admin"], is_public=title == "Shown")
            for title in ("Shown", "Hidden")
        )
        session.add_all([shown, hidden])
        cast.members_file_id = _kept(session, cast, MEMBERS, MEMBERS_FILE)
        cast.calendar_file_id = _kept(session, cast, EVENTS, CALENDAR_FILE)
        cast.files = restage_files(session, cast.users["admin"])
    cast.notification_id, cast.resource_id = told.id, resource.id
    cast.version_id = version.id
    cast.request_id, cast.letter_id = asked.id, letter.id
    cast.grant_id = role.id
    cast.question_id, cast.strange_question_id = question.id, strange.id
    cast.strange_request_id = strange_request.id
    cast.media_id, cast.hidden_media_id = shown.id, hidden.id
    cast.chapter_id = chapter.id
    cast.event_id, cast.private_id, cast.taken_id = public.id, private.id, taken.id
    cast.now_id, cast.full_id = today.id, full.id


def _waits(session: Session, event_id: str, seated_id: str, user_id: str) -> str:
    """The id of a party of one, which waits for the only seat; the same in every run."""
    session.add(factories.registration(event_id=event_id, user_id=seated_id))
    party = WaitingParty(id=id_of("waiting"), event_id=event_id, asked_by=user_id, place=1)
    session.add(party)
    session.flush()
    session.add(WaitingPerson(event_id=event_id, user_id=user_id, party_id=party.id))
    return party.id


def _incident(cast: Cast, now: datetime, event_id: str) -> Incident:
    """An incident with somebody who cannot log in: a suspended member could not register."""
    return Incident(
        id=id_of("incident"),
        event_id=event_id,
        user_id=cast.users["expired"],
        text="Hit a head.",
        suspended_until=(now + timedelta(days=300)).date(),
    )


def _kept(session: Session, cast: Cast, kind: kept_files.FileKind[Any], content: bytes) -> str:
    """The id of a file that the administrator has sent to be imported."""
    administrator = Actor(cast.users["admin"], is_admin=True)
    packed = kept_files.examine(session, administrator, kind=kind, content=content)
    return kept_files.keep(session, administrator, kind=kind, name="file", packed=packed).id


def _award(session: Session, member: User) -> str:
    """The id of the entry that gives this member one more bead."""
    held = member.award_beads.get("wood", 0)
    enter(
        session,
        Actor(),
        changed=[(member, [FactChange("award_beads.wood", held, held + 1)])],
        why=Why(Act.AWARD, award_id=AWARD_ID),
    )
    return entries_of(session, member.id)[-1].id


def _bring_back(cast: Cast, session: Session) -> None:
    """Restore deleted accounts and ended sessions, and undo a finished welcome.

    People whom a test added give up what may exist only once.
    """
    added = sa.update(User).where(col(User.id).not_in([one["id"] for one in cast.people]))
    session.execute(added.values(email=None, game_name=None, game_name_key=None))
    for person in cast.people:
        known = session.get(User, person["id"])
        if known is None or known.erased_at or person["subject"] == UNWELCOMED:
            session.merge(User(**person))
    square(session, *session.scalars(sa.select(User)))
    for login in cast.logins:
        session.merge(LoginSession(**login))


def _person(cast: Cast, role: str, now: datetime) -> tuple[User, LoginSession]:
    user = factories.person(
        id=id_of(role),
        issuer="https://issuer.example",
        subject=role,
        email=f"{role}@example.org",
        first_name=role.title(),
        age_band=None if role == UNWELCOMED else AgeBand.ADULT,
        is_admin=role in ("admin", "ex_admin"),
    )
    session_id = sessions.new_session_id()
    # A session at its full length is not prolonged, so no write goes on after a test.
    ends = now - timedelta(minutes=1) if role == "expired" else sessions.expiry(now, now)
    cast.users[role] = user.id
    cast.cookies[role] = factories.cookie_of(session_id)
    return user, factories.login(user_id=user.id, session_id=session_id, expire=ends)


def _event(cast: Cast, now: datetime, title: str) -> Event:
    start = (now + timedelta(days=3)).replace(microsecond=0)
    return factories.event(
        title=title,
        start_at=start,
        price_cents=1000 if title == "Taken" else 0,
        organizer_id=cast.users["organizer"],
    )


def _resource(cast: Cast) -> Resource:
    return factories.resource(
        "Private", external_url=SECRET_URL, is_public=False, created_by=cast.users["admin"]
    )
