"""The rules of media."""

from rookiebattle.core.actor import VISITOR
from rookiebattle.media.policy import (
    PINNED,
    place_of,
    sees_private,
    sorted_positions,
    tag_keys,
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
