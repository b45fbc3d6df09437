"""`/api` routes about one's own account: logging in and out, reading, downloading, deleting it."""

import logging
from collections.abc import Sequence
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Query, Request, Response
from htpy import a, div, li, span, ul
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse

from rookiebattle import routes
from rookiebattle.accounts import pending, service, sessions
from rookiebattle.accounts.farewell import farewell
from rookiebattle.accounts.pending import Pending
from rookiebattle.accounts.policy import after_sign_in, safe_next
from rookiebattle.accounts.provider import NamedProvider, SignIn, callback_of
from rookiebattle.accounts.schemas import Deletion, Privacy, PrivacyPatch, UserRead
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.doors.access import navigation, proves_itself, requires
from rookiebattle.core.doors.http import ActorHere, documented, forget_session, router
from rookiebattle.core.doors.plain_page import TO_PAGE, TO_START, actions, plain_page
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import (
    AppError,
    BadRequest,
    Conflict,
    Invalid,
    TooLarge,
    Unauthorized,
    UnsupportedType,
)
from rookiebattle.core.permissions import Permission
from rookiebattle.core.serving.headers import origin_of
from rookiebattle.integrations.oidc import Claims, OpenIdClient
from rookiebattle.settings import get_settings

api = router("accounts")
log = logging.getLogger(__name__)

CHOOSE_AGAIN = "Been here before? Use the same one as last time."
GONE = "You can’t log in that way anymore. Please choose another."
NOT_VERIFIED = (
    "%s does not say that a member’s address is verified, so it is not kept (OIDC_TRUST_EMAILS)"
)
# Of the header Sec-Fetch-Site.
ELSEWHERE = ("cross-site", "same-site")
Text = Annotated[str, Query(max_length=4096)]


@api.get(routes.LOGIN, status_code=302, response_class=RedirectResponse)
@navigation
async def login(
    request: Request,
    next: Text = routes.HOME,  # noqa: A002  # its public name
    provider: Text = "",
) -> Response:
    """Send the browser to the OpenID provider; it comes back to `next`, a path of this site.

    Where there are several providers and none is named, a page offers them by name.
    """
    onwards = safe_next(next)
    chosen = _sign_in_of(request).by_number(provider)
    if chosen is None:
        return await _choice(_sign_in_of(request).providers, onwards)
    try:
        redirect_uri = callback_of(request)
        departure = await chosen.client.depart(redirect_uri)
    except AppError as error:
        return await _mishap(error, onwards)
    response = _go(departure.url)
    begun = Pending(
        *(departure.state, departure.nonce, departure.verifier),
        *(redirect_uri, onwards, chosen.issuer),
    )
    pending.remember(response, begun, request.cookies)
    return response


@api.get(routes.LOGIN_CALLBACK, include_in_schema=False)
@navigation
async def callback(
    request: Request, actor: ActorHere, state: Text = "", code: Text = "", error: Text = ""
) -> Response:
    """Finish the sign-in: the address to which the provider sends the browser back."""
    known = pending.recall(request.cookies, state) if state else None
    try:
        begun = _begun(request, known, code, error)
        provider = _provider(request, begun)
        claims = await provider.arrive(begun.departure, code, begun.redirect_uri)
        if claims.email and not claims.email_verified:
            log.warning(NOT_VERIFIED, claims.issuer)
        session = await _sign_in(claims, actor.session_key)
    except AppError as failed:
        log.warning("sign-in refused: %s", failed.__cause__ or failed)
        response: Response = await _mishap(failed, known.next if known else routes.HOME)
    else:
        response = _go(after_sign_in(begun.next, welcomed=session.welcomed))
        _set_cookie(response, session.session_id)
    pending.finish(response, state)
    return response


@api.post(routes.LOGIN_CALLBACK, include_in_schema=False)
@proves_itself
async def callback_by_form(request: Request) -> Response:
    """Apple's way back: its page sends a form, with which browsers send no cookie of ours.

    With the redirect to the same address they do.
    """
    form = await request.form()
    query = {name: str(form[name]) for name in ("state", "code", "error") if name in form}
    address = f"{routes.LOGIN_CALLBACK}?{urlencode(query)}"
    return RedirectResponse(address, 303, {"cache-control": "no-store"})


def _sign_in_of(request: Request) -> SignIn:
    sign_in: SignIn = request.app.state.sign_in
    return sign_in


async def _choice(providers: Sequence[NamedProvider], onwards: str) -> HTMLResponse:
    links = (
        li[
            a(".choice", href=routes.login_with(str(number), onwards))[
                span(".round", aria_hidden="true")[one.name[:1].upper()],
                span(".who")[f"Continue with {one.name}"],
            ]
        ]
        for number, one in enumerate(providers, 1)
    )
    address = onwards.partition("#")[0]
    label = TO_START if address == routes.HOME else TO_PAGE
    text = " ".join(filter(None, (CHOOSE_AGAIN, await _errand(onwards))))
    return plain_page(
        "How do you want to log in?",
        text,
        [ul[links], div(".actions")[a(".button", href=address)[label]]],
    )


def _provider(request: Request, begun: Pending) -> OpenIdClient:
    """The provider to which the browser went. Raises BadRequest when it was taken out meanwhile."""
    sign_in = _sign_in_of(request)
    found = sign_in.by_issuer(begun.issuer) if begun.issuer else sign_in.providers[0]
    if found is None:
        raise BadRequest(GONE)
    return found.client


