"""The HTTP door: the FastAPI application under `/api`, its gate, its one renderer of errors."""

import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from hashlib import blake2b, sha256
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel
from pydantic.alias_generators import to_camel
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, PlainTextResponse

from rookiebattle import routes
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors import forms
from rookiebattle.core.doors.access import PUBLIC, Access, access_of
from rookiebattle.core.doors.identity import identities
from rookiebattle.core.doors.work import Passed, passed
from rookiebattle.core.errors import (
    AppError,
    BadRequest,
    Forbidden,
    Invalid,
    NotFound,
    TooLarge,
    TooManyRequests,
    Unauthorized,
    Unavailable,
    UnsupportedType,
)
from rookiebattle.core.limits import Limiter, client_address, forwarded_for
from rookiebattle.core.pagination import Page
from rookiebattle.core.serving.mount import asked_by_head
from rookiebattle.core.telemetry.log_names import begin_request, name_session
from rookiebattle.core.telemetry.tracing import span
from rookiebattle.core.validation import as_invalid, in_one_text
from rookiebattle.settings import get_settings

MAX_BODY, FIRST_PIECE, PIECE = 256 * 1024, 64 * 1024, 2 * 1024 * 1024
MORE_TIME = "rookiebattle.more_time"
"""The key in the scope of what lets a slow body go on, when the body has proved itself."""
INCOMPLETE = "The file didn’t arrive in full. Please try again."
# A page shows many pictures, and a park shares one address.
FILES_PER_REQUEST = 50
ENDED, ENDED_FOR = "rb_ended", 600
"""The cookie that says for which ended session the browser's cache is empty, and its seconds."""
# The largest file has 40 parts. Each is signed and sent, and both are tried four times.
PARTS_PER_MINUTE = 1_000
# A client knows a few tags. To read an endless list of them would keep others waiting.
LONGEST_KNOWN = 1024
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
# Browsers, and older ones, mark in these headers what they load before anybody has pressed a link.
AHEAD = ("sec-purpose", "purpose", "x-purpose", "x-moz")
SAYS_AHEAD = ("prefetch", "preview")
# No browser keeps an answer with an error for the press that may follow.
NOT_AHEAD = "This address cannot be loaded ahead. Please follow the link."
log = logging.getLogger(__name__)
Item = TypeVar("Item")

# The errors of a body that is refused before a verb sees it.
UNREADABLE = (BadRequest, Invalid, TooLarge, UnsupportedType)
OF_EVERY_ROUTE: Sequence[type[AppError]] = (
    *(BadRequest, Forbidden, Invalid, TooManyRequests, Unavailable),
)


def documented(*errors: type[AppError]) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route: each error with its sentence."""
    every = {*errors, *OF_EVERY_ROUTE}
    return {
        error.status: {
            "description": error.default,
            "content": {"text/plain": {"schema": {"type": "string"}, "example": error.default}},
        }
        for error in sorted(every, key=lambda cls: cls.status)
    }


def documented_json(*errors: type[AppError]) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route of the upload helper, whose errors are JSON."""
    text = {"type": "string"}
    shape = {"type": "object", "properties": {"error": text, "message": text}}
    return {
        status: {
            "description": told["description"],
            "content": {"application/json": {"schema": shape}},
        }
        for status, told in documented(*errors).items()
    }


