"""Resources in words: markers, and the path that a title names."""

import pytest

from rookiebattle.progression.catalogue import PATHS
from rookiebattle.resources.models import Category
from rookiebattle.resources.wording import (
    SHELVES,
    icon_for,
    marker_of,
    nothing_found,
    path_name,
    shelf_of,
)
from tests.art.sprites import symbols


def test_the_seven_categories_bear_the_names_of_the_specification() -> None:
    assert [shelf.label for shelf in SHELVES] == [
        "All Resources",
        "Rules",
        "Bead System",
        "Training Materials",
        "Templates & Assets",
        "Game Lists",
        "Forms & Documents",
    ]
    assert [shelf.value for shelf in SHELVES] == ["", *Category]
    assert all(shelf.hint and shelf.about for shelf in SHELVES)


def test_a_category_that_we_no_longer_know_is_shown_by_its_name() -> None:
    assert shelf_of("old-maps").label == "Old Maps"


@pytest.mark.parametrize(
    ("is_public", "marker"),
    [(True, ("🌐", "Public")), (False, ("🔒", "Members")), (None, ("🌐", "Public"))],
)
def test_a_resource_is_public_unless_it_says_otherwise(
    is_public: bool | None, marker: tuple[str, str]
) -> None:
    assert marker_of(is_public) == marker


@pytest.mark.parametrize(
    ("title", "icon"),
    [
        ("Path of the Single Hand", "single-hand"),
        ("single-handed footwork", "single-hand"),
        ("SHIELD walls", "shield"),
        ("Round Shields", "shield"),
        ("Dual-Wielder basics", "dual-wielder"),
        ("Dual wielding for two", "dual-wielder"),
        ("Pole Arm reach", "polearm"),
        ("Path of the Polearm", "polearm"),
        ("Battlefield Medic", "battlefield-medic"),
        ("Notes for medics", "battlefield-medic"),
        ("Bow safety", "bow"),
        ("Spear and Shield", "spear"),
        ("Shield and Spear", "shield"),
        ("Great Weapon swings", "great-weapon"),
        ("Greatweapons", "great-weapon"),
        ("Rainbow Day", "book"),
        ("Elbow care", "book"),
        ("Medicine", "book"),
        ("Spearmint tea", "book"),
        ("Core Rules", "book"),
        ("", "book"),
    ],
)
def test_a_title_that_names_a_path_gets_its_icon(title: str, icon: str) -> None:
    assert icon_for(title) == icon


def test_every_icon_is_drawn_and_has_its_words() -> None:
    drawn = {name for name in symbols("paths.svg") if not name.startswith("level-")}
    assert {icon_for(path.name) for path in PATHS} == drawn
    assert path_name("single-hand") == "Path of the Single Hand"
    assert path_name("book") == ""


def test_an_empty_list_says_so_in_the_words_of_the_specification() -> None:
    assert nothing_found("") == "No resources have been uploaded yet."
    assert nothing_found("games") == "No resources found in the Game Lists category."
