"""Verbs of the account page: reading and downloading one's data, privacy."""

from sqlalchemy.orm import Session

from rookiebattle.accounts import queries
from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.accounts.policy import may_lose_admin
from rookiebattle.accounts.schemas import OwnAccount, Privacy, PrivacyPatch
from rookiebattle.core import audit, clock, privacy
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Invalid, NotFound, Unauthorized
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import iso
from rookiebattle.settings import get_settings

FOR_ADULTS = "If you’re under 18, others only see your game name."


def own_account(session: Session, actor: Actor) -> OwnAccount:
    """The account page's facts about the actor."""
    actor.require(Permission.OWN_ACCOUNT_READ)
    user = _own(session, actor)
    is_last = user.is_admin and not may_lose_admin(
        user, administrators=queries.administrator_count(session)
    )
    return OwnAccount(
        game_name=user.game_name or "",
        email=user.email or "",
        age_band=user.age_band or "",
        hides_attendance=user.hides_attendance,
        shows_profile=user.shows_profile,
        is_last_admin=is_last,
        sessions=len(queries.keys_of(session, user.id)),
    )


def _own(session: Session, actor: Actor) -> User:
    user = session.get(User, actor.user_id)
    if user is None:
        raise Unauthorized()
    return user


def export_account(session: Session, actor: Actor) -> dict[str, object]:
    """Everything the site keeps about the actor and the actor may see, by table, ready for JSON."""
    actor.require(Permission.OWN_ACCOUNT_EXPORT)
    return _exported(session, actor.user_id)


@writes
def export_member(session: Session, actor: Actor, *, who: str) -> dict[str, object]:
    """The data of `export_account`, about the member who is meant. For the command line.

    `who` is an email, an id or a game name. Raises NotFound for an unknown one.
    """
    found = queries.meant(session, who, lock=False)
    if found is None:
        raise NotFound()
    audit.record(session, actor, "account.exported", found.id)
    return _exported(session, found.id)


def _exported(session: Session, user_id: str) -> dict[str, object]:
    return {
        "site": get_settings().org_name,
        "exportedAt": iso(clock.now()),
        "howLong": privacy.own_retention(),
        **privacy.own_rows(session, user_id),
    }


@writes
def choose_privacy(session: Session, actor: Actor, *, values: PrivacyPatch) -> Privacy:
    """Choose whether others find the actor in 'who is going' and see more than the game name.

    Raises Invalid when a minor wants to show more.
    """
    actor.require(Permission.OWN_ACCOUNT_UPDATE)
    user = _own(session, actor)
    if values.shows_profile and user.age_band != AgeBand.ADULT:
        raise Invalid(FOR_ADULTS, {"showsProfile": FOR_ADULTS})
    chosen = values.model_dump(exclude_unset=True, by_alias=False)
    changed = {name: value for name, value in chosen.items() if getattr(user, name) != value}
    if changed:
        user.sqlmodel_update(changed | {"updated_at": clock.now()})
        audit.record(session, actor, "account.updated", user.id, fields=", ".join(changed))
    return Privacy(hides_attendance=user.hides_attendance, shows_profile=user.shows_profile)
