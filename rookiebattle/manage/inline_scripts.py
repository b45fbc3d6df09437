"""Hashes of the scripts written into the built pages, for the content security policy."""

import base64
import hashlib
from collections.abc import Iterable
from html.parser import HTMLParser


class _InlineScripts(HTMLParser):
    """Collects the text of every script element without a src."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.texts: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "script" and "src" not in dict(attrs):
            self._inside = True
            self.texts.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.texts[-1] += data


def script_hashes(pages: Iterable[str]) -> list[str]:
    """The distinct `sha256-…` sources of all inline scripts, in a stable order."""
    found = set()
    for page in pages:
        parser = _InlineScripts()
        parser.feed(page)
        parser.close()
        found.update(parser.texts)
    return sorted(f"sha256-{_digest(text)}" for text in found)


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
