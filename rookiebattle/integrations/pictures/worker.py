"""The program that draws a picture anew, alone and limited, because decoders are attacked.

`python -I worker.py PICTURE FOLDER` prints what it made as JSON. It imports nothing of the site."""

import base64
import errno
import io
import itertools
import json
import math
import resource
import sys
import warnings
from pathlib import Path

from PIL import Image, ImageCms, ImageFile, ImageOps, ImageSequence, PngImagePlugin

MOST_MEMORY, MOST_WRITTEN, MOST_SECONDS = 1_536 * 1024 * 1024, 100 * 1024 * 1024, 25
MOST_PIXELS, MOST_FRAMES, MOST_MOVING_PIXELS = 64_000_000, 300, 120_000_000
LONGEST_SIDE = 3840
# A tall screenshot would not be readable in LONGEST_SIDE. WebP allows no longer side.
STRIP_RATIO, LONGEST_OF_STRIP = 3, 16_383
# A large PNG is slow to write and heavy to load, and is a photograph more often than a drawing.
MOST_PNG_PIXELS = 2_500_000
WIDTHS = (320, 640, 960, 1280, 1920)
PLACEHOLDER_SIDE = 12
DECODERS = ("JPEG", "PNG", "WEBP", "GIF", "AVIF")
LARGEST_PROFILE = 64 * 1024 * 1024
TEXTS_OF_PNG = ("chunk_tEXt", "chunk_zTXt", "chunk_iTXt")
# Levels of the see-through color of a PNG with few bits, whose pixels are decoded to whole bytes.
STEPS = {"L;2": 85, "L;4": 17}
BYTE_OF_TWO = [round(value / 257) for value in range(65_536)]
WEBP_MARKS, WEBP_HAS_GAPS = 20, 0x10
COLORS_OF_PROFILE = {"GRAY": "L", "RGB ": "RGB", "CMYK": "CMYK"}
USUAL_GAMMA = 1 / 2.2
# Browsers show a frame that says less for USUAL_MS.
SHORTEST_MS, USUAL_MS = 11, 100
TOO_BIG, TOO_LONG, TOO_HARD = "too big", "too long", "too hard"
BROKEN, NO_ROOM = "broken", "no room"
# The disk's errors. A decoder's own errors have no number, or say that an argument is invalid.
OF_THE_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS)
Result = dict[str, object]


class RefusedError(Exception):
    """The picture is not drawn; the text is the code of the reason."""


