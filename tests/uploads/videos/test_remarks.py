"""Of the messages among the pictures of H.264 and H.265 stay those that decoders need."""

from pathlib import Path

import pytest

from rookiebattle.core.errors import Invalid
from rookiebattle.uploads.videos import clean, remarks
from tests.uploads.movies import PICTURES, box, element, full, listed, numbers

START = box(b"ftyp", b"isom")
PLACE = b"+27.9506-082.4572/"
TIMES, TURNED, SUBTITLES, NOTE = (
    b"\x01\x03abc",
    b"\x2f\x02\x11\x10",
    b"\x04\x05\xb5\x00\x31GA",
    b"\x05\x12" + PLACE,
)
END, PICTURE = b"\x80", b"\x65a picture"
SAMPLES = Path(__file__).with_name("samples")


def cleaned(content: bytes, folder: Path, mime_type: str = "video/mp4") -> bytes:
    file = folder / "video"
    file.write_bytes(content)
    clean(file, mime_type)
    return file.read_bytes()


def filled(size: int) -> bytes:
    """A message of so many bytes, with its head, that only fills."""
    return bytes((3, size - 2)) + b"\xff" * (size - 2)


def unit(content: bytes, length: int = 4) -> bytes:
    return len(content).to_bytes(length, "big") + content


def h264(length: int = 4) -> bytes:
    return box(b"avcC", bytes((1, 100, 0, 30, 0xFC | length - 1)) + b"sets")


def h265(*units: bytes) -> bytes:
    lists = b"\x27" + numbers(len(units), size="H") + b"".join(unit(one, 2) for one in units)
    return box(b"hvcC", bytes(21) + b"\xff\x01" + lists)


def film(values: bytes, sample: bytes) -> bytes:
    """A film of one sample whose pictures have these values of their codec."""

    def start(at: int) -> bytes:
        described = full(b"stsd", numbers(1), box(b"some", bytes(78) + values))
        tables = described + listed(b"stco", at) + full(b"stsc", numbers(1, 1, 1, 1))
        tables += full(b"stsz", numbers(len(sample), 1))
        handler = box(b"hdlr", bytes(8) + b"vide")
        media = box(b"mdia", handler + box(b"minf", box(b"stbl", tables)))
        return START + box(b"moov", box(b"trak", media))

    return start(len(start(0)) + 8) + box(b"mdat", sample)


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (NOTE, filled(20)),
        (TIMES + NOTE + TURNED, TIMES + TURNED + filled(20)),
        (NOTE + SUBTITLES, SUBTITLES + filled(20)),
        (b"\x04\x05\xb5\x00\x99GA", filled(7)),
        # A time of day, the sum of a picture, a kind that nobody knows.
        (b"\x88\x01a\x84\x01b\xff\xff\x09\x01c", filled(3 + 3 + 5)),
        # A message that is longer than the unit, and bytes behind the end.
        (TIMES + b"\x05\x90" + PLACE, TIMES + filled(20)),
        (TIMES + END + PLACE, TIMES + filled(19)),
        (TIMES, TIMES),
        (TIMES + b"\x05\x00", TIMES + b"\x05\x00"),
    ],
)
@pytest.mark.parametrize("length", [1, 2, 4])
def test_what_no_decoder_needs_is_filled_in_its_place(
    said: bytes, left: bytes, length: int, tmp_path: Path
) -> None:
    def sample(messages: bytes) -> bytes:
        return unit(b"\x06" + messages + END, length) + unit(PICTURE, length)

    values = h264(length)
    assert cleaned(film(values, sample(said)), tmp_path) == film(values, sample(left))


@pytest.mark.parametrize("kind", [39, 40])
def test_h265_has_such_messages_before_and_behind_a_picture(kind: int, tmp_path: Path) -> None:
    def sample(messages: bytes) -> bytes:
        head = bytes((kind << 1, 1))
        return unit(b"\x26\x01" + NOTE) + unit(head + messages + END)

    values = h265()
    assert cleaned(film(values, sample(NOTE)), tmp_path) == film(values, sample(filled(20)))


