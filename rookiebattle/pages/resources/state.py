"""The state of the library, a cache of the address and the database."""

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public
from rookiebattle.core.doors.work import run
from rookiebattle.core.values.text import as_searched
from rookiebattle.pages.resources.view import (
    PageQuery,
    ResourcesView,
    href,
    read_query,
    shelf_links,
    view_of,
)
from rookiebattle.resources import service
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.state import LoadedPage


async def load(actor: Actor, params: Query) -> ResourcesView:
    query, notice = read_query(params)
    found = await run(service.list_resources, actor, wanted=query.wanted())
    return view_of(query, notice, found)


class ResourcesState(LoadedPage, rx.State):
    shown: ResourcesView = ResourcesView(links=shelf_links(PageQuery()))
    _load = load

    @rx.event
    @public
    async def search(self, form: dict[str, str]) -> EventSpec:
        query, _ = read_query(self._params())
        return rx.redirect(href(query, text=as_searched(form.get("q", ""))))
