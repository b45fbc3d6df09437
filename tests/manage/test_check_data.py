"""`make check-data` accepts sound data and finds each kind of damage."""

import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts.models import LoginSession, User
from rookiebattle.core import clock
from rookiebattle.core.database.db import Database
from rookiebattle.core.mail.failed import MAYBE_SENT
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.events.models import Event
from rookiebattle.manage.check_data import CHECKS, check, check_data_command
from rookiebattle.manage.console import CannotContinue
from rookiebattle.payments.models import (
    Payment,
    PaymentEntry,
    PaymentOrder,
    PerkEntry,
    Subscription,
)
from rookiebattle.registrations.models import Registration
from rookiebattle.settings import get_settings
from rookiebattle.uploads.models import Upload
from tests import factories
from tests.disks import damage
from tests.servers.programs import free_port

START = datetime(2027, 3, 6, 23, tzinfo=UTC)


def an_event(organizer: str, **fields: Any) -> Event:
    values: dict[str, Any] = {
        "title": "Park day",
        "event_type": "training",
        "start_at": START,
        "end_at": START + timedelta(hours=2),
        "organizer_id": organizer,
        **fields,
    }
    return Event(**values)


@pytest.fixture
def sound(some_database: Database) -> Database:
    """A series of two events with two members, one of whom gave the seat up, and a session."""
    with some_database.unit_of_work(write=True) as session:
        session.add_all([User(id="mira"), User(id="kenji")])
        session.flush()
        session.add(
            an_event("mira", id="first", is_recurring=True, current_participants=1, seat_ceiling=1)
        )
        session.flush()
        session.add(an_event("mira", id="second", is_recurring=True, parent_event_id="first"))
        session.add(Registration(id="kept", event_id="first", user_id="mira"))
        session.add(Registration(event_id="first", user_id="kenji", cancelled_at=START))
        session.add_all(
            [
                a_letter(message_id="<1@x>", state="sent"),
                a_letter(message_id="<2@x>", due_at=clock.now()),
            ]
        )
        session.add(LoginSession(sid="s", user_id="mira", created_at=START, expire=START))
    return some_database


def test_sound_data_holds(sound: Database, capsys: pytest.CaptureFixture[str]) -> None:
    assert not any(check(sound).values())
    assert check_data_command([]) == 0
    assert "BROKEN" not in capsys.readouterr().out


def lost_count(session: Session) -> None:
    session.execute(sa.text("UPDATE events SET current_participants = 0 WHERE id = 'first'"))


def one_too_many(session: Session) -> None:
    session.execute(sa.text("UPDATE event_registrations SET cancelled_at = NULL"))


def price_below_zero(session: Session) -> None:
    session.execute(sa.text("UPDATE events SET price_cents = -1 WHERE id = 'second'"))


def given_up_and_there(session: Session) -> None:
    both = "cancelled_at = registration_date, checked_in_at = registration_date"
    session.execute(sa.text(f"UPDATE event_registrations SET {both}"))


def series_in_a_series(session: Session) -> None:
    session.add(an_event("mira", parent_event_id="second"))


def rank_without_entry(session: Session) -> None:
    session.execute(sa.text("UPDATE users SET admin_rank = 3 WHERE id = 'mira'"))


def name_without_words(session: Session) -> None:
    session.execute(sa.text("UPDATE users SET first_name = 'Mira' WHERE id = 'mira'"))


def long_session(session: Session) -> None:
    session.add(
        LoginSession(sid="l", user_id="mira", created_at=START, expire=START + timedelta(days=31))
    )


def a_payment(session: Session, id_: str, **values: Any) -> None:
    """A completed payment of $10 by card, with its entry unless `entered` says otherwise."""
    entered = values.pop("entered", 1000)
    given: dict[str, Any] = {
        "user_id": "mira",
        "number": int(id_),
        "payment_type": "donation",
        "status": "completed",
        "amount_cents": 1000,
        "received_cents": 1000,
        **values,
    }
    session.add(Payment(id=id_, **given))
    session.flush()
    session.add(PaymentEntry(payment_id=id_, number=1, what="received", cents=entered))


def title_without_words(session: Session) -> None:
    session.execute(sa.text("UPDATE events SET title = 'Another' WHERE id = 'first'"))


def cents_without_entry(session: Session) -> None:
    a_payment(session, "1", entered=900)


def completed_for_nothing(session: Session) -> None:
    a_payment(session, "1", received_cents=0, entered=0)


def settle_kept(session: Session, **values: Any) -> None:
    for name, value in values.items():
        setattr(session.get_one(Registration, "kept"), name, value)


