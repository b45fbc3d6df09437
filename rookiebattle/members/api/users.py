"""`/api/admin/users`: members for administrators."""

from typing import Annotated

from fastapi import Query, Response

from rookiebattle import routes
from rookiebattle.accounts import service as accounts
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
from rookiebattle.core.errors import Conflict, Invalid, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.members import administration, exporting
from rookiebattle.members.users import (
    AdminUser,
    ChapterMove,
    UserCreate,
    UserPatch,
    UserQuery,
    UserSheet,
    UsersPatch,
    UsersUpdated,
    UserUpdated,
)

api = router("users")

Filter = Annotated[UserQuery, Query()]


@api.get("/api/admin/users", responses=counted(Invalid))
@requires(Permission.ALL_ACCOUNT_READ, somewhere=True)
async def list_users(actor: ActorHere, response: Response, query: Filter) -> list[AdminUser]:
    """Members by shown name, then id, or in the order of `sort`.

    `q` holds beginnings of words of names and addresses. It finds at most 100 members, and the
    total counts these; then `X-Has-More` is `true` if there are others.
    """
    found = await run(administration.list_users, actor, wanted=query.wanted())
    if found.has_more:
        response.headers["x-has-more"] = "true"
    return listed(response, found)


@api.get(routes.USERS_CSV, response_class=Response, responses=sheet(Invalid))
@requires(Permission.ALL_ACCOUNT_READ, somewhere=True)
async def download_users(actor: ActorHere, query: Annotated[UserSheet, Query()]) -> Response:
    """The same list as a CSV file, all of it, or the members named by `ids`.

    No cell is a formula to a spreadsheet.
    """
    wanted, chosen = query.wanted(), query.ids
    content = await run(exporting.export_users, actor, wanted=wanted, user_ids=chosen)
    return csv_file("members", content)


@api.post("/api/admin/users", status_code=201, responses=documented(*UNREADABLE))
@requires(Permission.ALL_ACCOUNT_CREATE)
async def create_user(actor: ActorHere, values: UserCreate) -> AdminUser:
    """Somebody who has not signed in yet: their first verified sign-in takes the account over."""
    return await run(administration.create_user, actor, values=values)


@api.patch("/api/admin/users", responses=documented(*UNREADABLE, NotFound))
@requires(Permission.ALL_ACCOUNT_UPDATE)
async def update_users(actor: ActorHere, values: UsersPatch) -> UsersUpdated:
    """Change the chapter and the status of several members, and invite them, all or none."""
    return await run(administration.update_users, actor, values=values)


@api.get("/api/admin/users/{user_id}", responses=documented(NotFound))
@requires(Permission.ALL_ACCOUNT_READ, somewhere=True)
async def get_user(actor: ActorHere, user_id: str) -> AdminUser:
    """One member."""
    return await run(administration.get_user, actor, user_id=user_id)


@api.patch("/api/admin/users/{user_id}", responses=documented(*UNREADABLE, NotFound, Conflict))
@requires(Permission.ALL_ACCOUNT_UPDATE)
async def update_user(actor: ActorHere, user_id: str, values: UserPatch) -> UserUpdated:
    """Change the fields that are sent, also within `awardBeads` and `warriorPaths`.

    With `version`, a field that somebody else changed since is refused with 409, and nothing is
    written; the sentence says who changed what. `alsoChanged` tells of other fields.
    """
    return await run(administration.update_user, actor, user_id=user_id, values=values)


@api.delete("/api/admin/users/{user_id}/sessions", status_code=204, responses=documented(NotFound))
@requires(Permission.ALL_ACCOUNT_UPDATE)
async def log_out_user(actor: ActorHere, user_id: str) -> None:
    """Log a member out of every browser."""
    await run(accounts.revoke_sessions, actor, user_id=user_id)


@api.patch("/api/admin/users/{user_id}/chapter", responses=documented(*UNREADABLE, NotFound))
@requires(Permission.ALL_ACCOUNT_UPDATE)
async def move_user(actor: ActorHere, user_id: str, values: ChapterMove) -> AdminUser:
    """Put a member into a chapter; null, empty or `none` is none."""
    return await run(administration.move_user, actor, user_id=user_id, values=values)
