"""A member's entries in words and pictures, by year and day."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from rookiebattle.progression.history import BEFORE_ALL, activity_of, days_of, entry_of, joined
from rookiebattle.progression.schemas import AdminEntry, TimelineEntry

AT = datetime(2026, 3, 15, 3, tzinfo=UTC)
ZONE = "America/New_York"


def entry(number: int = 1, *, kind: type[TimelineEntry] = TimelineEntry, **told: Any) -> Any:
    usual: dict[str, Any] = {
        "id": f"entry-{number}",
        "number": number,
        "at": AT,
        "act": "set",
        "what": "awardBeads.red",
        "label": "Service bead",
        "before": 0,
        "after": 2,
        "words": "",
        "by": "Heron",
        "reason": None,
        "event_id": None,
        "event_title": None,
        "undoes": None,
        "is_undone": False,
    }
    return kind.model_construct(**usual | told)


@pytest.mark.parametrize(
    ("told", "bead", "crest", "icon"),
    [
        ({}, "red", "", ""),
        ({"what": "awardBeads.lightBlue"}, "light-blue", "", ""),
        ({"what": "memberRank", "before": 0, "after": 1}, "gray", "", ""),
        ({"what": "adminRank", "before": 0, "after": 3}, "white", "", ""),
        ({"what": "adminRank", "before": 3, "after": 8}, "gold-ring", "", ""),
        ({"what": "isSamurai", "before": False, "after": True}, "silver", "", ""),
        ({"what": "isBoardMember", "before": False, "after": True}, "clear-yellow", "", ""),
        ({"what": "warriorPaths.bow.level", "before": 1, "after": 2}, "", "bow", ""),
        ({"what": "warriorPaths.bow.enabled", "before": False, "after": True}, "", "bow", ""),
        ({"what": "isAdmin", "before": False, "after": True}, "", "", "lock"),
        ({"what": "membershipTier", "before": "none", "after": "basic"}, "", "", "ticket"),
    ],
)
def test_every_fact_has_one_picture(told: dict[str, Any], bead: str, crest: str, icon: str) -> None:
    shown = entry_of(entry(**told))
    assert (shown.bead, shown.crest.slug, shown.icon) == (bead, crest, icon)


def test_a_crest_is_that_of_the_reached_level() -> None:
    shown = entry_of(entry(what="warriorPaths.bow.level", before=4, after=5))
    assert (shown.crest.level, shown.crest.art) == (5, 4)


def test_only_events_that_are_still_there_are_links() -> None:
    told = entry(event_id="e1", event_title="Finals")
    assert (entry_of(told).event, entry_of(told).event_href) == ("Finals", "")
    assert entry_of(told, {"e1"}).event_href == "/events/e1"
    assert entry_of(entry(), {"e1"}).event_href == ""


def test_what_was_undone_is_marked_and_openings_say_what_they_are() -> None:
    assert (entry_of(entry(is_undone=True)).mark, entry_of(entry(undoes="e")).mark) == (
        "Undone",
        "Correction",
    )
    assert entry_of(entry(act="opening")).more == BEFORE_ALL


def test_an_incident_is_shown_to_administrators_only() -> None:
    more: dict[str, Any] = {"incident": "A broken wrist", "approver": "Ada", "may_undo": True}
    shown = entry_of(entry(kind=AdminEntry, **more))
    assert (shown.incident, shown.approver, shown.may_undo) == ("A broken wrist", "Ada", True)
    own = entry_of(entry())
    assert (own.incident, own.approver, own.may_undo) == ("", "", False)


def test_days_are_those_of_the_club_and_each_year_is_said_once() -> None:
    found = [
        entry(4, at=AT + timedelta(hours=2)),
        entry(3),
        entry(2, at=AT - timedelta(days=40)),
        entry(1, at=AT - timedelta(days=400)),
    ]
    days = days_of(found, ZONE)
    assert [(day.year, day.day, len(day.made)) for day in days] == [
        ("2026", "March 15", 1),
        ("", "March 14", 1),
        ("", "February 2", 1),
        ("2025", "February 7", 1),
    ]


def test_older_entries_join_the_day_that_was_cut() -> None:
    found = [entry(number, at=AT - timedelta(days=number // 2)) for number in range(6)]
    whole = days_of(found, ZONE)
    assert joined(days_of(found[:3], ZONE), days_of(found[3:], ZONE)) == whole
    assert joined(days_of(found[:4], ZONE), days_of(found[2:], ZONE)) == whole
    assert joined([], whole) == whole


def test_the_dashboard_says_the_day() -> None:
    (one,) = activity_of([entry()], ZONE)
    assert (one.entry.title, one.day) == ("2 Service beads", "March 14")