def paid_seat_without_money(session: Session) -> None:
    settle_kept(session, payment_status="completed", payment_amount_cents=1000)
    back = {"refunded_cents": 1000, "status": "refunded", "entered": 0}
    a_payment(session, "1", payment_type="event", registration_id="kept", **back)


def more_back_than_paid(session: Session) -> None:
    settle_kept(session, payment_status="completed", payment_amount_cents=1000, overpaid_cents=1001)
    a_payment(session, "1", payment_type="event", registration_id="kept")


def a_perk(session: Session, number: int, **values: Any) -> None:
    usual = {"kind": "weekend", "lot_id": "lot", "id": f"perk-{number}"}
    session.add(PerkEntry(user_id="mira", number=number, **usual | values))


def credit_used_twice(session: Session) -> None:
    a_perk(session, 1, what="granted", amount=10_00, source="in_1")
    for number in (2, 3):
        a_perk(session, number, what="used", amount=-10_00, registration_id="kept")
    settle_kept(session, perk_cents=20_00)


def seat_by_a_plan_without_its_ledger(session: Session) -> None:
    settle_kept(session, payment_status="credit", perk_cents=10_00)


def ledger_without_its_seat(session: Session) -> None:
    a_perk(session, 1, what="granted", amount=10_00, source="in_1")
    a_perk(session, 2, what="used", amount=-5_00, registration_id="kept")
    settle_kept(session, perk_cents=4_00)


def payment_without_seat(session: Session) -> None:
    a_payment(session, "1", payment_type="event", registration_id="gone")


def payment_for_a_canceled_event(session: Session) -> None:
    session.execute(sa.text("UPDATE events SET canceled_at = start_at WHERE id = 'first'"))
    settle_kept(session, payment_status="completed", payment_amount_cents=1000)
    a_payment(session, "1", payment_type="event", registration_id="kept", event_id="first")


def payment_without_plan(session: Session) -> None:
    session.add(Subscription(id="unpaid", user_id="mira", plan="premium"))
    paid = {"paid_at": clock.now() - timedelta(days=2), "subscription_id": "unpaid"}
    a_payment(session, "1", payment_type="subscription", **paid)


def refund_that_never_was(session: Session) -> None:
    a_payment(session, "1")
    told: dict[str, Any] = {"payment_id": "1", "cents": 1000, "state": "done"}
    session.add(PaymentOrder(kind="refund", about="pi_1", dedupe_key="1", **told))


def seat_paid_twice(session: Session) -> None:
    settle_kept(session, payment_status="completed", payment_amount_cents=1000)
    for id_ in ("1", "2"):
        a_payment(session, id_, payment_type="event", registration_id="kept")


def plan_without_money(session: Session) -> None:
    until = clock.now() + timedelta(days=9)
    session.add(Subscription(id="bought", user_id="mira", plan="premium", paid_until=until))
    back = {"refunded_cents": 1000, "status": "refunded", "entered": 0}
    a_payment(session, "1", payment_type="subscription", subscription_id="bought", **back)


def money_without_plan(session: Session) -> None:
    times: dict[str, Any] = {
        "paid_until": clock.now() + timedelta(days=9),
        "lapsed_at": clock.now(),
    }
    ended: dict[str, Any] = {"plan": "premium", "superseded": True, "status": "canceled"}
    session.add(Subscription(id="bought", user_id="mira", **times, **ended))
    a_payment(session, "1", payment_type="subscription", subscription_id="bought")


def endless_membership(session: Session) -> None:
    ended = clock.now() - timedelta(days=9)
    session.add(Subscription(user_id="mira", plan="premium", paid_until=ended))


def failed_order(session: Session) -> None:
    session.add(PaymentOrder(kind="refund", about="pi_1", dedupe_key="1", state="failed"))


def older_schema(session: Session) -> None:
    session.execute(sa.text("UPDATE alembic_version SET version_num = 'older'"))


def a_letter(**values: Any) -> OutboxLetter:
    given = {"message_id": "<0@x>", "kind": "test", "due_at": START, "created_at": START, **values}
    return OutboxLetter(**given)


def item_out_of_place(session: Session) -> None:
    session.add(factories.media(uploaded_by="mira", order_position=3, place=4))


def item_without_its_tags(session: Session) -> None:
    session.add(factories.media(uploaded_by="mira", tags=["Duel"]))


def missing_file(session: Session) -> None:
    session.add(Upload(user_id="mira", file_name="a.jpg", mime_type="image/jpeg", state="claimed"))


def forgotten_file(session: Session) -> None:
    file = get_settings().data_dir / "uploads" / "private" / "nobody" / "file"
    file.parent.mkdir(parents=True)
    file.touch()
    os.utime(file, (0, 0))


