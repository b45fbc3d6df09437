"""Files that must not be stored as they are, each with what is wrong with it."""

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from tests.uploads.movies import box, mp4, webm

MARK = b"alert-4711"
SCRIPT = b"<html><script>" + MARK + b"</script></html>"
JPEG, PNG, GIF, WEBP, AVIF = (f"image/{kind}" for kind in ("jpeg", "png", "gif", "webp", "avif"))
MP4, WEBM, MOV = "video/mp4", "video/webm", "video/quicktime"


class Hostile(NamedTuple):
    """A file under a false flag. `is_cleaned`: it is stored, without what is hostile in it."""

    what: str
    content: bytes
    mime_type: str
    is_cleaned: bool = False


def picture(kind: str = "JPEG", size: tuple[int, int] = (64, 48), **options: object) -> bytes:
    packed = io.BytesIO()
    Image.linear_gradient("L").resize(size).convert("RGB").save(packed, kind, **options)
    return packed.getvalue()


def png_of(width: int, height: int, *, rows: bytes = b"") -> bytes:
    """A PNG that says it is so large. `rows` are its packed pixels."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        whole = kind + content
        return struct.pack(">I", len(content)) + whole + struct.pack(">I", zlib.crc32(whole))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    body = chunk(b"IHDR", head) + chunk(b"IDAT", rows or zlib.compress(b"\0")) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def gif_of(width: int, height: int, frames: int = 1) -> bytes:
    head = b"GIF89a" + struct.pack("<HH", width, height) + b"\x80\x00\x00" + bytes(6)
    image = b"," + struct.pack("<HHHH", 0, 0, width, height) + b"\x00\x02\x02D\x01\x00"
    return head + image * frames + b";"


def false_flags() -> Iterator[Hostile]:
    """Files that are no picture and no video, under the type of one."""
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w") as archive:
        archive.writestr("index.html", SCRIPT)
    svg = b'<svg xmlns="http://www.w3.org/2000/svg"><script>' + MARK + b"</script></svg>"
    others = {
        "nothing but a zero": b"\0",
        "a web page": SCRIPT,
        "a web page behind a mark of Unicode": b"\xef\xbb\xbf" + SCRIPT,
        "a web page behind spaces": b" " * 600 + SCRIPT,
        "a drawing with a script": svg,
        "a drawing behind a declaration": b'<?xml version="1.0"?>' + svg,
        "a program": b"\x7fELF" + bytes(200),
        "a program for Windows": b"MZ" + bytes(200),
        "an archive": zipped.getvalue(),
        "a document": b"%PDF-1.7\n" + MARK,
        "a shell script": b"#!/bin/sh\necho " + MARK,
        "a program for a web server": b"<?php echo '" + MARK + b"'; ?>",
        "PostScript": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n" + MARK,
        "a TIFF": picture("TIFF"),
        "a bitmap": picture("BMP"),
        "an icon": picture("ICO"),
        "a PCX": picture("PCX"),
        "a JPEG 2000": b"\x00\x00\x00\x0cjP  \r\n\x87\n" + bytes(99),
        "a HEIC": box(b"ftyp", b"heic" + bytes(4) + b"heicmif1") + bytes(99),
        "a sound": b"RIFF" + bytes(4) + b"WAVEfmt " + bytes(99),
        "an AVI": b"RIFF" + bytes(4) + b"AVI LIST" + bytes(99),
        "an MP3": b"ID3\x03" + bytes(99),
        "an Ogg": b"OggS" + bytes(99),
        "a Matroska that is no WebM": b"\x1aE\xdf\xa3\x8bB\x82\x88matroska" + bytes(99),
        "an unknown brand": box(b"ftyp", b"html" + bytes(4)) + box(b"moov") + box(b"mdat"),
        "the second half of a picture": picture()[300:],
    }
    for place, (what, content) in enumerate(others.items()):
        yield Hostile(f"{what} as a picture", content, (JPEG, PNG, GIF, WEBP, AVIF)[place % 5])
        yield Hostile(f"{what} as a video", content, (MP4, WEBM, MOV)[place % 3])


def broken() -> Iterator[Hostile]:
    """Pictures and videos that end too early, or whose inside is not what their head says."""
    kinds = {"JPEG": JPEG, "PNG": PNG, "GIF": GIF, "WEBP": WEBP, "AVIF": AVIF}
    for kind, mime_type in kinds.items():
        whole = picture(kind, (200, 150))
        yield Hostile(f"the head of a {kind}", whole[:20], mime_type)
        yield Hostile(f"half of a {kind}", whole[: len(whole) // 2], mime_type)
        yield Hostile(f"a {kind} with a web page inside", whole[:16] + SCRIPT, mime_type)
    yield Hostile("half of an MP4", mp4(size=900)[:450], MP4)
    yield Hostile("a web page in a box of its own", box(b"ftyp", b"isom") + SCRIPT, MP4)
    yield Hostile("half of a WebM", webm()[:40], WEBM)
    yield Hostile("a WebM with a web page inside", webm()[:16] + SCRIPT, WEBM)


def bombs() -> Iterator[Hostile]:
    """Small files that become enormous."""
    yield Hostile("a PNG of 400 megapixels", png_of(20_000, 20_000, rows=_many_rows()), PNG)
    yield Hostile("a PNG that says it has 4 gigapixels", png_of(65_000, 65_000), PNG)
    yield Hostile("a PNG of the largest numbers", png_of(2**31 - 1, 2**31 - 1), PNG)
    yield Hostile("a PNG without height", png_of(100, 0), PNG)
    line = png_of(30_000, 1, rows=zlib.compress(bytes(30_001)))
    yield Hostile("a PNG of one line", line, PNG, is_cleaned=True)
    yield Hostile("a GIF of 4 gigapixels", gif_of(65_535, 65_535), GIF)
    yield Hostile("a GIF with 5,000 pictures", gif_of(2_000, 2_000, 5_000), GIF)
    yield Hostile("a JPEG that says it is enormous", _enormous_jpeg(), JPEG)


def _many_rows() -> bytes:
    """400 MB of zeros, of one compressed piece again and again: to compress all takes seconds.

    At the end stand an empty last piece and the checksum of the zeros.
    """
    packer = zlib.compressobj(9, wbits=-15)
    piece = packer.compress(bytes(20_001) * 100) + packer.flush(zlib.Z_FULL_FLUSH)
    checksum = (20_001 * 20_000 % 65_521) << 16 | 1
    return b"\x78\xda" + piece * 200 + b"\x03\x00" + checksum.to_bytes(4, "big")


def _enormous_jpeg() -> bytes:
    whole = bytearray(picture())
    at = whole.index(b"\xff\xc0") + 5
    whole[at : at + 4] = struct.pack(">HH", 65_500, 65_500)
    return bytes(whole)


def with_passengers() -> Iterator[Hostile]:
    """Real pictures and videos that carry something else. The stored files must not."""
    told = PngInfo()
    told.add_text("Comment", SCRIPT.decode())
    told.add_itxt("XML:com.adobe.xmp", SCRIPT.decode())
    exif = Image.Exif()
    exif[0x010E] = SCRIPT.decode()
    exif[0x9286] = MARK.decode()
    exif.get_ifd(0x8825)[2] = (27.0, 57.0, 2.0)
    yield Hostile("a JPEG with a web page behind it", picture() + SCRIPT, JPEG, True)
    yield Hostile("a JPEG with an archive behind it", picture() + b"PK\x03\x04" + MARK, JPEG, True)
    yield Hostile("a JPEG with a comment", picture(comment=SCRIPT), JPEG, True)
    yield Hostile("a JPEG with notes of a camera", picture(exif=exif), JPEG, True)
    yield Hostile("a JPEG with a false profile", picture(icc_profile=SCRIPT), JPEG, True)
    yield Hostile("a PNG with comments", picture("PNG", pnginfo=told), PNG, True)
    yield Hostile("a PNG with a web page behind it", picture("PNG") + SCRIPT, PNG, True)
    yield Hostile("a PNG with notes of a camera", picture("PNG", exif=exif), PNG, True)
    yield Hostile("a WebP with notes", picture("WEBP", exif=exif, xmp=SCRIPT), WEBP, True)
    yield Hostile("a GIF with a comment", picture("GIF", comment=SCRIPT), GIF, True)
    yield Hostile("a GIF with a web page behind it", picture("GIF") + SCRIPT, GIF, True)
    yield Hostile("an AVIF with notes", picture("AVIF", exif=exif), AVIF, True)
    yield Hostile("a PNG that says it is a JPEG", picture("PNG"), JPEG, True)
    yield Hostile("a JPEG that says it is a video", picture(), MP4, True)
    yield Hostile("an MP4 with a web page behind it", mp4() + SCRIPT, MP4, True)
    yield Hostile("an MP4 with a web page inside", mp4(place=SCRIPT), MP4, True)
    yield Hostile("a WebM with a web page behind it", webm() + SCRIPT, WEBM, True)


def hostile_files() -> list[Hostile]:
    return [*false_flags(), *broken(), *bombs(), *with_passengers()]
