"""The demo data: it has every edge case, it is repeatable, and no public site gets it."""

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle import seed
from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.accounts.naming import name_key, shows_real_name
from rookiebattle.chapters.models import Chapter, ChapterRequest
from rookiebattle.core import clock
from rookiebattle.core.actor import OPERATOR
from rookiebattle.core.database.db import Database, get_database, new_id
from rookiebattle.core.values.dates import DAYS
from rookiebattle.events.models import Event
from rookiebattle.events.schemas import EventWrite
from rookiebattle.gate.service.people import read_gate
from rookiebattle.media.models import Media
from rookiebattle.media.service import misplaced_media
from rookiebattle.notifications.models import Notification
from rookiebattle.notifications.policy import shown_type
from rookiebattle.payments.models import Payment
from rookiebattle.payments.service import own_perks
from rookiebattle.registrations.models import Registration
from rookiebattle.registrations.queries import seats as seat_queries
from rookiebattle.registrations.service.people import household_bills
from rookiebattle.resources.models import Category, Resource
from rookiebattle.seed.calendar import Plan, Scene, plans
from rookiebattle.seed.data import DEMO, PLACES
from rookiebattle.seed.gallery import CLIPS, ENDING, PICTURES, SHOTS, draw_pictures
from rookiebattle.seed.people import Cast, actor_of
from rookiebattle.seed.saturday import CLASS, TITLE
from rookiebattle.settings import SettingsError, get_settings
from rookiebattle.uploads.service import stored_files
from tests.clocks import NOW
from tests.stripe_double.keys import take_cards
from tests.world import World


