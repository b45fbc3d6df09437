"""Turns a member's membership and payments into the view of the membership page. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from rookiebattle import routes
from rookiebattle.accounts.wording import tier_label
from rookiebattle.core.pagination import Page
from rookiebattle.core.values.dates import date_words
from rookiebattle.core.values.money import as_price
from rookiebattle.integrations.stripe.cards import NOT_SET_UP
from rookiebattle.members.wording import TONES
from rookiebattle.pages.membership.read import MembershipShown
from rookiebattle.payments.plans import PLANS, Plan, includes, plan_named
from rookiebattle.payments.schemas import Membership, PaymentRead, PerkLine, Perks
from rookiebattle.payments.view import perk_words
from rookiebattle.payments.wording import (
    GIVEN,
    NO_MEMBERSHIP_NEEDED,
    PERK_ACTS,
    PERK_USE,
    PERK_WAITS,
    perk_amount,
    refunded_label,
    status_words,
)
from rookiebattle.payments.wording import TONES as PAYMENT_TONES
from rookiebattle.registrations.wording import PAY_NOW, for_people
from rookiebattle.settings import Settings

PLAY_FREE = "Play free"
"""The badge of a member without any plan, in place of 'Inactive': nothing is missing."""
NOT_ACTIVE = "This plan isn’t active. You can start it below."
PAID_BY_CARD, WHEN_IT_ENDS = "Paid by Card", "Open When Your Plan Ends"
UNTIL_BY_HAND = "Paid until {}. You can change plans after that."
OWED = "The last payment failed. Pay now, or change your card, to {0}."
CREDIT = "Your {0} credit from your last plan goes first."
CREDIT_STAYS = "Your {0} credit from your last plan stays."
PAID = ("completed", "refunded")
MOST_LINES = 50
"""The history of tokens and credit goes back so many lines."""


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
class PerkRow:
    id: str = ""
    day: str = ""
    what: str = ""
    amount: str = ""


@dataclass(frozen=True)
class PerksView:
    """The tokens and credit of a member: what there is, how it is used, and the history."""

    words: str = ""
    note: str = ""
    rows: Sequence[PerkRow] = ()


@dataclass(frozen=True)
class PaymentRow:
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
    perks: PerksView = PerksView()
    plans: Mapping[str, PlanButton] = field(default_factory=dict)
    payments: Sequence[PaymentRow] = ()
    has_more: bool = False
    cards_off: str = ""


def visitor_view(settings: Settings) -> MembershipView:
    return MembershipView(plans=buttons(None), cards_off=why_cards_are_off(settings))


def view_of(shown: MembershipShown, settings: Settings) -> MembershipView:
    zone = settings.org_zone
    return MembershipView(
        own=own_of(shown.membership, zone),
        perks=perks_of(shown.perks, zone),
        plans=buttons(shown.membership),
        payments=rows_of(shown.payments.items, zone),
        has_more=shown.payments.total > len(shown.payments.items),
        cards_off=why_cards_are_off(settings),
    )


def with_more(view: MembershipView, found: Page[PaymentRead], settings: Settings) -> MembershipView:
    payments = [*view.payments, *rows_of(found.items, settings.org_zone)]
    has_more = bool(found.items) and found.total > len(payments)
    return replace(view, payments=payments, has_more=has_more)


def rows_of(payments: Sequence[PaymentRead], zone: ZoneInfo) -> list[PaymentRow]:
    return [_row(one, zone) for one in payments]


def _row(one: PaymentRead, zone: ZoneInfo) -> PaymentRow:
    return PaymentRow(
        id=one.id,
        day=long_day(one.created_at, zone),
        description=for_people(one.description, [one.for_name])
        if one.for_name
        else one.description,
        amount=as_price(one.amount),
        refunded="" if one.is_struck else refunded_label(one.refunded),
        status=status_words(one.status, is_struck=one.is_struck),
        tone=PAYMENT_TONES.get(one.status, "neutral"),
        receipt=routes.receipt(one.id) if one.status in PAID else "",
    )


def perks_of(perks: Perks, zone: ZoneInfo) -> PerksView:
    """Nothing for a member whose plan never brought anything."""
    if not perks.lines:
        return PerksView()
    lines = perks.lines[:MOST_LINES]
    rows = [_perk_row(str(len(lines) - place), one, zone) for place, one in enumerate(lines)]
    return PerksView(perk_words(perks, zone), PERK_USE if perks.is_active else PERK_WAITS, rows)


def _perk_row(id_: str, line: PerkLine, zone: ZoneInfo) -> PerkRow:
    """Such as '+1 park-day token' or '−$10.00 weekend credit'."""
    what, sign = PERK_ACTS[line.what], "−" if line.amount < 0 else "+"
    if line.about and line.what in ("used", "given_back"):
        what = f"{what}: {line.about}"
    amount = sign + perk_amount(line.kind, abs(line.amount))
    return PerkRow(id_, long_day(line.at, zone), what, amount)


def buttons(membership: Membership | None) -> dict[str, PlanButton]:
    """The button of each plan. The plan of the member's tier is 'Current Plan'."""
    return {one.key: _button(one.key, membership) for one in PLANS}


