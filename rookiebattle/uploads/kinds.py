"""The kinds of files that we store, told by their content: never by a name or a claimed type."""

from typing import Final

PICTURES: Final = ("image/jpeg", "image/png", "image/webp", "image/gif", "image/avif")
VIDEOS: Final = ("video/mp4", "video/webm", "video/quicktime")
TYPES: Final = (*PICTURES, *VIDEOS)
ENDINGS: Final = {
    "image/jpeg": "jpg",
    "image/png": "png",
    "image/webp": "webp",
    "image/gif": "gif",
    "image/avif": "avif",
    "video/mp4": "mp4",
    "video/webm": "webm",
    "video/quicktime": "mov",
}
HEAD_BYTES: Final = 4096
"""As much of a file is enough to tell what it is."""
_BEGINNINGS = {
    b"\xff\xd8\xff": "image/jpeg",
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
}
_BRANDS = {
    "image/avif": (b"avif", b"avis"),
    "video/quicktime": (b"qt  ",),
    "video/mp4": (
        *(b"isom", b"iso2", b"iso3", b"iso4", b"iso5", b"iso6", b"iso7", b"iso8", b"iso9"),
        *(b"mp41", b"mp42", b"avc1", b"M4V ", b"M4VH", b"M4VP", b"dash", b"MSNV", b"mmp4"),
        *(b"3gp4", b"3gp5", b"3gp6", b"3g2a"),
    ),
}


def type_of(head: bytes) -> str | None:
    """The type of a file that begins so; None for what we do not store."""
    for beginning, mime_type in _BEGINNINGS.items():
        if head.startswith(beginning):
            return mime_type
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image/webp"
    if head[4:8] == b"ftyp":
        return _of_brands(head)
    if head.startswith(b"\x1aE\xdf\xa3") and b"B\x82\x84webm" in head[:64]:
        return "video/webm"
    return None


def _of_brands(head: bytes) -> str | None:
    """The type of a file of boxes, by its main brand, or else by a brand that it is said to fit."""
    length = min(int.from_bytes(head[:4], "big"), 256)
    brands = [head[8:12], *(head[at : at + 4] for at in range(16, length, 4))]
    for brand in brands:
        for mime_type, known in _BRANDS.items():
            if brand in known:
                return mime_type
    return None


def is_picture(mime_type: str) -> bool:
    """Whether it is a picture, which is drawn anew; otherwise it is a video."""
    return mime_type in PICTURES
