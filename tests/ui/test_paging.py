"""The page of a list in an address, and the pager below the list."""

from typing import Any

import pytest

from rookiebattle.core.pagination import Window
from rookiebattle.ui.paging import (
    LAST_PAGE,
    Pager,
    page_number,
    pager,
    pager_of,
    turning_pager,
    window_of,
)


def href(page: int) -> str:
    return f"/list?page={page}"


@pytest.mark.parametrize(
    ("text", "page"),
    [
        *(("", 1), ("2", 2), ("0", 1), ("-3", 1), ("x", 1), ("²", 1), ("1.5", 1)),
        *(("10000", LAST_PAGE), ("999999", LAST_PAGE), ("1000000", 1), ("9" * 400, 1)),
    ],
)
def test_junk_in_the_address_is_the_first_page(text: str, page: int) -> None:
    assert page_number(text) == page


def test_a_page_is_a_part_of_the_list() -> None:
    assert window_of(1, 20) == Window(20, 0)
    assert window_of(3, 20) == Window(20, 40)


def test_a_list_on_one_page_says_nothing_of_pages() -> None:
    assert pager_of(1, 20, 20, href) == Pager()


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        (1, Pager("1 – 20 of 1,204", "", "/list?page=2", 0, 2)),
        (2, Pager("21 – 40 of 1,204", "/list?page=1", "/list?page=3", 1, 3)),
        (61, Pager("1,201 – 1,204 of 1,204", "/list?page=60", "", 60, 0)),
    ],
)
def test_the_pages_beside_are_named_with_their_addresses(page: int, shown: Pager) -> None:
    assert pager_of(page, 20, 1204, href) == shown


def test_others_on_the_first_page_are_counted_with_its_items() -> None:
    assert pager_of(1, 20, 50, href, 4).words == "1 – 24 of 54"
    assert pager_of(3, 20, 50, href, 4).words == "45 – 54 of 54"


def test_a_page_behind_the_last_leads_to_the_last() -> None:
    assert pager_of(9, 50, 60, href) == Pager("", "/list?page=2", "", 2, 0)


def test_without_addresses_the_pages_have_their_numbers() -> None:
    assert pager_of(2, 20, 41) == Pager("21 – 40 of 41", "", "", 1, 3)


def test_a_page_that_is_not_there_cannot_be_turned_to() -> None:
    made = str(pager(pager_of(1, 2, 3, href)))
    assert made.count("/list?page=2") == 1
    assert made.count("aria-disabled") == 1
    assert "nav" not in str(pager(Pager()))


def test_a_dialog_turns_by_buttons() -> None:
    turned: list[Any] = []
    made = str(turning_pager(pager_of(2, 2, 3), turn=turned.append, label="Pages of members"))
    assert turned == [1, 0]
    assert made.count("disabled:true") == 1
    assert "Pages of members" in made


def test_another_part_of_a_list_is_heard() -> None:
    assert 'aria-live":"polite"' in str(pager(pager_of(2, 2, 5, href)))
