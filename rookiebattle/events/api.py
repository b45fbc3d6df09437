"""Routes of events: `/api/events…` and `/api/admin/events`."""

from functools import partial
from typing import Annotated, Any

from fastapi import Query, Request, Response

from rookiebattle import routes
from rookiebattle.art.card_words import PictureWords
from rookiebattle.core.database.freshness import CHAPTERS, EVENTS, SEATS
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.http import (
    UNREADABLE,
    ActorHere,
    address_of,
    counted,
    csv_file,
    documented,
    note_total,
    router,
    sheet,
)
from rookiebattle.core.doors.work import Threads, run
from rookiebattle.core.errors import Conflict, Invalid, NotFound, Unavailable
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import iso
from rookiebattle.core.serving.public_cache import shareable
from rookiebattle.core.values.spreadsheet import Cell, csv_of
from rookiebattle.events import canceling, hosting, reports, service
from rookiebattle.events.schemas import (
    AdminEventQuery,
    CancelWrite,
    CopyWrite,
    EventList,
    EventPatch,
    EventQuery,
    EventRead,
    EventSheetQuery,
    EventWrite,
    ReportRead,
    ReportWrite,
    Scope,
)
from rookiebattle.events.wording import type_label

api = router("events")
_drawing = Threads("event pictures", 1)
"""One picture at a time: whoever asks for many waits, and takes no reader's thread from others."""
MOST_WAITING = 40
"""As many as are drawn in two seconds. The messengers that want a picture ask again."""
SHEET = (
    *("Title", "Type", "Starts", "Ends", "Time zone", "Location", "Address", "Chapter"),
    *("Seats taken", "Seats", "Price", "Recurring", "Public"),
)


def listed(page: EventList) -> Response:
    """The answer of a list that is bytes already."""
    answer = Response(page.body, media_type="application/json")
    note_total(answer, page.total)
    return answer


@api.get("/api/events", response_model=list[EventRead], responses=counted(Invalid))
@public
async def list_events(
    request: Request, actor: ActorHere, query: Annotated[EventQuery, Query()]
) -> Response:
    """Events by start, then id. Without `from`, the current and future ones."""
    with shareable(request, EVENTS, SEATS, CHAPTERS) as shared:
        page = await run(service.list_events_as_json, actor, wanted=query.wanted())
        shared.until(page.first_end)
    return listed(page)


CALENDAR: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/calendar": {"schema": {"type": "string"}}}}
}


@api.get(routes.PUBLIC_CALENDAR, response_class=Response, responses={**CALENDAR, **documented()})
@public
async def public_calendar(request: Request, actor: ActorHere) -> Response:
    """A calendar feed of the public events."""
    with shareable(request, EVENTS):
        body = await run(service.public_calendar, actor)
    return Response(body, media_type="text/calendar")


@api.get(
    "/cal/chapters/{chapter_id}.ics",
    response_class=Response,
    responses={**CALENDAR, **documented(NotFound)},
)
@public
async def chapter_calendar(request: Request, actor: ActorHere, chapter_id: str) -> Response:
    """A calendar feed of one chapter's public events."""
    with shareable(request, EVENTS, CHAPTERS):
        body = await run(service.chapter_calendar, actor, chapter_id=chapter_id)
    return Response(body, media_type="text/calendar")


@api.get(
    "/cal/{event_id}.ics", response_class=Response, responses={**CALENDAR, **documented(NotFound)}
)
@public
async def event_calendar(request: Request, actor: ActorHere, event_id: str) -> Response:
    """One event as a calendar file; an event that is not public needs a session."""
    with shareable(request, EVENTS):
        name, body = await run(service.event_calendar, actor, event_id=event_id)
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(body, headers=headers, media_type="text/calendar")


@api.get(
    "/api/events/{event_id}/card.png",
    response_class=Response,
    responses={200: {"content": {"image/png": {}}}, **documented(NotFound)},
)
@public
async def event_picture(request: Request, actor: ActorHere, event_id: str) -> Response:
    """The picture beside a shared link to the event; a private event needs a session."""
    with shareable(request, EVENTS, CHAPTERS):
        card = await run(service.picture_words_of, actor, event_id=event_id)
        body = await _drawn(card)
    return Response(body, media_type="image/png")


async def _drawn(card: PictureWords) -> bytes:
    if _drawing.here().statistics().tasks_waiting >= MOST_WAITING:
        raise Unavailable()
    return await _drawing.run(partial(service.picture_of, card))


@api.get("/api/admin/events", response_model=list[EventRead], responses=counted(Invalid))
@requires(Permission.ALL_EVENT_READ, somewhere=True)
async def list_all_events(actor: ActorHere, query: Annotated[AdminEventQuery, Query()]) -> Response:
    """Every event by start, then id, or in the order of `sort`; past ones too unless `current`."""
    wanted = query.wanted()
    page = await run(service.list_all_as_json, actor, wanted=wanted, current_only=query.current)
    return listed(page)


@api.get(routes.EVENTS_CSV, response_class=Response, responses=sheet(Invalid))
@requires(Permission.ALL_EVENT_READ, somewhere=True)
async def download_events(actor: ActorHere, query: Annotated[EventSheetQuery, Query()]) -> Response:
    """The list of the console as a CSV file; for administrators."""
    is_current = not query.past
    found = await run(service.list_all, actor, wanted=query.wanted(), current_only=is_current)
    return csv_file("events", csv_of(SHEET, map(_line, found.items)))


