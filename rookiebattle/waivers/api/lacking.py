"""`/api/admin/waivers`: who has no waiver, for administrators and for leads of a chapter."""

from typing import Annotated

from fastapi import Query, Response

from rookiebattle import routes
from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.http import ActorHere, counted, csv_file, listed, router, sheet
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import iso
from rookiebattle.core.values.spreadsheet import csv_of
from rookiebattle.waivers.schemas.lacking import Lacking, LackingQuery, LackingSheetQuery
from rookiebattle.waivers.service.lacking import search_lacking
from rookiebattle.waivers.wording import FORMS, LACKS

api = router("waivers")
SHEET = ("Name", "Chapter", "Waiver", "Status", "Version", "Signed", "Ends")


@api.get("/api/admin/waivers", responses=counted())
@requires(Permission.ALL_WAIVER_READ, somewhere=True)
async def list_lacking_waivers(
    response: Response, actor: ActorHere, query: Annotated[LackingQuery, Query()]
) -> list[Lacking]:
    """Members who have no waiver, an old one, or one that ends within 30 days, by name."""
    return listed(response, await run(search_lacking, actor, wanted=query.wanted()))


@api.get(routes.WAIVERS_CSV, response_class=Response, responses=sheet())
@requires(Permission.ALL_WAIVER_READ, somewhere=True)
async def download_lacking_waivers(
    actor: ActorHere, query: Annotated[LackingSheetQuery, Query()]
) -> Response:
    """The list of the console as a CSV file."""
    found = await run(search_lacking, actor, wanted=query.wanted())
    return csv_file("waivers", csv_of(SHEET, (_cells(one) for one in found.items)))


def _cells(one: Lacking) -> list[str | int | None]:
    return [
        *(one.name, one.chapter, FORMS[one.form] if one.form else None),
        *(LACKS[one.state], one.version),
        *(iso(at) if at else None for at in (one.signed_at, one.ends_at)),
    ]
