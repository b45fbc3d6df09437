"""`/api/objects/upload`, `/api/media/file` and `/objects`: sending, claiming and showing files."""

from functools import partial
from typing import Any

from anyio import to_thread
from fastapi import Response, status
from starlette.responses import FileResponse, RedirectResponse

from rookiebattle import routes
from rookiebattle.core.doors.access import requires, serves_files
from rookiebattle.core.doors.http import UNREADABLE, ActorHere, documented, router
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import (
    Conflict,
    NotFound,
    TooLarge,
    TooManyRequests,
    Unauthorized,
    UnsupportedType,
)
from rookiebattle.core.permissions import Permission
from rookiebattle.integrations.storage.chosen import local_storage, storage
from rookiebattle.uploads import examining, policy, service
from rookiebattle.uploads.schemas import (
    FileClaim,
    FileClaimed,
    StoredFile,
    UploadBegun,
    UploadWrite,
)
from rookiebattle.uploads.wording import MISSING

api = router("uploads")

A_FILE_OR_ITS_ADDRESS: dict[int | str, dict[str, Any]] = {
    200: {"description": "The file.", "content": {"*/*": {}}},
    302: {"description": "The file is at this address."},
    **documented(NotFound),
}


@api.post(
    routes.BEGIN_UPLOAD,
    operation_id="beginUpload",
    responses=documented(*UNREADABLE, Unauthorized, TooLarge, UnsupportedType, TooManyRequests),
)
@requires(Permission.ALL_UPLOAD_CREATE, somewhere=True)
async def begin(actor: ActorHere, values: UploadWrite | None = None) -> UploadBegun:
    """Ask for an address, and send the file to it with PUT within an hour.

    A type and a length that are told here must be those of the request of the file. A file has at
    most 50 MB, and what it is is found when it is claimed.
    """
    return await run(service.begin, actor, values=values or UploadWrite())


@api.put(
    routes.CLAIM_FILE,
    operation_id="claimFile",
    responses=documented(*UNREADABLE, Unauthorized, NotFound, Conflict),
)
@requires(Permission.ALL_UPLOAD_CREATE, somewhere=True)
async def claim(actor: ActorHere, values: FileClaim) -> FileClaimed:
    """Store the file that was sent to `fileURL`; `objectPath` is how an item refers to it.

    Pictures are drawn anew, without what a camera wrote into them.
    """
    return await examining.claim(actor, values=values)


@api.get(
    "/objects/{upload_id}",
    operation_id="showFile",
    response_class=Response,
    responses=A_FILE_OR_ITS_ADDRESS,
)
@serves_files
async def show(
    actor: ActorHere, upload_id: str, expires: str = "", signature: str = ""
) -> Response:
    """A file of an item. Those for members need a session, or an address that is signed."""
    stored = await run(
        service.find_shown, actor, upload_id=upload_id, expires=expires, signature=signature
    )
    return await _served(stored, policy.whole_key(_place_of(stored), stored.id), stored.mime_type)


@api.get("/objects/{upload_id}/{width}", response_class=Response, responses=A_FILE_OR_ITS_ADDRESS)
@serves_files
async def show_copy(
    actor: ActorHere, upload_id: str, width: str, expires: str = "", signature: str = ""
) -> Response:
    """A smaller copy of a picture, in one of its widths."""
    stored = await run(
        service.find_shown, actor, upload_id=upload_id, expires=expires, signature=signature
    )
    widths = {str(one): one for one, _ in stored.renditions}
    if width not in widths:
        raise NotFound(MISSING)
    key = policy.copy_key(_place_of(stored), stored.id, widths[width])
    return await _served(stored, key, "image/webp")


def _place_of(stored: StoredFile) -> str:
    """Where to find the file. The public copy of a hidden one may be gone already."""
    return stored.place if stored.is_public else policy.PRIVATE


async def _served(stored: StoredFile, key: str, mime_type: str) -> Response:
    place = policy.PUBLIC if stored.is_public else policy.PRIVATE
    labels = policy.labels(stored.file_name, mime_type, place)
    folder = local_storage()
    if folder is None:
        return await _redirect(stored, key, labels.caching)
    headers = {"cache-control": labels.caching, "content-disposition": labels.disposition}
    file = folder.path(key)
    if not await to_thread.run_sync(file.is_file):
        raise NotFound(MISSING)
    return FileResponse(file, headers=headers, media_type=mime_type)


async def _redirect(stored: StoredFile, key: str, caching: str) -> Response:
    """The way to the file at S3: to its public address, or to one that expires.

    A public redirect is kept for a shorter time than its address is valid.
    """
    kept = f"public, max-age={policy.SHOWN_FOR // 2}" if stored.is_public else caching
    address = storage().public_address(key) if _place_of(stored) == policy.PUBLIC else ""
    if not address:
        seconds = policy.shown_for(stored)
        work = partial(storage().get_address, key, seconds=seconds, caching=caching)
        address = await to_thread.run_sync(work)
    return RedirectResponse(address, status.HTTP_302_FOUND, {"cache-control": kept})
