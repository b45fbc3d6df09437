"""Beads at events: for one member, and for everybody who was there."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import User
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict, Forbidden, Invalid, NotFound
from rookiebattle.core.pagination import Window
from rookiebattle.core.roles import Grant, Role
from rookiebattle.events.service import remove_event
from rookiebattle.progression import service as progression
from rookiebattle.registrations.schemas import AwardWrite, MembersAwardWrite, RosterAwardWrite
from rookiebattle.registrations.service import awards, check_ins
from tests.clocks import NOW
from tests.world import World

NOBODYS = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def world(some_database: Database) -> World:
    return World(some_database)


@pytest.fixture
def ada(world: World) -> Actor:
    return world.person(first_name="Ada", is_admin=True)


def reward(world: World, by: Actor, event_id: str, **of: Any) -> int:
    values = RosterAwardWrite(**{"bead": "red", **of})
    return world.do(awards.award_roster, by, event_id=event_id, values=values).awarded


def beads(world: World, member: Actor) -> dict[str, int]:
    return world.get(User, member.user_id).award_beads


def test_everybody_who_was_there_gets_a_bead(world: World, ada: Actor) -> None:
    event_id = world.event(title="Field Day")
    there, left, gone, elsewhere = (world.person() for _ in range(4))
    for member in (there, left, gone):
        world.seat(event_id, member)
    with world.database.unit_of_work(write=True) as session:
        session.get_one(User, gone.user_id).erased_at = session.get_one(
            User, gone.user_id
        ).created_at
    row = next(one for one in world.rows(event_id) if one.user_id == left.user_id)
    world.set(type(row), row.id, cancelled_at=row.registration_date)
    assert reward(world, ada, event_id, reason="Thank you") == 1
    assert [beads(world, one) for one in (there, left, gone, elsewhere)] == [{"red": 1}, {}, {}, {}]
    (entry,) = world.do(progression.own_timeline, there, window=Window()).items
    assert (entry.event_id, entry.event_title, entry.reason) == (event_id, "Field Day", "Thank you")


def test_a_former_member_who_was_checked_in_keeps_no_bead_from_the_others(
    world: World, ada: Actor
) -> None:
    event_id, there, gone = world.event(start_at=NOW), world.person(), world.person()
    for member in (there, gone):
        world.seat(event_id, member)
        world.do(check_ins.check_in, ada, event_id=event_id, user_id=member.user_id)
    world.set(User, gone.user_id, erased_at=NOW)
    assert reward(world, ada, event_id) == 1
    assert (beads(world, there), beads(world, gone)) == ({"red": 1}, {})


def test_who_is_checked_in_was_there(world: World, ada: Actor) -> None:
    event_id = world.event(start_at=NOW)
    came, stayed_away = world.person(), world.person()
    for member in (came, stayed_away):
        world.seat(event_id, member)
    world.do(check_ins.check_in, ada, event_id=event_id, user_id=came.user_id)
    assert reward(world, ada, event_id) == 1
    assert (beads(world, came), beads(world, stayed_away)) == ({"red": 1}, {})
    # A person who is chosen by name gets the bead all the same.
    assert reward(world, ada, event_id, user_ids=[stayed_away.user_id]) == 1
    world.do(check_ins.undo_check_in, ada, event_id=event_id, user_id=came.user_id)
    assert reward(world, ada, event_id, again=True) == 2


def test_some_of_them_are_chosen(world: World, ada: Actor) -> None:
    event_id, one, other = world.event(), world.person(), world.person()
    for member in (one, other):
        world.seat(event_id, member)
    assert reward(world, ada, event_id, user_ids=[one.user_id]) == 1
    assert (beads(world, one), beads(world, other)) == ({"red": 1}, {})
    with pytest.raises(Invalid) as refused:
        reward(world, ada, event_id, user_ids=[one.user_id, ada.user_id])
    assert "userIds" in refused.value.fields


def test_an_empty_event_rewards_nobody(world: World, ada: Actor) -> None:
    with pytest.raises(Conflict, match="No one has a seat"):
        reward(world, ada, world.event())
    with pytest.raises(NotFound):
        reward(world, ada, "junk")
    with pytest.raises(NotFound):
        reward(world, ada, ada.user_id)


def test_too_many_at_once_are_refused(
    world: World, ada: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(awards, "MOST_PEOPLE", 1)
    event_id = world.event()
    for _ in range(2):
        world.seat(event_id, world.person())
    with pytest.raises(Conflict, match="at once"):
        reward(world, ada, event_id)


def test_a_champion_is_one_of_an_event(world: World, ada: Actor) -> None:
    event_id, maya = world.event(title="Finals"), world.person()
    values = AwardWrite(bead="blue", event_id=event_id)
    assert world.do(awards.award, ada, user_id=maya.user_id, values=values).awarded == 1
    (entry,) = world.do(progression.own_timeline, maya, window=Window()).items
    assert entry.event_title == "Finals"
    with pytest.raises(Invalid):
        world.do(awards.award, ada, user_id=maya.user_id, values=AwardWrite(bead="blue"))


def test_only_administrators_award(world: World) -> None:
    jonah, maya = world.person(), world.person()
    event_id = world.event(jonah)
    world.seat(event_id, maya)
    with pytest.raises(Forbidden):
        reward(world, jonah, event_id)
    with pytest.raises(Forbidden):
        world.do(awards.award, jonah, user_id=maya.user_id, values=AwardWrite(bead="red"))


def test_the_history_outlives_event_and_account(world: World, ada: Actor) -> None:
    maya = world.person()
    event_id = world.event(ada, title="Field Day")
    values = AwardWrite(bead="red", event_id=event_id)
    world.do(awards.award, ada, user_id=maya.user_id, values=values)
    world.do(remove_event, ada, event_id=event_id)
    (entry,) = world.do(progression.own_timeline, maya, window=Window()).items
    assert entry.event_title == "Field Day"
    world.do(accounts.delete_account, maya, confirmation="DELETE")
    assert beads(world, maya) == {}


def found(world: World, by: Actor, text: str = "") -> list[str]:
    return [one.title for one in world.do(awards.find_events, by, text=text)]


@pytest.mark.each_database
def test_events_are_found_by_title_newest_first(world: World, ada: Actor) -> None:
    now = clock.now()
    for title, days in (("Duels", -30), ("Night duels", -2), ("Melee", -1), ("Duels soon", 3)):
        world.event(title=title, start_at=now + timedelta(days=days))
    assert found(world, ada) == ["Melee", "Night duels", "Duels"]
    assert found(world, ada, " DUEL ") == ["Night duels", "Duels"]
    assert found(world, ada, "100%") == found(world, ada, "_") == []


def test_an_event_of_tomorrow_is_offered_with_its_own_zone(world: World, ada: Actor) -> None:
    chapter_id = world.chapter(time_zone="America/Chicago")
    world.event(title="Finals", start_at=clock.now() + timedelta(hours=20), chapter_id=chapter_id)
    (offered,) = world.do(awards.find_events, ada, text="")
    assert (offered.title, offered.time_zone) == ("Finals", "America/Chicago")


def test_only_administrators_look_for_events_to_award_at(world: World) -> None:
    with pytest.raises(Forbidden):
        found(world, world.person())


def test_a_lead_awards_at_events_of_the_chapter_that_are_published(
    world: World, ada: Actor
) -> None:
    north = world.chapter("North")
    event_id = world.event(title="Draft", start_at=NOW, chapter_id=north, waits_for="leads")
    south_id = world.event(title="South", start_at=NOW, chapter_id=world.chapter("South"))
    lead = replace(world.person(), grants=(Grant(Role.LEAD, north),))
    assert (found(world, lead), "Draft" in found(world, ada)) == ([], True)
    world.change(event_id, waits_for=None)
    assert found(world, lead) == ["Draft"]
    world.seat(south_id, world.person())
    with pytest.raises(Forbidden):
        reward(world, lead, south_id)


def test_the_same_bead_at_the_same_event_is_asked_about(world: World, ada: Actor) -> None:
    event_id, other_id = world.event(), world.event()
    ana, bo = world.person(), world.person()
    for at, who in ((event_id, ana), (event_id, bo), (other_id, ana)):
        world.seat(at, who)
    assert reward(world, ada, event_id, user_ids=[ana.user_id]) == 1
    with pytest.raises(Invalid) as refused:
        reward(world, ada, event_id)
    assert refused.value.fields == {
        "again": "1 of these 2 members has got this bead at this event already."
    }
    values = AwardWrite(bead="red", event_id=event_id)
    with pytest.raises(Invalid, match="This member already got this bead"):
        world.do(awards.award, ada, user_id=ana.user_id, values=values)
    assert reward(world, ada, event_id, bead="wood") == reward(world, ada, event_id, again=True)
    assert reward(world, ada, other_id) == 1
    with pytest.raises(Invalid, match="These 2 members already got"):
        reward(world, ada, event_id)
    assert (beads(world, ana), beads(world, bo)) == ({"red": 3, "wood": 1}, {"red": 1, "wood": 1})


def test_an_award_is_undone_for_everybody_who_still_has_it(world: World, ada: Actor) -> None:
    event_id, people = world.event(), world.people(3)
    for who in people:
        world.seat(event_id, who)
    award: dict[str, Any] = {"event_id": event_id, "values": RosterAwardWrite(bead="red")}
    given = world.do(awards.award_roster, ada, **award)
    first = world.do(progression.member_timeline, ada, user_id=people[0].user_id, window=Window())
    world.do(progression.undo, ada, entry_id=first.items[0].id)
    sizes = world.do(progression.award_sizes, ada, award_ids=[given.award_id])
    assert sizes == {given.award_id: 2}
    with pytest.raises(Forbidden):
        world.do(progression.undo_award, people[0], award_id=given.award_id)
    assert world.do(progression.undo_award, ada, award_id=given.award_id) == 2
    assert [beads(world, one).get("red", 0) for one in people] == [0, 0, 0]
    last = world.do(progression.own_timeline, people[1], window=Window()).items[0]
    assert (last.act, last.event_id) == ("undo", event_id)
    with pytest.raises(NotFound):
        world.do(progression.undo_award, ada, award_id=given.award_id)
    assert world.do(awards.award_roster, ada, **award).awarded == 3


def test_an_award_is_undone_for_all_or_for_nobody(world: World, ada: Actor) -> None:
    event_id, people = world.event(), world.people(2)
    for who in people:
        world.seat(event_id, who)
    given = world.do(
        awards.award_roster, ada, event_id=event_id, values=RosterAwardWrite(bead="red")
    )
    world.set(User, people[1].user_id, award_beads={})
    with pytest.raises(Conflict):
        world.do(progression.undo_award, ada, award_id=given.award_id)
    assert beads(world, people[0]) == {"red": 1}


def test_several_members_get_beads_without_an_event_all_or_none(world: World, ada: Actor) -> None:
    ana, bo = world.person(), world.person()

    def reward_both(*user_ids: str, **of: Any) -> int:
        values = MembersAwardWrite(**{"bead": "red", "user_ids": [*user_ids], **of})
        return world.do(awards.award_members, ada, values=values).awarded

    assert reward_both(ana.user_id, bo.user_id, count=2) == 2
    with pytest.raises(NotFound):
        reward_both(ana.user_id, NOBODYS)
    assert [beads(world, one) for one in (ana, bo)] == [{"red": 2}, {"red": 2}]
    values = MembersAwardWrite(bead="red", user_ids=[bo.user_id])
    with pytest.raises(Forbidden):
        world.do(awards.award_members, ana, values=values)
