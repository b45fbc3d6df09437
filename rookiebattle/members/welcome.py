"""The welcome at the first sign-in: game name, chapter, age. Before it nothing else is written."""

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.hooks import account_welcomed
from rookiebattle.accounts.models import User
from rookiebattle.accounts.policy import is_welcomed, safe_next
from rookiebattle.accounts.schemas import UserRead, own_record
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import NO_KEY_UPDATE, writes
from rookiebattle.core.errors import Invalid, Unauthorized
from rookiebattle.core.permissions import Permission
from rookiebattle.members.schemas import WelcomeWrite
from rookiebattle.members.service import keep_chapter

REQUIRED = {
    "game_name": ("gameName", "Please choose a game name"),
    "age_band": ("ageBand", "Please choose your age group"),
}


@writes
def welcome(session: Session, actor: Actor, *, values: WelcomeWrite) -> UserRead | None:
    """Make the actor a member; a member's record comes back unchanged.

    Returns None for a person under 13, whose account is deleted with everything in it.
    Raises Invalid for a missing field, a name that is taken and an unknown chapter.
    """
    actor.require(Permission.OWN_ACCOUNT_WELCOME)
    if values.age_band == "under13":
        accounts.turn_child_away(session, actor, confirmed=values.confirmed)
        return None
    user = session.get(User, actor.user_id, with_for_update=NO_KEY_UPDATE, populate_existing=True)
    if user is None:
        raise Unauthorized()
    if not is_welcomed(user.age_band):
        _fill_in(session, user, values)
        fields = ("game_name", "chapter_id", "age_band")
        accounts.revise(session, actor, user=user, action="account.welcomed", fields=fields)
        account_welcomed.fire(session, actor, user_id=user.id)
    return own_record(user)


def after_welcome(wanted: str) -> str:
    """The path after the welcome: the page that was wanted before it, or the start page."""
    onwards = safe_next(wanted)
    return routes.first_home() if onwards == routes.HOME else onwards


def _fill_in(session: Session, user: User, values: WelcomeWrite) -> None:
    missing = dict(pair for name, pair in REQUIRED.items() if getattr(values, name) is None)
    if missing:
        raise Invalid(fields=missing)
    keep_chapter(session, values.chapter_id)
    user.chapter_id, user.age_band, user.said_minor = values.chapter_id, values.age_band, False
    user.lapses_at = None
    accounts.rename(session, user, game_name=values.game_name)
