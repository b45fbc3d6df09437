"""Of a WebM stay the elements that players need, and the blocks of pictures and sounds."""

from pathlib import Path

import pytest

from rookiebattle.core.errors import Invalid
from rookiebattle.uploads.videos import clean, webm
from tests.uploads.movies import PICTURES, SOUND, element

PLACE = b"+27.9506-082.4572/"
SUBTITLES = 0x11
OPEN = b"\x01" + b"\xff" * 7
HEAD = b"\x1aE\xdf\xa3\x87B\x82\x84webm"
SEGMENT, SEEKS, INFO, TRACKS = b"\x18S\x80g", b"\x11M\x9bt", b"\x15I\xa9f", b"\x16T\xaek"
CLUSTER, CUES, TAGS, CHAPTERS = b"\x1fC\xb6u", b"\x1cS\xbbk", b"\x12T\xc3g", b"\x10C\xa7p"
BLOCK, GROUP, CHECKSUM = b"\xa3", b"\xa0", b"\xbf"


def gap(length: int) -> bytes:
    """A gap of so many bytes, with a head of nine."""
    return b"\xec\x01" + (length - 9).to_bytes(7, "big") + bytes(length - 9)


def gap_like(content: bytes) -> bytes:
    return gap(len(content))


def track(number: int, kind: int, *more: bytes) -> bytes:
    told = element(b"\xd7", bytes([number])) + element(b"\x83", bytes([kind]))
    return element(b"\xae", told + b"".join(more))


def block(number: int, content: bytes, name: bytes = BLOCK) -> bytes:
    return element(name, bytes([0x80 | number]) + b"\x00\x00\x80" + content)


def seek(name: bytes) -> bytes:
    return element(b"M\xbb", element(b"S\xab", name) + element(b"S\xac", b"\x40"))


def cleaned(content: bytes, folder: Path) -> bytes:
    file = folder / "video"
    file.write_bytes(content)
    clean(file, "video/webm")
    return file.read_bytes()


def film(*parts: bytes, told: bool) -> bytes:
    """The segment's content; `told`: with what programs and cameras write beside the film."""

    def noted(content: bytes) -> bytes:
        return content if told else gap_like(content)

    name, program = (b"\x53\x6e", b"Lavf") if told else (b"", bytes(4))
    named = element(name, PLACE) if told else gap(len(element(b"\x53\x6e", PLACE)))
    info = element(b"*\xd7\xb1", b"\x0f\x42\x40") + noted(element(b"{\xa9", PLACE))
    info += noted(element(b"Da", b"DateUTC!")) + element(b"M\x80", program)
    subtitles = noted(track(3, SUBTITLES))
    return b"".join(
        (
            element(SEEKS, seek(INFO) + noted(seek(TAGS))),
            noted(element(b"\xec", PLACE)),
            element(INFO, noted(element(CHECKSUM, b"four")) + info),
            element(TRACKS, track(1, PICTURES, named) + track(2, SOUND) + subtitles),
            *parts,
            element(CUES, element(b"\xbb", b"\xb3\x81\x01")),
            *map(
                noted,
                (element(TAGS, PLACE), element(CHAPTERS, PLACE), element(b"\x19A\xa4i", PLACE)),
            ),
        )
    )


def cluster_of(*, told: bool) -> bytes:
    notes = (
        block(3, PLACE),
        element(GROUP, block(3, PLACE, b"\xa1") + element(b"\x9b", b"\x01")),
        element(b"\xec", PLACE),
    )
    shown = element(b"\xe7", b"\x00") + block(1, b"picture") + block(2, b"sound")
    shown += element(GROUP, block(1, b"picture", b"\xa1") + element(b"\x9b", b"\x01"))
    return shown + b"".join(notes if told else map(gap_like, notes))


@pytest.mark.parametrize("behind", [b"", b"<html>" + PLACE, element(TAGS, PLACE)])
def test_what_players_need_stays_and_all_else_is_overwritten(behind: bytes, tmp_path: Path) -> None:
    def whole(told: bool) -> bytes:
        cluster = element(CLUSTER, cluster_of(told=told))
        return HEAD + element(SEGMENT, film(cluster, told=told))

    assert cleaned(whole(True) + behind, tmp_path) == whole(False)


@pytest.mark.parametrize("behind", [b"", bytes(9), BLOCK + b"\x90picture"])
def test_a_live_recording_is_cleaned_as_far_as_it_goes(behind: bytes, tmp_path: Path) -> None:
    def whole(told: bool) -> bytes:
        cluster = CLUSTER + OPEN + cluster_of(told=told)
        return HEAD + SEGMENT + OPEN + film(cluster, cluster, told=told)

    assert cleaned(whole(True) + behind, tmp_path) == whole(False)


@pytest.mark.parametrize(
    ("small", "after"),
    [
        (b"\xec\x80", b"\xec\x80"),
        (CHECKSUM + b"\x84four", b"\xec\x84" + bytes(4)),
        (TAGS + b"\x82ab", b"\xec\x85" + bytes(5)),
        (TAGS + b"\x84abcd", b"\xec\x01" + bytes(7)),
    ],
)
def test_a_small_element_becomes_a_gap_too(small: bytes, after: bytes, tmp_path: Path) -> None:
    start = element(TRACKS, track(1, PICTURES))
    before = HEAD + element(SEGMENT, start + small)
    assert cleaned(before, tmp_path) == HEAD + element(SEGMENT, start + after)


