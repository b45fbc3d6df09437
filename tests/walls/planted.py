"""Canaries: private values in every column whose privacy label is not public.

A search of everything that a person received finds the canaries that this person may not see.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import AutoString, SQLModel, col

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.core import audit, clock, privacy
from rookiebattle.core.database.db import UtcDateTime, new_id
from rookiebattle.core.privacy import Labels, Visibility, labeled
from rookiebattle.waivers.models import VersionState, WaiverVersion
from tests import factories
from tests.matrix.cast import ROLES, SECRET_URL, SECRETS, UNWELCOMED, Cast

SIGNED_IN = frozenset({"member", "other", "organizer", "admin", "ex_admin"})
READERS: Mapping[Visibility, frozenset[str]] = {
    Visibility.PUBLIC: frozenset({*ROLES, UNWELCOMED}),
    Visibility.MEMBER: SIGNED_IN,
    Visibility.OWNER: frozenset(),
    Visibility.ADMIN: frozenset(),
    Visibility.NOBODY: frozenset(),
}
# Administrators see more than others on the console and in rosters, and nowhere else.
CONSOLE = re.compile(r"^(/admin|/api/admin|/api/first-data/admin|/api/events/[^/]+/roster)")
FOR_ADMINS = (Visibility.OWNER, Visibility.ADMIN)
# The organizer of an event and administrators read on its page what is asked about it, and answer.
# Administrators alone read there what is reported.
ANSWERERS = {
    **{
        f"event_questions {name}": frozenset({"organizer", "admin"})
        for name in ("question", "answer", "name")
    },
    "event_reports reason": frozenset({"admin"}),
    "incidents text": frozenset({"admin"}),
    # The gate reads what each person still needs, and who let them in.
    "event_registrations checked_in_by": frozenset({"organizer", "admin"}),
    "gear_checks note": frozenset({"organizer", "admin"}),
    "wants_in text": frozenset({"organizer", "admin"}),
}
# Only the adult shows a profile. Of the others, only the modest adult did not ask for it.
PEOPLE = {
    "adult": AgeBand.ADULT,
    "modest": AgeBand.ADULT,
    "minor": AgeBand.MINOR,
    "ageless": None,
}
OF_PROFILES = ("first_name", "last_name", "bio", "profile_image_url")
STEALTH, INJURY = 417_731_009, 602_214_077
OWN_STEALTH = 271_828_183
CONTACT = "chapter-contact@example.org"
AUDIT = ("audit_log", "audit_words")
# Without looking behind, each word is tried again from each of its characters.
EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w.-]+\.[a-z]+")
# The tables whose rows about a person are not deleted one by one.
STAY = ("users", "progress_entries", "perk_entries")
TEXTS, INSTANTS = (sa.String, AutoString), (sa.DateTime, UtcDateTime)
# Values for columns that do not accept any text.
FITTING: Mapping[str, Mapping[str, Any]] = {
    "event_registrations": {"payment_status": "pending"},
    "event_messages": {"to": "registered"},
    "gear_checks": {"item": "weapon"},
    "outbox": {"state": "sent"},
    "payments": {"payment_type": "donation", "means": "cash"},
    "subscriptions": {"plan": "premium"},
}


@dataclass(frozen=True)
class Canary:
    """A text that does not occur by chance, its place, and the roles that may receive it."""

    text: str
    of: str
    readers: frozenset[str] = frozenset()
    seen: Visibility = Visibility.NOBODY


@dataclass
class Aviary:
    """Every planted canary, and the ids of the people it is about."""

    cast: Cast
    canaries: list[Canary] = field(default_factory=list)
    people: list[str] = field(default_factory=list)

    def leaks(self, role: str, path: str, text: str) -> list[str]:
        """A sentence for each canary that this role should not have received."""
        on_console = role == "admin" and CONSOLE.match(path)
        found = [
            f"{role} was sent {canary.of} by {path}"
            for canary in self.canaries
            if role not in canary.readers
            and not (on_console and canary.seen in FOR_ADMINS)
            and canary.text in text
        ]
        if not on_console:
            strange = set(EMAIL.findall(text)) - self._known_emails(role)
            found += [f"{role} was sent the address {email} by {path}" for email in strange]
        return found

    def _known_emails(self, role: str) -> set[str]:
        known = {CONTACT, "contact@example.org"}
        own = {f"{role}@example.org"} if role in (*SIGNED_IN, UNWELCOMED) else set()
        return known | own | ({SECRETS[0]} if role in SIGNED_IN else set())

    def secrets(self) -> list[str]:
        """The words that no log may hold: the canaries, contacts, and ids of sessions."""
        sessions = [one.partition("=")[2] for one in self.cast.cookies.values() if one]
        return [*SECRETS, *sessions, *(canary.text for canary in self.canaries)]

    def text_of(self, of: str) -> str:
        return next(canary.text for canary in self.canaries if canary.of == of)


@contextmanager
def planted(cast: Cast) -> Iterator[Aviary]:
    """Plant people in the chapter and at the taken event.

    An adult who shows the profile and one who does not, a minor and a person of unknown age.
    """
    aviary = Aviary(cast)
    with cast.database.unit_of_work(write=True) as session:
        for kind, band in PEOPLE.items():
            _plant_person(session, aviary, kind, band)
        for name, labels in labeled().items():
            if name != "users" and labels.of and _is_private(labels):
                _plant_row(session, aviary, labels)
        _plant_beads(session, aviary)
        _plant_chapter(session, aviary)
    yield aviary
    with cast.database.unit_of_work(write=True) as session:
        _clear(session, aviary)


def _clear(session: Session, aviary: Aviary) -> None:
    """Take everything away but the adult's row, to which an entry of the ledger refers for good."""
    users = SQLModel.metadata.tables["users"]
    theirs = users.c.id.in_(aviary.people)
    session.execute(sa.update(users).where(theirs).values(erased_at=clock.now()))
    for person in aviary.people:
        # Nothing else may delete lines of the audit log.
        audit.forget(session, person)
        privacy.erase(session, person)
        for labels in labeled().values():
            if labels.of and labels.table.name not in (*STAY, *AUDIT):
                session.execute(sa.delete(labels.table).where(labels.rows_of(person)))
    session.execute(sa.delete(users).where(theirs, users.c.id != aviary.people[0]))


