"""WebM: the elements that players need stay, and of its blocks those of shown tracks."""

from collections.abc import Iterator
from contextlib import suppress
from mmap import mmap
from typing import NamedTuple

from rookiebattle.core.errors import Invalid
from rookiebattle.uploads.videos.ranges import overwrite
from rookiebattle.uploads.videos.remarks import Remarks
from rookiebattle.uploads.wording import BROKEN_VIDEO, NO_PICTURES

MOST_ELEMENTS = 1_000_000
HEAD, SEGMENT, SEEK_HEAD, SEEK, SEEK_ID = 0x1A45DFA3, 0x18538067, 0x114D9B74, 0x4DBB, 0x53AB
INFO, TRACKS, TRACK, CLUSTER, CUES = 0x1549A966, 0x1654AE6B, 0xAE, 0x1F43B675, 0x1C53BB6B
GROUP, GROUPED_BLOCK, BLOCK = 0xA0, 0xA1, 0xA3
VIDEO, COLORS, MASTERING, PROJECTION, AUDIO = 0xE0, 0x55B0, 0x55D0, 0x7670, 0xE1
ENCODINGS, ENCODING, COMPRESSION, MAPPING = 0x6D80, 0x6240, 0x5034, 0x41E4
CUE, CUE_PLACE, ADDITIONS, ADDITION = 0xBB, 0xB7, 0x75A1, 0xA6
TRACK_NUMBER, TRACK_TYPE, PICTURES, SHOWN = 0xD7, 0x83, 1, (1, 2)
"""Shown are pictures and sounds."""
PROGRAMS = (0x4D80, 0x5741)
"""The programs that wrote the file. Both elements must be there, and may be empty."""
CODEC, CODEC_VALUES, AV1 = 0x86, 0x63A2, int.from_bytes(b"V_AV1")
AV1_LIST, BLOCK_HEAD, LACED = 4, 3, 6
"""Bytes before the units in the values of AV1, and behind the number of a block's track; and the
flags of a block with several frames."""
COMMENTS, SETUP = b"\x03vorbis", b"\x05vorbis"
"""How the second and the third packet begin that Vorbis has among the values of the codec."""
NO_COMMENTS = COMMENTS + bytes(8) + b"\x01"
"""A program without a name, no comments, and the bit that ends them."""
IN_CLUSTER = frozenset((0xE7, 0xA7, 0xAB, BLOCK, GROUP))
NEEDED = {
    HEAD: frozenset((0x4286, 0x42F7, 0x42F2, 0x42F3, 0x4282, 0x4287, 0x4285)),
    # The parts of an open cluster follow it.
    SEGMENT: frozenset((SEEK_HEAD, INFO, TRACKS, CLUSTER, CUES, *IN_CLUSTER)),
    SEEK_HEAD: frozenset((SEEK,)),
    SEEK: frozenset((SEEK_ID, 0x53AC)),
    # The scale of times, and the length of the film.
    INFO: frozenset((0x2AD7B1, 0x4489, *PROGRAMS)),
    TRACKS: frozenset((TRACK,)),
    TRACK: frozenset(
        (
            *(TRACK_NUMBER, 0x73C5, TRACK_TYPE, 0xB9, 0x88, 0x55AA, 0x9C, 0x6DE7, 0x6DF8),
            # Lengths of frames, languages, the codec and its values, delays.
            *(0x23E383, 0x234E7A, 0x23314F, 0x22B59C, 0x22B59D, 0x86, CODEC_VALUES, 0x56AA),
            # Blocks with more than one picture, what a picture and a sound are like, packing.
            *(0x56BB, 0x55EE, MAPPING, VIDEO, AUDIO, ENCODINGS),
        )
    ),
    MAPPING: frozenset((0x41F0, 0x41E7, 0x41ED)),
    VIDEO: frozenset(
        (
            # Sizes and edges, fields, eyes, transparency, and how uncompressed pictures are packed.
            *(0xB0, 0xBA, 0x54B0, 0x54BA, 0x54B2, 0x54B3, 0x54AA, 0x54BB, 0x54CC, 0x54DD),
            *(0x9A, 0x9D, 0x53B8, 0x53C0, 0x2EB524, COLORS, PROJECTION),
        )
    ),
    COLORS: frozenset((*range(0x55B1, 0x55BE), MASTERING)),
    MASTERING: frozenset(range(0x55D1, 0x55DB)),
    PROJECTION: frozenset(range(0x7671, 0x7676)),
    # Rates, channels, bits.
    AUDIO: frozenset((0xB5, 0x78B5, 0x9F, 0x6264, 0x52F1)),
    ENCODINGS: frozenset((ENCODING,)),
    ENCODING: frozenset((0x5031, 0x5032, 0x5033, COMPRESSION)),
    COMPRESSION: frozenset((0x4254, 0x4255)),
    CLUSTER: IN_CLUSTER,
    GROUP: frozenset((GROUPED_BLOCK, 0x9B, 0xFB, 0xFA, 0x75A2, ADDITIONS)),
    ADDITIONS: frozenset((ADDITION,)),
    ADDITION: frozenset((0xEE, 0xA5)),
    CUES: frozenset((CUE,)),
    CUE: frozenset((0xB3, CUE_PLACE)),
    CUE_PLACE: frozenset((0xF7, 0xF1, 0xF0, 0xB2, 0x5378)),
}
"""The elements that players need, by the element that holds them. Every other one becomes a gap."""
GAP, LONGEST_HEAD = 0xEC, 9


