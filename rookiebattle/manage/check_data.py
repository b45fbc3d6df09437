"""`make check-data`: sentences that must always be true of the data, each checked by a query."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.accounts.finding import lost_words
from rookiebattle.accounts.models import LoginSession
from rookiebattle.chapters.models import FOUND_BY as CHAPTER_FOUND_BY
from rookiebattle.chapters.models import Chapter
from rookiebattle.core import clock
from rookiebattle.core.database.db import Database
from rookiebattle.core.database.migrations import newest_revision
from rookiebattle.core.errors import Unavailable
from rookiebattle.core.mail.failed import MAYBE_SENT, count_restored
from rookiebattle.core.mail.outbox_table import FAILED, WAITING, letters
from rookiebattle.core.values.words import found_by
from rookiebattle.events.models import FOUND_BY as EVENT_FOUND_BY
from rookiebattle.events.models import Event
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.database import opened
from rookiebattle.media.service import misplaced_media
from rookiebattle.models import metadata
from rookiebattle.payments import checks
from rookiebattle.progression.service import differences
from rookiebattle.settings import get_settings
from rookiebattle.uploads.sweeping import lost_files

SHOWN = 10
LONGEST_SESSION = timedelta(days=30)
LONGEST_WAIT = timedelta(days=1)


@dataclass(frozen=True)
class Check:
    """A sentence that must be true, and a query that finds what contradicts it."""

    sentence: str
    contradictions: Callable[[Session], list[str]]


def _rows(sql: str, sentence: str) -> Callable[[Session], list[str]]:
    """A sentence for each row that this SQL, which both databases read, finds."""
    return lambda session: _texts(session, sa.text(sql), sentence)


def endless_sessions(session: Session) -> list[str]:
    """Sessions that would last longer than is allowed."""
    rows = session.execute(
        sa.select(col(LoginSession.user_id), col(LoginSession.created_at), col(LoginSession.expire))
    )
    return [
        f"a session of user {user_id} lasts until {expire:%Y-%m-%d}"
        for user_id, created_at, expire in rows
        if expire - created_at > LONGEST_SESSION
    ]


def lost_letters(session: Session) -> list[str]:
    """Letters that could not be delivered, and letters that should have been sent a day ago."""
    has_failed = (letters.c.state == FAILED) & (letters.c.last_error != MAYBE_SENT)
    is_late = (letters.c.state == WAITING) & (letters.c.due_at < clock.now() - LONGEST_WAIT)
    told = sa.select(*(letters.c[name] for name in ("id", "kind", "attempts", "last_error")))
    gone, late = told.where(has_failed).order_by(letters.c.created_at), told.where(is_late)
    return [
        *_texts(session, gone, "letter {0} ({1}) failed at try {2}: {3}"),
        *_texts(
            session, late, "letter {0} ({1}) should have been sent a day ago: does the site run?"
        ),
    ]


def restored_letters(session: Session) -> str:
    """The next step for the letters that waited in a backup; empty without any."""
    number = count_restored(session)
    if not number:
        return ""
    return (
        f"Letters that waited in a backup that was restored: {number:,}. Most were sent since. "
        "Look at 'emails failed' at the top of the console, where 'Set All Aside' gives them up."
    )


def damaged_file(session: Session) -> list[str]:
    """Damage that SQLite itself finds: damaged pages, and references to rows that do not exist."""
    if session.get_bind().dialect.name != "sqlite":
        return []
    found = [str(row[0]) for row in session.execute(sa.text("PRAGMA integrity_check"))]
    dangling = session.execute(sa.text("PRAGMA foreign_key_check")).all()
    return [text for text in found if text != "ok"] + [
        f"row {row[1]} of {row[0]} points to a missing row of {row[2]}" for row in dangling
    ]


def unfound(session: Session) -> list[str]:
    """Events and chapters whom their own words do not find."""
    lost: list[str] = []
    for model, names in ((Event, EVENT_FOUND_BY), (Chapter, CHAPTER_FOUND_BY)):
        table = metadata.tables[str(model.__tablename__)]
        columns = (table.c[name] for name in ("id", "sought", *names))
        lost += [
            f"the search does not find {id_} of {table.name}"
            for id_, sought, *texts in session.execute(sa.select(*columns))
            if sought != found_by(*texts)
        ]
    return lost


def missing_migrations(session: Session) -> list[str]:
    """A contradiction when the schema is not the one of this version of the program."""
    found = session.execute(sa.text("SELECT version_num FROM alembic_version")).scalars().all()
    newest = newest_revision()
    return [] if found == [newest] else [f"the schema is {', '.join(found)}, not {newest}"]


CHECKS = (
    Check("The schema is that of this version", missing_migrations),
    Check("The database file is sound", damaged_file),
    Check(
        "Every event counts exactly its registrations",
        _rows(
            "SELECT * FROM (SELECT id, current_participants, (SELECT count(*) FROM "
            "event_registrations WHERE event_id = events.id AND cancelled_at IS NULL) AS taken "
            "FROM events) AS counted WHERE current_participants <> taken",
            "event {0} says {1}, has {2} registrations",
        ),
    ),
    Check(
        "No event has more registrations than seats",
        _rows(
            "SELECT * FROM (SELECT id, seat_ceiling, (SELECT count(*) FROM "
            "event_registrations WHERE event_id = events.id AND cancelled_at IS NULL) AS taken "
            "FROM events) AS counted WHERE taken > seat_ceiling",
            "event {0} has {2} registrations for {1} seats",
        ),
    ),
    Check(
        "Nobody is checked in on a seat that was given up",
        _rows(
            "SELECT id, event_id FROM event_registrations "
            "WHERE cancelled_at IS NOT NULL AND checked_in_at IS NOT NULL",
            "registration {0} of event {1} was given up and is checked in",
        ),
    ),
    Check(
        "No price is below zero",
        _rows(
            "SELECT 'event', id FROM events WHERE price_cents < 0 UNION ALL "
            "SELECT 'registration', id FROM event_registrations WHERE payment_amount_cents < 0",
            "{0} {1} has a price below zero",
        ),
    ),
    Check(
        "Every series hangs on its first event",
        _rows(
            "SELECT e.id, parent.id FROM events e JOIN events parent ON parent.id = "
            "e.parent_event_id WHERE parent.parent_event_id IS NOT NULL OR NOT parent.is_recurring",
            "event {0} belongs to {1}, which is not the first of a series",
        ),
    ),
    Check("Every member's progress is what its ledger says", differences),
    Check("Every member is found by their names", lost_words),
    Check("Every event and chapter is found by its words", unfound),
    Check("Every item of the gallery stands where it says, and so do its tags", misplaced_media),
    Check("Every payment adds up to the cents of its entries", checks.wrong_sums),
    Check("Every payment's status says what its money did", checks.wrong_statuses),
    Check("No token or credit is used twice", checks.overdrawn_perks),
    Check("Every seat that a plan pays for is in its ledger", checks.unmatched_perks),
    Check("Every seat that counts as paid was paid", checks.unpaid_seats),
    Check("No seat gets more back than was paid for it", checks.wrongly_overpaid),
    Check("Every payment by card pays a seat or goes back", checks.unplaced_payments),
    Check("No card pays for a canceled event", checks.kept_for_canceled),
    Check("Every payment of a plan gives it or goes back", checks.ungranted_payments),
    Check("Every plan in force has the money that pays for it", checks.unpaid_plans),
    Check("No plan was ended whose money the club has", checks.stopped_plans),
    Check("Every refund that was ordered happened", checks.lost_refunds),
    Check("No seat is paid twice", checks.doubly_paid_seats),
    Check("Every paid membership has its tier, and ends", checks.wrong_memberships),
    Check("Every webhook and every order is worked off", checks.lost_traffic),
    Check("No session outlives 30 days", endless_sessions),
    Check("Every stored file belongs to an upload that uses it", lost_files),
    Check("Every letter arrived or is on its way", lost_letters),
)


def check(database: Database) -> dict[str, list[str]]:
    """Each sentence with its contradictions. The site may keep running: each check is one query.

    Raises Unavailable when not even the schema's version can be read.
    """
    schema, *others = CHECKS
    with database.unit_of_work(write=False) as session:
        found = {schema.sentence: schema.contradictions(session)}
    return found | {one.sentence: _asked(database, one) for one in others}


def _asked(database: Database, check: Check) -> list[str]:
    """The contradictions of one check. A damaged page must not end the others."""
    try:
        with database.unit_of_work(write=False, streams=True) as session:
            return check.contradictions(session)
    except Unavailable:
        return ["this cannot be read: the database is damaged or does not answer"]


def check_data_command(_arguments: list[str]) -> int:
    """Print every sentence and whether it holds. The exit code is 1 when one does not."""
    try:
        with opened(get_settings().database_url) as database:
            answers = check(database)
            with database.unit_of_work(write=False) as session:
                note = restored_letters(session)
    except Unavailable as failed:
        raise CannotContinue(
            "The database cannot be read or has no tables yet. Check DATABASE_URL, then: make run"
        ) from failed
    for sentence, problems in answers.items():
        print(f"{'BROKEN' if problems else 'ok':<8}{sentence}")
        print("".join(f"          {problem}\n" for problem in problems[:SHOWN]), end="")
        if len(problems) > SHOWN:
            print(f"          and {len(problems) - SHOWN} more")
    if note:
        print(f"{'note':<8}{note}")
    return 1 if any(answers.values()) else 0


def _texts(session: Session, question: sa.Executable, sentence: str) -> list[str]:
    return [sentence.format(*row) for row in session.execute(question)]