def counted(*errors: type[AppError]) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a list: the total in a header, and each error with its sentence."""
    total = {"description": "How many there are on all pages.", "schema": {"type": "integer"}}
    return {200: {"headers": {"X-Total-Count": total}}, **documented(*errors)}


def listed(response: Response, page: Page[Item]) -> list[Item]:
    """The items of a page, with the total in the header that `counted` documents."""
    note_total(response, page.total)
    return list(page.items)


def note_total(response: Response, total: int) -> None:
    response.headers["x-total-count"] = str(total)


def tagged(request: Request, shown: BaseModel, *, without: str) -> Response:
    """The answer with an ETag, or 304 to somebody who has it already.

    The tag does not count the field `without`. It is weak, so that the answer can still be packed.
    """
    told = shown.model_dump_json(exclude={without}).encode()
    tag = f'"{blake2b(told, digest_size=12).hexdigest()}"'
    known = request.headers.get("if-none-match", "")[:LONGEST_KNOWN].split(",")
    headers = {"etag": f"W/{tag}"}
    if any(one.strip().removeprefix("W/") in (tag, "*") for one in known):
        return Response(status_code=304, headers=headers)
    return Response(shown.model_dump_json(), headers=headers, media_type="application/json")


def sheet(*errors: type[AppError]) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a download: a CSV file, and each error with its sentence."""
    file = {"description": "A CSV file.", "content": {"text/csv": {"schema": {"type": "string"}}}}
    return {200: file, **documented(*errors)}


def csv_file(name: str, content: bytes) -> Response:
    headers = {
        "content-disposition": f'attachment; filename="{name}.csv"',
        "cache-control": "private, no-store",
    }
    return Response(content, headers=headers, media_type="text/csv; charset=utf-8")


class GatedRoute(APIRoute):
    """A route that checks the declared access, the origin and the limits before its handler.

    The document has it under its handler’s name, with the errors of every route and of its access.
    """

    def __init__(self, path: str, endpoint: Callable[..., Any], **kwargs: Any) -> None:
        access = access_of(endpoint)
        if access is None:
            raise RuntimeError(f"{endpoint.__qualname__} must declare @public or @requires(…)")
        self.access = access
        kwargs["operation_id"] = kwargs.get("operation_id") or to_camel(endpoint.__name__)
        told, by_access = kwargs.get("responses"), (Unauthorized,) if access.permission else ()
        kwargs["responses"] = dict(sorted((documented(*by_access) | (told or {})).items()))
        super().__init__(path, endpoint, **kwargs)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def guarded(request: Request) -> Response:
            if self.access.navigates and asked_by_head(request.scope):
                raise HTTPException(405, "Only a browser may go here", {"allow": "GET"})
            if self.access.navigates and _is_ahead(request):
                raise HTTPException(503, NOT_AHEAD, {"cache-control": "no-store"})
            begin_request()
            actor = await identities().resolve(request.headers.get("cookie", ""))
            name_session(actor.session_key)
            _limit(request, actor, self.access)
            if request.method not in SAFE_METHODS and not self.access.proves_itself:
                _refuse_foreign_origin(request)
            self.access.check(actor)
            if request.method not in SAFE_METHODS:
                _refuse_unreadable_body(request, self.access)
            request.state.actor = actor
            passed.set(Passed(actor, self.access))
            with span(f"{request.method} {self.path}"):
                response = await handle(request)
            if actor.is_member:
                # The next person at a shared computer could ask the browser's own cache.
                response.headers.setdefault("cache-control", "private, no-store")
            return response

        return guarded


def _is_ahead(request: Request) -> bool:
    """Whether a browser asks before anybody has pressed the link: it prefetches or prerenders."""
    return any(request.headers.get(name, "").startswith(SAYS_AHEAD) for name in AHEAD)


def _limit(request: Request, actor: Actor, access: Access) -> None:
    limits = request.app.state
    # A member has one limit for all their sessions: more logins must not widen it.
    if actor.is_member:
        usual = limits.part_limiter if access.sends_parts else limits.member_limiter
        limit = limits.file_limiter if access.serves_files else usual
        limit.take(actor.user_id)
    else:
        limit = limits.file_limiter if access.serves_files else limits.visitor_limiter
        limit.take_address(address_of(request))


def take_back_count(request: Request) -> None:
    """Do not count this request as a visitor's after all: it has proved that a service sent it."""
    if not request.state.actor.is_member:
        request.app.state.visitor_limiter.give_back(address_of(request))


