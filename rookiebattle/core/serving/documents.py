"""Serves the compiled pages from memory: exact paths, no redirect, right status and head."""

import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from threading import Thread
from urllib.parse import quote

import brotli
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from rookiebattle import routes
from rookiebattle.core import freshness, reflex_internals
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.http import address_of, sentence
from rookiebattle.core.doors.identity import identities
from rookiebattle.core.doors.plain_page import TO_START, actions, plain_page
from rookiebattle.core.errors import AppError, TooManyRequests
from rookiebattle.core.expiring import Expiring, seconds_until
from rookiebattle.core.limits import Limiter

BUILD = Path(".web/build/client")
FALLBACK = "__spa-fallback.html"
# `manage/first_paint.py` makes the shells from it. A shell announces the scripts of the pages under
# its prefix.
SHELL = "__shell-{}.html"
NOT_FOUND = SHELL.format("404")
MOST_RECORDS = 100
# The quality of brotli before the first answer, and later for documents that are sent often.
QUICK, THOROUGH = 4, 11
# The place in a shell for the record's text before scripts.
TEXT = b"<!--text-->"
# Reflex's own copy of the fallback, for static hosts; the site does not serve it.
UNUSED = "404.html"
# Paths that are no page: the API, and files of the build with their packed copies.
NOT_PAGES = re.compile(r"^/(_event(/|$)|ping$|api(/|$)|cal(/|$))|(?<!\.html)\.(?!html$)[a-z0-9]+$")
TITLE = re.compile(rb"<title>.*?</title>", re.DOTALL)
# Reflex writes the picture's address as it is in the build, where it is not absolute.
PICTURE = re.compile(rb'<meta content="[^"]*" property="og:image"/>')

Heads = Callable[[str], str]


def shell_of(prefix: str) -> str:
    """The name of the file with the shell of the pages below this path."""
    return SHELL.format(prefix.strip("/").replace("/", "-"))


@dataclass(slots=True)
class Document:
    """One compiled page, plain and packed with brotli, and its ETag."""

    plain: bytes
    packed: bytes
    etag: str

    @classmethod
    def of(cls, html: bytes) -> "Document":
        packed = brotli.compress(html, quality=QUICK)
        return cls(html, packed, f'"{sha256(html).hexdigest()[:24]}"')

    def pack_well(self) -> None:
        """Pack better: a tenth of a second for a sixth fewer bytes; other threads keep running."""
        self.packed = brotli.compress(self.plain, quality=THOROUGH)

    def answer(
        self, request: Request, status: int = 200, link: str = "", *, private: bool = False
    ) -> Response:
        """The response. `private` is for a member's document, which no shared cache may keep."""
        headers = {
            "etag": self.etag,
            "vary": "accept-encoding, cookie",
            "cache-control": "private, no-cache" if private else "no-cache",
        }
        if link:
            headers["link"] = link
        if status == 200 and request.headers.get("if-none-match") == self.etag:
            return Response(status_code=304, headers=headers)
        packs = "br" in request.headers.get("accept-encoding", "")
        if packs:
            headers["content-encoding"] = "br"
        return Response(self.packed if packs else self.plain, status, headers, "text/html")


@dataclass(frozen=True, slots=True)
class Described:
    """The head and the text before scripts of a record's page, as HTML.

    Both are valid until `until`, when their sentences change by themselves.
    """

    head: str
    text: str = ""
    until: datetime | None = None


Describe = Callable[[Actor, str], Awaitable[Described | None]]


@dataclass(frozen=True, slots=True)
class DynamicPage:
    """A page whose path is `prefix` and an id.

    `describe` returns None if this actor can see no such record; the page then has the text that
    `missing` returns. All visitors get the same document until one of `topics` changes. With
    `is_same` it is that of every id: invented ids would otherwise drive out the kept documents.
    """

    prefix: str
    describe: Describe
    topics: tuple[str, ...] = ()
    missing: Callable[[], str] = str
    is_same: bool = False

    @property
    def shell(self) -> str:
        """The name of the file with the shell of these pages."""
        return shell_of(self.prefix)

    def record(self, path: str) -> str:
        """The id in a path of this page; empty for other paths."""
        found = path.removeprefix(f"{self.prefix}/")
        return "" if found == path or "/" in found else found


