"""MP4 and MOV: the boxes that players need stay, and of their data the samples of shown tracks."""

from bisect import bisect
from collections.abc import Iterable, Sequence
from contextlib import suppress
from mmap import mmap

from rookiebattle.core.errors import Invalid
from rookiebattle.uploads.videos.boxes import Box, Boxes
from rookiebattle.uploads.videos.ranges import Range, overwrite, overwrite_outside
from rookiebattle.uploads.videos.remarks import AV1, H264, H265, Coding, Remarks
from rookiebattle.uploads.videos.samples import ranges_of_fragment, ranges_of_tables
from rookiebattle.uploads.wording import BROKEN_VIDEO, NO_PICTURES

FILE, DATA, DESCRIPTION, END = b"", b"mdat", b"a sample description", bytes(4)
MOST_RANGES = 1_000_000
"""Chunks and runs of samples. In a file of `MOST_BYTES` each has 50 bytes: real ones have more."""
NEEDED = {
    FILE: frozenset((b"ftyp", b"styp", b"moov", b"moof", DATA, b"sidx", b"ssix", b"mfra")),
    b"moov": frozenset((b"mvhd", b"trak", b"mvex", b"iods")),
    b"mvex": frozenset((b"mehd", b"trex", b"leva")),
    b"trak": frozenset((b"tkhd", b"edts", b"tapt", b"mdia")),
    b"tapt": frozenset((b"clef", b"prof", b"enof")),
    b"edts": frozenset((b"elst",)),
    b"mdia": frozenset((b"mdhd", b"hdlr", b"elng", b"minf")),
    b"minf": frozenset((b"vmhd", b"smhd", b"hdlr", b"dinf", b"stbl")),
    b"dinf": frozenset((b"dref",)),
    b"stbl": frozenset(
        (
            *(b"stsd", b"stts", b"ctts", b"cslg", b"stsc", b"stsz", b"stz2", b"stco", b"co64"),
            *(b"stss", b"stps", b"stsh", b"sdtp", b"stdp", b"padb", b"sbgp", b"sgpd", b"subs"),
            *(b"saiz", b"saio"),
        )
    ),
    DESCRIPTION: frozenset(
        (
            # The values of the codecs of pictures, with those of Dolby Vision and of a second eye.
            *(b"avcC", b"hvcC", b"vvcC", b"vpcC", b"av1C", b"dvcC", b"dvvC", b"dvwC", b"lhvC"),
            *(b"d263", b"glbl", b"jp2h"),
            # The values of the codecs of sounds, which QuickTime packs into `wave`.
            *(b"esds", b"dOps", b"dfLa", b"alac", b"dac3", b"dec3", b"dac4", b"ddts", b"mhaC"),
            *(b"damr", b"pcmC", b"wave"),
            # Shapes, fields, colors and brightness of pictures; channels and rates of sounds.
            *(b"pasp", b"clap", b"fiel", b"colr", b"gama", b"mdcv", b"clli", b"amve", b"SmDm"),
            *(b"CoLL", b"chan", b"chnl", b"srat", b"btrt"),
        )
    ),
    b"wave": frozenset((b"frma", b"enda", b"mp4a", b"esds", b"alac", b"chan", END)),
    b"mfra": frozenset((b"tfra", b"mfro")),
    b"moof": frozenset((b"mfhd", b"traf")),
    b"traf": frozenset(
        (
            *(b"tfhd", b"tfdt", b"trun", b"sdtp", b"sbgp", b"sgpd", b"subs"),
            *(b"saiz", b"saio", b"senc"),
        )
    ),
}
"""The boxes that players need, by the box that holds them. Every other box becomes a gap.

`DESCRIPTION` stands for each sample description, whose own kind is the name of a codec.
"""
PICTURES, SOUND = b"vide", b"soun"
"""Tracks of other kinds are what a camera noted meanwhile: places, speeds, and times of day."""
WITH_DATES = (b"mvhd", b"tkhd", b"mdhd")
# The maker of a codec stands in every sample description, its name in that of pictures.
MAKER, CODEC_NAME = slice(12, 16), slice(42, 74)
CODINGS = {b"avcC": (H264, 4), b"hvcC": (H265, 21)}
"""The codec that has these values, and which byte of them says how long a length is."""
AV1_VALUES, AV1_LIST = b"av1C", 4
LISTS = {b"hvcC": 22, b"lhvC": 5}
"""Values of codecs with lists of units, and where the lists begin."""
PICTURE_HEAD, SOUND_HEAD, SOUND_HEADS = 78, 28, {1: 44, 2: 64}
"""Bytes before the boxes of a sample description. QuickTime has longer ones, by their version."""


