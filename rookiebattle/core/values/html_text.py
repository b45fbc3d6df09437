"""The text of HTML that other programs put where a text belongs. Pure.

Time grows with the text only: Python's own parser seeks the end of unclosed tags over and over."""

import html
import re

_LOOKS_LIKE_HTML = re.compile(
    r"</?(?:p|br|a|b|i|u|ul|ol|li|div|span|html|table)\b[^<>]*>", re.IGNORECASE
)
_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)\b([^<>]*)>", re.IGNORECASE)
_ADDRESS = re.compile(
    r"""\bhref\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"'>]+))""",
    re.IGNORECASE,
)
_DECLARATION = re.compile(r"<[!?][^<>]*>")
_COMMENT, _COMMENT_ENDS = "<!--", "-->"
_LINKS = ("http://", "https://")
_UNSEEN = frozenset({"head", "script", "style", "title"})
_BREAKING = frozenset({"br", "div", "h1", "h2", "h3", "h4", "li", "ol", "p", "table", "tr", "ul"})
_LINES = re.compile(r"(?<![ \t])[ \t]*+\n[ \t]*+")
_MANY_LINES = re.compile(r"\n{3,}")


def text_of_html(text: str) -> str:
    """The text without its tags; a text without tags stays as it is.

    A link's address stays behind its words. Scripts and styles are left out.
    """
    if not _LOOKS_LIKE_HTML.search(text):
        return text
    plain, place, reader = _without_comments(text), 0, _Reader()
    for tag in _TAG.finditer(plain):
        reader.read(plain[place : tag.start()])
        (reader.end if tag[1] else reader.begin)(tag[2].lower(), tag[3])
        place = tag.end()
    reader.read(plain[place:])
    lines = _LINES.sub("\n", "".join(reader.parts).replace("\u00a0", " "))
    return _MANY_LINES.sub("\n\n", lines).strip()


def _without_comments(text: str) -> str:
    """The text without comments and declarations, such as the document's type."""
    parts, place = list[str](), 0
    while (begins := text.find(_COMMENT, place)) >= 0:
        ends = text.find(_COMMENT_ENDS, begins + len(_COMMENT))
        if ends < 0:
            break
        parts.append(text[place:begins])
        place = ends + len(_COMMENT_ENDS)
    return _DECLARATION.sub("", "".join([*parts, text[place:]]))


class _Reader:
    """Collects the words between the tags. `_link` is the address of the open link, and where its
    words begin."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._unseen = 0
        self._link: tuple[str, int] | None = None

    def begin(self, tag: str, attributes: str) -> None:
        if tag in _UNSEEN:
            self._unseen += 1
        elif tag in _BREAKING:
            self.parts.append("\n")
        elif tag == "a" and (found := _ADDRESS.search(attributes)):
            self._link = (html.unescape(next(filter(None, found.groups()), "")), len(self.parts))

    def end(self, tag: str, _attributes: str) -> None:
        if tag in _UNSEEN:
            self._unseen = max(self._unseen - 1, 0)
        elif tag in ("p", "div", "li"):
            self.parts.append("\n")
        elif tag == "a" and self._link:
            self._end_link(*self._link)

    def read(self, data: str) -> None:
        if data and not self._unseen:
            self.parts.append(html.unescape(data))

    def _end_link(self, address: str, since: int) -> None:
        self._link = None
        words = "".join(self.parts[since:])
        if address.startswith(_LINKS) and address not in words:
            self.parts.append(f" ({address})")
