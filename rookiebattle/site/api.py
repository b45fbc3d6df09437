"""Routes of pages that only read other slices: the first data of a page."""

import brotli
from fastapi import Request, Response

from rookiebattle.core.edge.access import public
from rookiebattle.core.edge.http import ActorHere, documented, router
from rookiebattle.core.errors import NotFound, Unauthorized
from rookiebattle.ui.first_data import first_values

api = router("pages")


@api.get(
    "/api/first-data/{path:path}",
    operation_id="firstData",
    responses=documented(NotFound, Unauthorized),
)
@public
async def first_data(path: str, request: Request, actor: ActorHere) -> Response:
    """The public vars of a page, in the form in which the websocket would send them."""
    body = await first_values(path, actor, dict(request.query_params))
    if body is None:
        raise NotFound
    # Never kept by a shared cache: what a member sees is the member's own.
    headers = {"cache-control": "private, no-cache", "vary": "accept-encoding, cookie"}
    content = body.encode()
    if "br" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "br"
        # A phone waits longer for 27 KB than the server needs to make 4 of them.
        content = brotli.compress(content, quality=4)
    return Response(content, headers=headers, media_type="application/json")
