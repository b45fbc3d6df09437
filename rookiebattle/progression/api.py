"""Routes of progression: one's own way, a member's for administrators, undoing an entry."""

from typing import Annotated

from fastapi import Query, Response

from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.http import UNREADABLE, ActorHere, counted, documented, listed, router
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict, Invalid, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import PageQuery
from rookiebattle.progression import service
from rookiebattle.progression.schemas import (
    AdminEntry,
    AwardChoices,
    AwardUndone,
    Guide,
    TimelineEntry,
    UndoWrite,
)

api = router("progression")

Part = Annotated[PageQuery, Query()]


@api.get("/api/progress")
@requires(Permission.OWN_PROGRESS_READ)
async def my_progress(actor: ActorHere) -> Guide:
    """Your rank and paths, since when, and what the next step of each takes."""
    return await run(service.own_guide, actor)


@api.get("/api/progress/timeline", responses=counted(Invalid))
@requires(Permission.OWN_PROGRESS_READ)
async def my_timeline(actor: ActorHere, response: Response, query: Part) -> list[TimelineEntry]:
    """Your entries, newest first."""
    page = await run(service.own_timeline, actor, window=query.window())
    return listed(response, page)


@api.get("/api/admin/users/{user_id}/timeline", responses=counted(NotFound, Invalid))
@requires(Permission.ALL_PROGRESS_READ, somewhere=True)
async def member_timeline(
    actor: ActorHere, response: Response, user_id: str, query: Part
) -> list[AdminEntry]:
    """A member's entries, newest first."""
    page = await run(service.member_timeline, actor, user_id=user_id, window=query.window())
    return listed(response, page)


@api.get("/api/admin/awards/choices")
@requires(Permission.ALL_PROGRESS_AWARD, somewhere=True)
async def award_choices(actor: ActorHere) -> AwardChoices:
    """The beads that you may award alone, and who may approve the others."""
    return await run(service.award_choices, actor)


@api.post(
    "/api/admin/progress/{entry_id}/undo",
    operation_id="undoEntry",
    status_code=201,
    responses=documented(*UNREADABLE, NotFound, Conflict),
)
@requires(Permission.ALL_PROGRESS_UNDO, somewhere=True)
async def undo(actor: ActorHere, entry_id: str, values: UndoWrite) -> AdminEntry:
    """Write the opposite of an entry, and answer with it."""
    return await run(service.undo, actor, entry_id=entry_id, reason=values.reason)


@api.post(
    "/api/admin/awards/{award_id}/undo", status_code=201, responses=documented(NotFound, Conflict)
)
@requires(Permission.ALL_PROGRESS_UNDO, somewhere=True)
async def undo_award(actor: ActorHere, award_id: str) -> AwardUndone:
    """Take the beads of one award back from all members who still have them."""
    return AwardUndone(undone=await run(service.undo_award, actor, award_id=award_id))
