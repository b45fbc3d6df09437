"""Of an MP4 stay the boxes that players need, and the samples of pictures and sounds."""

from mmap import mmap
from pathlib import Path

import pytest

from rookiebattle.core.errors import Invalid
from rookiebattle.uploads.videos import boxes, clean, mp4, ranges
from tests.uploads.movies import box, full, listed, numbers

PLACE, NAME, DATE = b"+27.9506-082.4572/", b"A drone's name", b"DATE"
FIRST, SECOND, SOUND = b"PICTURE1", b"PIC2", b"TONE"
START = box(b"ftyp", b"isom")


def head(kind: bytes, number: int, *, long: bool = False, date: bytes = DATE) -> bytes:
    times = date * 4 if long else date * 2
    return box(kind, bytes((long,)) + bytes(3) + times + numbers(number) + b"more of it")


def track(
    number: int, kind: bytes, tables: bytes = b"", *, told: bool = True, long: bool = False
) -> bytes:
    """A track; `told`: with what a camera writes about it."""
    date, name, place = (DATE, NAME, PLACE) if told else (bytes(4), bytes(14), bytes(18))
    entry = bytes(12) + name[:4] + (bytes(26) + name + bytes(22) if kind == b"vide" else bytes(12))
    described = full(b"stsd", numbers(1), box(b"avc1", entry)) + tables
    sources = box(b"dinf", full(b"dref", numbers(1), full(b"url ", name, flags=1)))
    handler = box(b"hdlr", bytes(8) + kind + name)
    media = box(b"minf", sources + box(b"stbl", described))
    content = head(b"tkhd", number, long=long, date=date)
    content += box(b"mdia", head(b"mdhd", 0, long=long, date=date) + handler + media)
    return box(b"trak", content + box(b"udta" if told else b"free", place))


def gap_like(content: bytes) -> bytes:
    """A gap of the same length as this box."""
    return box(b"free", bytes(len(content) - 8))


def cleaned(content: bytes, folder: Path) -> bytes:
    file = folder / "video"
    file.write_bytes(content)
    clean(file, "video/mp4")
    return file.read_bytes()


SAME, EACH = full(b"stsz", numbers(4, 3)), full(b"stsz", numbers(0, 3, 4, 4, 4))
TWO_BYTES = full(b"stz2", numbers(16, 3), numbers(4, 4, 4, size="H"))
ONE_BYTE = full(b"stz2", numbers(8, 3), b"\x04\x04\x04")
HALF_A_BYTE = full(b"stz2", numbers(4, 3), b"\x44\x40")


@pytest.mark.parametrize("sizes", [SAME, EACH, TWO_BYTES, ONE_BYTE, HALF_A_BYTE])
@pytest.mark.parametrize(("places", "size"), [(b"stco", "I"), (b"co64", "Q")])
@pytest.mark.parametrize("long", [False, True])
def test_samples_of_shown_tracks_stay_and_all_else_is_overwritten(
    sizes: bytes, places: bytes, size: str, long: bool, tmp_path: Path
) -> None:
    def film(told: bool, at: int, data: bytes) -> bytes:
        runs = full(b"stsc", numbers(2, 1, 2, 1, 2, 1, 1))
        shown = listed(places, at, at + 30, size=size) + runs + sizes
        heard = listed(places, at + 34, size=size) + full(b"stsc", numbers(1, 1, 1, 1)) + SAME
        noted = listed(b"stco", at + 12) + full(b"stsc", numbers(1, 1, 1, 1))
        noted += full(b"stsz", numbers(18, 1))
        notes = track(3, b"text", noted, long=long)
        tracks = track(1, b"vide", shown, told=told, long=long)
        tracks += track(2, b"soun", heard, told=told, long=long)
        date = DATE if told else bytes(4)
        start = head(b"mvhd", 0, long=long, date=date) + tracks
        start += notes if told else gap_like(notes)
        moov = box(b"moov", start)
        return START + moov + box(b"mdat", data)

    data_at = len(film(True, 0, b""))
    before = film(True, data_at, FIRST + b"GAP." + PLACE + SECOND + SOUND + b"behind it")
    after = film(False, data_at, FIRST + bytes(4 + 18) + SECOND + SOUND + bytes(9))
    assert cleaned(before, tmp_path) == after


