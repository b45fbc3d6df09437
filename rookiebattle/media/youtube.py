"""YouTube's addresses: which links name a video, and the addresses that we make of its id. Pure."""

import re
from urllib.parse import parse_qs, urlsplit

from rookiebattle import routes

_ID = re.compile(r"[A-Za-z0-9_-]{11}")
_SHORT = "youtu.be"
_HOSTS = frozenset(
    {"youtube.com", "www.youtube.com", "m.youtube.com", "music.youtube.com"}
    | {"youtube-nocookie.com", "www.youtube-nocookie.com"}
)
_BEFORE_ID = ("embed", "v")


def video_id(text: str) -> str:
    """The id of the video that a link names, or that is the text itself; empty for other texts."""
    given = text.strip()
    if _ID.fullmatch(given):
        return given
    try:
        parts = urlsplit(given if "://" in given else f"https://{given}")
        host = (parts.hostname or "").lower()
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https"):
        return ""
    found = _named(host, parts.path.strip("/").split("/"), parts.query)
    return found if _ID.fullmatch(found) else ""


def _named(host: str, path: list[str], query: str) -> str:
    match path:
        case [name] if host == _SHORT:
            return name
        case ["watch"] if host in _HOSTS:
            return (parse_qs(query).get("v") or [""])[0]
        case [before, name] if host in _HOSTS and before in _BEFORE_ID:
            return name
    return ""


def video_named_by(address: str) -> str:
    """The id in an address that `routes.youtube` made; empty for any other."""
    found = video_id(address)
    return found if address == routes.youtube(found) else ""
