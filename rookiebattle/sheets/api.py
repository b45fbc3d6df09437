"""`/api/sheets` for who makes live sheets, and `/sheets/{token}.csv` for spreadsheets."""

from fastapi import Request, Response, status

from rookiebattle import routes
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.http import UNREADABLE, ActorHere, csv_file, documented, router, sheet
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict, NotFound, Unauthorized
from rookiebattle.core.permissions import Permission
from rookiebattle.core.serving.mount import asked_by_head
from rookiebattle.sheets import service
from rookiebattle.sheets.schemas import SheetMade, SheetRead, SheetWrite

api = router("sheets")


@api.post(
    "/api/sheets",
    summary="Make a secret address at which a spreadsheet reads a list; it is told this once",
    status_code=status.HTTP_201_CREATED,
    responses=documented(*UNREADABLE, Unauthorized, NotFound, Conflict),
)
@requires(Permission.OWN_SHEET_CREATE)
async def make_sheet(actor: ActorHere, response: Response, values: SheetWrite) -> SheetMade:
    response.headers["cache-control"] = "private, no-store"
    return await run(service.make_sheet, actor, values=values)


@api.get(
    "/api/sheets", summary="One’s own live sheets, newest first", responses=documented(Unauthorized)
)
@requires(Permission.OWN_SHEET_READ)
async def list_sheets(actor: ActorHere) -> list[SheetRead]:
    return await run(service.list_sheets, actor)


@api.delete(
    "/api/sheets/{sheet_id}",
    summary="Let the address of a live sheet lead nowhere",
    status_code=status.HTTP_204_NO_CONTENT,
    responses=documented(Unauthorized, NotFound),
)
@requires(Permission.OWN_SHEET_DELETE)
async def revoke_sheet(actor: ActorHere, sheet_id: str) -> None:
    await run(service.revoke_sheet, actor, sheet_id=sheet_id)


@api.get(
    routes.sheet("{token}"),
    summary="The list of a live sheet, at most once a minute; the address is the key",
    response_class=Response,
    responses=sheet(NotFound),
)
@public
async def read_sheet(request: Request, token: str) -> Response:
    # LibreOffice asks by HEAD before it reads: that is no reading, or the real one came too soon.
    reads = not asked_by_head(request.scope)
    return csv_file("sheet", await run(service.read_sheet, VISITOR, token=token, reads=reads))
