"""Checking gear, incidents, suspensions, and who may read and write them."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.accounts.leaving import erase_member
from rookiebattle.accounts.own import export_account
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.changes import AuditWords
from rookiebattle.core.database.db import new_id
from rookiebattle.core.errors import AppError, Conflict, Forbidden, Invalid, NotFound, Unauthorized
from rookiebattle.core.pagination import Window
from rookiebattle.core.pushing import live
from rookiebattle.core.roles import Grant, Role
from rookiebattle.gear import queries, service, wording
from rookiebattle.gear.models import INCIDENTS_KEPT, Incident, Item
from rookiebattle.gear.schemas import GearCheckWrite, IncidentRead, IncidentWrite
from rookiebattle.registrations.announcements import verdicts_topic
from rookiebattle.registrations.service import check_ins, registering
from tests.clocks import NOW, StillClock
from tests.world import World

LATER = NOW.date() + timedelta(days=30)
SHARP = "Sharp tip, taped"


class Field:
    """An event of a chapter with a member at it, and people of each role."""

    def __init__(self, world: World) -> None:
        chapter, self.world = world.chapter(), world
        self.organizer = world.person(game_name="Olga")
        self.event_id = world.event(self.organizer, chapter_id=chapter)
        self.mo = world.person(game_name="Mo", first_name="Moritz", last_name="Ash")
        world.seat(self.event_id, self.mo)
        self.admin = world.person(is_admin=True, first_name="Ada", last_name="Lee")
        self.lead = self.holding(Role.LEAD, chapter)
        self.actors = {role.value: self.holding(role, chapter) for role in Role} | {
            "organizer": self.organizer,
            "member": self.mo,
            "admin": self.admin,
            "visitor": VISITOR,
            "lead of the event": replace(
                world.person(), grants=(Grant(Role.LEAD, event_id=self.event_id),)
            ),
            "lead elsewhere": self.holding(Role.LEAD, world.chapter("Ocala")),
        }

    def holding(self, role: Role, chapter_id: str) -> Actor:
        return replace(self.world.person(), grants=(Grant(role, chapter_id=chapter_id),))

    def check(self, actor: Actor, *, passed: bool = True, **more: Any) -> Any:
        wanted = {"user_id": self.mo.user_id, "item": Item.WEAPON, "passed": passed, **more}
        values = GearCheckWrite(**wanted)
        return self.world.do(service.check_gear, actor, event_id=self.event_id, values=values)

    def note(self, actor: Actor, **more: Any) -> IncidentRead:
        values = IncidentWrite(**{"user_id": self.mo.user_id, "text": "Hit a head.", **more})
        return self.world.do(service.note_incident, actor, event_id=self.event_id, values=values)

    def listed(self, actor: Actor) -> list[IncidentRead]:
        there: dict[str, Any] = {"event_id": self.event_id, "window": Window()}
        return list(self.world.do(service.list_incidents, actor, **there).items)

    def told(self, actor: Actor, incident_id: str, event_id: str = "") -> str:
        named = {"event_id": event_id or self.event_id, "incident_id": incident_id}
        return self.world.do(service.told_incident, actor, **named)

    def may(self, verb: Callable[[Actor], Any]) -> set[str]:
        """The names of those who are not refused."""
        refused = set()
        for name, actor in self.actors.items():
            try:
                verb(actor)
            except (Forbidden, Unauthorized):
                refused.add(name)
        return self.actors.keys() - refused


@pytest.fixture
def field(world: World) -> Field:
    return Field(world)


LEADS = {"lead", "lead of the event", "admin"}


def test_marshals_leads_and_the_organizer_check_gear_and_leads_note_incidents(field: Field) -> None:
    assert field.may(field.check) == LEADS | {"second", "marshal", "organizer"}
    assert field.may(field.note) == LEADS
    assert field.may(field.listed) == LEADS
    one = field.note(field.admin)

    def end(actor: Actor) -> None:
        named = {"event_id": field.event_id, "incident_id": one.id}
        field.world.do(service.end_suspension, actor, **named)

    assert field.may(end) == LEADS
    assert field.may(lambda actor: field.told(actor, one.id)) == LEADS
    reads = {"event_id": field.event_id}

    def readers(verb: Any) -> set[str]:
        return field.may(lambda actor: field.world.do(verb, actor, **reads))

    checks = LEADS | {"second", "marshal", "organizer"}
    roster = checks | {"gate", "treasurer"}
    assert readers(service.checks_at) == readers(service.show_gear) == roster
    shown = {one: field.world.do(service.show_gear, field.actors[one], **reads) for one in roster}
    assert {name for name, one in shown.items() if one.may_check} == checks
    for right in ("may_note", "people", "incidents"):
        assert {name for name, one in shown.items() if getattr(one, right)} == LEADS


def test_open_gates_hear_of_gear_and_of_suspensions(
    field: Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(live, "announce", heard.append)
    elsewhere = field.world.event(start_at=NOW)
    field.world.seat(elsewhere, field.mo)
    field.check(field.lead)
    here = [wording.topic_of(field.event_id), verdicts_topic(field.event_id)]
    assert heard == here
    one = field.note(field.admin, suspended_until=LATER)
    assert heard[2:] == [*here, verdicts_topic(elsewhere)]
    named = {"event_id": field.event_id, "incident_id": one.id}
    field.world.do(service.end_suspension, field.admin, **named)
    assert heard[5:] == [*here, verdicts_topic(elsewhere)]


def test_gear_is_checked_of_those_who_have_a_seat(field: Field) -> None:
    gone = field.world.person()
    field.world.seat(field.event_id, gone, cancelled_at=NOW)
    for one in (gone, field.world.person()):
        with pytest.raises(NotFound):
            field.check(field.lead, user_id=one.user_id)


def test_a_second_look_replaces_the_first(each_database: Any, still_clock: StillClock) -> None:
    field = Field(World(each_database))
    first = field.check(field.organizer, passed=False, note=SHARP)
    assert (first.note, first.checked_by) == (SHARP, field.organizer.user_id)
    still_clock.now += timedelta(hours=1)
    again = field.check(field.lead)
    field.check(field.lead, item=Item.SHIELD, passed=False)
    assert (again.id, again.note) == (first.id, None)
    stored = field.world.do(service.checks_at, field.lead, event_id=field.event_id)
    assert [one for one in stored if one.item == Item.WEAPON] == [again]
    with each_database.unit_of_work(write=False) as session:
        gear = service.gear_of(session, field.event_id)
    assert gear == {field.mo.user_id: {"weapon": True, "shield": False}}
    assert field.world.actions().count(service.CHECKED) == 3
    assert {one.subject_id for one in field.world.audit_lines()} == {field.mo.user_id}
    with pytest.raises(NotFound):
        field.check(field.lead, user_id=field.organizer.user_id)


def test_a_suspended_member_registers_again_on_the_day(
    each_database: Any, still_clock: StillClock
) -> None:
    world = World(each_database)
    field = Field(world)
    assert field.note(field.admin, suspended_until=LATER - timedelta(days=9)).name == "Moritz Ash"
    one = field.note(field.lead, suspended_until=LATER)
    assert (one.name, one.noted_by, one.text) == ("Mo", field.lead.user_id, "Hit a head.")
    later = world.event(start_at=NOW + timedelta(days=60), end_at=NOW + timedelta(days=61))
    sentence = wording.suspended_words(LATER)
    with pytest.raises(Forbidden, match=sentence):
        world.do(registering.register, field.mo, event_id=later)
    # The seat of before stays, and the answer to it is the same again.
    assert world.do(registering.register, field.mo, event_id=field.event_id)
    here = world.event(start_at=NOW - timedelta(hours=1), end_at=NOW + timedelta(hours=1))
    with pytest.raises(Forbidden, match=sentence):
        world.do(check_ins.add_walk_in, field.admin, event_id=here, user_id=field.mo.user_id)
    assert world.held(later) == world.held(here) == 0
    # London has the day already, and the club does not.
    still_clock.now += timedelta(days=29, hours=12)
    with pytest.raises(Forbidden, match=sentence):
        world.do(registering.register, field.mo, event_id=later)
    still_clock.now += timedelta(hours=12)
    assert world.do(registering.register, field.mo, event_id=later)


def test_a_suspension_is_ended_and_the_incident_stays(field: Field) -> None:
    one = field.note(field.lead, suspended_until=LATER)
    named = {"event_id": field.event_id, "incident_id": one.id}
    for _ in range(2):
        field.world.do(service.end_suspension, field.admin, **named)
    (kept,) = field.listed(field.admin)
    assert (kept.text, kept.suspended_until) == (one.text, None)
    assert field.world.run(service.suspensions, [field.mo.user_id]) == {}
    actions = field.world.actions()
    assert (actions.count(service.NOTED), actions.count(service.LIFTED)) == (1, 1)
    told = {one.action: one.details for one in field.world.audit_lines()}
    assert told[service.NOTED]["until"] == LATER.isoformat()
    words = field.world.scalars(sa.select(AuditWords))
    assert [one.user_id for one in words] == [field.mo.user_id] * 2
    named["incident_id"] = new_id()
    with pytest.raises(NotFound):
        field.world.do(service.end_suspension, field.admin, **named)


@pytest.mark.parametrize(
    ("values", "error", "sentence"),
    [
        ({"suspended_until": NOW.date()}, Invalid, wording.TOO_EARLY),
        ({"suspended_until": LATER.replace(year=2029)}, Invalid, wording.TOO_LATE),
        ({"suspended_until": LATER, "user_id": ""}, Invalid, wording.NOBODY),
        ({"user_id": new_id()}, NotFound, ""),
    ],
)
def test_an_incident_that_makes_no_sense_is_refused(
    field: Field, values: dict[str, Any], error: type[AppError], sentence: str
) -> None:
    with pytest.raises(error) as refused:
        field.note(field.lead, **values)
    assert sentence in str(getattr(refused.value, "fields", ""))
    assert field.listed(field.lead) == []


@pytest.mark.parametrize(("own", "other"), [("lead", "admin"), ("admin", "lead")])
def test_nobody_writes_or_ends_their_own(field: Field, own: str, other: str) -> None:
    actor = field.actors[own]
    field.world.seat(field.event_id, actor)
    with pytest.raises(Forbidden, match=wording.NOT_YOURSELF):
        field.note(actor, user_id=actor.user_id)
    one = field.note(field.actors[other], user_id=actor.user_id, suspended_until=LATER)
    named = {"event_id": field.event_id, "incident_id": one.id}
    with pytest.raises(Forbidden, match=wording.NOT_YOURSELF):
        field.world.do(service.end_suspension, actor, **named)


def test_an_incident_is_that_of_its_event_and_of_those_who_had_a_seat(
    field: Field, still_clock: StillClock
) -> None:
    gone = field.world.person()
    field.world.seat(field.event_id, gone, cancelled_at=NOW)
    longest = still_clock.now.date() + service.LONGEST_SUSPENSION
    one = field.note(field.lead, user_id=gone.user_id, suspended_until=longest)
    with pytest.raises(NotFound):
        field.told(field.admin, one.id, field.world.event())
    old: dict[str, Any] = {"noted_at": NOW - timedelta(days=1), "text": "A dog."}
    field.world.add(Incident(event_id=field.event_id, **old))
    assert [one.text for one in field.listed(field.lead)] == ["Hit a head.", "A dog."]


def test_an_incident_may_be_about_nobody(field: Field) -> None:
    one = field.note(field.lead, user_id="", text="Lightning.")
    field.world.do(service.end_suspension, field.lead, event_id=field.event_id, incident_id=one.id)
    assert (one.user_id, one.name) == (None, None)


def test_a_download_has_the_day_and_not_what_happened(field: Field) -> None:
    field.note(field.lead, text="Hit Ana.", suspended_until=LATER)
    field.check(field.lead, note=SHARP)
    exported: dict[str, Any] = field.world.do(export_account, field.mo)
    (row,) = exported["incidents"]
    assert row.keys() == {"id", "event_id", "user_id", "suspended_until", "noted_at"}
    assert exported["gear_checks"][0]["note"] == SHARP
    assert not field.world.do(export_account, field.lead)["incidents"]
    field.world.do(erase_member, field.admin, who=field.mo.user_id)
    assert field.listed(field.lead) == []


def test_incidents_of_three_years_ago_are_forgotten_and_an_event_takes_none_along(
    field: Field, still_clock: StillClock
) -> None:
    field.note(field.lead)
    still_clock.now += INCIDENTS_KEPT + timedelta(hours=1)
    other = field.world.event()
    now = Incident(event_id=other, user_id=field.mo.user_id, text="Now.", noted_at=still_clock.now)
    field.world.add(now)
    field.world.remove(other)
    with field.world.database.unit_of_work(write=True) as session:
        service.forget_old(session)
        assert queries.incidents(session, field.event_id, Window()).total == 0
        (kept,) = session.query(Incident).all()
        assert (kept.text, kept.event_id) == ("Now.", None)


def test_a_canceled_event_still_takes_notes(field: Field) -> None:
    field.world.change(field.event_id, canceled_at=NOW)
    assert field.note(field.lead).text == "Hit a head."
    with pytest.raises(Conflict):
        field.world.do(registering.register, field.admin, event_id=field.event_id)
