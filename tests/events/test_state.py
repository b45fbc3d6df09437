"""The event form over the websocket, without a server."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
import reflex as rx
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core.actor import VISITOR
from rookiebattle.core.conflicts import MEANWHILE, OVERTAKEN
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import NotFound
from rookiebattle.events import hosting, service
from rookiebattle.events import state as form_state
from rookiebattle.events.queries import events
from rookiebattle.events.schemas import EventFilter, EventRead, Reach
from rookiebattle.events.wording import CREATED_WAITING, NEEDS_REASON
from rookiebattle.ui.typed import page_vars
from tests.clocks import StillClock
from tests.events.club import NOW, Club, Create
from tests.tab import Tab, Worker, toast, worker_of
from tests.world import World

pytestmark = pytest.mark.anyio
EventFormState = page_vars(form_state.EventFormState)
FORM = {
    "eventId": "",
    "title": "Evening practice",
    "eventDate": "2026-03-14",
    "startTime": "18:00",
    "durationHours": "2",
    "eventType": "training",
    "price": "0",
    "isPublic": True,
    "chapterId": "none",
    "recurrence": "none",
}


@pytest.fixture
async def worker(club: Club) -> AsyncIterator[Worker]:
    async with worker_of(club.actor) as running:
        yield running


def tab_of(worker: Worker, role: str) -> Tab:
    return worker.tab(cookie=f"rb_session={role}", path="/events")


def titles(database: Database) -> list[str]:
    with database.unit_of_work(write=False) as session:
        return [event.title for event in listed(session)]


def listed(session: Session) -> list[EventRead]:
    return list(service.list_events(session, VISITOR, wanted=EventFilter()).items)


async def test_the_form_opens_with_the_defaults_in_the_zone(worker: Worker) -> None:
    tab = tab_of(worker, "member")
    await tab.send(EventFormState.create)
    form = tab.of(EventFormState)
    assert (form["is_open"], form["draft"]["eventDate"]) == (True, "2026-03-01")
    assert form["remarks"]["chapterId"] == "Times are in Eastern Time."
    assert [option.label for option in form["chapters"]] == [
        "No chapter",
        "Pensacola - Pensacola, FL",
        "Tampa - Tampa, FL",
    ]


async def test_the_form_of_a_canceled_event_asks_why(
    worker: Worker, database: Database, create: Create
) -> None:
    event, tab = create(), tab_of(worker, "organizer")
    await tab.send(EventFormState.edit, event_id=event.id)
    assert not tab.of(EventFormState)["is_canceled"]
    cancel(database, event.id)
    await tab.send(EventFormState.edit, event_id=event.id)
    shown = tab.of(EventFormState)
    assert (shown["is_canceled"], shown["draft"]["cancelReason"]) == (True, "")
    form = {**shown["draft"], "eventId": event.id}
    await tab.send(EventFormState.save, form=form | {"cancelReason": " The park is flooded. "})
    assert toast(tab)[0] == "Event updated successfully!"
    assert reason_of(database, event.id) == "The park is flooded."
    await tab.send(EventFormState.edit, event_id=event.id)
    assert tab.of(EventFormState)["draft"]["cancelReason"] == "The park is flooded."
    for wrong, sentence in (("", NEEDS_REASON), ("x" * 256, None)):
        await tab.send(EventFormState.save, form=form | {"cancelReason": wrong})
        errors = tab.of(EventFormState)["errors"]
        assert errors.keys() == {"cancelReason"}
        assert sentence in (None, errors["cancelReason"])
    assert reason_of(database, event.id) == "The park is flooded."


async def test_a_reason_is_not_saved_where_the_other_fields_are_refused(
    worker: Worker, database: Database, create: Create
) -> None:
    event, tab = create(), tab_of(worker, "organizer")
    cancel(database, event.id)
    await tab.send(EventFormState.edit, event_id=event.id)
    form = {**tab.of(EventFormState)["draft"], "eventId": event.id, "cancelReason": "Flood."}
    await tab.send(EventFormState.save, form=form | {"eventDate": "2015-01-01"})
    assert tab.of(EventFormState)["errors"].keys() == {"eventDate"}
    assert reason_of(database, event.id) is None
    await tab.send(EventFormState.save, form=form | {"title": "Floods"})
    assert (titles(database), reason_of(database, event.id)) == (["Floods"], "Flood.")


def cancel(database: Database, event_id: str) -> None:
    with database.unit_of_work(write=True) as session:
        session.execute(sa.update(events).where(events.c.id == event_id).values(canceled_at=NOW))


def reason_of(database: Database, event_id: str) -> str | None:
    with database.unit_of_work(write=False) as session:
        return session.scalar(sa.select(events.c.cancel_reason).where(events.c.id == event_id))


async def test_a_form_stays_when_its_page_loads_again_and_only_then(worker: Worker) -> None:
    tab = tab_of(worker, "member")
    tab.path = "/events?month=2026-04"
    await tab.visit()
    await tab.send(EventFormState.create)
    tab.path = "/events?month=2026-05"
    await tab.visit()  # whose load the next one overtakes
    assert await is_open_after_visit(tab) is True
    await tab.send(rx.State.event_handlers["hydrate_and_load"], hashes=[])
    assert await is_open_after_visit(tab) is True
    tab.path = "/my-events"
    assert await is_open_after_visit(tab) is False


async def is_open_after_visit(tab: Tab) -> bool:
    await tab.visit()
    await tab.send(EventFormState.leave)
    return tab.of(EventFormState)["is_open"] is True


async def test_the_zone_follows_the_chosen_chapter(worker: Worker, club: Club) -> None:
    tab = tab_of(worker, "member")
    await tab.send(EventFormState.create)
    await tab.send(EventFormState.follow, form={**FORM, "chapterId": club.central})
    form = tab.of(EventFormState)
    assert form["remarks"]["chapterId"] == "Times are in Central Time."
    assert (form["draft"]["chapterId"], form["draft"]["location"]) == (club.central, "A park")
    assert form["draft"]["address"] == "Pensacola, FL"


async def test_a_new_event_says_how_many_came_to_the_last_ones(
    worker: Worker, club: Club, database: Database, create: Create
) -> None:
    """Of the same chapter and type, which are read again only when one of them changes."""
    world, tab = World(database), tab_of(worker, "member")
    for days, people in ((1, 4), (8, 2)):
        start = NOW - timedelta(days=days)
        of_it: dict[str, Any] = {"chapter_id": club.central, "event_type": "training"}
        event_id = world.event(start_at=start, end_at=start + timedelta(hours=2), **of_it)
        for one in world.people(people):
            world.seat(event_id, one, checked_in_at=start)
    await tab.send(EventFormState.create)
    here, told = {**FORM, "chapterId": club.central}, "3 came on average to the last 2 training"

    async def said(form: dict[str, Any]) -> str:
        await tab.send(EventFormState.follow, form=form)
        remark: str = tab.of(EventFormState)["remarks"]["chapterId"]
        return remark.removeprefix("Times are in Central Time.").strip()

    assert (await said(here)).startswith(told)
    assert (await said({**here, "title": "Noon practice"})).startswith(told)
    assert await said({**here, "eventType": "social"}) == ""
    assert await said({**here, "eventType": "unheard of"}) == ""
    assert (await said(here)).startswith(told)
    assert told not in await said(FORM)
    event = create(chapterId=club.central)
    await tab.send(EventFormState.copy, event_id=event.id)
    assert told in tab.of(EventFormState)["remarks"]["chapterId"]
    await tab.send(EventFormState.close)
    await tab.send(EventFormState.edit, event_id=event.id)
    assert told not in tab.of(EventFormState)["remarks"]["chapterId"]


async def test_the_end_of_a_series_is_proposed_and_what_it_means_is_said(worker: Worker) -> None:
    tab = tab_of(worker, "member")
    await tab.send(EventFormState.create)
    await tab.send(EventFormState.follow, form={**FORM, "recurrence": "weekly"})
    form = tab.of(EventFormState)
    assert (form["repeats"], form["last_day"]) == ("weekly", "2026-06-06")
    assert form["remarks"]["recurrence"] == (
        "Every Saturday from Sat, Mar 14 to Jun 6, 2026: 13 events."
    )


async def test_a_mistake_that_is_corrected_is_no_longer_said(worker: Worker) -> None:
    tab = tab_of(worker, "member")
    await tab.send(EventFormState.create)
    await tab.send(EventFormState.save, form={**FORM, "title": "", "price": "free"})
    assert tab.of(EventFormState)["errors"].keys() == {"title", "price"}
    assert tab.of(EventFormState)["shows_more"] is True
    await tab.send(EventFormState.follow, form={**FORM, "title": "Duels", "price": "free"})
    assert tab.of(EventFormState)["errors"].keys() == {"price"}


async def test_before_many_events_move_or_hide_it_is_asked(
    worker: Worker, database: Database, create: Create
) -> None:
    first = create(isRecurring=True, recurrencePattern="weekly", recurrenceEndDate="2026-04-05")
    tab = tab_of(worker, "organizer")
    await tab.send(EventFormState.edit, event_id=first.id)
    draft = tab.of(EventFormState)["draft"]
    moved = {**draft, "eventId": first.id, "eventDate": "2026-03-09", "startTime": "17:00"}
    moved["isPublic"] = False
    await tab.send(EventFormState.choose_scope, scope="following")
    await tab.send(EventFormState.save, form=moved)
    asked = tab.of(EventFormState)["consequences"]
    assert asked == (
        "5 events will move to Mondays, 5:00 PM. No one’s registered yet. "
        "5 events will be for members only."
    )
    assert len(titles(database)) == 5, "nothing is hidden before the answer"
    await tab.send(EventFormState.reconsider)
    assert tab.of(EventFormState)["consequences"] == ""
    await tab.send(EventFormState.save, form=moved)
    await tab.send(EventFormState.go_ahead)
    assert toast(tab) == ("Event updated successfully!", "5 events moved")
    assert titles(database) == []


async def test_another_title_for_many_events_is_saved_without_a_question(
    worker: Worker, database: Database, create: Create
) -> None:
    first = create(isRecurring=True, recurrencePattern="weekly", recurrenceEndDate="2026-04-05")
    tab = tab_of(worker, "organizer")
    await tab.send(EventFormState.edit, event_id=first.id)
    draft = tab.of(EventFormState)["draft"]
    await tab.send(EventFormState.choose_scope, scope="following")
    await tab.send(EventFormState.save, form={**draft, "eventId": first.id, "title": "Duels"})
    assert titles(database) == ["Duels"] * 5
    assert toast(tab) == ("Event updated successfully!", "5 events updated")


async def test_one_event_of_a_series_is_not_counted(worker: Worker, create: Create) -> None:
    first = create(isRecurring=True, recurrencePattern="weekly", recurrenceEndDate="2026-04-05")
    tab = tab_of(worker, "organizer")
    await tab.send(EventFormState.edit, event_id=first.id)
    draft = tab.of(EventFormState)["draft"]
    await tab.send(EventFormState.save, form={**draft, "eventId": first.id, "title": "Duels"})
    assert toast(tab) == ("Event updated successfully!", ""), "the scope was this one"


async def test_a_new_series_says_how_many_events_it_has(worker: Worker) -> None:
    tab = tab_of(worker, "member")
    series = {**FORM, "recurrence": "weekly", "recurrenceEndDate": "2026-05-16"}
    await tab.send(EventFormState.create)
    await tab.send(EventFormState.save, form=series)
    assert toast(tab) == ("Event created successfully!", "10 events created")


async def test_a_copy_opens_with_everything_and_creates_another_series(
    worker: Worker, create: Create, database: Database
) -> None:
    rule = {"isRecurring": True, "recurrencePattern": "weekly", "recurrenceEndDate": "2026-03-15"}
    event, tab = create(price="10.00", **rule), tab_of(worker, "member")
    await tab.send(EventFormState.copy, event_id=event.id)
    form = tab.of(EventFormState)
    assert (form["editing"], form["repeats"], form["last_day"]) == ("", "weekly", "2026-06-07")
    assert form["remarks"]["recurrence"].endswith("13 events.")
    sent = {**form["draft"], "eventId": "", "recurrenceEndDate": "2026-03-22"}
    await tab.send(EventFormState.save, form=sent)
    assert toast(tab) == ("Event created successfully!", "2 events created")
    assert titles(database) == ["Park day"] * 4


async def test_a_series_that_moves_back_counts_only_its_own(
    worker: Worker, create: Create, database: Database
) -> None:
    create(isRecurring=True, recurrencePattern="weekly", recurrenceEndDate="2026-04-05")
    with database.unit_of_work(write=False) as session:
        third = listed(session)[2]
    tab = tab_of(worker, "organizer")
    await tab.send(EventFormState.edit, event_id=third.id)
    draft = tab.of(EventFormState)["draft"]
    await tab.send(EventFormState.choose_scope, scope="following")
    early = {**draft, "eventId": third.id, "eventDate": "2026-03-02"}
    await tab.send(EventFormState.save, form=early)
    await tab.send(EventFormState.go_ahead)
    assert toast(tab) == ("Event updated successfully!", "3 events moved")


async def test_a_member_creates_an_event_and_the_form_closes(
    worker: Worker, database: Database, club: Club
) -> None:
    tab = tab_of(worker, "member")
    await tab.send(EventFormState.create)
    await tab.send(EventFormState.save, form={**FORM, "chapterId": club.central})
    assert toast(tab) == ("Event created successfully!", CREATED_WAITING)
    assert tab.of(EventFormState)["is_open"] is False
    with database.unit_of_work(write=False) as session:
        (event,) = hosting.list_waiting(session, club.admin)
    assert event.start_date.isoformat() == "2026-03-14T23:00:00+00:00"
    assert event.organizer_id == club.member.user_id


async def test_a_wrong_form_stays_open_with_the_sentence_beside_its_field(
    worker: Worker, database: Database
) -> None:
    tab = tab_of(worker, "member")
    await tab.send(EventFormState.create)
    await tab.send(EventFormState.save, form={**FORM, "title": " "})
    assert toast(tab) == ("", ""), "the field says it"
    form = tab.of(EventFormState)
    assert (form["errors"], form["is_open"]) == ({"title": "Title is required"}, True)
    assert titles(database) == []


async def test_in_the_console_a_wrong_form_has_a_toast_too(worker: Worker) -> None:
    tab = worker.tab(cookie="rb_session=admin", path="/admin/events")
    await tab.send(EventFormState.create)
    await tab.send(EventFormState.save, form={**FORM, "title": " "})
    assert toast(tab) == ("Error", "Title is required")


async def test_what_only_the_service_refuses_is_said_beside_its_field_too(worker: Worker) -> None:
    tab = tab_of(worker, "member")
    await tab.send(EventFormState.create)
    await tab.send(EventFormState.save, form={**FORM, "title": "x" * 256})
    await tab.send(EventFormState.save, form={**FORM, "price": "free"})
    assert list(tab.of(EventFormState)["errors"]) == ["price"]


async def test_a_form_is_empty_again_when_it_is_opened_again(worker: Worker) -> None:
    tab = tab_of(worker, "member")
    await tab.send(EventFormState.create)
    await tab.send(EventFormState.save, form={**FORM, "title": ""})
    await tab.send(EventFormState.close)
    await tab.send(EventFormState.create)
    assert tab.of(EventFormState)["errors"] == {}


async def test_the_organizer_changes_an_event(
    worker: Worker, database: Database, create: Create
) -> None:
    event = create()
    tab = tab_of(worker, "organizer")
    await tab.send(EventFormState.edit, event_id=event.id)
    draft = tab.of(EventFormState)["draft"]
    assert (draft["title"], tab.of(EventFormState)["is_series"]) == ("Park day", False)
    await tab.send(EventFormState.save, form={**FORM, "eventId": event.id, "title": "Moved"})
    assert toast(tab) == ("Event updated successfully!", "")
    assert titles(database) == ["Moved"]


async def test_nobody_else_changes_or_deletes_it(
    worker: Worker, database: Database, create: Create
) -> None:
    event = create()
    tab = tab_of(worker, "member")
    await tab.send(EventFormState.edit, event_id=event.id)
    await tab.send(EventFormState.save, form={**FORM, "eventId": event.id, "title": "Mine now"})
    assert toast(tab)[1] == "Only the organizer or an administrator can change this event."
    await tab.send(EventFormState.remove)
    assert titles(database) == ["Park day"]


async def test_a_form_of_another_event_changes_nothing(
    worker: Worker, database: Database, create: Create
) -> None:
    first, second = create(title="First"), create(title="Second")
    tab = tab_of(worker, "organizer")
    await tab.send(EventFormState.edit, event_id=first.id)
    await tab.send(EventFormState.save, form={**FORM, "eventId": second.id, "title": "Lost"})
    assert toast(tab)[0] == "Error"
    assert sorted(titles(database)) == ["First", "Second"]


async def test_deleting_asks_first_and_then_says_so(
    worker: Worker, database: Database, create: Create
) -> None:
    event = create()
    tab = tab_of(worker, "organizer")
    await tab.send(EventFormState.edit, event_id=event.id)
    await tab.send(EventFormState.ask_to_remove)
    form = tab.of(EventFormState)
    assert (form["is_asking"], form["question"]) == (
        True,
        "No one’s registered yet. This can’t be undone.",
    )
    assert titles(database) == ["Park day"]
    await tab.send(EventFormState.remove)
    assert toast(tab) == ("Event deleted successfully!", "")
    assert (titles(database), tab.of(EventFormState)["is_open"]) == ([], False)


async def test_a_series_is_deleted_from_the_chosen_event_on(
    worker: Worker, database: Database, create: Create
) -> None:
    first = create(isRecurring=True, recurrencePattern="weekly", recurrenceEndDate="2026-04-05")
    assert len(titles(database)) == 5
    tab = tab_of(worker, "organizer")
    await tab.send(EventFormState.edit, event_id=first.id)
    await tab.send(EventFormState.ask_to_remove)
    assert [option.label for option in tab.of(EventFormState)["scopes"]] == [
        "This event (0 registrations)",
        "This and following events (5 events, 0 registrations)",
    ]
    await tab.send(EventFormState.choose_scope, scope="following")
    assert "email" not in tab.of(EventFormState)["question"], "nobody would get one"
    await tab.send(EventFormState.remove)
    assert titles(database) == []


async def test_before_a_series_is_deleted_it_is_said_who_gets_an_email(
    worker: Worker, database: Database, create: Create
) -> None:
    first = create(isRecurring=True, recurrencePattern="weekly", recurrenceEndDate="2026-04-05")
    world = World(database)
    world.seat(first.id, world.person(email="mira@example.org"))
    with database.unit_of_work(write=True) as session:
        session.execute(sa.update(events).values(current_participants=3))
    tab = tab_of(worker, "organizer")
    await tab.send(EventFormState.edit, event_id=first.id)
    await tab.send(EventFormState.ask_to_remove)
    form = tab.of(EventFormState)
    assert form["question"].startswith("3 people will lose their seats.")
    await tab.send(EventFormState.choose_scope, scope="following")
    assert form["question"] == (
        "15 seats will be lost. We’ll email 1 person. This can’t be undone. "
        "To keep the page up and say why, use “Cancel Event” on it instead."
    )


async def test_a_visitor_is_asked_to_log_in(worker: Worker, database: Database) -> None:
    tab = worker.tab(path="/events")
    await tab.send(EventFormState.create)
    assert toast(tab) == ("Login Required", "Please log in to create events")
    await tab.send(EventFormState.save, form=FORM)
    assert titles(database) == []


@pytest.mark.parametrize("payload", [{"scope": "all"}, {"scope": 1}, {}])
async def test_a_scope_we_do_not_know_is_refused(
    worker: Worker, payload: dict[str, object]
) -> None:
    tab = tab_of(worker, "member")
    await tab.send(EventFormState.choose_scope, **payload)
    assert toast(tab)[0] == "Error"


async def shown_after(tab: Tab, event_id: str, **typed: str | bool) -> dict[str, Any]:
    """The form's vars after it was sent with these fields, the others as it opened with them."""
    draft = tab.of(EventFormState)["draft"]
    await tab.send(EventFormState.save, form={**draft, "eventId": event_id, **typed})
    return tab.of(EventFormState)