def address_of(request: Request) -> str:
    """The client's address, seen through the proxies that we trust."""
    peer = request.client.host if request.client else ""
    return client_address(peer, forwarded_for(request.scope), get_settings().trusted_proxies)


def _refuse_foreign_origin(request: Request) -> None:
    """An unsafe method must come from our own pages, or from a program that says so."""
    origin = request.headers.get("origin")
    if origin is None:
        if request.headers.get("sec-fetch-site") in ("same-origin", "none"):
            return
    elif origin in get_settings().own_origins:
        return
    raise Forbidden("This request did not come from our own site.")


def _refuse_unreadable_body(request: Request, access: Access) -> None:
    stated = request.headers.get("content-length", "")
    # `isdigit` would also let digits pass that `int` cannot read.
    length = int(stated) if stated.isdecimal() else 0
    if length > (access.most_bytes or MAX_BODY):
        raise TooLarge(_too_large_words(access.most_bytes))
    if "transfer-encoding" in request.headers:
        raise BadRequest("Please send the body with its length.")
    content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    is_any_type = access.proves_itself or access.most_bytes
    wanted = forms.URLENCODED if access.takes_form else "application/json"
    if length and not is_any_type and content_type != wanted:
        raise UnsupportedType()


def _too_large_words(most_bytes: int) -> str:
    megabyte = 1_000_000 if most_bytes % 1_000_000 == 0 else 1024 * 1024
    return f"A file may have at most {most_bytes // megabyte} MB." if most_bytes else ""


# FastAPI runs a plain function in a thread, which costs more than a small verb.
async def _actor_here(request: Request) -> Actor:
    actor: Actor = request.state.actor
    return actor


ActorHere = Annotated[Actor, Depends(_actor_here)]


async def _file_here(request: Request) -> bytes:
    """The file that is the body. No more of it is read than the route takes."""
    most, parts, length = passed.get().access.most_bytes, list[bytes](), 0
    async for part in request.stream():
        length += len(part)
        if length > most:
            raise TooLarge(_too_large_words(most))
        parts.append(part)
    return b"".join(parts)


FileHere = Annotated[bytes, Depends(_file_here)]


class StreamedFile:
    """The file that is the body, in pieces, and the length and type that the request states."""

    def __init__(self, request: Request) -> None:
        stated = request.headers.get("content-length", "")
        self.size = int(stated) if stated.isdecimal() else 0
        self.mime_type = request.headers.get("content-type", "")
        self._request, self._most = request, FIRST_PIECE

    def trust(self) -> None:
        """Read large pieces from now on, and wait longer for slow ones.

        The sender has proved that this file is awaited. Strangers would fill the memory.
        """
        self._most = PIECE
        if give_time := self._request.scope.get(MORE_TIME):
            give_time()

    async def pieces(self) -> AsyncIterator[list[bytes]]:
        """As much as arrives, about `FIRST_PIECE` bytes at once or, when trusted, `PIECE`.

        Raises TooLarge, and BadRequest for an incomplete file.
        """
        held, seen, given = list[bytes](), 0, 0
        try:
            async for part in self._request.stream():
                seen += len(part)
                if seen > self.size:
                    raise TooLarge()
                held.append(part)
                if seen - given >= self._most:
                    yield held
                    held, given = [], seen
        except ClientDisconnect:
            raise BadRequest(INCOMPLETE) from None
        if seen < self.size:
            raise BadRequest(INCOMPLETE)
        if held:
            yield held


async def _streamed_here(request: Request) -> StreamedFile:
    return StreamedFile(request)


StreamHere = Annotated[StreamedFile, Depends(_streamed_here)]
FileName = Annotated[str, Query(max_length=255, description="The name of the file.")]
A_FILE = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}
"""The `openapi_extra` of a route that takes a file."""


