"""A chapter's name: the people who publish in it, and the events that wait for it."""

from dataclasses import replace
from datetime import timedelta
from typing import Any, cast

import pytest

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.chapters.models import Leader
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Forbidden, Invalid, NotFound
from rookiebattle.core.roles import Grant, Role
from rookiebattle.events import hosting, service
from rookiebattle.events.hooks import event_judged, event_waiting
from rookiebattle.events.schemas import EventFilter, EventPatch, EventRead, EventWrite, Scope
from rookiebattle.registrations.service import registering
from tests import factories
from tests.clocks import NOW, StillClock
from tests.hooks import heard
from tests.letter_box import received
from tests.world import World

LEAD = "lead@example.org"
WEEKLY = {
    "isRecurring": True,
    "recurrencePattern": "weekly",
    "recurrenceEndDate": (NOW + timedelta(days=25)).date().isoformat(),
}


@pytest.fixture
def world(some_database: Database, still_clock: StillClock) -> World:
    still_clock.now = NOW
    return World(some_database)


@pytest.fixture
def tampa(world: World) -> str:
    return world.chapter("Tampa", leadership=[Leader(name="Lea", email="Lead@example.org")])


@pytest.fixture
def lead(world: World) -> Actor:
    return world.person(email=LEAD, game_name="Lea")


@pytest.fixture
def admin(world: World) -> Actor:
    return world.person(is_admin=True)


def post(world: World, actor: Actor, chapter_id: str | None, **more: Any) -> EventRead:
    start = (NOW + timedelta(days=3)).isoformat()
    plain = {"title": "Night fight", "eventType": "training", "startDate": start}
    values = EventWrite.model_validate({**plain, "chapterId": chapter_id, **more})
    made: EventRead = world.do(service.create_event, actor, values=values)
    return made


def seen_by(world: World, actor: Actor) -> list[str]:
    return [one.id for one in world.do(service.list_events, actor, wanted=EventFilter()).items]


@pytest.mark.parametrize(
    ("columns", "is_own", "waits"),
    [
        ({}, True, None),
        ({"age_band": AgeBand.MINOR}, True, "club"),
        ({}, False, "chapter"),
        ({"age_band": AgeBand.MINOR}, False, "chapter"),
        ({"email": LEAD}, False, None),
        ({"email": LEAD, "age_band": AgeBand.MINOR}, False, "chapter"),
        ({"is_admin": True}, False, None),
    ],
    ids=["adult", "minor", "other", "other minor", "lead", "minor named as lead", "admin"],
)
def test_adults_of_a_chapter_its_leads_and_administrators_publish_in_its_name(
    world: World, tampa: str, columns: dict[str, Any], waits: str | None, *, is_own: bool
) -> None:
    who = world.person(chapter_id=tampa if is_own else None, **columns)
    made = post(world, who, tampa)
    assert made.waits_for == waits
    assert (seen_by(world, VISITOR) == [made.id]) is (waits is None)


@pytest.mark.each_database
def test_nobody_but_its_organizer_and_administrators_sees_an_event_that_waits(
    world: World, tampa: str, admin: Actor
) -> None:
    sparrow, mira = world.person(age_band=AgeBand.MINOR), world.person(chapter_id=tampa)
    made = post(world, sparrow, tampa)
    for stranger in (VISITOR, mira):
        assert seen_by(world, stranger) == []
        assert world.do(service.list_by_ids, stranger, event_ids=[made.id]) == []
        with pytest.raises(NotFound):
            world.do(service.get_event, stranger, event_id=made.id)
    for verb in (registering.register, hosting.accept_event, hosting.decline_event):
        with pytest.raises(NotFound):
            world.do(verb, mira, event_id=made.id)
    with pytest.raises(NotFound):
        world.do(service.remove_event, mira, event_id=made.id)
    for knowing in (sparrow, admin):
        assert world.do(service.get_event, knowing, event_id=made.id).id == made.id
    every = world.do(service.list_all, admin, wanted=EventFilter(), current_only=True)
    assert [one.id for one in every.items] == [made.id]
    marshal = replace(mira, grants=(Grant(Role.MARSHAL),))
    hidden = world.do(service.list_all, marshal, wanted=EventFilter(), current_only=True)
    assert hidden.items == []
    with pytest.raises(Forbidden):
        world.do(hosting.accept_event, sparrow, event_id=made.id)