async def test_a_field_that_somebody_else_changed_is_told_and_saved_at_the_second_press(
    worker: Worker, database: Database, create: Create
) -> None:
    event = create(location="A park")
    one, other = tab_of(worker, "admin"), tab_of(worker, "organizer")
    for tab in (one, other):
        await tab.send(EventFormState.edit, event_id=event.id)
    await shown_after(one, event.id, title="Spears", location="A hall")
    assert toast(one)[0] == "Event updated successfully!"
    form = await shown_after(other, event.id, title="Duels", description="Bring water.")
    assert toast(other) == ("Error", OVERTAKEN.format(thing="event"))
    assert (form["errors"], form["is_open"]) == ({"title": MEANWHILE}, True)
    assert form["draft"]["title"] == "Park day", "the form sends what differs from this"
    assert titles(database) == ["Spears"]
    await shown_after(other, event.id, title="Duels", description="Bring water.")
    assert toast(other)[0] == "Event updated successfully!"
    with database.unit_of_work(write=False) as session:
        (now,) = listed(session)
    assert (now.title, now.description) == ("Duels", "Bring water.")
    assert now.location == "A hall", "only what was typed is sent"


async def test_between_the_presses_a_third_change_is_told_again(
    worker: Worker, database: Database, create: Create
) -> None:
    event, other = create(), tab_of(worker, "organizer")
    await other.send(EventFormState.edit, event_id=event.id)
    for title in ("Spears", "Shields"):
        one = tab_of(worker, "admin")
        await one.send(EventFormState.edit, event_id=event.id)
        await shown_after(one, event.id, title=title)
        assert (await shown_after(other, event.id, title="Duels"))["errors"] == {"title": MEANWHILE}
    await shown_after(other, event.id, title="Duels")
    assert titles(database) == ["Duels"]