def limit_itself() -> None:
    """Let this process end rather than take the machine's time or memory, or write much."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    # The signal of the lower limit tells that the picture took too long. At the upper one the
    # process would be killed, as it is when the machine has no memory left.
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_WRITTEN, MOST_WRITTEN))
    Image.MAX_IMAGE_PIXELS = MOST_PIXELS
    warnings.simplefilter("error", Image.DecompressionBombWarning)


def take_what_editors_write() -> None:
    """Let a PNG have texts and a color profile of any size that a photo editor writes."""
    PngImagePlugin.MAX_TEXT_CHUNK = LARGEST_PROFILE
    # The decoder passes over texts that it does not know. They are left out anyway.
    for name in TEXTS_OF_PNG:
        delattr(PngImagePlugin.PngStream, name)


def draw(source: Path, folder: Path) -> Result:
    """Write the picture and its smaller copies into the folder."""
    with Image.open(source, formats=DECODERS) as picture:
        width, height = picture.size
        if width * height > MOST_PIXELS:
            raise RefusedError(TOO_BIG)
        # A camera's JPEG may hold a smaller preview or a map of depths: MPO, which does not move.
        kind = "JPEG" if picture.format == "MPO" else picture.format or ""
        if kind != "JPEG" and getattr(picture, "is_animated", False):
            return _draw_moving(picture, folder)
        if kind == "JPEG":
            picture.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
        if kind == "PNG":
            _fit_key(picture)
        still = _upright(picture)
        mime_type = _write_whole(still, kind, folder / "file")
    return _with_copies(still, mime_type, folder)


def _fit_key(picture: ImageFile.ImageFile) -> None:
    """A PNG names its see-through color with the bits of the file, the pixels are bytes."""
    bits, key = picture.tile[0].args, picture.info.get("transparency")
    if bits in STEPS and isinstance(key, int):
        picture.info["transparency"] = key * STEPS[bits]
    if bits == "RGB;16B" and isinstance(key, tuple):
        picture.info["transparency"] = tuple(value >> 8 for value in key)


def _upright(picture: Image.Image) -> Image.Image:
    """The pixels alone, turned as the camera noted, in the colors of the web, not too large."""
    turned = _in_bytes(ImageOps.exif_transpose(picture))
    turned.thumbnail(_most_of(turned), Image.Resampling.LANCZOS, reducing_gap=2.0)
    plain = _in_colors_of_the_web(turned)
    return Image.frombytes(plain.mode, plain.size, plain.tobytes())


def _most_of(picture: Image.Image) -> tuple[int, int]:
    """The width and height into which the picture is fitted."""
    short, long = sorted(picture.size)
    if long <= STRIP_RATIO * short:
        return LONGEST_SIDE, LONGEST_SIDE
    longest = min(LONGEST_OF_STRIP, round(LONGEST_SIDE * math.sqrt(long / short)))
    return longest, longest


def _in_bytes(picture: Image.Image) -> Image.Image:
    key = picture.info.get("transparency")
    if picture.mode == "I;16":
        return _in_bytes_of_sixteen_bits(picture, key)
    if key is None and picture.mode in ("L", "LA", "RGB", "RGBA", "CMYK"):
        return picture
    if picture.mode in ("1", "L"):
        return picture.convert("L" if key is None else "LA")
    return picture.convert("RGBA" if picture.has_transparency_data else "RGB")


def _in_bytes_of_sixteen_bits(picture: Image.Image, key: int | None) -> Image.Image:
    wide = picture.convert("I")
    gray = wide.point(BYTE_OF_TWO, "L")
    gray.info = dict(picture.info)
    if key is not None:
        gray.putalpha(wide.point([0 if value == key else 255 for value in range(65_536)], "L"))
    return gray


def _in_colors_of_the_web(picture: Image.Image) -> Image.Image:
    """The picture in RGB or RGBA. Cameras note a wider range of colors, which would look pale."""
    has_gaps = picture.mode in ("LA", "RGBA")
    colors = picture.convert(picture.mode.rstrip("A")) if has_gaps else picture
    if profile := picture.info.get("icc_profile"):
        colors = _by_profile(colors, profile)
    elif "srgb" not in picture.info:
        colors = _by_gamma(colors, picture.info.get("gamma") or USUAL_GAMMA)
    plain = colors.convert("RGB")
    if has_gaps and not _is_opaque(picture):
        plain.putalpha(picture.getchannel("A"))
    return plain


def _by_profile(colors: Image.Image, profile: bytes) -> Image.Image:
    try:
        known = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        mode = COLORS_OF_PROFILE.get(known.profile.xcolor_space)
        if colors.mode == "L" and mode == "RGB":
            colors = colors.convert(mode)
        if colors.mode != mode:
            return colors
        web = ImageCms.createProfile("sRGB")
        drawn = ImageCms.profileToProfile(colors, known, web, outputMode="RGB")
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return colors
    return drawn or colors


def _by_gamma(colors: Image.Image, gamma: float) -> Image.Image:
    """A PNG without a profile may say how bright its values are meant."""
    power = USUAL_GAMMA / gamma
    if colors.mode == "CMYK" or abs(power - 1) < 0.05:
        return colors
    levels = [round(255 * (value / 255) ** power) for value in range(256)]
    return colors.point(levels * len(colors.getbands()))


def _write_whole(still: Image.Image, kind: str, file: Path) -> str:
    if still.mode == "RGB" and kind == "JPEG":
        _save(still, file, "JPEG", quality=88, optimize=True, progressive=True)
        return "image/jpeg"
    if kind == "PNG" and still.width * still.height <= MOST_PNG_PIXELS:
        _save(still, file, "PNG")
        return "image/png"
    _save(still, file, "WEBP", quality=88, method=4)
    return "image/webp"


def _save(picture: Image.Image, file: Path, kind: str, **options: object) -> None:
    """Encode in memory and write at once: encoders do not tell a full disk from their own errors.

    Some of them do not even notice that only a half was written.
    """
    packed = io.BytesIO()
    picture.save(packed, kind, **options)
    file.write_bytes(packed.getbuffer())


def _draw_moving(picture: Image.Image, folder: Path) -> Result:
    """A moving picture becomes a moving WebP. Its copies show the first frame."""
    frames_many = getattr(picture, "n_frames", 1)
    width, height = picture.size
    if frames_many > MOST_FRAMES or frames_many * width * height > MOST_MOVING_PIXELS:
        raise RefusedError(TOO_LONG)
    # A PNG may begin with a still for programs that do not know its frames.
    skipped = 1 if picture.info.get("default_image") else 0
    frames, durations = [], []
    for frame in itertools.islice(ImageSequence.Iterator(picture), skipped, None):
        # Some decoders tell how long a frame lasts only after they have decoded it.
        frame.load()
        told = round(frame.info.get("duration", 0))
        durations.append(told if told >= SHORTEST_MS else USUAL_MS)
        plain = _in_colors_of_the_web(_in_bytes(ImageOps.exif_transpose(frame))).convert("RGBA")
        frames.append(Image.frombytes("RGBA", plain.size, plain.tobytes()))
    first, *others = frames
    packed = io.BytesIO()
    first.save(
        packed,
        "WEBP",
        save_all=True,
        append_images=others,
        duration=durations,
        loop=_plays_of(picture),
        quality=80,
        method=3,
    )
    if not all(map(_is_opaque, frames)):
        # The encoder forgets the mark when it has cut all that is see-through off the frames.
        packed.getbuffer()[WEBP_MARKS] |= WEBP_HAS_GAPS
    (folder / "file").write_bytes(packed.getbuffer())
    return _with_copies(first, "image/webp", folder)


def _is_opaque(picture: Image.Image) -> bool:
    return picture.getchannel("A").getextrema() == (255, 255)


def _plays_of(picture: Image.Image) -> int:
    """How many times the picture plays; 0 is without end."""
    told = picture.info.get("loop")
    if picture.format != "GIF":
        return told or 0
    # A GIF says how many times it plays again, or nothing when it plays once.
    return 1 if told is None else told and told + 1


def _with_copies(still: Image.Image, mime_type: str, folder: Path) -> Result:
    copies = []
    smaller = still
    for width in sorted((one for one in WIDTHS if one < still.width), reverse=True):
        height = max(1, round(still.height * width / still.width))
        smaller = smaller.resize((width, height), Image.Resampling.LANCZOS, reducing_gap=3.0)
        _save(smaller, folder / f"w{width}", "WEBP", quality=80, method=4)
        copies.append(width)
    return {
        "type": mime_type,
        "width": still.width,
        "height": still.height,
        "copies": sorted(copies),
        "placeholder": _placeholder(smaller),
    }


def _placeholder(picture: Image.Image) -> str:
    """A tiny blurred picture as a data URL of some 200 bytes."""
    tiny = picture.convert("RGB")
    tiny.thumbnail((PLACEHOLDER_SIDE, PLACEHOLDER_SIDE), Image.Resampling.BOX)
    packed = io.BytesIO()
    tiny.save(packed, "WEBP", quality=30, method=6)
    return f"data:image/webp;base64,{base64.b64encode(packed.getvalue()).decode()}"


def main(source: str, folder: str) -> Result:
    """The files that were drawn, or `refused` with the reason."""
    try:
        return draw(Path(source), Path(folder))
    except RefusedError as refused:
        return {"refused": str(refused)}
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        return {"refused": TOO_BIG}
    except MemoryError:
        return {"refused": TOO_HARD}
    except OSError as failed:
        return {"refused": _reason_of(failed)}
    except (SyntaxError, ValueError, EOFError, KeyError):
        return {"refused": BROKEN}


def _reason_of(failed: OSError) -> str:
    if failed.errno == errno.EFBIG:
        return TOO_HARD
    return NO_ROOM if failed.errno in OF_THE_DISK else BROKEN


if __name__ == "__main__":
    limit_itself()
    take_what_editors_write()
    sys.stdout.write(json.dumps(main(*sys.argv[1:])))
