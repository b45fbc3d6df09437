"""Routes of roles: `/api/roles`."""

from typing import Annotated

from fastapi import Query, Response

from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.http import UNREADABLE, ActorHere, counted, documented, listed, router
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict, Invalid, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.roles import service
from rookiebattle.roles.schemas import GrantQuery, GrantRead, GrantWrite

api = router("roles")


@api.get("/api/roles", responses=counted(Invalid, NotFound))
@requires(Permission.OWN_ROLE_READ)
async def list_roles(
    response: Response, actor: ActorHere, query: Annotated[GrantQuery, Query()]
) -> list[GrantRead]:
    """Roles that hold or will hold, the newest first: your own, or those of a member, a chapter or
    an event. Of others you read what you lead or organize."""
    return listed(response, await run(service.list_grants, actor, wanted=query))


@api.post("/api/roles", status_code=201, responses=documented(*UNREADABLE, NotFound, Conflict))
@requires(Permission.OWN_ROLE_CREATE)
async def give_role(actor: ActorHere, values: GrantWrite) -> GrantRead:
    """Give a role: administrators all of them, a lead some within the own scope, an organizer
    `gate` and `marshal` at the event. Nobody gives one to themselves."""
    return await run(service.give, actor, values=values)


@api.delete("/api/roles/{grant_id}", status_code=204, responses=documented(NotFound))
@requires(Permission.OWN_ROLE_DELETE)
async def end_role(actor: ActorHere, grant_id: str) -> None:
    """End a role: whoever may give it, and its holder. It stays in the history."""
    await run(service.end, actor, grant_id=grant_id)
