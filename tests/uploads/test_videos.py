"""Videos keep their pictures and lose what a camera wrote beside them."""

from pathlib import Path

import pytest

from rookiebattle.core.errors import Invalid
from rookiebattle.uploads.kinds import type_of
from rookiebattle.uploads.videos import clean
from rookiebattle.uploads.videos.boxes import MOST_BOXES
from tests.uploads.movies import PICTURES, SOUND, box, element, mp4, tracks_of, webm

PLACE = b"+27.9506-082.4572/"
HEADER = b"\x1aE\xdf\xa3\x87B\x82\x84webm"
TRACK = box(b"trak", box(b"mdia", box(b"hdlr", bytes(8) + b"vide")))
SILENT = box(b"trak", box(b"mdia", box(b"hdlr", bytes(8))))
START, CONTENT = box(b"ftyp", b"isom"), box(b"mdat", b"<script>")
DAMAGED, NO_PICTURE = "damaged or incomplete", "show the picture of this video"
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
    clean(file, mime_type)
    assert file.read_bytes() == after


@pytest.mark.parametrize(
    ("content", "mime_type"),
    [
        (mp4()[:-1], MP4),  # cut off
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


def test_a_last_box_that_reaches_to_the_end_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "video"
    start, _, content = mp4().partition(box(b"mdat", bytes(16))[:8])
    file.write_bytes(start + b"\x00\x00\x00\x00mdat" + content)
    clean(file, MP4)
