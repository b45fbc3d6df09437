"""`/api/pass` for members, and the routes of an event's gate."""

from typing import Annotated

from fastapi import Query, Response

from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.http import ActorHere, documented, router
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict, Invalid, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.gate import passes
from rookiebattle.gate.schemas import PassQuery, PassRead

api = router("gate")


@api.get("/api/pass", responses=documented(Conflict, Invalid, NotFound))
@requires(Permission.OWN_REGISTRATION_CREATE)
async def get_pass(
    actor: ActorHere, response: Response, query: Annotated[PassQuery, Query()]
) -> PassRead:
    """Your pass for an event, or that of a minor whose guardian you are."""
    response.headers["cache-control"] = "private, no-store"
    return await run(passes.show_pass, actor, event_id=query.event_id, user_id=query.user_id or "")
