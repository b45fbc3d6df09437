"""What other slices hear about accounts, in the same transaction."""

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.hooks import Hook


@Hook
def account_welcomed(session: Session, actor: Actor, /, *, user_id: str) -> None:
    """A person finished the welcome and became a member. Once per account."""


@Hook
def account_erasing(session: Session, actor: Actor, /, *, user_id: str) -> None:
    """An account is about to be erased. A subscriber deletes or resets what is personal.

    History that must stay keeps pointing at the row, which says 'Former member'.
    """