def _is_private(labels: Labels) -> bool:
    return any(seen != Visibility.PUBLIC for seen in labels.seen.values())


def _plant_person(session: Session, aviary: Aviary, kind: str, band: str | None) -> None:
    labels = labeled()["users"]
    email = f"{kind}-canary@example.org"
    aviary.canaries.append(Canary(email, f"{kind} email", seen=Visibility.OWNER))
    fixed = {"id": new_id(), "email": email, "age_band": band, "shows_profile": kind != "modest"}
    values: dict[str, Any] = {**fixed, "chapter_id": aviary.cast.chapter_id}
    for column in labels.table.columns:
        if _takes_any_text(labels, column) and column.name not in values:
            hidden = kind != "adult" and column.name in OF_PROFILES
            seen = Visibility.OWNER if hidden else labels.seen[column.name]
            values[column.name] = _note(aviary, f"{kind} {column.name}", column, seen)
    session.add(User(**values))
    session.flush()
    aviary.people.append(str(values["id"]))


def _plant_row(session: Session, aviary: Aviary, labels: Labels) -> None:
    """Plant a row of another table about the adult."""
    values = {one.name: _fitting(session, aviary, labels, one) for one in labels.table.columns}
    session.execute(sa.insert(labels.table).values(values))


def _fitting(session: Session, aviary: Aviary, labels: Labels, column: sa.Column[Any]) -> Any:
    """A value for a column: the adult's id, an existing record, a canary, or the default."""
    name, table = column.name, labels.table.name
    field_ = labels.model.model_fields[name]
    if name in FITTING.get(table, {}):
        return FITTING[table][name]
    if name in labels.of:
        return aviary.people[0]
    if column.foreign_keys:
        return _existing(session, aviary, column)
    if _takes_any_text(labels, column):
        return _note(aviary, f"{table} {name}", column, labels.seen[name])
    if not field_.is_required():
        return field_.get_default(call_default_factory=True)
    if isinstance(column.type, sa.LargeBinary):
        return b""
    return clock.now() + timedelta(days=1) if isinstance(column.type, INSTANTS) else 0