def clean_mp4(video: mmap) -> int:
    """Overwrite what no player needs; returns where the last box ends.

    Raises Invalid for a wrong form, and for a film without pictures.
    """
    boxes = Boxes(video)
    found = _boxes_of_file(boxes)
    film = _Film(boxes)
    for box in found:
        if box.kind == b"moov":
            film.clean(box)
    if PICTURES not in film.kinds:
        raise Invalid(NO_PICTURES)
    for box in found:
        if box.kind == b"moof":
            film.clean_fragment(box)
        elif box.kind == b"mfra":
            film.clean(box)
        elif box.kind not in NEEDED[FILE]:
            film.make_gap(box)
    areas = [(box.content, box.end) for box in found if box.kind == DATA]
    overwrite_outside(video, areas, sorted(film.samples))
    film.forget_remarks(areas)
    return found[-1].end


def _boxes_of_file(boxes: Boxes) -> list[Box]:
    """The boxes of a whole file. Behind the last one some cameras write what is no box."""
    found = list[Box]()
    with suppress(Invalid):
        for box in boxes.between(0, len(boxes.video)):
            found.append(box)
    kinds, end = [box.kind for box in found], found[-1].end if found else 0
    is_whole = kinds[:1] == [b"ftyp"] and b"moov" in kinds and {DATA, b"moof"} & {*kinds}
    if not is_whole or boxes.video[end + 4 : end + 8] in NEEDED[FILE]:
        raise Invalid(BROKEN_VIDEO)
    return found


