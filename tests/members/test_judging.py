"""The fate of a row of a file of members, at the edges that no whole file reaches."""

from types import SimpleNamespace
from typing import Any

import pytest

from rookiebattle.members import judging
from rookiebattle.members.imports import MOST_CHANGED, Existing, Verdict
from rookiebattle.members.judging import (
    MOST_ASKED,
    Judged,
    Known,
    Unknown,
    judge,
    likely_chapters,
    unknown_chapters,
)
from rookiebattle.members.reading import Entrant, Problem

CHAPTERS = {"oak": ["1"], "elm": ["2", "3"]}


def held(number: int, **columns: Any) -> Any:
    usual = {"first_name": "Maya", "last_name": "Ortiz", "chapter_id": "1"}
    facts = {"membership_tier": "basic", "membership_status": "active"}
    return SimpleNamespace(id=f"u{number}", **{**usual, **facts, **columns})


def entrant(number: int, **values: Any) -> Entrant:
    usual: dict[str, Any] = {"plain": {"first_name": "Maya", "last_name": "Ortiz"}, "facts": {}}
    return Entrant(number, values.pop("email", f"{number}@example.org"), **{**usual, **values})


def judged(
    *people: Entrant,
    here: dict[str, Any] | None = None,
    existing: Existing = Existing.UPDATE,
    answers: dict[str, str | None] | None = None,
) -> list[Judged]:
    return judge(people, known(here), existing, answers or {})


def known(here: dict[str, Any] | None = None) -> Known:
    return Known(here or {}, set(), set(), CHAPTERS)


def test_the_second_row_with_an_address_names_the_first() -> None:
    first, second = judged(entrant(2, email="a@b.org"), entrant(3, email="a@b.org"))
    assert first.verdict is Verdict.NEW
    assert second.problems == [Problem("Email", "Row 2 has the same email address")]


def test_two_rows_without_an_address_are_two_people() -> None:
    verdicts = [one.verdict for one in judged(entrant(2, email=""), entrant(3, email=""))]
    assert verdicts == [Verdict.NEW, Verdict.NEW]


@pytest.mark.parametrize("existing", list(Existing))
def test_a_member_who_is_here_and_stays_as_they_are_is_named(existing: Existing) -> None:
    here = {"2@example.org": held(2)}
    assert judged(entrant(2), here=here, existing=existing)[0] == Judged(
        entrant(2), Verdict.HERE, user_id="u2"
    )


def test_a_row_without_a_chapter_leaves_the_members_chapter() -> None:
    here = {"2@example.org": held(2)}
    (same,) = judged(entrant(2, chapter=""), here=here)
    (left,) = judged(entrant(2, chapter="none"), here=here)
    assert (same.verdict, left.changed) == (Verdict.HERE, ["chapter_id"])


def test_only_problems_of_fields_that_would_change_keep_a_member_from_changing() -> None:
    here = {"2@example.org": held(2, first_name="Ana")}
    other = Problem("Game name", "is too long")
    assert judged(entrant(2, problems=[other]), here=here)[0].verdict is Verdict.CHANGED
    for label in ("Email", "Chapter", "First name", "Membership tier"):
        own = Problem(label, "is odd")
        assert judged(entrant(2, problems=[other, own]), here=here)[0].problems == [own]


def test_an_import_changes_so_many_members_and_no_more() -> None:
    rows = [entrant(number) for number in range(MOST_CHANGED + 1)]
    here = {row.email: held(row.row, first_name="Ana") for row in rows}
    *changed, last = judged(*rows, here=here)
    assert {one.verdict for one in changed} == {Verdict.CHANGED}
    assert last.problems == [Problem("", judging.MANY_CHANGES)]


@pytest.mark.parametrize("chapter", [" OAK ", "-", "No chapter", "Ash", "Elm"])
def test_a_chapter_is_one_that_is_known_by_its_name(chapter: str) -> None:
    (one,) = judged(entrant(2, chapter=chapter))
    assert one.problems == ()
    assert one.chapter_id == ("1" if chapter == " OAK " else None)


def test_each_unknown_chapter_is_asked_about_once_and_the_answer_is_that_of_every_row() -> None:
    rows = [entrant(2, chapter="Ash"), entrant(3, chapter=" ASH"), entrant(4, chapter="Elm")]
    rows.append(entrant(5, chapter="Oak"))
    assert unknown_chapters(rows, known()) == [Unknown("Ash", 2), Unknown("Elm", 1)]
    found = judged(*rows, answers={"ash": "2", "elm": None, "oak": "3"})
    assert [one.chapter_id for one in found] == ["2", "2", None, "1"]


def test_without_an_answer_a_member_stays_in_the_chapter() -> None:
    here = {"2@example.org": held(2)}
    ways: tuple[dict[str, str | None], ...] = ({}, {"ash": None})
    for answers in ways:
        assert judged(entrant(2, chapter="Ash"), here=here, answers=answers)[0].verdict is (
            Verdict.HERE
        )
    (moved,) = judged(entrant(2, chapter="Ash"), here=here, answers={"ash": "2"})
    assert (moved.verdict, moved.chapter_id) == (Verdict.CHANGED, "2")


def test_more_unknown_chapters_than_somebody_answers_are_problems_of_their_rows() -> None:
    rows = [entrant(number, chapter=f"Ash {number}") for number in range(MOST_ASKED + 1)]
    found = judged(*rows)
    assert {one.verdict for one in found[:-1]} == {Verdict.NEW}
    assert [one.sentence for one in found[-1].problems] == [
        f"There is no chapter “Ash {MOST_ASKED}”"
    ]
    twice = entrant(99, chapter="Elm")
    (last,) = judged(*rows, twice)[-1:]
    assert [one.sentence for one in last.problems] == ["There are 2 chapters “Elm”"]


@pytest.mark.parametrize(
    ("name", "likely"),
    [
        ("Tampa", ["1"]),
        ("tidewall", ["1"]),
        ("Tidewal Dojo", ["1", "2"]),
        ("Bay Dojo", []),
        ("Łodz", ["2"]),
        ("?", []),
    ],
)
def test_a_chapter_is_guessed_by_its_city_or_a_name_that_is_nearly_its_own(
    name: str, likely: list[str]
) -> None:
    chapters = [
        SimpleNamespace(id="1", name="Tidewall Dojo", city="Tampa"),
        SimpleNamespace(id="2", name="Tidal Dojo", city="Łódź"),
        SimpleNamespace(id="3", name="Northern Lights", city=""),
    ]
    assert likely_chapters(name, chapters) == likely