@pytest.mark.each_database
def test_one_act_accepts_a_whole_series_which_is_new_from_then_on(
    world: World, tampa: str, lead: Actor, still_clock: StillClock
) -> None:
    theo = world.person(email="theo@example.org")
    made = post(world, theo, tampa, **WEEKLY)
    assert [one.id for one in world.do(hosting.list_waiting, lead)] == [made.id]
    still_clock.now += timedelta(days=1)
    with heard(event_judged) as judged:
        accepted = world.do(hosting.accept_event, lead, event_id=made.id)
    assert [len(cast(list[str], one["event_ids"])) for one in judged] == [4]
    assert (accepted.waits_for, accepted.created_at) == (None, still_clock.now)
    assert len(seen_by(world, VISITOR)) == 4
    assert world.do(hosting.list_waiting, lead) == []
    again = world.do(hosting.accept_event, lead, event_id=made.id)
    assert again == accepted, "again is the same"
    told = [(one.recipient, one.subject) for one in received()]
    assert told == [("theo@example.org", "Accepted: Night fight")]


def test_a_declined_event_is_its_organizers_alone(
    world: World, tampa: str, lead: Actor, admin: Actor
) -> None:
    theo = world.person(email="theo@example.org")
    made = post(world, theo, tampa)
    assert world.do(hosting.decline_event, lead, event_id=made.id).waits_for == "nobody"
    with pytest.raises(NotFound):
        world.do(hosting.accept_event, lead, event_id=made.id)
    assert world.do(hosting.list_waiting, lead) == []
    world.do(hosting.decline_event, admin, event_id=made.id)
    assert world.actions().count("event.declined") == 1, "again is the same"
    subjects = {one.subject for one in received() if one.recipient == "theo@example.org"}
    assert subjects == {"Declined: Night fight"}
    none = EventPatch.model_validate({"chapterId": None})
    gone = world.event(theo, waits_for="nobody")
    assert world.do(service.update_event, theo, event_id=gone, values=none).waits_for is None
    world.remove(gone)
    free = world.do(service.update_event, theo, event_id=made.id, values=none)
    assert (free.waits_for, seen_by(world, VISITOR)) == (None, [made.id])


def test_what_waits_is_read_by_its_own_chapter_oldest_first(
    world: World, tampa: str, lead: Actor, admin: Actor, still_clock: StillClock
) -> None:
    def waiting(actor: Actor, chapter_id: str | None = None) -> list[str]:
        return [one.id for one in world.do(hosting.list_waiting, actor, chapter_id=chapter_id)]

    ocala, theo = world.chapter("Ocala"), world.person()
    later = post(world, theo, tampa).id
    still_clock.now += timedelta(hours=1)
    sooner = post(world, theo, tampa, startDate=(NOW + timedelta(days=2)).isoformat()).id
    there = post(world, theo, ocala).id
    assert (waiting(lead), waiting(admin, ocala)) == ([later, sooner], [there])
    world.change(there, chapter_id=None)
    assert waiting(admin) == [later, sooner]


