"""`/api/resources…`: the list for everybody, writing for administrators."""

from typing import Annotated

from fastapi import Query, Request, Response

from rookiebattle import routes
from rookiebattle.core.database.freshness import RESOURCES
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
from rookiebattle.core.serving.public_cache import shareable
from rookiebattle.core.values.spreadsheet import csv_of
from rookiebattle.resources import service
from rookiebattle.resources.schemas import (
    ResourcePut,
    ResourceQuery,
    ResourceRead,
    ResourceRecord,
    ResourceSheetQuery,
    ResourceWrite,
)
from rookiebattle.resources.wording import VISIBILITY, told_of

api = router("resources")
SHEET = ("Title", "Description", "Keywords", "Category", "Link", VISIBILITY)


@api.get("/api/resources", responses=counted(Invalid))
@public
async def list_resources(
    request: Request, response: Response, actor: ActorHere, query: Annotated[ResourceQuery, Query()]
) -> list[ResourceRead]:
    """Resources by title, then id. For visitors the address of a private resource is null."""
    with shareable(request, RESOURCES):
        page = await run(service.list_resources, actor, wanted=query.wanted())
    return listed(response, page)


@api.get(routes.RESOURCES_CSV, response_class=Response, responses=sheet())
@requires(Permission.ALL_RESOURCE_READ)
async def download_resources(
    actor: ActorHere, query: Annotated[ResourceSheetQuery, Query()]
) -> Response:
    """The list of the console as a CSV file; for administrators."""
    found = await run(service.search_resources, actor, wanted=query.wanted())
    rows = [list(told_of(one).values()) for one in found.items]
    return csv_file("resources", csv_of(SHEET, rows))


@api.post("/api/resources", status_code=201, responses=documented(*UNREADABLE))
@requires(Permission.ALL_RESOURCE_CREATE)
async def create_resource(actor: ActorHere, values: ResourceWrite) -> ResourceRecord:
    """A new resource; for administrators."""
    return await run(service.create_resource, actor, values=values)


@api.put("/api/resources/{resource_id}", responses=documented(*UNREADABLE, NotFound))
@requires(Permission.ALL_RESOURCE_UPDATE)
async def update_resource(
    actor: ActorHere, resource_id: str, values: ResourcePut
) -> ResourceRecord:
    """Replace the resource's values; for administrators."""
    return await run(service.update_resource, actor, resource_id=resource_id, values=values)


@api.delete("/api/resources/{resource_id}", status_code=204, responses=documented(NotFound))
@requires(Permission.ALL_RESOURCE_DELETE)
async def delete_resource(actor: ActorHere, resource_id: str) -> None:
    """Delete the resource; for administrators."""
    await run(service.delete_resource, actor, resource_id=resource_id)