def test_the_values_of_h265_have_such_messages_too(tmp_path: Path) -> None:
    def told(messages: bytes) -> bytes:
        return film(h265(b"\x4e\x01" + TIMES + END, b"\x4e\x01" + messages + END), b"nothing")

    assert cleaned(told(NOTE), tmp_path) == told(filled(20))


@pytest.mark.parametrize("size", [1, 2, 3, 254, 255, 256, 257, 258, 259, 510, 511, 512, 600])
def test_messages_of_every_length_are_filled(size: int, tmp_path: Path) -> None:
    said = b"\x05" + b"\xff" * (size // 255) + bytes((size % 255,)) + b"~" * size
    before = film(h264(), unit(b"\x06" + TIMES + said + END))
    after = cleaned(before, tmp_path)
    assert b"~" not in after
    assert TIMES + b"\x03" in after
    assert (len(after), cleaned(after, tmp_path)) == (len(before), after)


def test_three_bytes_that_would_begin_a_unit_stay_parted(tmp_path: Path) -> None:
    # Of the parted zeros the lengths count two, of the note's end four.
    times, note = b"\x01\x03a\x00\x00", b"\x05\x05a\x00\x00\x03\x00\x00"
    before = film(h264(), unit(b"\x06" + note + times + END))
    after = film(h264(), unit(b"\x06" + times + b"\x03" + filled(7) + END))
    assert cleaned(before, tmp_path) == after


def test_a_very_long_message_goes_without_a_look_into_it(tmp_path: Path) -> None:
    long = unit(b"\x06" + TIMES + b"~" * 70_000 + END)
    after = cleaned(film(h264(), long), tmp_path)
    assert not any(one in after for one in (b"~", b"abc"))


@pytest.mark.parametrize(
    "sample", [unit(b"\x06")[:-1], b"\x00\x00\x00\x99" + NOTE, unit(b"\x06") + unit(b"\x06a")]
)
def test_units_without_room_or_of_a_wrong_length_stay(sample: bytes, tmp_path: Path) -> None:
    assert cleaned(film(h264(), sample), tmp_path) == film(h264(), sample)


def test_samples_outside_of_the_data_are_left_alone(tmp_path: Path) -> None:
    before = film(h264(), unit(b"\x06" + NOTE + END))
    data_at = before.index(b"mdat") + 4
    at = before.index(b"stco") + 12
    aside = before[:at] + numbers(data_at - 4) + before[at + 4 :]
    assert cleaned(aside, tmp_path)[:data_at] == aside[:data_at]


def test_too_many_units_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(remarks, "MOST_UNITS", 3)
    assert cleaned(film(h264(), unit(PICTURE) * 3), tmp_path)
    with pytest.raises(Invalid, match="damaged"):
        cleaned(film(h264(), unit(PICTURE) * 4), tmp_path)
    with pytest.raises(Invalid, match="damaged"):
        cleaned(film(h264(), unit(b"\x06" + TIMES * 3 + END)), tmp_path)


def pictures(film: bytes) -> list[bytes]:
    """The units of a film that are no messages."""
    found, at = list[bytes](), 0
    while at < len(film):
        end = at + int.from_bytes(film[at : at + 4], "big")
        if film[at + 4 : at + 8] == b"mdat":
            at += 8
            while at < end:
                size = int.from_bytes(film[at : at + 4], "big")
                found.append(film[at + 4 : at + 4 + size])
                at += 4 + size
        at = end
    return [one for one in found if one[0] not in (6, 39 << 1)]


@pytest.mark.parametrize(("name", "many"), [("h264", 2), ("h265", 2), ("fragments", 3)])
def test_the_settings_of_an_encoder_go_and_all_pictures_stay(
    name: str, many: int, tmp_path: Path
) -> None:
    """Films of ffmpeg's libx264 and libx265, which write their settings into them."""
    before = (SAMPLES / f"{name}.mp4").read_bytes()
    after = cleaned(before, tmp_path)
    assert b" - options: " in before
    assert not any(one in after for one in (b"options: ", b"x26", b"keyint="))
    assert pictures(after) == pictures(before)
    assert len(pictures(after)) == many


def obu(kind: int, content: bytes, *, sized: bool = True, more: bytes = b"") -> bytes:
    """A unit of AV1; `more`: with a second byte of its head."""
    head = bytes((kind << 3 | bool(more) << 2 | sized << 1,)) + more
    return head + (bytes((len(content),)) if sized else b"") + content


METADATA, PADDING, FRAME = 5, 15, obu(6, b"a picture")
AV1_NOTES = [
    (b"\x04\xb5\x00\x99" + PLACE, b"\xff" * 21 + END),
    (b"\x06" + PLACE, b"\xff" * 18 + END),
    (b"\x84\x00\xb5\x00\x31" + PLACE, b""),
    (b"\x05", END),
    (b"\x02colors", b""),
]


def av1(told: bytes, left: bytes, *, gone: bool = False) -> bytes:
    """A sample with a note in two places; `gone`: as it is stored."""
    kind, note = (PADDING, left) if gone and left else (METADATA, told)
    last = obu(kind, note, sized=False, more=b"\x08")
    return obu(kind, note) + FRAME + last


@pytest.mark.parametrize(("told", "left"), AV1_NOTES)
def test_metadata_of_av1_becomes_padding_in_an_mp4(
    told: bytes, left: bytes, tmp_path: Path
) -> None:
    def whole(*, gone: bool) -> bytes:
        values = box(b"av1C", b"\x81\x04\x0c\x00" + av1(told, left, gone=gone))
        return film(values, av1(told, left, gone=gone))

    assert cleaned(whole(gone=False), tmp_path) == whole(gone=True)


def track(number: int, told: bytes) -> bytes:
    """A track of a WebM."""
    numbered = element(b"\xd7", bytes((number,))) + element(b"\x83", bytes((PICTURES,)))
    return element(b"\xae", numbered + told)


def in_block(number: int, sample: bytes) -> bytes:
    return bytes((0x80 | number, 0, 0, 0x80)) + sample


@pytest.mark.parametrize(("told", "left"), AV1_NOTES)
def test_metadata_of_av1_becomes_padding_in_a_webm(
    told: bytes, left: bytes, tmp_path: Path
) -> None:
    def whole(*, gone: bool) -> bytes:
        sample = av1(told, left, gone=gone)
        coded = element(b"\x86", b"V_AV1") + element(b"c\xa2", b"\x81\x04\x0c\x00" + sample)
        other = element(b"\x86", b"V_VP9")
        grouped = element(b"\xa0", element(b"\xa1", in_block(1, sample)))
        blocks = element(b"\xa3", in_block(1, sample)) + grouped
        blocks += element(b"\xa3", in_block(2, av1(told, left)))
        tracks = element(b"\x16T\xaek", track(1, coded) + track(2, other))
        segment = tracks + element(b"\x1fC\xb6u", blocks)
        return b"\x1aE\xdf\xa3\x87B\x82\x84webm" + element(b"\x18S\x80g", segment)

    assert cleaned(whole(gone=False), tmp_path, "video/webm") == whole(gone=True)


@pytest.mark.parametrize(
    "sample", [b"\x2a\x09" + PLACE[:3], b"\x2a", b"\x2a\xff", b"\x2a" + b"\x80" * 9]
)
def test_units_of_av1_of_a_wrong_length_stay(sample: bytes, tmp_path: Path) -> None:
    values = box(b"av1C", b"\x81\x04\x0c\x00")
    assert cleaned(film(values, sample), tmp_path) == film(values, sample)
