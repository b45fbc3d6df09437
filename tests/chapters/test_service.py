"""Chapters: everybody reads them, administrators change them, and deleting one loses nobody."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.chapters import service
from rookiebattle.chapters.hooks import channel_switched, chapter_removing
from rookiebattle.chapters.models import ChapterChannel, Leader
from rookiebattle.chapters.schemas import (
    ChapterMeeting,
    ChapterPatch,
    ChapterRead,
    ChapterSearch,
    ChapterWrite,
)
from rookiebattle.core import clock, privacy
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.audit import AuditEntry
from rookiebattle.core.changes import AuditWords, Change
from rookiebattle.core.conflicts import MEANWHILE
from rookiebattle.core.database import freshness
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Forbidden, Invalid, NotFound, Overtaken, Unauthorized
from rookiebattle.core.pagination import Window
from rookiebattle.core.roles import Grant, Role
from rookiebattle.core.validation import parse
from rookiebattle.events.models import Event
from tests.clocks import StillClock
from tests.discord_double import ADDRESS, SECRET
from tests.hooks import also
from tests.world import World

ADMIN, MEMBER = Actor(user_id="a", is_admin=True), Actor(user_id="m")
NOBODYS = "00000000-0000-4000-8000-000000000000"


def chapter(name: str = "Tampa Bay", **more: Any) -> ChapterWrite:
    return parse(
        ChapterWrite,
        {"name": name, "city": "Tampa", "state": "FL", "location": "Al Lopez Park", **more},
    )


def add(database: Database, values: ChapterWrite, actor: Actor = ADMIN) -> ChapterRead:
    with database.unit_of_work(write=True) as session:
        return service.create_chapter(session, actor, values=values)


def change(
    database: Database,
    chapter_id: str,
    actor: Actor = ADMIN,
    seen: ChapterRead | None = None,
    **values: Any,
) -> ChapterRead:
    patch = parse(ChapterPatch, values)
    with database.unit_of_work(write=True) as session:
        return service.update_chapter(
            session, actor, chapter_id=chapter_id, values=patch, seen=seen
        )


def delete(database: Database, chapter_id: str, actor: Actor = ADMIN) -> None:
    with database.unit_of_work(write=True) as session:
        service.delete_chapter(session, actor, chapter_id=chapter_id)


def read(database: Database, chapter_id: str, actor: Actor = VISITOR) -> ChapterRead:
    with database.unit_of_work(write=False) as session:
        return service.get_chapter(session, actor, chapter_id=chapter_id)


def test_choices_come_by_name_with_their_zone(some_database: Database) -> None:
    tampa = add(some_database, chapter())
    coast = add(some_database, chapter("Emerald Coast", timeZone="America/Chicago"))
    with some_database.unit_of_work(write=False) as session:
        choices = service.choices(session, VISITOR)
        assert [(one.id, one.time_zone) for one in choices] == [
            (coast.id, "America/Chicago"),
            (tampa.id, "America/New_York"),
        ]
        assert service.zones(session) == {one.id: one.time_zone for one in choices}


def test_a_meeting_is_told_without_counting_members(some_database: Database) -> None:
    tampa = add(some_database, chapter(meetingDay="Saturday", meetingTime="6:00 PM"))
    with some_database.unit_of_work(write=False) as session:
        found = service.meeting_among(session, VISITOR, chapter_id=tampa.id)
        assert found.meeting == ChapterMeeting(
            tampa.id, "Tampa Bay", "Al Lopez Park", "Saturday", "6:00 PM", []
        )
        for nowhere in (None, NOBODYS):
            assert service.meeting_among(session, VISITOR, chapter_id=nowhere).meeting is None


def test_the_towns_of_all_chapters_come_with_the_meeting(some_database: Database) -> None:
    tampa = add(some_database, chapter())
    coast = add(some_database, chapter("Emerald Coast", city="Destin"))
    with some_database.unit_of_work(write=False) as session:
        towns = service.meeting_among(session, VISITOR, chapter_id=tampa.id).towns
        assert {(one.id, one.city) for one in towns} == {(tampa.id, "Tampa"), (coast.id, "Destin")}


def test_what_was_written_is_read_again(some_database: Database) -> None:
    leader = {"title": "Park Lead", "name": "Ines", "email": "i@example.org", "phone": "555-0101"}
    practice = {"times": ["Saturdays, 6 PM"], "locations": ["North field"]}
    sent = chapter(
        latitude="27.9506", longitude=-82.4572, contactEmail="t@example.org", meetingDay="Saturday",
        meetingTime="6:00 PM", practiceInfo=practice, leadership=[leader], description="Come!",
    )  # fmt: skip
    made = add(some_database, sent, ADMIN)
    assert made == read(some_database, made.id, MEMBER)
    assert (made.latitude, made.longitude) == (Decimal("27.9506"), Decimal("-82.4572"))
    assert made.leadership[0].model_dump() == leader
    assert made.practice_info.times == ["Saturdays, 6 PM"]
    assert (made.status, made.time_zone, made.member_count) == ("active", "America/New_York", 0)


def test_members_are_counted_and_the_list_comes_by_name(some_database: Database) -> None:
    tampa, coast = (add(some_database, chapter(name)) for name in ("Tampa Bay", "Emerald Coast"))
    with some_database.unit_of_work(write=True) as session:
        session.add_all(User(chapter_id=tampa.id) for _ in range(3))
        session.add(User())
    with some_database.unit_of_work(write=False) as session:
        page = service.list_chapters(session, VISITOR, window=Window(limit=1, offset=1))
        everything = service.list_chapters(session, VISITOR, window=Window())
    assert [(one.id, one.member_count) for one in everything.items] == [
        (coast.id, 0),
        (tampa.id, 3),
    ]
    assert ([one.id for one in page.items], page.total) == ([tampa.id], 2)


def test_visitors_get_no_way_to_reach_a_leader(database: Database) -> None:
    leader = {"name": "Ines", "email": "i@example.org", "phone": "555-0101"}
    made = add(database, chapter(leadership=[leader], contactEmail="t@example.org"))
    seen = read(database, made.id)
    (shown,) = seen.leadership
    assert (shown.name, shown.email, shown.phone) == ("Ines", None, None)
    assert seen.contact_email == "t@example.org"
    assert read(database, made.id, MEMBER).leadership[0].phone == "555-0101"


def test_a_patch_changes_what_was_sent_and_nothing_else(
    some_database: Database, still_clock: StillClock
) -> None:
    made = add(some_database, chapter(description="Old", meetingDay="Sunday"))
    later = clock.now() + timedelta(hours=1)
    still_clock.now = later
    changed = change(some_database, made.id, description=None, status="forming")
    assert changed == made.model_copy(
        update={"description": None, "status": "forming", "updated_at": later}
    )
    assert change(some_database, made.id) == changed


@pytest.mark.parametrize("field", ["name", "city", "state", "location", "status", "timeZone"])
def test_what_a_chapter_must_have_cannot_be_taken_away(database: Database, field: str) -> None:
    made = add(database, chapter())
    with pytest.raises(Invalid):
        change(database, made.id, ADMIN, **{field: None})
    assert read(database, made.id, ADMIN) == made


def test_deleting_a_chapter_leaves_its_members_and_events_without_one(
    some_database: Database,
) -> None:
    made, other = add(some_database, chapter()), add(some_database, chapter("Emerald Coast"))
    world = World(some_database)
    person, neighbor = world.person(chapter_id=made.id), world.person(chapter_id=other.id)
    event_id = world.event(person, chapter_id=made.id, start_at=clock.now())
    heard: list[str] = []

    def listen(_session: Session, _actor: Actor, *, chapter_id: str) -> None:
        heard.append(chapter_id)

    with also(chapter_removing, listen):
        delete(some_database, made.id)
    assert heard == [made.id]
    with some_database.unit_of_work(write=False) as session:
        assert session.get_one(User, person.user_id).chapter_id is None
        assert session.get_one(Event, event_id).chapter_id is None
        assert session.get_one(User, neighbor.user_id).chapter_id == other.id
        line = session.scalars(sa.select(AuditEntry).filter_by(action="chapter.deleted")).one()
        assert line.details == {"name": "Tampa Bay", "members": 1}
        assert list(service.zones(session)) == [other.id]


@pytest.mark.parametrize(("actor", "error"), [(VISITOR, Unauthorized), (MEMBER, Forbidden)])
def test_only_administrators_keep_chapters(
    database: Database, actor: Actor, error: type[Exception]
) -> None:
    made = add(database, chapter())
    with pytest.raises(error):
        add(database, chapter("Other"), actor)
    with pytest.raises(error):
        change(database, made.id, actor, name="Mine")
    with pytest.raises(error):
        delete(database, made.id, actor)
    with database.unit_of_work(write=False) as session:
        assert list(service.zones(session)) == [made.id]
    assert read(database, made.id, ADMIN) == made


@pytest.mark.parametrize("chapter_id", [NOBODYS, "junk", ""])
def test_an_id_that_names_nothing_is_not_found(database: Database, chapter_id: str) -> None:
    for verb in (read, change, delete):
        with pytest.raises(NotFound, match="This chapter doesn’t exist"):
            verb(database, chapter_id, ADMIN)


def test_every_write_ends_what_visitors_get_from_memory(database: Database) -> None:
    def generation() -> int:
        return freshness.generation(freshness.CHAPTERS)

    before = generation()
    made = add(database, chapter())
    added = generation()
    change(database, made.id, name="Other")
    changed = generation()
    delete(database, made.id)
    assert before < added < changed < generation()


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"name": ""}, "Chapter name is required"),
        ({"city": "x" * 101}, "City may have at most 100 characters"),
        ({"state": "x" * 51}, "State may have at most 50 characters"),
        ({"timeZone": "Mars/Base"}, "Time zone is not a time zone"),
        ({"timeZone": "../../etc/passwd"}, "Time zone is not a time zone"),
        ({"status": "closed"}, "Status must be one of"),
        ({"memberCount": 5}, "Member count is not a known field"),
        ({"contactEmail": "nobody"}, "Invalid email address"),
        ({"latitude": 91}, "Latitude must be at most 90"),
        ({"longitude": "NaN"}, "Longitude"),
        ({"leadership": [{"name": "x" * 256}]}, "Leadership may have at most 255 characters"),
        ({"leadership": [{}] * 21}, "Leadership may have at most 20 entries"),
        ({"leadership": [{"rank": 8}]}, "Leadership is not a known field"),
        ({"practiceInfo": {"times": ["a\x00b"]}}, "Practice info may not contain control"),
    ],
)
def test_a_chapter_that_is_not_right(more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Invalid, match=sentence):
        chapter(**more)


def test_an_empty_contact_is_none() -> None:
    assert chapter(contactEmail=" ", meetingDay="").contact_email is None


def searched(database: Database, **wanted: Any) -> list[str]:
    with database.unit_of_work(write=False) as session:
        found = service.search_chapters(session, ADMIN, wanted=ChapterSearch(**wanted))
    assert found.total == len(found.items)
    return [one.name for one in found.items]


@pytest.mark.each_database
def test_the_consoles_list_is_searched_filtered_and_sorted(some_database: Database) -> None:
    world = World(some_database)
    bay = world.chapter("Tampa Bay", city="Tampa", location="Al Lopez Park")
    world.chapter("Coast", city="Naples", status="forming")
    world.person(chapter_id=bay)
    assert searched(some_database, text="lópez TAMPA") == ["Tampa Bay"]
    assert searched(some_database, text="naples") == ["Coast"]
    assert searched(some_database, status="forming") == ["Coast"]
    assert searched(some_database, text="_") == []
    assert searched(some_database, order="city") == ["Coast", "Tampa Bay"]
    assert searched(some_database, order="members") == ["Tampa Bay", "Coast"]
    assert searched(some_database, order="newest") == ["Coast", "Tampa Bay"]


@pytest.mark.each_database
def test_strokes_and_accents_hide_no_chapter_and_put_none_last(some_database: Database) -> None:
    world = World(some_database)
    one = world.chapter("Øst", city="Łódź")
    world.chapter("Zen", city="Tampa")
    assert searched(some_database, text="ost lodz") == ["Øst"]
    assert searched(some_database, order="name") == ["Øst", "Zen"]
    change(some_database, one, name="Ålesund")
    assert (searched(some_database, text="ost"), searched(some_database, text="ales")) == (
        [],
        ["Ålesund"],
    )


def test_a_lead_connects_the_channel_of_their_chapter_and_no_download_has_its_address(
    some_database: Database,
) -> None:
    world = World(some_database)
    own, other = (world.chapter(name) for name in ("Tampa", "Ocala"))
    lead = replace(world.person(), grants=(Grant(Role.LEAD, own),))
    switched: list[bool] = []

    def listen(_session: Session, *, chapter_id: str, is_on: bool) -> None:
        assert chapter_id == own
        switched.append(is_on)

    change(some_database, own, lead, discordWebhook=ADDRESS)
    with pytest.raises(Forbidden):
        change(some_database, other, lead, discordWebhook=ADDRESS)
    with some_database.unit_of_work(write=False) as session:
        assert service.edited_chapter(session, lead, chapter_id=own).has_discord
        with pytest.raises(Forbidden):
            service.edited_chapter(session, lead, chapter_id=other)
        found = service.search_chapters(session, lead, wanted=ChapterSearch())
        assert ([one.id for one in found.items], found.total) == ([own], 1)
        told = privacy.own_rows(session, lead.user_id)
    assert [one["chapter_id"] for one in told["chapter_channels"]] == [own]
    assert SECRET not in repr(told)
    # The same address again connects nothing, and nothing is written.
    change(some_database, own, world.person(is_admin=True), discordWebhook=ADDRESS)
    assert world.scalars(sa.select(ChapterChannel))[0].set_by == lead.user_id
    # Another address is noted, but the channel goes on.
    with also(channel_switched, listen):
        change(some_database, own, lead, discordWebhook=f"{ADDRESS}2")
        assert (switched, world.actions()) == ([], ["chapter.updated"] * 2)
        change(some_database, own, lead, discordWebhook=None)
    assert switched == [False]


def test_a_leader_is_known_by_the_address_in_any_letters(some_database: Database) -> None:
    world = World(some_database)
    ines = world.person(email="ines@Example.org")
    one = world.chapter(leadership=[Leader(name="Ines", email="Ines@example.ORG")])
    with some_database.unit_of_work(write=False) as session:
        assert service.led_by(session, ines.user_id) == {one}
        assert service.leaders_of(session, one) == [ines.user_id]


def test_the_log_tells_what_was_there_before_without_peoples_addresses(
    some_database: Database,
) -> None:
    leader = {"title": "Lead", "name": "Ines", "email": "i@example.org", "phone": "555-0101"}
    one = add(some_database, chapter(contactEmail="bay@example.org"))
    change(some_database, one.id, city="St. Petersburg", leadership=[leader])
    change(some_database, one.id, contactEmail="new@example.org")
    change(some_database, one.id, discordWebhook=ADDRESS)
    delete(some_database, one.id)
    with some_database.unit_of_work(write=False) as session:
        told = session.scalars(sa.select(AuditWords).order_by("at")).all()
        lines = session.scalars(sa.select(AuditEntry)).all()
    assert [line.action for line in told] == [
        "chapter.created",
        *["chapter.updated"] * 3,
        "chapter.deleted",
    ]
    assert told[3].changes == [Change(field="Discord channel")]
    assert SECRET not in repr([told, lines])
    assert told[1].changes == [
        Change(field="City", before="Tampa", after="St. Petersburg"),
        Change(field="Leaders", after="Lead Ines"),
        Change(field="How to reach the leaders"),
    ]
    assert told[2].changes == [Change(field="Contact email")]
    assert "example.org" not in repr(told)
    assert "555-0101" not in repr(told)


def test_a_change_to_what_it_was_writes_nothing(some_database: Database) -> None:
    one = add(some_database, chapter())
    same = change(some_database, one.id, name="Tampa Bay")
    assert same.updated_at == one.updated_at
    with some_database.unit_of_work(write=False) as session:
        assert len(session.scalars(sa.select(AuditEntry)).all()) == 1


def test_the_consoles_list_is_for_administrators(some_database: Database) -> None:
    with some_database.unit_of_work(write=False) as session:
        for actor, error in ((MEMBER, Forbidden), (VISITOR, Unauthorized)):
            with pytest.raises(error):
                service.search_chapters(session, actor, wanted=ChapterSearch())


LED = {"title": "Lead", "name": "Ines", "email": "i@example.org", "phone": ""}


def test_changes_of_different_fields_go_together(some_database: Database) -> None:
    seen = add(some_database, chapter(leadership=[LED]))
    change(some_database, seen.id, seen=seen, leadership=[LED | {"phone": "555-0101"}])
    now = change(some_database, seen.id, seen=seen, city="Brandon")
    assert (now.city, now.leadership[0].phone) == ("Brandon", "555-0101")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"city": "Brandon"}, {"city": "Ybor"}),
        ({"leadership": [LED | {"phone": "555-0101"}]}, {"leadership": [LED | {"name": "Ana"}]}),
        (
            {"practiceInfo": {"times": ["Saturdays"]}},
            {"practiceInfo": {"locations": ["North field"]}},
        ),
    ],
)
@pytest.mark.each_database
def test_the_second_change_of_a_field_is_told(
    some_database: Database, one: dict[str, Any], other: dict[str, Any]
) -> None:
    seen = add(some_database, chapter(leadership=[LED]))
    kept = change(some_database, seen.id, seen=seen, **one)
    with pytest.raises(Overtaken, match="changed this chapter while") as told:
        change(some_database, seen.id, seen=seen, description="Come!", **other)
    assert told.value.fields == dict.fromkeys(one, MEANWHILE)
    assert read(some_database, seen.id, ADMIN) == kept
    # The same change twice is no contradiction, and without what was seen the last change wins.
    assert change(some_database, seen.id, seen=seen, **one) == kept
    assert change(some_database, seen.id, **other) != kept
