"""The calendar's query in the address."""

from datetime import date

import pytest

from rookiebattle.pages.calendar.url import (
    CalendarQuery,
    href,
    month_after,
    month_before,
    read_query,
)

TODAY = date(2026, 3, 13)
MARCH = CalendarQuery(date(2026, 3, 1))


def test_without_a_query_the_month_of_today_is_shown() -> None:
    assert read_query({}, TODAY) == (MARCH, "")


def test_everything_in_the_url_is_understood() -> None:
    params = {
        "month": "2026-04",
        "day": "2026-04-02",
        "view": "list",
        "chapter": "c1",
        "type": "social",
        "page": "3",
    }
    wanted = CalendarQuery(date(2026, 4, 1), date(2026, 4, 2), "list", "c1", "social", 3)
    assert read_query(params, TODAY) == (wanted, "")


def test_what_can_be_tried_is_a_list_and_all_cities_are_said_in_the_address() -> None:
    params = {"view": "list", "type": "training", "free": "yes", "chapter": "all"}
    query, notice = read_query(params, TODAY)
    assert (query.free, query.chapter, notice) == (True, "", "")
    assert href(query, chapter="all") == "/events?view=list&chapter=all&type=training&free=yes"
    assert not read_query({"free": "yes"}, TODAY)[0].free


def test_a_day_alone_opens_its_month() -> None:
    query, _ = read_query({"day": "2026-05-10"}, TODAY)
    assert query.month == date(2026, 5, 1)


@pytest.mark.parametrize(
    ("params", "about"),
    [
        ({"month": "2026-13"}, "month"),
        ({"month": "9999-01"}, "month"),
        ({"month": "202603"}, "month"),
        ({"month": "<script>"}, "month"),
        ({"day": "2026-02-30"}, "day"),
        ({"day": "0001-01-01"}, "day"),
        ({"view": "poster"}, "filter"),
        ({"type": "duel"}, "filter"),
    ],
)
def test_what_cannot_be_understood_falls_back_with_a_sentence(
    params: dict[str, str], about: str
) -> None:
    query, notice = read_query(params, TODAY)
    assert query == MARCH
    assert about in notice


@pytest.mark.parametrize("page", ["0", "-1", "two", "1.5", "²"])
def test_a_page_that_is_no_number_is_the_first(page: str) -> None:
    assert read_query({"page": page}, TODAY)[0].page == 1


def test_a_link_keeps_the_filters_and_starts_at_the_first_page() -> None:
    query = CalendarQuery(date(2026, 3, 1), view="list", chapter="c1", event_type="social", page=4)
    assert href(query, view="calendar", month=date(2026, 4, 1)) == (
        "/events?month=2026-04&chapter=c1&type=social"
    )
    assert href(query, page=5).endswith("&page=5")


def test_a_link_is_read_back_as_it_was_written() -> None:
    query = CalendarQuery(date(2026, 3, 1), date(2026, 3, 14), "calendar", "a&b=c", "workshop")
    pairs = (part.split("=", 1) for part in href(query).partition("?")[2].split("&"))
    params = {name: value.replace("%26", "&").replace("%3D", "=") for name, value in pairs}
    assert read_query(params, TODAY) == (query, "")


def test_the_list_begins_on_a_day_or_with_a_month_and_has_no_month_of_its_own() -> None:
    query, _ = read_query({"view": "list", "month": "2026-05"}, TODAY)
    assert (query.day, href(query)) == (date(2026, 5, 1), "/events?day=2026-05-01&view=list")
    assert href(query, day=None) == "/events?view=list"


def test_what_is_over_is_a_list_of_its_own() -> None:
    query, notice = read_query({"view": "list", "past": "shown"}, TODAY)
    assert (query.past, notice, href(query)) == (True, "", "/events?view=list&past=shown")
    assert "filter" in read_query({"past": "soon"}, TODAY)[1]


def test_months_follow_each_other_over_the_years() -> None:
    assert month_after(date(2026, 12, 1)) == date(2027, 1, 1)
    assert month_before(date(2026, 1, 1)) == date(2025, 12, 1)
    assert month_before(date(2026, 3, 31)) == date(2026, 2, 1)