class _Film:
    """Cleans boxes, and collects the ids and kinds of shown tracks, and where samples lie."""

    def __init__(self, boxes: Boxes) -> None:
        self._boxes, self._video = boxes, boxes.video
        self.kinds, self._shown = set[bytes](), dict[int, Coding | None]()
        self.samples: list[Range] = []
        self._coded: list[tuple[Range, Coding]] = []
        self._remarks = Remarks(self._video)
        self._usual_sizes: dict[int, int] = {}

    def make_gap(self, box: Box) -> None:
        self._video[box.start + 4 : box.start + 8] = b"free"
        overwrite(self._video, box.content, box.end)

    def clean(self, holder: Box) -> None:
        for box in self._boxes.inside(holder):
            if box.kind not in NEEDED[holder.kind] or not self._is_shown(box):
                self.make_gap(box)
            elif box.kind in NEEDED:
                self.clean(box)
            else:
                self._clean_leaf(box)

    def clean_fragment(self, fragment: Box) -> None:
        found = ranges_of_fragment(self._boxes, fragment, self._usual_sizes)
        self._keep((place, self._shown[track]) for track, place in found if track in self._shown)
        self.clean(fragment)

    def _keep(self, places: Iterable[tuple[Range, Coding | None]]) -> None:
        for place, coding in places:
            self.samples.append(place)
            if coding:
                self._coded.append((place, coding))
            if len(self.samples) > MOST_RANGES:
                raise Invalid(BROKEN_VIDEO)

    def forget_remarks(self, areas: Sequence[Range]) -> None:
        """Empty what stands among the pictures, as far as they lie in one of these areas."""

        def is_there(place: Range) -> bool:
            at = bisect(areas, place[0], key=lambda area: area[0])
            return at > 0 and place[1] <= areas[at - 1][1]

        self._remarks.forget(sorted(one for one in self._coded if is_there(one[0])))

    def _is_shown(self, box: Box) -> bool:
        """False for a track, or its part of a fragment, that is neither of pictures nor sound."""
        if box.kind == b"traf":
            return self._id_in(box, b"tfhd", 4) in self._shown
        return box.kind != b"trak" or self._note_track(box)

    def _note_track(self, track: Box) -> bool:
        handler = self._find(track, b"mdia", b"hdlr")
        kind = self._boxes.number(handler, 8).to_bytes(4, "big") if handler else b""
        if kind not in (PICTURES, SOUND):
            return False
        self.kinds.add(kind)
        tables, coding = self._find(track, b"mdia", b"minf", b"stbl"), None
        if tables:
            if descriptions := self._find(tables, b"stsd"):
                self._clean_descriptions(descriptions, kind)
                coding = self._coding_of(descriptions) if kind == PICTURES else None
            self._keep((place, coding) for place in ranges_of_tables(self._boxes, tables))
        self._shown[self._id_in(track, b"tkhd", 12)] = coding
        return True

    def _coding_of(self, descriptions: Box) -> Coding | None:
        """How the units of the track are coded, if its samples consist of units."""
        for entry in self._boxes.listed(descriptions):
            with suppress(Invalid):
                for values in self._boxes.between(entry.content + PICTURE_HEAD, entry.end):
                    if values.kind == AV1_VALUES:
                        return Coding(AV1)
                    if values.kind in CODINGS:
                        codec, at = CODINGS[values.kind]
                        return Coding(codec, 1 + (self._boxes.number(values, at, 1) & 3))
        return None

    def _id_in(self, holder: Box, kind: bytes, at: int) -> int:
        """The id of a track, so many bytes into a head; a head with long dates has it later."""
        head = self._find(holder, kind)
        if head is None:
            return 0
        is_long = kind in WITH_DATES and self._boxes.number(head, 0, 1) == 1
        return self._boxes.number(head, at + 8 if is_long else at)

    def _find(self, holder: Box, *path: bytes) -> Box | None:
        found: Box | None = holder
        for kind in path:
            inside = self._boxes.inside(found) if found else ()
            found = next((box for box in inside if box.kind == kind), None)
        return found

    def _clean_leaf(self, box: Box) -> None:
        if box.kind in WITH_DATES:
            length = 16 if self._video[box.content] == 1 else 8
            overwrite(self._video, box.content + 4, min(box.content + 4 + length, box.end))
        elif box.kind == b"hdlr":
            overwrite(self._video, box.content + 12, box.end)
        elif box.kind == b"dref":
            for entry in self._boxes.listed(box):
                overwrite(self._video, entry.content + 4, entry.end)
        elif box.kind == END:
            overwrite(self._video, box.content, box.end)
        elif box.kind == AV1_VALUES:
            self._remarks.empty_av1(box.content + AV1_LIST, box.end)
        elif box.kind in LISTS:
            with suppress(Invalid):
                self._clean_lists(box)
        elif box.kind == b"trex":
            self._usual_sizes[self._boxes.number(box, 4)] = self._boxes.number(box, 16)

    def _clean_lists(self, values: Box) -> None:
        """Empty what stands in the lists of units of H.265, which begin with how many there are."""
        at = LISTS[values.kind] + 1
        for _ in range(self._boxes.number(values, at - 1, 1)):
            many, at = self._boxes.number(values, at + 1, 2), at + 3
            for _ in range(many):
                length = self._boxes.number(values, at, 2)
                start = values.content + at + 2
                self._remarks.empty((start, min(start + length, values.end)), H265)
                at += 2 + length

    def _clean_descriptions(self, descriptions: Box, kind: bytes) -> None:
        for entry in self._boxes.listed(descriptions):
            for part in (MAKER, CODEC_NAME) if kind == PICTURES else (MAKER,):
                start, end = entry.content + part.start, entry.content + part.stop
                overwrite(self._video, start, min(end, entry.end))
            boxes_at = entry.content + self._length_of_head(descriptions, entry, kind)
            # Codecs of old put tables there that are no boxes. They stay.
            with suppress(Invalid):
                self.clean(Box(DESCRIPTION, entry.start, boxes_at, entry.end))

    def _length_of_head(self, descriptions: Box, entry: Box, kind: bytes) -> int:
        if kind == PICTURES:
            return PICTURE_HEAD
        is_quicktime = self._boxes.number(descriptions, 0, 1) == 0
        with suppress(Invalid):
            return SOUND_HEADS.get(self._boxes.number(entry, 8, 2) * is_quicktime, SOUND_HEAD)
        return SOUND_HEAD
