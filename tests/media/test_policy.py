"""The rules of media."""

from collections.abc import Iterator
from itertools import permutations

import pytest

from rookiebattle.core.actor import VISITOR
from rookiebattle.media.policy import (
    PINNED,
    place_of,
    sees_private,
    sorted_positions,
    tag_keys,
    with_move,
)
from rookiebattle.media.schemas import tag_key
from tests.club import Club


def test_private_items_are_for_members(club: Club) -> None:
    assert not sees_private(VISITOR)
    assert sees_private(club.member)


def test_a_pinned_item_stands_before_every_other() -> None:
    assert place_of(4, is_pinned=False) == 4
    assert place_of(500, is_pinned=True) == 500 + PINNED < place_of(-900, is_pinned=False)


def test_tags_are_compared_without_case_accents_and_spaces() -> None:
    assert tag_key("  Shield   Wall ") == tag_key("shield wall") == "shield wall"
    assert tag_keys(["Élan", "elan", "Park"]) == ["elan", "park"]


def test_sorted_items_share_the_places_that_they_had() -> None:
    assert sorted_positions(["c", "a", "b"], {"a": 2, "b": 5, "c": 9}) == {"c": 2, "a": 5, "b": 9}


SIX = "abcdef"


def without(order: str, *items: str) -> str:
    return "".join(one for one in order if one not in items)


def moves(item: str) -> Iterator[str]:
    """Every order that a move of this item makes of the six."""
    rest = without(SIX, item)
    for place in range(len(SIX)):
        if (order := rest[:place] + item + rest[place:]) != SIX:
            yield order


def passed(item: str, order: str) -> set[str]:
    """The items that a move of this one has passed."""
    return {*SIX[: SIX.index(item)]} ^ {*order[: order.index(item)]}


@pytest.mark.parametrize(("first", "second"), list(permutations(SIX, 2)))
def test_two_moves_from_one_order_both_hold(first: str, second: str) -> None:
    for stored in moves(first):
        for wanted in moves(second):
            found = "".join(with_move(stored, second, seen=SIX, wanted=wanted))
            assert without(found, second) == without(stored, second), "only the moved one moves"
            # Two that pass each other contradict each other.
            if first not in passed(second, wanted) and second not in passed(first, stored):
                assert without(found, first) == without(wanted, first), (stored, wanted)


def test_a_move_without_another_one_makes_the_wanted_order() -> None:
    for item in SIX:
        for wanted in moves(item):
            assert "".join(with_move(SIX, item, seen=SIX, wanted=wanted)) == wanted


@pytest.mark.parametrize(
    ("stored", "moved", "wanted", "found"),
    [
        ("cabdef", "a", "bcadef", "cbadef"),  # its new neighbor went to the front
        ("abdecf", "f", "abfcde", "abfdec"),  # its new neighbor went away
        ("bacdef", "b", "acbdef", "acbdef"),  # the same item was moved twice: the last one wins
        ("bcdefa", "a", "abcdef", "bcdefa"),  # put down where it was, it undoes no move of another
        ("fbcdea", "c", "abdcef", "fbdcea"),  # three others were moved
        ("abf", "b", "cdebaf", "baf"),  # of those that it passed, some are pinned now
    ],
)
def test_a_move_goes_where_most_of_the_others_say(
    stored: str, moved: str, wanted: str, found: str
) -> None:
    assert "".join(with_move(stored, moved, seen=SIX, wanted=wanted)) == found
