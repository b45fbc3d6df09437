"""Turns a member's membership and payments into the view of the membership page. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from rookiebattle import routes
from rookiebattle.accounts.wording import tier_label
from rookiebattle.core.dates import date_words
from rookiebattle.core.money import as_price
from rookiebattle.integrations.stripe.cards import NOT_SET_UP
from rookiebattle.members.wording import TONES
from rookiebattle.pages.membership.read import MembershipShown
from rookiebattle.payments.plans import PLANS, plan_named
from rookiebattle.payments.schemas import Membership, PaymentRead
from rookiebattle.payments.wording import GIVEN, NO_MEMBERSHIP_NEEDED, given_back, status_words
from rookiebattle.payments.wording import TONES as PAYMENT_TONES
from rookiebattle.settings import Settings

PLAY_FREE = "Play free"
"""The badge of a member without any plan, in place of 'Inactive': nothing is missing."""
CREDIT = "{0} left of your former plan pays first."
CREDIT_STAYS = "{0} left of your former plan stays as credit."
PAID = ("completed", "refunded")


@dataclass(frozen=True)
class OwnView:
    """The card 'Your Membership'. `line` says until when; `owed` that a bill is open.

    `until` is the day of the next bill, which is the last one of a membership that is canceled.
    """

    title: str = ""
    status: str = ""
    tone: str = "neutral"
    line: str = ""
    until: str = ""
    owed: str = ""
    pay: str = ""
    may_end: bool = False
    may_resume: bool = False
    may_change_card: bool = False


@dataclass(frozen=True)
class PaymentRow:
    """One payment of the history."""

    id: str = ""
    day: str = ""
    description: str = ""
    amount: str = ""
    refunded: str = ""
    status: str = ""
    tone: str = "neutral"
    receipt: str = ""


@dataclass(frozen=True)
class PlanButton:
    """The button of a plan: where it leads, or 'Current Plan' when it leads nowhere.

    `is_off`: this plan cannot be chosen now. `switches`: the member has another paid plan.
    """

    label: str = ""
    href: str = ""
    is_current: bool = False
    is_off: bool = False
    switches: bool = False


@dataclass(frozen=True)
class MembershipView:
    """The vars of the page. `cards_off` says why card payments are off; empty when they are on."""

    own: OwnView = OwnView()
    plans: dict[str, PlanButton] = field(default_factory=dict)
    payments: list[PaymentRow] = field(default_factory=list)
    has_more: bool = False
    cards_off: str = ""
    loaded: bool = True


def visitor_view(settings: Settings) -> MembershipView:
    """The page of a visitor."""
    return MembershipView(plans=buttons(None), cards_off=why_cards_are_off(settings))


def view_of(shown: MembershipShown, settings: Settings) -> MembershipView:
    """The page of a member."""
    zone = ZoneInfo(settings.org_time_zone)
    return MembershipView(
        own=own_of(shown.membership, zone),
        plans=buttons(shown.membership),
        payments=rows_of(shown.payments.items, zone),
        has_more=shown.payments.total > len(shown.payments.items),
        cards_off=why_cards_are_off(settings),
    )


def rows_of(payments: Sequence[PaymentRead], zone: ZoneInfo) -> list[PaymentRow]:
    """The rows of the history."""
    return [_row(one, zone) for one in payments]


def _row(one: PaymentRead, zone: ZoneInfo) -> PaymentRow:
    return PaymentRow(
        id=one.id,
        day=long_day(one.created_at, zone),
        description=one.description,
        amount=as_price(one.amount),
        refunded="" if one.is_struck else given_back(one.refunded),
        status=status_words(one.status, is_struck=one.is_struck),
        tone=PAYMENT_TONES.get(one.status, "neutral"),
        receipt=routes.receipt(one.id) if one.status in PAID else "",
    )


def buttons(membership: Membership | None) -> dict[str, PlanButton]:
    """The button of each plan. The plan of the member's tier is 'Current Plan'."""
    return {one.key: _button(one.key, membership) for one in PLANS}


def _button(key: str, membership: Membership | None) -> PlanButton:
    if membership is not None and membership.plan == key and _is_in_force(membership):
        return PlanButton("Current Plan", is_current=True)
    plan = plan_named(key)
    if not plan.interval:
        has_more = membership is not None and _has_paid_plan(membership)
        return PlanButton("Included" if has_more else "Join for Free", is_off=has_more)
    switches = membership is not None and membership.has_subscription
    label = f"Switch to {plan.name}" if switches else f"Become a {plan.name}"
    return PlanButton(label, routes.checkout("subscription", plan=key), switches=switches)


def _has_paid_plan(membership: Membership) -> bool:
    """Whether a paid plan is in force. Administrators may have given it, without a payment."""
    has_plan = membership.plan is not None and bool(plan_named(membership.plan).interval)
    is_active = has_plan and membership.status == "active"
    return is_active or (bool(membership.paid_until) and _is_in_force(membership))


def _is_in_force(membership: Membership) -> bool:
    """A plan that expired can be chosen again."""
    was_never_paid = membership.status == "inactive" and not membership.paid_until
    return membership.status == "active" or was_never_paid


def own_of(membership: Membership, zone: ZoneInfo) -> OwnView:
    """The card of one's own membership."""
    until = long_day(membership.paid_until, zone) if membership.paid_until else ""
    renews = membership.has_subscription and not membership.ends_at_period_end
    plan = membership.card_plan or membership.plan or ""
    return OwnView(
        title=tier_label(membership.tier),
        status=_status(membership),
        tone=TONES.get(membership.status, "neutral"),
        line=_line(membership, until, renews=renews),
        until=until,
        owed="The last payment failed. Pay now, or change your card, to keep your membership."
        if membership.wants_payment
        else "",
        pay=routes.checkout("subscription", plan=plan) if membership.wants_payment else "",
        may_end=renews,
        may_resume=membership.has_subscription and membership.ends_at_period_end,
        may_change_card=membership.has_subscription,
    )


def _status(membership: Membership) -> str:
    has_none = membership.plan is None and membership.status == "inactive"
    return PLAY_FREE if has_none else membership.status.title()


def _line(membership: Membership, until: str, *, renews: bool) -> str:
    if membership.is_given and not membership.has_subscription:
        return GIVEN
    if not until:
        return "" if membership.plan else f"{NO_MEMBERSHIP_NEEDED} Choose one to support the game."
    if membership.status == "expired":
        return f"Ended on {until}."
    credit = as_price(membership.credit_cents) if membership.credit_cents else ""
    if renews:
        price = plan_named(membership.card_plan).price_words if membership.card_plan else ""
        told = f"Renews on {until} for {price}." if price else f"Renews on {until}."
        return f"{told} {CREDIT.format(credit)}" if credit else told
    told = f"Paid until {until}." if membership.by_hand else f"Ends on {until}."
    return f"{told} {CREDIT_STAYS.format(credit)}" if credit else told


def long_day(at: datetime, zone: ZoneInfo) -> str:
    """'Nov 21, 2026'."""
    return date_words(at.astimezone(zone))


def why_cards_are_off(settings: Settings) -> str:
    """Why nobody can pay by card here; empty where members can."""
    return "" if settings.takes_cards else NOT_SET_UP
