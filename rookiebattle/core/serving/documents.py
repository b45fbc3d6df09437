"""Serves the compiled pages from memory: exact paths, no redirect, right status and head."""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from pathlib import Path
from threading import Thread
from urllib.parse import quote

import htpy as el
from starlette.requests import Request
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from rookiebattle import routes
from rookiebattle.core import reflex_internals
from rookiebattle.core.actor import Actor
from rookiebattle.core.database import freshness
from rookiebattle.core.doors.http import address_of, sentence
from rookiebattle.core.doors.identity import identities
from rookiebattle.core.doors.plain_page import TO_START, actions, plain_page
from rookiebattle.core.errors import AppError, TooManyRequests
from rookiebattle.core.expiring import Expiring, seconds_until
from rookiebattle.core.limits import Limiter, client_address
from rookiebattle.core.serving.cached import LINK, VARY, Asked, CachedAnswer, Pair
from rookiebattle.core.serving.head import NO_INDEX, api_tag
from rookiebattle.core.serving.headers import DefaultHeaders
from rookiebattle.core.serving.packing import accepted_by, coding_for
from rookiebattle.core.values.ids import canonical_id
from rookiebattle.core.values.markup import rendered
from rookiebattle.settings import get_settings

BUILD = reflex_internals.built() / "client"
FALLBACK = "__spa-fallback.html"
# `manage/first_paint.py` makes the shells from it. A shell announces the scripts of the pages under
# its prefix.
SHELL = "__shell-{}.html"
NOT_FOUND = SHELL.format("404")
# Stands for every id of a page whose document is the same for all of them.
SAME = "*"
MOST_RECORDS = 100
# The place in a shell for the record's text before scripts.
TEXT = b"<!--text-->"
# Reflex's own copy of the fallback, for static hosts; the site does not serve it.
UNUSED = "404.html"
# Paths that are no page: the API, and files of the build with their packed copies.
NOT_PAGES = re.compile(r"^/(_event(/|$)|ping$|api(/|$)|cal(/|$))|(?<!\.html)\.(?!html$)[a-z0-9]+$")
# Browsers send it where a service worker answers for the site.
OF_WORKER = "service-worker-navigation-preload"
# A member's document that differs from the visitors' shows what the next person at a shared
# computer may not read from the browser's cache. The others are shown again at Back.
FOR_ALL, FOR_MEMBERS, OWN = b"no-cache", b"private, no-cache", b"private, no-store"
TITLE = re.compile(rb"<title>.*?</title>", re.DOTALL)
# Reflex writes the picture's address as it is in the build, where it is not absolute.
PICTURE = re.compile(rb'<meta content="[^"]*" property="og:image"/>')

Heads = Callable[[str], str]
Texts = Callable[[str], Mapping[str, str] | None]


def shell_of(prefix: str) -> str:
    """The name of the file with the shell of the pages below this path."""
    return SHELL.format(prefix.strip("/").replace("/", "-"))


def text_place(name: str) -> str:
    """The HTML of a place for a text in a compiled page."""
    return f"<!--text {name}-->"


@dataclass(frozen=True, slots=True)
class Described:
    """The head and the text before scripts of a record's page, as HTML.

    Both are valid until `until`, when their sentences change by themselves.
    """

    head: str
    text: str = ""
    until: datetime | None = None


def head_alone(name: str) -> Described:
    """The title of a page. Everything else on it waits for its reader."""
    return Described(rendered(el.fragment[el.title[name], NO_INDEX]))


Query = Mapping[str, str]
Describe = Callable[[Actor, str], Awaitable[Described | None]]


@dataclass(frozen=True, slots=True)
class DynamicPage:
    """A page whose path is `prefix` and an id, with `suffix` behind it.

    `describe` returns None if this actor can see no such record; the page then has the text that
    `missing` returns. All visitors get the same document until one of `topics` changes. With
    `is_same` it is that of every id: invented ids would otherwise drive out the cached documents.
    With `has_list` the page's list is at `/api` and its path, and members' browsers fetch it beside
    the scripts, unless a service worker shows that they may have it already.
    """

    prefix: str
    describe: Describe
    topics: tuple[str, ...] = ()
    missing: Callable[[], str] = str
    is_same: bool = False
    suffix: str = ""
    has_list: bool = False

    @property
    def shell(self) -> str:
        return shell_of(self.prefix + self.suffix)

    def record(self, path: str) -> str:
        """The id in a path of this page; empty for other paths."""
        if not (path.startswith(f"{self.prefix}/") and path.endswith(self.suffix)):
            return ""
        found = path.removeprefix(f"{self.prefix}/").removesuffix(self.suffix)
        return "" if "/" in found else found


@dataclass(frozen=True, slots=True)
class PageTexts:
    """The texts before scripts of a compiled page, as HTML, by the places that the page has."""

    texts: Mapping[str, str]
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class QueriedPage:
    """A compiled page that shows visitors texts before scripts, which depend on its query.

    `tell` returns None for a query without texts. Queries with one `key` share a document until one
    of `topics` changes. A document without a key is not cached: invented queries would drive out
    the others.
    """

    path: str
    tell: Callable[[Query], Awaitable[PageTexts | None]]
    key: Callable[[Query], str]
    topics: tuple[str, ...] = ()


