"""The kind of a file is told by how it begins."""

import pytest

from rookiebattle.uploads.kinds import ENDINGS, TYPES, is_picture, type_of


def boxes(*brands: bytes, length: int | None = None) -> bytes:
    """The first box of a video: its length, 'ftyp', the main brand, a version, the others."""
    main, *others = brands
    size = length if length is not None else 16 + 4 * len(others)
    return size.to_bytes(4, "big") + b"ftyp" + main + b"\0\0\2\0" + b"".join(others)


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"\x89PNG\r\n\x1a\n....", "image/png"),
        (b"GIF87a..", "image/gif"),
        (b"GIF89a..", "image/gif"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "image/webp"),
        (b"RIFF\0\0\0\0WAVEfmt ", None),
        (b"RIFX\0\0\0\0WEBPVP8 ", None),
        (boxes(b"avif"), "image/avif"),
        (boxes(b"qt  "), "video/quicktime"),
        (boxes(b"isom"), "video/mp4"),
        (boxes(b"none", b"none", b"mp42"), "video/mp4"),
        (boxes(b"none", b"avis"), "image/avif"),
        (boxes(b"none", b"isom", b"none"), "video/mp4"),
        (boxes(b"qt  ", b"isom"), "video/quicktime"),
        (boxes(b"none"), None),
        (boxes(b"none") + b"isom", None),
        (boxes(b"none", *[b"none"] * 58, b"isom"), "video/mp4"),
        (boxes(b"none", *[b"none"] * 60, b"isom"), None),
        (boxes(b"none", *[b"none"] * 60, b"isom", length=2**32 - 1), None),
        (b"\x1aE\xdf\xa3....B\x82\x84webm", "video/webm"),
        (b"\x1aE\xdf\xa3....B\x82\x88matroska", None),
        (b"\x1aE\xdf\xa3" + b"." * 53 + b"B\x82\x84webm", "video/webm"),
        (b"\x1aE\xdf\xa3" + b"." * 54 + b"B\x82\x84webm", None),
        (b"....B\x82\x84webm", None),
        (b"<svg>", None),
        (b"", None),
    ],
)
def test_the_beginning_tells_the_kind(head: bytes, kind: str | None) -> None:
    assert type_of(head) == kind


def test_the_version_of_a_box_is_no_brand() -> None:
    assert type_of(b"\0\0\0\x10ftypnoneisom") is None


def test_every_kind_has_an_ending_and_is_a_picture_or_a_video() -> None:
    assert set(ENDINGS) == set(TYPES)
    assert [is_picture(one) for one in TYPES] == [one.startswith("image/") for one in TYPES]
