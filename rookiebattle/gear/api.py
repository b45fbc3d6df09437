"""`/api/events/{id}/gear-checks` and `/api/events/{id}/incidents`."""

from typing import Annotated

from fastapi import Query, Response

from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.http import UNREADABLE, ActorHere, counted, documented, listed, router
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Invalid, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.gear import service
from rookiebattle.gear.schemas import (
    GearCheckRead,
    GearCheckWrite,
    IncidentQuery,
    IncidentRead,
    IncidentWrite,
)

api = router("gear")


@api.post(
    "/api/events/{event_id}/gear-checks",
    status_code=201,
    responses=documented(*UNREADABLE, NotFound),
)
@requires(Permission.OWN_REGISTRATION_CHECK)
async def check_gear(actor: ActorHere, event_id: str, values: GearCheckWrite) -> GearCheckRead:
    """Note whether somebody's weapon, shield or armor passed; a second look replaces the first.

    For marshals, leads and the organizer of the event, about people with a seat at it.
    """
    return await run(service.check_gear, actor, event_id=event_id, values=values)


@api.get("/api/events/{event_id}/incidents", responses=counted(Invalid, NotFound))
@requires(Permission.ALL_INCIDENT_CREATE, somewhere=True)
async def list_incidents(
    response: Response, actor: ActorHere, event_id: str, query: Annotated[IncidentQuery, Query()]
) -> list[IncidentRead]:
    """The incidents of an event, the newest first; for its leads and administrators."""
    found = await run(service.list_incidents, actor, event_id=event_id, window=query.window())
    return listed(response, found)


@api.post(
    "/api/events/{event_id}/incidents", status_code=201, responses=documented(*UNREADABLE, NotFound)
)
@requires(Permission.ALL_INCIDENT_CREATE, somewhere=True)
async def note_incident(actor: ActorHere, event_id: str, values: IncidentWrite) -> IncidentRead:
    """Note an incident, and with `suspendedUntil` suspend somebody who was there until a day."""
    return await run(service.note_incident, actor, event_id=event_id, values=values)


@api.delete(
    "/api/events/{event_id}/incidents/{incident_id}/suspension",
    status_code=204,
    responses=documented(NotFound),
)
@requires(Permission.ALL_INCIDENT_CREATE, somewhere=True)
async def end_suspension(actor: ActorHere, event_id: str, incident_id: str) -> None:
    """End a suspension at once. The incident stays."""
    await run(service.end_suspension, actor, event_id=event_id, incident_id=incident_id)