class Documents:
    """ASGI layer that answers requests for pages; all others go on to Reflex."""

    def __init__(
        self,
        app: ASGIApp,
        dynamic: tuple[DynamicPage, ...],
        offers: Callable[[str], bool],
        limiter: Limiter,
        heads: Heads = lambda _path: "",
        queried: tuple[QueriedPage, ...] = (),
        texts: Texts = lambda _path: {},
    ) -> None:
        """`offers` tells whether a path (without outer slashes) has first data; `heads` makes tags.

        `heads` returns the tags that a compiled page's head needs besides its own. `texts` returns
        the texts before scripts that settings decide, by their places, and None for a page that
        this site does not have: a build knows no settings of the server. `limiter` counts requests
        that need the database: each member alone, visitors by address.
        """
        self._app, self._dynamic, self._offers = app, dynamic, offers
        self._limiter = limiter
        # Another origin gets the session's cookie only when it is asked with credentials.
        is_elsewhere = get_settings().has_own_api
        self._ahead = (
            f"<{get_settings().api_url if is_elsewhere else ''}{{}}>; rel=preload; as=fetch; "
            f"crossorigin={'use-credentials' if is_elsewhere else 'anonymous'}"
        )
        # Under `make dev` Vite serves the pages as they are at the moment.
        self._default_headers, self._proxies = DefaultHeaders(), get_settings().trusted_proxies
        built = _read(BUILD, heads, texts) if reflex_internals.serves_built_pages() else {}
        self._shells = {name: html for name, html in built.items() if name.startswith("__")}
        self._pages = {
            path: self._answer_of(html, path) for path, html in built.items() if path[0] == "/"
        }
        self._queried = {page.path: page for page in queried if page.path in self._pages}
        self._missing = {page.shell: self._missing_of(page) for page in dynamic if built}
        self._not_found = self._answer_of(self._shell(NOT_FOUND), "", 404) if built else None
        self._for_visitors = Expiring[str, CachedAnswer](MOST_RECORDS)
        # Packing all pages takes seconds, for which the first answer should not wait.
        made = [*self._pages.values(), *chain(*self._missing.values()), self._not_found]
        Thread(target=_pack_well, args=(filter(None, made),), daemon=True).start()

    def find(self, asked: Asked) -> CachedAnswer | None:
        """A page that is in memory for this very address, if the database need not be asked."""
        if asked.query:
            return None
        page = self._pages.get(asked.path)
        if page and (asked.has_session or asked.path not in self._queried):
            return page
        if asked.has_session or not (cached := self._for_visitors.find(asked.path)):
            return None
        try:
            address = client_address(asked.peer, asked.forwarded, self._proxies)
            self._limiter.take_address(address)
        except TooManyRequests:
            return None
        return cached

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (
            scope["type"] != "http"
            or scope["method"] not in ("GET", "HEAD")
            or self._not_found is None
            or NOT_PAGES.search(scope["path"])
        ):
            await self._app(scope, receive, send)
            return
        try:
            response = await self._answer(Request(scope, receive), self._not_found)
        except AppError as error:
            # The compiled page could not read the record either.
            again = actions(("", "Try Again"), (routes.HOME, TO_START))
            title = "We can’t show this page right now"
            response = plain_page(title, error.sentence, again, error.status)
        await response(scope, receive, send)

    async def _answer(self, request: Request, not_found: CachedAnswer) -> ASGIApp:
        path = request.url.path
        if path != "/" and path.endswith("/"):
            # The address without slashes at its end. It is only a path: a Host can be forged.
            query = f"?{request.url.query}" if request.url.query else ""
            return RedirectResponse(quote("/" + request.scope["path"].strip("/")) + query, 308)
        if page := self._pages.get(path):
            told = await self._told(request) if path in self._queried else None
            return _Sent(told or page, self._preload(path, request.url.query))
        for dynamic in self._dynamic:
            if record := dynamic.record(path):
                return await self._described(request, dynamic, record)
        return _Sent(not_found)

    async def _told(self, request: Request) -> CachedAnswer | None:
        """The page with its texts, for a visitor. Without them the page alone does as well."""
        try:
            actor = await identities().resolve(request.headers.get("cookie", ""))
            if actor.is_member:
                return None
            self._limiter.take_address(address_of(request))
            return await self._of_query(self._queried[request.url.path], request.query_params)
        except AppError:
            return None

    async def _of_query(self, page: QueriedPage, query: Query) -> CachedAnswer | None:
        key = page.key(query) if query else page.path
        if cached := self._for_visitors.find(key):
            return cached
        generation = freshness.generation(*page.topics)
        told = await page.tell(query)
        if told is None:
            return None
        html = _with_texts(self._pages[page.path].body, told.texts)
        document = self._answer_of(html, page.path)
        if key:
            seconds = seconds_until(told.until)
            self._for_visitors.keep(key, document, seconds, page.topics, generation)
        return document

    async def _described(self, request: Request, page: DynamicPage, id_: str) -> ASGIApp:
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
            return _Sent(self._missing[page.shell][actor.is_member])
        links = [self._preload(request.url.path, request.url.query)]
        if page.has_list and actor.is_member and OF_WORKER not in request.headers:
            links.append(self._ahead.format(f"{routes.API}{request.url.path}").encode())
        return _Sent(document, b", ".join(filter(None, links)))

    async def _of_record(self, page: DynamicPage, actor: Actor, id_: str) -> CachedAnswer | None:
        """The document of one record. Visitors get the cached copy if there is one."""
        # One record has one place among the cached documents, however its id is spelled.
        path = f"{page.prefix}/{SAME if page.is_same else canonical_id(id_)}{page.suffix}"
        if not actor.is_member and (cached := self._for_visitors.find(path)):
            return cached
        generation = freshness.generation(*page.topics)
        described = await page.describe(actor, id_)
        if described is None:
            return None
        shell = _with_text(self._shell(page.shell), described.text)
        html = _with_head(TITLE.sub(b"", shell, count=1), described.head)
        if actor.is_member:
            of_visitors = self._for_visitors.find(path)
            is_the_same = of_visitors is not None and of_visitors.body == html
            return self._answer_of(html, path, caching=FOR_MEMBERS if is_the_same else OWN)
        document = self._answer_of(html, path)
        seconds = seconds_until(described.until)
        self._for_visitors.keep(path, document, seconds, page.topics, generation)
        return document

    def _missing_of(self, page: DynamicPage) -> tuple[CachedAnswer, CachedAnswer]:
        """The answer for a record that there is not, for visitors and for members."""
        html = _with_text(self._shell(page.shell), page.missing())
        visitors = self._answer_of(html, "", 404)
        return visitors, self._answer_of(html, "", 404, caching=FOR_MEMBERS)

    def _answer_of(
        self, html: bytes, path: str, status: int = 200, *, caching: bytes = FOR_ALL
    ) -> CachedAnswer:
        """The answer. No shared cache may keep a member's document."""
        own: list[Pair] = [
            (b"content-type", b"text/html; charset=utf-8"),
            (b"vary", VARY),
            (b"cache-control", caching),
        ]
        if path and (link := self._preload(path)):
            own.append((LINK, link))
        return CachedAnswer(html, self._default_headers.complete(own, path, status), status)

    def _shell(self, name: str) -> bytes:
        return self._shells.get(name) or self._shells[FALLBACK]

    def _preload(self, path: str, query: str = "") -> bytes:
        """The header that lets the browser fetch the page's first data before scripts run."""
        name = path.strip("/") or "home"
        if not self._offers(name):
            return b""
        asked = f"{routes.first_data(name)}{'?' if query else ''}{query}"
        return self._ahead.format(asked).encode()


