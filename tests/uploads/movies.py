"""Small videos, built of their boxes. Only `film` has pictures that a browser can show."""

import io
import struct

from PIL import Image

PICTURES, SOUND = 1, 2
"""The kinds of a WebM's tracks."""
SHOWN_MS, STEP_MS = 500, 100
"""Each color of a film is shown so long, in pictures of so many milliseconds."""


def box(kind: bytes, content: bytes = b"") -> bytes:
    return (8 + len(content)).to_bytes(4, "big") + kind + content


def numbers(*values: int, size: str = "I") -> bytes:
    return struct.pack(f">{len(values)}{size}", *values)


def full(kind: bytes, *content: bytes, flags: int = 0) -> bytes:
    """A box that begins with its version, which is 0, and its flags."""
    return box(kind, numbers(flags) + b"".join(content))


def listed(kind: bytes, *values: int, size: str = "I") -> bytes:
    """A table with as many numbers as it says."""
    return full(kind, numbers(len(values)), numbers(*values, size=size))


def mp4(*, brand: bytes = b"isom", place: bytes = b"", size: int = 0) -> bytes:
    """A video; with a place in its metadata, as phones write it. `size` is the whole length."""
    metadata = box(b"udta", box(b"\xa9xyz", place)) + box(b"meta", place) if place else b""
    pictures = box(b"mdia", box(b"hdlr", bytes(8) + b"vide" + bytes(13)))
    track = box(b"trak", box(b"tkhd", bytes(84)) + pictures + metadata)
    start = box(b"ftyp", brand + bytes(4) + brand)
    start += box(b"moov", box(b"mvhd", bytes(100)) + track + metadata)
    return start + box(b"mdat", bytes(max(16, size - len(start) - 8)))


def element(name: bytes, content: bytes) -> bytes:
    """An element of WebM with a size of eight bytes."""
    return name + b"\x01" + len(content).to_bytes(7, "big") + content


def tracks_of(kind: int, told: bytes = b"") -> bytes:
    """The tracks of a WebM: a single one, of this kind."""
    track = _number(b"\xd7", 1) + _number(b"s\xc5", 1) + _number(b"\x83", kind)
    return element(b"\x16T\xaek", element(b"\xae", track + told))


def webm(*, place: bytes = b"") -> bytes:
    header = b"\x1aE\xdf\xa3" + b"\x87" + b"B\x82\x84webm"
    tags = element(b"\x12T\xc3g", place) if place else b""
    cluster = element(b"\x1fC\xb6u", _block(0, bytes(50)))
    return header + element(b"\x18S\x80g", tags + tracks_of(PICTURES) + cluster)


def film(*colors: str, width: int = 640, height: int = 360) -> bytes:
    """A WebM video that shows these colors, each for half a second."""
    many = SHOWN_MS // STEP_MS
    frames = [frame for color in colors for frame in [_vp8(color, (width, height))] * many]
    size = _number(b"\xb0", width) + _number(b"\xba", height)
    shows = tracks_of(PICTURES, element(b"\x86", b"V_VP8") + element(b"\xe0", size))
    lasts = struct.pack(">d", len(frames) * STEP_MS)
    told = _number(b"*\xd7\xb1", 1_000_000) + element(b"D\x89", lasts)
    segment = element(b"\x15I\xa9f", told + element(b"M\x80", b"test") + element(b"WA", b"test"))
    segment += shows
    shown = [_block(place * STEP_MS, frame) for place, frame in enumerate(frames)]
    segment += element(b"\x1fC\xb6u", _number(b"\xe7", 0) + b"".join(shown))
    versions = _number(b"B\x87", 2) + _number(b"B\x85", 2)
    head = element(b"\x1aE\xdf\xa3", b"B\x82\x84webm" + versions)
    return head + element(b"\x18S\x80g", segment)


def _vp8(color: str, size: tuple[int, int]) -> bytes:
    """A picture as VP8 codes it: a WebP picture is one in a box of its own."""
    packed = io.BytesIO()
    Image.new("RGB", size, color).save(packed, "WEBP", quality=90)
    content = packed.getvalue()
    assert content[12:16] == b"VP8 "
    return content[20 : 20 + int.from_bytes(content[16:20], "little")]


def _block(at: int, frame: bytes) -> bytes:
    """A picture of the first track that needs no other, so many milliseconds from the start."""
    return element(b"\xa3", b"\x81" + struct.pack(">h", at) + b"\x80" + frame)


def _number(name: bytes, value: int) -> bytes:
    return element(name, value.to_bytes(4, "big"))