def test_the_data_may_come_before_the_film(tmp_path: Path) -> None:
    data = box(b"mdat", PLACE + FIRST)
    one = listed(b"stco", len(START) + 8 + len(PLACE)) + full(b"stsc", numbers(1, 1, 2, 1)) + SAME
    after = cleaned(START + data + box(b"moov", track(1, b"vide", one)), tmp_path)
    assert after.startswith(START + box(b"mdat", bytes(len(PLACE)) + FIRST))


@pytest.mark.parametrize(
    ("entry", "many", "kept"),
    [
        # Two channels of sixteen bits, of which QuickTime says that a sample has one byte.
        (box(b"sowt", bytes(16) + numbers(2, 16, size="H") + bytes(8)), 2, 8),
        # 64 samples are a packet of 34 bytes.
        (
            box(b"ima4", bytes(8) + numbers(1, size="H") + bytes(18) + numbers(64, 34, 34, 2)),
            64,
            34,
        ),
        (box(b"ulaw", bytes(16) + numbers(1, 16, size="H") + bytes(8)), 8, 8),
        (b"", 8, 8),
        (box(b"ulaw", b""), 8, 8),
    ],
)
def test_plain_sounds_of_quicktime_stay_whole(
    entry: bytes, many: int, kept: int, tmp_path: Path
) -> None:
    described = full(b"stsd", numbers(bool(entry)), entry)
    shown, sizes = box(b"hdlr", bytes(8) + b"vide"), full(b"stsz", numbers(1, many))

    def film(at: int) -> bytes:
        tables = described + listed(b"stco", at) + full(b"stsc", numbers(1, 1, many, 1)) + sizes
        heard = box(b"hdlr", bytes(8) + b"soun") + box(b"minf", box(b"stbl", tables))
        tracks = box(b"trak", box(b"mdia", shown)) + box(b"trak", box(b"mdia", heard))
        return START + box(b"moov", tracks) + box(b"mdat", b"")[:4] + b"mdat"

    data = b"~" * 40
    start = film(len(film(0)))[:-8] + (8 + 40).to_bytes(4, "big") + b"mdat"
    assert cleaned(start + data, tmp_path) == start + data[:kept] + bytes(40 - kept)


def described(kind: bytes, entry: bytes, version: int = 0) -> bytes:
    """A film with a track of pictures, and one of this kind with this sample description."""
    descriptions = full(b"stsd", numbers(1), box(b"some", entry), flags=version << 24)
    handler = box(b"hdlr", bytes(8) + kind)
    media = box(b"mdia", handler + box(b"minf", box(b"stbl", descriptions)))
    tracks = track(1, b"vide", told=False) + box(b"trak", media)
    return START + box(b"moov", tracks) + box(b"mdat", bytes(9))


V1, V2 = bytes(8) + numbers(1, size="H"), bytes(8) + numbers(2, size="H")


@pytest.mark.parametrize(
    ("kind", "entry", "version"),
    [
        (b"vide", bytes(78), 0),
        (b"soun", bytes(28), 0),
        (b"soun", V1 + bytes(34), 0),
        (b"soun", V2 + bytes(54), 0),
        # Of MP4 itself: as long as the others.
        (b"soun", V1 + bytes(18), 1),
    ],
)
def test_of_a_sample_description_stay_the_values_of_the_codec(
    kind: bytes, entry: bytes, version: int, tmp_path: Path
) -> None:
    def film(told: bool) -> bytes:
        note = box(b"uuid" if told else b"free", PLACE if told else bytes(len(PLACE)))
        end = box(bytes(4), PLACE if told else bytes(len(PLACE)))
        values = box(b"avcC", b"values") + box(b"esds", b"values") + box(b"pasp", b"a shape")
        packed = box(b"wave", box(b"frma", b"mp4a") + box(b"esds", b"values") + note + end)
        return described(kind, entry + note + values + packed + note, version)

    assert cleaned(film(True), tmp_path) == film(False)


@pytest.mark.parametrize(
    "tail", [b"\xffa table of QuickTime", box(b"avcC", b"values") + b"\xff" * 9]
)
def test_tables_in_a_sample_description_that_are_no_boxes_stay(tail: bytes, tmp_path: Path) -> None:
    film = described(b"vide", bytes(78) + tail)
    assert cleaned(film, tmp_path) == film


