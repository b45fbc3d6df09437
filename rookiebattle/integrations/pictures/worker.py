"""The program that draws a picture anew, alone and limited, because decoders are attacked.

`python -I worker.py PICTURE FOLDER` prints what it made as JSON. It imports nothing of the site."""

import base64
import errno
import io
import json
import resource
import sys
import warnings
from pathlib import Path

from PIL import Image, ImageCms, ImageOps, ImageSequence

MOST_MEMORY, MOST_WRITTEN, MOST_SECONDS = 1_536 * 1024 * 1024, 100 * 1024 * 1024, 25
MOST_PIXELS, MOST_FRAMES, MOST_MOVING_PIXELS = 64_000_000, 300, 120_000_000
LONGEST_SIDE, LONGEST_RATIO = 3840, 20
# A large PNG is slow to write and heavy to load, and is a photograph more often than a drawing.
MOST_PNG_PIXELS = 2_500_000
WIDTHS = (320, 640, 960, 1280, 1920)
PLACEHOLDER_SIDE = 12
DECODERS = ("JPEG", "PNG", "WEBP", "GIF", "AVIF")
TOO_BIG, BROKEN, NO_ROOM = "too big", "broken", "no room"
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


def draw(source: Path, folder: Path) -> Result:
    """Write the picture and its smaller copies into the folder."""
    with Image.open(source, formats=DECODERS) as picture:
        width, height = picture.size
        if width * height > MOST_PIXELS or max(picture.size) > LONGEST_RATIO * min(picture.size):
            raise RefusedError(TOO_BIG)
        # A camera's JPEG may hold a smaller preview or a map of depths: MPO, which does not move.
        kind = "JPEG" if picture.format == "MPO" else picture.format or ""
        if kind != "JPEG" and getattr(picture, "is_animated", False):
            return _draw_moving(picture, folder)
        if kind == "JPEG":
            picture.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
        still = _upright(picture)
        mime_type = _write_whole(still, kind, folder / "file")
    return _with_copies(still, mime_type, folder)


def _upright(picture: Image.Image) -> Image.Image:
    """The pixels alone, turned as the camera noted, in the colors of the web, not too large."""
    turned = ImageOps.exif_transpose(picture)
    profile = turned.info.get("icc_profile")
    turned.thumbnail((LONGEST_SIDE, LONGEST_SIDE), Image.Resampling.LANCZOS, reducing_gap=2.0)
    has_gaps = turned.mode in ("RGBA", "LA", "PA") or "transparency" in turned.info
    plain = turned.convert("RGBA" if has_gaps else "RGB")
    if profile and turned.mode in ("RGB", "RGBA", "CMYK"):
        plain = _in_colors_of_the_web(turned, plain, profile)
    clean = Image.frombytes(plain.mode, plain.size, plain.tobytes())
    return clean.convert("RGB") if has_gaps and _is_opaque(clean) else clean


def _in_colors_of_the_web(turned: Image.Image, plain: Image.Image, profile: bytes) -> Image.Image:
    """Cameras of phones note a wider range of colors, which would look pale without this."""
    try:
        known = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        web = ImageCms.createProfile("sRGB")
        drawn = ImageCms.profileToProfile(turned, known, web, outputMode=plain.mode)
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return plain
    return drawn or plain


def _is_opaque(picture: Image.Image) -> bool:
    return bool(picture.getchannel("A").getextrema() == (255, 255))


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
        raise RefusedError(TOO_BIG)
    frames, durations = [], []
    for frame in ImageSequence.Iterator(picture):
        durations.append(max(20, int(frame.info.get("duration", 100))))
        plain = frame.convert("RGBA")
        frames.append(Image.frombytes("RGBA", plain.size, plain.tobytes()))
    first, *others = frames
    _save(
        first,
        folder / "file",
        "WEBP",
        save_all=True,
        append_images=others,
        duration=durations,
        loop=0,
        quality=80,
        method=3,
    )
    return _with_copies(first, "image/webp", folder)


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
    except (MemoryError, Image.DecompressionBombError, Image.DecompressionBombWarning):
        return {"refused": TOO_BIG}
    except OSError as failed:
        return {"refused": _reason_of(failed)}
    except (SyntaxError, ValueError, EOFError, KeyError):
        return {"refused": BROKEN}


def _reason_of(failed: OSError) -> str:
    if failed.errno == errno.EFBIG:
        return TOO_BIG
    return NO_ROOM if failed.errno in OF_THE_DISK else BROKEN


if __name__ == "__main__":
    limit_itself()
    sys.stdout.write(json.dumps(main(*sys.argv[1:])))
