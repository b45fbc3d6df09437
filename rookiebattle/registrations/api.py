"""`/api/events/…`: registering, one's own events, and the organizer's list of participants."""

from typing import Annotated, TypeVar

from fastapi import Query, Response

from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.http import UNREADABLE, ActorHere, counted, documented, router
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict, Invalid, NotFound, Unauthorized
from rookiebattle.core.pagination import Page
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import PageQuery
from rookiebattle.events.schemas import EventQuery
from rookiebattle.registrations import attendance, awarding, service
from rookiebattle.registrations.schemas import (
    Attendee,
    Awarded,
    AwardWrite,
    EventWithStatus,
    RegistrationRead,
    RosterAwardWrite,
    SettlementWrite,
)
from rookiebattle.registrations.wording import UNREGISTERING

api = router("registrations")

Filter = Annotated[EventQuery, Query()]
Part = Annotated[PageQuery, Query()]
Item = TypeVar("Item")


def _listed(response: Response, page: Page[Item]) -> list[Item]:
    response.headers["x-total-count"] = str(page.total)
    return list(page.items)


@api.get(
    "/api/events/with-status",
    operation_id="listEventsWithStatus",
    summary="Events by start, each with one's own registration",
    responses=counted(Unauthorized, Invalid),
)
@requires(Permission.OWN_REGISTRATION_READ)
async def list_with_status(
    actor: ActorHere, response: Response, query: Filter
) -> list[EventWithStatus]:
    return _listed(response, await run(service.list_with_status, actor, wanted=query.wanted()))


@api.get(
    "/api/events/user",
    operation_id="listMyEvents",
    summary="The events one is registered for, by start",
    responses=counted(Unauthorized, Invalid),
)
@requires(Permission.OWN_REGISTRATION_READ)
async def list_mine(actor: ActorHere, response: Response, query: Part) -> list[EventWithStatus]:
    return _listed(response, await run(service.list_mine, actor, window=query.window()))


@api.post(
    "/api/events/{event_id}/register",
    operation_id="register",
    summary="Register for an event; again is the same",
    responses=documented(Unauthorized, NotFound, Conflict, Invalid),
)
@requires(Permission.OWN_REGISTRATION_CREATE)
async def register(actor: ActorHere, event_id: str) -> RegistrationRead:
    return await run(service.register, actor, event_id=event_id)


@api.delete(
    "/api/events/{event_id}/unregister",
    operation_id="unregister",
    summary=UNREGISTERING,
    status_code=204,
    responses=documented(Unauthorized, NotFound, Conflict, Invalid),
)
@requires(Permission.OWN_REGISTRATION_DELETE)
async def unregister(actor: ActorHere, event_id: str) -> None:
    await run(service.unregister, actor, event_id=event_id)


@api.get(
    "/api/events/{event_id}/registrations",
    operation_id="listAttendees",
    summary="Who registered, in that order; for the organizer and administrators",
    responses=counted(Unauthorized, NotFound, Invalid),
)
@requires(Permission.OWN_REGISTRATION_SETTLE)
async def list_attendees(
    actor: ActorHere, response: Response, event_id: str, query: Part
) -> list[Attendee]:
    page = await run(attendance.attendees, actor, event_id=event_id, window=query.window())
    return _listed(response, page)


@api.patch(
    "/api/events/{event_id}/registrations/{user_id}",
    operation_id="settleRegistration",
    summary="Record how a registration was paid; for the organizer and administrators",
    responses=documented(Unauthorized, NotFound, Conflict, Invalid),
)
@requires(Permission.OWN_REGISTRATION_SETTLE)
async def settle(
    actor: ActorHere, event_id: str, user_id: str, values: SettlementWrite
) -> Attendee:
    return await run(
        attendance.settle,
        actor,
        event_id=event_id,
        user_id=user_id,
        status=values.payment_status,
    )


@api.post(
    "/api/admin/users/{user_id}/awards",
    operation_id="awardUser",
    summary="Give beads to a member; for administrators",
    status_code=201,
    responses=documented(*UNREADABLE, Unauthorized, NotFound),
)
@requires(Permission.ALL_PROGRESS_AWARD)
async def award_user(actor: ActorHere, user_id: str, values: AwardWrite) -> Awarded:
    return await run(awarding.award, actor, user_id=user_id, values=values)


@api.post(
    "/api/admin/events/{event_id}/awards",
    operation_id="awardRoster",
    summary="Give beads to all who hold a seat at an event, or to some; for administrators",
    status_code=201,
    responses=documented(*UNREADABLE, Unauthorized, NotFound, Conflict),
)
@requires(Permission.ALL_PROGRESS_AWARD)
async def award_roster(actor: ActorHere, event_id: str, values: RosterAwardWrite) -> Awarded:
    return await run(awarding.award_roster, actor, event_id=event_id, values=values)
