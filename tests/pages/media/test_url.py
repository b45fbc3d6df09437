"""The gallery's query in the address."""

import pytest

from rookiebattle.media.schemas import MediaFilter
from rookiebattle.pages.media.url import PAGE_SIZE, PageQuery, href, read_query
from rookiebattle.ui.paging import window_of

EVENT = "7b0c6a4e-2f0e-4b55-9d6f-0f3f2f9f8a11"


def test_a_tab_a_tag_and_a_page_are_read() -> None:
    query = read_query({"show": "training", "tag": " Shield  Wall ", "page": "2"})
    assert query == PageQuery("training", "Shield Wall", 2)
    window = window_of(2, PAGE_SIZE)
    assert query.wanted() == MediaFilter(None, "training", "shield wall", window)
    assert read_query({"show": "videos"}).wanted().media_type == "video"


def test_an_event_and_an_order_are_read() -> None:
    query = read_query({"event": EVENT.upper(), "sort": "newest"})
    assert query == PageQuery(event=EVENT, sort="newest")
    assert query.wanted() == MediaFilter(None, None, "", window_of(1, PAGE_SIZE), EVENT, True)
    assert href(query, show="photos") == f"/media?show=photos&event={EVENT}&sort=newest"


@pytest.mark.parametrize(
    "params",
    [{}, {"show": "x"}, {"page": "-1"}, {"tag": "\u200b\x00"}, {"event": "x"}, {"sort": "oldest"}],
)
def test_what_is_unknown_shows_everything(params: dict[str, str]) -> None:
    assert read_query(params) == PageQuery()


def test_another_list_begins_on_its_first_page() -> None:
    query = PageQuery("photos", "Park", 3)
    assert href(query, page=4) == "/media?show=photos&tag=Park&page=4"
    assert href(query, tag="") == "/media?show=photos"
    assert href(PageQuery()) == "/media"


def test_a_long_tag_is_cut() -> None:
    assert len(read_query({"tag": "x" * 900}).tag) == 50