def test_a_sample_description_may_be_short(tmp_path: Path) -> None:
    film = described(b"soun", bytes(4))
    assert cleaned(film, tmp_path) == film


@pytest.mark.parametrize("kind", [b"uuid", b"udta"])
def test_other_boxes_are_gaps_in_an_index_and_in_sizes_too(kind: bytes, tmp_path: Path) -> None:
    def film(told: bool) -> bytes:
        note = box(kind if told else b"free", PLACE if told else bytes(len(PLACE)))
        shown = track(1, b"vide", told=False)
        sizes = box(b"trak", box(b"tapt", box(b"clef", b"size") + note) + shown[8:])
        index = box(b"mfra", note + full(b"tfra", b"times") + full(b"mfro", numbers(9)))
        return START + box(b"moov", sizes) + box(b"mdat", bytes(9)) + index

    assert cleaned(film(True), tmp_path) == film(False)


def chunks(many: int, at: int = 0) -> bytes:
    """A film of so many chunks, each of a byte that the next one does not touch."""
    places = listed(b"stco", *range(at, at + 2 * many, 2))
    sizes = full(b"stsz", numbers(1, many))
    one = places + full(b"stsc", numbers(1, 1, 1, 1)) + sizes
    return START + box(b"moov", track(1, b"vide", one, told=False))