def _button(key: str, membership: Membership | None) -> PlanButton:
    if membership is not None and membership.plan == key and membership.status == "active":
        return PlanButton("Current Plan", is_current=True)
    plan = plan_named(key)
    if not plan.interval:
        has_more = membership is not None and _has_paid_plan(membership)
        return PlanButton("Included" if has_more else "Join for Free", is_off=has_more)
    there = routes.checkout("subscription", plan=key)
    if membership is not None and _is_part_of_gift(plan, membership):
        return PlanButton("Included", is_off=True)
    if membership is not None and membership.by_hand and membership.is_paid:
        # No card takes over a plan that was paid in person.
        own = plan_named(membership.plan) if membership.plan else None
        is_part = own is not None and membership.status == "active" and includes(own, plan)
        return PlanButton("Included" if is_part else WHEN_IT_ENDS, is_off=True)
    if membership is None or not membership.has_subscription:
        return PlanButton(f"Become a {plan.name}", there)
    if membership.card_plan != key:
        return PlanButton(f"Switch to {plan.name}", there, switches=True)
    # An administrator may have given another tier or status than that of the plan that a card pays.
    if membership.wants_payment:
        return PlanButton(PAY_NOW, there)
    return PlanButton(PAID_BY_CARD, is_off=True)


def _is_part_of_gift(plan: Plan, membership: Membership) -> bool:
    """Whether an administrator gave a plan that includes this one, and no card pays this one."""
    if not membership.is_given or membership.plan is None or membership.card_plan == plan.key:
        return False
    return includes(plan_named(membership.plan), plan)


def _has_paid_plan(membership: Membership) -> bool:
    """Whether a paid plan is in force. Administrators may have given it, without a payment, or have
    taken the tier or the status of one that still is paid."""
    has_plan = membership.plan is not None and bool(plan_named(membership.plan).interval)
    return membership.is_paid or (has_plan and membership.status == "active")


def own_of(membership: Membership, zone: ZoneInfo) -> OwnView:
    until = long_day(membership.paid_until, zone) if membership.paid_until else ""
    renews = membership.has_subscription and not membership.ends_at_period_end
    plan = membership.card_plan or membership.plan or ""
    has_none = membership.plan is None and membership.status == "inactive"
    return OwnView(
        title=tier_label(membership.tier),
        status=PLAY_FREE if has_none else membership.status.title(),
        tone=TONES.get(membership.status, "neutral"),
        line=_line(membership, until, renews=renews),
        until=until,
        owed=_owed(membership),
        pay=routes.checkout("subscription", plan=plan) if membership.wants_payment else "",
        may_end=renews,
        may_resume=membership.has_subscription and membership.ends_at_period_end,
        may_change_card=membership.has_subscription,
    )


def _owed(membership: Membership) -> str:
    if not membership.wants_payment:
        return ""
    is_over = membership.status == "expired"
    return OWED.format("get your membership back" if is_over else "keep your membership")


def _line(membership: Membership, until: str, *, renews: bool) -> str:
    if membership.is_given and not membership.has_subscription:
        return GIVEN
    if not until and membership.plan:
        return "" if membership.status == "active" else NOT_ACTIVE
    if not until:
        return f"{NO_MEMBERSHIP_NEEDED} Choose one to support the game."
    if membership.status == "expired" or not membership.is_paid:
        return f"Ended on {until}."
    credit = as_price(membership.credit_cents) if membership.credit_cents else ""
    if renews:
        told = _renews(membership, until)
        return f"{told} {CREDIT.format(credit)}" if credit else told
    told = UNTIL_BY_HAND.format(until) if membership.by_hand else f"Ends on {until}."
    return f"{told} {CREDIT_STAYS.format(credit)}" if credit else told


def _renews(membership: Membership, until: str) -> str:
    """'Renews on Nov 21, 2027 for $20/year.', with the plan where the member's tier is another."""
    if membership.card_plan is None:
        return f"Renews on {until}."
    plan = plan_named(membership.card_plan)
    renews = "Renews" if plan.key == membership.plan else f"{plan.name} renews"
    return f"{renews} on {until} for {plan.price_words}."


def long_day(at: datetime, zone: ZoneInfo) -> str:
    """'Nov 21, 2026'."""
    return date_words(at.astimezone(zone))


def why_cards_are_off(settings: Settings) -> str:
    return "" if settings.takes_cards else NOT_SET_UP
