"""The local storage's own door: a file is sent to a signed address, as it would be to S3."""

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Annotated

from anyio import to_thread
from fastapi import Query, Response, status

from rookiebattle.core.actor import VISITOR
from rookiebattle.core.doors.access import takes_signed_file
from rookiebattle.core.doors.http import (
    A_FILE,
    INCOMPLETE,
    StreamedFile,
    StreamHere,
    documented,
    router,
)
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import (
    BadRequest,
    Conflict,
    Forbidden,
    NotFound,
    TooLarge,
    Unavailable,
    UnsupportedType,
)
from rookiebattle.core.schemas import Wire
from rookiebattle.core.validation import parse
from rookiebattle.integrations.storage.chosen import local_storage
from rookiebattle.integrations.storage.forms import FormReader, boundary_of
from rookiebattle.integrations.storage.local import FORGED, FORM, Draft, Grant, LocalStorage
from rookiebattle.uploads import policy, service
from rookiebattle.uploads.schemas import MOST_BYTES
from rookiebattle.uploads.wording import MISSING, OTHER_SIZE, OTHER_TYPE, too_large

api = router("uploads")
MOST_OF_FORM = 5_000_000_000
"""No setting allows more. The signature names the real limit."""
A_FORM = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "properties": {"file": {"type": "string", "format": "binary"}},
                }
            }
        },
    }
}


class Signed(Wire):
    """The query of a signed address: its limits, and the signature over them and the key."""

    expires: int = 0
    type: str = ""
    size: int = -1
    upload: str = ""
    part: int = 0
    signature: str = ""

    def grant(self, key: str) -> Grant:
        return Grant(key, self.expires, self.type, self.size, self.upload, self.part)


@api.put(
    "/api/objects/content/{folder}/{name}",
    operation_id="storeFile",
    response_class=Response,
    responses=documented(Forbidden, NotFound, Conflict, TooLarge, UnsupportedType, Unavailable),
    openapi_extra=A_FILE,
)
@takes_signed_file(MOST_BYTES)
async def store(
    folder: str, name: str, signed: Annotated[Signed, Query()], content: StreamHere
) -> Response:
    """Send a file, or a part of one. The address says which, and is used once.

    Nothing is kept of a file that does not arrive completely.
    """
    local, grant = local_storage(), signed.grant(f"{folder}/{name}")
    if local is None:
        raise NotFound(MISSING)
    grant.check(signed.signature)
    _refuse_others(grant, content)
    await run(service.check_awaited, VISITOR, key=grant.key)
    content.trust()
    tag = await _receive(local, grant, content)
    return Response(status_code=status.HTTP_200_OK, headers={"etag": f'"{tag}"'})


@api.post(
    "/api/objects/content",
    response_class=Response,
    status_code=status.HTTP_201_CREATED,
    responses=documented(BadRequest, Forbidden, NotFound, Conflict, TooLarge, Unavailable),
    openapi_extra=A_FORM,
)
@takes_signed_file(MOST_OF_FORM)
async def store_form(content: StreamHere) -> Response:
    """Send a file with the form that the upload helper offered."""
    local = local_storage()
    if local is None:
        raise NotFound(MISSING)
    reader, draft = FormReader(boundary_of(content.mime_type)), None
    try:
        async for pieces in content.pieces():
            data = reader.feed(b"".join(pieces))
            if draft is None and reader.has_file:
                grant = _grant_of(reader.fields)
                await run(service.check_awaited, VISITOR, key=grant.key)
                content.trust()
                draft = await to_thread.run_sync(local.draft, grant.key, content.size)
            if draft and data:
                await to_thread.run_sync(draft.write, data)
                if draft.size > grant.size:
                    raise TooLarge(too_large(grant.size))
        if draft is None or not reader.is_whole:
            raise BadRequest(INCOMPLETE)
        tag = await to_thread.run_sync(draft.keep, local.path(grant.key))
    finally:
        if draft:
            draft.drop()
    headers = {"etag": f'"{tag}"', "location": local.address(grant.key)}
    return Response(status_code=status.HTTP_201_CREATED, headers=headers)


def _grant_of(fields: Mapping[str, str]) -> Grant:
    """The grant in the fields of a form. Raises Forbidden, and Invalid for what is no grant."""
    names = Signed.model_fields.keys()
    signed = parse(Signed, {name: fields[name] for name in names if name in fields})
    grant = signed.grant(fields.get("key", ""))
    grant.check(signed.signature)
    if grant.upload != FORM:
        raise Forbidden(FORGED)
    if fields.get("Content-Type") != grant.type:
        raise Forbidden(OTHER_TYPE)
    return grant


def _refuse_others(grant: Grant, content: StreamedFile) -> None:
    """The file is exactly what the address was made for."""
    if grant.upload == FORM:
        raise Forbidden(FORGED)
    if content.size > MOST_BYTES:
        raise TooLarge(too_large(MOST_BYTES))
    if grant.size >= 0 and content.size != grant.size:
        raise Forbidden(OTHER_SIZE)
    if grant.type and content.mime_type != grant.type:
        raise Forbidden(OTHER_TYPE)


def _refuse_too_much(local: LocalStorage, grant: Grant, size: int) -> None:
    """A file that is sent in parts is as large as its parts together. Raises TooLarge.

    Parts that arrive at the same moment do not count each other: completing refuses those files.
    """
    others = [part for part in local.parts(grant.key, grant.upload) if part.number != grant.part]
    if size + sum(part.size for part in others) > policy.MOST_IN_PARTS:
        raise TooLarge(too_large(policy.MOST_IN_PARTS))


async def _receive(local: LocalStorage, grant: Grant, content: StreamedFile) -> str:
    if grant.part:
        await to_thread.run_sync(_refuse_too_much, local, grant, content.size)
    name = f"{grant.key}.{grant.upload}.{grant.part}" if grant.part else grant.key
    draft = await to_thread.run_sync(local.draft, name, content.size)
    behind = Behind(draft)
    try:
        async for pieces in content.pieces():
            await behind.write(pieces)
        await behind.finish()
        return await to_thread.run_sync(partial(_keep, local, grant, draft))
    finally:
        await behind.settle()
        draft.drop()


def _keep(local: LocalStorage, grant: Grant, draft: Draft) -> str:
    if grant.part:
        return local.keep_part(draft, grant.upload, grant.part)
    return draft.keep(local.path(grant.key))


class Behind:
    """Writes one lot of pieces in a thread while the next arrives. No more than one waits."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._writing: asyncio.Task[None] | None = None

    async def write(self, pieces: list[bytes]) -> None:
        """Raises what the lot before has met: a full disk, or a newer draft."""
        await self.finish()
        self._writing = asyncio.create_task(to_thread.run_sync(self._draft.write, *pieces))

    async def finish(self) -> None:
        if self._writing:
            # A request that ends takes no thread with it; `settle` waits for that.
            await asyncio.shield(self._writing)
            self._writing = None

    async def settle(self) -> None:
        """Wait for a thread that still writes, whatever comes of it: the draft is to be closed."""
        if self._writing:
            await asyncio.wait([self._writing])
            if not self._writing.cancelled():
                self._writing.exception()  # the reason to stop is told already
