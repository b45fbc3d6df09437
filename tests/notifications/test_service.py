"""Reading and writing notifications."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.chapters.models import Chapter
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.audit import AuditEntry
from rookiebattle.core.changes import AuditWords, Change
from rookiebattle.core.conflicts import MEANWHILE
from rookiebattle.core.database.db import Database, new_id
from rookiebattle.core.errors import Forbidden, Invalid, NotFound, Overtaken, Unauthorized
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.pushing import live
from rookiebattle.core.roles import Grant, Role
from rookiebattle.core.schemas import iso
from rookiebattle.core.validation import parse
from rookiebattle.notifications import service
from rookiebattle.notifications.models import NotificationType, Target
from rookiebattle.notifications.schemas import (
    NotificationPatch,
    NotificationRead,
    NotificationRecord,
    NotificationSearch,
    NotificationWrite,
)
from rookiebattle.notifications.wording import EMAILED_BEFORE, end_of
from tests.notifications.club import NOW, Club, Do, Tell
from tests.world import World

EVERYTHING = Window()
ALSO_EMAIL = NotificationPatch.model_validate({"alsoEmail": True})


def titles(do: Do, actor: Actor, *, verb: Any = service.list_for_me) -> list[str]:
    page: Page[NotificationRead] = do(verb, actor, window=EVERYTHING)
    assert page.total == len(page.items)
    return [one.title for one in page.items]


def patch(**sent: Any) -> NotificationPatch:
    return parse(NotificationPatch, sent)


def test_members_are_told_what_is_for_everybody_and_for_their_chapter(
    do: Do, tell: Tell, club: Club
) -> None:
    tell("Everybody")
    tell("Tampa", targetType="chapter", chapterId=club.tampa)
    tell("Miami", targetType="chapter", chapterId=club.miami)
    for verb in (service.list_for_me, service.news_for_me):
        assert set(titles(do, club.tess, verb=verb)) == {"Everybody", "Tampa"}
        assert set(titles(do, club.miles, verb=verb)) == {"Everybody", "Miami"}
        assert titles(do, club.nora, verb=verb) == ["Everybody"]
    assert len(titles(do, club.admin, verb=service.list_all)) == 3


def test_who_wrote_it_is_known_to_administrators_only(do: Do, tell: Tell, club: Club) -> None:
    tell()
    for actor in (club.tess, club.admin):
        (told,) = do(service.list_for_me, actor, window=EVERYTHING).items
        assert "created_by" not in told.model_dump()
    (one,) = do(service.list_all, club.admin, window=EVERYTHING).items
    assert one.created_by == club.admin.user_id


def test_the_newest_comes_first_and_pages_keep_one_order(do: Do, tell: Tell, club: Club) -> None:
    for minute, title in enumerate(("Old", "New", "Newest")):
        with clock.at(NOW + timedelta(minutes=minute)):
            tell(title)
    with clock.at(NOW):
        tell("Twin of the oldest")
    assert titles(do, club.tess)[:2] == ["Newest", "New"]
    pages = [do(service.list_for_me, club.tess, window=Window(1, n)) for n in range(4)]
    last = do(service.list_for_me, club.tess, window=Window(2, 3))
    assert [page.total for page in (*pages, last)] == [4] * 5
    assert len({page.items[0].id for page in pages}) == 4


def test_what_is_over_or_taken_back_is_not_told_any_more(do: Do, tell: Tell, club: Club) -> None:
    with clock.at(NOW):
        tell("Until noon", expiresAt="2026-03-14T12:00:00-04:00")
        tell("A minute longer", expiresAt="2026-03-14T12:01:00-04:00")
        tell("Draft", isActive=False)
        tell("For good")
        assert set(titles(do, club.tess)) == {"A minute longer", "For good"}
    assert len(titles(do, club.admin, verb=service.list_all)) == 4


@pytest.mark.each_database
def test_a_newcomer_gets_no_old_news_but_what_still_holds(
    do: Do, tell: Tell, club: Club, some_database: Database
) -> None:
    world = World(some_database)
    with clock.at(NOW):
        for type_ in NotificationType:
            tell(f"Old {type_}", type=type_)
        tell("Old, until May", expiresAt="2026-05-01T12:00:00-04:00")
        tell("Old, expired", type="error", expiresAt="2026-04-01T12:00:00-04:00")
    member = world.person(created_at=NOW - timedelta(days=30))
    newcomer = world.person(created_at=NOW + timedelta(days=30))
    with clock.at(NOW + timedelta(days=31)):
        tell("New")
        before = {"Old info", "Old success"}
        after = {"Old warning", "Old error", "Old, until May", "New"}
        assert set(titles(do, newcomer, verb=service.news_for_me)) == after
        assert set(titles(do, member, verb=service.news_for_me)) == before | after
        assert set(titles(do, newcomer)) == before | after, "the API lists all that is active"


def test_defaults_are_information_for_everybody(tell: Tell, club: Club) -> None:
    one = tell()
    assert (one.type, one.target_type, one.chapter_id) == ("info", "all", None)
    assert (one.is_active, one.expires_at, one.created_by) == (True, None, club.admin.user_id)


def test_a_chapter_is_dropped_from_what_is_for_everybody(tell: Tell, club: Club) -> None:
    assert tell(targetType="all", chapterId=club.tampa).chapter_id is None


def test_what_is_for_a_chapter_needs_one_that_exists(tell: Tell) -> None:
    with pytest.raises(Invalid, match="Chapter is required") as refused:
        tell(targetType="chapter")
    assert refused.value.fields == {"chapterId": "Chapter is required"}
    with pytest.raises(Invalid, match="This chapter doesn’t exist"):
        tell(targetType="chapter", chapterId=new_id())


def test_a_change_touches_only_what_is_sent(do: Do, tell: Tell, club: Club) -> None:
    old = tell("Old", type="warning", targetType="chapter", chapterId=club.tampa)
    changed = do(
        service.update_notification,
        club.admin,
        notification_id=old.id,
        values=patch(title="New", isActive=False),
    )
    assert changed == old.model_copy(update={"title": "New", "is_active": False})
    (listed,) = do(service.list_all, club.admin, window=EVERYTHING).items
    assert listed.model_dump() == changed.model_dump(exclude={"emails"})


def test_aiming_anew_asks_for_a_chapter_and_drops_it(do: Do, tell: Tell, club: Club) -> None:
    one = tell()

    def aim(**sent: Any) -> NotificationRecord:
        values = patch(**sent)
        read: NotificationRecord = do(
            service.update_notification, club.admin, notification_id=one.id, values=values
        )
        return read

    with pytest.raises(Invalid, match="Chapter is required"):
        aim(targetType="chapter")
    assert aim(targetType="chapter", chapterId=club.tampa).chapter_id == club.tampa
    with pytest.raises(Invalid, match="Chapter is required"):
        aim(chapterId=None)
    with pytest.raises(Invalid, match="This chapter doesn’t exist"):
        aim(chapterId=new_id())
    everybody = aim(targetType="all")
    assert (everybody.target_type, everybody.chapter_id) == ("all", None)


@pytest.mark.each_database
def test_a_deleted_chapter_leaves_its_notifications_which_nobody_is_told(
    do: Do, tell: Tell, club: Club, some_database: Database
) -> None:
    one = tell("Tampa", targetType="chapter", chapterId=club.tampa)
    with some_database.unit_of_work(write=True) as session:
        session.execute(sa.delete(Chapter).where(sa.column("id") == club.tampa))
    (left,) = do(service.list_all, club.admin, window=EVERYTHING).items
    assert (left.target_type, left.chapter_id) == ("chapter", None)
    for actor in (club.tess, club.nora):
        assert titles(do, actor) == []
    values = patch(title="Closed")
    assert do(service.update_notification, club.admin, notification_id=one.id, values=values)


def test_a_type_of_old_times_is_read_as_other(do: Do, club: Club, some_database: Database) -> None:
    World(some_database).notification(type="news", created_by=club.admin.user_id)
    assert [one.type for one in do(service.list_for_me, club.tess, window=EVERYTHING).items] == [
        "other"
    ]


def test_what_is_deleted_is_gone(do: Do, tell: Tell, club: Club) -> None:
    one = tell()
    do(service.delete_notification, club.admin, notification_id=one.id)
    assert titles(do, club.tess) == []
    with pytest.raises(NotFound, match="This notification doesn’t exist"):
        do(service.delete_notification, club.admin, notification_id=one.id)


@pytest.mark.parametrize("junk", ["junk", "", "' OR 1=1", "00000000-0000-4000-8000-000000000000"])
def test_what_does_not_exist_cannot_be_changed(do: Do, club: Club, junk: str) -> None:
    with pytest.raises(NotFound):
        do(service.update_notification, club.admin, notification_id=junk, values=patch(title="x"))


def test_only_administrators_write_and_only_members_are_told(
    do: Do, tell: Tell, club: Club
) -> None:
    one = tell()
    write = NotificationWrite(title="x", message="y")
    for actor, refusal in ((VISITOR, Unauthorized), (club.tess, Forbidden)):
        for verb, values in (
            (service.create_notification, {"values": write}),
            (service.update_notification, {"notification_id": one.id, "values": patch(title="x")}),
            (service.delete_notification, {"notification_id": one.id}),
            (service.list_all, {"window": EVERYTHING}),
        ):
            with pytest.raises(refusal):
                do(verb, actor, **values)
    with pytest.raises(Unauthorized):
        do(service.list_for_me, VISITOR, window=EVERYTHING)
    assert titles(do, club.tess) == ["Hello"]


def test_every_change_writes_its_line(
    do: Do, tell: Tell, club: Club, some_database: Database
) -> None:
    one = tell()
    for _ in range(2):  # the second time nothing changes
        values = patch(title="New", type="error")
        do(service.update_notification, club.admin, notification_id=one.id, values=values)
    do(service.delete_notification, club.admin, notification_id=one.id)
    with some_database.unit_of_work(write=False) as session:
        lines = list(session.scalars(sa.select(AuditEntry).order_by("at")))
    assert [line.action.partition(".")[2] for line in lines] == ["created", "updated", "deleted"]
    assert lines[1].details == {"title": "New", "fields": "title, type"}
    assert {(line.actor_id, line.subject_id) for line in lines} == {(club.admin.user_id, one.id)}


def test_open_dashboards_hear_of_every_change(
    do: Do, tell: Tell, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced: list[str] = []
    monkeypatch.setattr(live, "announce", announced.append)
    one = tell()
    assert announced == [service.NOTICES]
    values = patch(title="New")
    do(service.update_notification, club.admin, notification_id=one.id, values=values)
    assert announced == [service.NOTICES] * 2
    do(service.delete_notification, club.admin, notification_id=one.id)
    assert announced == [service.NOTICES] * 3


def searched(do: Do, club: Club, **wanted: Any) -> list[str]:
    found = do(service.search_notifications, club.admin, wanted=NotificationSearch(**wanted))
    assert found.total == len(found.items)
    return [one.title for one in found.items]


@pytest.mark.each_database
def test_the_consoles_list_is_searched_and_filtered(do: Do, tell: Tell, club: Club) -> None:
    tell("Park moved", message="Meet at the pavilion")
    tell("Old news", expiresAt=iso(clock.now() - timedelta(1)))
    tell("Off", isActive=False, type="warning")
    tell("Tampa only", targetType="chapter", chapterId=club.tampa)
    assert searched(do, club, text="PAVILION park") == ["Park moved"]
    assert searched(do, club, standing="expired") == ["Old news"]
    assert searched(do, club, standing="inactive") == ["Off"]
    assert set(searched(do, club, standing="shown")) == {"Park moved", "Tampa only"}
    assert searched(do, club, target=Target.CHAPTER) == ["Tampa only"]
    assert searched(do, club, chapter_id=club.tampa) == ["Tampa only"]
    assert searched(do, club, chapter_id=club.miami) == []
    assert searched(do, club, type=NotificationType.WARNING) == ["Off"]
    assert searched(do, club, text="100%") == []


@pytest.mark.each_database
def test_the_consoles_list_is_sorted_as_asked(do: Do, tell: Tell, club: Club) -> None:
    tell("b", expiresAt=iso(clock.now() + timedelta(9)))
    tell("A", expiresAt=iso(clock.now() + timedelta(3)))
    tell("c")
    assert searched(do, club, order="newest") == ["c", "A", "b"]
    assert searched(do, club, order="oldest") == ["b", "A", "c"]
    assert searched(do, club, order="title") == ["A", "b", "c"]
    assert searched(do, club, order="expiry") == ["A", "b", "c"]


def test_the_file_names_the_chapter_and_the_last_day(do: Do, tell: Tell, club: Club) -> None:
    last = end_of(date(2031, 3, 14))
    tell("Hello", targetType="chapter", chapterId=club.tampa, expiresAt=iso(last))
    wanted = NotificationSearch()
    assert do(service.download_notifications, club.admin, wanted=wanted) == [
        {
            "Title": "Hello",
            "Message": "All of you.",
            "Type": "Info",
            "Target": "Chapter-specific",
            "Chapter": "Tampa",
            "Expires": "2031-03-14",
            "Status": "Active",
        }
    ]


def test_the_log_tells_what_was_there_before(
    do: Do, tell: Tell, club: Club, some_database: Database
) -> None:
    one = tell("Hello", targetType="chapter", chapterId=club.tampa)
    values = patch(targetType="all", isActive=False)
    do(service.update_notification, club.admin, notification_id=one.id, values=values)
    with some_database.unit_of_work(write=False) as session:
        told = session.scalars(sa.select(AuditWords).filter_by(action="notification.updated")).one()
    assert told.changes == [
        Change(field="Target", before="Chapter-specific", after="System-wide"),
        Change(field="Chapter", before="Tampa"),
        Change(field="Status", before="Active", after="Inactive"),
    ]


def test_the_consoles_verbs_are_for_administrators(do: Do, tell: Tell, club: Club) -> None:
    one = tell()
    for verb, values in (
        (service.search_notifications, {"wanted": NotificationSearch()}),
        (service.download_notifications, {"wanted": NotificationSearch()}),
        (service.get_notification, {"notification_id": one.id}),
    ):
        with pytest.raises(Forbidden):
            do(verb, club.tess, **values)
        with pytest.raises(Unauthorized):
            do(verb, VISITOR, **values)
    assert do(service.get_notification, club.admin, notification_id=one.id).title == "Hello"
    with pytest.raises(NotFound):
        do(service.get_notification, club.admin, notification_id=new_id())


def test_changes_of_different_fields_go_together(do: Do, tell: Tell, club: Club) -> None:
    seen = tell("Old", expiresAt=iso(NOW))
    for values in (patch(title="New"), patch(message="Meet at the pavilion.", type="warning")):
        same = {"notification_id": seen.id, "seen": seen}
        now = do(service.update_notification, club.admin, values=values, **same)
    told = {"title": "New", "message": "Meet at the pavilion.", "type": "warning"}
    assert now == seen.model_copy(update=told)


def test_the_second_change_of_a_field_is_told(do: Do, tell: Tell, club: Club) -> None:
    seen = tell("Old", expiresAt=iso(NOW))
    later, latest = (iso(NOW + timedelta(days=days)) for days in (1, 2))

    def change(seen: NotificationRead | None, **sent: Any) -> NotificationRecord:
        same = {"notification_id": seen_id, "values": patch(**sent), "seen": seen}
        now: NotificationRecord = do(service.update_notification, club.admin, **same)
        return now

    seen_id = seen.id
    theirs = {"title": "Theirs", "expiresAt": later, "isActive": False}
    kept = change(seen, **theirs)
    with pytest.raises(Overtaken, match="changed this notification while") as told:
        change(seen, expiresAt=latest, title="Mine", message="Mine as well.")
    assert list(told.value.fields.items()) == [("title", MEANWHILE), ("expiresAt", MEANWHILE)]
    # The same change twice is no contradiction, and without what was seen the last change wins.
    assert change(seen, **theirs) == kept
    assert change(None, title="Mine") == kept.model_copy(update={"title": "Mine"})


def test_the_pages_of_a_chapter_tell_its_members_and_administrators_alone(
    do: Do, tell: Tell, club: Club
) -> None:
    tell("Everybody")
    tell("Later", targetType="chapter", chapterId=club.tampa)
    tell("Draft", targetType="chapter", chapterId=club.tampa, isActive=False)
    tell("Park change", targetType="chapter", chapterId=club.tampa, type="error")

    def told(actor: Actor) -> list[str]:
        return [one.title for one in do(service.chapter_news, actor, chapter_id=club.tampa)]

    lead = replace(club.nora, grants=(Grant(Role.LEAD, club.tampa),))
    assert told(club.tess) == told(club.admin) == told(lead) == ["Park change", "Later"]
    assert told(club.miles) == told(club.nora) == told(VISITOR) == []


def test_an_event_tells_only_the_news_that_holds_when_it_starts(
    do: Do, tell: Tell, club: Club
) -> None:
    to_tampa = {"targetType": "chapter", "chapterId": club.tampa}
    tell("This Saturday", **to_tampa, expiresAt=iso(clock.now() + timedelta(7)))
    tell("A new park", **to_tampa)

    def told(days: int) -> list[str]:
        at = {"chapter_id": club.tampa, "until": clock.now() + timedelta(days)}
        return [one.title for one in do(service.chapter_news, club.tess, **at)]

    assert sorted(told(-1)) == sorted(told(6)) == ["A new park", "This Saturday"]
    assert told(8) == ["A new park"]


def test_an_email_is_promised_to_each_reader_once(
    do: Do, tell: Tell, club: Club, some_database: Database
) -> None:
    new = tell("Park change", targetType="chapter", chapterId=club.tampa)
    seen = do(service.update_notification, club.admin, notification_id=new.id, values=ALSO_EMAIL)
    assert (seen.emails, seen.emailed_at is None) == (1, False)
    with pytest.raises(Invalid) as refused:
        do(service.update_notification, club.admin, notification_id=new.id, values=ALSO_EMAIL)
    assert refused.value.fields == {"alsoEmail": EMAILED_BEFORE}
    for gone in ({"email": None}, {"erased_at": NOW, "email": "gone@example.org"}):
        World(some_database).person(issuer="i", subject=str(gone), **gone)
    assert tell("Everybody", alsoEmail=True).emails == 3


def test_an_email_leaves_out_who_sends_it_and_not_who_wrote_first(do: Do, club: Club) -> None:
    lead = replace(club.tess, grants=(Grant(Role.LEAD, club.tampa),))
    rain = {"title": "Rain", "message": "No field.", "targetType": "chapter"}
    values = NotificationWrite.model_validate({**rain, "chapterId": club.tampa})
    new = do(service.create_notification, lead, values=values)
    sent = do(service.update_notification, club.admin, notification_id=new.id, values=ALSO_EMAIL)
    assert sent.emails == 1


def test_a_lead_tells_the_own_chapter_and_nobody_else(do: Do, tell: Tell, club: Club) -> None:
    lead = replace(club.nora, grants=(Grant(Role.LEAD, club.tampa),))
    here, there = (
        NotificationWrite.model_validate(
            {"title": "Rain", "message": "No field.", "targetType": "chapter", "chapterId": one}
        )
        for one in (club.tampa, club.miami)
    )
    said = do(service.create_notification, lead, values=here)
    to_all = NotificationWrite.model_validate({"title": "Rain", "message": "No field."})
    for values in (there, to_all, here.model_copy(update={"target_type": Target.ALL})):
        with pytest.raises(Forbidden):
            do(service.create_notification, lead, values=values)
    for aim in ({"targetType": "all"}, {"chapterId": club.miami}):
        with pytest.raises(Forbidden):
            do(service.update_notification, lead, notification_id=said.id, values=patch(**aim))
    changed = patch(title="Sun")
    do(service.update_notification, lead, notification_id=said.id, values=changed)
    everybody = tell("Everybody")
    miami = tell("Miami", targetType="chapter", chapterId=club.miami)
    with pytest.raises(Forbidden):
        do(service.get_notification, lead, notification_id=everybody.id)
    with pytest.raises(NotFound):
        do(service.delete_notification, lead, notification_id=miami.id)
    assert titles(do, lead, verb=service.list_all) == ["Sun"]
    found = do(service.search_notifications, lead, wanted=NotificationSearch())
    assert [one.title for one in found.items] == ["Sun"]