async def test_a_field_that_was_not_told_is_told_when_it_is_changed_too(
    worker: Worker, database: Database, create: Create
) -> None:
    event = create()
    one, other = tab_of(worker, "admin"), tab_of(worker, "organizer")
    for tab in (one, other):
        await tab.send(EventFormState.edit, event_id=event.id)
    await shown_after(one, event.id, title="Spears", description="By one.")
    own = {"title": "Duels"}
    assert (await shown_after(other, event.id, **own))["errors"] == {"title": MEANWHILE}
    own["description"] = "By the other."
    assert (await shown_after(other, event.id, **own))["errors"] == {"description": MEANWHILE}
    await shown_after(other, event.id, **own)
    with database.unit_of_work(write=False) as session:
        (now,) = listed(session)
    assert (now.title, now.description) == ("Duels", "By the other.")


@pytest.mark.parametrize(
    ("theirs", "own", "fields"),
    [
        ({"startTime": "09:00"}, {"eventDate": "2026-03-20"}, {"startTime"}),
        ({"eventDate": "2026-03-19"}, {"eventDate": "2026-03-20"}, {"eventDate"}),
        ({"startTime": "09:00"}, {"durationHours": "3"}, set()),
        ({"startTime": "09:00"}, {"chapterId": "the club's"}, set()),
        ({"chapterId": "in the west"}, {"startTime": "10:00"}, {"startTime"}),
    ],
)
async def test_a_start_that_somebody_else_moved_is_told_at_the_field_that_moved(
    worker: Worker,
    club: Club,
    create: Create,
    theirs: dict[str, str],
    own: dict[str, str],
    fields: set[str],
) -> None:
    event = create()
    chapters = {"the club's": club.east, "in the west": club.central}
    one, other = tab_of(worker, "admin"), tab_of(worker, "organizer")
    for tab in (one, other):
        await tab.send(EventFormState.edit, event_id=event.id)
    await shown_after(
        one, event.id, **{name: chapters.get(text, text) for name, text in theirs.items()}
    )
    typed = {name: chapters.get(text, text) for name, text in own.items()}
    form = await shown_after(other, event.id, **typed)
    assert form["errors"] == dict.fromkeys(fields, MEANWHILE)
    assert form["is_open"] is bool(fields)


