"""`make static`: the pages as files, each as the site itself answers a visitor (decision 43)."""

import asyncio
import os
import re
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from html import unescape
from pathlib import Path

import httpx

from rookiebattle import routes
from rookiebattle.manage.build import build_if_changed
from rookiebattle.manage.console import CannotContinue, step
from rookiebattle.manage.processes import ROOT, run_quietly
from rookiebattle.manage.serve import of_the_build
from rookiebattle.manage.served import note_static_files
from rookiebattle.settings import get_settings

FOLDER = ROOT / "artifacts/static"
# One process asks for thousands of pages; the limit of visitors is not meant for it.
OF_THE_COPY = {"REQUESTS_PER_MINUTE": "1000000", "METRICS_PORT": "0"}
CODINGS = (".br", ".gz")
# Pages, which are asked for here, and Reflex's links to our sources.
NOT_COPIED = (".html", *(f".html{coding}" for coding in CODINGS))
SOURCES = "external/"
WORTH_PACKING = 1024
# The second page of a list has no texts.
WITHOUT_TEXTS = {"view": "list", "page": "2"}
# A tab that was opened before an upgrade still loads the files of its own version.
KEPT_SECONDS = 30 * 24 * 3600
NAMED = re.compile("<loc>(.*?)</loc>")
# A record without a page. Every other answer but 200 is an error, which passes.
GONE = (httpx.codes.NOT_FOUND, httpx.codes.GONE)
RELOAD = (
    "Where nginx serves this folder, type: nginx -t && systemctl reload nginx\n"
    "With headers of an earlier build, browsers refuse the scripts of new pages."
)
KEPT = "· Kept as before: "
SOME_KEPT = (
    "The pages above did not answer, so their files stay as they were. "
    "GET /api/health says what the site lacks. Then run the command again."
)
NO_RECORDS = "· The pages of events and chapters are as before: the database cannot be read"


def static_command(arguments: list[str]) -> None:
    """Build the pages and write them to a folder, in place of those of before."""
    build_if_changed()
    write_static(Path(arguments[0]) if arguments else FOLDER)


def write_static(folder: Path) -> None:
    """Ask the application for its pages in a process of its own, and write them."""
    command = [sys.executable, "-m", "rookiebattle.manage.static", str(folder.absolute())]
    with step("Writing the static files"):
        told = run_quietly(
            command,
            failure="The static files could not be written.",
            extra={**of_the_build(), **OF_THE_COPY},
        )
    note_static_files(get_settings(), folder)
    lines = told.splitlines()
    kept = [line for line in lines if line.startswith(KEPT)]
    print("".join(line + "\n" for line in lines if line == NO_RECORDS), end="")
    print("".join(line + "\n" for line in kept), end="")
    print(f"\n{folder}: static files; beside it their headers, for nginx.\n{RELOAD}")
    if kept:
        raise CannotContinue(SOME_KEPT)


class Copy:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._written: set[Path] = set()
        self.headers: dict[str, httpx.Headers] = {}

    def put(self, name: str, content: bytes) -> None:
        """Write a file, unless the same one is there: its time is part of its ETag."""
        file = self._folder / name
        self._written.add(file)
        if file.is_file() and file.read_bytes() == content:
            # The age of a script is counted from the last version that had it.
            if name.startswith(routes.BUILT.strip("/")):
                os.utime(file)
            return
        with _open_folder_for_all(file.parent):
            draft = file.with_name(f".{file.name}.part")
            draft.write_bytes(content)
            draft.chmod(0o644)
            draft.replace(file)

    def put_packed(self, name: str, content: bytes, *, thoroughly: bool = False) -> None:
        """Write a text, and its packed copies beside it."""
        from rookiebattle.core.serving.packing import BROTLI, GZIP, pack

        if len(content) > WORTH_PACKING:
            for coding, ending in zip((BROTLI, GZIP), CODINGS, strict=True):
                self.put(name + ending, pack(content, coding, thoroughly=thoroughly))
        self.put(name, content)

    def keep(self, name: str) -> None:
        """Let a file of before stay, with its packed copies."""
        self._written.update(self._folder / f"{name}{ending}" for ending in ("", *CODINGS))

    def drop_others(self) -> None:
        """Delete what is of an earlier version, but not yet the scripts of pages still open."""
        recent = time.time() - KEPT_SECONDS
        built = self._folder / routes.BUILT.strip("/")
        for file in self._folder.rglob("*"):
            is_of_open_pages = file.is_relative_to(built) and file.stat().st_mtime > recent
            if file.is_file() and file not in self._written and not is_of_open_pages:
                file.unlink()


