"""The state of the Users tab."""

import reflex as rx

from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.members import service
from rookiebattle.members.view import MemberRow
from rookiebattle.pages.admin.users.view import SHAPE, UsersView, view_of
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.list_query import ListFrame, read_query
from rookiebattle.ui.state import Refused, attempt
from rookiebattle.ui.views import Loaded, fill


async def load(actor: Actor, params: Query) -> UsersView | Loaded:
    """The view of this address, for the websocket and for first data; nothing for others."""
    if Permission.ALL_ACCOUNT_READ not in actor.permissions:
        return Loaded()
    query = read_query(SHAPE, params)
    return view_of(query, await run(service.list_everybody, actor, window=query.window(SHAPE)))


class UsersState(rx.State):
    """One page of the members."""

    frame: ListFrame = ListFrame()
    people: rx.Field[list[MemberRow]] = rx.field(default_factory=list)
    loaded: bool = False

    @rx.event
    @public
    async def show(self) -> None:
        """Load the page when it opens, and after its address has changed."""
        view = await attempt(self, load(current_actor(), dict(self.router.url.query_parameters)))
        if not isinstance(view, Refused):
            fill(self, view)