def router(tag: str) -> APIRouter:
    """A router on which every route must declare its access."""
    return APIRouter(tags=[tag], route_class=GatedRoute, redirect_slashes=False)


def sentence(error: AppError, *, as_json: bool = False) -> Response:
    """The answer for an error: its status and one plain sentence.

    The client of the upload helper reads `error` and `message` of a JSON object.
    """
    headers = {"cache-control": "no-store"}
    if isinstance(error, TooManyRequests):
        headers["retry-after"] = str(error.retry_after)
    if as_json:
        told = {"error": error.sentence, "message": error.sentence}
        return JSONResponse(told, error.status, headers)
    return PlainTextResponse(error.sentence, error.status, headers)


async def _render(request: Request, error: Exception) -> Response:
    """The only place where the HTTP door renders errors."""
    as_json = request.url.path.startswith(f"{routes.UPLOAD_HELPER}/")
    access = getattr(request.scope.get("route"), "access", PUBLIC)
    match error:
        case AppError():
            answer = sentence(error, as_json=as_json)
            if access.takes_form:
                answer = forms.refused(request, error, access, answer)
            if isinstance(error, Unauthorized) and not asked_by_head(request.scope):
                _empty_cache(request, answer)
            return answer
        case RequestValidationError():
            return sentence(_of_validation(error), as_json=as_json)
        case HTTPException(status_code=404):
            return sentence(NotFound(), as_json=as_json)
        case HTTPException():
            told = AppError(f"{str(error.detail).rstrip('.')}.")
            answer = sentence(told, as_json=as_json)
            answer.status_code = error.status_code
            answer.headers.update(error.headers or {})
            return answer
    log.error("unforeseen error", exc_info=error)
    return sentence(AppError(), as_json=as_json)


def _empty_cache(request: Request, answer: Response) -> None:
    """Let the browser drop what it has cached of a session that has ended elsewhere, once.

    The session's cookie stays. An answer that is late would delete the one of a newer login.
    """
    name = identities().cookie_in(request.headers.get("cookie", ""))
    ended = sha256(request.cookies.get(name, "").encode()).hexdigest()[:16]
    if name and request.cookies.get(ENDED) != ended:
        answer.headers["clear-site-data"] = '"cache"'
        secure = get_settings().is_https
        answer.set_cookie(
            ENDED, ended, max_age=ENDED_FOR, secure=secure, httponly=True, samesite="lax"
        )


def forget_session(response: Response, cookie: str) -> None:
    """Let the browser drop the session's cookie, and what it has cached of the site."""
    response.headers["clear-site-data"] = '"cache"'
    response.delete_cookie(cookie, secure=get_settings().is_https, httponly=True, samesite="lax")


def _of_validation(error: RequestValidationError) -> AppError:
    errors = error.errors()
    if any(one["type"] == "json_invalid" for one in errors):
        return BadRequest("The body is not valid JSON.")
    return in_one_text(as_invalid(errors))


def build_api(routers: Sequence[APIRouter]) -> FastAPI:
    """The application that answers `/api` and `/cal`."""
    api = FastAPI(
        title=f"{get_settings().org_name} API",
        version="1",
        openapi_url=routes.OPEN_API,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        exception_handlers={
            AppError: _render,
            RequestValidationError: _render,
            HTTPException: _render,
            Exception: _render,
        },
    )
    rate = get_settings().requests_per_minute
    api.state.visitor_limiter = Limiter(rate, 60, name="requests of visitors")
    api.state.file_limiter = Limiter(rate * FILES_PER_REQUEST, 60, name="files")
    api.state.part_limiter = Limiter(PARTS_PER_MINUTE, 60, name="parts of files")
    api.state.member_limiter = Limiter(
        get_settings().events_per_second, 1, name="requests of members"
    )
    for one in routers:
        # The list is flat, so that tests and tools can walk every route of the running app.
        api.router.routes.extend(one.routes)
    return api
