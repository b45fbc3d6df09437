"""Walks every way by which the running app sends data to a person; the app lists the ways."""

import re
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict, fields

import httpx

from rookiebattle.core.doors.http import GatedRoute
from rookiebattle.members.state.roster import RosterState
from rookiebattle.ui import first_data
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import page_vars
from tests import reflex_internals
from tests.identities import composed
from tests.matrix.cast import Cast
from tests.matrix.handlers import full_name
from tests.servers.application import Application
from tests.wire.socket_client import SocketClient

# A path's parameter, `[chapter_id]` or `{chapter_id}`, is filled from the Cast's field of that
# name; these have other fields.
OTHERS = {
    "event_id": "taken_id",
    "token": "unsubscribe_token",
    "code": "event_id",
    "user_id": "other_id",
    "signature_id": "event_id",
    "import_id": "members_file_id",
    "receipt_id": "payment_id",
    "upload_id": "parted_id",
    "number": "part_number",
    "width": "copy_width",
}
# Queries without which a route refuses to answer.
QUERIES = {
    "/api/admin/books.csv": "?month=2026-01",
    "/api/admin/voters.csv": "?on=2026-01-31",
    "/api/pass": "?eventId={taken_id}",
    "/api/uploads/s3/multipart/": "?key={parted_key}&partNumbers=1",
    "/api/uploads/s3/params": "?filename=park.jpg&type=image/jpeg",
}
# These begin and end sessions. test_headers and the tests of the sign-in look at them.
SIGN_IN = ("/api/login", "/api/callback", "/api/logout")
NOT_FOUND = "404"
# Pages and routes that a declared path alone does not reach.
MORE_PAGES = ("/events?view=list", "/events/{private_id}", "/events/{event_id}", "/nowhere")
MORE_ROUTES = ("/api/events?limit=500&from=2000-01-01T00:00:00Z", "/cal/{private_id}.ics")
SHOWN_FILES = ("/objects/{shown}", "/objects/{shown}/320", "/objects/{private}?{viewing}")
PARAMETER = re.compile(r"[\[{](\w+)[\]}]")
Parts = AsyncIterator[tuple[str, str]]


def page_routes() -> list[str]:
    composed()  # the import registers them

    found = reflex_internals.declared_pages()
    return [str(options["route"]) for _, options in found if options["route"] != NOT_FOUND]


def read_routes() -> list[str]:
    """The paths of all routes that answer GET. First data is walked separately, page by page."""
    routes = [one for one in composed().api.routes if isinstance(one, GatedRoute)]
    paths = [one.path for one in routes if "GET" in (one.methods or ())]
    return [path for path in paths if path not in SIGN_IN and "{path:path}" not in path]


def offers() -> list[str]:
    """The paths of all pages that have first data."""
    return list(first_data._offers)


def _of_folder(path: str) -> str:
    """The parameter that first data leaves out: `chapters/[id]` stands for a `chapter_id`."""
    folder, found, _ = path.partition("/[id]")
    return f"{folder.rpartition('/')[2].removesuffix('s')}_id" if found else ""


def _record(name: str) -> str:
    return OTHERS.get(name, name)


def unknown_parameters() -> list[str]:
    """A sentence for each parameter that the walk cannot fill."""
    wanted = {name for path in (*page_routes(), *read_routes()) for name in PARAMETER.findall(path)}
    wanted |= {_of_folder(path) for path in offers()} - {""}
    known = {field.name for field in fields(Cast)} | set(dir(Cast))
    return [
        f"Say in tests/walls/walk.py, or give the Cast, which record stands for '{name}'"
        for name in sorted(wanted)
        if _record(name) not in known
    ]


def _filled(path: str, cast: Cast) -> str:
    return PARAMETER.sub(lambda found: str(getattr(cast, _record(found[1]))), path)


def _asked(path: str) -> str:
    return path + next((query for start, query in QUERIES.items() if path.startswith(start)), "")


def pages(cast: Cast) -> list[str]:
    """A path for every page."""
    more = [path.format(private_id=cast.private_id, event_id=cast.event_id) for path in MORE_PAGES]
    return [_filled(path, cast) for path in page_routes()] + more


def routes(cast: Cast) -> list[str]:
    """A path for every route that can be read, including the first data of all pages."""
    first = [_filled(path.replace("[id]", f"[{_of_folder(path)}]"), cast) for path in offers()]
    more = [path.format(private_id=cast.private_id) for path in MORE_ROUTES]
    found = [_filled(_asked(path), cast) for path in read_routes()]
    files = [path.format(**asdict(cast.files)) for path in SHOWN_FILES]
    return [*found, *more, *files, *(f"/api/first-data/{path}" for path in first)]


async def over_the_socket(site: Application, cast: Cast, role: str) -> Parts:
    """Every frame of every page, and of the dialog with a chapter's members."""
    for path in pages(cast):
        async with SocketClient(site.url, cookie=cast.cookies[role], path=path) as tab:
            yield path, str(tab.frames)
    async with SocketClient(site.url, cookie=cast.cookies[role], path="/chapters") as tab:
        view = full_name("RosterState.view")
        await tab.send(view, chapter_id=cast.chapter_id, name="Tampa Bay")
        await tab.until(_answered(tab))
        yield "the dialog with a chapter's members", str(tab.frames)


def _answered(tab: SocketClient) -> Callable[[], bool]:
    shell, roster = ShellState.get_full_name(), page_vars(RosterState).get_full_name()
    return lambda: bool(tab.of(roster).get("people") or tab.of(shell)["toast"]["title"])


async def over_http(site: Application, cast: Cast, role: str) -> Parts:
    """The answer of every route, and the HTML of every page."""
    headers = {"cookie": cast.cookies[role]}
    async with httpx.AsyncClient(base_url=site.url, headers=headers) as client:
        for path in [*routes(cast), *pages(cast)]:
            answer = await client.get(path)
            assert answer.status_code in (200, 401, 403, 404), path
            yield path, answer.text