def test_a_lead_learns_of_no_age(world: World, tampa: str, lead: Actor, admin: Actor) -> None:
    """A lead who saw a member of the own chapter wait would know that the member is a minor."""
    twins = [world.person(age_band=age) for age in (AgeBand.ADULT, AgeBand.MINOR)]
    made = [post(world, one, tampa).id for one in twins]
    assert [one.id for one in world.do(hosting.list_waiting, lead)] == sorted(made)
    assert {one.waits_for for one in world.do(hosting.list_waiting, lead)} == {"chapter"}
    with heard(event_waiting) as told:
        own = post(world, world.person(chapter_id=tampa, age_band=AgeBand.MINOR), tampa).id
    assert told == []
    with pytest.raises(Forbidden):
        world.do(hosting.count_waiting, lead)
    assert own not in [one.id for one in world.do(hosting.list_waiting, lead)]
    with pytest.raises(NotFound):
        world.do(hosting.accept_event, lead, event_id=own)
    assert own in [one.id for one in world.do(hosting.list_waiting, admin)]
    number, first = world.do(hosting.count_waiting, admin)
    assert (number, first in [*made, own]) == (3, True)


def test_whoever_turned_off_emails_about_events_meanwhile_gets_no_letter(
    world: World, tampa: str, lead: Actor
) -> None:
    theo = world.person(email="theo@example.org")
    for title in ("One", "Two"):
        made = post(world, theo, tampa, title=title)
    world.do(hosting.accept_event, lead, event_id=made.id)
    for one in (theo, lead):
        world.set(User, one.user_id, mail_events=False)
    assert received() == []


def test_a_lead_gets_one_letter_a_day_about_all_that_waits(
    world: World, tampa: str, lead: Actor, still_clock: StillClock
) -> None:
    for title in ("One", "Two"):
        post(world, world.person(), tampa, title=title)
    (letter,) = received()
    assert (letter.recipient, letter.subject) == (LEAD, "2 events wait for Tampa")
    post(world, world.person(), tampa, title="Three")
    assert received() == []
    still_clock.now += timedelta(days=1)
    (letter,) = received()
    assert letter.subject == "3 events wait for Tampa"
    assert world.do(hosting.list_waiting, lead)


def test_another_chapter_has_to_accept_a_moved_event_that_nobody_comes_to(
    world: World, tampa: str, lead: Actor
) -> None:
    theo, mira = world.person(), world.person()
    made = post(world, theo, None)
    to_tampa = EventPatch.model_validate({"chapterId": tampa})
    world.do(registering.register, mira, event_id=made.id)
    with pytest.raises(Invalid) as refused:
        world.do(service.update_event, theo, event_id=made.id, values=to_tampa)
    assert list(refused.value.fields) == ["chapterId"]
    world.do(registering.unregister, mira, event_id=made.id)
    later: dict[str, Any] = {"parent_event_id": made.id, "is_public": False}
    second = world.event(theo, **later)
    world.seat(second, mira)
    with pytest.raises(Invalid):
        world.do(
            service.update_event, theo, event_id=made.id, values=to_tampa, scope=Scope.FOLLOWING
        )
    world.do(registering.unregister, mira, event_id=second)
    moved = world.do(service.update_event, theo, event_id=made.id, values=to_tampa)
    assert (moved.waits_for, seen_by(world, VISITOR)) == ("chapter", [])
    accepted = world.do(hosting.accept_event, lead, event_id=made.id)
    again = world.do(service.update_event, theo, event_id=made.id, values=to_tampa)
    assert (accepted.waits_for, again.waits_for) == (None, None)


def test_one_date_of_a_series_may_wait_alone(world: World, tampa: str, lead: Actor) -> None:
    theo = world.person()
    made = post(world, theo, None, **WEEKLY)
    second = seen_by(world, theo)[1]
    values = EventPatch.model_validate({"chapterId": tampa})
    world.do(service.update_event, theo, event_id=second, values=values, scope=Scope.THIS)
    assert [one.id for one in world.do(hosting.list_waiting, lead)] == [second]
    world.do(hosting.accept_event, lead, event_id=second)
    assert len(seen_by(world, VISITOR)) == 4
    assert made.id in seen_by(world, VISITOR)
    # Moved with the others once more, only those that were not there before wait.
    scope = Scope.FOLLOWING
    world.do(service.update_event, theo, event_id=made.id, values=values, scope=scope)
    assert seen_by(world, VISITOR) == []


