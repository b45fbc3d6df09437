"""A picture that is drawn anew keeps its colors, what is see-through, and the times of its frames.

What a file should look like is computed from the values that were written into it, not decoded.
"""

import io
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageCms
from PIL.PngImagePlugin import PngInfo

from rookiebattle.integrations.pictures import drawing, worker

Color = tuple[int, int, int, int]
GRAY, RGB, PALETTE, GRAY_ALPHA, RGBA = 0, 2, 3, 4, 6
CHANNELS = {GRAY: 1, RGB: 3, PALETTE: 1, GRAY_ALPHA: 2, RGBA: 4}
DEPTHS = [
    *((depth, GRAY) for depth in (1, 2, 4, 8, 16)),
    *((depth, PALETTE) for depth in (1, 2, 4, 8)),
    *((depth, kind) for kind in (RGB, GRAY_ALPHA, RGBA) for depth in (8, 16)),
]
INKS = [(10, 20, 30), (200, 100, 50)]
SIDE = 16


@pytest.fixture
def made(tmp_path: Path) -> Path:
    folder = tmp_path / "made"
    folder.mkdir()
    return folder


def chunk(name: bytes, content: bytes) -> bytes:
    checked = name + content
    return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))


def png(halves: Sequence[Sequence[int]], depth: int, kind: int, *more: bytes) -> bytes:
    """A PNG of SIDE pixels each way, whose left and right half have these values."""
    values = [value for half in halves for _ in range(SIDE // 2) for value in half]
    bits = "".join(f"{value:0{depth}b}" for value in values)
    row = b"\0" + int(bits, 2).to_bytes(len(bits) // 8, "big")
    head = struct.pack(">IIBBBBB", SIDE, SIDE, depth, kind, 0, 0, 0)
    pixels = chunk(b"IDAT", zlib.compress(row * SIDE))
    return b"".join(
        [b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", head), *more, pixels, chunk(b"IEND", b"")]
    )


def looks(file: Path, folder: Path) -> list[Color]:
    """The colors of the left and the right half after the file was drawn anew."""
    worker.draw(file, folder)
    with Image.open(folder / "file") as whole:
        return colors_of(whole)


def colors_of(picture: Image.Image) -> list[Color]:
    width, height = picture.size
    full = picture.convert("RGBA")
    found: Any = [full.getpixel((x, height // 2)) for x in (width // 4, 3 * width // 4)]
    return list(found)


def written(tmp_path: Path, content: bytes) -> Path:
    file = tmp_path / "source"
    file.write_bytes(content)
    return file


def meant(values: Sequence[int], depth: int, kind: int, *, is_key: bool) -> Color:
    """The color that the specification of PNG gives these values."""
    if kind == PALETTE:
        return (*INKS[values[0]], 128 if is_key else 255)
    full = [round(value * 255 / (2**depth - 1)) for value in values]
    alpha = full.pop() if kind in (GRAY_ALPHA, RGBA) else 255
    red, green, blue = full * 3 if len(full) == 1 else full
    return red, green, blue, 0 if is_key else alpha


def near(found: Sequence[Color], wanted: Sequence[Color], most: int = 1) -> bool:
    """Whether the colors are the same, but for what is see-through, whose color nobody sees."""
    return len(found) == len(wanted) and all(
        abs(one[3] - other[3]) <= most
        and (other[3] == 0 or all(abs(a - b) <= most for a, b in zip(one, other, strict=True)))
        for one, other in zip(found, wanted, strict=True)
    )


@pytest.mark.parametrize("is_keyed", [False, True])
@pytest.mark.parametrize(("depth", "kind"), DEPTHS)
def test_each_depth_and_kind_of_png_keeps_its_colors(
    depth: int, kind: int, is_keyed: bool, tmp_path: Path, made: Path
) -> None:
    most = 2**depth - 1
    left = [most // 3, most, most // 2, most // 4][: CHANNELS[kind]]
    right = [most - most // 3, most // 8, most, most][: CHANNELS[kind]]
    more = []
    if kind == PALETTE:
        left, right = [0], [1]
        more.append(chunk(b"PLTE", bytes(value for ink in INKS for value in ink)))
    is_keyed = is_keyed and kind not in (GRAY_ALPHA, RGBA)
    if is_keyed:
        key = b"\x80" if kind == PALETTE else struct.pack(f">{len(left)}H", *left)
        more.append(chunk(b"tRNS", key))
    file = written(tmp_path, png([left, right], depth, kind, *more))
    wanted = [meant(left, depth, kind, is_key=is_keyed), meant(right, depth, kind, is_key=False)]
    assert near(looks(file, made), wanted)


def test_a_png_that_says_its_gamma_is_as_bright_as_it_is_meant(tmp_path: Path, made: Path) -> None:
    linear = chunk(b"gAMA", struct.pack(">I", 100_000))
    file = written(tmp_path, png([[128], [64]], 8, GRAY, linear))
    assert near(looks(file, made), [(186, 186, 186, 255), (136, 136, 136, 255)])
    usual = chunk(b"gAMA", struct.pack(">I", 45_455))
    file = written(tmp_path, png([[128], [64]], 8, GRAY, usual))
    assert near(looks(file, made), [(128, 128, 128, 255), (64, 64, 64, 255)])


SOLID: list[Color] = [(200, 60, 40, 255), (30, 90, 180, 255)]
GAPS: list[Color] = [(200, 60, 40, 0), (30, 90, 180, 255)]


def halves(colors: Sequence[Color], mode: str) -> Image.Image:
    picture = Image.new("RGBA", (64, 64), colors[1])
    picture.paste(colors[0], (0, 0, 32, 64))
    return picture.convert(mode)


@pytest.mark.parametrize(
    ("kind", "mode"),
    [
        *(("JPEG", mode) for mode in ("L", "RGB", "CMYK", "1")),
        *(("WEBP", mode) for mode in ("RGB", "RGBA", "L", "P")),
        *(("GIF", mode) for mode in ("1", "L", "P", "RGB", "RGBA")),
        *(("AVIF", mode) for mode in ("L", "LA", "P", "RGB", "RGBA")),
    ],
)
def test_each_mode_of_the_other_kinds_keeps_its_colors(
    kind: str, mode: str, tmp_path: Path, made: Path
) -> None:
    picture = halves(GAPS if mode in ("LA", "RGBA") else SOLID, mode)
    file = tmp_path / "source"
    picture.save(file, kind, quality=100)
    assert near(looks(file, made), colors_of(picture), most=6)


@pytest.mark.parametrize("mode", ["1", "P"])
def test_a_large_drawing_is_made_smaller_without_holes(
    mode: str, tmp_path: Path, made: Path
) -> None:
    picture = Image.new("L", (4200, 1500), 255)
    for x in range(0, 4200, 42):
        picture.paste(0, (x, 0, x + 1, 1500))
    file = tmp_path / "source"
    picture.convert(mode).save(file, "PNG")
    worker.draw(file, made)
    with Image.open(made / "file") as whole:
        row = whole.convert("L").crop((0, 100, whole.width, 101)).tobytes()
    # Each of a hundred thin lines is still there, a little lighter.
    assert sum(row.count(value) for value in range(250)) >= 99


@pytest.mark.parametrize("name", ["zTXt", "iTXt", "iCCP"])
def test_a_png_has_texts_and_profiles_as_large_as_editors_write_them(
    name: str, tmp_path: Path, made: Path
) -> None:
    file, words = tmp_path / "source", "history " * 9_000_000
    told: dict[str, Any] = {"pnginfo": PngInfo()}
    if name == "iCCP":
        profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
        told = {"icc_profile": profile + bytes(3_000_000)}
    elif name == "zTXt":
        told["pnginfo"].add_text("Raw", words, zip=True)
    else:
        told["pnginfo"].add_itxt("XML:com.adobe.xmp", words, zip=True)
    halves(SOLID, "RGB").save(file, "PNG", **told)
    # The program itself, which is told to take all that editors write.
    drawing.draw(file, made)
    with Image.open(made / "file") as whole:
        assert near(colors_of(whole), SOLID)


def a_profile_of_gray(gamma: float) -> bytes:
    """A color profile of gray values, as scanners write it."""
    curve = struct.pack(">4sIIH", b"curv", 0, 1, round(gamma * 256)) + bytes(2)
    white = struct.pack(">4sI3i", b"XYZ ", 0, 63190, 65536, 54061)
    texts = [(b"wtpt", white), (b"kTRC", curve)]
    at, table, content = 128 + 4 + 12 * len(texts), b"", b""
    for tag, data in texts:
        table += struct.pack(">4sII", tag, at + len(content), len(data))
        content += data
    body = struct.pack(">I", len(texts)) + table + content
    head = struct.pack(">3I", 128 + len(body), 0, 0x02400000) + b"mntrGRAYXYZ "
    head += bytes(12) + b"acsp" + bytes(28) + struct.pack(">3i", 63190, 65536, 54061)
    return head.ljust(128, b"\0") + body


@pytest.mark.parametrize("mode", ["L", "LA"])
def test_a_profile_of_gray_is_followed(mode: str, tmp_path: Path, made: Path) -> None:
    file = tmp_path / "source"
    picture = Image.new(mode, (64, 64), 128 if mode == "L" else (128, 99))
    picture.save(file, "PNG", icc_profile=a_profile_of_gray(1.0))
    left, _ = looks(file, made)
    assert (left[0] == left[1] == left[2], 184 <= left[0] <= 190) == (True, True)
    assert left[3] == (255 if mode == "L" else 99)


SHOWN = [250, 40, 100, 1500]
FRAMES: list[Color] = [(200, 60, 40, 255), (30, 90, 180, 255), (40, 160, 60, 255), (9, 9, 9, 255)]


def moving(file: Path, kind: str, durations: Sequence[int], **more: Any) -> Path:
    first, *others = [halves([color, color], "RGB") for color in FRAMES]
    first.save(file, kind, save_all=True, append_images=others, duration=list(durations), **more)
    return file


def frames_of(file: Path) -> list[tuple[int, list[Color]]]:
    """How long each frame is shown, and its colors."""
    found = []
    with Image.open(file) as picture:
        for number in range(getattr(picture, "n_frames", 1)):
            picture.seek(number)
            picture.load()
            found.append((round(picture.info["duration"]), colors_of(picture)))
    return found


@pytest.mark.parametrize("kind", ["GIF", "PNG", "WEBP", "AVIF"])
def test_each_kind_of_moving_picture_keeps_its_colors_and_times(
    kind: str, tmp_path: Path, made: Path
) -> None:
    worker.draw(moving(tmp_path / "source", kind, SHOWN), made)
    shown = frames_of(made / "file")
    assert [duration for duration, _ in shown] == SHOWN
    for (_, colors), color in zip(shown, FRAMES, strict=True):
        assert near(colors, [color, color], most=8)


@pytest.mark.parametrize("kind", ["GIF", "PNG", "WEBP", "AVIF"])
def test_frames_that_say_no_time_are_shown_as_long_as_browsers_do(
    kind: str, tmp_path: Path, made: Path
) -> None:
    # A GIF counts in hundredths of a second.
    told = [0, 10, 20, 20] if kind == "GIF" else [1, 10, 11, 16]
    worker.draw(moving(tmp_path / "source", kind, told), made)
    assert [duration for duration, _ in frames_of(made / "file")] == [100, 100, *told[2:]]


@pytest.mark.parametrize(
    ("kind", "told", "plays"),
    [
        *(("GIF", told, plays) for told, plays in ((None, 1), (0, 0), (1, 2), (3, 4))),
        *((kind, plays, plays) for kind in ("PNG", "WEBP") for plays in (0, 1, 3)),
    ],
)
def test_a_moving_picture_plays_as_often_as_before(
    kind: str, told: int | None, plays: int, tmp_path: Path, made: Path
) -> None:
    more = {} if told is None else {"loop": told}
    worker.draw(moving(tmp_path / "source", kind, SHOWN, **more), made)
    with Image.open(made / "file") as whole:
        assert whole.info["loop"] == plays


def test_the_still_before_the_frames_of_a_png_is_no_frame(tmp_path: Path, made: Path) -> None:
    file = tmp_path / "source"
    still, *others = [halves([color, color], "RGB") for color in FRAMES]
    still.save(
        file, "PNG", save_all=True, append_images=others, default_image=True, duration=SHOWN[1:]
    )
    worker.draw(file, made)
    assert [duration for duration, _ in frames_of(made / "file")] == SHOWN[1:]


def test_a_moving_picture_keeps_what_is_see_through(tmp_path: Path, made: Path) -> None:
    file, packed = tmp_path / "source", io.BytesIO()
    frames = [halves([(*color[:3], 0), color], "RGBA") for color in FRAMES]
    frames[0].save(
        packed, "GIF", save_all=True, append_images=frames[1:], duration=SHOWN, disposal=2
    )
    file.write_bytes(packed.getvalue())
    worker.draw(file, made)
    for (_, colors), color in zip(frames_of(made / "file"), FRAMES, strict=True):
        assert near(colors, [(*color[:3], 0), color], most=8)