WIDTH, RATE, SCOPE, SETTINGS = b"\xb0\x81\x40", b"\xb5\x81\x40", b"P2\x81\x01", b"BU\x81\x01"
VIDEO, AUDIO, CODEC_VALUES = b"\xe0", b"\xe1", b"c\xa2"


@pytest.mark.parametrize(
    ("outside", "masters", "kept"),
    [
        (TRACKS, (b"\xae", VIDEO), WIDTH),
        (TRACKS, (b"\xae", VIDEO, b"U\xb0"), b"U\xb1\x81\x01"),
        (TRACKS, (b"\xae", VIDEO, b"U\xb0", b"U\xd0"), b"U\xda\x81\x01"),
        (TRACKS, (b"\xae", VIDEO, b"vp"), b"vu\x81\x01"),
        (TRACKS, (b"\xae", AUDIO), RATE),
        (TRACKS, (b"\xae", b"m\x80"), b""),
        (TRACKS, (b"\xae", b"m\x80", b"b@"), SCOPE),
        (TRACKS, (b"\xae", b"m\x80", b"b@", b"P4"), SETTINGS),
        (TRACKS, (b"\xae", b"A\xe4"), b"A\xf0\x81\x01"),
        (CUES, (b"\xbb",), b"\xb3\x81\x01"),
        (CUES, (b"\xbb", b"\xb7"), b"\xf7\x81\x01\xf1\x81\x40"),
        (CLUSTER, (GROUP, b"u\xa1"), b""),
        (CLUSTER, (GROUP, b"u\xa1", b"\xa6"), b"\xee\x81\x01\xa5\x81~"),
    ],
)
@pytest.mark.parametrize("unknown", [b"\xec", b"\x7a\xbc"])
def test_other_elements_are_gaps_however_deep_they_lie(
    outside: bytes, masters: tuple[bytes, ...], kept: bytes, unknown: bytes, tmp_path: Path
) -> None:
    shown = b"\xd7\x81\x01\x83\x81\x01"

    def whole(told: bool) -> bytes:
        note = element(unknown, PLACE)
        content = kept + (note if told else gap_like(note))
        for name in reversed(masters):
            first = {b"\xae": shown, GROUP: block(1, b"picture", b"\xa1")}.get(name, b"")
            content = element(name, first + content)
        start = element(TRACKS, track(1, PICTURES))
        return HEAD + element(SEGMENT, start + element(outside, content))

    assert cleaned(whole(True), tmp_path) == whole(False)


def xiph(first: bytes, second: bytes, third: bytes) -> bytes:
    """Three packets as WebM packs those of Vorbis: the lengths of the first two lead them."""
    lengths = (b"\xff" * (len(one) // 255) + bytes((len(one) % 255,)) for one in (first, second))
    return b"".join((b"\x02", *lengths, first, second, third))


@pytest.mark.parametrize("comment", [b"", PLACE, PLACE * 20])
def test_the_comments_of_vorbis_are_emptied_in_their_place(comment: bytes, tmp_path: Path) -> None:
    first, third = b"\x01vorbis" + b"rates", b"\x05vorbis" + b"books"

    def text(content: bytes) -> bytes:
        return len(content).to_bytes(4, "little") + content

    told = b"\x03vorbis" + text(b"Lavf") + b"\1\0\0\0" + text(comment) + b"\x01"
    empty = b"\x03vorbis" + bytes(8) + b"\x01"

    def whole(second: bytes) -> bytes:
        values = element(CODEC_VALUES, xiph(first, second, third))
        tracks = track(1, PICTURES) + track(2, SOUND, values)
        return HEAD + element(SEGMENT, element(TRACKS, tracks))

    assert cleaned(whole(told), tmp_path) == whole(empty + bytes(len(told) - len(empty)))


@pytest.mark.parametrize("values", [b"\x03vorbis", b"\x05vorbis" + b"\x03vorbis" * 9, b"OpusHead"])
def test_other_values_of_a_codec_stay(values: bytes, tmp_path: Path) -> None:
    tracks = track(1, PICTURES, element(CODEC_VALUES, values))
    film = HEAD + element(SEGMENT, element(TRACKS, tracks))
    assert cleaned(film, tmp_path) == film


@pytest.mark.parametrize("part", [TAGS + OPEN, CLUSTER + b"\x84\xa3\x85ab", BLOCK + b"\x80"])
def test_a_part_that_does_not_fit_is_refused(part: bytes, tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="damaged"):
        cleaned(HEAD + element(SEGMENT, element(TRACKS, track(1, PICTURES)) + part), tmp_path)


def test_too_many_elements_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    start = element(TRACKS, track(1, PICTURES))
    monkeypatch.setattr(webm, "MOST_ELEMENTS", 9)
    assert cleaned(HEAD + element(SEGMENT, start + b"\xec\x80" * 7), tmp_path)
    with pytest.raises(Invalid, match="damaged"):
        cleaned(HEAD + element(SEGMENT, start + b"\xec\x80" * 9), tmp_path)
