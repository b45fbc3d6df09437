"""The welcome letter: once, and to everybody with an address, whatever letters they want."""

from rookiebattle.accounts.hooks import account_welcomed
from rookiebattle.accounts.models import User
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.mail import claims
from rookiebattle.core.mail.outbox import Letter


def welcomed(database: Database, **columns: object) -> list[Letter]:
    """The letters after one person's welcome was announced twice."""
    with database.unit_of_work(write=True) as session:
        user = User.model_validate(columns)
        session.add(user)
        session.flush()
        for _ in range(2):
            account_welcomed.fire(session, Actor(user_id=user.id), user_id=user.id)
    with database.unit_of_work(write=True) as session:
        found = [claims.written(session, one) for one in claims.claim(session, 10)]
    return [one for one in found if one]


def test_a_new_member_is_welcomed_once(some_database: Database) -> None:
    (letter,) = welcomed(some_database, email="mira@example.org", first_name="Mira")
    assert letter.subject == "Welcome to Rookie Battle"
    assert letter.text.startswith("Hello Mira,\n\nYour account is ready.")
    assert "http://localhost:8000/events" in letter.text
    assert "<h1" in letter.html


def test_it_is_about_the_account_so_preferences_do_not_count(database: Database) -> None:
    columns = {"mail_events": False, "mail_reminders": False}
    (letter,) = welcomed(database, email="mira@example.org", **columns)
    assert letter.unsubscribe == ""
    assert "No more" not in letter.text


def test_who_has_no_address_is_not_written_to(database: Database) -> None:
    assert welcomed(database, email=None) == []
