"""The console's own routes: the audit log as a file, and the machine room."""

from typing import Annotated

from fastapi import Query, Response

from rookiebattle import routes
from rookiebattle.console import log, system
from rookiebattle.console.schemas import JobRead, LogLine, LogSheetQuery, SystemRead
from rookiebattle.console.wording import change_words, deed_words
from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.http import ActorHere, csv_file, documented, router, sheet
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Invalid, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import iso
from rookiebattle.core.values.spreadsheet import csv_of

api = router("console")
SHEET = ("When", "Who", "What", "Thing", "Changes")


@api.get(routes.LOG_CSV, response_class=Response, responses=sheet(Invalid))
@requires(Permission.ALL_AUDIT_READ)
async def download_log(actor: ActorHere, query: Annotated[LogSheetQuery, Query()]) -> Response:
    """The administrative lines of the audit log as a CSV file; for administrators."""
    found = await run(log.search_log, actor, wanted=query.wanted())
    return csv_file("audit-log", csv_of(SHEET, map(_line, found.items)))


def _line(one: LogLine) -> list[str]:
    changes = "; ".join(
        f"{change.field}: {change_words(change.before, change.after)}" for change in one.changes
    )
    return [iso(one.at), one.who, deed_words(one.action), one.thing, changes]


@api.get("/api/admin/system", responses=documented())
@requires(Permission.ALL_SYSTEM_READ)
async def get_system(actor: ActorHere) -> SystemRead:
    """The version, the queues, the last backup and the jobs; for administrators."""
    return await run(system.show_system, actor)


@api.post("/api/admin/jobs/{name}/run", responses=documented(NotFound))
@requires(Permission.ALL_JOB_START)
async def start_job(actor: ActorHere, name: str) -> JobRead:
    """Run a job as soon as a worker is free; for administrators."""
    return await run(system.start_job, actor, name=name)
