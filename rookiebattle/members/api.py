"""The HTTP door of members."""

from rookiebattle.core.edge.access import requires
from rookiebattle.core.edge.http import ActorHere, documented, router, run
from rookiebattle.core.errors import Unauthorized
from rookiebattle.core.permissions import Permission
from rookiebattle.members import service
from rookiebattle.members.schemas import UserWithChapter

api = router("members")


@api.get(
    "/api/auth/user-with-chapter",
    operation_id="currentUserWithChapter",
    responses=documented(Unauthorized),
)
@requires(Permission.OWN_ACCOUNT_READ)
async def current_user_with_chapter(actor: ActorHere) -> UserWithChapter:
    """Your own record with your chapter's name."""
    return await run(service.current_user_with_chapter, actor)
