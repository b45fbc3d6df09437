"""Reading files of members as other programs write them."""

import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rookiebattle.core.errors import AppError
from rookiebattle.members.reading import Entrant, Roll, read_roll


def roll(*lines: str) -> Roll:
    return read_roll("\n".join(lines).encode(), lambda _name: "")


def people(*lines: str) -> list[Entrant]:
    return roll(*lines).people


MAILCHIMP = '"Email Address","First Name","Last Name",Status,MEMBER_RATING,TAGS'
OUTLOOK = "First Name,Middle Name,Last Name,Company,E-mail Address,E-mail 2 Address"
GOOGLE = "First Name,Last Name,Nickname,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Value"
APRICOT = "User ID,First name,Last name,Email,Membership level,Membership status"


@pytest.mark.parametrize(
    ("head", "row"),
    [
        (MAILCHIMP, 'maya@example.org,Maya,Ortiz,subscribed,2,"""VIP"",""Blog"""'),
        (OUTLOOK, "Maya,,Ortiz,,maya@example.org,"),
        (GOOGLE, "Maya,Ortiz,,* Home,maya@example.org ::: ortiz@example.org,+1 555-0101"),
        (APRICOT, "7,Maya,Ortiz,Maya@Example.org,Family,Active"),
        ("EMAIL;LASTNAME;FIRSTNAME;SMS", "maya@example.org;Ortiz;Maya;"),
        ("Name,e-mail", '"Ortiz, Maya",Maya Ortiz <maya@example.org>'),
        ("Full Name\tMAIL", "Maya  Ortiz\tmaya@example.org"),
    ],
)
def test_the_heads_of_other_programs_are_known(head: str, row: str) -> None:
    (found,) = people(head, row)
    assert found.email == "maya@example.org"
    assert found.plain == {"first_name": "Maya", "last_name": "Ortiz"}
    assert found.problems == []


def test_a_column_whose_words_mean_something_else_is_passed_over() -> None:
    found = roll(APRICOT, "7,Maya,Ortiz,m@example.org,Family,Lapsed")
    assert found.ignored == ["User ID", "Membership level"]
    assert found.people[0].facts == {"membership_status": "expired"}


def test_numbers_flags_and_ranks_are_read_in_words() -> None:
    head = "Email,Admin rank,Member rank,Samurai,Service beads,Path of the Bow"
    first, second = people(
        head, "a@example.org,Park Lead,2,YES,3.0,4", "b@example.org,King,9,maybe,x,6"
    )
    assert first.facts == {
        "admin_rank": 3,
        "member_rank": 2,
        "is_samurai": True,
        "award_beads.red": 3,
        "warrior_paths.bow.enabled": True,
        "warrior_paths.bow.level": 4,
    }
    assert [problem.field for problem in second.problems] == head.split(",")[1:]


def test_a_wrong_cell_does_not_hide_the_others() -> None:
    (found,) = people("Email,First name,Last name,Bio", f"nobody,{'M' * 300},Ortiz,Hi")
    assert {problem.field: problem.sentence for problem in found.problems} == {
        "Email": "Invalid email address",
        "First name": "First name may have at most 255 characters",
    }
    assert (found.email, found.plain) == ("nobody", {"last_name": "Ortiz", "bio": "Hi"})


def test_cells_beyond_the_headings_are_told() -> None:
    (found,) = people("Email,First name", "a@example.org,Ann,Lee")
    assert [problem.sentence for problem in found.problems] == [
        "This row has more cells than the file has columns"
    ]


def test_an_endless_cell_takes_no_longer_than_others() -> None:
    began = time.thread_time()
    (found,) = people("Email,First name", f"<{'a@' * 60_000},Ann")
    assert [problem.field for problem in found.problems] == ["Email"]
    assert time.thread_time() - began < 1


@given(st.binary(max_size=400))
def test_no_bytes_cause_an_unforeseen_error(content: bytes) -> None:
    for file in (content, b"Email,Name,Tier,Service beads,Path of the Bow\n" + content):
        with suppress(AppError):
            read_roll(file, lambda _name: "")


@pytest.mark.parametrize("label", ["Email", "First name", "Chapter", "Membership tier", "Samurai"])
def test_a_zero_character_is_the_problem_of_its_row_alone(label: str) -> None:
    cells = {
        "Email": "maya@example.org",
        "First name": "Maya",
        "Last name": "Ortiz",
        "Chapter": "Tampa",
        "Membership tier": "Basic",
        "Samurai": "yes",
    }
    good, bad = (
        ",".join(cells.values()),
        {**cells, label: f"{cells[label][:2]}\0{cells[label][2:]}"},
    )
    found = roll(",".join(cells), good, ",".join(bad.values()))
    assert found.people[0].problems == []
    assert [(one.field, "damaged" in one.sentence) for one in found.people[1].problems] == [
        (label, True)
    ]
    assert "\0" not in found.people[1].email + found.people[1].chapter


def test_invisible_characters_of_a_file_are_taken_out() -> None:
    (found,) = people(
        "\ufeffEm\u00adail,First name,Last name,Chapter,Samurai",
        "mailto:maya@example.org\u200b,\u200eMaya,Or\u00adtiz,Tam\u2060pa,\u200byes",
    )
    assert (found.email, found.chapter, found.problems) == ("maya@example.org", "Tampa", [])
    assert found.plain == {"first_name": "Maya", "last_name": "Ortiz"}
    assert found.facts == {"is_samurai": True}
