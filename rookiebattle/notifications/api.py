"""`/api/notifications` for members, `/api/admin/notifications…` for administrators."""

from typing import Annotated

from fastapi import Query, Response

from rookiebattle import routes
from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.http import (
    UNREADABLE,
    ActorHere,
    counted,
    csv_file,
    documented,
    listed,
    router,
    sheet,
)
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Invalid, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import PageQuery
from rookiebattle.core.values.spreadsheet import csv_of
from rookiebattle.notifications import service
from rookiebattle.notifications.schemas import (
    NotificationPatch,
    NotificationRead,
    NotificationRecord,
    NotificationSaved,
    NotificationSheetQuery,
    NotificationWrite,
)

api = router("notifications")
SHEET = ("Title", "Message", "Type", "Target", "Chapter", "Expires", "Status")


@api.get("/api/notifications", responses=counted(Invalid))
@requires(Permission.MEMBER_NOTIFICATION_READ)
async def list_notifications(
    response: Response, actor: ActorHere, query: Annotated[PageQuery, Query()]
) -> list[NotificationRead]:
    """Your active notifications, newest first: those for everybody and those for your chapter."""
    page = await run(service.list_for_me, actor, window=query.window())
    return listed(response, page)


@api.get("/api/admin/notifications", responses=counted(Invalid))
@requires(Permission.ALL_NOTIFICATION_READ, somewhere=True)
async def list_all_notifications(
    response: Response, actor: ActorHere, query: Annotated[PageQuery, Query()]
) -> list[NotificationRecord]:
    """Every notification, newest first; for administrators."""
    page = await run(service.list_all, actor, window=query.window())
    return listed(response, page)


@api.get(routes.NOTIFICATIONS_CSV, response_class=Response, responses=sheet())
@requires(Permission.ALL_NOTIFICATION_READ, somewhere=True)
async def download_notifications(
    actor: ActorHere, query: Annotated[NotificationSheetQuery, Query()]
) -> Response:
    """The list of the console as a CSV file; for administrators."""
    found = await run(service.download_notifications, actor, wanted=query.wanted())
    return csv_file("notifications", csv_of(SHEET, [list(one.values()) for one in found]))


@api.post("/api/admin/notifications", status_code=201, responses=documented(*UNREADABLE))
@requires(Permission.ALL_NOTIFICATION_CREATE, somewhere=True)
async def create_notification(actor: ActorHere, values: NotificationWrite) -> NotificationSaved:
    """A new notification; for administrators. `chapterId` is dropped when the target is `all`."""
    return await run(service.create_notification, actor, values=values)


@api.patch(
    "/api/admin/notifications/{notification_id}", responses=documented(*UNREADABLE, NotFound)
)
@requires(Permission.ALL_NOTIFICATION_UPDATE, somewhere=True)
async def update_notification(
    actor: ActorHere, notification_id: str, values: NotificationPatch
) -> NotificationSaved:
    """Change the fields that are sent; for administrators."""
    return await run(
        service.update_notification, actor, notification_id=notification_id, values=values
    )


@api.delete(
    "/api/admin/notifications/{notification_id}", status_code=204, responses=documented(NotFound)
)
@requires(Permission.ALL_NOTIFICATION_DELETE, somewhere=True)
async def delete_notification(actor: ActorHere, notification_id: str) -> None:
    """Delete a notification; for administrators."""
    await run(service.delete_notification, actor, notification_id=notification_id)
