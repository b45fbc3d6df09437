"""`/api/admin/events/imports`: events from a calendar file, after a dry run."""

from typing import Annotated

from fastapi import Query, Response

from rookiebattle.core import kept_files
from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.http import (
    A_FILE,
    UNREADABLE,
    ActorHere,
    FileHere,
    FileName,
    counted,
    csv_file,
    documented,
    note_total,
    router,
    sheet,
)
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict, Invalid, NotFound, TooLarge
from rookiebattle.core.kept_files import MOST_BYTES, KeptRead
from rookiebattle.core.permissions import Permission
from rookiebattle.events import importing
from rookiebattle.events.importing import KIND
from rookiebattle.events.imports import (
    CalendarImport,
    CalendarImported,
    CalendarQuery,
    CalendarWrite,
)

api = router("imports of events")

Asked = Annotated[CalendarQuery, Query()]


@api.post(
    "/api/admin/events/imports",
    operation_id="keepCalendarFile",
    status_code=201,
    responses=documented(Invalid, TooLarge),
    openapi_extra=A_FILE,
)
@requires(Permission.ALL_EVENT_CREATE, most_bytes=MOST_BYTES)
async def keep_file(actor: ActorHere, content: FileHere, name: FileName = "") -> KeptRead:
    """Send a calendar file (.ics): 5 MB and 10,000 events at most. It is kept for an hour."""
    packed = await run(kept_files.examine, actor, kind=KIND, content=content)
    return await run(kept_files.keep, actor, kind=KIND, name=name, packed=packed)


@api.get(
    "/api/admin/events/imports/{import_id}",
    operation_id="checkCalendarFile",
    responses=counted(Invalid, NotFound),
)
@requires(Permission.ALL_EVENT_CREATE)
async def check_file(
    actor: ActorHere, response: Response, import_id: str, query: Asked
) -> CalendarImport:
    """The dry run: which events each entry would become, and what is wrong with it.

    Times without a zone are taken as the chapter's. An entry that was imported before is left out.
    """
    found, total = await run(importing.check_calendar, actor, file_id=import_id, query=query)
    note_total(response, total)
    return found


@api.get(
    "/api/admin/events/imports/{import_id}/rows.csv",
    operation_id="downloadCalendarCheck",
    response_class=Response,
    responses=sheet(Invalid, NotFound),
)
@requires(Permission.ALL_EVENT_CREATE)
async def download_check(actor: ActorHere, import_id: str, query: Asked) -> Response:
    """The entries of the dry run as a CSV file, all of them."""
    content = await run(importing.export_check, actor, file_id=import_id, query=query)
    return csv_file("import-of-events", content)


@api.post(
    "/api/admin/events/imports/{import_id}", responses=documented(*UNREADABLE, NotFound, Conflict)
)
@requires(Permission.ALL_EVENT_CREATE)
async def import_calendar(
    actor: ActorHere, import_id: str, values: CalendarWrite
) -> CalendarImported:
    """Add the events, all of them or none; the caller organizes them.

    `events` is the number of the dry run. If it is no longer true, the answer is 409 and nothing is
    written. The file is deleted by its import.
    """
    plan = await run(importing.plan_calendar, actor, file_id=import_id, values=values)
    return await run(importing.import_calendar, actor, plan=plan)