def _line(one: EventRead) -> list[Cell]:
    return [
        *(one.title, type_label(one.event_type), iso(one.start_date), iso(one.end_date)),
        *(one.time_zone, one.location, one.address, one.chapter_name),
        *(one.current_participants, one.max_participants, one.price),
        *("yes" if one.is_recurring else "no", "yes" if one.is_public else "no"),
    ]


@api.post("/api/events", status_code=201, responses=documented(*UNREADABLE, Conflict))
@requires(Permission.OWN_EVENT_CREATE)
async def create_event(actor: ActorHere, values: EventWrite) -> EventRead:
    """A new event, or the first of a new series, organized by the caller."""
    return await run(service.create_event, actor, values=values)


@api.post(
    "/api/events/{event_id}/copy",
    status_code=201,
    responses=documented(*UNREADABLE, NotFound, Conflict),
)
@requires(Permission.OWN_EVENT_CREATE)
async def copy_event(actor: ActorHere, event_id: str, values: CopyWrite) -> EventRead:
    """A new event like another one, with how it repeats and nothing of its people."""
    return await run(service.copy_event, actor, event_id=event_id, start_date=values.start_date)


@api.get("/api/events/waiting")
@requires(Permission.OWN_EVENT_ACCEPT)
async def list_waiting_events(actor: ActorHere) -> list[EventRead]:
    """The events that wait for the caller, a lead or an administrator, oldest first."""
    return await run(hosting.list_waiting, actor)


@api.get("/api/events/{event_id}", responses=documented(NotFound))
@public
async def get_event(request: Request, actor: ActorHere, event_id: str) -> EventRead:
    """One event."""
    with shareable(request, EVENTS, SEATS, CHAPTERS):
        return await run(service.get_event, actor, event_id=event_id)


@api.patch("/api/events/{event_id}", responses=documented(*UNREADABLE, NotFound, Conflict))
@requires(Permission.OWN_EVENT_UPDATE)
async def update_event(
    actor: ActorHere, event_id: str, values: EventPatch, scope: Scope = Scope.THIS
) -> EventRead:
    """Change the fields that are sent; with `following` also in the series' later events."""
    return await run(service.update_event, actor, event_id=event_id, values=values, scope=scope)


@api.post("/api/events/{event_id}/cancel", responses=documented(*UNREADABLE, NotFound, Conflict))
@requires(Permission.OWN_EVENT_UPDATE)
async def cancel_event(
    actor: ActorHere, event_id: str, values: CancelWrite, scope: Scope = Scope.THIS
) -> EventRead:
    """Cancel the event, with `following` also the later ones. It keeps its page and its seats.

    Of a canceled event, another reason says anew why; nobody gets a second letter. Payments by
    card for its seats are refunded; that cannot be undone.
    """
    return await run(canceling.cancel_event, actor, event_id=event_id, values=values, scope=scope)


@api.delete("/api/events/{event_id}/cancel", responses=documented(NotFound, Invalid, Conflict))
@requires(Permission.OWN_EVENT_UPDATE)
async def reinstate_event(actor: ActorHere, event_id: str, scope: Scope = Scope.THIS) -> EventRead:
    """Take back that the event, or with `following` a part of its series, was canceled."""
    return await run(canceling.reinstate_event, actor, event_id=event_id, scope=scope)


@api.delete(
    "/api/events/{event_id}",
    operation_id="deleteEvent",
    status_code=204,
    responses=documented(NotFound, Invalid, Conflict),
)
@requires(Permission.OWN_EVENT_DELETE)
async def remove_event(actor: ActorHere, event_id: str, scope: Scope = Scope.THIS) -> None:
    """Delete the event, with `following` also the later events of the series."""
    await run(service.remove_event, actor, event_id=event_id, scope=scope)


@api.post("/api/events/{event_id}/accept", responses=documented(NotFound))
@requires(Permission.OWN_EVENT_ACCEPT)
async def accept_event(actor: ActorHere, event_id: str) -> EventRead:
    """Let an event that waits stand in its chapter's name, with all dates of its series.

    For administrators and leads of the chapter.
    """
    return await run(hosting.accept_event, actor, event_id=event_id)


@api.post("/api/events/{event_id}/decline", responses=documented(NotFound))
@requires(Permission.OWN_EVENT_ACCEPT)
async def decline_event(actor: ActorHere, event_id: str) -> EventRead:
    """Refuse the chapter's name to an event that waits: only its organizer goes on seeing it."""
    return await run(hosting.decline_event, actor, event_id=event_id)


@api.post(
    "/api/events/{event_id}/reports", status_code=204, responses=documented(*UNREADABLE, NotFound)
)
@public
async def report_event(
    request: Request, actor: ActorHere, event_id: str, values: ReportWrite
) -> None:
    """Tell the club that an event should not be there. Visitors may, too."""
    address = address_of(request)
    await run(reports.report_event, actor, event_id=event_id, values=values, address=address)


@api.get("/api/events/{event_id}/reports", responses=documented(NotFound))
@requires(Permission.ALL_REPORT_READ)
async def list_reports(actor: ActorHere, event_id: str) -> list[ReportRead]:
    """The reports of an event that nobody has looked at, oldest first; for administrators."""
    return await run(reports.list_reports, actor, event_id=event_id)


@api.delete("/api/events/{event_id}/reports", status_code=204, responses=documented(NotFound))
@requires(Permission.ALL_REPORT_UPDATE)
async def handle_reports(actor: ActorHere, event_id: str) -> None:
    """Note that all reports of an event were looked at; for administrators."""
    await run(reports.handle_reports, actor, event_id=event_id)
