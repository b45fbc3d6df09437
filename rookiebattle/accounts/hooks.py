"""The hooks by which other slices hear about accounts, in the same transaction."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.hooks import Hook


@Hook
def account_welcomed(session: Session, actor: Actor, /, *, user_id: str) -> None:
    """A person finished the welcome and became a member. Once per account."""


@Hook
def people_invited(
    session: Session, actor: Actor, /, *, user_ids: Collection[str], at: datetime
) -> None:
    """These people, who never logged in, are asked to do so. The caller has noted the time."""


@Hook
def account_readdressed(session: Session, actor: Actor, /, *, before: str) -> None:
    """The actor's account follows the address of their login, and has left this one."""


@Hook
def login_explained(
    session: Session, actor: Actor, /, *, path: str, fragment: str, words: list[str]
) -> None:
    """A page tells what comes after a login that leads to this path of the site.

    `fragment` names what a visitor was about to do there, as the access of the handler says.

    A subscriber that knows the path, and something there that the actor may see, adds a sentence.
    """


@Hook
def account_erasing(session: Session, actor: Actor, /, *, user_id: str) -> None:
    """An account is about to be erased. A subscriber deletes or resets personal data.

    Rows that stay as history keep referring to the account's row, which says 'Former member'.
    """


@Hook
def account_forgetting(session: Session, actor: Actor, /, *, user_id: str) -> None:
    """Nothing may stay of somebody whose account is being erased: a child, or of unknown age.

    Fires after `account_erasing`. A subscriber deletes what it keeps of other former members.
    """


@Hook
def admin_changing(
    session: Session, actor: Actor, /, *, user_id: str, is_admin: bool, reason: str | None
) -> None:
    """A member becomes an administrator, or stops being one.

    The subscriber writes the member's row: the role is a part of their progress, and only the
    ledger of progress changes that. The caller holds the lock of the row.
    """