def test_a_chapter_accepts_no_dates_that_wait_for_another(
    world: World, tampa: str, lead: Actor, admin: Actor
) -> None:
    theo = world.person()
    post(world, theo, None, **WEEKLY)
    ids = seen_by(world, theo)
    for event_id, chapter_id in ((ids[1], tampa), (ids[2], world.chapter("Miami"))):
        values = EventPatch.model_validate({"chapterId": chapter_id})
        world.do(service.update_event, theo, event_id=event_id, values=values, scope=Scope.THIS)
    world.do(hosting.accept_event, lead, event_id=ids[1])
    assert [one.id for one in world.do(hosting.list_waiting, admin)] == [ids[2]]


@pytest.mark.parametrize(
    ("hosts", "is_of_club"), [("chapter", True), ("admin", True), ("member", False)]
)
def test_the_start_page_shows_what_the_club_stands_behind(
    world: World, tampa: str, admin: Actor, hosts: str, *, is_of_club: bool
) -> None:
    organizer = admin if hosts == "admin" else world.person()
    chapter_id = tampa if hosts == "chapter" else None
    event_id = world.event(organizer, chapter_id=chapter_id)
    event = world.do(service.get_event, VISITOR, event_id=event_id)
    assert world.do(service.is_of_club, VISITOR, event=event) is is_of_club
    found = world.do(service.list_events, VISITOR, wanted=EventFilter(is_hosted=True)).items
    assert bool(found) is is_of_club


def test_a_lead_by_role_speaks_for_the_chapter_and_changes_its_events(world: World) -> None:
    north, south = world.chapter("North"), world.chapter("South")
    row = factories.person()
    world.add(row)
    lead = factories.actor_of(row, grants=(Grant(Role.LEAD, north),))
    waiting = world.event(chapter_id=north, waits_for="chapter")
    hidden = world.event(chapter_id=north, waits_for="club")
    assert [one.id for one in world.do(hosting.list_waiting, lead)] == [waiting]
    assert world.do(hosting.accept_event, lead, event_id=waiting).waits_for is None
    with pytest.raises(NotFound):
        world.do(hosting.accept_event, lead, event_id=hidden)
    values = EventPatch.model_validate({"title": "Duels"})
    world.do(service.update_event, lead, event_id=waiting, values=values)
    other = world.event(chapter_id=south)
    with pytest.raises(Forbidden):
        world.do(service.update_event, lead, event_id=other, values=values)
    helper = factories.actor_of(row, grants=(Grant(Role.GATE, event_id=other),))
    every = world.do(service.list_all, helper, wanted=EventFilter(), current_only=True)
    assert [one.id for one in every.items] == [other]
    first = factories.actor_of(row, grants=(Grant(Role.LEAD),))
    asked = world.event(chapter_id=south, waits_for="chapter")
    assert [one.id for one in world.do(hosting.list_waiting, first)] == [asked]


def test_a_lead_by_role_publishes_in_that_chapters_name(world: World, tampa: str) -> None:
    grants = (Grant(Role.LEAD, chapter_id=tampa),)
    lea = replace(world.person(chapter_id=world.chapter("Ocala")), grants=grants)
    assert post(world, lea, tampa).waits_for is None
    assert post(world, lea, world.chapter("Miami")).waits_for == "chapter"


def test_a_lead_changes_no_series_that_leads_to_another_chapter(world: World) -> None:
    north, south = world.chapter("North"), world.chapter("South")
    row, olive = factories.person(), world.person()
    world.add(row)
    lead = factories.actor_of(row, grants=(Grant(Role.LEAD, north),))
    event = world.event(olive, chapter_id=north)
    later = NOW + timedelta(days=20)
    world.event(
        olive,
        chapter_id=south,
        parent_event_id=event,
        start_at=later,
        end_at=later + timedelta(hours=1),
    )
    values = EventPatch.model_validate({"title": "Duels"})
    world.do(service.update_event, lead, event_id=event, values=values)
    with pytest.raises(Forbidden):
        world.do(service.update_event, lead, event_id=event, values=values, scope=Scope.FOLLOWING)
