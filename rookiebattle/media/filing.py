"""The stored file of an item: taken when it is added, shown or hidden with it, and released."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Conflict, Invalid, NotFound
from rookiebattle.media.models import OF_YOUTUBE, MediaType
from rookiebattle.media.schemas import MediaRead, MediaWrite, Shown
from rookiebattle.media.wording import NO_FILE, NO_POSTER, NOT_PROCESSED, NOT_YOUTUBE
from rookiebattle.media.youtube import video_id
from rookiebattle.uploads import service as uploads
from rookiebattle.uploads.schemas import StoredFile

STILL = "hqdefault"
SMALL = 480
"""The width of a small picture in pixels: the largest copy up to it is an item's thumbnail."""


def take(session: Session, actor: Actor, *, values: MediaWrite) -> dict[str, Any]:
    """The columns of the file or video that `fileUrl` names. Raises Invalid if it names none."""
    if is_stored(values.file_url):
        stored = _attached(session, actor, "fileUrl", values.file_url, values)
        columns = _of_file(stored, values.file_name)
        is_video = columns["media_type"] == MediaType.VIDEO
        return columns | (_poster(session, actor, values) if is_video else {})
    if video := video_id(values.file_url):
        return _of_video(video)
    raise Invalid(fields={"fileUrl": _why_not(values)})


def _why_not(values: MediaWrite) -> str:
    if values.file_url.strip():
        return NOT_YOUTUBE
    return NOT_PROCESSED if values.mime_type == OF_YOUTUBE else NO_FILE


def is_stored(file_url: str) -> bool:
    """Whether an address is the path of a stored file, and not of a video elsewhere."""
    return file_url.startswith(f"{routes.OBJECTS}/")


def _attached(
    session: Session, actor: Actor, name: str, path: str, values: MediaWrite
) -> StoredFile:
    try:
        return uploads.attach(session, actor, object_path=path, is_public=values.is_public)
    except (NotFound, Conflict) as refused:
        # The file is a field of what was sent, so its sentence stands beside it.
        raise Invalid(fields={name: refused.sentence}) from None


def _poster(session: Session, actor: Actor, values: MediaWrite) -> dict[str, Any]:
    """The column of a video's still picture, if one was sent with it."""
    if not values.thumbnail_url:
        return {}
    stored = _attached(session, actor, "thumbnailUrl", values.thumbnail_url, values)
    if "video" in stored.mime_type:
        raise Invalid(fields={"thumbnailUrl": NO_POSTER})
    return {"thumbnail_url": stored.object_path}


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


def files_of(item: MediaRead) -> list[str]:
    """The paths of the stored files that the item owns: its own, and that of its still picture."""
    if not is_stored(item.file_url):
        return []
    poster = poster_of(item)
    return [item.file_url, poster] if poster else [item.file_url]


def poster_of(item: MediaRead) -> str:
    """The path of the still picture of an uploaded video; empty for other items."""
    is_own_video = item.media_type == MediaType.VIDEO and is_stored(item.file_url)
    return (item.thumbnail_url or "") if is_own_video else ""


def show(session: Session, *, item: MediaRead, is_public: bool) -> None:
    """Let visitors get the stored files, or members only."""
    for path in files_of(item):
        uploads.set_visibility(session, object_path=path, is_public=is_public)


def release(session: Session, *, item: MediaRead) -> None:
    """Give the stored files up; they are deleted once the transaction is committed."""
    for path in files_of(item):
        uploads.release(session, object_path=path)


def with_files(session: Session, *, items: Sequence[MediaRead]) -> list[Shown]:
    """The items with their stored files."""
    paths = [path for one in items for path in files_of(one)]
    files = uploads.stored_files(session, object_paths=paths) if paths else {}
    return [Shown(one, files.get(one.file_url), files.get(poster_of(one))) for one in items]
