"""Everything that the running site sends as text is packed, as the client takes it."""

import gzip
import re
from http.client import HTTPConnection, HTTPMessage
from urllib.parse import urlsplit

import brotli
import pytest

from tests.journeys.site import DemoSite

UNPACK = {"gzip": gzip.decompress, "br": brotli.decompress}
EVENT, SCRIPT = "an event's page", "a script of the build"
FROM_MEMORY = ("/", "/events", EVENT, "/api/events", "/cal/public.ics", "/sitemap.xml")
MADE_ANEW = ("/no-such-page", "/events?view=list", "/api/first-data/events", "/api/openapi.json")


def ask(
    demo: DemoSite, path: str, coding: str = "", method: str = "GET", **headers: str
) -> tuple[int, HTTPMessage, bytes]:
    connection = HTTPConnection(urlsplit(demo.url).netloc, timeout=30)
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, headers={"accept-encoding": coding, **told})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.headers, body


def address(demo: DemoSite, path: str) -> str:
    if path == EVENT:
        return demo.path_of("Small Group Spear Class")
    if path == SCRIPT:
        found = re.search(rb"/assets/entry\.client-[^\"]+\.js", ask(demo, "/")[2])
        assert found
        return found[0].decode()
    return path


@pytest.mark.parametrize("path", [*FROM_MEMORY, *MADE_ANEW, SCRIPT])
def test_every_text_travels_packed(demo: DemoSite, path: str) -> None:
    path = address(demo, path)
    _, told, plain = ask(demo, path)
    assert "content-encoding" not in told
    assert "accept-encoding" in (told["vary"] or "").lower()
    for coding, unpack in UNPACK.items():
        for _again in range(2):
            _, headers, body = ask(demo, path, coding)
            assert headers["content-encoding"] == coding
            assert "accept-encoding" in headers["vary"].lower()
            assert int(headers["content-length"]) == len(body) < len(plain) / 2
            assert unpack(body) == plain
        _, of_head, nothing = ask(demo, path, coding, "HEAD")
        assert nothing == b""
        assert of_head["content-encoding"] == coding


@pytest.mark.parametrize("path", [*FROM_MEMORY, SCRIPT])
def test_an_unchanged_text_is_not_sent_again_in_its_coding(demo: DemoSite, path: str) -> None:
    path = address(demo, path)
    tags = {coding: ask(demo, path, coding)[1]["etag"] for coding in ("", *UNPACK)}
    assert len(set(tags.values())) == 3
    for coding, tag in tags.items():
        for known in tags.values():
            status, headers, body = ask(demo, path, coding, if_none_match=known)
            assert status == (304 if known == tag else 200)
            assert headers["etag"] == tag
            assert bool(body) == (status == 200)


def test_a_member_gets_lists_and_pages_packed(demo: DemoSite) -> None:
    with demo.person("Mara Quill") as somebody:
        cookies = somebody.page.context.cookies()
    cookie = "; ".join(f"{one['name']}={one['value']}" for one in cookies)
    for path in ("/api/events", "/", address(demo, EVENT), "/api/first-data/home"):
        _, _, plain = ask(demo, path, cookie=cookie)
        for coding, unpack in UNPACK.items():
            _, headers, body = ask(demo, path, coding, cookie=cookie)
            assert headers["content-encoding"] == coding
            assert len(unpack(body)) == len(plain)
            assert len(body) < len(plain) / 2


def test_a_range_of_a_file_is_a_range_of_its_plain_bytes(demo: DemoSite) -> None:
    path = address(demo, SCRIPT)
    _, _, plain = ask(demo, path)
    status, headers, part = ask(demo, path, range="bytes=100-199")
    assert (status, part) == (206, plain[100:200])
    assert "content-encoding" not in headers