class Documents:
    """ASGI layer that answers requests for pages; all others go on to Reflex."""

    def __init__(
        self,
        app: ASGIApp,
        dynamic: tuple[DynamicPage, ...],
        offers: Callable[[str], bool],
        limiter: Limiter,
        heads: Heads = lambda _path: "",
    ) -> None:
        """`offers` tells whether a path (without outer slashes) has first data; `heads` makes tags.

        `heads` returns the tags that a compiled page's head needs besides its own. `limiter` counts
        requests that need the database: each member alone, visitors by address.
        """
        self._app, self._dynamic, self._offers = app, dynamic, offers
        self._limiter = limiter
        # Under `make dev` Vite serves the pages as they are at the moment.
        self._pages = _read(BUILD, heads) if reflex_internals.serves_built_pages() else {}
        self._missing = {page.prefix: self._missing_of(page) for page in dynamic if self._pages}
        self._for_visitors = Expiring[str, Document](MOST_RECORDS)
        # Packing all pages takes seconds, for which the first answer should not wait.
        documents = [*self._pages.values(), *self._missing.values()]
        Thread(target=_pack_well, args=(documents,), daemon=True).start()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (
            scope["type"] != "http"
            or scope["method"] not in ("GET", "HEAD")
            or not self._pages
            or NOT_PAGES.search(scope["path"])
        ):
            await self._app(scope, receive, send)
            return
        try:
            response = await self._answer(Request(scope, receive))
        except AppError as error:
            response = _error_page(error)
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        path = request.url.path
        if path != "/" and path.endswith("/"):
            return RedirectResponse(_canonical(request), 308)
        if page := self._pages.get(path):
            return page.answer(request, link=self._preload(request))
        for dynamic in self._dynamic:
            if record := dynamic.record(path):
                return await self._described(request, dynamic, record)
        return self._shell(NOT_FOUND).answer(request, 404)

    async def _described(self, request: Request, page: DynamicPage, id_: str) -> Response:
        try:
            actor = await identities().resolve(request.headers.get("cookie", ""))
            # Many members in a park share one address, so each member is counted alone.
            if actor.is_member:
                self._limiter.take(actor.user_id)
            else:
                self._limiter.take_address(address_of(request))
        except TooManyRequests as refused:
            return sentence(refused)
        document = await self._of_record(page, actor, id_)
        if document is None:
            return self._missing[page.prefix].answer(request, 404, private=actor.is_member)
        return document.answer(request, link=self._preload(request), private=actor.is_member)

    async def _of_record(self, page: DynamicPage, actor: Actor, id_: str) -> Document | None:
        """The document of one record. Visitors get a kept copy if there is one."""
        path = page.prefix if page.is_same else f"{page.prefix}/{id_}"
        if not actor.is_member and (kept := self._for_visitors.find(path)):
            return kept
        generation = freshness.generation(*page.topics)
        described = await page.describe(actor, id_)
        if described is None:
            return None
        shell = _with_text(self._shell(page.shell).plain, described.text)
        html = _with_head(TITLE.sub(b"", shell, count=1), described.head)
        document = Document.of(html)
        if not actor.is_member:
            seconds = seconds_until(described.until)
            self._for_visitors.keep(path, document, seconds, page.topics, generation)
        return document

    def _missing_of(self, page: DynamicPage) -> Document:
        return Document.of(_with_text(self._shell(page.shell).plain, page.missing()))

    def _shell(self, name: str) -> Document:
        return self._pages.get(name) or self._pages[FALLBACK]

    def _preload(self, request: Request) -> str:
        """The header that lets the browser fetch the page's first data before scripts run."""
        path = request.url.path.strip("/") or "home"
        if not self._offers(path):
            return ""
        query = f"?{request.url.query}" if request.url.query else ""
        return f"<{routes.first_data(path)}{query}>; rel=preload; as=fetch; crossorigin=anonymous"


def _pack_well(documents: Iterable[Document]) -> None:
    for document in documents:
        document.pack_well()


def _error_page(error: AppError) -> Response:
    """The page when a record cannot be read: the compiled page could not read it either."""
    again = actions(("", "Try again"), (routes.HOME, TO_START))
    return plain_page("This page cannot be shown right now", error.sentence, again, error.status)


def _canonical(request: Request) -> str:
    """The address without slashes at its end. It is only a path, because a Host can be forged."""
    query = f"?{request.url.query}" if request.url.query else ""
    return quote("/" + request.scope["path"].strip("/")) + query


def _with_head(html: bytes, head: str) -> bytes:
    return PICTURE.sub(b"", html, count=1).replace(b"</head>", head.encode() + b"</head>", 1)


def _with_text(html: bytes, text: str) -> bytes:
    return html.replace(TEXT, text.encode(), 1)


def _read(folder: Path, heads: Heads) -> dict[str, Document]:
    """Every compiled page by its path, and the shells by their file names."""
    pages: dict[str, Document] = {}
    for file in folder.rglob("*.html"):
        name = file.relative_to(folder).as_posix()
        if name.startswith("__"):
            pages[name] = Document.of(file.read_bytes())
        elif name != UNUSED:
            path = "/" + name.removesuffix("index.html").removesuffix(".html").strip("/")
            pages[path] = Document.of(_with_head(file.read_bytes(), heads(path)))
    return pages
