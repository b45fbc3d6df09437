"""`/api/waivers` for everybody, and the versions of the texts for administrators."""

from collections.abc import Sequence

from fastapi import Request

from rookiebattle.core.database.freshness import WAIVERS
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.http import UNREADABLE, ActorHere, documented, router
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.serving.public_cache import shareable
from rookiebattle.waivers.models import Form
from rookiebattle.waivers.schemas.versions import (
    VersionPatch,
    VersionRead,
    VersionWrite,
    WaiverRead,
)
from rookiebattle.waivers.service import versions

api = router("waivers")


@api.get("/api/waivers", responses=documented())
@public
async def list_waivers(request: Request, actor: ActorHere) -> list[WaiverRead]:
    """The texts that are in force, at most one of each form."""
    with shareable(request, WAIVERS):
        return await run(versions.list_in_force, actor)


@api.get("/api/admin/waivers/versions", responses=documented())
@requires(Permission.ALL_VERSION_READ)
async def list_waiver_versions(actor: ActorHere, form: Form | None = None) -> Sequence[VersionRead]:
    """All versions and drafts; for administrators."""
    return await run(versions.list_versions, actor, form=form)


@api.post("/api/admin/waivers/versions", status_code=201, responses=documented(*UNREADABLE))
@requires(Permission.ALL_VERSION_CREATE)
async def create_waiver_version(actor: ActorHere, values: VersionWrite) -> VersionRead:
    """A new draft; for administrators."""
    return await run(versions.create_version, actor, values=values)


@api.patch(
    "/api/admin/waivers/versions/{version_id}",
    responses=documented(*UNREADABLE, NotFound, Conflict),
)
@requires(Permission.ALL_VERSION_UPDATE)
async def update_waiver_version(
    actor: ActorHere, version_id: str, values: VersionPatch
) -> VersionRead:
    """Change a draft; for administrators. A published version answers 409."""
    return await run(versions.update_version, actor, version_id=version_id, values=values)


@api.delete(
    "/api/admin/waivers/versions/{version_id}",
    status_code=204,
    responses=documented(NotFound, Conflict),
)
@requires(Permission.ALL_VERSION_UPDATE)
async def delete_waiver_version(actor: ActorHere, version_id: str) -> None:
    """Delete a draft; for administrators. A published version answers 409."""
    await run(versions.delete_version, actor, version_id=version_id)


@api.post(
    "/api/admin/waivers/versions/{version_id}/publish", responses=documented(NotFound, Conflict)
)
@requires(Permission.ALL_VERSION_UPDATE)
async def publish_waiver_version(actor: ActorHere, version_id: str) -> VersionRead:
    """Put a draft in force; for administrators. A minor’s form without the notice answers 422."""
    return await run(versions.publish_version, actor, version_id=version_id)
