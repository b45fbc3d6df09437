"""Routes of chapters: `/api/chapters` and `/api/admin/chapters`."""

from typing import Annotated

from fastapi import Query, Request, Response

from rookiebattle import routes
from rookiebattle.chapters import service
from rookiebattle.chapters.schemas import (
    ChapterEdited,
    ChapterPatch,
    ChapterRead,
    ChapterSheetQuery,
    ChapterWrite,
)
from rookiebattle.chapters.wording import status_badge
from rookiebattle.core.database.freshness import CHAPTERS
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.http import (
    UNREADABLE,
    ActorHere,
    counted,
    csv_file,
    documented,
    listed,
    router,
    sheet,
)
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Invalid, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import PageQuery
from rookiebattle.core.serving.public_cache import shareable
from rookiebattle.core.values.spreadsheet import csv_of

api = router("chapters")
SHEET = (
    *("Name", "Location", "City", "State", "Status", "Members"),
    *("Contact email", "Meeting day", "Meeting time"),
)


@api.get("/api/chapters", responses=counted(Invalid))
@public
async def list_chapters(
    request: Request, response: Response, actor: ActorHere, query: Annotated[PageQuery, Query()]
) -> list[ChapterRead]:
    """Chapters by name, then id. Only members get the leaders' email and phone."""
    with shareable(request, CHAPTERS):
        page = await run(service.list_chapters, actor, window=query.window())
    return listed(response, page)


@api.get(routes.CHAPTERS_CSV, response_class=Response, responses=sheet())
@requires(Permission.ALL_CHAPTER_READ, somewhere=True)
async def download_chapters(
    actor: ActorHere, query: Annotated[ChapterSheetQuery, Query()]
) -> Response:
    """The list of the console as a CSV file; for administrators."""
    found = await run(service.search_chapters, actor, wanted=query.wanted())
    return csv_file("chapters", csv_of(SHEET, map(_line, found.items)))


def _line(one: ChapterRead) -> list[str | int]:
    return [
        *(one.name, one.location, one.city, one.state, status_badge(one.status)[0]),
        *(one.member_count, one.contact_email or "", one.meeting_day or ""),
        one.meeting_time or "",
    ]


@api.post("/api/admin/chapters", status_code=201, responses=documented(*UNREADABLE))
@requires(Permission.ALL_CHAPTER_CREATE)
async def create_chapter(actor: ActorHere, values: ChapterWrite) -> ChapterRead:
    """A new chapter."""
    return await run(service.create_chapter, actor, values=values)


@api.patch("/api/admin/chapters/{chapter_id}", responses=documented(*UNREADABLE, NotFound))
@requires(Permission.ALL_CHAPTER_UPDATE, somewhere=True)
async def update_chapter(actor: ActorHere, chapter_id: str, values: ChapterPatch) -> ChapterEdited:
    """Change the fields that are sent."""
    await run(service.update_chapter, actor, chapter_id=chapter_id, values=values)
    return await run(service.edited_chapter, actor, chapter_id=chapter_id)


@api.delete("/api/admin/chapters/{chapter_id}", status_code=204, responses=documented(NotFound))
@requires(Permission.ALL_CHAPTER_DELETE)
async def delete_chapter(actor: ActorHere, chapter_id: str) -> None:
    """Delete the chapter. Its members and events then have no chapter."""
    await run(service.delete_chapter, actor, chapter_id=chapter_id)
