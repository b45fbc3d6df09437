"""`/api/pass` for members, and the routes of an event's gate."""

from typing import Annotated

from fastapi import Query, Request, Response

from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.http import UNREADABLE, ActorHere, documented, router, tagged
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict, Invalid, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.gate import passes
from rookiebattle.gate.schemas import (
    CheckInRead,
    CheckInsWrite,
    GateRead,
    GateWalkIn,
    PassQuery,
    PassRead,
    WalkedIn,
)
from rookiebattle.gate.service import check_ins, people, walk_ins

api = router("gate")


@api.post(
    "/api/events/{event_id}/walk-ins",
    summary="Seat someone who stands at the gate, with or without an account",
    status_code=201,
    responses=documented(*UNREADABLE, NotFound, Conflict),
)
@requires(Permission.OWN_REGISTRATION_CHECK)
async def walk_in(actor: ActorHere, event_id: str, values: GateWalkIn) -> WalkedIn:
    """All of it or nothing. Unless their card is red, they are checked in at once."""
    return await run(walk_ins.walk_in, actor, event_id=event_id, values=values)


@api.get("/api/pass", responses=documented(Conflict, Invalid, NotFound))
@requires(Permission.OWN_REGISTRATION_CREATE)
async def get_pass(
    actor: ActorHere, response: Response, query: Annotated[PassQuery, Query()]
) -> PassRead:
    """Your pass for an event, or that of a minor whose guardian you are."""
    response.headers["cache-control"] = "private, no-store"
    return await run(passes.show_pass, actor, event_id=query.event_id, user_id=query.user_id or "")


@api.get(
    "/api/events/{event_id}/gate",
    summary="All people with a seat, each with their verdict; for those who check in at the event",
    response_model=GateRead,
    responses=documented(NotFound),
)
@requires(Permission.OWN_REGISTRATION_CHECK)
async def read_gate(request: Request, actor: ActorHere, event_id: str) -> Response:
    """It has an ETag, which does not count `asOf`."""
    shown = await run(people.read_gate, actor, event_id=event_id)
    # The gate's device keeps it by itself, and deletes it. The browser's cache would not.
    answer = tagged(request, shown, without="as_of")
    answer.headers["cache-control"] = "private, no-store"
    return answer


@api.post(
    "/api/events/{event_id}/check-ins",
    summary="Take the check-ins that a device kept without a network, in their order",
    responses=documented(*UNREADABLE, NotFound, Conflict),
)
@requires(Permission.OWN_REGISTRATION_CHECK)
async def replay_check_ins(
    actor: ActorHere, event_id: str, values: CheckInsWrite
) -> list[CheckInRead]:
    """At most 500. Each has its own outcome; the same `clientId` gets the same answer again."""
    holders = await run(check_ins.find_holders, actor, event_id=event_id, values=values)
    return await run(check_ins.replay, actor, event_id=event_id, values=values, holders=holders)
