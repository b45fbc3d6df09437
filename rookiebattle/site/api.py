"""Routes that belong to no slice: first data, next events, sitemap, robots, web manifest."""

from typing import Any

from fastapi import Request, Response
from starlette.responses import JSONResponse

from rookiebattle import routes
from rookiebattle.core.database.freshness import CHAPTERS, EVENTS
from rookiebattle.core.doors import forms
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.http import ActorHere, documented, router
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import NotFound, Unauthorized
from rookiebattle.core.permissions import Permission
from rookiebattle.core.serving.public_cache import shareable
from rookiebattle.settings import get_settings
from rookiebattle.site import service
from rookiebattle.site.service import NextEventsRead
from rookiebattle.site.view import manifest, robots, sitemap
from rookiebattle.ui.first_data import first_values
from rookiebattle.ui.head import listed_paths

api = router("pages")


@api.get(routes.first_data("{path:path}"), responses=documented(NotFound, Unauthorized))
@public
async def first_data(path: str, request: Request, actor: ActorHere) -> Response:
    """The public vars of a page, in the form in which the websocket sends them."""
    told = forms.recall(request.cookies)
    body = await first_values(path, actor, dict(request.query_params), told)
    if body is None:
        raise NotFound
    # Shared caches must not keep the answer, and no cache keeps a member's own.
    caching = "no-store" if actor.is_member else "no-cache"
    headers = {"cache-control": f"private, {caching}", "vary": "cookie"}
    answer = Response(body, headers=headers, media_type="application/json")
    if told:
        forms.forget(answer)
    return answer


@api.get(
    routes.NEXT_EVENTS,
    summary="A member’s next events, as a browser keeps them for the time without a network",
)
@requires(Permission.OWN_REGISTRATION_READ)
async def list_next_events(actor: ActorHere) -> NextEventsRead:
    return await run(service.next_events, actor)


def _of_type(media_type: str, shape: str = "string") -> dict[int | str, dict[str, Any]]:
    return {200: {"content": {media_type: {"schema": {"type": shape}}}}, **documented()}


@api.get(
    routes.SITEMAP,
    operation_id="sitemap",
    response_class=Response,
    responses=_of_type("application/xml"),
)
@public
async def site_map(request: Request, actor: ActorHere) -> Response:
    """The addresses of all public pages, events and chapters."""
    with shareable(request, EVENTS, CHAPTERS):
        found = await run(service.public_records, actor)
    paths = [
        *listed_paths(),
        *(routes.chapter(id_) for id_ in found.chapters),
        *(routes.event(id_) for id_ in found.events),
    ]
    return Response(sitemap(get_settings().public_url, paths), media_type="application/xml")


@api.get(
    routes.ROBOTS, operation_id="robots", response_class=Response, responses=_of_type("text/plain")
)
@public
async def robots_txt() -> Response:
    """The robots.txt, with the address of the sitemap."""
    return Response(robots(get_settings().public_url), media_type="text/plain")


@api.get(
    routes.MANIFEST,
    operation_id="manifest",
    response_class=Response,
    responses=_of_type("application/manifest+json", "object"),
)
@public
async def web_manifest() -> Response:
    """The club's name and icons, for phones."""
    settings = get_settings()
    about = manifest(settings.org_name, settings.org_subtitle)
    headers = {"cache-control": "public, max-age=3600"}
    return JSONResponse(about, headers=headers, media_type="application/manifest+json")
