"""Roles as pages show them, and the form that gives one."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from rookiebattle.core.errors import Invalid
from rookiebattle.core.roles import Role
from rookiebattle.roles.schemas import (
    About,
    GrantRead,
    Helping,
    NamedGrant,
    Person,
    PlaceChoice,
    RolesShown,
)
from rookiebattle.roles.view import about_of, help_rows, person_rows, view_of, written
from tests.clocks import NOW

OF_MEMBER, OF_CHAPTER = About(user_id="maya"), About(chapter_id="north")


def held(**columns: Any) -> NamedGrant:
    usual = {
        "id": "one",
        "user_id": "maya",
        "role": Role.GATE,
        "chapter_id": "north",
        "event_id": None,
        "given_by": "ada",
        "ended_at": None,
        "starts_at": NOW,
        "ends_at": None,
        **columns,
    }
    return NamedGrant(GrantRead.model_construct(**usual), "Heron", "North", may_end=True)


@pytest.mark.parametrize(
    ("path", "about"),
    [
        ("/admin/users/maya", OF_MEMBER),
        ("/chapters/north/", OF_CHAPTER),
        ("/admin/events/duel", About(event_id="duel")),
        ("/events/duel", About(event_id="duel")),
        ("/admin/users", About()),
        ("/", About()),
    ],
)
def test_an_address_says_what_the_roles_are_about(path: str, about: About) -> None:
    assert about_of(path) == about


def test_a_row_tells_what_its_page_does_not() -> None:
    until = held(starts_at=NOW + timedelta(days=2), ends_at=NOW + timedelta(days=4))
    shown = RolesShown([held(), until])
    view = view_of(shown, OF_CHAPTER, NOW, finds_anybody=True)
    assert [(one.title, one.about) for one in view.held] == [
        ("Heron", "Gate"),
        ("Heron", "Gate · from Mon, Mar 16 until Wed, Mar 18"),
    ]
    (row, _) = view_of(shown, OF_MEMBER, NOW, finds_anybody=True).held
    assert (row.title, row.about) == ("Gate", "North")


def test_the_form_offers_what_may_be_given_and_nothing_by_itself() -> None:
    places = [PlaceChoice("", "The whole club"), PlaceChoice("north", "North")]
    roles = frozenset({Role.GATE, Role.SECOND})
    shown = RolesShown([], roles, places, "Maya Ortiz", Role.SECOND, waits=True)
    view = view_of(shown, OF_MEMBER, NOW, finds_anybody=True)
    assert [one.value for one in view.options] == ["", "second", "gate"]
    assert [one.label for one in view.places] == ["The whole club", "North"]
    assert (view.member.user_id, view.member.suggested) == ("maya", "second")
    assert view.note.startswith("Roles of a minor")
    assert view.find == "Name or email"
    closed = view_of(None, OF_MEMBER, NOW, finds_anybody=True)
    assert not closed.may_open
    nothing = view_of(RolesShown([]), OF_CHAPTER, NOW, finds_anybody=False)
    assert (nothing.options, nothing.member.user_id) == ([], "")
    assert nothing.find == "Exact game name"


def test_a_helper_gets_the_place_of_the_work_and_a_minor_the_reason() -> None:
    helping = Helping("duel", "Duel", NOW, NOW + timedelta(hours=1), "UTC", Role.GATE, False)
    waiting = Helping("duel", "Duel", NOW, NOW + timedelta(hours=1), "UTC", Role.GATE, True)
    pictures = replace(helping, role=Role.MEDIA)
    first, second, third = help_rows([helping, waiting, pictures], NOW)
    assert (first.title, first.href) == ("Duel", "/events/duel/gate")
    assert third.href == "/admin/events/duel"
    assert first.about.startswith("Gate · Today")
    assert second.href == ""
    (found,) = person_rows([Person("maya", "Maya", "Heron", None)])
    assert (found.name, found.about, found.suggested) == ("Maya", "Heron", "")


def test_a_role_is_given_until_the_end_of_a_day() -> None:
    form = {"role": "gate", "endsAt": "2026-03-14", "chapterId": "south"}
    body = written(form, OF_CHAPTER, "maya")
    assert body["endsAt"].astimezone(UTC) == datetime(2026, 3, 15, 4, tzinfo=UTC)
    assert (body["userId"], body["role"], body["chapterId"]) == ("maya", "gate", "north")
    chosen = written({"role": "gate", "chapterId": "south"}, OF_MEMBER, "maya")
    assert (chosen["chapterId"], chosen["eventId"], chosen["endsAt"]) == ("south", None, None)
    everywhere = written({"role": "gate", "chapterId": ""}, OF_MEMBER, "maya")
    assert everywhere["chapterId"] is None
    for wrong, field in (({"role": ""}, "role"), ({"role": "gate", "endsAt": "soon"}, "endsAt")):
        with pytest.raises(Invalid) as refused:
            written(wrong, OF_CHAPTER, "maya")
        assert field in refused.value.fields
