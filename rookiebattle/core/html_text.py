"""The text of HTML that other programs put where a text belongs. Pure."""

import re
from html.parser import HTMLParser

_LOOKS_LIKE_HTML = re.compile(
    r"</?(?:p|br|a|b|i|u|ul|ol|li|div|span|html|table)\b[^<>]*>", re.IGNORECASE
)
_LINKS = ("http://", "https://")
_UNSEEN = frozenset({"head", "script", "style", "title"})
_BREAKING = frozenset({"br", "div", "h1", "h2", "h3", "h4", "li", "ol", "p", "table", "tr", "ul"})
_LINES = re.compile(r"[ \t]*\n[ \t]*")
_MANY_LINES = re.compile(r"\n{3,}")


def text_of_html(text: str) -> str:
    """The text without its tags; a text without tags stays as it is.

    A link's address stays behind its words. Scripts and styles are left out.
    """
    if not _LOOKS_LIKE_HTML.search(text):
        return text
    reader = _Reader()
    reader.feed(text)
    reader.close()
    lines = _LINES.sub("\n", "".join(reader.parts).replace("\u00a0", " "))
    return _MANY_LINES.sub("\n\n", lines).strip()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._unseen, self._links = 0, list[tuple[str, int]]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _UNSEEN:
            self._unseen += 1
        elif tag in _BREAKING:
            self.parts.append("\n")
        elif tag == "a":
            self._links.append((dict(attrs).get("href") or "", len(self.parts)))

    def handle_endtag(self, tag: str) -> None:
        if tag in _UNSEEN:
            self._unseen = max(self._unseen - 1, 0)
        elif tag in ("p", "div", "li"):
            self.parts.append("\n")
        elif tag == "a" and self._links:
            self._end_link()

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.parts.append(data)

    def _end_link(self) -> None:
        address, since = self._links.pop()
        words = "".join(self.parts[since:])
        if address.startswith(_LINKS) and address not in words:
            self.parts.append(f" ({address})")
