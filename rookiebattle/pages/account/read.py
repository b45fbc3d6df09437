"""Reads the data of the page Your account, in one unit of work."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.schemas import OwnAccount
from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import Window
from rookiebattle.payments import service as payments
from rookiebattle.registrations.service import agenda
from rookiebattle.registrations.service.agenda import Ties


@dataclass(frozen=True, slots=True)
class AccountShown:
    """A member's account, and what deleting it would reach: seats, events, a plan, payments."""

    account: OwnAccount
    ties: Ties
    is_renewed: bool
    has_paid: bool


def show_account(session: Session, actor: Actor) -> AccountShown:
    return AccountShown(
        accounts.own_account(session, actor),
        agenda.ties_of(session, actor),
        payments.membership_of(session, actor).has_subscription,
        payments.history(session, actor, window=Window(1)).total > 0,
    )
