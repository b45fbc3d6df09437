"""Giving and ending roles, and what others read of them."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.accounts import leaving
from rookiebattle.accounts.models import AgeBand, RoleGrant, User
from rookiebattle.accounts.service import delete_account, export_account
from rookiebattle.chapters.service import delete_chapter
from rookiebattle.core import clock
from rookiebattle.core.actor import OPERATOR, Actor
from rookiebattle.core.changes import AuditWords
from rookiebattle.core.database.db import Database, new_id
from rookiebattle.core.errors import Conflict, Forbidden, Invalid, NotFound
from rookiebattle.core.roles import Grant, Role
from rookiebattle.events.service import remove_event
from rookiebattle.roles import queries, service
from rookiebattle.roles.schemas import About, GrantQuery, GrantRead, GrantWrite
from tests.world import World


@pytest.fixture
def world(some_database: Database) -> World:
    return World(some_database)


@pytest.fixture
def admin(world: World) -> Actor:
    return world.person(is_admin=True, first_name="Ada", last_name="Birk")


@pytest.fixture
def maya(world: World) -> Actor:
    return world.person(
        first_name="Maya", last_name="Ortiz", game_name="Heron", game_name_key="heron"
    )


def given(world: World, by: Actor, to: Actor, role: Role = Role.GATE, **values: Any) -> GrantRead:
    written = GrantWrite(user_id=to.user_id, role=role, **values)
    return world.do(service.give, by, values=written)


def lead_of(world: World, chapter_id: str | None = None, role: Role = Role.LEAD) -> Actor:
    return replace(world.person(), grants=(Grant(role, chapter_id),))


def listed(world: World, actor: Actor, **wanted: Any) -> list[str]:
    found = world.do(service.list_grants, actor, wanted=GrantQuery(**wanted))
    assert found.total == len(found.items)
    return [one.id for one in found.items]


def holds_roles(world: World, actor: Actor) -> bool:
    return world.get(User, actor.user_id).holds_roles


def ends(world: World) -> list[bool]:
    with world.database.unit_of_work(write=False) as session:
        rows = session.scalars(sa.select(RoleGrant).order_by(RoleGrant.starts_at))  # type: ignore[arg-type]  # SQLModel
        return [row.ended_at is not None for row in rows]


def test_a_role_is_given_once_and_its_end_stays_in_the_history(
    world: World, admin: Actor, maya: Actor
) -> None:
    chapter_id = world.chapter()
    grant = given(world, admin, maya, Role.LEAD, chapter_id=chapter_id)
    assert (grant.role, grant.chapter_id, grant.event_id) == (Role.LEAD, chapter_id, None)
    assert (grant.given_by, grant.ends_at, grant.ended_at) == (admin.user_id, None, None)
    with pytest.raises(Conflict, match="hold this role already"):
        given(world, admin, maya, Role.LEAD, chapter_id=chapter_id)
    assert holds_roles(world, maya)
    other = given(world, admin, maya, Role.MEDIA)
    for _ in range(2):
        world.do(service.end, admin, grant_id=grant.id)
    assert holds_roles(world, maya)
    assert listed(world, maya) == [other.id]
    world.do(service.end, maya, grant_id=other.id)
    assert not holds_roles(world, maya)
    assert ends(world) == [True, True]
    assert given(world, admin, maya, Role.LEAD, chapter_id=chapter_id).id != grant.id


def test_the_log_tells_of_each_role_and_its_end_by_names(
    world: World, admin: Actor, maya: Actor
) -> None:
    event_id = world.event(title="Park day")
    until = clock.now() + timedelta(days=400)
    grant = given(world, admin, maya, event_id=event_id, ends_at=until)
    world.do(service.end, admin, grant_id=grant.id)
    lines = world.scalars(sa.select(AuditWords).order_by(AuditWords.at))  # type: ignore[arg-type]  # SQLModel
    assert [(one.action, one.thing) for one in lines] == [
        ("role.given", "Maya Ortiz"),
        ("role.ended", "Maya Ortiz"),
    ]
    told = [(one.field, one.before, one.after) for one in lines[0].changes]
    assert told[:2] == [("Role", "", "Gate"), ("Where", "", "Park day")]
    assert told[2][2].startswith("until ")
    ended = lines[1].changes[0]
    assert (ended.field, ended.before, ended.after) == ("Role", "Gate", "")
    assert world.actions().count("role.ended") == 1


def test_a_lead_gives_within_the_own_scope_and_an_organizer_at_the_event(
    world: World, maya: Actor
) -> None:
    north, south = world.chapter("North"), world.chapter("South")
    lead, organizer = lead_of(world, north), world.person()
    event_id = world.event(organizer, chapter_id=north)
    assert given(world, lead, maya, Role.SECOND, chapter_id=north)
    assert given(world, lead, maya, Role.MEDIA, event_id=event_id)
    assert given(world, organizer, maya, Role.MARSHAL, event_id=event_id)
    refused: list[tuple[Actor, Role, dict[str, str]]] = [
        (lead, Role.LEAD, {"chapter_id": north}),
        (lead, Role.TREASURER, {"chapter_id": north}),
        (lead, Role.GATE, {"chapter_id": south}),
        (lead, Role.GATE, {}),
        (lead, Role.GATE, {"event_id": world.event(chapter_id=south)}),
        (organizer, Role.SECOND, {"event_id": event_id}),
        (organizer, Role.GATE, {"chapter_id": north}),
        (world.person(), Role.GATE, {"event_id": event_id}),
        (lead_of(world, north, Role.SECOND), Role.GATE, {"chapter_id": north}),
    ]
    for actor, role, where in refused:
        with pytest.raises(Forbidden):
            given(world, actor, maya, role, **where)


def test_nobody_gives_themselves_a_role(world: World, admin: Actor) -> None:
    with pytest.raises(Forbidden, match="yourself"):
        given(world, admin, admin)


def test_what_is_not_there_gets_no_role(world: World, admin: Actor, maya: Actor) -> None:
    nobody = replace(maya, user_id=new_id())
    gone = world.person(erased_at=clock.now())
    refused: list[tuple[Actor, dict[str, Any]]] = [
        (nobody, {}),
        (gone, {}),
        (maya, {"chapter_id": new_id()}),
        (maya, {"event_id": new_id()}),
    ]
    for to, where in refused:
        with pytest.raises(NotFound):
            given(world, admin, to, **where)
    with pytest.raises(Invalid, match="not both"):
        given(world, admin, maya, chapter_id=world.chapter(), event_id=world.event())


def test_a_place_that_is_deleted_meanwhile_gets_no_role(
    world: World, admin: Actor, maya: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "hold_place", lambda *_: False)
    with pytest.raises(NotFound):
        given(world, admin, maya, chapter_id=world.chapter())


def test_a_role_has_its_time(world: World, admin: Actor, maya: Actor) -> None:
    now = clock.now().replace(microsecond=0)
    tomorrow, later = now + timedelta(days=1), now + timedelta(days=2)
    for starts_at, ends_at in ((None, now), (later, tomorrow)):
        with pytest.raises(Invalid, match="still to come"):
            given(world, admin, maya, starts_at=starts_at, ends_at=ends_at)
    grant = given(world, admin, maya, starts_at=tomorrow, ends_at=later)
    with pytest.raises(Conflict):
        given(world, admin, maya)
    with clock.at(later):
        assert listed(world, maya) == []
        assert given(world, admin, maya).id != grant.id
    assert world.get(RoleGrant, grant.id).ended_at == later


def test_who_may_give_a_role_may_end_it(world: World, admin: Actor, maya: Actor) -> None:
    north = world.chapter("North")
    organizer = world.person()
    event_id = world.event(organizer, chapter_id=north)
    lead, second = lead_of(world, north), lead_of(world, north, Role.SECOND)
    grant = given(world, lead, maya, chapter_id=north)
    with pytest.raises(Forbidden):
        world.do(service.end, second, grant_id=grant.id)
    for stranger in (world.person(), lead_of(world, world.chapter("South")), organizer):
        with pytest.raises(NotFound):
            world.do(service.end, stranger, grant_id=grant.id)
    world.do(service.end, lead, grant_id=grant.id)
    for one in (organizer, lead):
        world.do(service.end, one, grant_id=given(world, lead, maya, event_id=event_id).id)
    above = given(world, admin, maya, Role.LEAD, chapter_id=north)
    with pytest.raises(Forbidden):
        world.do(service.end, lead, grant_id=above.id)
    for id_ in (new_id(), "junk"):
        with pytest.raises(NotFound):
            world.do(service.end, admin, grant_id=id_)


def test_everybody_reads_their_own_roles_and_leads_those_in_reach(
    world: World, admin: Actor, maya: Actor
) -> None:
    north, south = world.chapter("North"), world.chapter("South")
    organizer = world.person()
    event_id = world.event(organizer, chapter_id=north)
    here = given(world, admin, maya, chapter_id=north).id
    there = given(world, admin, maya, chapter_id=south).id
    at_event = given(world, admin, maya, event_id=event_id).id
    everywhere = given(world, admin, maya).id
    every = {here, there, at_event, everywhere}
    lead = lead_of(world, north, Role.SECOND)
    assert {*listed(world, maya)} == {*listed(world, maya, user_id=maya.user_id)} == every
    assert {*listed(world, admin, user_id=maya.user_id)} == every
    assert {*listed(world, lead, user_id=maya.user_id)} == {here, at_event}
    assert listed(world, lead) == listed(world, organizer) == []
    assert listed(world, lead, chapter_id=north) == [here]
    assert listed(world, lead, event_id=event_id) == [at_event]
    assert listed(world, organizer, event_id=event_id) == [at_event]
    assert listed(world, organizer, event_id=event_id, user_id=maya.user_id) == [at_event]
    assert listed(world, maya, chapter_id=south, user_id=maya.user_id) == [there]
    for actor, wanted in (
        (lead, {"chapter_id": south}),
        (lead, {"chapter_id": north, "event_id": world.event()}),
        (organizer, {"user_id": maya.user_id}),
        (maya, {"chapter_id": north}),
    ):
        with pytest.raises(Forbidden):
            listed(world, actor, **wanted)
    for wanted in ({"user_id": new_id()}, {"chapter_id": new_id()}, {"event_id": new_id()}):
        with pytest.raises(NotFound):
            listed(world, admin, **wanted)


def test_roles_end_with_their_event_and_chapter(world: World, admin: Actor, maya: Actor) -> None:
    chapter_id = world.chapter()
    event_id = world.event(admin, chapter_id=chapter_id)
    given(world, admin, maya, event_id=event_id)
    given(world, admin, world.person(), event_id=event_id)
    world.do(remove_event, admin, event_id=event_id)
    assert ends(world) == [True, True]
    assert not holds_roles(world, maya)
    given(world, admin, maya, chapter_id=chapter_id)
    world.do(delete_chapter, admin, chapter_id=chapter_id)
    assert ends(world) == [True, True, True]
    assert listed(world, maya) == []


def test_roles_go_with_the_account_and_are_in_its_copy(
    world: World, admin: Actor, maya: Actor
) -> None:
    grant = given(world, admin, maya)
    assert str(world.do(export_account, maya)["role_grants"]).count(grant.id) == 1
    world.do(delete_account, maya, confirmation="DELETE")
    assert ends(world) == []
    assert not holds_roles(world, maya)
    with pytest.raises(NotFound):
        world.do(service.end, admin, grant_id=grant.id)


def test_a_role_that_ends_during_an_erasure_is_left_alone(
    world: World, admin: Actor, maya: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    grant = given(world, admin, maya)
    monkeypatch.setattr(queries, "hold", lambda *_: None)
    world.do(service.end, admin, grant_id=grant.id)
    assert ends(world) == [False]


def test_nothing_stays_of_a_child_who_gave_a_role(world: World, maya: Actor) -> None:
    child = world.person(game_name="Wren")
    grant = given(world, child, maya, event_id=world.event(child))
    world.person(is_admin=True)
    world.do(leaving.erase_child, OPERATOR, who=child.user_id)
    assert world.get(RoleGrant, grant.id).given_by == ""


def test_a_page_shows_the_roles_that_its_reader_may_read(
    world: World, admin: Actor, maya: Actor
) -> None:
    north = world.chapter("North")
    organizer = world.person()
    event_id = world.event(organizer, title="Park day", chapter_id=north)
    given(world, admin, maya, Role.LEAD, chapter_id=north)
    given(world, admin, maya, event_id=event_id)

    def shown(actor: Actor, **about: str) -> Any:
        return world.do(service.show_roles, actor, about=About(**about))

    (one,) = shown(admin, chapter_id=north).held
    assert (one.name, one.place, one.may_end) == ("Maya Ortiz", "North", True)
    lead = lead_of(world, north)
    (one,) = shown(lead, chapter_id=north).held
    assert (one.name, one.may_end) == ("Heron", False)
    (one,) = shown(organizer, event_id=event_id).held
    assert (one.name, one.place, one.may_end) == ("Heron", "Park day", True)
    assert shown(maya, chapter_id=north) is shown(maya, user_id=maya.user_id) is None
    assert shown(admin) is None
    with pytest.raises(NotFound):
        shown(admin, user_id=new_id())


def test_a_members_page_offers_the_places_of_its_reader_and_suggests_by_rank(
    world: World, admin: Actor
) -> None:
    north = world.chapter("North")
    world.chapter("South")
    warden = world.person(admin_rank=5, age_band=AgeBand.MINOR, game_name="Wren")

    def shown(actor: Actor, user_id: str = warden.user_id) -> Any:
        return world.do(service.show_roles, actor, about=About(user_id=user_id))

    found = shown(admin)
    assert [one.name for one in found.places] == ["The whole club", "North", "South"]
    assert (found.suggested, found.waits) == (Role.SECOND, True)
    lead = lead_of(world, north)
    found = shown(lead)
    assert [one.name for one in found.places] == ["North"]
    assert (found.name, found.waits) == ("Wren", False)
    with pytest.raises(NotFound):
        shown(admin, world.person(erased_at=clock.now()).user_id)
    for nothing in (shown(lead_of(world, north, Role.SECOND)), shown(admin, admin.user_id)):
        assert (nothing.places, nothing.givable) == ([], frozenset())


def test_people_are_found_by_name_or_by_exactly_their_game_name(
    world: World, admin: Actor, maya: Actor
) -> None:
    organizer = world.person()
    about = About(event_id=world.event(organizer))

    def found(actor: Actor, text: str) -> list[tuple[str, str]]:
        people = world.do(service.find_people, actor, about=about, text=text)
        return [(one.user_id, one.name) for one in people]

    assert found(admin, "Ort") == found(admin, "heron") == [(maya.user_id, "Maya Ortiz")]
    assert found(organizer, "HERON") == [(maya.user_id, "Heron")]
    assert found(organizer, "Maya") == found(organizer, "Hero") == found(organizer, " ") == []
    assert found(admin, "Ada") == []
    with pytest.raises(Forbidden):
        found(maya, "Heron")


def test_a_member_reads_where_they_help(world: World, admin: Actor, maya: Actor) -> None:
    where: dict[str, Any] = {
        "chapter_id": world.chapter(time_zone="America/Chicago"),
        "title": "Park day",
    }
    event_id = world.event(start_at=clock.now() + timedelta(hours=1), **where)
    given(world, admin, maya, Role.MARSHAL, event_id=event_id)
    (one,) = world.do(service.helping, maya)
    assert (one.event_id, one.title, one.role, one.waits, one.time_zone) == (
        *(event_id, "Park day", Role.MARSHAL, False, "America/Chicago"),
    )
    # Before the welcome nobody knows their age, and their role waits.
    world.set(User, maya.user_id, age_band=None)
    assert world.do(service.helping, maya) == [replace(one, waits=True)]
    world.set(User, maya.user_id, age_band=AgeBand.ADULT)
    # A gate is needed most while its event runs.
    with clock.at(clock.now() + timedelta(hours=2)):
        assert world.do(service.helping, maya) == [one]
    with clock.at(clock.now() + timedelta(days=1)):
        assert world.do(service.helping, maya) == []


def test_a_role_in_a_chapter_leads_to_its_gates_on_the_day(
    world: World, admin: Actor, maya: Actor
) -> None:
    here, there = world.chapter(), world.chapter(name="South")
    hours = {"today": 20, "next week": 170, "elsewhere": 1, "off": 1, "theirs": 1}
    at = {name: clock.now() + timedelta(hours=one) for name, one in hours.items()}
    event_id = world.event(title="Park day", start_at=at["today"], chapter_id=here)
    world.event(start_at=at["next week"], chapter_id=here)
    world.event(start_at=at["elsewhere"], chapter_id=there)
    world.event(start_at=at["off"], chapter_id=here, canceled_at=clock.now())
    world.event(maya, start_at=at["theirs"], chapter_id=here)
    given(world, admin, maya, Role.MARSHAL, chapter_id=here)
    given(world, admin, maya, Role.MEDIA, chapter_id=there)
    (one,) = world.do(service.helping, maya)
    assert (one.event_id, one.role) == (event_id, Role.MARSHAL)
