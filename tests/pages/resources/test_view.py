"""The library's page for a list, and its query in the address."""

import pytest

from rookiebattle.core import clock
from rookiebattle.pages.resources.view import (
    PAGE_SIZE,
    UNKNOWN,
    PageQuery,
    ResourcesFrame,
    card_of,
    href,
    read_query,
    view_of,
)
from rookiebattle.resources.schemas import ResourceList, ResourceRead
from rookiebattle.ui.paging import Pager

ONE = ResourceRead(
    id="1",
    title="Path of the Shield",
    description=None,
    keywords=None,
    category="bead-system",
    external_url="https://example.org",
    is_public=True,
    created_at=clock.now(),
    updated_at=clock.now(),
)


def frame(
    query: PageQuery, items: int = 0, total: int = 0, has_more: bool = False
) -> ResourcesFrame:
    return view_of(query, "", ResourceList([ONE] * items, total, has_more)).frame


@pytest.mark.parametrize(
    ("params", "query", "notice"),
    [
        ({}, PageQuery(), ""),
        ({"category": "rules"}, PageQuery("rules"), ""),
        ({"category": "all"}, PageQuery(), ""),
        ({"category": "Rules"}, PageQuery(), UNKNOWN),
        ({"category": "<script>", "q": "bow"}, PageQuery(text="bow"), UNKNOWN),
        ({"q": "  two \n words "}, PageQuery(text="two words"), ""),
        ({"q": "x" * 300}, PageQuery(text="x" * 100), ""),
        ({"page": "3"}, PageQuery(page=3), ""),
        ({"page": "0"}, PageQuery(), ""),
        ({"page": "-2"}, PageQuery(), ""),
        ({"page": "99999"}, PageQuery(page=10_000), ""),
        ({"page": "9" * 400}, PageQuery(), ""),
        ({"page": "²"}, PageQuery(), ""),
    ],
)
def test_the_url_is_read_as_far_as_it_can_be(
    params: dict[str, str], query: PageQuery, notice: str
) -> None:
    assert read_query(params) == (query, notice)


def test_an_address_says_only_what_is_not_usual() -> None:
    assert href(PageQuery()) == "/resources"
    query = PageQuery("rules", "a & b", 2)
    assert href(query, page=3) == "/resources?category=rules&q=a+%26+b&page=3"
    assert href(query, category="forms") == "/resources?category=forms&q=a+%26+b"


def test_a_card_has_icon_category_marker_and_address() -> None:
    card = card_of(ONE)
    assert (card.icon, card.category) == ("shield", "Bead System")
    assert (card.symbol, card.drawn, card.marker) == ("🌐", "globe", "Public")
    assert card.path == "Path of the Shield"
    assert (card.href, card.description) == ("https://example.org", "")


def test_a_private_card_without_its_address_asks_to_sign_in() -> None:
    card = card_of(ONE.model_copy(update={"is_public": False, "external_url": None}))
    assert (card.symbol, card.drawn, card.marker, card.href) == ("🔒", "lock", "Members", "")


@pytest.mark.parametrize(
    ("query", "nothing", "widened", "label"),
    [
        (PageQuery(), "No resources have been uploaded yet.", "", ""),
        (
            PageQuery("games"),
            "No resources found in the Game Lists category.",
            "/resources",
            "Show All Resources",
        ),
        (
            PageQuery("games", "bow"),
            "Nothing in Game Lists matches “bow”.",
            "/resources?q=bow",
            "Search All Resources",
        ),
        (
            PageQuery("", "bow"),
            "Nothing matches “bow”. Try the beginning of another word.",
            "/resources",
            "Show All Resources",
        ),
    ],
)
def test_an_empty_list_says_why_and_what_to_do(
    query: PageQuery, nothing: str, widened: str, label: str
) -> None:
    shown = frame(query)
    assert (shown.nothing, shown.widened, shown.widened_label) == (nothing, widened, label)


def test_a_page_after_the_last_leads_back() -> None:
    shown = frame(PageQuery("rules", page=9), total=30)
    assert (shown.nothing, shown.widened) == (
        "There aren’t that many pages.",
        "/resources?category=rules",
    )


def test_pages_are_counted_and_linked() -> None:
    assert frame(PageQuery(), PAGE_SIZE, PAGE_SIZE).pager == Pager()
    middle = frame(PageQuery("rules", page=2), PAGE_SIZE, 20_000)
    assert middle.pager.words == f"{PAGE_SIZE + 1} – {2 * PAGE_SIZE} of 20,000"
    assert middle.pager.previous == "/resources?category=rules"
    assert middle.pager.next == "/resources?category=rules&page=3"
    assert frame(PageQuery(page=2), 1, PAGE_SIZE + 1).pager.next == ""


def test_counts_are_singular_plural_or_many() -> None:
    assert frame(PageQuery(), 1, 1).count == "1 resource"
    assert frame(PageQuery(), 2, 2).count == "2 resources"
    assert frame(PageQuery(text="a"), 2, 500, has_more=True).count.startswith("More than 500")


def test_categories_keep_the_search_and_forget_the_page() -> None:
    view = view_of(PageQuery("rules", "bow", 3), "", ResourceList([], 0))
    assert view.links[""] == "/resources?q=bow"
    assert view.links["forms"] == "/resources?category=forms&q=bow"
