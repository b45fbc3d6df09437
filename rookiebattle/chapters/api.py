"""Routes of chapters: `/api/chapters` and `/api/admin/chapters`."""

from typing import Annotated

from fastapi import Query, Request, Response, status

from rookiebattle.chapters import service
from rookiebattle.chapters.schemas import ChapterPatch, ChapterRead, ChapterWrite, WindowQuery
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.http import UNREADABLE, ActorHere, counted, documented, router
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import (
    Invalid,
    NotFound,
    Unauthorized,
)
from rookiebattle.core.freshness import CHAPTERS
from rookiebattle.core.permissions import Permission
from rookiebattle.core.serving.public_cache import shareable

api = router("chapters")


@api.get(
    "/api/chapters",
    operation_id="listChapters",
    responses=counted(Invalid),
)
@public
async def list_chapters(
    request: Request, response: Response, actor: ActorHere, query: Annotated[WindowQuery, Query()]
) -> list[ChapterRead]:
    """Chapters by name, then id. Only members get the leaders' email and phone."""
    with shareable(request, CHAPTERS):
        page = await run(service.list_chapters, actor, window=query.window())
    response.headers["x-total-count"] = str(page.total)
    return list(page.items)


@api.post(
    "/api/admin/chapters",
    operation_id="createChapter",
    status_code=status.HTTP_201_CREATED,
    responses=documented(*UNREADABLE, Unauthorized),
)
@requires(Permission.ALL_CHAPTER_CREATE)
async def create_chapter(actor: ActorHere, values: ChapterWrite) -> ChapterRead:
    """A new chapter."""
    return await run(service.create_chapter, actor, values=values)


@api.patch(
    "/api/admin/chapters/{chapter_id}",
    operation_id="updateChapter",
    responses=documented(*UNREADABLE, Unauthorized, NotFound),
)
@requires(Permission.ALL_CHAPTER_UPDATE)
async def update_chapter(actor: ActorHere, chapter_id: str, values: ChapterPatch) -> ChapterRead:
    """Change the fields that are sent."""
    return await run(service.update_chapter, actor, chapter_id=chapter_id, values=values)


@api.delete(
    "/api/admin/chapters/{chapter_id}",
    operation_id="deleteChapter",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=documented(Unauthorized, NotFound),
)
@requires(Permission.ALL_CHAPTER_DELETE)
async def delete_chapter(actor: ActorHere, chapter_id: str) -> None:
    """Delete the chapter. Its members and events then have no chapter."""
    await run(service.delete_chapter, actor, chapter_id=chapter_id)
