"""The cost of a list and a search: the same number of statements for few and for many."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from rookiebattle.core.actor import VISITOR
from rookiebattle.core.database.db import Database, new_id
from rookiebattle.resources import service
from rookiebattle.resources.queries import MOST_FOUND, MOST_ROWS, resources, words
from rookiebattle.resources.schemas import ResourceFilter, ResourceList
from tests.resources.library import Add

PLAN = "EXPLAIN QUERY PLAN "


@pytest.fixture
def asked(database: Database) -> Iterator[list[tuple[str, object]]]:
    """Every statement that reaches the database, with its values."""
    statements: list[tuple[str, object]] = []

    def note(
        _conn: object, _cursor: object, statement: str, values: object, *_more: object
    ) -> None:
        if statement.startswith("SELECT"):
            statements.append((statement, values))

    event.listen(database.engine, "before_cursor_execute", note)
    yield statements
    event.remove(database.engine, "before_cursor_execute", note)


def multiply(database: Database, copies: int) -> None:
    with database.unit_of_work(write=True) as session:
        row = dict(session.execute(sa.select(resources)).mappings().one())
        ids = [new_id() for _ in range(copies)]
        session.execute(sa.insert(resources), [{**row, "id": id_} for id_ in ids])
        found = [{"resource_id": id_, "word": "guide", "category": "training"} for id_ in ids]
        session.execute(sa.insert(words), found)


def listed(database: Database, text: str) -> ResourceList:
    with database.unit_of_work(write=False) as session:
        return service.list_resources(session, VISITOR, wanted=ResourceFilter(text=text))


@pytest.mark.parametrize("text", ["", "guide"])
def test_a_list_asks_no_more_and_a_search_once_more_when_there_is_much(
    database: Database, add: Add, asked: list[tuple[str, object]], text: str
) -> None:
    add("Guide")
    asked.clear()
    listed(database, text)
    few = len(asked)
    multiply(database, MOST_ROWS)
    asked.clear()
    found = listed(database, text)
    assert found.total == (MOST_FOUND if text else MOST_ROWS + 1)
    assert (few, len(asked)) == ((3, 4) if text else (2, 2))
    asked.clear()
    listed(database, text)
    assert len(asked) == (4 if text else 1), "the total is counted once"


@pytest.mark.parametrize(("text", "category"), [("", None), ("", "rules"), ("two words", "rules")])
def test_every_question_uses_an_index(
    database: Database, asked: list[tuple[str, object]], text: str, category: str | None
) -> None:
    with database.unit_of_work(write=False) as session:
        service.list_resources(
            session, VISITOR, wanted=ResourceFilter(category=category, text=text)
        )
        questions = list(asked)
        for statement, values in questions:
            rows = session.connection().exec_driver_sql(PLAN + statement, values)  # type: ignore[arg-type]  # as it was
            plan = " | ".join(str(row[3]) for row in rows)
            # A search sorts the few rows of its page. The list is read in order.
            assert text or "FOR ORDER BY" not in plan, plan
            assert "SCAN resources |" not in f"{plan} |", plan
            assert "SCAN word" not in plan, plan
    assert questions
