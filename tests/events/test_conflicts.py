"""Two people change one event: other fields go together, of one field the second is told."""

from collections.abc import Callable
from typing import Any

import pytest

from rookiebattle.core.conflicts import MEANWHILE, OVERTAKEN
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Overtaken
from rookiebattle.events import canceling, service
from rookiebattle.events.schemas import (
    CancelWrite,
    Changed,
    EventFilter,
    EventPatch,
    EventRead,
    Scope,
    Seen,
)
from tests.events.club import NOW, Club, Create

Do = Callable[..., Any]
THIS, FOLLOWING = Scope.THIS, Scope.FOLLOWING
WEEKLY = {
    "start_date": "2026-03-05T18:00:00-05:00",
    "is_recurring": True,
    "recurrence_pattern": "weekly",
    "recurrence_end_date": "2026-04-02",
}


@pytest.fixture
def database(some_database: Database) -> Database:
    return some_database


@pytest.fixture
def change(do: Do, club: Club) -> Callable[..., EventRead]:
    """Change an event as the administrator does in one step, or as a form with what it has seen."""

    def changing(
        event: EventRead, seen: Seen | None = None, scope: Scope = THIS, **sent: Any
    ) -> EventRead:
        values = EventPatch.model_validate(sent)
        who = club.organizer if seen else club.admin
        verb = service.change_event
        changed: Changed = do(verb, who, event_id=event.id, values=values, scope=scope, seen=seen)
        return changed.event

    return changing


Change = Callable[..., EventRead]


def now_of(do: Do, club: Club, event: EventRead) -> EventRead:
    now: EventRead = do(service.get_event, club.organizer, event_id=event.id)
    return now


def every(do: Do, club: Club) -> list[EventRead]:
    return list(do(service.list_events, club.organizer, wanted=EventFilter()).items)


def test_different_fields_go_together(create: Create, change: Change) -> None:
    one = create(location="A park")
    seen = Seen(one, NOW)
    change(one, title="From one", location="Another park", start_date="2026-03-14T22:00:00Z")
    now = change(one, seen, description="From the other.", price="5", duration_hours="3")
    assert (now.title, now.location, now.description) == (
        "From one",
        "Another park",
        "From the other.",
    )
    assert (now.price, now.duration_hours) == ("5.00", "3.00")
    assert now.start_date.isoformat() == "2026-03-14T22:00:00+00:00"


@pytest.mark.parametrize(
    ("first", "second", "field"),
    [
        ({"title": "One"}, {"title": "Other"}, "title"),
        ({"description": "One"}, {"description": None}, "description"),
        ({"max_participants": 5}, {"max_participants": 6}, "maxParticipants"),
        ({"price": "5"}, {"price": "0"}, "price"),
        ({"event_type": "social"}, {"event_type": "tournament"}, "eventType"),
        ({"duration_hours": 3}, {"duration_hours": 4}, "durationHours"),
        ({"is_public": False}, {"is_public": True}, "isPublic"),
        (
            {"start_date": "2026-03-14T22:00:00Z"},
            {"start_date": "2026-03-15T22:00:00Z"},
            "startDate",
        ),
    ],
)
@pytest.mark.each_database
def test_the_second_change_of_a_field_is_told(
    do: Do,
    club: Club,
    create: Create,
    change: Change,
    first: dict[str, Any],
    second: dict[str, Any],
    field: str,
) -> None:
    one = create(price="7")
    done = change(one, **first)
    with pytest.raises(Overtaken) as told:
        change(one, Seen(one, NOW), **second, location="A river")
    assert told.value.fields == {field: MEANWHILE}
    assert told.value.sentence == OVERTAKEN.format(thing="event")
    assert now_of(do, club, one) == done
    change(one, Seen(done, done.updated_at), **second, location="A river")
    assert now_of(do, club, one).location == "A river"


def test_the_same_change_twice_is_no_contradiction(create: Create, change: Change) -> None:
    one = create()
    same = {"title": "New", "price": "5", "duration_hours": "3"}
    change(one, **same)
    assert change(one, Seen(one, NOW), **same).title == "New"


def test_without_what_was_seen_the_last_change_wins(create: Create, change: Change) -> None:
    one = create()
    for title in ("First", "Last"):
        now = change(one, title=title)
    assert now.title == "Last"


