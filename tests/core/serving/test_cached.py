"""An answer kept in memory: what is made once, and what a tag stands for."""

import gzip

import brotli

from rookiebattle.core.serving.cached import LONGEST_KNOWN, CachedAnswer
from rookiebattle.core.serving.packing import BROTLI, GZIP, PLAIN

HTML = b"".join(b"<p>park day %d on the %d. of May</p>" % (n, n % 31) for n in range(400))
HEADERS = [(b"content-type", b"text/html"), (b"cache-control", b"no-cache"), (b"link", b"<a>")]


def test_the_same_messages_are_sent_again() -> None:
    kept = CachedAnswer(HTML, HEADERS)
    first, again = kept.messages(GZIP, b""), kept.messages(GZIP, b"")
    assert first[0] is again[0]
    assert first[1] is again[1]


def test_packing_well_changes_the_bytes_and_not_the_tag() -> None:
    kept = CachedAnswer(HTML, HEADERS)
    quickly = {coding: kept.messages(coding, b"") for coding in (BROTLI, GZIP)}
    kept.pack_well()
    for coding, unpack in ((BROTLI, brotli.decompress), (GZIP, gzip.decompress)):
        start, body = kept.messages(coding, b"")
        assert len(body["body"]) < len(quickly[coding][1]["body"]) < len(HTML)
        assert unpack(body["body"]) == HTML
        told, before = dict(start["headers"]), dict(quickly[coding][0]["headers"])
        assert int(told.pop(b"content-length")) == len(body["body"])
        before.pop(b"content-length")
        assert told == before


def test_another_header_is_another_tag() -> None:
    """A browser that gets a 304 keeps its old headers, and a new policy would not reach it."""
    policy = (b"content-security-policy", b"default-src 'self'")
    assert CachedAnswer(HTML, [*HEADERS, policy]).etag(PLAIN) != CachedAnswer(HTML, HEADERS).etag(
        PLAIN
    )


def test_a_link_of_the_address_takes_the_place_of_the_pages_own() -> None:
    kept = CachedAnswer(HTML, HEADERS)
    for link, expected in ((None, b"<a>"), (b"<b>", b"<b>"), (b"", None)):
        for known in (b"", kept.etag(PLAIN)):
            start, _ = kept.messages(PLAIN, known, link)
            assert dict(start["headers"]).get(b"link") == expected


def test_an_error_is_never_unchanged() -> None:
    kept = CachedAnswer(HTML, HEADERS, 404)
    assert kept.messages(PLAIN, kept.etag(PLAIN))[0]["status"] == 404


def test_an_endless_list_of_known_tags_is_not_read() -> None:
    kept = CachedAnswer(HTML, HEADERS)
    known = kept.etag(PLAIN)
    assert kept.messages(PLAIN, b'"a", ' + known)[0]["status"] == 304
    assert kept.messages(PLAIN, b'"a",' * LONGEST_KNOWN + known)[0]["status"] == 200
