"""The static files: what is written, kept and dropped. `tests/journeys` serves them."""

import asyncio
import os
import stat
import time
from collections.abc import Callable
from pathlib import Path

import brotli
import httpx
import pytest

from rookiebattle.manage import static
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.static import (
    KEPT_SECONDS,
    Copy,
    copy_built,
    copy_pages,
    copy_records,
    copy_rest,
)


def site_of(status: Callable[[str], int], content: bytes = b"now " * 1000) -> httpx.AsyncClient:
    """A site that answers each path with a status of its own."""
    transport = httpx.MockTransport(
        lambda request: httpx.Response(status(request.url.path), content=content)
    )
    return httpx.AsyncClient(transport=transport, base_url="http://site")


def files(folder: Path) -> list[str]:
    return sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file())


def test_a_text_has_packed_copies_beside_it(tmp_path: Path) -> None:
    Copy(tmp_path).put_packed("events/1.html", b"word " * 1000)
    assert files(tmp_path) == ["events/1.html", "events/1.html.br", "events/1.html.gz"]
    assert brotli.decompress((tmp_path / "events/1.html.br").read_bytes()) == b"word " * 1000


def test_pages_are_packed_thoroughly_and_records_at_once(tmp_path: Path) -> None:
    text = " ".join(map(str, range(2000))).encode()
    copy, site = Copy(tmp_path), site_of(lambda _path: 200, text)
    asyncio.run(copy_pages(copy, site, ["/chapters"], []))
    asyncio.run(copy_records(copy, site, ["/events/1"]))
    page, record = tmp_path / "chapters.html.br", tmp_path / "events/1.html.br"
    assert page.read_bytes() == brotli.compress(text, quality=11)
    assert page.stat().st_size < record.stat().st_size


def test_an_unchanged_file_keeps_its_time(tmp_path: Path) -> None:
    Copy(tmp_path).put("chapters.html", b"a")
    os.utime(tmp_path / "chapters.html", (1000, 1000))
    Copy(tmp_path).put("chapters.html", b"a")
    assert (tmp_path / "chapters.html").stat().st_mtime == 1000
    Copy(tmp_path).put("chapters.html", b"b")
    assert (tmp_path / "chapters.html").stat().st_mtime > 1000


def test_another_user_may_read_everything(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        Copy(tmp_path / "www").put("events/1.html", b"a")
    finally:
        os.umask(before)
    modes = [stat.S_IMODE((tmp_path / "www" / name).stat().st_mode) for name in ("", "events")]
    assert modes == [0o755, 0o755]
    assert stat.S_IMODE((tmp_path / "www/events/1.html").stat().st_mode) == 0o644


def test_scripts_of_open_pages_stay_for_a_month_and_other_old_files_go(tmp_path: Path) -> None:
    first = Copy(tmp_path)
    for name in ("assets/old.js", "assets/oldest.js", "assets/both.js", "events/gone.html"):
        first.put(name, b"a")
    old = time.time() - KEPT_SECONDS - 1
    for name in ("assets/oldest.js", "assets/both.js"):
        os.utime(tmp_path / name, (old, old))
    second = Copy(tmp_path)
    second.put("assets/new.js", b"a")
    second.put("assets/both.js", b"a")
    second.drop_others()
    assert files(tmp_path) == ["assets/both.js", "assets/new.js", "assets/old.js"]
    third = Copy(tmp_path)
    third.put("assets/new.js", b"a")
    third.drop_others()
    assert "assets/both.js" in files(tmp_path), "its month begins with the last version that had it"


def test_scripts_are_copied_and_pages_and_sources_are_not(tmp_path: Path) -> None:
    built = tmp_path / "built"
    for name in ("assets/a.js", "assets/a.js.br", "index.html", "index.html.gz", "external/a.jsx"):
        (built / name).parent.mkdir(parents=True, exist_ok=True)
        (built / name).write_bytes(b"a")
    copy_built(Copy(tmp_path / "www"), built)
    assert files(tmp_path / "www") == ["assets/a.js", "assets/a.js.br"]


def tell(monkeypatch: pytest.MonkeyPatch, told: str) -> None:
    """Let the command hear this from the program that copies, without running it."""
    monkeypatch.setattr(static, "build_if_changed", lambda: None)
    monkeypatch.setattr(static, "run_quietly", lambda *_args, **_kwargs: told)


def test_the_command_says_that_there_is_no_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = f"noise\n{static.NO_RECORDS}\n"
    tell(monkeypatch, told)
    static.static_command([str(tmp_path)])
    said = capsys.readouterr().out
    assert static.NO_RECORDS in said
    assert "noise" not in said


def test_only_a_record_that_is_gone_loses_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = Copy(tmp_path)
    for status in (200, 404, 410, 500, 503):
        before.put_packed(f"events/{status}.html", b"before " * 1000)

    async def write_again() -> None:
        """Each record answers with the status that is its name."""
        copy = Copy(tmp_path)
        async with site_of(lambda path: int(path[-3:])) as site:
            await copy_records(copy, site, [f"/events/{n}" for n in (200, 404, 410, 500, 503)])
        copy.drop_others()

    asyncio.run(write_again())
    endings = ("", ".br", ".gz")
    assert files(tmp_path) == [f"events/{n}.html{end}" for n in (200, 500, 503) for end in endings]
    assert (tmp_path / "events/200.html").read_bytes().startswith(b"now")
    assert (tmp_path / "events/503.html").read_bytes().startswith(b"before")
    told = capsys.readouterr().out.splitlines()
    assert told == [f"{static.KEPT}/events/500 (500)", f"{static.KEPT}/events/503 (503)"]


@pytest.mark.parametrize("status", [500, 503])
def test_what_crawlers_and_phones_read_outlives_an_error(tmp_path: Path, status: int) -> None:
    names = ["404.html", "robots.txt", "site.webmanifest", "sitemap.xml"]
    for name in names:
        Copy(tmp_path).put(name, b"before")

    async def write_again() -> None:
        copy = Copy(tmp_path)
        async with site_of(lambda _path: status) as site:
            await copy_rest(copy, site)
        copy.drop_others()

    asyncio.run(write_again())
    assert files(tmp_path) == names
    assert {(tmp_path / name).read_bytes() for name in names} == {b"before"}


def test_the_command_says_that_nginx_must_read_the_headers_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tell(monkeypatch, "")
    static.static_command([str(tmp_path)])
    assert "nginx -t && systemctl reload nginx\n" in capsys.readouterr().out


def test_the_command_fails_when_a_page_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = f"{static.KEPT}/events/1 (503)\n"
    tell(monkeypatch, told)
    with pytest.raises(CannotContinue, match="their files stay as they were"):
        static.static_command([str(tmp_path)])
    assert told in capsys.readouterr().out
