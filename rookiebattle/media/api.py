"""`/api/media…`: the list for everybody, writing for administrators."""

from typing import Annotated

from fastapi import Query, Request, Response

from rookiebattle.core.database.freshness import EVENTS, MEDIA
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.http import UNREADABLE, ActorHere, counted, documented, listed, router
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict, Invalid, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.serving.public_cache import shareable
from rookiebattle.media import service
from rookiebattle.media.schemas import (
    MediaOrder,
    MediaPatch,
    MediaPin,
    MediaQuery,
    MediaRead,
    MediaRecord,
    MediaWrite,
)

api = router("media")


@api.get("/api/media", responses=counted(Invalid))
@public
async def list_media(
    request: Request, response: Response, actor: ActorHere, query: Annotated[MediaQuery, Query()]
) -> list[MediaRead]:
    """Pinned items first, then by `orderPosition`, then id. Private items are for members."""
    with shareable(request, MEDIA, EVENTS):
        page = await run(service.list_media, actor, wanted=query.wanted())
    return listed(response, page)


@api.post("/api/media", status_code=201, responses=documented(*UNREADABLE, NotFound, Conflict))
@requires(Permission.ALL_MEDIA_CREATE, somewhere=True)
async def create_media(actor: ActorHere, values: MediaWrite) -> MediaRecord:
    """A new item; for administrators."""
    return await run(service.create_media, actor, values=values)


@api.put("/api/media/reorder", status_code=204, responses=documented(*UNREADABLE, NotFound))
@requires(Permission.ALL_MEDIA_UPDATE, somewhere=True)
async def reorder_media(actor: ActorHere, values: MediaOrder) -> None:
    """Put these items into this order; for administrators."""
    await run(service.sort_media, actor, media_ids=values.media_ids)


@api.post("/api/media/{media_id}/pin", responses=documented(*UNREADABLE, NotFound))
@requires(Permission.ALL_MEDIA_UPDATE, somewhere=True)
async def pin_media(actor: ActorHere, media_id: str, values: MediaPin) -> MediaRecord:
    """Set an item before all others, or back to its position; for administrators."""
    return await run(service.pin_media, actor, media_id=media_id, is_pinned=values.is_pinned)


@api.patch("/api/media/{media_id}", responses=documented(*UNREADABLE, NotFound))
@requires(Permission.ALL_MEDIA_UPDATE, somewhere=True)
async def update_media(actor: ActorHere, media_id: str, values: MediaPatch) -> MediaRecord:
    """Change what is said about an item; for administrators."""
    return await run(service.update_media, actor, media_id=media_id, values=values)


@api.delete("/api/media/{media_id}", status_code=204, responses=documented(NotFound))
@requires(Permission.ALL_MEDIA_DELETE, somewhere=True)
async def delete_media(actor: ActorHere, media_id: str) -> None:
    """Delete an item and its stored file; for administrators."""
    await run(service.delete_media, actor, media_id=media_id)
