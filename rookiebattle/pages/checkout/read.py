"""Reads what a checkout is about, in one unit of work. Nothing is started by reading."""

from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Invalid, NotFound
from rookiebattle.integrations.stripe.cards import ChangeCost
from rookiebattle.pages.checkout.url import Wanted
from rookiebattle.payments import service as payments
from rookiebattle.payments.plans import PAID_KEYS, PaidPlanKey
from rookiebattle.payments.schemas import Membership, PerkOffer, Waiting
from rookiebattle.registrations.schemas import HouseholdBill, OwnEvent
from rookiebattle.registrations.service import agenda, holds, people
from rookiebattle.registrations.service import registering as registrations


@dataclass(frozen=True, slots=True)
class CheckoutShown:
    """A wanted payment, and what the server knows about it.

    `change` is what a change of plan charges to which card; the card service says it. `waiting` is
    the actor's own payment that the address names; what is wanted is then what that one pays for.
    `is_first`: the actor has never come to an event; only asked about the fee of one.
    `was_lost`: the actor's seat there was not paid in time. `perk` pays a part of its price, or
    would. `bill` is that of an adult of the household, if it is wanted and open;
    `payer` is then the actor's first name.
    """

    wanted: Wanted
    membership: Membership
    event: OwnEvent | None = None
    change: ChangeCost | None = None
    waiting: Waiting | None = None
    is_first: bool = False
    was_lost: bool = False
    perk: PerkOffer | None = None
    bill: HouseholdBill | None = None
    payer: str = ""

    @property
    def switches_to(self) -> PaidPlanKey | None:
        """The plan that would take the place of the one that a card pays now."""
        mine = self.membership
        if self.wanted.kind != "subscription" or not mine.has_subscription:
            return None
        return next(
            (one for one in PAID_KEYS if one == self.wanted.plan and one != mine.card_plan), None
        )


def show_checkout(session: Session, actor: Actor, *, wanted: Wanted) -> CheckoutShown:
    """The actor's membership, and the event with the actor's own seat if one is wanted.

    A payment that the address names counts only if it is the actor's own: somebody else may have
    written the link, to have their seat paid.
    """
    membership = payments.membership_of(session, actor)
    waiting = payments.waiting_payment(session, actor, intent_id=wanted.intent_id)
    if waiting is not None:
        wanted = _wanted_by(waiting, wanted)
    if wanted.for_id and wanted.event_id:
        bill = _bill(session, actor, wanted)
        payer = actor.first_name
        return CheckoutShown(wanted, membership, waiting=waiting, bill=bill, payer=payer)
    event = _event(session, actor, wanted.event_id)
    is_first = event is not None and agenda.is_new_here(session, actor)
    was_lost = event is not None and holds.has_lost_seat(session, actor, event_id=event.id)
    return CheckoutShown(
        wanted,
        membership,
        event,
        waiting=waiting,
        is_first=is_first,
        was_lost=was_lost,
        perk=payments.own_perk(session, actor, event=event) if event else None,
    )


def _bill(session: Session, actor: Actor, wanted: Wanted) -> HouseholdBill | None:
    asked = wanted.for_id, wanted.event_id
    bills = people.household_bills(session, actor)
    return next((one for one in bills if (one.user_id, one.event_id) == asked), None)


def _wanted_by(waiting: Waiting, wanted: Wanted) -> Wanted:
    """The purpose of a payment that waits, in place of what the address says about it."""
    return replace(
        wanted,
        kind="subscription" if waiting.plan else "payment",
        cents=waiting.cents,
        description=waiting.description,
        plan=waiting.plan,
        event_id=waiting.event_id,
    )


def _event(session: Session, actor: Actor, event_id: str) -> OwnEvent | None:
    if not event_id:
        return None
    try:
        return registrations.status_of(session, actor, event_id=event_id)
    except (NotFound, Invalid):
        return None
