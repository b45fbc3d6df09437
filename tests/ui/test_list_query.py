"""An address asks a list a question, and is made from one."""

from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rookiebattle.core.pagination import Window
from rookiebattle.core.values.text import LONGEST_SEARCH
from rookiebattle.ui.list_query import Filter, ListShape, frame_of, href, read_query

SHAPE = ListShape(
    "/admin/things",
    sorts=(("name", "Name"), ("newest", "Newest first")),
    filters=(
        Filter("status", "Status", (("active", "Active"), ("inactive", "Inactive"))),
        Filter("chapter", "Chapter"),
    ),
    typed=("day",),
    size=10,
)


def test_an_address_without_a_query_asks_for_everything() -> None:
    query = read_query(SHAPE, {})
    assert (query.text, query.sort, query.page, dict(query.chosen)) == ("", "name", 1, {})
    assert not query.is_narrowed
    assert href(SHAPE, query) == "/admin/things"


def test_all_is_a_choice_where_a_list_begins_with_another_one() -> None:
    shown = Filter("shown", "Show", (("there", "Checked in"),), every="all")
    shape = ListShape("/admin/things", sorts=(("name", "Name"),), filters=(shown,))
    for asked, chosen in (("all", "all"), ("there", "there"), ("", None), ("junk", None)):
        assert read_query(shape, {"shown": asked}).chosen.get("shown") == chosen


def test_every_choice_is_in_the_address() -> None:
    address = {"q": "core", "status": "active", "chapter": "7", "day": "2026-03-14"}
    query = read_query(SHAPE, {**address, "sort": "newest", "page": "3"})
    assert dict(query.chosen) == {"status": "active", "chapter": "7", "day": "2026-03-14"}
    assert query.window(SHAPE) == Window(10, 20)
    assert href(SHAPE, query, page=3) == (
        "/admin/things?q=core&status=active&chapter=7&day=2026-03-14&sort=newest&page=3"
    )


@pytest.mark.parametrize(
    "params",
    [
        {"status": "melted"},
        {"sort": "price"},
        {"page": "-1"},
        {"colour": "red"},
        {"q": "   "},
        {"chapter": "x" * (LONGEST_SEARCH + 1)},
        {"chapter": "7\x00"},
        {"q": "\x00 \x1b"},
    ],
)
def test_what_the_list_does_not_know_counts_as_not_asked(params: dict[str, str]) -> None:
    assert read_query(SHAPE, params) == read_query(SHAPE, {})


@given(
    st.dictionaries(st.sampled_from(["q", "status", "chapter", "day", "sort", "page"]), st.text())
)
def test_any_address_is_read_and_leads_to_itself(params: dict[str, str]) -> None:
    query = read_query(SHAPE, params)
    again = read_query(SHAPE, query_of(href(SHAPE, query, page=query.page)))
    assert again == query


def query_of(address: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(address).query))


def test_the_frame_leads_to_the_download_and_out_of_a_narrow_search() -> None:
    query = read_query(SHAPE, {"q": "core", "page": "2"})
    frame = frame_of(SHAPE, query, 25, count="25 things", csv="/api/things.csv")
    assert (frame.count, frame.widened, frame.csv) == (
        "25 things",
        "/admin/things",
        "/api/things.csv?q=core",
    )
    assert frame.pager.next == "/admin/things?q=core&page=3"
    whole = frame_of(SHAPE, read_query(SHAPE, {}), 3, count="3 things", csv="")
    assert (whole.widened, whole.csv, whole.pager.words) == ("", "", "")


def test_a_page_behind_the_last_leads_to_the_last_one() -> None:
    """It is reached when rows of the last page were deleted, or left the filter."""
    query = read_query(SHAPE, {"q": "core", "page": "4"})

    def last(total: int) -> str:
        return frame_of(SHAPE, query, total, count="", csv="").last

    assert last(25) == "/admin/things?q=core&page=3"
    assert last(10) == "/admin/things?q=core"
    assert (last(0), last(31)) == ("", "")
