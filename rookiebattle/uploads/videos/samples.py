"""Where the samples of a track lie in the file: by the tables of the track, or by its fragments."""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from rookiebattle.core.errors import Invalid
from rookiebattle.uploads.videos.boxes import Box, Boxes
from rookiebattle.uploads.videos.ranges import Range
from rookiebattle.uploads.wording import BROKEN_VIDEO

OFFSETS = {b"stco": 4, b"co64": 8}
"""The kinds of tables with the starts of chunks, and the bytes of each number."""
PLAIN_SOUNDS = (b"raw ", b"twos", b"sowt")
# Flags of `tfhd` and `trun`: which fields there are, and where a fragment begins to count.
HAS_BASE, HAS_KIND, HAS_LENGTH, HAS_SIZE, FROM_FRAGMENT = 0x1, 0x2, 0x8, 0x10, 0x20000
HAS_OFFSET, HAS_FIRST, EACH_LENGTH, EACH_SIZE, EACH_FLAGS, EACH_DELAY = 1, 4, 256, 512, 1024, 2048


def ranges_of_tables(boxes: Boxes, tables: Box) -> Iterator[Range]:
    """The chunks that an `stbl` names; none in a video that consists of fragments."""
    found = {box.kind: box for box in boxes.inside(tables)}
    offsets = [
        boxes.numbers(found[kind], 8, boxes.number(found[kind], 4), length)
        for kind, length in OFFSETS.items()
        if kind in found
    ]
    for starts in offsets:
        if starts:
            yield from _chunks(boxes, found, starts)


def _chunks(boxes: Boxes, tables: Mapping[bytes, Box], starts: Sequence[int]) -> Iterator[Range]:
    if b"stsc" not in tables:
        raise Invalid(BROKEN_VIDEO)
    sizes, at = _Sizes(boxes, tables), 0
    runs = boxes.numbers(tables[b"stsc"], 8, 3 * boxes.number(tables[b"stsc"], 4))
    # Each run of chunks with as many samples lasts until the next one begins.
    firsts = pairwise([*runs[::3], len(starts) + 1])
    for (first, following), many in zip(firsts, runs[1::3], strict=True):
        if not 1 <= first <= following <= len(starts) + 1:
            raise Invalid(BROKEN_VIDEO)
        for start in starts[first - 1 : following - 1]:
            yield start, start + sizes.total(at, at + many)
            at += many


class _Sizes:
    """The sizes of the samples of a track: one for all of them, or one for each."""

    def __init__(self, boxes: Boxes, tables: Mapping[bytes, Box]) -> None:
        self._same = 0
        self._each: Sequence[int] = ()
        if table := tables.get(b"stsz"):
            self._same, many = boxes.number(table, 4), boxes.number(table, 8)
            self._each = self._each if self._same else boxes.numbers(table, 12, many)
        elif table := tables.get(b"stz2"):
            self._each = _compact(boxes, table)
        else:
            raise Invalid(BROKEN_VIDEO)
        self._frame, self._per = _frame_of(boxes, tables) if self._same == 1 else (0, 1)

    def total(self, first: int, after: int) -> int:
        if not self._same:
            return sum(self._each[first:after])
        return (after - first) * (self._frame or self._same) // self._per


def _compact(boxes: Boxes, table: Box) -> Sequence[int]:
    bits, many = boxes.number(table, 7, 1), boxes.number(table, 8)
    if bits in (8, 16):
        return boxes.numbers(table, 12, many, bits // 8)
    if bits != 4:
        raise Invalid(BROKEN_VIDEO)
    pairs = boxes.numbers(table, 12, (many + 1) // 2, 1)
    return array("B", (half for pair in pairs for half in (pair >> 4, pair & 15)))


def _frame_of(boxes: Boxes, tables: Mapping[bytes, Box]) -> tuple[int, int]:
    """The bytes of so many samples of sound. QuickTime says 1 for the size of each of them."""
    if b"stsd" not in tables:
        return 0, 1
    entry = next(boxes.listed(tables[b"stsd"]), None)
    if entry is None or entry.end - entry.content < 28:
        return 0, 1
    if boxes.number(entry, 8, 2) == 1:
        return boxes.number(entry, 36), max(1, boxes.number(entry, 28))
    is_plain = entry.kind in PLAIN_SOUNDS
    return (boxes.number(entry, 16, 2) * boxes.number(entry, 18, 2) // 8 if is_plain else 0), 1


def ranges_of_fragment(
    boxes: Boxes, fragment: Box, usual: Mapping[int, int]
) -> Iterator[tuple[int, Range]]:
    """The runs of samples that a `moof` names, each with the id of its track.

    `usual` has the size of each track's samples, for fragments that do not say one.
    """
    at = fragment.start
    for part in boxes.inside(fragment):
        track = size = base = 0
        for box in boxes.inside(part) if part.kind == b"traf" else ():
            if box.kind == b"tfhd":
                track = boxes.number(box, 4)
                base, size = _start_of(boxes, box, fragment.start, at, usual.get(track, 0))
                at = base
            elif box.kind == b"trun":
                start, at = _run(boxes, box, base, at, size)
                yield track, (start, at)


def _start_of(boxes: Boxes, head: Box, fragment: int, at: int, size: int) -> tuple[int, int]:
    """Where the data of a track begin in this fragment, and how long its samples are."""
    flags, place = boxes.number(head, 1, 3), 8
    base = fragment if flags & FROM_FRAGMENT else at
    if flags & HAS_BASE:
        base, place = boxes.number(head, place, 8), place + 8
    place += 4 * (bool(flags & HAS_KIND) + bool(flags & HAS_LENGTH))
    return base, boxes.number(head, place) if flags & HAS_SIZE else size


def _run(boxes: Boxes, run: Box, base: int, at: int, size: int) -> Range:
    flags, many, place = boxes.number(run, 1, 3), boxes.number(run, 4), 8
    if flags & HAS_OFFSET:
        at, place = base + boxes.number(run, place, signed=True), place + 4
    place += 4 * bool(flags & HAS_FIRST)
    if not flags & EACH_SIZE:
        return at, at + many * size
    width = sum(bool(flags & one) for one in (EACH_LENGTH, EACH_SIZE, EACH_FLAGS, EACH_DELAY))
    told = boxes.numbers(run, place, many * width)
    return at, at + sum(told[bool(flags & EACH_LENGTH) :: width])
