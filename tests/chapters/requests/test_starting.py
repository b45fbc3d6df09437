"""Asking to start a chapter: the request is stored, and one person can send only a few."""

from datetime import timedelta
from itertools import count
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts.hooks import account_erasing
from rookiebattle.accounts.models import User
from rookiebattle.chapters import requests
from rookiebattle.chapters.hooks import chapter_requested
from rookiebattle.chapters.models import ChapterRequest
from rookiebattle.chapters.schemas import ChapterRequestWrite
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.audit import AuditEntry
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Invalid, NotWelcomed, TooManyRequests
from rookiebattle.core.limits import Limiter
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.core.validation import parse
from tests.clocks import NOW, StillClock
from tests.hooks import also
from tests.world import World


def letter(email: str = "Amara@Example.org", **values: str) -> ChapterRequestWrite:
    sent = {"name": "Amara", "email": email, "city": "Ocala", "message": "Five of us."}
    return parse(ChapterRequestWrite, sent | values)


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Resets the limit of network addresses, as if nobody had written from any."""
    monkeypatch.setattr(requests, "_addresses", Limiter(requests.MOST_PER_ADDRESS, 3600))


_numbers = count()


def ask(
    database: Database,
    actor: Actor = VISITOR,
    email: str = "amara@example.org",
    address: str = "",
    message: str = "",
    *,
    is_suspicious: bool = False,
) -> str:
    """Ask in words that nobody has used before, unless a message is given; returns the id."""
    values = letter(email, message=message or f"We are {next(_numbers)}.")
    how: dict[str, Any] = {"address": address, "is_suspicious": is_suspicious}
    with database.unit_of_work(write=True) as session:
        return requests.ask_about_chapter(session, actor, values=values, **how)


def kept(database: Database) -> list[ChapterRequest]:
    with database.unit_of_work(write=False) as session:
        return list(session.scalars(sa.select(ChapterRequest)))


def test_a_request_is_kept_with_its_audit_line(some_database: Database) -> None:
    with some_database.unit_of_work(write=True) as session:
        request_id = requests.ask_about_chapter(session, VISITOR, values=letter())
    (request,) = kept(some_database)
    assert (request.id, request.user_id, request.email) == (request_id, None, "amara@example.org")
    assert (request.name, request.city, request.message) == ("Amara", "Ocala", "Five of us.")
    with some_database.unit_of_work(write=False) as session:
        line = session.scalars(sa.select(AuditEntry)).one()
        assert (line.action, line.subject_id) == ("chapter.requested", request_id)
        assert line.details == {}


@pytest.mark.parametrize("email", ["ΐ" * 115 + "@c.org", "mi\u212ae@c.org", "stra\u00dfe@c.org"])
def test_an_address_is_folded_in_its_ascii_letters_only(
    some_database: Database, email: str
) -> None:
    ask(some_database, email=email)
    ask(some_database, email=email.replace("@c.org", "@C.ORG"))
    assert [one.email for one in kept(some_database)] == [email] * 2


def test_a_members_requests_go_with_their_account(some_database: Database) -> None:
    with some_database.unit_of_work(write=True) as session:
        person = User(email="Amara@example.org")
        session.add(person)
        session.flush()
    ask(some_database)
    ask(some_database, Actor(user_id=person.id), email="other@example.org")
    ask(some_database, email="stranger@example.org")
    assert {one.user_id for one in kept(some_database)} == {None, person.id}
    with some_database.unit_of_work(write=False) as session:
        letters = session.scalars(sa.select(OutboxLetter)).all()
    assert {one.user_id for one in letters} == {None, person.id}, "they are withdrawn with it"
    with some_database.unit_of_work(write=True) as session:
        account_erasing.fire(session, Actor(user_id=person.id), user_id=person.id)
    assert [one.email for one in kept(some_database)] == ["stranger@example.org"]


def test_who_subscribes_hears_of_a_request_in_its_transaction(some_database: Database) -> None:
    heard: list[str] = []

    def listen(session: Session, actor: Actor, *, request_id: str) -> None:
        heard.append(session.get_one(ChapterRequest, request_id).email + actor.user_id)

    with also(chapter_requested, listen):
        ask(some_database)
    assert heard == ["amara@example.org"]


def test_after_a_year_a_request_is_forgotten_though_nobody_asks(
    some_database: Database, still_clock: StillClock
) -> None:
    ask(some_database)
    still_clock.now = NOW + timedelta(days=364)
    ask(some_database, email="second@example.org")
    still_clock.now = NOW + timedelta(days=366)
    with some_database.unit_of_work(write=True) as session:
        requests.forget_old_requests(session)
    assert [one.email for one in kept(some_database)] == ["second@example.org"]


def test_the_fourth_message_of_a_day_is_refused(
    some_database: Database, still_clock: StillClock
) -> None:
    for email in ("amara@example.org", "AMARA@example.org", "amara@example.org"):
        ask(some_database, email=email)
    still_clock.now = NOW + timedelta(hours=23)
    with pytest.raises(TooManyRequests, match="We have your messages and will reply"):
        ask(some_database, email="Amara@example.org")
    ask(some_database, email="theo@example.org")
    still_clock.now = NOW + timedelta(days=1)
    ask(some_database)
    assert len(kept(some_database)) == 5


HOME, ELSEWHERE = "192.0.2.7", "198.51.100.4"


def test_nobody_is_silenced_by_messages_in_their_name(
    some_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "_addresses", Limiter(100, 60))
    for _ in range(requests.MOST_A_DAY):
        ask(some_database, address=ELSEWHERE)
    with pytest.raises(TooManyRequests, match="We have your messages and will reply"):
        ask(some_database, address=ELSEWHERE)
    for _ in range(requests.MOST_A_DAY):
        ask(some_database, address=HOME)
    with pytest.raises(TooManyRequests, match="Please write again tomorrow"):
        ask(some_database, address=HOME)
    assert len(kept(some_database)) == 2 * requests.MOST_A_DAY


def test_the_same_text_twice_is_one_message(
    some_database: Database, still_clock: StillClock
) -> None:
    first = ask(some_database, address=HOME, message="Five of us.")
    for address in (HOME, ELSEWHERE, HOME, HOME):
        assert ask(some_database, address=address, message="Five of us.") == first
    person = World(some_database).person()
    # A member is no program, whatever a browser fills in.
    own = ask(some_database, person, message="Five of us.", is_suspicious=True)
    still_clock.now += timedelta(hours=23)
    assert ask(some_database, person, message="Five of us.") == own != first
    with some_database.unit_of_work(write=False) as session:
        assert len(session.scalars(sa.select(OutboxLetter)).all()) == 2
    trapped: dict[str, Any] = {"message": "Five of us.", "is_suspicious": True}
    assert ask(some_database, address=HOME, **trapped) != first
    still_clock.now += timedelta(hours=1)
    assert ask(some_database, address=HOME, message="Five of us.") not in (first, own)


def test_where_a_request_came_from_is_a_hash_that_is_kept_for_a_day(
    some_database: Database, still_clock: StillClock
) -> None:
    for email, address in (("a@example.org", HOME), ("b@example.org", HOME)):
        ask(some_database, email=email, address=address)
    first, second = (one.asked_from for one in kept(some_database))
    # Two requests of one household are not known to be of one.
    assert len({first, second, ""}) == 3
    assert HOME not in first + second
    for hours, left in ((23, [first, second]), (1, ["", ""])):
        still_clock.now += timedelta(hours=hours)
        with some_database.unit_of_work(write=True) as session:
            requests.forget_old_requests(session)
        assert [one.asked_from for one in kept(some_database)] == left


def test_a_member_is_counted_by_themselves_whatever_address_they_type(database: Database) -> None:
    with database.unit_of_work(write=True) as session:
        person = User()
        session.add(person)
        session.flush()
    for number in range(requests.MOST_A_DAY):
        ask(database, Actor(user_id=person.id), f"other{number}@example.org")
    with pytest.raises(TooManyRequests):
        ask(database, Actor(user_id=person.id), "more@example.org")


def test_who_is_new_is_welcomed_before_they_ask(database: Database) -> None:
    with pytest.raises(NotWelcomed):
        ask(database, Actor(user_id="new", is_welcomed=False))
    assert kept(database) == []


def test_a_flood_of_addresses_stops_and_the_next_hour_is_open_again(
    database: Database, still_clock: StillClock
) -> None:
    with database.unit_of_work(write=True) as session:
        member = User()
        session.add(member)
        session.flush()
    # Neither a member nor what is suspicious counts beside visitors.
    ask(database, Actor(user_id=member.id), email="member@example.org")
    ask(database, email="trap@example.org", is_suspicious=True)
    for number in range(requests.MOST_AN_HOUR):
        ask(database, email=f"bot{number}@example.org")
    with pytest.raises(TooManyRequests, match="try again in an hour"):
        ask(database, email="person@example.org")
    ask(database, Actor(user_id=member.id), email="member@example.org")
    still_clock.now = NOW + timedelta(hours=1)
    ask(database, email="person@example.org")


def test_ten_addresses_cannot_close_the_form_for_the_others(database: Database) -> None:
    for number in range(10 * requests.MOST_PER_ADDRESS):
        address = f"192.0.2.{number // requests.MOST_PER_ADDRESS}"
        ask(database, email=f"bot{number}@example.org", address=address)
    with pytest.raises(TooManyRequests, match="from your connection"):
        ask(database, email="bot@example.org", address="192.0.2.0")
    ask(database, email="person@example.org", address="192.0.2.200")


def test_visitors_are_counted_by_their_address_and_members_are_not(
    some_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "_addresses", Limiter(1, 60))
    with some_database.unit_of_work(write=True) as session:
        person = User()
        session.add(person)
        session.flush()
    ask(some_database, email="a@example.org", address=HOME)
    with pytest.raises(TooManyRequests, match=r"try again in 1 minute\.") as refused:
        ask(some_database, email="b@example.org", address=HOME)
    assert refused.value.retry_after <= 60
    ask(some_database, Actor(user_id=person.id), email="b@example.org", address=HOME)
    ask(some_database, email="b@example.org", address="192.0.2.8")
    assert len(kept(some_database)) == 3


def test_one_site_of_many_networks_cannot_close_the_form_for_the_others(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "_sites", Limiter(requests.MOST_PER_SITE, 3600))
    for number in range(requests.MOST_PER_SITE):
        ask(database, email=f"bot{number}@example.org", address=f"2001:db8:0:{number:x}::1")
    with pytest.raises(TooManyRequests, match="from your connection"):
        ask(database, email="bot@example.org", address="2001:db8:0:ffff::1")
    ask(database, email="person@example.org", address="2001:db8:1::1")


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"name": " "}, "Name is required"),
        ({"city": ""}, "City is required"),
        ({"message": " \n "}, "Message is required"),
        ({"message": "x" * 1001}, "Message may have at most 1000 characters"),
        ({"email": ""}, "Email is required"),
        ({"email": "a@b"}, "Invalid email address"),
        ({"email": "a@b.org\nBcc: c@d.org"}, "Invalid email address"),
        ({"email": "ß" * 200 + "@c.org"}, "Invalid email address"),
        ({"email": "a b@c.org"}, "Invalid email address"),
        ({"email": "a@b..org"}, "Invalid email address"),
        ({"email": f"a@{'b' * 64}.org"}, "Invalid email address"),
        ({"email": "a@printer.local"}, "Invalid email address"),
        ({"email": "Ines <a@b>"}, "Invalid email address"),
        ({"user_id": "x"}, "User id is not a known field"),
    ],
)
def test_a_request_that_is_not_right(values: dict[str, str], sentence: str) -> None:
    with pytest.raises(Invalid, match=sentence):
        letter(**values)
