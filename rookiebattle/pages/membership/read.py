"""Reads a member's own part of the membership page, in one unit of work."""

from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import Page, Window
from rookiebattle.payments import service as payments
from rookiebattle.payments.schemas import Membership, PaymentRead, Perks

FIRST, MORE = 5, 50
"""How many payments are shown at first, and how many each press adds."""


@dataclass(frozen=True, slots=True)
class MembershipShown:
    """A member's membership, the newest payments, and the tokens and credit of the plan."""

    membership: Membership
    payments: Page[PaymentRead]
    perks: Perks = field(default_factory=Perks)


def show_membership(session: Session, actor: Actor) -> MembershipShown:
    return MembershipShown(
        payments.membership_of(session, actor),
        show_payments(session, actor, after=0, most=FIRST),
        payments.own_perks(session, actor),
    )


def show_payments(
    session: Session, actor: Actor, *, after: int, most: int = MORE
) -> Page[PaymentRead]:
    return payments.history(session, actor, window=Window(most, after))
