"""Boxes, of which MP4 and MOV consist: a length, a kind of four letters, and a content."""

import sys
from array import array
from collections.abc import Iterator, Sequence
from itertools import islice
from mmap import mmap
from typing import NamedTuple

from rookiebattle.core.errors import Invalid
from rookiebattle.uploads.wording import BROKEN_VIDEO

MOST_BOXES = 20_000
MOST_NUMBERS = 4_000_000
"""Of one table. A film of `MOST_BYTES` has fewer samples: even those of AMR have 13 bytes."""
SHORTEST = 8
CODES = {1: "B", 2: "H", 4: "I", 8: "Q"}


class Box(NamedTuple):
    """Where a box starts, where its content starts, and where it ends."""

    kind: bytes
    start: int
    content: int
    end: int


class Boxes:
    """Reads the boxes of a video. A file with more than `MOST_BOXES` is refused."""

    def __init__(self, video: mmap) -> None:
        self.video = video
        self._budget = iter(range(MOST_BOXES))

    def inside(self, holder: Box) -> Iterator[Box]:
        """The boxes that fill a box. Raises Invalid."""
        return self.between(holder.content, holder.end)

    def listed(self, table: Box) -> Iterator[Box]:
        """The boxes of a table that begins with how many there are. Raises Invalid."""
        many = self.number(table, 4)
        return islice(self.between(table.content + 8, table.end), many)

    def between(self, start: int, end: int) -> Iterator[Box]:
        """The boxes that fill this range; QuickTime may end it with zeros. Raises Invalid."""
        for _ in self._budget:
            if end - start < SHORTEST and not any(self.video[start:end]):
                return
            box = self._at(start, end)
            start = box.end
            yield box
        raise Invalid(BROKEN_VIDEO)

    def _at(self, start: int, end: int) -> Box:
        head = self.video[start : min(start + 16, end)]
        length, kind, content = int.from_bytes(head[:4], "big"), head[4:8], start + 8
        if length == 1:
            length, content = int.from_bytes(head[8:16], "big"), start + 16
        elif length == 0:
            length = end - start
        if len(head) < content - start or length < content - start or start + length > end:
            raise Invalid(BROKEN_VIDEO)
        return Box(kind, start, content, start + length)

    def number(self, box: Box, at: int, length: int = 4, *, signed: bool = False) -> int:
        """The number so many bytes after the start of the box's content. Raises Invalid."""
        start = box.content + at
        if start + length > box.end:
            raise Invalid(BROKEN_VIDEO)
        return int.from_bytes(self.video[start : start + length], "big", signed=signed)

    def numbers(self, box: Box, at: int, many: int, length: int = 4) -> Sequence[int]:
        """So many numbers of so many bytes each. Raises Invalid."""
        start = box.content + at
        if many > MOST_NUMBERS or start + many * length > box.end:
            raise Invalid(BROKEN_VIDEO)
        found = array(CODES[length], self.video[start : start + many * length])
        if sys.byteorder == "little":
            found.byteswap()
        return found