def test_the_reason_of_a_cancellation_is_told_together_with_the_other_fields(
    do: Do, club: Club, create: Create
) -> None:
    one = create()
    cancel, write = canceling.cancel_event, CancelWrite
    one = do(cancel, club.organizer, event_id=one.id, values=write(reason="Rain."))
    both = canceling.change_canceled_event

    def save(reason: str, title: str, seen: Seen | None = None) -> None:
        patch, why = EventPatch.model_validate({"title": title}), write(reason=reason)
        do(both, club.admin, event_id=one.id, values=patch, why=why, seen=seen)

    save("Flood.", "One")
    with pytest.raises(Overtaken) as told:
        save("Lightning.", "Other", Seen(one, NOW))
    assert told.value.fields == {"title": MEANWHILE, "reason": MEANWHILE}
    now = now_of(do, club, one)
    assert (now.title, now.cancel_reason) == ("One", "Flood.")
    save("Lightning.", "Other", Seen(now, now.updated_at))
    now = now_of(do, club, one)
    assert (now.title, now.cancel_reason) == ("Other", "Lightning.")


@pytest.mark.parametrize(
    ("theirs", "own", "fields"),
    [
        ({"title": "Duels"}, {"title": "Practice"}, {"title"}),
        ({"title": "Duels"}, {"title": "Duels"}, set()),
        ({"title": "Duels"}, {"location": "A hall"}, set()),
        # The third date moves by a day; all dates move by days of their own.
        (
            {"start_date": "2026-03-20T18:00:00-04:00"},
            {"start_date": "2026-03-06T18:00:00-05:00"},
            set(),
        ),
        # The third date begins at another time of day, which the change would undo.
        (
            {"start_date": "2026-03-19T17:00:00-04:00"},
            {"start_date": "2026-03-05T19:00:00-05:00"},
            {"startDate"},
        ),
        (
            {"start_date": "2026-03-19T17:00:00-04:00"},
            {"start_date": "2026-03-06T18:00:00-05:00"},
            set(),
        ),
        # The clock changes between the two days, and the hour that it shows stays.
        (
            {"start_date": "2026-03-19T17:00:00-04:00"},
            {"start_date": "2026-03-12T18:00:00-04:00"},
            set(),
        ),
        ({"duration_hours": 3}, {"duration_hours": 4, "title": "Duels"}, {"durationHours"}),
    ],
)
def test_what_somebody_changed_of_a_later_date_is_told_before_it_is_lost(
    do: Do,
    club: Club,
    create: Create,
    change: Change,
    theirs: dict[str, Any],
    own: dict[str, Any],
    fields: set[str],
) -> None:
    first = create(**WEEKLY)
    seen = Seen(first, NOW)
    third = every(do, club)[2]
    done = change(third, **theirs)
    if not fields:
        change(first, seen, FOLLOWING, **own)
        return
    with pytest.raises(Overtaken) as told:
        change(first, seen, FOLLOWING, **own)
    assert told.value.fields == dict.fromkeys(fields, MEANWHILE)
    assert told.value.sentence == OVERTAKEN.format(thing="series")
    assert now_of(do, club, third) == done
    change(first, Seen(first, done.updated_at), FOLLOWING, **own)
    assert now_of(do, club, third) != done


def test_a_chapter_keeps_the_times_so_it_undoes_none(
    do: Do, club: Club, create: Create, change: Change
) -> None:
    first = create(**WEEKLY)
    change(every(do, club)[2], start_date="2026-03-19T17:00:00-04:00")
    moved = {"chapter_id": club.central, "start_date": "2026-03-05T18:00:00-06:00"}
    assert change(first, Seen(first, NOW), FOLLOWING, **moved).chapter_id == club.central


def test_a_date_that_differed_before_the_form_opened_is_changed_without_a_word(
    do: Do, club: Club, create: Create, change: Change
) -> None:
    first = create(**WEEKLY)
    done = change(every(do, club)[2], title="Duels")
    change(first, Seen(first, done.updated_at), FOLLOWING, title="Practice")
    assert {one.title for one in every(do, club)} == {"Practice"}


def test_both_the_event_and_a_later_date_are_told_at_once(
    do: Do, club: Club, create: Create, change: Change
) -> None:
    first = create(**WEEKLY)
    change(every(do, club)[2], location="A hall")
    change(first, title="Duels")
    with pytest.raises(Overtaken) as told:
        change(first, Seen(first, NOW), FOLLOWING, title="Practice", location="A river")
    assert told.value.fields == {"title": MEANWHILE, "location": MEANWHILE}
    assert told.value.sentence == OVERTAKEN.format(thing="event")
