"""YouTube's addresses: which links name a video, and the addresses that we make of its id. Pure."""

import re
from urllib.parse import parse_qs, urlsplit

from rookiebattle import routes
from rookiebattle.core.values.text import made_visible

_ID = re.compile(r"[A-Za-z0-9_-]{11}")
_SHORT = "youtu.be"
_HOSTS = frozenset(
    {"youtube.com", "www.youtube.com", "m.youtube.com", "music.youtube.com", "gaming.youtube.com"}
    | {"youtube-nocookie.com", "www.youtube-nocookie.com"}
    | {"youtubekids.com", "www.youtubekids.com"}
)
_STUDIO = "studio.youtube.com"
_BEFORE_ID = ("watch", "shorts", "live", "embed", "v", "e")
# A player shows a list or a channel's live video with these words in the place of an id.
_NO_IDS = frozenset({"videoseries", "live_stream"})
# Links are pasted with the title before them, in brackets, or in the code of a player.
_BETWEEN = re.compile(r"[\s\"']+")
_AROUND = "<>()[],.;:!"


def video_id(text: str) -> str:
    """The id of the video that a link in the text names, or that is the whole text, or nothing."""
    given = made_visible(text)
    if _ID.fullmatch(given):
        return given
    return next(filter(None, map(_id_in_link, _BETWEEN.split(given))), "")


def _id_in_link(word: str) -> str:
    link = word.strip(_AROUND)
    try:
        parts = urlsplit(link if "//" in link else f"//{link}", scheme="https")
        host = (parts.hostname or "").lower()
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https"):
        return ""
    found = _named(host, parts.path.strip("/").split("/"), parts.query)
    return found if _ID.fullmatch(found) and found not in _NO_IDS else ""


def _named(host: str, path: list[str], query: str) -> str:
    match path:
        case [name] if host == _SHORT:
            return name
        case ["watch" | "watch_popup"] if host in _HOSTS:
            return (parse_qs(query).get("v") or [""])[0]
        case [before, name] if host in _HOSTS and before in _BEFORE_ID:
            return name
        case ["video", name, *_] if host == _STUDIO:
            return name
    return ""


def video_named_by(address: str) -> str:
    """The id in an address that `routes.youtube` made; empty for any other."""
    found = video_id(address)
    return found if address == routes.youtube(found) else ""
