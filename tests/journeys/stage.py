"""The data of the journeys: people and events, written straight into the running site's tables."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.accounts import sessions
from rookiebattle.accounts.models import LoginSession, User
from rookiebattle.chapters.models import Chapter
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database
from rookiebattle.events.models import Event
from rookiebattle.guardians.birthdays import let_grow_up
from rookiebattle.media.models import Media
from rookiebattle.models import metadata
from rookiebattle.payments.models import Subscription
from rookiebattle.progression.entering import Why, enter
from rookiebattle.progression.ledger import FactChange
from rookiebattle.registrations.models import Registration
from rookiebattle.uploads import queries as uploads
from rookiebattle.waivers import queries as waivers
from rookiebattle.waivers.models import Form
from tests import factories

ZONE = ZoneInfo("America/New_York")
MEMBER, ORGANIZER, ADMIN = "maya@example.org", "theo@example.org", "admin@example.org"
OTHER, NEWCOMER = "amara@example.org", "robin@example.org"


def today() -> datetime:
    """Midnight of today in the organization's time zone."""
    return datetime.combine(clock.now().astimezone(ZONE).date(), time(), ZONE)


def evening(days: int, hour: int = 18) -> datetime:
    """The given hour, that many days from today, in the organization's time zone."""
    day = today().date() + timedelta(days=days)
    return datetime.combine(day, time(hour), ZONE)


