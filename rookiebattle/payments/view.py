"""Turns rows of payments into what crosses the doors. Pure."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from rookiebattle import routes
from rookiebattle.core.values.dates import date_words
from rookiebattle.core.values.money import as_decimal
from rookiebattle.payments.models import Method, Payment, PerkKind
from rookiebattle.payments.schemas import (
    Confirmation,
    HouseholdBillRead,
    HowPaid,
    Membership,
    MembershipRead,
    PaymentRead,
    PerkLine,
    PerkLineRead,
    Perks,
    PerksRead,
    Started,
    StartedRead,
)
from rookiebattle.payments.wording import (
    CONFIRMING,
    NOT_PAID,
    NOT_PAID_TITLE,
    PAID_TITLE,
    RETURNED,
    RETURNED_TITLE,
    SOON,
    SUBSCRIBED,
    THANKS,
    how_of,
    perk_amount,
)
from rookiebattle.registrations.schemas import HouseholdBill
from rookiebattle.registrations.wording import SEAT_IS_PAID


@dataclass(frozen=True)
class Returned:
    """The payment from which somebody comes back. `state` is empty for nothing.

    `receipt` leads to the receipt once the payment is confirmed.
    """

    state: str = ""
    title: str = ""
    text: str = ""
    receipt: str = ""


WAITING = Returned("waiting", CONFIRMING, SOON)


def returned_of(found: Confirmation, membership: Membership | None = None) -> Returned:
    """The words for somebody who comes back from the payment service.

    A subscription is confirmed once it is paid until some day, which may be a moment after its
    payment came.
    """
    receipt = routes.receipt(found.payment_id)
    if found.state == "returned":
        return Returned("returned", RETURNED_TITLE, RETURNED, receipt)
    if found.state == "completed" and (found.kind != "subscription" or _is_in_force(membership)):
        said = {"subscription": _subscribed(membership), "event": SEAT_IS_PAID}
        return Returned("paid", PAID_TITLE, said.get(found.kind, THANKS), receipt)
    if found.state in ("failed", "canceled"):
        return Returned("failed", NOT_PAID_TITLE, NOT_PAID)
    if found.state == "pending" and found.kind != "subscription":
        # The service was asked: no card has paid it. The news of a plan's bill may come later.
        return Returned()
    return WAITING


def _subscribed(membership: Membership | None) -> str:
    """A reload of the page after canceling tells of no subscription anymore."""
    return THANKS if membership is not None and membership.ends_at_period_end else SUBSCRIBED


def _is_in_force(membership: Membership | None) -> bool:
    if membership is None or membership.paid_until is None:
        return False
    return membership.status == "active"


def as_read(one: Payment, *, is_struck: bool = False, for_name: str | None = None) -> PaymentRead:
    told = {
        "method": one.method,
        "plan": one.plan or "",
        "means": one.means or "",
        "reference": one.reference or "",
        "receivedOn": one.received_on.isoformat() if one.received_on else "",
    }
    return PaymentRead(
        id=one.id,
        user_id=one.user_id,
        payment_type=one.payment_type,
        amount=one.amount_cents,
        refunded=one.returned_cents,
        currency=one.currency,
        status=one.status,
        event_id=one.event_id,
        description=one.description,
        metadata={name: value for name, value in told.items() if value},
        created_at=one.created_at,
        updated_at=one.updated_at,
        is_struck=is_struck,
        for_name=for_name,
    )


def as_how_paid(one: Payment) -> HowPaid:
    return HowPaid(
        words=how_of(one),
        is_card=one.method == Method.CARD,
        means=one.means or "",
        reference=one.reference or "",
        received_on=one.received_on,
        to_hand_cents=0 if one.method == Method.CARD else one.kept_cents,
    )


def perk_words(perks: Perks, zone: ZoneInfo) -> str:
    """'1 park-day token until Nov 27, 2027 · $10.00 weekend credit until Dec 27, 2027'."""
    held = (
        (PerkKind.TOKEN, perks.tokens, perks.tokens_until),
        (PerkKind.WEEKEND, perks.credit_cents, perks.credit_until),
    )
    told = [
        f"{perk_amount(kind, amount)} until {date_words(until.astimezone(zone))}"
        for kind, amount, until in held
        if until is not None
    ]
    return " · ".join(told)


def as_perks(one: Perks) -> PerksRead:
    """Credit is money on the wire, and tokens are counted."""
    return PerksRead(
        tokens=one.tokens,
        tokens_until=one.tokens_until,
        weekend_credit=one.credit_cents,
        weekend_credit_until=one.credit_until,
        is_active=one.is_active,
        history=[
            PerkLineRead(
                at=line.at, kind=line.kind, what=line.what, amount=_signed(line), about=line.about
            )
            for line in one.lines
        ],
    )


def _signed(line: PerkLine) -> str:
    if line.kind == PerkKind.TOKEN:
        return str(line.amount)
    return f"{'-' if line.amount < 0 else ''}{as_decimal(abs(line.amount))}"


def as_started(one: Started) -> StartedRead:
    return StartedRead(
        client_secret=one.client_secret or None,
        payment_id=one.payment_id,
        status=one.status,
        amount=one.amount_cents,
        description=one.description,
        hold_expires_at=one.hold_expires_at,
    )


def as_bill(one: HouseholdBill) -> HouseholdBillRead:
    return HouseholdBillRead(
        user_id=one.user_id,
        event_id=one.event_id,
        title=one.title,
        names=one.names,
        amount=one.cents,
        hold_expires_at=one.hold_expires_at,
    )


def as_membership(one: Membership) -> MembershipRead:
    return MembershipRead.model_validate(one, from_attributes=True)