class Element(NamedTuple):
    """Where an element starts, where its content starts, and where it ends.

    A live recording does not say how long its segment and its clusters are. Such an element is
    open: it ends with its head, and what it holds follows it.
    """

    id: int
    start: int
    content: int
    end: int
    is_open: bool


def clean_webm(video: mmap) -> int:
    """Overwrite what no player needs; returns where the segment ends.

    Raises Invalid for a wrong form, and for a film without pictures.
    """
    return _Film(video).clean()


class _Film:
    def __init__(self, video: mmap) -> None:
        self._video = video
        self._shown: dict[int, int] = {}
        """The kinds of the shown tracks, by their numbers."""
        self._of_av1 = set[int]()
        self._remarks = Remarks(video)

    def clean(self) -> int:
        head = self._element(0, len(self._video))
        segment = self._element(head.end, len(self._video))
        if (head.id, segment.id) != (HEAD, SEGMENT) or head.is_open:
            raise Invalid(BROKEN_VIDEO)
        end = segment.content
        for one in self._inside_segment(segment):
            end = one.end
            if one.id == TRACKS:
                self._note_tracks(one)
        if PICTURES not in self._shown.values():
            raise Invalid(NO_PICTURES)
        self._clean_inside(head)
        for one in self._inside_segment(segment):
            self._clean(one, SEGMENT)
        return end

    def _inside_segment(self, segment: Element) -> Iterator[Element]:
        """The elements of a segment. The last part of a live recording may be cut."""
        if not segment.is_open:
            yield from self._between(segment.content, segment.end)
            return
        with suppress(Invalid):
            yield from self._between(segment.content, len(self._video))

    def _between(self, at: int, end: int) -> Iterator[Element]:
        """The elements that fill this range. Raises Invalid when they do not, or are too many."""
        for _ in range(MOST_ELEMENTS):
            if at >= end:
                return
            one = self._element(at, end)
            yield one
            at = one.end
        raise Invalid(BROKEN_VIDEO)

    def _inside(self, holder: Element) -> Iterator[Element]:
        return self._between(holder.content, holder.end)

    def _element(self, start: int, end: int) -> Element:
        length = self._length(start)
        size, content = self._number(start + length)
        name = int.from_bytes(self._video[start : start + length], "big")
        is_open = size + 1 == 1 << 7 * (content - start - length)
        if length > 4 or content > end or (is_open and name not in (SEGMENT, CLUSTER)):
            raise Invalid(BROKEN_VIDEO)
        if not is_open and content + size > end:
            raise Invalid(BROKEN_VIDEO)
        return Element(name, start, content, content if is_open else content + size, is_open)

    def _length(self, at: int) -> int:
        """How many bytes a number of EBML has: as many as zero bits lead its first byte, plus one.

        Raises Invalid.
        """
        first = self._video[at] if at < len(self._video) else 0
        if not first:
            raise Invalid(BROKEN_VIDEO)
        return 9 - first.bit_length()

    def _number(self, at: int) -> tuple[int, int]:
        """The number of EBML that stands there, and where it ends. Raises Invalid."""
        length = self._length(at)
        coded = int.from_bytes(self._video[at : at + length], "big")
        return coded & (1 << 7 * length) - 1, at + length

    def _note_tracks(self, tracks: Element) -> None:
        for track in self._inside(tracks):
            if track.id == TRACK and (kind := self._value(track, TRACK_TYPE)) in SHOWN:
                number = self._value(track, TRACK_NUMBER)
                self._shown[number] = kind
                if self._value(track, CODEC) == AV1:
                    self._of_av1.add(number)
                    self._clean_values(track)

    def _clean_values(self, track: Element) -> None:
        for one in self._inside(track):
            if one.id == CODEC_VALUES:
                self._remarks.empty_av1(one.content + AV1_LIST, one.end)

    def _clean_block(self, block: Element) -> None:
        """Empty what stands among pictures of AV1. Only sounds have blocks of several frames."""
        number, at = self._number(block.content)
        start = at + BLOCK_HEAD
        if number in self._of_av1 and start <= block.end and not self._video[start - 1] & LACED:
            self._remarks.empty_av1(start, block.end)

    def _value(self, holder: Element, wanted: int) -> int:
        """The number that an element holds under this name; 0 when it holds none."""
        for one in self._inside(holder):
            if one.id == wanted:
                return int.from_bytes(
                    self._video[one.content : min(one.content + 8, one.end)], "big"
                )
        return 0

    def _clean_inside(self, holder: Element) -> None:
        for one in self._inside(holder):
            self._clean(one, holder.id)

    def _clean(self, one: Element, holder: int) -> None:
        if one.id not in NEEDED[holder] or not self._is_needed(one):
            self._make_gap(one)
        elif one.id in PROGRAMS:
            overwrite(self._video, one.content, one.end)
        elif one.id == CODEC_VALUES:
            self._empty_comments(one)
        elif one.id in (BLOCK, GROUPED_BLOCK):
            self._clean_block(one)
        elif one.id in NEEDED:
            self._clean_inside(one)

    def _is_needed(self, one: Element) -> bool:
        """False for what belongs to a track that is not shown, or leads to what is a gap now."""
        if one.id == SEEK:
            return self._value(one, SEEK_ID) in NEEDED[SEGMENT]
        if one.id == TRACK:
            return self._value(one, TRACK_NUMBER) in self._shown
        if one.id == GROUP:
            blocks = (inner for inner in self._inside(one) if inner.id == GROUPED_BLOCK)
            return any(map(self._is_needed, blocks))
        if one.id in (BLOCK, GROUPED_BLOCK):
            return self._number(one.content)[0] in self._shown
        return True

    def _empty_comments(self, values: Element) -> None:
        """Empty the packet of Vorbis that names programs and people. Its length stays.

        Decoders read it as far as its last bit, and pass over what follows.
        """
        start = self._video.find(COMMENTS, values.content, values.end)
        end = self._video.rfind(SETUP, values.content, values.end)
        if 0 <= start <= end - len(NO_COMMENTS):
            self._video[start : start + len(NO_COMMENTS)] = NO_COMMENTS
            overwrite(self._video, start + len(NO_COMMENTS), end)

    def _make_gap(self, one: Element) -> None:
        """Name it a gap of the same length, with a head of two bytes where it has no nine."""
        length = one.end - one.start
        if length < LONGEST_HEAD:
            head = bytes((GAP, 0x80 | length - 2))
        else:
            head = bytes((GAP, 1)) + (length - LONGEST_HEAD).to_bytes(7, "big")
        self._video[one.start : one.start + len(head)] = head
        overwrite(self._video, one.start + len(head), one.end)