class Stage:
    """The rows of one site. The site is another process, so this class remembers nothing itself."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def clear(self) -> None:
        """Delete everything; nobody is known anymore.

        What one test leaves behind must not reach the next one, which is a different one on another
        machine. Accounts become erased ones, because the ledger of progress refuses that a member's
        row is deleted. Payments stay, because their ledger refuses it too.
        """
        with self._database.unit_of_work(write=True) as session:
            for name in factories.TABLES:
                session.execute(sa.delete(metadata.tables[name]))
            for statement in factories.WITHOUT_WAIVERS:
                session.execute(statement)
            session.execute(_ending_what_was_paid_in_cash())
            session.execute(_erasing_everybody())

    def person(self, email: str, **columns: Any) -> str:
        """The id of the member with this email address, whose columns are set to these values."""
        return self._write(lambda session: _person(session, email, columns).id)

    def enter(self, email: str, *changes: FactChange, days_ago: float = 0, **why: Any) -> None:
        """Write changes of a member's progress, as an administrator made them days ago."""

        def write(session: Session) -> str:
            by = Actor(user_id=_person(session, ADMIN, {}).id, is_admin=True)
            member = _person(session, email, {})
            with clock.at(clock.now() - timedelta(days=days_ago)):
                enter(session, by, changed=[(member, changes)], why=Why(**why))
            return member.id

        self._write(write)

    def publish_waivers(self) -> None:
        """Put both forms in force. The replaced versions of tests before keep their numbers."""

        def write(session: Session) -> str:
            numbers = {form: waivers.last_number(session, form) + 1 for form in Form}
            rows = (factories.waiver_version(form=form, number=n) for form, n in numbers.items())
            session.add_all(rows)
            return ""

        self._write(write)

    def celebrate(self, email: str, born: date) -> None:
        """Let the 18th birthday come. The site’s clock is everybody’s, so the birth date moves."""

        def write(session: Session) -> str:
            _person(session, email, {"birth_date": born})
            session.flush()
            return str(let_grow_up(session, VISITOR))

        assert self._write(write) == "1"

    def look_up(self, user_id: str) -> User | None:
        """A member's row; None if the account was deleted."""
        with self._database.unit_of_work(write=False) as session:
            return session.get(User, user_id)

    def session(self, email: str) -> tuple[str, str]:
        """The cookie of a new session; the member's other sessions end."""
        session_id, ends = sessions.new_session_id(), clock.now() + sessions.IDLE

        def write(session: Session) -> str:
            user_id = _person(session, email, {}).id
            session.execute(_sessions_of(user_id))
            session.add(factories.login(user_id=user_id, session_id=session_id, expire=ends))
            return session_id

        return sessions.cookie_name(), self._write(write)

    def end_sessions(self, email: str) -> None:
        """End the sessions without a message to the member's browsers, as a timeout does."""
        user_id = self.person(email)
        self._write(lambda session: str(session.execute(_sessions_of(user_id))))

    def chapter(self, name: str = "Tampa Bay", zone: str = "America/New_York") -> str:
        chapter = factories.chapter(name, city="Tampa", location="Al Lopez Park", time_zone=zone)
        return self._write(lambda session: _added(session, chapter))

    def add(self, *rows: Any) -> None:
        """Write rows that a test has made itself."""

        def write(session: Session) -> str:
            session.add_all(rows)
            session.flush()
            for row in rows:
                factories.note_family(session, row)
            return ""

        self._write(write)

    def chapter_named(self, name: str) -> str:
        with self._database.unit_of_work(write=False) as session:
            return session.scalars(sa.select(col(Chapter.id)).filter_by(name=name)).one()

    def chapter_request(self, city: str = "Ocala, Florida") -> str:
        """A visitor's request to start a chapter."""
        return self._write(lambda session: _added(session, factories.chapter_request(city)))

    def failed_letter(self, subject: str = "Hello", **columns: Any) -> str:
        """A letter that the mail server refused."""
        letter = factories.failed_letter(subject, **columns)
        return self._write(lambda session: _added(session, letter))

    def event(self, title: str = "Park Day", **columns: Any) -> str:
        """A free public training by Theo in three days; `columns` replace these values."""
        organizer = columns.pop("organizer", ORGANIZER)
        taken_by = columns.pop("taken_by", ())
        usual = {"start_at": evening(3), "location": "Al Lopez Park"}
        given = {**usual, "title": title, **columns}

        def write(session: Session) -> str:
            person = _person(session, organizer, {})
            event_id = _added(session, factories.event(organizer_id=person.id, **given))
            for email in taken_by:
                _seat(session, event_id, email)
            return event_id

        return self._write(write)

    def change(self, event_id: str, **columns: Any) -> None:
        """Change an event as somebody else's act would."""
        changed = sa.update(Event).where(col(Event.id) == event_id).values(**columns)
        self._write(lambda session: str(session.execute(changed)))

    def events(self, titles: list[str], start_at: datetime) -> None:
        """Several events that start at the same time."""

        def write(session: Session) -> str:
            person = _person(session, ORGANIZER, {})
            session.add_all(
                factories.event(title=title, start_at=start_at, organizer_id=person.id)
                for title in titles
            )
            return ""

        self._write(write)

    def seats_for(self, email: str, titles: list[str], start_at: datetime) -> None:
        """Several events that start at the same time, with a seat of this member at each."""
        self.events(titles, start_at)

        def write(session: Session) -> str:
            person = _person(session, email, {})
            ids = session.scalars(sa.select(col(Event.id)).where(col(Event.start_at) == start_at))
            session.add_all(factories.registration(event_id=id_, user_id=person.id) for id_ in ids)
            everything = sa.update(Event).where(col(Event.start_at) == start_at)
            session.execute(everything.values(current_participants=1))
            return ""

        self._write(write)

    def tell(self, title: str = "Hello", **columns: Any) -> str:
        """A notification for everybody from the administrator."""

        def write(session: Session) -> str:
            admin = _person(session, ADMIN, {}).id
            given = {"created_by": admin, "title": title, **columns}
            return _added(session, factories.notification(**given))

        return self._write(write)

    @contextmanager
    def broken(self, table: str = "notifications") -> Iterator[None]:
        """Make a table unreadable until the block ends, as if the database failed."""
        self._rename(table, "lost")
        try:
            yield
        finally:
            self._rename("lost", table)

    def _rename(self, table: str, name: str) -> None:
        with self._database.unit_of_work(write=True) as session:
            session.execute(sa.text(f"ALTER TABLE {table} RENAME TO {name}"))

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Keep all other writers waiting until the block ends, so that the site cannot answer."""
        with self._database.unit_of_work(write=True) as session:
            session.connection()
            yield

    def resource(self, title: str, **columns: Any) -> str:
        """A public training guide; `columns` replace these values."""

        def write(session: Session) -> str:
            keeper = _person(session, ADMIN, {})
            resource = factories.resource(title, created_by=keeper.id, **columns)
            id_ = _added(session, resource)
            session.add_all(factories.words_to_find(resource))
            return id_

        return self._write(write)

    def release_uploads(self) -> None:
        """Let go of every file that no item uses, as the job does a day after it was sent."""
        with self._database.unit_of_work(write=True) as session:
            uploads.release_unused(session, clock.now() + timedelta(minutes=1))

    def media(self, title: str, **columns: Any) -> str:
        """An item of the gallery, at YouTube; returns its id."""

        def write(session: Session) -> str:
            row = factories.media(title, uploaded_by=_person(session, ADMIN, {}).id, **columns)
            media_id = _added(session, row)
            session.add_all(factories.tags_of(row))
            return media_id

        return self._write(write)

    def views(self, title: str) -> int:
        """How often an item of the gallery was opened."""
        with self._database.unit_of_work(write=False) as session:
            return session.scalars(sa.select(col(Media.view_count)).filter_by(title=title)).one()

    def seats(self, event_id: str) -> tuple[int, int]:
        """The event's counter, and the number of rows that hold a seat."""
        with self._database.unit_of_work(write=False) as session:
            counter = session.get_one(Event, event_id).current_participants
            held = session.scalars(
                sa.select(col(Registration.cancelled_at)).filter_by(event_id=event_id)
            ).all()
        return counter, held.count(None)

    def there(self, event_id: str) -> int:
        """How many people are checked in at an event."""
        with self._database.unit_of_work(write=False) as session:
            came = sa.select(col(Registration.checked_in_at)).filter_by(event_id=event_id)
            return len([one for one in session.scalars(came) if one])

    def hold(self, event_id: str, until: datetime) -> None:
        """Let the unpaid seats of an event be held until this moment."""
        unpaid = sa.update(Registration).where(
            col(Registration.event_id) == event_id, col(Registration.payment_status) == "pending"
        )
        self._write(lambda session: str(session.execute(unpaid.values(hold_expires_at=until))))

    def beads(self, email: str) -> dict[str, int]:
        """The award beads of this member."""
        with self._database.unit_of_work(write=False) as session:
            beads = sa.select(col(User.award_beads)).where(col(User.email) == email)
            return {key: count for key, count in session.scalars(beads).one().items() if count}

    def titles(self) -> list[str]:
        """The titles of all events, by start."""
        with self._database.unit_of_work(write=False) as session:
            return list(session.scalars(sa.select(col(Event.title)).order_by(col(Event.start_at))))

    def find(self, title: str) -> Event:
        """The earliest event with this title."""
        with self._database.unit_of_work(write=False) as session:
            wanted = sa.select(Event).filter_by(title=title).order_by(col(Event.start_at))
            return session.scalars(wanted.limit(1)).one()

    def nth(self, number: int) -> Event:
        """The event at this place in the order of starts, from 0."""
        with self._database.unit_of_work(write=False) as session:
            wanted = sa.select(Event).order_by(col(Event.start_at)).offset(number).limit(1)
            return session.scalars(wanted).one()

    def _write(self, change: Callable[[Session], str]) -> str:
        with self._database.unit_of_work(write=True) as session:
            return change(session)