@pytest.fixture(scope="module")
def filled(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """The demo data, made once for all tests of this file."""
    folder = tmp_path_factory.mktemp("seed")
    file = folder / "seed.db"
    shutil.copy(sqlite_template, file)
    database = Database(f"sqlite:///{file}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DATA_DIR", str(folder / "data"))
        get_settings.cache_clear()
        pictures = draw_pictures()
        with database.unit_of_work(write=True) as session:
            seed._fill(session, Random(seed.SEED), NOW, pictures)
    get_settings.cache_clear()
    with database.unit_of_work(write=False) as session:
        yield session
    database.dispose()


def test_seats_ahead_are_kept_on_a_site_that_takes_cards(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat that nobody pays by card is lost after half an hour; the demo would have none."""
    take_cards(monkeypatch)
    monkeypatch.setattr(seed, "_leaves", lambda *_: False)
    actors = world.people(5)
    event_id = world.event(price_cents=1000, max_participants=8, start_at=NOW + timedelta(days=6))
    with world.database.unit_of_work(write=True) as session:
        people = [session.get_one(User, one.user_id) for one in actors]
        event = session.get_one(Event, event_id)
        organizer = session.get_one(User, event.organizer_id)
        values = EventWrite(
            title="Castle Day", event_type="daybattle", start_date=NOW, recurrence_days_of_week=[]
        )
        plan = Plan(values, organizer, coming=4)
        cast = Cast(people, {})
        seed._fill_seats(session, Random(1), NOW, cast, plan, event)
        session.refresh(event)
        assert event.current_participants == 4
        kept = session.execute(sa.select(seat_queries.seats.c.payment_status, seat_queries.HOLD))
        assert {tuple(one) for one in kept} == {("completed", None)}


def test_the_mother_has_a_bill_of_her_household(
    filled: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    mother = filled.scalars(sa.select(User).where(col(User.subject) == "demo-guardian")).one()
    with clock.at(NOW):
        bills = household_bills(filled, replace(actor_of(mother), has_family=True))
    assert "Bridge Battle in Tampa" in {one.title for one in bills}


def test_every_kind_of_event_is_there(filled: Session) -> None:
    events = list(filled.scalars(sa.select(Event)))
    held = [event for event in events if event.max_participants]
    assert any(event.current_participants == event.max_participants for event in held)
    assert any(event.max_participants == event.current_participants + 1 for event in held)
    assert any(event.requires_membership for event in events)
    assert any(not event.is_public for event in events)
    assert any(event.location is None for event in events)
    assert any(len(event.title) == 255 for event in events)
    tomorrow = next(event for event in events if event.title == "Evening Sparring")
    assert f"{tomorrow.start_at.astimezone(ZoneInfo('America/New_York')):%d %H:%M}" == "15 18:00"
    assert any(event.end_at - event.start_at > timedelta(days=1) for event in events)
    assert any(event.start_at < NOW < event.end_at for event in events)
    assert len([event for event in events if event.recurrence_pattern == "biweekly"]) >= 15
    assert {event.event_type for event in events} == {
        *("training", "tournament", "workshop", "social", "daybattle")
    }
    assert min(event.start_at for event in events) < NOW - timedelta(days=50)
    assert max(event.start_at for event in events) > NOW + timedelta(days=170)


def test_a_chapter_that_meets_every_week_has_its_days(filled: Session) -> None:
    said = [
        one for one in filled.scalars(sa.select(Chapter)) if "meets in" in (one.description or "")
    ]
    assert said
    for chapter in said:
        is_biweekly = "every other" in (chapter.description or "")
        step = timedelta(days=14 if is_biweekly else 7)
        events = filled.scalars(sa.select(Event).filter_by(chapter_id=chapter.id))
        zone = ZoneInfo(chapter.time_zone)
        days = {one.start_at.astimezone(zone).date() for one in events if one.is_recurring}
        coming = sorted(day for day in days if day > NOW.date())
        assert len(coming) >= 12
        assert all(later - day == step for day, later in pairwise(coming))
        often = ", every other week" if is_biweekly else ""
        assert all(f"{day:%A}{often}" == chapter.meeting_day for day in coming)


def test_the_seats_taken_are_the_registrations(filled: Session) -> None:
    rows = list(filled.scalars(sa.select(Registration)))
    for event in filled.scalars(sa.select(Event)):
        held = [row for row in rows if row.event_id == event.id and row.cancelled_at is None]
        assert event.current_participants == len(held)
    starts = {event.id: event.start_at for event in filled.scalars(sa.select(Event))}
    assert all(row.registration_date < starts[row.event_id] for row in rows)
    assert any(row.cancelled_at for row in rows)
    assert {row.payment_status for row in rows} > {"completed", "pending", "not_required"}


def test_seats_were_paid_in_cash_and_by_check(filled: Session) -> None:
    paid = list(filled.scalars(sa.select(Payment)))
    assert {one.means for one in paid} == {"cash", "check"}
    assert all((one.reference is not None) == (one.means == "check") for one in paid)


def test_a_member_has_tokens_and_credit_of_a_plan_that_is_in_force(filled: Session) -> None:
    (member,) = filled.scalars(sa.select(User).filter_by(subject="demo-member"))
    with clock.at(NOW):
        mine = own_perks(filled, actor_of(member))
    assert (mine.tokens, mine.credit_cents, mine.is_active) == (2, 10_00, True)


def test_nearly_everybody_was_checked_in_at_events_that_have_begun(filled: Session) -> None:
    starts = {event.id: event.start_at for event in filled.scalars(sa.select(Event))}
    seats = [row for row in filled.scalars(sa.select(Registration)) if row.cancelled_at is None]
    past = [row for row in seats if starts[row.event_id] < NOW]
    there = [row for row in past if row.checked_in_at]
    assert 0.8 * len(past) < len(there) < len(past)
    assert all(row.checked_in_at <= NOW for row in there if row.checked_in_at)
    # The Saturday's gate is open before its start.
    early = {row.event_id for row in seats if starts[row.event_id] >= NOW and row.checked_in_at}
    assert len(early) == 1


def test_people_are_invented_and_live_in_two_zones(filled: Session) -> None:
    people = list(filled.scalars(sa.select(User)))
    assert len(people) > 200
    # A teenager whose guardian added them has no address, and those who walked in have none.
    without = {one.game_name or one.first_name for one in people if one.email is None}
    assert without == {"Quick Wren", "Wanda", "Otis"}
    assert all(one.email.endswith("@example.org") for one in people if one.email)
    chapters = list(filled.scalars(sa.select(Chapter)))
    assert len(chapters) == 15
    assert {chapter.state for chapter in chapters} == {"Florida", "Georgia"}
    central = [one.city for one in chapters if one.time_zone == "America/Chicago"]
    assert sorted(central) == ["Panama City", "Pensacola"]
    assert all(one.phone.startswith("555-01") for chap in chapters for one in chap.leadership)


def test_notifications_of_every_kind_are_there(filled: Session) -> None:
    told = list(filled.scalars(sa.select(Notification)))
    assert {shown_type(one.type) for one in told} == {
        *("info", "success", "warning", "error", "other")
    }
    assert {one.target_type for one in told} == {"all", "chapter"}
    assert any(not one.is_active for one in told)
    assert any(one.expires_at and one.expires_at < NOW for one in told)


def test_no_words_tie_an_event_or_news_to_another_day(filled: Session) -> None:
    """The demo starts on any day, and a day of the week in a text would be another than it says."""
    told = [(one.title, one.message) for one in filled.scalars(sa.select(Notification))]
    events = [(one.title, one.description) for one in filled.scalars(sa.select(Event))]
    days = re.compile(rf"\b({'|'.join(DAYS)}|today|tonight|tomorrow)\b", re.IGNORECASE)
    assert not [said for texts in told + events for said in texts if days.search(said or "")]


def test_people_ask_to_start_chapters(filled: Session) -> None:
    asked = filled.scalars(sa.select(ChapterRequest)).all()
    assert len(asked) == len(DEMO["requests"])
    assert all(one.email.endswith("@example.org") for one in asked)


def test_every_shelf_of_the_library_has_documents_and_some_are_for_members(filled: Session) -> None:
    library = list(filled.scalars(sa.select(Resource)))
    assert 20 <= len(library) <= 30
    assert {one.category for one in library} == set(Category)
    assert {one.is_public for one in library} == {True, False}
    assert all(".example.org/" in one.external_url for one in library)
    assert len({one.external_url for one in library}) == len(library)


def _outline(number: int) -> list[tuple[EventWrite, int | None]]:
    people = (User(), User(), User())
    scene = Scene(Random(number), NOW, [new_id() for _ in PLACES], *people)
    return [
        (plan.values.model_copy(update={"chapter_id": None}), plan.coming) for plan in plans(scene)
    ]


def test_the_same_number_makes_the_same_data() -> None:
    assert _outline(7) == _outline(7)
    assert _outline(7) != _outline(8)


def test_an_empty_database_is_filled_and_one_with_accounts_left_alone(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(session: Session, *_others: object) -> None:
        session.add(User(email="somebody@example.org"))

    monkeypatch.setattr(seed, "_fill", fill)
    monkeypatch.setattr(seed, "draw_pictures", dict)
    assert [seed.main(), seed.main()] == [True, False]
    with database.unit_of_work(write=False) as session:
        assert len(session.scalars(sa.select(User)).all()) == 1


def test_the_saturday_has_each_card_at_its_gate(filled: Session) -> None:
    event = filled.scalars(sa.select(Event).where(col(Event.title) == TITLE)).one()
    with clock.at(NOW):
        gate = read_gate(filled, OPERATOR, event_id=event.id)
    cards = Counter(one.verdict for one in gate.people)
    # Red: a waiver that ended, and two teenagers without one. Yellow: papers that wait for a lead.
    assert (cards["red"], cards["yellow"], cards["green"]) == (3, 3, 36)
    assert (gate.counts.registered, gate.counts.checked_in) == (42, 14)
    course = filled.scalars(sa.select(Event).where(col(Event.title) == CLASS)).one()
    assert course.current_participants == course.max_participants


def test_demo_data_is_refused_where_the_public_is(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://club.example.org")
    get_settings.cache_clear()
    with pytest.raises(SettingsError, match="only for a development copy"):
        seed.main()


def test_every_demo_member_is_welcomed_and_the_newcomer_has_no_account(filled: Session) -> None:
    people = list(filled.scalars(sa.select(User)))
    # Those who walked in finish their welcome at home.
    assert [one.first_name for one in people if not one.age_band] == ["Wanda", "Otis"]
    assert "newcomer@example.org" not in {one.email for one in people}
    assert any(one.game_name_key == name_key("Quillfeather") for one in people)


def test_a_game_name_alone_does_not_tell_who_is_under_18(filled: Session) -> None:
    """Wherever there is a minor, adults have the same shape, and all of those have game names."""
    people = list(filled.scalars(sa.select(User)))
    modest = [one for one in people if not shows_real_name(one)]
    minors = {one.chapter_id for one in people if one.age_band == AgeBand.MINOR}
    assert len(minors) > 3
    assert minors <= {one.chapter_id for one in modest if one.age_band == AgeBand.ADULT}
    assert len([one for one in modest if one.age_band == AgeBand.ADULT]) > len(modest) / 2
    assert all(one.game_name for one in modest)
    assert not any(one.shows_profile for one in people if one.age_band == AgeBand.MINOR)
    assert len([one for one in people if shows_real_name(one)]) > len(people) / 2


def test_the_gallery_looks_alive(filled: Session) -> None:
    items = list(filled.scalars(sa.select(Media)))
    assert len(items) == len(SHOTS) + len(CLIPS)
    assert {one.category for one in items} == {"general", "training", "events", "tournaments"}
    assert [one.is_pinned for one in items].count(True) == 1
    assert [one.is_public for one in items].count(False) == 1
    assert len({one.event_id for one in items if one.event_id}) > 3
    assert any(len(one.tags) > 2 for one in items)
    assert min(one.view_count for one in items) == 0
    assert misplaced_media(filled) == []


def test_every_picture_of_the_gallery_is_stored_in_several_widths(filled: Session) -> None:
    paths = [one.file_url for one in filled.scalars(sa.select(Media)) if not one.youtube_url]
    files = stored_files(filled, object_paths=paths)
    assert len(files) == len(SHOTS)
    assert all(one.placeholder and len(one.renditions) >= 2 for one in files.values())


def test_every_picture_of_the_gallery_is_there_and_small() -> None:
    names = {shot["drawing"] for shot in SHOTS}
    assert {file.name for file in PICTURES.iterdir()} == {f"{name}{ENDING}" for name in names}
    assert len(names) == len(SHOTS)
    assert {name.partition("-")[0] for name in names} == DEMO["seen"].keys()
    assert max(file.stat().st_size for file in PICTURES.iterdir()) < 45_000


@pytest.mark.each_database
def test_no_transaction_is_open_while_pictures_are_drawn(
    some_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL ends a transaction that is idle for a minute, and a slow machine draws longer."""
    used: list[tuple[str, int]] = []

    def note(what: str) -> None:
        pool: Any = get_database().engine.pool
        used.append((what, pool.checkedout()))

    monkeypatch.setattr(seed, "draw_pictures", lambda: note("draws"))
    monkeypatch.setattr(seed, "_fill", lambda *_of: note("fills"))
    assert seed.main()
    assert used == [("draws", 0), ("fills", 1)]
