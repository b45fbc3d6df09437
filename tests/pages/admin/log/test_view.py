"""The page of the log: its lines in words, and its address."""

from dataclasses import replace
from datetime import UTC, date, datetime

from rookiebattle.console.schemas import LogLine, LogPage, LogSearch
from rookiebattle.core.changes import Change
from rookiebattle.core.pagination import Window
from rookiebattle.pages.admin.log.view import SHAPE, ChangeRow, view_of, wanted
from rookiebattle.ui.list_query import read_query
from tests.clocks import NOW

LINE = LogLine(
    id="1",
    at=datetime(2026, 3, 14, 3, 5, tzinfo=UTC),
    who="Ironwood",
    action="resource.updated",
    kind="resource",
    thing="Core Rules",
    changes=[Change(field="Title", before="Rules", after="Core Rules"), Change(field="Email")],
)


def test_a_line_reads_like_a_sentence() -> None:
    view = view_of(read_query(SHAPE, {}), LogPage([LINE], 1), NOW)
    (row,) = view.rows
    assert (row.who, row.deed, row.thing) == ("Ironwood", "changed the resource", "Core Rules")
    assert row.when.endswith("11:05 PM")
    assert row.changes == [
        ChangeRow("Title", "“Rules” → “Core Rules”"),
        ChangeRow("Email", "changed"),
    ]
    assert view.frame.count == "1 change"


def test_of_many_changes_a_line_shows_the_first_and_folds_the_others() -> None:
    many = replace(LINE, changes=[Change(field=name, after="x") for name in "abc"])
    (row,) = view_of(read_query(SHAPE, {}), LogPage([many], 1), NOW).rows
    assert ([one.field for one in row.changes], row.more) == (["a"], "2 more changes")
    assert [one.field for one in row.folded] == ["b", "c"]


def test_a_long_log_says_more_than() -> None:
    view = view_of(read_query(SHAPE, {}), LogPage([LINE], 1000, has_more=True), NOW)
    assert view.frame.count == "More than 1,000 changes"
    assert view.frame.csv == "/api/admin/log.csv"


def test_every_page_of_a_long_log_can_be_reached() -> None:
    full = LogPage([LINE] * SHAPE.size, 1000, has_more=True)
    assert view_of(read_query(SHAPE, {"page": "40"}), full, NOW).frame.pager.next
    end = LogPage([LINE], 1000, has_more=True)
    assert not view_of(read_query(SHAPE, {"page": "41"}), end, NOW).frame.pager.next


def test_the_address_asks_by_person_thing_and_day() -> None:
    query = read_query(
        SHAPE, {"q": "rules", "person": "ada", "day": "2026-03-14", "kind": "resource"}
    )
    asked = LogSearch("rules", "ada", date(2026, 3, 14), "resource", "newest", Window(25))
    assert wanted(query) == asked


def test_a_day_that_is_none_counts_as_not_asked() -> None:
    assert wanted(read_query(SHAPE, {"day": "yesterday"})).day is None
