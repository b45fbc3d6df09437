"""The dialog of live sheets, which three pages draw."""

from datetime import UTC, datetime

import pytest
import sqlalchemy as sa

from rookiebattle import pages as product
from rookiebattle import routes
from rookiebattle.sheets.models import Sheet
from rookiebattle.sheets.state import SheetState
from rookiebattle.ui.typed import page_vars
from tests.reflex_internals import declared_pages
from tests.tab import worker_for
from tests.world import World

pytestmark = pytest.mark.anyio
DIALOG = page_vars(SheetState)
ROUTES = (routes.ADMIN, routes.ADMIN_PAYMENTS, routes.ADMIN_ROSTER)
assert product  # its import registers the pages


@pytest.mark.parametrize("route", ROUTES)
async def test_another_page_closes_the_dialog_and_shows_no_address_again(
    world: World, route: str
) -> None:
    ada = world.person(is_admin=True)
    event_id = world.event(ada)
    (loading,) = [
        options["on_load"] for _, options in declared_pages() if options["route"] == route
    ]
    async with worker_for(ada) as worker:
        tab = worker.tab(cookie=ada.user_id, path=routes.ADMIN)
        await tab.send(DIALOG.open, which="members")
        await tab.send(DIALOG.make, form={"name": "Board", "column-name": "on"})
        assert "/sheets/" in tab.of(SheetState)["url"]
        tab.path = route.replace("[event_id]", event_id)
        await tab.visit()
        for handler in loading:
            await tab.send(handler)
        shown = tab.of(SheetState)
        assert (shown["which"], shown["url"]) == ("", "")


async def test_the_dialog_has_the_sheets_of_its_list(world: World) -> None:
    ada = world.person(is_admin=True)
    event_id, other = world.event(ada), world.event(ada)
    async with worker_for(ada) as worker:
        tab = worker.tab(cookie=ada.user_id, path=routes.ADMIN)
        await tab.send(DIALOG.open, which="roster", event_id=event_id)
        await tab.send(DIALOG.make, form={"name": "Gate", "column-paid": "on"})
        (sheet,) = world.scalars(sa.select(Sheet))
        assert (sheet.event_id, sheet.columns) == (event_id, ["paid"])
        world.set(Sheet, sheet.id, read_at=datetime(2026, 3, 15, 3, 59, tzinfo=UTC))
        await tab.send(DIALOG.open, which="roster", event_id=other)
        assert (tab.of(SheetState)["own"], tab.of(SheetState)["url"]) == ([], "")
        await tab.send(DIALOG.open, which="roster", event_id=event_id)
        (card,) = tab.of(SheetState)["own"]
        assert card.words.startswith("Paid · last read Mar 14, 2026 · ends ")
        await tab.send(DIALOG.revoke, sheet_id=sheet.id)
        assert tab.of(SheetState)["own"] == []