def _sessions_of(user_id: str) -> sa.Delete:
    return sa.delete(LoginSession).where(col(LoginSession.user_id) == user_id)


def _erasing_everybody() -> sa.Update:
    identity = ("email", "issuer", "subject", "game_name", "game_name_key")
    nobody = dict.fromkeys(identity) | {"is_admin": False, "erased_at": clock.now()}
    return sa.update(User).where(col(User.erased_at).is_(None)).values(nobody)


def _ending_what_was_paid_in_cash() -> sa.Delete:
    """Memberships at the card service stay: a webhook of an earlier test may still ask for one."""
    return sa.delete(Subscription).where(col(Subscription.stripe_subscription_id).is_(None))


def _newly(email: str) -> User:
    name = email.partition("@")[0].title()
    return factories.person(email=email, first_name=name, last_name="Example", shows_profile=True)


def _person(session: Session, email: str, columns: dict[str, Any]) -> User:
    user = session.scalars(sa.select(User).filter_by(email=email)).one_or_none()
    if user is None:
        user = _newly(email)
        session.add(user)
    for name, value in columns.items():
        setattr(user, name, value)
    session.flush()
    return user


def _added(session: Session, row: Any) -> str:
    session.add(row)
    session.flush()
    return str(row.id)


def _seat(session: Session, event_id: str, email: str) -> None:
    event, person = session.get_one(Event, event_id), _person(session, email, {})
    status = "pending" if event.price_cents else "not_required"
    price = event.price_cents
    session.add(
        factories.registration(
            event_id=event_id,
            user_id=person.id,
            payment_status=status,
            payment_amount_cents=price,
        )
    )
    event.current_participants += 1
