"""Pictures are drawn anew: upright, small enough, without what a camera wrote into them."""

import io
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageCms
from PIL.PngImagePlugin import PngInfo

from rookiebattle.core.errors import Invalid, Unavailable
from rookiebattle.integrations.pictures import drawing, worker
from rookiebattle.integrations.pictures.drawing import draw

PLACE, WORDS = 0x8825, b"words-of-a-camera"


@pytest.fixture
def made(tmp_path: Path) -> Path:
    folder = tmp_path / "made"
    folder.mkdir()
    return folder


def saved(tmp_path: Path, picture: Image.Image, kind: str, **options: object) -> Path:
    file = tmp_path / "source"
    packed = io.BytesIO()
    picture.save(packed, kind, **options)
    file.write_bytes(packed.getvalue())
    return file


def shape(width: int = 1000, height: int = 600, mode: str = "RGB") -> Image.Image:
    """A red picture with a blue left half."""
    picture = Image.new(mode, (width, height), "red")
    picture.paste("blue", (0, 0, width // 2, height))
    return picture


def test_a_photograph_is_turned_upright_and_forgets_its_place(tmp_path: Path, made: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held upright
    exif.get_ifd(PLACE)[2] = (27.0, 57.0, 2.0)
    drawn = draw(saved(tmp_path, shape(), "JPEG", exif=exif), made)
    assert (drawn.mime_type, drawn.width, drawn.height) == ("image/jpeg", 600, 1000)
    assert drawn.copies == (320,)
    assert drawn.placeholder.startswith("data:image/webp;base64,")
    with Image.open(made / "file") as whole:
        assert not whole.getexif()
        top, bottom = (whole.convert("RGB").getpixel((300, y)) for y in (10, 990))
    assert isinstance(top, tuple)
    assert isinstance(bottom, tuple)
    assert (top[2] > 200, bottom[0] > 200) == (True, True)  # blue above, red below
    with Image.open(made / "w320") as copy:
        assert (copy.format, copy.size) == ("WEBP", (320, 533))


@pytest.mark.parametrize(
    ("kind", "mime_type"),
    [("PNG", "image/png"), ("WEBP", "image/webp"), ("AVIF", "image/webp"), ("GIF", "image/webp")],
)
def test_other_kinds_are_drawn(kind: str, mime_type: str, tmp_path: Path, made: Path) -> None:
    drawn = draw(saved(tmp_path, shape(), kind), made)
    assert (drawn.mime_type, drawn.width, drawn.copies) == (mime_type, 1000, (320, 640, 960))


def test_a_see_through_picture_stays_so(tmp_path: Path, made: Path) -> None:
    picture = shape(mode="RGBA")
    picture.putalpha(99)
    draw(saved(tmp_path, picture, "PNG"), made)
    with Image.open(made / "file") as whole, Image.open(made / "w320") as copy:
        assert (whole.mode, copy.mode) == ("RGBA", "RGBA")


def test_a_large_picture_becomes_smaller(tmp_path: Path, made: Path) -> None:
    drawn = draw(saved(tmp_path, shape(5000, 3000), "PNG"), made)
    assert (drawn.mime_type, drawn.width, drawn.height) == ("image/webp", 3840, 2304)
    assert drawn.copies == (320, 640, 960, 1280, 1920)


@pytest.mark.parametrize(
    ("size", "drawn_size"),
    [((1080, 22_700), (779, 16_383)), ((5_000, 100), (5_000, 100)), ((9, 30_000), (5, 16_383))],
)
def test_a_tall_screenshot_stays_readable(
    size: tuple[int, int], drawn_size: tuple[int, int], tmp_path: Path, made: Path
) -> None:
    drawn = draw(saved(tmp_path, Image.new("1", size), "PNG"), made)
    assert (drawn.width, drawn.height) == drawn_size


def test_a_moving_picture_goes_on_moving(tmp_path: Path, made: Path) -> None:
    others = [Image.new("RGB", (400, 300), color) for color in ("green", "blue")]
    first = Image.new("RGB", (400, 300), "red")
    file = saved(tmp_path, first, "GIF", save_all=True, append_images=others, duration=80)
    drawn = draw(file, made)
    assert (drawn.mime_type, drawn.copies) == ("image/webp", (320,))
    with Image.open(made / "file") as whole:
        assert getattr(whole, "n_frames", 1) == 3


def test_a_photograph_with_a_preview_inside_is_one_photograph(tmp_path: Path, made: Path) -> None:
    preview = Image.new("RGB", (160, 120), "green")
    file = saved(tmp_path, shape(), "MPO", save_all=True, append_images=[preview])
    with Image.open(file) as camera:
        assert (camera.format, getattr(camera, "n_frames", 1)) == ("MPO", 2)
    drawn = draw(file, made)
    assert (drawn.mime_type, drawn.width, drawn.height) == ("image/jpeg", 1000, 600)
    with Image.open(made / "file") as whole:
        assert (whole.format, getattr(whole, "n_frames", 1)) == ("JPEG", 1)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF", "moving GIF"])
def test_what_is_written_beside_the_pixels_is_left_out(
    kind: str, tmp_path: Path, made: Path
) -> None:
    exif, words = Image.Exif(), PngInfo()
    exif[0x010E] = WORDS.decode()
    words.add_text("Comment", WORDS.decode())
    told: dict[str, object] = {"comment": WORDS, "exif": exif, "xmp": WORDS, "pnginfo": words}
    if kind == "moving GIF":
        told |= {"save_all": True, "append_images": [Image.new("RGB", (400, 300), "green")]}
    file = saved(tmp_path, shape(400, 300), kind.rpartition(" ")[2], **told)
    assert WORDS in file.read_bytes()
    worker.draw(file, made)
    assert {one.name for one in made.iterdir() if WORDS in one.read_bytes()} == set()


@pytest.mark.parametrize("content", [b"", b"\xff\xd8\xff", b"<svg/>", b"\x89PNG\r\n\x1a\n" * 9])
def test_a_broken_picture_is_refused(content: bytes, tmp_path: Path, made: Path) -> None:
    file = tmp_path / "source"
    file.write_bytes(content)
    with pytest.raises(Invalid, match="damaged"):
        draw(file, made)


def test_a_picture_with_too_many_pixels_or_frames_is_refused(tmp_path: Path, made: Path) -> None:
    with pytest.raises(Invalid, match="too many pixels"):
        draw(saved(tmp_path, Image.new("1", (10_000, 7_000)), "PNG"), made)
    frames = [Image.new("L", (2, 2), n % 250) for n in range(worker.MOST_FRAMES + 1)]
    with pytest.raises(Invalid, match="at most 300 frames"):
        draw(saved(tmp_path, frames[0], "GIF", save_all=True, append_images=frames[1:]), made)


def test_a_decoder_that_hangs_crashes_or_eats_memory_ends_alone(
    tmp_path: Path, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "program.py"
    monkeypatch.setattr(drawing, "WORKER", program)
    for does, error in (
        ("import time; time.sleep(60)", "too much memory or time"),
        ("import os; os.kill(os.getpid(), 11)", "damaged"),
        ("raise SystemExit(1)", "damaged"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGXCPU)", "too much memory or time"),
    ):
        program.write_text(does)
        monkeypatch.setattr(drawing, "SECONDS", 2.0)
        with pytest.raises(Invalid, match=error):
            draw(tmp_path / "source", made)
    # The machine had no memory for others, or is shutting down.
    for number in (signal.SIGKILL, signal.SIGTERM):
        program.write_text(f"import os; os.kill(os.getpid(), {number})")
        with pytest.raises(Unavailable):
            draw(tmp_path / "source", made)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "none"))
    with pytest.raises(Unavailable):
        draw(tmp_path / "source", made)


@pytest.mark.parametrize("name", ["file", "w320"])
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_disk_without_room_is_not_the_fault_of_the_picture(
    name: str, kind: str, tmp_path: Path, made: Path
) -> None:
    (made / name).symlink_to("/dev/full")
    with pytest.raises(Unavailable):
        draw(saved(tmp_path, shape(), kind), made)


def test_a_picture_that_is_too_long_when_drawn_is_refused(
    tmp_path: Path, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, limit = tmp_path / "program.py", "100 * 1024 * 1024"
    code = drawing.WORKER.read_text()
    assert limit in code
    program.write_text(code.replace(limit, "100"))
    monkeypatch.setattr(drawing, "WORKER", program)
    with pytest.raises(Invalid, match="too much memory or time"):
        draw(saved(tmp_path, shape(), "PNG"), made)


def test_a_program_that_computes_too_long_is_ended_by_its_own_limit() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import worker; "
        "worker.MOST_SECONDS = 1; worker.limit_itself()\n"
        "while True: pass"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code, str(drawing.WORKER.parent)], env={}, check=False
    )
    assert done.returncode == -signal.SIGXCPU


def test_the_program_has_no_secrets_and_little_memory(tmp_path: Path) -> None:
    code = (
        "import os, json, sys; sys.path.insert(0, sys.argv[1]); import worker; "
        "worker.limit_itself(); "
        "print(json.dumps(sorted(os.environ)))\n"
        "try:\n    bytearray(2_000_000_000)\nexcept MemoryError:\n    print('refused')"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code, str(drawing.WORKER.parent)],
        capture_output=True,
        text=True,
        env={},
        check=True,
    )
    names, refused = done.stdout.splitlines()
    assert (set(json.loads(names)) <= {"LC_CTYPE"}, refused) == (True, "refused")


def test_the_colors_of_a_profile_are_those_of_the_web(tmp_path: Path, made: Path) -> None:
    real = [ImageCms.ImageCmsProfile(ImageCms.createProfile(name)) for name in ("LAB", "sRGB")]
    for profile in (b"no profile", *(one.tobytes() for one in real)):
        draw(saved(tmp_path, shape(), "JPEG", icc_profile=profile), made)
        with Image.open(made / "file") as whole:
            assert "icc_profile" not in whole.info
            left = whole.convert("RGB").getpixel((100, 300))
        assert isinstance(left, tuple)
        assert left[2] > 200
