"""Videos keep their pictures and lose what a camera wrote beside them."""

from pathlib import Path

import pytest

from rookiebattle.core.errors import Invalid
from rookiebattle.uploads.kinds import type_of
from rookiebattle.uploads.videos import MOST_BOXES, clean
from tests.uploads.movies import PICTURES, SOUND, box, element, mp4, tracks_of, webm

PLACE = b"+27.9506-082.4572/"
HEADER = b"\x1aE\xdf\xa3\x87B\x82\x84webm"
TRACK = box(b"trak", box(b"mdia", box(b"hdlr", bytes(8) + b"vide")))
SILENT = box(b"trak", box(b"mdia", box(b"hdlr", bytes(8))))
START, CONTENT = box(b"ftyp", b"isom"), box(b"mdat", b"<script>")
DAMAGED, NO_PICTURE = "damaged or incomplete", "has no picture that we can show"
MP4, MOV, WEBM = "video/mp4", "video/quicktime", "video/webm"


@pytest.mark.parametrize(
    ("content", "mime_type"),
    [(mp4(place=PLACE), MP4), (mp4(brand=b"qt  ", place=PLACE), MOV), (webm(place=PLACE), WEBM)],
)
def test_the_place_is_overwritten_and_nothing_moves(
    content: bytes, mime_type: str, tmp_path: Path
) -> None:
    file = tmp_path / "video"
    file.write_bytes(content)
    assert PLACE in content
    clean(file, mime_type)
    after = file.read_bytes()
    assert (PLACE in after, len(after)) == (False, len(content))
    assert type_of(after) == mime_type
    assert after[-16:] == content[-16:]
    clean(file, mime_type)
    assert file.read_bytes() == after


def dated(kind: bytes, *, long: bool, date: bytes = b"DATE") -> bytes:
    """A header of a track or film: version, flags, when it was made and changed, and more."""
    version, times = (b"\x01", date * 4) if long else (b"\x00", date * 2)
    return box(kind, version + bytes(3) + times + b"more of it")


def film(notes: bytes, *, is_kept: bool = False, date: bytes = b"DATE") -> bytes:
    """A film with a picture, sound, and what a camera noted meanwhile."""

    def track(kind: bytes, content: bytes, *, long: bool) -> bytes:
        told = box(b"hdlr", bytes(8) + kind + b"name")
        media = dated(b"mdhd", long=long, date=date) + told + box(b"minf", content)
        return box(b"trak", dated(b"tkhd", long=long, date=date) + box(b"mdia", media))

    last = track(b"meta", notes, long=False)
    tracks = track(b"vide", b"frames", long=True) + track(b"soun", b"tones", long=False)
    tracks += last if is_kept else box(b"free", bytes(len(last) - 8))
    start = box(b"moov", dated(b"mvhd", long=False, date=date) + tracks)
    return box(b"ftyp", b"isom") + start + box(b"mdat", b"content")


def test_what_a_camera_noted_meanwhile_and_when_is_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "video"
    file.write_bytes(film(PLACE, is_kept=True))
    clean(file, MP4)
    assert file.read_bytes() == film(PLACE, date=bytes(4))


def test_a_date_that_is_cut_off_is_overwritten_as_far_as_it_goes(tmp_path: Path) -> None:
    file = tmp_path / "video"
    after = TRACK + box(b"udta")
    start = box(b"ftyp", b"isom") + box(b"mdat")
    file.write_bytes(start + box(b"moov", box(b"mvhd", bytes(4) + b"DAT") + after))
    clean(file, MP4)
    kept = TRACK + box(b"free")
    assert file.read_bytes() == start + box(b"moov", box(b"mvhd", bytes(7)) + kept)


@pytest.mark.parametrize(
    ("content", "mime_type"),
    [
        (mp4()[:-1], MP4),  # cut off
        (mp4() + b"<html>", MP4),
        (box(b"moov") + mp4(), MP4),
        (START + box(b"mdat", bytes(9)), MP4),  # nothing says what it shows
        (mp4().replace(b"mdat", b"wide"), MP4),  # nothing is shown
        (b"\x00\x00\x00\x04ftyp" + mp4(), MP4),  # shorter than its own head
        (b"\x00\x00\x00\x01ftyp" + b"\xff" * 8, MP4),
        (mp4() + box(b"free") * (MOST_BOXES + 1), MP4),
        (START + box(b"moov", SILENT) + CONTENT, MP4),  # no room for what it is
        (webm()[:-1], WEBM),
        (b"\x1aE\xdf\xa3\x87B\x82\x84webm", WEBM),
        (b"\x1aE\xdf\xa3\x87B\x82\x84webm" + b"\x00" * 20, WEBM),
        (element(b"\x18S\x80g", b""), WEBM),
        (HEADER + element(b"\x1cS\xbbk", tracks_of(PICTURES)), WEBM),  # no segment
        (HEADER + element(b"\x18S\x80g", tracks_of(PICTURES) + b"\xec\x80" * MOST_BOXES), WEBM),
        (b"\x08AAAA\x80", WEBM),  # a name of five bytes
        (b"", WEBM),
        (b"", MP4),
    ],
)
def test_a_file_of_another_form_is_refused(content: bytes, mime_type: str, tmp_path: Path) -> None:
    _expect_refused(content, mime_type, tmp_path, DAMAGED)


@pytest.mark.parametrize(
    ("content", "mime_type"),
    [
        (mp4().replace(b"vide", b"soun"), MP4),
        (START + box(b"moov") + CONTENT, MP4),
        (START + box(b"moov") + box(b"vide") + CONTENT, MP4),  # a box is no track
        (START + box(b"moov") + TRACK + CONTENT, MP4),  # a track outside of the film
        (HEADER + element(b"\x18S\x80g", b"\xec\x80"), WEBM),
        (HEADER + element(b"\x18S\x80g", tracks_of(SOUND)), WEBM),
        (HEADER + element(b"\x18S\x80g", element(b"\x16T\xaek", b"\xec\x80")), WEBM),
    ],
)
def test_a_film_without_pictures_is_refused(content: bytes, mime_type: str, tmp_path: Path) -> None:
    _expect_refused(content, mime_type, tmp_path, NO_PICTURE)


def test_what_a_track_says_of_itself_is_no_content(tmp_path: Path) -> None:
    told = START + box(b"moov", TRACK + TRACK.replace(b"vide", b"mdat"))
    _expect_refused(told, MP4, tmp_path, DAMAGED)


def _expect_refused(content: bytes, mime_type: str, folder: Path, why: str) -> None:
    file = folder / "video"
    file.write_bytes(content)
    with pytest.raises(Invalid, match=why):
        clean(file, mime_type)


def test_a_recording_that_does_not_say_its_length_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "video"
    open_size = b"\x01" + b"\xff" * 7
    tracks = tracks_of(PICTURES)
    live = b"\x18S\x80g" + open_size + tracks + b"\x1fC\xb6u" + open_size + bytes(30)
    file.write_bytes(HEADER + live)
    clean(file, WEBM)


def test_a_last_box_that_reaches_to_the_end_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "video"
    start, _, content = mp4().partition(box(b"mdat", bytes(16))[:8])
    file.write_bytes(start + b"\x00\x00\x00\x00mdat" + content)
    clean(file, MP4)
