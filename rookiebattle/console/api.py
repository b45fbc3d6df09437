"""The console's own routes: the audit log as a file."""

from typing import Annotated

from fastapi import Query, Response

from rookiebattle import routes
from rookiebattle.console import log
from rookiebattle.console.schemas import LogLine, LogSheetQuery
from rookiebattle.console.wording import change_words, deed_words
from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.http import ActorHere, csv_file, router, sheet
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Invalid, Unauthorized
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import iso
from rookiebattle.core.spreadsheet import csv_of

api = router("console")
SHEET = ("When", "Who", "What", "Thing", "Changes")


@api.get(
    routes.LOG_CSV,
    operation_id="downloadLog",
    response_class=Response,
    responses=sheet(Invalid, Unauthorized),
)
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
