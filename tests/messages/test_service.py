"""Writing to the people of an event: who may, who gets it, how often, and who reads it."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.changes import AuditWords
from rookiebattle.core.database import turns
from rookiebattle.core.errors import Conflict, Forbidden, TooManyRequests, Unauthorized
from rookiebattle.core.mail.outbox_table import letters
from rookiebattle.core.pagination import Window
from rookiebattle.core.pushing import live
from rookiebattle.core.roles import Grant, Role
from rookiebattle.events.schemas import CancelWrite, Scope
from rookiebattle.guardians.models import Guardianship
from rookiebattle.messages import service, wording
from rookiebattle.messages.models import Message
from rookiebattle.messages.schemas import MessageSent, MessageWrite
from rookiebattle.registrations.queries import waiting
from rookiebattle.registrations.schemas import Audience
from tests.clocks import NOW, StillClock
from tests.world import World

pytestmark = pytest.mark.usefixtures("still_clock")
HOUR = timedelta(hours=1)
LEADS = {"organizer", "lead", "second", "admin"}


class Club:
    """An event with Ana, who is there, Ben, who owes, and a minor; Wes waits for a seat."""

    def __init__(self, world: World) -> None:
        self.world, chapter = world, world.chapter()
        self.teen: Actor | None = None
        self.organizer = self.person("Olga")
        self.event_id = world.event(self.organizer, chapter_id=chapter, price_cents=1000)
        self.ana, self.ben = self.person("Ana"), self.person("Ben")
        self.kid = self.person("Kit", email=None, age_band=AgeBand.MINOR)
        self.mother, self.wes = self.person("Mia"), self.person("Wes")
        world.add(Guardianship(guardian_id=self.mother.user_id, minor_id=self.kid.user_id))
        paid: dict[str, Any] = {"payment_status": "completed", "payment_amount_cents": 1000}
        world.seat(self.event_id, self.ana, checked_in_at=NOW, **paid)
        owes = {"payment_status": "pending", "payment_amount_cents": 1000}
        world.seat(self.event_id, self.ben, **owes)
        world.seat(self.event_id, self.kid, **paid)
        world.run(waiting.add, self.event_id, self.wes.user_id, [self.wes.user_id])
        self.actors = {
            "organizer": self.organizer,
            "member": self.ana,
            "admin": world.person(is_admin=True),
            "visitor": VISITOR,
        } | {one.value: self.holding(one, chapter) for one in Role}

    def person(self, name: str, **columns: Any) -> Actor:
        usual = {"game_name": name, "email": f"{name.lower()}@example.org"}
        return self.world.person(**usual | columns)

    def holding(self, role: Role, chapter_id: str) -> Actor:
        return replace(self.world.person(), grants=(Grant(role, chapter_id=chapter_id),))

    def send(self, actor: Actor | None = None, to: str = "registered", **more: Any) -> MessageSent:
        values = MessageWrite(to=Audience(to), subject="Bring water", text="It will be hot.")
        named: dict[str, Any] = {"event_id": self.event_id, "values": values, **more}
        return self.world.do(service.send, actor or self.organizer, **named)

    def recipients(self) -> set[str]:
        names = {one.user_id: name for name, one in vars(self).items() if isinstance(one, Actor)}
        with self.world.database.unit_of_work(write=False) as session:
            wanted = sa.select(letters.c.user_id).where(letters.c.kind == service.SENT)
            found = list(session.scalars(wanted))
        assert len(found) == len(set(found))
        return {names[one] for one in found}

    def read(self, actor: Actor) -> list[str]:
        named: dict[str, Any] = {"event_id": self.event_id, "window": Window()}
        found = self.world.do(service.list_messages, actor, **named)
        return [f"{one.name}: {one.subject} ({one.to.value})" for one in found.items]


@pytest.fixture
def club(world: World) -> Club:
    return Club(world)


def test_the_organizer_leads_and_administrators_write(club: Club) -> None:
    may = set()
    for name, actor in club.actors.items():
        try:
            club.send(actor, is_dry=True)
        except (Forbidden, Unauthorized):
            continue
        may.add(name)
    assert may == LEADS
    assert club.recipients() == set()


@pytest.mark.parametrize(
    ("to", "emails", "recipients"),
    [
        ("registered", 3, {"ana", "ben", "mother"}),
        ("checkedIn", 1, {"ana"}),
        ("unpaid", 1, {"ben"}),
        ("waiting", 1, {"wes"}),
    ],
)
def test_each_audience_gets_one_letter_each_and_minors_through_their_guardian(
    club: Club, to: str, emails: int, recipients: set[str]
) -> None:
    sent = club.send(to=to, event_id=club.event_id.upper())
    assert sent.id is not None
    (sender,) = club.world.scalars(sa.select(letters.c.sender).distinct())
    assert sender == club.organizer.user_id
    assert (sent.emails, sent.unreachable, club.recipients()) == (emails, [], recipients)
    (line,) = (one for one in club.world.audit_lines() if one.action == "message.sent")
    assert line.details == {"event_id": club.event_id, "to": to}
    (told,) = club.world.scalars(sa.select(AuditWords))
    assert [one.after for one in told.changes] == [wording.AUDIENCES[to], "Bring water"]


def test_a_minor_with_an_address_gets_a_copy_and_counts_once(club: Club) -> None:
    teen = club.teen = club.person("Tia", age_band=AgeBand.MINOR)
    club.world.add(Guardianship(guardian_id=club.mother.user_id, minor_id=teen.user_id))
    club.world.seat(club.event_id, teen, checked_in_at=NOW)
    assert club.send(to="checkedIn").emails == 2
    assert club.recipients() == {"ana", "teen", "mother"}


def test_the_names_that_no_email_reaches_are_told(club: Club) -> None:
    zed = club.person("Zed", mail_events=False)
    for one in (zed, club.person("Abe", email=None)):
        club.world.seat(club.event_id, one)
    sent = club.send(is_dry=True)
    assert (sent.id, sent.emails) == (None, 3)
    missed = [(one.name, one.has_address) for one in sent.unreachable]
    assert missed == [("Abe", False), ("Zed", True)]


def test_a_message_to_many_is_promised_in_batches(
    each_database: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Club(World(each_database))
    monkeypatch.setattr(service, "AT_ONCE", 2)
    assert club.send().emails == 3
    assert len(club.recipients()) == 2
    numbers = [club.world.do(service.promise_next, VISITOR) for _ in range(3)]
    assert numbers == [1, 0, 0]
    assert club.recipients() == {"ana", "ben", "mother"}


def test_those_who_left_meanwhile_end_the_batches(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "AT_ONCE", 2)
    club.send()
    with club.world.database.unit_of_work(write=True) as session:
        session.execute(sa.update(Message).values(promised_until="z"))
    assert club.world.do(service.promise_next, VISITOR) == 0
    assert club.world.do(service.promise_next, VISITOR) == 0


def test_five_messages_a_day_and_administrators_more(club: Club, still_clock: StillClock) -> None:
    for _ in range(wording.MOST_A_DAY):
        club.send()
    with pytest.raises(TooManyRequests, match=wording.A_DAY):
        club.send()
    assert club.send(is_dry=True).id is None
    club.send(club.actors["admin"])
    elsewhere = club.world.event(club.organizer)
    club.world.seat(elsewhere, club.ana)
    club.send(event_id=elsewhere)
    still_clock.now += timedelta(days=1, hours=1)
    club.send()


def test_the_days_messages_are_counted_when_it_is_ones_turn(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def others(session: Session, _name: str) -> None:
        """Others wrote while this one waited."""
        hot: dict[str, Any] = {"to": "registered", "subject": "Bring water", "text": "Hot."}
        by = club.organizer.user_id
        for _ in range(wording.MOST_A_DAY):
            session.add(Message(event_id=club.event_id, sent_by=by, sent_at=NOW, **hot))
        session.flush()

    monkeypatch.setattr(turns, "take_turn", others)
    with pytest.raises(TooManyRequests):
        club.send()


def test_nobody_to_write_to_and_an_event_that_is_long_over_are_refused(club: Club) -> None:
    empty = club.world.event(club.organizer)
    with pytest.raises(Conflict, match=wording.NOBODY):
        club.send(event_id=empty)
    ended = NOW - timedelta(days=31)
    club.world.change(club.event_id, start_at=ended - timedelta(hours=2), end_at=ended)
    with pytest.raises(Conflict, match="30 days"):
        club.send()
    club.world.change(club.event_id, end_at=ended + timedelta(days=2))
    assert club.send().id


def test_whoever_has_a_seat_or_waits_reads_what_was_said_newest_first(
    club: Club, still_clock: StillClock
) -> None:
    for to in ("registered", "waiting", "unpaid"):
        still_clock.now += timedelta(minutes=1)
        club.send(to=to)
    two = ["Olga: Bring water (waiting)", "Olga: Bring water (registered)"]
    for actor in (club.ana, club.mother, club.kid, club.wes):
        assert club.read(actor) == two
    for actor in (club.ben, club.organizer, club.actors["lead"]):
        assert club.read(actor) == ["Olga: Bring water (unpaid)", *two]
    club.world.set(User, club.organizer.user_id, first_name="Olga", last_name="Stone")
    assert club.read(club.actors["admin"])[1:] == [f"Olga Stone{one[4:]}" for one in two]
    found = club.world.do(service.list_messages, club.ana, event_id=club.event_id, window=Window(1))
    assert found.total == 2
    stranger = club.person("Sam")
    with pytest.raises(Forbidden):
        club.read(stranger)

    def shown(actor: Actor) -> int:
        named: dict[str, Any] = {"event_id": club.event_id, "most": 2}
        return len(club.world.do(service.shown_messages, actor, **named))

    assert [shown(one) for one in (club.ana, stranger, VISITOR)] == [2, 0, 0]
    club.world.seat(club.event_id, stranger)
    assert club.read(stranger) == two
    # A guardian reads what concerns a minor's seat.
    owing = club.world.minor_of(club.mother, "Rowan")
    owes = {"payment_status": "pending", "payment_amount_cents": 1000}
    club.world.seat(club.event_id, owing, **owes)
    assert club.read(club.mother) == ["Olga: Bring water (unpaid)", *two]


def canceling(club: Club) -> dict[str, Any]:
    return {"event_id": club.event_id, "values": CancelWrite(reason="Storm"), "scope": Scope.THIS}


def test_a_cancellation_carries_its_message_without_another_letter(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(live, "announce", heard.append)
    values = MessageWrite(to=Audience.REGISTERED, subject="Off", text="Lightning.\nGo home.")
    both = canceling(club)
    club.world.do(service.cancel_with_message, club.organizer, message=values, **both)
    assert club.recipients() == set()
    assert service.topic_of(club.event_id) in heard
    assert club.read(club.ana) == ["Olga: Off (registered)"]
    words: list[str] = []
    with club.world.database.unit_of_work(write=False) as session:
        service.explain_cancellation(session, canceled={club.event_id: NOW}, words=words)
        later = {club.event_id: NOW + timedelta(hours=1)}
        service.explain_cancellation(session, canceled=later, words=words)
    assert words == ["Lightning.\nGo home."]
    club.world.change(club.event_id, canceled_at=NOW + timedelta(hours=1))
    assert club.read(club.ana) == [], "another cancellation"


def test_a_date_that_was_canceled_before_gets_no_message(club: Club) -> None:
    club.world.change(club.event_id, is_recurring=True)
    later: dict[str, Any] = {"parent_event_id": club.event_id, "canceled_at": NOW - HOUR}
    club.world.event(club.organizer, start_at=NOW + timedelta(days=20), **later)
    values = MessageWrite(to=Audience.REGISTERED, subject="Off", text="Go home.")
    both = canceling(club) | {"scope": Scope.FOLLOWING}
    club.world.do(service.cancel_with_message, club.organizer, message=values, **both)
    assert [one.event_id for one in club.world.scalars(sa.select(Message))] == [club.event_id]


def test_words_of_several_cancellations_are_told_in_their_order(club: Club) -> None:
    for hours, text in ((2, "Later."), (1, "First."), (3, "")):
        said: dict[str, Any] = {
            "to": "registered",
            "subject": "Off",
            "text": text,
            "with_cancellation": text != "",
            "event_id": club.event_id,
            "sent_by": club.organizer.user_id,
        }
        club.world.add(Message(**said, sent_at=NOW + hours * HOUR))
    words = ["Storm."]
    club.world.run(service.explain_cancellation, canceled={club.event_id: NOW}, words=words)
    assert words == ["Storm.", "First.", "Later."]


def test_a_cancellation_needs_no_message(club: Club) -> None:
    both = canceling(club)
    club.world.do(service.cancel_with_message, club.organizer, message=None, **both)
    assert club.read(club.ana) == []