@contextmanager
def _open_folder_for_all(folder: Path) -> Iterator[None]:
    """Make the folder. nginx reads it as another user, whatever the umask is."""
    before = os.umask(0o022)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    finally:
        os.umask(before)


def copy_built(copy: Copy, client_folder: Path) -> None:
    """Copy scripts, styles, fonts and pictures with their packed copies, before any page."""
    for file in sorted(client_folder.rglob("*")):
        name = file.relative_to(client_folder).as_posix()
        if file.is_file() and not name.endswith(NOT_COPIED) and not name.startswith(SOURCES):
            copy.put(name, file.read_bytes())


async def copy_pages(
    copy: Copy, site: httpx.AsyncClient, paths: Sequence[str], queried: Collection[str]
) -> None:
    """Write what a visitor gets at each path; `/chapters` is the file chapters.html.

    The pages in `queried` are written without the texts of a query, which a host of files does not
    read.
    """
    for path in paths:
        answer = await site.get(path)
        if answer.status_code != httpx.codes.OK:
            raise CannotContinue(f"The page {path} answers {answer.status_code}")
        copy.headers[path] = answer.headers
        if path in queried:
            answer = await site.get(path, params=WITHOUT_TEXTS)
        copy.put_packed(f"{path.strip('/') or 'index'}.html", answer.content, thoroughly=True)


async def copy_records(copy: Copy, site: httpx.AsyncClient, paths: Sequence[str]) -> None:
    """Write the pages of records, but for those that were deleted a moment ago."""
    for path in paths:
        name, answer = f"{path.strip('/')}.html", await site.get(path)
        if answer.status_code == httpx.codes.OK:
            copy.put_packed(name, answer.content)
            copy.headers[path] = answer.headers
        elif answer.status_code not in GONE:
            copy.keep(name)
            print(f"{KEPT}{path} ({answer.status_code})", flush=True)


async def copy_rest(copy: Copy, site: httpx.AsyncClient) -> None:
    """Write the 404 page, and the files for crawlers and phones. One that fails stays as before."""
    missing = await site.get("/404/of/a/static/host")
    if missing.status_code == httpx.codes.NOT_FOUND:
        copy.put_packed("404.html", missing.content, thoroughly=True)
    else:
        copy.keep("404.html")
    for path in (routes.SITEMAP, routes.ROBOTS, routes.MANIFEST):
        answer = await site.get(path)
        if answer.status_code == httpx.codes.OK:
            copy.put_packed(path.strip("/"), answer.content, thoroughly=True)
        elif answer.status_code not in GONE:
            copy.keep(path.strip("/"))


async def records(site: httpx.AsyncClient) -> list[str] | None:
    """The paths of the public events and chapters, as the sitemap names them.

    None without a database: then the files of before stay.
    """
    answer = await site.get(routes.SITEMAP)
    if answer.status_code != httpx.codes.OK:
        print(NO_RECORDS, flush=True)
        return None
    base = get_settings().public_url
    paths = [unescape(found[1]).removeprefix(base) for found in NAMED.finditer(answer.text)]
    return [path for path in paths if path.count("/") > 1]


async def copy_site(folder: Path) -> None:
    """Write everything. Scripts come before the pages that name them."""
    from rookiebattle import pages, rookiebattle
    from rookiebattle.core.serving.documents import BUILD, neutral_shell
    from rookiebattle.manage.nginx import configuration, header_lines
    from rookiebattle.ui.page import pages as known

    copy, base = Copy(folder), get_settings().public_url
    copy_built(copy, BUILD)
    compiled = [path for path in known() if path.startswith("/") and "[" not in path]
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app=rookiebattle.app()), base_url=base
    ) as site:
        await copy_pages(copy, site, compiled, [page.path for page in pages.WITH_QUERY])
        named = await records(site)
        await copy_records(copy, site, named or [])
        await copy_rest(copy, site)
        # The document of a gate is the same for every event.
        gate = routes.gate("0")
        copy.headers[gate] = (await site.get(gate)).headers
    for record in pages.WITH_ID:
        copy.put_packed(record.shell, neutral_shell(record), thoroughly=True)
    if named is not None:
        copy.drop_others()
    Copy(folder.parent).put(f"{folder.name}.nginx.conf", configuration(copy.headers).encode())
    Copy(folder.parent).put(f"{folder.name}.headers.conf", header_lines().encode())


if __name__ == "__main__":
    asyncio.run(copy_site(Path(sys.argv[1])))
