"""Counts of all that waits for an administrator, and the letters that failed."""

from datetime import timedelta

import pytest

from rookiebattle.console import service
from rookiebattle.console.service import Waiting
from rookiebattle.console.view import waiting_view
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import new_id
from rookiebattle.core.errors import Conflict, Forbidden, NotFound, Unauthorized
from rookiebattle.core.mail.failed import MAYBE_SENT
from rookiebattle.core.pagination import Window
from rookiebattle.events.models import EventReport
from rookiebattle.registrations.service import settling
from tests import factories
from tests.clocks import NOW
from tests.console.mishaps import failed_letter
from tests.world import World


def test_paid_seats_of_canceled_events_wait_until_their_money_is_back(
    world: World, ada: Actor
) -> None:
    maya = world.person()
    later = world.event(ada, price_cents=1000, canceled_at=NOW, start_at=NOW + timedelta(days=20))
    first = world.event(ada, price_cents=1000, canceled_at=NOW)
    for event_id in (later, first):
        world.seat(event_id, maya, payment_status="completed", payment_amount_cents=1000)
    found = world.do(service.count_waiting, ada)
    assert found.returning == (2, first)
    for event_id in (first, later):
        world.do(settling.settle, ada, event_id=event_id, user_id=maya.user_id, status="refunded")
    assert world.do(service.count_waiting, ada) == Waiting()


def test_nothing_waits_in_a_quiet_club(world: World, ada: Actor) -> None:
    assert world.do(service.count_waiting, ada) == Waiting()


def test_everything_that_waits_is_counted(world: World, ada: Actor) -> None:
    world.add(factories.chapter_request())
    event_id = world.event(start_at=NOW)
    world.seat(event_id, ada, payment_status="pending", payment_amount_cents=500)
    world.person(age_band=None, invited_at=NOW - timedelta(days=15))
    failed_letter(world)
    assert world.do(service.count_waiting, ada) == Waiting(1, 1, 1, seats=(1, event_id))


def test_suspicious_messages_are_counted_apart(world: World, ada: Actor) -> None:
    event_id = world.event(ada)
    world.add(factories.chapter_request(is_suspicious=True))
    world.add(factories.question(event_id=event_id, is_suspicious=True))
    found = world.do(service.count_waiting, ada)
    assert found == Waiting(suspicious=1, questions=(1, event_id))
    words = [one.words for one in waiting_view(found).links]
    assert words == ["1 suspicious request", "1 suspicious question"]


def test_events_that_wait_or_were_reported_are_counted(world: World, ada: Actor) -> None:
    asked = world.event(chapter_id=world.chapter(), waits_for="chapter")
    told = world.event()
    world.add(EventReport(event_id=told, reason="Not ours", reported_at=NOW))
    found = world.do(service.count_waiting, ada)
    assert (found.events, found.reported) == ((1, asked), (1, told))
    assert [(one.words, one.href) for one in waiting_view(found).links] == [
        ("1 event reported", f"/events/{told}"),
        ("1 event waiting", f"/events/{asked}"),
    ]


def test_a_letter_is_sent_again(world: World, ada: Actor) -> None:
    letter_id = failed_letter(world)
    (one,) = world.do(service.list_failed_letters, ada, window=Window()).items
    assert (one.id, one.subject, one.last_error) == (letter_id, "Hello", "550")
    world.do(service.send_letter_again, ada, letter_id=letter_id)
    assert world.do(service.list_failed_letters, ada, window=Window()).items == []
    with pytest.raises(Conflict):
        world.do(service.send_letter_again, ada, letter_id=letter_id)


def test_a_letter_is_set_aside(world: World, ada: Actor) -> None:
    letter_id = failed_letter(world)
    world.do(service.set_letter_aside, ada, letter_id=letter_id)
    assert world.do(service.count_waiting, ada).letters == 0
    assert world.actions() == ["letter.failed", "letter.set_aside"]


@pytest.mark.each_database
def test_all_letters_of_a_restored_backup_are_set_aside_at_once(world: World, ada: Actor) -> None:
    """A letter that the mail server refused stays: nobody has looked at it."""
    refused = failed_letter(world)
    for _ in range(2):
        failed_letter(world, MAYBE_SENT)
    assert world.do(service.count_restored_letters, ada) == 2
    world.do(service.set_restored_letters_aside, ada)
    (left,) = world.do(service.list_failed_letters, ada, window=Window()).items
    assert left.id == refused
    assert world.actions()[-1] == "letter.set_aside"
    with pytest.raises(Conflict, match="waiting for you anymore"):
        world.do(service.set_restored_letters_aside, ada)


def test_a_letter_that_does_not_exist_cannot_be_sent(world: World, ada: Actor) -> None:
    with pytest.raises(Conflict):
        world.do(service.send_letter_again, ada, letter_id=new_id())
    with pytest.raises(NotFound):
        world.do(service.set_letter_aside, ada, letter_id="junk")


def test_nobody_else_learns_what_waits(world: World) -> None:
    for actor, error in ((world.person(), Forbidden), (VISITOR, Unauthorized)):
        with pytest.raises(error):
            world.do(service.count_waiting, actor)
        with pytest.raises(error):
            world.do(service.count_restored_letters, actor)
        with pytest.raises(error):
            world.do(service.set_restored_letters_aside, actor)
        with pytest.raises(error):
            world.do(service.list_failed_letters, actor, window=Window())
        with pytest.raises(error):
            world.do(service.send_letter_again, actor, letter_id=new_id())
        with pytest.raises(error):
            world.do(service.set_letter_aside, actor, letter_id=new_id())


def test_the_palette_finds_members_and_coming_events_before_those_that_are_over(
    world: World, ada: Actor
) -> None:
    mira = world.person(first_name="Mira", last_name="Ash")
    older, over = (
        world.event(title="Ash Trees", start_at=NOW - timedelta(days=days)) for days in (90, 9)
    )

    def found() -> tuple[list[str], list[str]]:
        result = world.do(service.find_by_name, ada, text="ash")
        return [one.id for one in result.members], [one.id for one in result.events]

    assert found() == ([mira.user_id], [over, older])
    coming = world.event(title="Ash Duels", start_at=NOW + timedelta(days=9))
    assert found() == ([mira.user_id], [coming])
    with pytest.raises(Forbidden):
        world.do(service.find_by_name, mira, text="ash")