def _takes_any_text(labels: Labels, column: sa.Column[Any]) -> bool:
    """Whether the column holds free text about a person, not an id or one of a few words."""
    default = labels.model.model_fields[column.name].default
    is_word = isinstance(default, str) and default != ""
    is_id = bool(column.foreign_keys) or column.name == "id" or column.name in labels.of
    return isinstance(column.type, TEXTS) and not (is_word or is_id)


def _note(aviary: Aviary, of: str, column: sa.Column[Any], seen: Visibility) -> str:
    """A new canary that fits the column, recorded with its readers."""
    text = f"Canary{new_id().replace('-', '')}"[: getattr(column.type, "length", None) or 40]
    aviary.canaries.append(Canary(text, of, READERS[seen] | ANSWERERS.get(of, frozenset()), seen))
    return text


def _existing(session: Session, aviary: Aviary, column: sa.Column[Any]) -> str | None:
    target = next(iter(column.foreign_keys)).column.table
    if target.name == "events":
        return aviary.cast.taken_id
    if column.nullable:
        return None
    if target.name == "waiver_versions":
        return _version(session)
    known = labeled()[target.name]
    of_adult = sa.select(target.c.id).where(known.rows_of(aviary.people[0])) if known.of else None
    own = session.scalar(of_adult) if of_adult is not None else None
    return str(own or session.scalar(sa.select(target.c.id).limit(1)))


def _version(session: Session) -> str:
    """A version that was in force. The cast has a draft alone, which an administrator deletes."""
    known = sa.select(WaiverVersion).where(col(WaiverVersion.state) == VersionState.REPLACED)
    found = session.scalars(known).first()
    if found is None:
        found = factories.waiver_version(state=VersionState.REPLACED)
        session.add(found)
        session.flush()
    return found.id


def _plant_beads(session: Session, aviary: Aviary) -> None:
    """Bead counts that would show even inside a total.

    The adult's are for administrators, the member's own for that member too.
    """
    secret = {"red": 2, "clear": STEALTH, "purple": INJURY}
    session.get_one(User, aviary.people[0]).award_beads = secret
    member = session.get_one(User, aviary.cast.users["member"])
    member.award_beads, member.shows_profile = {"clear": OWN_STEALTH}, True
    member.chapter_id = aviary.cast.chapter_id
    totals = (STEALTH, STEALTH + 2, INJURY, INJURY + 2, STEALTH + INJURY, STEALTH + INJURY + 2)
    theirs = [(count, "adult private beads", {"admin"}) for count in totals]
    for count, of, readers in [*theirs, (OWN_STEALTH, "member's stealth", {"admin", "member"})]:
        for text in (str(count), f"{count:,}"):
            aviary.canaries.append(Canary(text, of, frozenset(readers)))


def _plant_chapter(session: Session, aviary: Aviary) -> None:
    """Leaders' email addresses and phones are for members; the chapter's own address is public."""
    table = SQLModel.metadata.tables["chapters"]
    session.execute(
        sa.update(table).where(table.c.id == aviary.cast.chapter_id).values(contact_email=CONTACT)
    )
    readers = SIGNED_IN | {UNWELCOMED}
    aviary.canaries.append(Canary(SECRET_URL, "a members' resource", readers, Visibility.MEMBER))
    for secret in SECRETS:
        aviary.canaries.append(Canary(secret, "a leader's contact", SIGNED_IN, Visibility.MEMBER))
