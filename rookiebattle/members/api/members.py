"""`/api` routes about members: the profile, the welcome, a chapter's members."""

from typing import Annotated
from urllib.parse import parse_qsl, urlsplit

from fastapi import Query, Request, Response

from rookiebattle import routes
from rookiebattle.accounts.farewell import farewell
from rookiebattle.accounts.schemas import UserRead
from rookiebattle.accounts.wording import TOO_YOUNG
from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.forms import Told, page_of, told
from rookiebattle.core.doors.http import ActorHere, counted, documented, listed, router
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import (
    BadRequest,
    Conflict,
    Invalid,
    NotFound,
    TooLarge,
    UnsupportedType,
)
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import PageQuery
from rookiebattle.core.validation import in_one_text, parse
from rookiebattle.members import service
from rookiebattle.members import welcome as welcome_service
from rookiebattle.members.schemas import ChapterMember, ProfileWrite, UserWithChapter, WelcomeWrite
from rookiebattle.members.wording import GOOD_TO_HAVE_YOU, LOG_IN_FOR_ROSTER, WELCOME

api = router("members")


@api.get("/api/auth/user-with-chapter", responses=documented())
@requires(Permission.OWN_ACCOUNT_READ)
async def current_user_with_chapter(actor: ActorHere) -> UserWithChapter:
    """Your own record with your chapter's name."""
    return await run(service.current_user_with_chapter, actor)


@api.patch(routes.OWN_ACCOUNT, responses=documented(BadRequest, Invalid, TooLarge, UnsupportedType))
@requires(Permission.OWN_ACCOUNT_UPDATE)
async def update_profile(actor: ActorHere, values: ProfileWrite) -> UserRead:
    """Replace your own profile: what is absent, empty or `none` becomes null."""
    return await run(service.update_profile, actor, values=values)


@api.post(
    routes.OWN_WELCOME,
    response_model=UserRead,
    responses=documented(BadRequest, Conflict, Invalid, TooLarge, UnsupportedType),
)
@requires(Permission.OWN_ACCOUNT_WELCOME)
async def welcome(actor: ActorHere, values: WelcomeWrite) -> UserRead | Response:
    """Finish the first sign-in; nothing else can be written before.

    A person under 13 is refused with 403 and the account is deleted: then `ageBand` is `under13`
    and `confirmed` is true.
    """
    record = await run(welcome_service.welcome, actor, values=values)
    return record or farewell(routes.TOO_YOUNG, status=403, sentence=TOO_YOUNG)


@api.post(routes.WELCOME_FORM, include_in_schema=False)
@requires(Permission.OWN_ACCOUNT_WELCOME, takes_form=True)
async def welcome_by_form(request: Request, actor: ActorHere) -> Response:
    """The same from a page without a websocket. It asks a child nothing, and keeps the account."""
    sent = await request.form()
    typed = {name: str(sent[name]) for name in ("gameName", "chapterId", "ageBand") if name in sent}
    if not typed:
        raise BadRequest
    try:
        values = parse(WelcomeWrite, typed)
        await run(welcome_service.welcome, actor, values=values)
    except Invalid as wrong:
        raise in_one_text(wrong) from wrong
    query = dict(parse_qsl(urlsplit(page_of(request)).query))
    onwards = welcome_service.after_welcome(query.get("next", routes.HOME))
    return told(request, Told(WELCOME, GOOD_TO_HAVE_YOU, to=onwards))


@api.get("/api/chapters/{chapter_id}/members", responses=counted(NotFound, Invalid))
@requires(Permission.MEMBER_CHAPTER_READ, prompt=LOG_IN_FOR_ROSTER)
async def list_chapter_members(
    actor: ActorHere, response: Response, chapter_id: str, query: Annotated[PageQuery, Query()]
) -> list[ChapterMember]:
    """Members by shown name, then id. Only the game name is sent of minors, and of adults who did
    not choose to show more. Answered after the welcome only."""
    page = await run(
        service.list_chapter_members, actor, chapter_id=chapter_id, window=query.window()
    )
    return listed(response, page)
