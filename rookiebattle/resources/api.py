"""`/api/resources…`: the list for everybody, writing for administrators."""

from typing import Annotated

from fastapi import Query, Request, Response, status

from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.http import UNREADABLE, ActorHere, counted, documented, router
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import (
    Invalid,
    NotFound,
    Unauthorized,
)
from rookiebattle.core.freshness import RESOURCES
from rookiebattle.core.permissions import Permission
from rookiebattle.core.serving.public_cache import shareable
from rookiebattle.resources import service
from rookiebattle.resources.schemas import (
    ResourcePut,
    ResourceQuery,
    ResourceRead,
    ResourceRecord,
    ResourceWrite,
)

api = router("resources")


@api.get("/api/resources", operation_id="listResources", responses=counted(Invalid))
@public
async def list_resources(
    request: Request,
    response: Response,
    actor: ActorHere,
    query: Annotated[ResourceQuery, Query()],
) -> list[ResourceRead]:
    """Resources by title, then id. For visitors the address of a private resource is null."""
    with shareable(request, RESOURCES):
        page = await run(service.list_resources, actor, wanted=query.wanted())
    response.headers["x-total-count"] = str(page.total)
    return page.items


@api.post(
    "/api/resources",
    operation_id="createResource",
    status_code=status.HTTP_201_CREATED,
    responses=documented(*UNREADABLE, Unauthorized),
)
@requires(Permission.ALL_RESOURCE_CREATE)
async def create_resource(actor: ActorHere, values: ResourceWrite) -> ResourceRecord:
    """A new resource; for administrators."""
    return await run(service.create_resource, actor, values=values)


@api.put(
    "/api/resources/{resource_id}",
    operation_id="updateResource",
    responses=documented(*UNREADABLE, Unauthorized, NotFound),
)
@requires(Permission.ALL_RESOURCE_UPDATE)
async def update_resource(
    actor: ActorHere, resource_id: str, values: ResourcePut
) -> ResourceRecord:
    """Replace the resource's values; for administrators."""
    return await run(service.update_resource, actor, resource_id=resource_id, values=values)


@api.delete(
    "/api/resources/{resource_id}",
    operation_id="deleteResource",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=documented(Unauthorized, NotFound),
)
@requires(Permission.ALL_RESOURCE_DELETE)
async def delete_resource(actor: ActorHere, resource_id: str) -> None:
    """Delete the resource; for administrators."""
    await run(service.delete_resource, actor, resource_id=resource_id)
