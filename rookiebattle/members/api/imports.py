"""`/api/admin/users/imports`: members from a CSV file, after a dry run that writes nothing."""

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
from rookiebattle.members import importing
from rookiebattle.members.importing import KIND
from rookiebattle.members.imports import Imported, ImportQuery, ImportWrite, MembersImport

api = router("imports of members")

Asked = Annotated[ImportQuery, Query()]


@api.post(
    "/api/admin/users/imports",
    operation_id="keepMembersFile",
    status_code=201,
    responses=documented(Invalid, TooLarge),
    openapi_extra=A_FILE,
)
@requires(Permission.ALL_ACCOUNT_CREATE, most_bytes=MOST_BYTES)
async def keep_file(actor: ActorHere, content: FileHere, name: FileName = "") -> KeptRead:
    """Send a CSV file: 5 MB and 20,000 rows at most. It is kept for an hour, for its sender.

    Any encoding and separator of a spreadsheet will do. One column must be called Email.
    """
    packed = await run(kept_files.examine, actor, kind=KIND, content=content)
    return await run(kept_files.keep, actor, kind=KIND, name=name, packed=packed)


@api.get(
    "/api/admin/users/imports/{import_id}",
    operation_id="checkMembersFile",
    responses=counted(Invalid, NotFound),
)
@requires(Permission.ALL_ACCOUNT_CREATE)
async def check_file(
    actor: ActorHere, response: Response, import_id: str, query: Asked
) -> MembersImport:
    """The dry run: what an import would do with each row, and what is wrong with it."""
    found, total = await run(importing.check_members, actor, file_id=import_id, query=query)
    note_total(response, total)
    return found


@api.get(
    "/api/admin/users/imports/{import_id}/rows.csv",
    operation_id="downloadMembersCheck",
    response_class=Response,
    responses=sheet(Invalid, NotFound),
)
@requires(Permission.ALL_ACCOUNT_CREATE)
async def download_check(actor: ActorHere, import_id: str, query: Asked) -> Response:
    """The rows of the dry run as a CSV file, all of them."""
    content = await run(importing.export_check, actor, file_id=import_id, query=query)
    return csv_file("import-of-members", content)


@api.post(
    "/api/admin/users/imports/{import_id}", responses=documented(*UNREADABLE, NotFound, Conflict)
)
@requires(Permission.ALL_ACCOUNT_CREATE)
async def import_members(actor: ActorHere, import_id: str, values: ImportWrite) -> Imported:
    """Import the rows without problems, all of them or none.

    `new` and `changed` are the totals of the dry run. If these are no longer true, the answer is
    409 and nothing is written. The file is deleted by its import. `chapters` must say what is meant
    by each of `unknownChapters`.
    """
    plan = await run(importing.plan_members, actor, file_id=import_id, values=values)
    return await run(importing.import_members, actor, plan=plan)
