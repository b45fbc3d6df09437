"""`/api/events/{id}/messages`."""

from typing import Annotated

from fastapi import Query, Response

from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.http import UNREADABLE, ActorHere, counted, documented, listed, router
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict, Invalid, NotFound, TooManyRequests
from rookiebattle.core.permissions import Permission
from rookiebattle.messages import service
from rookiebattle.messages.schemas import (
    DryRunQuery,
    MessageRead,
    MessageSent,
    MessagesQuery,
    MessageWrite,
)

api = router("messages")


@api.post(
    "/api/events/{event_id}/messages",
    status_code=201,
    responses=documented(*UNREADABLE, NotFound, Conflict, TooManyRequests),
)
@requires(Permission.OWN_EVENT_UPDATE)
async def send_message(
    response: Response,
    actor: ActorHere,
    event_id: str,
    values: MessageWrite,
    query: Annotated[DryRunQuery, Query()],
) -> MessageSent:
    """Write to the people of an event; for its organizer and leads.

    A dry run (`dryRun=true`) answers 200 with whom an email would reach, and sends nothing.
    """
    if query.dry_run:
        response.status_code = 200
    return await run(service.send, actor, event_id=event_id, values=values, is_dry=query.dry_run)


@api.get("/api/events/{event_id}/messages", responses=counted(Invalid, NotFound))
@requires(Permission.OWN_REGISTRATION_READ)
async def list_messages(
    response: Response, actor: ActorHere, event_id: str, query: Annotated[MessagesQuery, Query()]
) -> list[MessageRead]:
    """The messages of an event, the newest first; for whoever has a seat or waits for one, and the
    organizer and leads."""
    found = await run(service.list_messages, actor, event_id=event_id, window=query.window())
    return listed(response, found)
