"""Routes of pages that only read other slices: the first data of a page."""

from fastapi import Request, Response

from rookiebattle.core.edge.access import public
from rookiebattle.core.edge.http import ActorHere, documented, router
from rookiebattle.core.errors import NotFound, Unauthorized
from rookiebattle.ui.first_data import first_values

api = router("pages")


@api.get(
    "/api/first-data/{page}", operation_id="firstData", responses=documented(NotFound, Unauthorized)
)
@public
async def first_data(page: str, request: Request, actor: ActorHere) -> Response:
    """The public vars of a page, in the form in which the websocket would send them."""
    return await _answer(page, dict(request.query_params), actor)


@api.get(
    "/api/first-data/{page}/{record_id}",
    operation_id="firstDataOf",
    responses=documented(NotFound, Unauthorized),
)
@public
async def first_data_of(page: str, record_id: str, request: Request, actor: ActorHere) -> Response:
    """The same for a page with an id in its path."""
    return await _answer(page, {**request.query_params, "id": record_id}, actor)


async def _answer(page: str, query: dict[str, str], actor: ActorHere) -> Response:
    body = await first_values(page, actor, query)
    if body is None:
        raise NotFound()
    # Never kept by a shared cache: what a member sees is the member's own.
    return Response(
        body, headers={"cache-control": "private, no-cache"}, media_type="application/json"
    )
