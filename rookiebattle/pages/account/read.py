"""Reads the data of the page Your account, in one unit of work."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.schemas import OwnAccount
from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import Window
from rookiebattle.guardians import invitations
from rookiebattle.guardians import service as guardians
from rookiebattle.guardians.schemas import GuardianRead, InvitationRead
from rookiebattle.payments import service as payments
from rookiebattle.registrations.schemas import HouseholdBill
from rookiebattle.registrations.service import agenda
from rookiebattle.registrations.service import people as seats
from rookiebattle.registrations.service.agenda import Ties


@dataclass(frozen=True, slots=True)
class AccountShown:
    """A member's account, and what deleting it would reach: seats, events, a plan, payments.

    `goes_along` are the names of people whose account nobody else could reach.
    """

    account: OwnAccount
    ties: Ties
    is_renewed: bool
    has_paid: bool
    goes_along: Sequence[str] = ()


def show_account(session: Session, actor: Actor) -> AccountShown:
    people = guardians.list_dependents(session, actor)
    return AccountShown(
        accounts.own_account(session, actor),
        agenda.ties_of(session, actor),
        payments.membership_of(session, actor).has_subscription,
        payments.history(session, actor, window=Window(1)).total > 0,
        [one.game_name or "" for one in people if not one.may_end],
    )


@dataclass(frozen=True, slots=True)
class FamilyShown:
    """A minor's guardians, an adult's guardians of before, and those of the household."""

    is_minor: bool
    guardians: Sequence[GuardianRead]
    household: Sequence[GuardianRead]
    invitations: Sequence[InvitationRead]
    has_people: bool
    knows_birth: bool
    bills: Sequence[HouseholdBill] = ()


def show_family(session: Session, actor: Actor) -> FamilyShown:
    own = guardians.own_age(session, actor)
    return FamilyShown(
        is_minor=own.is_minor,
        guardians=guardians.list_guardians(session, actor),
        household=guardians.list_household(session, actor),
        invitations=invitations.own_invitations(session, actor),
        has_people=any(one.is_minor for one in guardians.list_dependents(session, actor)),
        knows_birth=own.birth_date is not None,
        bills=seats.household_bills(session, actor),
    )