def undelivered_letter(session: Session) -> None:
    session.add(a_letter(state="failed", last_error="the mail server answered 550"))


def forgotten_letter(session: Session) -> None:
    session.add(a_letter(due_at=clock.now() - timedelta(hours=25)))


DAMAGE: list[tuple[Callable[[Session], None], str]] = [
    (lost_count, "Every event counts exactly its registrations"),
    (one_too_many, "No event has more registrations than seats"),
    (price_below_zero, "No price is below zero"),
    (given_up_and_there, "Nobody is checked in on a seat that was given up"),
    (series_in_a_series, "Every series hangs on its first event"),
    (rank_without_entry, "Every member's progress is what its ledger says"),
    (name_without_words, "Every member is found by their names"),
    (title_without_words, "Every event and chapter is found by its words"),
    (cents_without_entry, "Every payment adds up to the cents of its entries"),
    (completed_for_nothing, "Every payment's status says what its money did"),
    (paid_seat_without_money, "Every seat that counts as paid was paid"),
    (more_back_than_paid, "No seat gets more back than was paid for it"),
    (credit_used_twice, "No token or credit is used twice"),
    (seat_by_a_plan_without_its_ledger, "Every seat that a plan pays for is in its ledger"),
    (ledger_without_its_seat, "Every seat that a plan pays for is in its ledger"),
    (payment_without_seat, "Every payment by card pays a seat or goes back"),
    (payment_for_a_canceled_event, "No card pays for a canceled event"),
    (payment_without_plan, "Every payment of a plan gives it or goes back"),
    (plan_without_money, "Every plan in force has the money that pays for it"),
    (money_without_plan, "No plan was ended whose money the club has"),
    (refund_that_never_was, "Every refund that was ordered happened"),
    (seat_paid_twice, "No seat is paid twice"),
    (endless_membership, "Every paid membership has its tier, and ends"),
    (failed_order, "Every webhook and every order is worked off"),
    (long_session, "No session outlives 30 days"),
    (item_out_of_place, "Every item of the gallery stands where it says, and so do its tags"),
    (item_without_its_tags, "Every item of the gallery stands where it says, and so do its tags"),
    (missing_file, "Every stored file belongs to an upload that uses it"),
    (forgotten_file, "Every stored file belongs to an upload that uses it"),
    (undelivered_letter, "Every letter arrived or is on its way"),
    (forgotten_letter, "Every letter arrived or is on its way"),
    (older_schema, "The schema is that of this version"),
]


@pytest.mark.parametrize(("happens", "sentence"), DAMAGE)
def test_damage_is_found_and_named(
    sound: Database,
    happens: Callable[[Session], None],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with sound.unit_of_work(write=True) as session:
        happens(session)
    assert check_data_command([]) == 1
    assert f"BROKEN  {sentence}" in capsys.readouterr().out


def test_a_row_that_points_nowhere_is_found_in_sqlite(database: Database) -> None:
    with database.engine.connect() as connection:
        # Only a connection without foreign keys can do this damage.
        connection.exec_driver_sql("ROLLBACK")
        connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        connection.exec_driver_sql("BEGIN")
        connection.execute(sa.insert(Registration).values(event_id="none", user_id="none"))
        connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql("PRAGMA foreign_keys=ON")
        connection.exec_driver_sql("BEGIN")
    assert len(check(database)["The database file is sound"]) == len(("event", "user"))


def test_every_check_has_its_damage() -> None:
    found = {sentence for _, sentence in DAMAGE} | {"The database file is sound"}
    assert {one.sentence for one in CHECKS} == found


def test_a_damaged_page_is_named_and_ends_no_other_check(
    database: Database, sqlite_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    database.dispose()
    damage(Path(sqlite_url.removeprefix("sqlite:///")), "events")
    assert check_data_command([]) == 1
    told = capsys.readouterr().out
    assert "BROKEN  The database file is sound" in told
    assert "BROKEN  Every event counts exactly its registrations" in told
    assert "ok      No session outlives 30 days" in told


def test_a_server_that_does_not_answer_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"postgresql://club:word@127.0.0.1:{free_port()}/club")
    get_settings.cache_clear()
    with pytest.raises(CannotContinue, match="The database cannot be read"):
        check_data_command([])


def test_letters_of_a_restored_backup_are_a_note_and_no_damage(
    database: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    with database.unit_of_work(write=True) as session:
        session.add(a_letter(state="failed", last_error=MAYBE_SENT))
    assert check_data_command([]) == 0
    told = capsys.readouterr().out
    assert "BROKEN" not in told
    assert "note    Letters that waited in a backup that was restored: 1." in told
    assert "'Set All Aside'" in told