def test_many_areas_and_many_samples_take_as_many_steps_as_both_together(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    steps, overwrite = list[int](), ranges.overwrite

    def counted(video: mmap, start: int, end: int) -> None:
        steps.append(start)
        overwrite(video, start, end)

    monkeypatch.setattr(ranges, "overwrite", counted)
    areas, many = 300, 1_000
    start = chunks(many, len(chunks(many)) + 8 * areas)
    film = start + box(b"mdat") * (areas - 1) + box(b"mdat", b"~" * 2 * many)
    after = start + box(b"mdat") * (areas - 1) + box(b"mdat", b"~\0" * many)
    assert cleaned(film, tmp_path) == after
    assert len(steps) <= areas + many


def test_too_many_chunks_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data = box(b"mdat", bytes(9))
    monkeypatch.setattr(mp4, "MOST_RANGES", 9)
    assert cleaned(chunks(9) + data, tmp_path)
    with pytest.raises(Invalid, match="damaged"):
        cleaned(chunks(10) + data, tmp_path)


def test_too_long_tables_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data = box(b"mdat", bytes(9))
    monkeypatch.setattr(boxes, "MOST_NUMBERS", 9)
    assert cleaned(chunks(9) + data, tmp_path)
    with pytest.raises(Invalid, match="damaged"):
        cleaned(chunks(10) + data, tmp_path)


IN_FRAGMENT, OFFSET, SIZES, BASE, SIZE = 0x20000, 0x1, 0x200, 0x1, 0x10


@pytest.mark.parametrize("usual", [0, 4])
@pytest.mark.parametrize("way", ["offsets", "bases", "in a row"])
def test_samples_of_fragments_stay_by_their_track(way: str, usual: int, tmp_path: Path) -> None:
    def part(number: int, start: int, at: int, many: int, size: int) -> bytes:
        """A track's run of samples, which begins so many bytes after the fragment does."""
        told = {"offsets": IN_FRAGMENT, "bases": BASE}.get(way, 0)
        base = numbers(start + at, size="Q") if way == "bases" else b""
        own = b"" if size == usual else numbers(size)
        flags = told | (SIZE if own else 0)
        offset = numbers(at) if way == "offsets" or (way == "in a row" and number == 1) else b""
        return box(
            b"traf",
            full(b"tfhd", numbers(number), base, own, flags=flags)
            + full(b"trun", numbers(many), offset, flags=OFFSET if offset else 0),
        )

    def film(told: bool, start: int, at: int, data: bytes) -> bytes:
        usually = full(b"trex", numbers(1, 1, 0, usual, 0)) if usual else b""
        notes, noted = track(2, b"text"), part(2, start, at + 8, 1, 18)
        shown = box(
            b"moov",
            track(1, b"vide", told=told)
            + (notes if told else gap_like(notes))
            + box(b"mvex", usually),
        )
        heard = part(1, start, at, 2, 4) + (noted if told else gap_like(noted))
        sums = full(b"emsg", PLACE)
        moof = box(b"moof", full(b"mfhd", numbers(1)) + heard)
        return START + shown + moof + (sums if told else gap_like(sums)) + box(b"mdat", data)

    whole = film(True, 0, 0, b"")
    start = whole.index(b"moof") - 4
    at = len(whole) - start
    before = film(True, start, at, FIRST + PLACE)
    assert cleaned(before, tmp_path) == film(False, start, at, FIRST + bytes(len(PLACE)))


def test_each_sample_of_a_fragment_may_tell_its_size(tmp_path: Path) -> None:
    def film(offset: int, data: bytes) -> bytes:
        run = full(b"trun", numbers(2, offset, 0), numbers(9, 3, 9, 9, 9, 5, 9, 9), flags=0xF05)
        moof = box(b"moof", box(b"traf", full(b"tfhd", numbers(1, 7, 7), flags=0x2000A) + run))
        return START + box(b"moov", track(1, b"vide", told=False)) + moof + box(b"mdat", data)

    offset = len(film(0, b"")) - film(0, b"").index(b"moof") + 4
    assert cleaned(film(offset, FIRST + PLACE), tmp_path) == film(offset, FIRST + bytes(18))


def tables(*parts: bytes) -> bytes:
    return box(b"moov", track(1, b"vide", b"".join(parts)))


HANDLER = box(b"hdlr", bytes(8) + b"vide")
ONE_CHUNK, ONE_RUN = listed(b"stco", 0), full(b"stsc", numbers(1, 1, 1, 1))


@pytest.mark.parametrize(
    "moov",
    [
        tables(ONE_CHUNK),
        tables(ONE_CHUNK, ONE_RUN),
        tables(ONE_CHUNK, SAME),
        tables(ONE_CHUNK, full(b"stsc", numbers(1, 0, 1, 1)), SAME),
        tables(ONE_CHUNK, full(b"stsc", numbers(1, 3, 1, 1)), SAME),
        tables(ONE_CHUNK, ONE_RUN, full(b"stz2", numbers(7, 1), b"\x01")),
        tables(full(b"stco", numbers(2, 0)), ONE_RUN, SAME),
        box(b"moov", box(b"trak", box(b"tkhd", bytes(9)) + box(b"mdia", HANDLER))),
    ],
)
def test_tables_that_do_not_fit_together_are_refused(moov: bytes, tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="damaged"):
        cleaned(START + moov + box(b"mdat", FIRST), tmp_path)


@pytest.mark.parametrize("trailer", [b"<html>" + PLACE, b"\x00\x00", b"a", b"\x00\x00\x00\x02free"])
def test_what_stands_behind_the_last_box_is_cut_off(trailer: bytes, tmp_path: Path) -> None:
    film = START + box(b"moov", track(1, b"vide", told=False)) + box(b"mdat", bytes(9))
    assert cleaned(film + trailer, tmp_path) == film


@pytest.mark.parametrize("kind", [b"uuid", b"free", b"skip", b"udta", b"meta", b"sefd", bytes(4)])
def test_other_boxes_are_gaps_whatever_their_name(kind: bytes, tmp_path: Path) -> None:
    film = START + box(b"moov", track(1, b"vide", told=False)) + box(b"mdat", bytes(9))
    assert cleaned(film + box(kind, PLACE), tmp_path) == film + box(b"free", bytes(len(PLACE)))


def test_a_date_that_is_cut_off_is_overwritten_as_far_as_it_goes(tmp_path: Path) -> None:
    def film(date: bytes) -> bytes:
        shown = track(1, b"vide", told=False)
        return START + box(b"mdat") + box(b"moov", box(b"mvhd", bytes(4) + date) + shown)

    assert cleaned(film(b"DAT"), tmp_path) == film(bytes(3))


def test_zeros_may_end_the_boxes_of_a_box(tmp_path: Path) -> None:
    film = START + box(b"moov", track(1, b"vide", told=False) + bytes(4)) + box(b"mdat", bytes(9))
    assert cleaned(film, tmp_path) == film
