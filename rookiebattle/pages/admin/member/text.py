"""The document of one member's page: its head alone. Everything else waits for its reader."""

from rookiebattle import routes
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.serving.documents import Described, DynamicPage, head_alone
from rookiebattle.members import administration
from rookiebattle.ui.console import TITLE
from rookiebattle.ui.page import full_title


async def describe_member(actor: Actor, user_id: str) -> Described | None:
    """The head without a name, or None for others than administrators and without an account."""
    if not actor.reach(Permission.ALL_ACCOUNT_READ):
        return None
    try:
        await run(administration.get_user, actor, user_id=user_id)
    except NotFound:
        return None
    return head_alone(full_title(f"Member · {TITLE}"))


ADMIN_USER = DynamicPage(routes.ADMIN_USERS, describe_member)
