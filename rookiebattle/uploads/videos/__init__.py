"""Videos as they are stored: whole files that keep what shows pictures and sounds, and no more.

The pictures and sounds stay as they are, because encoding a video anew takes minutes.
"""

from mmap import mmap
from pathlib import Path

from rookiebattle.core.errors import Invalid
from rookiebattle.uploads.videos.mp4 import clean_mp4
from rookiebattle.uploads.videos.webm import clean_webm
from rookiebattle.uploads.wording import BROKEN_VIDEO


def clean(file: Path, mime_type: str) -> None:
    """Overwrite what a camera or a program wrote beside the pictures and sounds.

    Raises Invalid for a file with a wrong form, and for one that has no track of pictures.
    Places, names and dates lie in parts of their own and in tracks of other kinds. A part that
    players do not need is renamed to one that they pass over, so nothing moves.
    """
    with file.open("r+b") as opened:
        if not opened.seek(0, 2):
            raise Invalid(BROKEN_VIDEO)
        with mmap(opened.fileno(), 0) as video:
            end = clean_webm(video) if mime_type == "video/webm" else clean_mp4(video)
        opened.truncate(end)
