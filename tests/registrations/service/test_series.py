"""Several dates of a series at once: taking the seats, and giving them up."""

from datetime import date, timedelta

import pytest
import sqlalchemy as sa

from rookiebattle.accounts.models import User
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict, NotFound
from rookiebattle.core.mail import claims
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.registrations.service import registering, series
from rookiebattle.registrations.service.registering import NotRegistered
from rookiebattle.registrations.wording import FULL, NOTHING_TO_TAKE, PAID_BY_DATE, TOO_NEAR
from tests.clocks import NOW
from tests.stripe_double.keys import take_cards
from tests.world import World

WEEK = timedelta(days=7)


def weekly(world: World, number: int, **columns: object) -> list[str]:
    """That many Saturdays at noon, a week apart; the first begins in a week."""
    leader = world.person()
    ids: list[str] = []
    for week in range(1, number + 1):
        start = NOW + week * WEEK
        parent = {"parent_event_id": ids[0]} if ids else {"is_recurring": True}
        times = {"start_at": start, "end_at": start + timedelta(hours=2)}
        of_it = {"title": "Park Day", "recurrence_pattern": "weekly", **parent, **times}
        ids.append(world.event(leader, **{**of_it, **columns}))
    return ids


def held(world: World, ids: list[str]) -> list[int]:
    return [world.held(event_id) for event_id in ids]


def letters(world: World) -> list[Letter]:
    with world.database.unit_of_work(write=True) as session:
        found = [claims.written(session, one) for one in claims.claim(session, 100)]
        session.execute(sa.update(OutboxLetter).values(state="sent"))
    return [letter for letter in found if letter]


def test_a_seat_at_every_date_until_a_day_and_one_letter(world: World) -> None:
    maya, ids = world.person(email="maya@example.org"), weekly(world, 4)
    until = (NOW + 3 * WEEK).date()
    told = world.do(series.register_until, maya, event_id=ids[0], until=until)
    assert [one.event_id for one in told.registered] == ids[:3]
    assert (told.refused, held(world, ids)) == ([], [1, 1, 1, 0])
    assert [world.counter(one) for one in ids] == [1, 1, 1, 0]
    (letter,) = letters(world)
    assert letter.subject == "You’re registered: Park Day, 3 dates"
    assert letter.text.count("Park Day, 8:00 AM – 10:00 AM ET") == 3
    assert len(letter.attachments) == 1


def test_whoever_turned_off_emails_about_events_meanwhile_gets_no_letter(world: World) -> None:
    maya, ids = world.person(email="maya@example.org"), weekly(world, 2)
    world.do(series.register_until, maya, event_id=ids[0], until=None)
    world.set(User, maya.user_id, mail_events=False)
    assert letters(world) == []


def test_the_last_day_is_that_of_the_place(world: World) -> None:
    """Ten at night in Tampa is the next day in London."""
    evening = WEEK + timedelta(hours=14)
    times = {"start_at": NOW + evening, "end_at": NOW + evening + timedelta(hours=1)}
    (event_id,) = weekly(world, 1, **times)
    told = world.do(
        series.register_until, world.person(), event_id=event_id, until=(NOW + WEEK).date()
    )
    assert [one.event_id for one in told.registered] == [event_id]


def test_a_guardian_reads_of_all_dates_in_one_letter(world: World) -> None:
    mother = world.person(email="ana@example.org")
    ids = weekly(world, 3)
    world.do(series.register_until, world.minor_of(mother), event_id=ids[0], until=None)
    (letter,) = letters(world)
    assert letter.to == "ana@example.org"
    assert "3 dates" in letter.subject


def test_a_full_date_is_named_and_the_others_are_taken(each_database: Database) -> None:
    world = World(each_database)
    maya, ids = world.person(), weekly(world, 3, max_participants=1)
    world.do(registering.register, world.person(), event_id=ids[1])
    told = world.do(series.register_until, maya, event_id=ids[0], until=None)
    assert [one.event_id for one in told.registered] == [ids[0], ids[2]]
    assert [(one.event_id, one.reason) for one in told.refused] == [(ids[1], FULL)]
    with pytest.raises(Conflict, match=FULL):
        world.do(series.register_until, maya, event_id=ids[0], until=None)
    assert [world.counter(one) for one in ids] == [1, 1, 1]


def test_earlier_dates_and_what_is_held_stay_as_they_are(world: World) -> None:
    maya, ids = world.person(), weekly(world, 3)
    world.do(registering.register, maya, event_id=ids[2])
    told = world.do(series.register_until, maya, event_id=ids[1], until=None)
    assert ([one.event_id for one in told.registered], told.refused) == ([ids[1]], [])
    assert held(world, ids) == [0, 1, 1]
    with pytest.raises(Conflict, match=NOTHING_TO_TAKE):
        world.do(series.register_until, maya, event_id=ids[1], until=None)
    with pytest.raises(Conflict, match=NOTHING_TO_TAKE):
        world.do(series.register_until, maya, event_id=ids[0], until=date(2020, 1, 1))


def test_a_date_within_the_notice_period_or_with_a_card_price_is_for_itself(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    maya, ids = world.person(), weekly(world, 3)
    world.change(ids[0], start_at=NOW + timedelta(hours=3), end_at=NOW + timedelta(hours=5))
    world.change(ids[1], price_cents=1000)
    take_cards(monkeypatch)
    told = world.do(series.register_until, maya, event_id=ids[0], until=None)
    assert [one.reason for one in told.refused] == [TOO_NEAR, PAID_BY_DATE]
    assert held(world, ids) == [0, 0, 1]


def test_a_series_that_the_actor_may_not_see_is_not_found(world: World) -> None:
    ids = weekly(world, 2, waits_for="chapter")
    for who in (VISITOR, world.person()):
        with pytest.raises(NotFound):
            world.do(series.coming_dates, who, event_id=ids[0])


def seated(world: World, ids: list[str]) -> Actor:
    maya = world.person()
    world.do(series.register_until, maya, event_id=ids[0], until=None)
    return maya


def test_unregistering_from_a_series_keeps_what_can_no_longer_be_given_up(world: World) -> None:
    ids = weekly(world, 4)
    maya = seated(world, ids)
    near = {"start_at": NOW + timedelta(hours=3), "end_at": NOW + timedelta(hours=5)}
    world.change(ids[0], **near)
    world.change(ids[3], canceled_at=NOW)
    # Any date of the series names it.
    told = world.do(series.unregister_from_series, maya, event_id=ids[2])
    assert [one.event_id for one in told.kept] == [ids[0]]
    assert held(world, ids) == [1, 0, 0, 0]
    assert [world.counter(one) for one in ids] == [1, 0, 0, 0]
    with pytest.raises(Conflict, match="too late"):
        world.do(series.unregister_from_series, maya, event_id=ids[2])


def test_nobody_gives_up_a_series_without_a_seat(world: World) -> None:
    ids = weekly(world, 2)
    seated(world, ids)
    with pytest.raises(NotRegistered):
        world.do(series.unregister_from_series, world.person(), event_id=ids[0])
    assert held(world, ids) == [1, 1]
