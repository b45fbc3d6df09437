"""Hooks by which letters hear about payments, in the same transaction."""

from sqlalchemy.orm import Session

from rookiebattle.core.hooks import Hook


@Hook
def payment_disputed(session: Session, /, *, payment_id: str) -> None:
    """A member's bank takes a payment back, or asks to. The club answers at the card service."""


@Hook
def dispute_lost(session: Session, /, *, payment_id: str) -> None:
    """A member's bank has taken a payment back for good. The books have it."""


@Hook
def refund_failed(session: Session, /, *, payment_id: str) -> None:
    """The card service could not refund money: somebody must do it in another way."""