def _begun(request: Request, begun: Pending | None, code: str, error: str) -> Pending:
    callback_of(request)
    if begun is None:
        raise BadRequest(
            "This login was already used, took too long or started in another browser. "
            "Please try again."
        )
    if error or not code:
        raise BadRequest("Logging in was canceled or couldn’t be finished. Please try again.")
    return begun


async def _sign_in(claims: Claims, replacing: str) -> service.Begun:
    return await run(service.sign_in, VISITOR, claims=claims, replacing=replacing)


def _go(address: str) -> Response:
    return RedirectResponse(address, 302, {"cache-control": "no-store"})


async def _mishap(error: AppError, onwards: str) -> HTMLResponse:
    """The page after a failed login: it leads to the login again, or on without one."""
    here = safe_next(onwards)
    again = routes.LOGIN if here == routes.HOME else routes.login(here)
    back = [(here.partition("#")[0], TO_PAGE)] if here != routes.HOME else []
    links = actions((again, "Try Again"), *back, (routes.HOME, TO_START))
    # No login mends other errors, and a database that is out of reach is not waited for again.
    errand = await _errand(onwards) if isinstance(error, BadRequest) else ""
    text = " ".join(filter(None, (error.sentence, errand)))
    return plain_page("You’re not logged in", text, links, error.status)


async def _errand(onwards: str) -> str:
    """The sentence about what comes after the login; empty while the database is out of reach."""
    try:
        return await run(service.errand_of, VISITOR, onwards=onwards)
    except AppError:
        return ""


async def errand_begun(request: Request) -> str:
    """The errand of the login that this browser began, for a page of a provider on this site."""
    begun = pending.recall(request.cookies, request.query_params.get("state", ""))
    return await _errand(begun.next) if begun else ""


def _set_cookie(response: Response, session_id: str) -> None:
    response.set_cookie(
        sessions.cookie_name(),
        session_id,
        max_age=int(sessions.ABSOLUTE.total_seconds()),
        secure=get_settings().is_https,
        httponly=True,
        samesite="lax",
    )


@api.get(routes.LOGOUT, status_code=302, response_class=RedirectResponse)
@navigation
async def logout(request: Request, actor: ActorHere) -> Response:
    """End the session and go to the start page. A link on another site has to ask first."""
    if request.headers.get("sec-fetch-site") in ELSEWHERE and not _is_from_our_page(request):
        links = actions((routes.LOGOUT, "Log out"), (routes.HOME, "Stay logged in"))
        return plain_page("Do you want to log out?", "You came here from another site.", links)
    if actor.is_member:
        await _end(actor)
    response = _go(routes.HOME)
    forget_session(response, sessions.cookie_name())
    return response


def _is_from_our_page(request: Request) -> bool:
    """Whether a page of PUBLIC_URL led here, when the API has another address of the same site."""
    origin = origin_of(request.headers.get("referer", ""))
    return get_settings().has_own_api and origin in get_settings().own_origins


async def _end(actor: ActorHere) -> None:
    try:
        await run(service.end_session, actor)
    except Unauthorized:
        log.debug("the session had already ended")


@api.get(routes.OWN_ACCOUNT)
@requires(Permission.OWN_ACCOUNT_READ)
async def current_user(actor: ActorHere) -> UserRead:
    """Your own record."""
    return await run(service.current_user, actor)


@api.delete(
    routes.OWN_ACCOUNT,
    status_code=204,
    responses=documented(BadRequest, Conflict, Invalid, TooLarge, UnsupportedType),
)
@requires(Permission.OWN_ACCOUNT_DELETE)
async def delete_account(actor: ActorHere, values: Deletion) -> Response:
    """Delete your own account; not the last administrator's. The body confirms it: your game name
    or the word DELETE."""
    await run(service.delete_account, actor, confirmation=values.confirmation)
    return farewell(routes.GOODBYE)


@api.get(routes.OWN_DATA)
@requires(Permission.OWN_ACCOUNT_EXPORT)
async def export_account(actor: ActorHere) -> dict[str, Any]:
    """Everything that the site keeps about you and that you may see, as a JSON file."""
    content = await run(service.export_account, actor)
    day = str(content["exportedAt"])[:10]
    name = f"my-data-{day}.json"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return JSONResponse(content, headers=headers)  # type: ignore[return-value]  # as described


@api.patch(
    "/api/auth/privacy", responses=documented(BadRequest, Invalid, TooLarge, UnsupportedType)
)
@requires(Permission.OWN_ACCOUNT_UPDATE)
async def update_privacy(actor: ActorHere, values: PrivacyPatch) -> Privacy:
    """Whether other members find you under 'who is going', and whether they see more of you than
    the game name: your real name, bio, plan, ranks and beads. The latter is for adults."""
    return await run(service.choose_privacy, actor, values=values)


@api.post(routes.LOGOUT_EVERYWHERE, status_code=204)
@requires(Permission.OWN_ACCOUNT_UPDATE)
async def logout_everywhere(actor: ActorHere) -> Response:
    """End all your sessions, including this one."""
    await run(service.end_all_sessions, actor)
    return farewell(routes.HOME)
