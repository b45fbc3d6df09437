"""P8 lets both sides run exactly the statements of the handler."""

from typing import cast

import pytest

from bench import data
from bench.rows.events import PATHS, statements_of_show
from bench.statements import product_on


@pytest.fixture(autouse=True)
def real_identities() -> None:
    """Nothing is bound before: the row has to do so itself."""


def test_showing_an_event_asks_the_database(sqlite_url: str) -> None:
    data.fill(sqlite_url, data.Size(members=20, resources=0, media=0))
    statements = [statement for page in statements_of_show(sqlite_url) for statement, _ in page]
    assert any("FROM events" in statement for statement in statements)


def test_each_of_the_two_pages_has_its_own_statements(sqlite_url: str) -> None:
    data.fill(sqlite_url, data.Size(members=20, resources=0, media=0))
    pages = statements_of_show(sqlite_url)
    asked = [
        {str(value) for _, values in page for value in cast("tuple[object]", values)}
        for page in pages
    ]
    for path, its, others in zip(PATHS, asked, reversed(asked), strict=True):
        event_id = path.rpartition("/")[2]
        assert event_id in its
        assert event_id not in others


def test_it_does_so_after_other_rows_have_used_the_product(sqlite_url: str) -> None:
    data.fill(sqlite_url, data.Size(members=20, resources=0, media=0))
    with product_on(sqlite_url):
        pass
    assert statements_of_show(sqlite_url)


def test_a_handler_that_there_is_not_is_no_wait_for_ever(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data.fill(sqlite_url, data.Size(members=20, resources=0, media=0))
    monkeypatch.setattr("bench.rows.events.ANSWER_SECONDS", 0.5)
    monkeypatch.setattr("bench.rows.events.SHOW", "reflex___state____state.moved_away.show")
    with pytest.raises(TimeoutError):
        statements_of_show(sqlite_url)