async def test_a_date_of_the_series_that_somebody_else_changed_is_told(
    worker: Worker, database: Database, create: Create, still_clock: StillClock
) -> None:
    first = create(isRecurring=True, recurrencePattern="weekly", recurrenceEndDate="2026-04-05")
    with database.unit_of_work(write=False) as session:
        third = listed(session)[2]
    one, other = tab_of(worker, "admin"), tab_of(worker, "organizer")
    await other.send(EventFormState.edit, event_id=first.id)
    await one.send(EventFormState.edit, event_id=third.id)
    await shown_after(one, third.id, title="Spears", startTime="09:00")
    await other.send(EventFormState.choose_scope, scope="following")
    both = {"title": "Duels", "startTime": "20:00"}
    for _ in range(2):
        assert titles(database).count("Spears") == 1
        still_clock.now += timedelta(minutes=1)
        await shown_after(other, first.id, **both)
        await other.send(EventFormState.go_ahead)
        told = toast(other)
    assert told == ("Event updated successfully!", "5 events moved")
    assert titles(database) == ["Duels"] * 5


async def test_an_event_that_is_gone_is_told_without_a_field(
    worker: Worker, database: Database, create: Create, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, other = create(), tab_of(worker, "organizer")
    await other.send(EventFormState.edit, event_id=event.id)
    with database.unit_of_work(write=True) as session:
        session.execute(sa.update(events).values(title="Spears"))

    def gone(*_: object, **__: object) -> None:
        raise NotFound(service.MISSING)

    monkeypatch.setattr(service, "get_event", gone)
    form = await shown_after(other, event.id, title="Duels")
    assert form["errors"] == {"title": MEANWHILE}
    assert toast(other) == ("Error", service.MISSING)


@pytest.mark.parametrize(
    ("people", "text"), [(0, ""), (1, "We’ll email 1 person."), (3, "We’ll email 3 people.")]
)
async def test_a_change_says_how_many_people_get_an_email_about_it(
    worker: Worker, create: Create, monkeypatch: pytest.MonkeyPatch, people: int, text: str
) -> None:
    event, tab = create(), tab_of(worker, "organizer")
    monkeypatch.setattr(service, "_tell_participants", lambda *_: Reach(people))
    await tab.send(EventFormState.edit, event_id=event.id)
    await shown_after(tab, event.id, title="Duels")
    assert toast(tab) == ("Event updated successfully!", text)


async def test_so_does_a_change_of_a_series(
    worker: Worker, create: Create, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = create(isRecurring=True, recurrencePattern="weekly", recurrenceEndDate="2026-04-05")
    tab = tab_of(worker, "organizer")
    monkeypatch.setattr(service, "_tell_participants", lambda *_: Reach(2))
    await tab.send(EventFormState.edit, event_id=first.id)
    await tab.send(EventFormState.choose_scope, scope="following")
    await shown_after(tab, first.id, title="Duels")
    assert toast(tab)[1] == "5 events updated. We’ll email 2 people."
