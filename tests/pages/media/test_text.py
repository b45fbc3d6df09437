"""The gallery's text before scripts: what it says, and which addresses have none."""

import pytest

from rookiebattle.core.serving.documents import PageTexts
from rookiebattle.pages.media.page import ITEMS
from rookiebattle.pages.media.text import kept_as, tell_gallery
from tests.media.gallery import Add

pytestmark = pytest.mark.anyio
NASTY = "</div><script>alert(1)</script>"


def of(found: PageTexts | None) -> str:
    assert found is not None
    return found.texts[ITEMS]


async def test_the_items_of_visitors_are_told_and_nobody_elses(add: Add) -> None:
    add("Shield wall", description="Nobody saw it coming.", tags=["Duel"])
    add("The secret camp", is_public=False)
    add(NASTY, description=NASTY, tags=["<b>"])
    text = of(await tell_gallery({}))
    for words in ("Shield wall", "Nobody saw it coming.", 'href="/media?tag=Duel"'):
        assert words in text
    assert "&lt;script&gt;" in text
    assert "<script>" not in text
    assert "secret" not in text
    assert "Edit" not in text


async def test_the_next_page_is_linked(add: Add) -> None:
    for number in range(25):
        add(f"Charge {number:02}")
    text = of(await tell_gallery({}))
    assert text.count('class="shot"') == 24
    assert 'href="/media?page=2"' in text


@pytest.mark.usefixtures("database")
async def test_an_empty_gallery_says_so() -> None:
    assert "No media has been uploaded yet" in of(await tell_gallery({}))


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("params", [{"page": "2"}, {"tag": "Duel"}, {"show": "videos"}])
async def test_other_lists_have_no_text(params: dict[str, str]) -> None:
    assert await tell_gallery(params) is None
    assert kept_as(params) == ""


@pytest.mark.parametrize("params", [{}, {"utm_source": "mail"}, {"show": "no such tab"}])
def test_the_whole_gallery_is_kept(params: dict[str, str]) -> None:
    assert kept_as(params) == "/media"
