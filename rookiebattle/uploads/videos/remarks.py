"""The messages (SEI) among the pictures of H.264 and H.265, and the metadata of AV1: an encoder's
settings, a camera's place or serial number. A message that no decoder needs becomes one that every
decoder passes over, as long as before."""

import re
from collections.abc import Iterable, Iterator
from mmap import mmap
from typing import NamedTuple

from rookiebattle.core.errors import Invalid
from rookiebattle.uploads.videos.ranges import Range
from rookiebattle.uploads.wording import BROKEN_VIDEO

MOST_UNITS = 1_000_000
"""Units and messages. In a file of `MOST_BYTES` each has 50 bytes: real ones have more."""
LONGEST = 64 * 1024
"""A longer unit of messages is emptied without a look into it."""
H264, H265, AV1 = 0x1F, 0x7E, 0x78
"""The bits of a unit's first byte that say its kind. All of them set are the padding of AV1."""
MESSAGES = {H264: frozenset((6,)), H265: frozenset((39 << 1, 40 << 1))}
HEADS = {H264: 1, H265: 2}
REGISTERED, FILLING = 4, b"\3"
SUBTITLES, BRIGHTNESS = b"\xb5\x00\x31", b"\xb5\x00\x3c"
"""How a registered message begins that has subtitles, or the brightness of each scene."""
NEEDED = frozenset(
    (
        # Times, places to begin at, grain, eyes, turned pictures.
        *(0, 1, 6, 19, 45, 47, 129, 130),
        # Colors and brightness, transparency, the displays of two eyes.
        *(137, 144, 147, 148, 165, 176),
    )
)
METADATA, HAS_MORE, HAS_SIZE = 5 << 3, 4, 2
OF_AV1 = frozenset((1, 2, 3))
"""The metadata of AV1 that decoders need: brightness, colors and layers. 4 are registered ones."""
END = b"\x80"
SHORTEST = FILLING + b"\0" + END
"""A message that fills nothing, and the end of the messages."""


class Coding(NamedTuple):
    """The codec of a track's pictures, and the bytes of a unit's length, which AV1 has not."""

    codec: int
    length: int = 0


class Remarks:
    """Empties the messages of a video. One with more than `MOST_UNITS` is refused."""

    def __init__(self, video: mmap) -> None:
        self._video = video
        self._budget = iter(range(MOST_UNITS))

    def forget(self, samples: Iterable[tuple[Range, Coding]]) -> None:
        """Empty the messages of these samples, which are sorted. Raises Invalid.

        Bytes that two samples share are read once. A sample is read as far as its units fit in.
        """
        read = 0
        for (start, end), coding in samples:
            begin, read = max(start, read), max(end, read)
            if coding.codec == AV1:
                self.empty_av1(begin, end)
                continue
            for unit in self._units(begin, end, coding.length):
                self.empty(unit, coding.codec)

    def _units(self, at: int, end: int, length: int) -> Iterator[Range]:
        while at + length < end:
            start = at + length
            at = start + int.from_bytes(self._video[at:start], "big")
            if at > end:
                return
            yield start, at

    def empty(self, unit: Range, codec: int) -> None:
        """Empty what no decoder needs, if this is a unit of messages. Raises Invalid."""
        self._count()
        (start, end), video = unit, self._video
        content = start + HEADS[codec]
        size = end - content
        if size < len(SHORTEST) or video[start] & codec not in MESSAGES[codec]:
            return
        if size > LONGEST:
            video[content:end] = _filled(b"", size)
            return
        # Three bytes that look like the start of a unit are parted by a 3.
        said = video[content:end].replace(b"\0\0\3", b"\0\0").rstrip(b"\0").removesuffix(END)
        kept = b"".join(self._needed(said))
        if kept != said:
            video[content:end] = _filled(kept, size)

    def empty_av1(self, at: int, end: int) -> None:
        """Empty the metadata among these units of AV1 that no decoder needs. Raises Invalid."""
        video = self._video
        while at < end:
            self._count()
            head, start, after = video[at], at + 1, end
            start += bool(head & HAS_MORE)
            if head & HAS_SIZE:
                size, start = self._leb128(start)
                after = start + size
            if after > end:
                return
            if head & AV1 == METADATA and start < after and not self._is_needed(start):
                video[at] = head | AV1
                video[start:after] = b"\xff" * (after - start - 1) + END
            at = after

    def _is_needed(self, start: int) -> bool:
        kind, content = self._leb128(start)
        registered = self._video[content : content + 3]
        return kind in OF_AV1 or (kind == REGISTERED and registered in (SUBTITLES, BRIGHTNESS))

    def _leb128(self, at: int) -> tuple[int, int]:
        """The number that stands there, its lowest bits first, and where it ends."""
        number = 0
        for place, byte in enumerate(self._video[at : at + 8]):
            number |= (byte & 0x7F) << 7 * place
            if byte < 0x80:
                return number, at + place + 1
        return number, at + 8

    def _needed(self, messages: bytes) -> Iterator[bytes]:
        """The messages that decoders need, each with its head, as far as they have a right form."""
        at = 0
        while at < len(messages):
            self._count()
            kind, size_at = _number(messages, at)
            size, content = _number(messages, size_at)
            end = content + size
            if end > len(messages):
                return
            is_known = kind == REGISTERED and messages.startswith((SUBTITLES, BRIGHTNESS), content)
            if kind in NEEDED or is_known or not size:
                yield messages[at:end]
            at = end

    def _count(self) -> None:
        if next(self._budget, None) is None:
            raise Invalid(BROKEN_VIDEO)


def _number(messages: bytes, at: int) -> tuple[int, int]:
    """The number that stands there, and where it ends: its last byte is no 255."""
    last = at
    while messages[last : last + 1] == b"\xff":
        last += 1
    return 255 * (last - at) + int.from_bytes(messages[last : last + 1], "big"), last + 1


def _filled(kept: bytes, size: int) -> bytes:
    """So many bytes: these messages, as far as there is room, and one that only fills."""
    start = _parted(kept + FILLING)
    if len(start) + 2 > size:
        start = FILLING
    if (size - len(start) - 2) % 256 == 255:
        # A message of this length would need a number that is a byte shorter or longer.
        start += SHORTEST[1:2] + FILLING
    rest = size - len(start) - 2
    many = rest - rest // 256
    return start + b"\xff" * (many // 255) + bytes((many % 255,)) + b"\xff" * many + END


def _parted(messages: bytes) -> bytes:
    return re.sub(rb"\0\0(?=[\0-\3])", b"\0\0\3", messages)
