"""`/api/uploads/s3`: the paths and shapes of Uppy's Companion, so that its client works here.

Errors are JSON, as that client reads them. Ids of uploads are our own, and bound to the person.
"""

from typing import Annotated

from fastapi import Query

from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.http import UNREADABLE, ActorHere, documented_json, router
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict, Invalid, NotFound, Unauthorized
from rookiebattle.core.permissions import Permission
from rookiebattle.integrations.storage.protocol import MOST_PARTS
from rookiebattle.uploads import parts, policy
from rookiebattle.uploads.schemas import (
    FormOffered,
    PartAddress,
    PartAddresses,
    PartOfFile,
    PartsBegin,
    PartsBegun,
    PartsComplete,
    PartsWhole,
)
from rookiebattle.uploads.wording import MISSING, WRONG_NUMBERS

api = router("upload helper")
Key = Annotated[str, Query(max_length=1024)]
ERRORS = documented_json(*UNREADABLE, Unauthorized, NotFound, Conflict)
BEGINNING = documented_json(*UNREADABLE, Unauthorized, NotFound)
MOST_AT_ONCE = 100


@api.post("/api/uploads/s3/multipart", operation_id="beginParts", responses=BEGINNING)
@requires(Permission.ALL_UPLOAD_CREATE, somewhere=True)
async def begin(actor: ActorHere, values: PartsBegin) -> PartsBegun:
    """Begin a file that is sent in parts of at least 5 MB, at most 200 MB in all."""
    return await parts.begin(actor, values=values)


@api.get("/api/uploads/s3/multipart/{upload_id}", operation_id="listParts", responses=ERRORS)
@requires(Permission.ALL_UPLOAD_CREATE, somewhere=True)
async def listed(actor: ActorHere, upload_id: str, key: Key) -> list[PartOfFile]:
    """The parts that have arrived."""
    return await parts.arrived(actor, upload_id=upload_id, key=key)


@api.get("/api/uploads/s3/multipart/{upload_id}/batch", operation_id="signParts", responses=ERRORS)
@requires(Permission.ALL_UPLOAD_CREATE, somewhere=True, sends_parts=True)
async def signed(
    actor: ActorHere,
    upload_id: str,
    key: Key,
    numbers: Annotated[str, Query(alias="partNumbers", max_length=1000)],
) -> PartAddresses:
    """Addresses for several parts: `partNumbers=1,2,3`."""
    wanted = tuple(_number(one) for one in numbers.split(","))
    if len(wanted) > MOST_AT_ONCE:
        raise Invalid(WRONG_NUMBERS)
    found = await parts.addresses(actor, upload_id=upload_id, key=key, numbers=wanted)
    return PartAddresses(presigned_urls={str(number): url for number, url in found.items()})


def _number(text: str) -> int:
    """A part's number. Raises Invalid."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= 5 else 0
    if not 1 <= number <= MOST_PARTS:
        raise Invalid(WRONG_NUMBERS)
    return number


@api.get(
    "/api/uploads/s3/multipart/{upload_id}/{number}", operation_id="signPart", responses=ERRORS
)
@requires(Permission.ALL_UPLOAD_CREATE, somewhere=True, sends_parts=True)
async def sign(actor: ActorHere, upload_id: str, number: str, key: Key) -> PartAddress:
    """The address of one part, from 1 to 10000."""
    wanted = _number(number)
    found = await parts.addresses(actor, upload_id=upload_id, key=key, numbers=(wanted,))
    return PartAddress(url=found[wanted], expires=policy.SENT_WITHIN)


@api.post(
    "/api/uploads/s3/multipart/{upload_id}/complete", operation_id="completeParts", responses=ERRORS
)
@requires(Permission.ALL_UPLOAD_CREATE, somewhere=True)
async def complete(actor: ActorHere, upload_id: str, key: Key, values: PartsComplete) -> PartsWhole:
    """Make the file out of these parts."""
    return await parts.complete(actor, upload_id=upload_id, key=key, parts=values.parts)


@api.delete("/api/uploads/s3/multipart/{upload_id}", operation_id="abortParts", responses=ERRORS)
@requires(Permission.ALL_UPLOAD_CREATE, somewhere=True)
async def abort(actor: ActorHere, upload_id: str, key: Key) -> dict[str, str]:
    """Give up a file and its parts."""
    await run(parts.abort, actor, upload_id=upload_id, key=key)
    return {}


@api.get("/api/uploads/s3/params", operation_id="offerForm", responses=BEGINNING)
@requires(Permission.ALL_UPLOAD_CREATE, somewhere=True)
async def offer_form(
    actor: ActorHere,
    filename: Annotated[str, Query(max_length=1000)] = "",  # noqa: ARG001 - part of the shape
    mime_type: Annotated[str, Query(alias="type", max_length=255)] = "",
) -> FormOffered:
    """A form for a file that is sent at once. Parameters named `metadata[…]` are not kept."""
    form = await parts.offer_form(actor, mime_type=mime_type)
    return FormOffered(url=form.url, fields=dict(form.fields), expires=policy.SENT_WITHIN)


@api.get("/api/uploads/s3/sts", operation_id="offerCredentials", responses=BEGINNING)
@requires(Permission.ALL_UPLOAD_CREATE, somewhere=True)
async def offer_credentials() -> None:
    """Credentials of the storage itself are never handed out."""
    raise NotFound(MISSING)