class _Sent:
    """Sends a cached answer, with the link of the address that was asked."""

    def __init__(self, cached: CachedAnswer, link: bytes = b"") -> None:
        self._cached, self._link = cached, link

    async def __call__(self, scope: Scope, _receive: Receive, send: Send) -> None:
        asked = Request(scope).headers
        coding = coding_for(accepted_by(scope))
        known = asked.get("if-none-match", "").encode("latin-1")
        start, body = self._cached.messages(coding, known, self._link)
        await send(start)
        await send(body if scope["method"] == "GET" else {**body, "body": b""})


def _pack_well(documents: Iterable[CachedAnswer]) -> None:
    for document in documents:
        document.pack_well()


def neutral_shell(page: DynamicPage) -> bytes:
    """The page of any record, for a host that only has files: its scripts find the record.

    Search engines are sent away, because the host answers 200 for a record that there is not.
    """
    shell = _with_text((BUILD / page.shell).read_bytes(), "")
    return _with_head(shell, rendered(NO_INDEX) + api_tag())


def _with_head(html: bytes, head: str) -> bytes:
    return PICTURE.sub(b"", html, count=1).replace(b"</head>", head.encode() + b"</head>", 1)


def _with_text(html: bytes, text: str) -> bytes:
    return html.replace(TEXT, text.encode(), 1)


def _with_texts(html: bytes, texts: Mapping[str, str]) -> bytes:
    for place, text in texts.items():
        html = html.replace(text_place(place).encode(), text.encode(), 1)
    return html


def _read(folder: Path, heads: Heads, texts: Texts) -> dict[str, bytes]:
    """Every compiled page by its path, and the shells by their file names."""
    pages: dict[str, bytes] = {}
    for file in folder.rglob("*.html"):
        name = file.relative_to(folder).as_posix()
        if name.startswith("__"):
            pages[name] = _with_head(file.read_bytes(), api_tag())
        elif name != UNUSED:
            path = "/" + name.removesuffix("index.html").removesuffix(".html").strip("/")
            if (told := texts(path)) is not None:
                html = _with_texts(file.read_bytes(), told)
                pages[path] = _with_head(html, heads(path) + api_tag())
    return pages
