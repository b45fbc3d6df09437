"""The library's texts before scripts: which queries have them, and what they say."""

import pytest

from rookiebattle.core.serving.documents import PageTexts
from rookiebattle.pages.resources.page import COUNT, HEADING, LIST, SHELVES_SHOWN, UNSEARCHED
from rookiebattle.pages.resources.text import kept_as, tell_resources
from tests.resources.library import URL, Add

pytestmark = pytest.mark.anyio
NASTY = "</div><script>alert(1)</script>"


def of(found: PageTexts | None) -> dict[str, str]:
    assert found is not None
    return dict(found.texts)


async def test_the_library_is_told_with_the_rows_of_its_page(add: Add) -> None:
    add("Path of the Shield", description="Walls and rims.", external_url=f"{URL}/shield")
    add("Core Rules", category="rules")
    texts = of(await tell_resources({}))
    for words in ("Path of the Shield", "Walls and rims.", ">Rules</h3>", "View Guide"):
        assert words in texts[LIST]
    assert f'href="{URL}/shield"' in texts[LIST]
    assert "2 resources" in texts[COUNT]


async def test_what_the_built_page_says_already_is_not_said_again(add: Add) -> None:
    add("Core Rules", category="rules")
    every, rules = of(await tell_resources({})), of(await tell_resources({"category": "rules"}))
    for place in (SHELVES_SHOWN, HEADING):
        assert every[place] == ""
        assert "Rules" in rules[place]
    assert every[UNSEARCHED] == rules[UNSEARCHED] == ""
    chosen = rules[SHELVES_SHOWN].partition('aria-current="true"')[2]
    assert chosen.startswith("><span>Rules</span>")


async def test_the_search_is_that_of_the_query(add: Add) -> None:
    add("Shield Drills")
    add("Spear Drills")
    texts = of(await tell_resources({"q": "shield", "category": "training"}))
    assert "Shield Drills" in texts[LIST]
    assert "Spear Drills" not in texts[LIST]
    assert 'href="/resources?category=training"' in texts[UNSEARCHED]
    nothing = of(await tell_resources({"q": "bow"}))
    assert "Nothing matches “bow”." in nothing[LIST]


async def test_an_unknown_category_is_told_with_its_notice(add: Add) -> None:
    add()
    texts = of(await tell_resources({"category": NASTY}))
    assert "We don’t have that category." in texts[SHELVES_SHOWN]
    assert "Core Rules" in texts[LIST]


async def test_no_private_address_is_told_and_what_was_typed_stays_text(add: Add) -> None:
    add("Handbook", is_public=False, external_url=f"{URL}/private")
    add(NASTY, description=NASTY)
    told = of(await tell_resources({})), of(await tell_resources({"q": NASTY}))
    for text in ("".join(texts.values()) for texts in told):
        assert "<script>" not in text
        assert f"{URL}/private" not in text
    assert "Handbook" in told[0][LIST]
    assert "&lt;script&gt;" in told[0][LIST]
    assert "Log in to view" in told[0][LIST], "the link keeps its place"


@pytest.mark.usefixtures("database")
async def test_the_later_pages_of_a_list_have_no_text() -> None:
    assert await tell_resources({"page": "2"}) is None


@pytest.mark.parametrize(
    ("params", "address"),
    [
        ({}, "/resources"),
        ({"utm_source": "mail"}, "/resources"),
        ({"category": "all"}, "/resources"),
        ({"category": "rules"}, "/resources?category=rules"),
        ({"category": "duels"}, ""),
        ({"q": "shield"}, ""),
        ({"q": " "}, "/resources"),
    ],
)
def test_texts_are_kept_for_what_many_people_ask_for(params: dict[str, str], address: str) -> None:
    assert kept_as(params) == address
