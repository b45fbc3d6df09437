"""Videos as they are stored: whole files, whose metadata and gaps are overwritten.

The pictures and sounds stay as they are, because encoding a video anew takes minutes.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, NamedTuple

from rookiebattle.core.errors import Invalid
from rookiebattle.uploads.wording import BROKEN_VIDEO, NO_PICTURES

MOST_BOXES = 20_000
GAPS = (b"free", b"skip", b"udta", b"meta", b"uuid")
HOLDERS = (b"moov", b"trak", b"mdia")
"""The first holds the second, which holds the third, which holds no further holders."""
DATED = (b"mvhd", b"tkhd", b"mdhd")
PICTURES = b"vide"
SHOWN = (PICTURES, b"soun")
"""Tracks of other kinds are what a camera noted meanwhile: places, speeds, and times of day."""
SEGMENT, TAGS, ATTACHMENTS = 0x18538067, 0x1254C367, 0x1941A469
TRACKS, TRACK, TRACK_TYPE, OF_PICTURES = 0x1654AE6B, 0xAE, 0x83, 1
EBML = 0x1A45DFA3
VOID_HEADER = 9
ZEROS = bytes(64 * 1024)


class Box(NamedTuple):
    """A box of MP4 and MOV: where it starts, where its content starts, and where it ends."""

    kind: bytes
    start: int
    content: int
    end: int


def clean(file: Path, mime_type: str) -> None:
    """Overwrite what a camera wrote beside the video.

    Raises Invalid for a file with a wrong form, and for one that has no track of pictures.
    Places, names and dates are in boxes of their own. Players pass over a box named `free`.
    """
    with file.open("r+b") as video:
        end = video.seek(0, 2)
        if mime_type == "video/webm":
            _clean_webm(video, end)
        else:
            _clean_boxes(video, end)


def _clean_boxes(video: BinaryIO, end: int) -> None:
    kinds, tracks = set[bytes](), set[bytes]()
    budget = iter(range(MOST_BOXES))
    for place, box in enumerate(_boxes(video, 0, end, budget)):
        if place == 0 and box.kind != b"ftyp":
            raise Invalid(BROKEN_VIDEO)
        kinds.add(box.kind)
        found = _clean_box(video, box, budget, HOLDERS)
        if box.kind == b"moov":
            tracks |= found
    if b"moov" not in kinds or not kinds & {b"mdat", b"moof"}:
        raise Invalid(BROKEN_VIDEO)
    if PICTURES not in tracks:
        raise Invalid(NO_PICTURES)


def _clean_box(
    video: BinaryIO, box: Box, budget: Iterator[int], holders: Sequence[bytes]
) -> set[bytes]:
    """Overwrite the private parts of a box. Returns the kinds of its tracks, such as `vide`."""
    tracks = {_kind_of_track(video, box, budget)} if box.kind == b"trak" else set[bytes]()
    if box.kind in GAPS or tracks - {*SHOWN, b""}:
        video.seek(box.start + 4)
        video.write(b"free")
        _overwrite(video, box.content, box.end)
    elif box.kind in DATED:
        _forget_dates(video, box)
    elif box.kind in holders[:1]:
        for inner in _boxes(video, box.content, box.end, budget):
            tracks |= _clean_box(video, inner, budget, holders[1:])
    return tracks


def _kind_of_track(video: BinaryIO, track: Box, budget: Iterator[int]) -> bytes:
    """The kind of a track, by its handler; nothing when it has none."""
    for media in _boxes(video, track.content, track.end, budget):
        if media.kind == b"mdia":
            for handler in _boxes(video, media.content, media.end, budget):
                if handler.kind == b"hdlr":
                    if handler.end - handler.content < 12:
                        raise Invalid(BROKEN_VIDEO)
                    video.seek(handler.content + 8)
                    return video.read(4)
    return b""


def _forget_dates(video: BinaryIO, box: Box) -> None:
    """Overwrite when it was made and changed. Both stand after the version and three flags."""
    video.seek(box.content)
    length = 16 if video.read(1) == b"\x01" else 8
    _overwrite(video, box.content + 4, min(box.content + 4 + length, box.end))


def _boxes(video: BinaryIO, start: int, end: int, budget: Iterator[int]) -> Iterator[Box]:
    """The boxes that fill this range exactly. Raises Invalid when they do not, or are too many."""
    for _ in budget:
        if start == end:
            return
        video.seek(start)
        head = video.read(16)
        length, kind, content = int.from_bytes(head[:4], "big"), head[4:8], start + 8
        if length == 1:
            length, content = int.from_bytes(head[8:16], "big"), start + 16
        elif length == 0:
            length = end - start
        if len(head) < content - start or length < content - start or start + length > end:
            raise Invalid(BROKEN_VIDEO)
        box = Box(kind, start, content, start + length)
        start = box.end
        yield box
    raise Invalid(BROKEN_VIDEO)


def _overwrite(video: BinaryIO, start: int, end: int) -> None:
    video.seek(start)
    while start < end:
        start += video.write(ZEROS[: end - start])


class Element(NamedTuple):
    """An element of WebM. `end` is None when the file does not say it, as in a live recording."""

    id: int
    start: int
    content: int
    end: int | None


def _clean_webm(video: BinaryIO, end: int) -> None:
    header = _element(video, 0, end)
    segment = _element(video, header.end or end, end)
    if header.id != EBML or segment.id != SEGMENT:
        raise Invalid(BROKEN_VIDEO)
    has_pictures, budget = False, iter(range(MOST_BOXES))
    for inner in _elements(video, segment.content, segment.end or end, budget):
        if inner.end is None:
            break
        if inner.id == TRACKS:
            has_pictures |= _shows_pictures(video, inner, budget)
        elif inner.id in (TAGS, ATTACHMENTS) and inner.end - inner.start >= VOID_HEADER:
            video.seek(inner.start)
            length = inner.end - inner.start - VOID_HEADER
            video.write(b"\xec\x01" + length.to_bytes(7, "big"))
            _overwrite(video, inner.start + VOID_HEADER, inner.end)
    if not has_pictures:
        raise Invalid(NO_PICTURES)


def _shows_pictures(video: BinaryIO, tracks: Element, budget: Iterator[int]) -> bool:
    """Whether one of the tracks says that it is of pictures."""
    return any(
        told.id == TRACK_TYPE and _number(video, told) == OF_PICTURES
        for track in _elements(video, tracks.content, tracks.end or 0, budget)
        if track.id == TRACK
        for told in _elements(video, track.content, track.end or 0, budget)
    )


def _number(video: BinaryIO, element: Element) -> int:
    video.seek(element.content)
    return int.from_bytes(video.read(min(8, (element.end or element.content) - element.content)))


def _elements(video: BinaryIO, at: int, end: int, budget: Iterator[int]) -> Iterator[Element]:
    """The elements of this range, until one does not say its length. Raises Invalid."""
    for _ in budget:
        if at >= end:
            return
        one = _element(video, at, end)
        yield one
        if one.end is None:
            return
        at = one.end
    raise Invalid(BROKEN_VIDEO)


def _element(video: BinaryIO, start: int, end: int) -> Element:
    video.seek(start)
    head = video.read(12)
    id_length = _length_of(head[:1])
    size_length = _length_of(head[id_length : id_length + 1])
    content = start + id_length + size_length
    if content > end or id_length > 4:
        raise Invalid(BROKEN_VIDEO)
    coded = int.from_bytes(head[id_length : id_length + size_length], "big")
    size = coded - (1 << (7 * size_length))
    is_open = size == (1 << (7 * size_length)) - 1
    if not is_open and content + size > end:
        raise Invalid(BROKEN_VIDEO)
    name = int.from_bytes(head[:id_length], "big")
    return Element(name, start, content, None if is_open else content + size)


def _length_of(first: bytes) -> int:
    """How many bytes a number of EBML has: its first byte begins with as many zero bits, less one.

    Raises Invalid.
    """
    if not first or not first[0]:
        raise Invalid(BROKEN_VIDEO)
    return 9 - first[0].bit_length()
