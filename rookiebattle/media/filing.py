"""The stored file of an item: taken when it is added, shown or hidden with it, and released."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Conflict, Invalid, NotFound
from rookiebattle.media.models import OF_YOUTUBE, MediaType
from rookiebattle.media.schemas import MediaRead, MediaWrite, Shown
from rookiebattle.media.wording import NO_FILE, NOT_YOUTUBE
from rookiebattle.media.youtube import video_id
from rookiebattle.uploads import service as uploads
from rookiebattle.uploads.schemas import StoredFile

STILL = "hqdefault"
SMALL = 480
"""The width of a small picture in pixels: the largest copy up to it is an item's thumbnail."""


def take(session: Session, actor: Actor, *, values: MediaWrite) -> dict[str, Any]:
    """The columns of the file or video that `fileUrl` names. Raises Invalid if it names none."""
    if is_stored(values.file_url):
        return _of_file(_attached(session, actor, values), values.file_name)
    if video := video_id(values.file_url):
        return _of_video(video)
    raise Invalid(fields={"fileUrl": NOT_YOUTUBE if values.file_url.strip() else NO_FILE})


def is_stored(file_url: str) -> bool:
    """Whether an address is the path of a stored file, and not of a video elsewhere."""
    return file_url.startswith(f"{routes.OBJECTS}/")


def _attached(session: Session, actor: Actor, values: MediaWrite) -> StoredFile:
    try:
        return uploads.attach(
            session, actor, object_path=values.file_url, is_public=values.is_public
        )
    except (NotFound, Conflict) as refused:
        # The file is a field of what was sent, so its sentence stands beside it.
        raise Invalid(fields={"fileUrl": refused.sentence}) from None


def _of_file(stored: StoredFile, file_name: str | None) -> dict[str, Any]:
    is_video = "video" in stored.mime_type
    small = [path for width, path in stored.renditions if width <= SMALL]
    whole = None if is_video else stored.object_path
    return {
        "file_url": stored.object_path,
        "youtube_url": None,
        "thumbnail_url": small[-1] if small else whole,
        "file_name": file_name or stored.file_name,
        "media_type": (MediaType.VIDEO if is_video else MediaType.PHOTO).value,
        "mime_type": stored.mime_type,
        "file_size": stored.size,
    }


def _of_video(video: str) -> dict[str, Any]:
    return {
        "file_url": routes.youtube(video),
        "youtube_url": routes.youtube(video),
        "thumbnail_url": routes.youtube_still(video, STILL),
        "file_name": f"YouTube Video: {video}",
        "media_type": MediaType.VIDEO.value,
        "mime_type": OF_YOUTUBE,
        "file_size": 0,
    }


def show(session: Session, *, item: MediaRead, is_public: bool) -> None:
    """Let visitors get the stored file, or members only."""
    if is_stored(item.file_url):
        uploads.set_visibility(session, object_path=item.file_url, is_public=is_public)


def release(session: Session, *, item: MediaRead) -> None:
    """Give the stored file up; it is deleted once the transaction is committed."""
    if is_stored(item.file_url):
        uploads.release(session, object_path=item.file_url)


def with_files(session: Session, *, items: Sequence[MediaRead]) -> list[Shown]:
    """The items with their stored files."""
    paths = [one.file_url for one in items if is_stored(one.file_url)]
    files = uploads.stored_files(session, object_paths=paths) if paths else {}
    return [Shown(one, files.get(one.file_url)) for one in items]
