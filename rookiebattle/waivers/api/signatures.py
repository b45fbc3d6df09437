"""`/api/waivers/…`: standing, signatures and their files, waivers on paper."""

from typing import Annotated

from fastapi import Query, Request, Response

from rookiebattle import routes
from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.http import UNREADABLE, ActorHere, address_of, documented, router
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict, Invalid, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.guardians.schemas import StandingRead
from rookiebattle.waivers.models import Form
from rookiebattle.waivers.schemas.signatures import (
    PaperRead,
    PaperRefusal,
    PaperWrite,
    SignatureRead,
    SignatureWrite,
    StandingQuery,
)
from rookiebattle.waivers.service import paper, signatures, standing
from rookiebattle.waivers.service.signatures import Signer

api = router("waivers")
A_PDF = {"description": "A PDF file.", "content": {"application/pdf": {}}}


@api.get("/api/waivers/standing", responses=documented(Invalid, NotFound))
@requires(Permission.OWN_WAIVER_READ)
async def get_standing(actor: ActorHere, query: Annotated[StandingQuery, Query()]) -> StandingRead:
    """How somebody stands with a waiver; without `userId`, you.

    For guardians of a minor, and whoever may see a roster with the person.
    """
    return await run(standing.read_standing, actor, user_id=query.user_id or "")


@api.post(
    "/api/waivers/{form}/signatures", status_code=201, responses=documented(*UNREADABLE, Conflict)
)
@requires(Permission.OWN_WAIVER_CREATE)
async def sign_waiver(
    request: Request, actor: ActorHere, form: Form, values: SignatureWrite
) -> SignatureRead:
    """Sign the waiver in force, for yourself or for a minor whose connected guardian you are."""
    signer = Signer(address_of(request), request.headers.get("user-agent", ""))
    return await run(signatures.sign, actor, form=form, values=values, signer=signer)


@api.get(
    "/api/waivers/signatures/{signature_id}.pdf",
    response_class=Response,
    responses={200: A_PDF, **documented(NotFound)},
)
@requires(Permission.OWN_WAIVER_READ)
async def download_signature(actor: ActorHere, signature_id: str) -> Response:
    """A signed waiver as a PDF; for signer, subject, guardians and administrators."""
    content = await run(signatures.signature_pdf, actor, signature_id=signature_id)
    headers = {
        "content-disposition": 'attachment; filename="waiver.pdf"',
        "cache-control": "private, no-store",
    }
    return Response(content, headers=headers, media_type="application/pdf")


@api.post(
    routes.PAPER_WAIVERS,
    summary="Note a waiver on paper; for the gate, the leads and the organizer of the event",
    status_code=201,
    responses=documented(*UNREADABLE, NotFound, Conflict),
)
@requires(Permission.OWN_REGISTRATION_CHECK)
async def note_paper_waiver(actor: ActorHere, values: PaperWrite) -> PaperRead:
    return await run(paper.note_paper, actor, values=values)


@api.post(
    "/api/waivers/paper/{paper_id}/verify",
    summary="Verify a waiver on paper; for leads and administrators, not for who took it",
    responses=documented(NotFound, Conflict),
)
@requires(Permission.OWN_REGISTRATION_CHECK)
async def verify_paper_waiver(actor: ActorHere, paper_id: str) -> PaperRead:
    return await run(paper.verify_paper, actor, paper_id=paper_id)


@api.post(
    "/api/waivers/paper/{paper_id}/refuse",
    summary="Say why a waiver on paper does not count; for whoever may verify it",
    status_code=204,
    responses=documented(*UNREADABLE, NotFound, Conflict),
)
@requires(Permission.OWN_REGISTRATION_CHECK)
async def refuse_paper_waiver(actor: ActorHere, paper_id: str, values: PaperRefusal) -> None:
    await run(paper.refuse_paper, actor, paper_id=paper_id, values=values)
