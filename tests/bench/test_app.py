"""The bench finds everything that it uses of the product, so a move fails here and not in a row."""

import re

import pytest
from sqlmodel import SQLModel

from bench import app, data
from bench.baselines import registering
from rookiebattle.accounts.sessions import cookie_name
from rookiebattle.core.database.db import Database
from rookiebattle.core.reflex_internals import is_handled
from rookiebattle.manage.processes import ROOT
from rookiebattle.registrations.state.live import news_delta
from rookiebattle.ui.page import pages
from tests.identities import composed


def _sources(*endings: str) -> str:
    files = sorted((ROOT / "rookiebattle").rglob("*"))
    return "\n".join(path.read_text() for path in files if path.suffix in endings)


def test_every_page_is_measured_or_left_out_on_purpose() -> None:
    composed()
    measured = [page.route for page in app.PUBLIC_PAGES]
    others = [*app.PAGES_LEFT_OUT, *app.PAGES_OF_ADMINISTRATORS.values(), "/account", "/progress"]
    assert sorted([*measured, *others]) == sorted(
        route for route in pages() if not route.startswith("/_")
    )


def test_the_handler_that_shows_an_event_is_registered() -> None:
    composed()
    assert is_handled(app.show_event())


def test_open_pages_hear_of_seats_in_a_state_that_there_is() -> None:
    composed()
    assert app.live_seats() in news_delta({})


def test_the_cookie_of_a_session_has_its_name() -> None:
    assert cookie_name() == app.SESSION_COOKIE


def test_rows_of_events_are_found_in_the_list() -> None:
    page = _sources(".py")
    for name in re.findall(r"\.([\w-]+)", app.EVENT_ROWS):
        assert f'"{name}"' in page


@pytest.mark.parametrize("label", [app.NEXT_MONTH, app.PREVIOUS_MONTH])
def test_links_to_other_months_are_found(label: str) -> None:
    assert f'"{label}"' in _sources(".py", ".jsx")


def test_the_line_that_is_changed_stands_once_in_its_file() -> None:
    text = (ROOT / app.CHANGED_FILE).read_text()
    assert text.count(app.CHANGED_WORDS) == 1


def test_granian_finds_what_forgets_pages_at_once() -> None:
    assert callable(app.served)
    assert app.closed_pages.KEPT_SECONDS > app.closed_pages.SWEEP_SECONDS > 0


def test_measurements_have_rows_to_measure_on(database: Database) -> None:
    data.fill(
        str(database.engine.url),
        data.Size(members=20, own=2, resources=10, media=10, seats=3, hot=1),
    )


def test_the_bare_side_registers_with_the_columns_of_the_product() -> None:
    composed()
    for table in registering.meta.tables.values():
        assert set(table.c.keys()) <= set(SQLModel.metadata.tables[table.name].c.keys())
    required = {one.name for one in SQLModel.metadata.tables["outbox"].c if not one.nullable}
    assert required <= set(registering.letters.c.keys())
