"""The state of the gallery, a cache of the address and the database."""

from collections.abc import Awaitable
from typing import Annotated

import reflex as rx
from pydantic import Field

from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import requires, unasked
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.media import service
from rookiebattle.media.wording import NOT_PINNED, NOT_SORTED, PINNED, UNPINNED
from rookiebattle.pages.media.read import show_gallery
from rookiebattle.pages.media.url import NEWEST, PAGE_SIZE, PageQuery, href, read_query
from rookiebattle.pages.media.view.gallery import GalleryFrame, GalleryView, tab_links, view_of
from rookiebattle.pages.media.view.official import official_chips, shown_of
from rookiebattle.registrations.state.live import follow_list
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.state import PageState, attempt, or_else

Ids = Annotated[list[Id], Field(min_length=1, max_length=PAGE_SIZE)]
GALLERY = service.GALLERY
FIRST_SHOWN = GalleryView(
    frame=GalleryFrame(resorted=href(PageQuery(), sort=NEWEST)),
    official=tuple(shown_of(PageQuery())),
    official_tags=official_chips(PageQuery()),
    links=tab_links(PageQuery()),
)
Number = Annotated[int, Field(strict=True, ge=0, le=100_000)]


async def load(actor: Actor, params: Query) -> GalleryView:
    query = read_query(params)
    return view_of(query, await run(show_gallery, actor, wanted=query.wanted()))


class MediaState(PageState, rx.State):
    """The gallery.

    `answered` is the number of the last move of an administrator to which the cards are the answer.
    """

    shown: GalleryView = FIRST_SHOWN
    answered: int = 0

    @rx.event
    @unasked
    async def show(self) -> None:
        if await self._show(load(current_actor(), self._params())):
            follow_list(self, GALLERY)

    @rx.event
    @requires(Permission.ALL_MEDIA_UPDATE, somewhere=True)
    async def sort(self, media_id: Id, seen: Ids, wanted: Ids, number: Number) -> None:
        """Move an item of this page. The page, which shows the wanted order already, saw `seen`."""
        actor = current_actor()
        moving = run(service.move_media, actor, media_id=media_id, seen=seen, wanted=wanted)
        await self._follow(or_else(NOT_SORTED, moving), number)

    @rx.event
    @requires(Permission.ALL_MEDIA_UPDATE, somewhere=True)
    async def pin(self, media_id: Id, is_pinned: bool, number: Number) -> None:
        """Set an item before all others, or back to its position. The page shows it already."""
        pinning = run(service.pin_media, current_actor(), media_id=media_id, is_pinned=is_pinned)
        done = PINNED if is_pinned else UNPINNED
        await self._follow(or_else(NOT_PINNED, pinning), number, done)

    async def _follow(self, moving: Awaitable[object], number: int, done: str = "") -> None:
        """Show what is stored after a move, whether the move worked or not."""
        try:
            await attempt(self, moving, done=done)
        finally:
            await self._show(load(current_actor(), self._params()))
            self.answered = number
