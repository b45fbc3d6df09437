"""Turns what somebody wants to pay for into the view of the checkout. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from rookiebattle import routes
from rookiebattle.core.values.dates import date_words
from rookiebattle.core.values.money import as_decimal, as_price
from rookiebattle.events.service import MISSING
from rookiebattle.events.when import is_before_notice
from rookiebattle.events.wording import when
from rookiebattle.integrations.stripe.cards import NOT_SET_UP, SavedCard
from rookiebattle.pages.checkout.read import CheckoutShown
from rookiebattle.pages.checkout.url import DESCRIPTION, KEEP, Wanted
from rookiebattle.payments.plans import (
    EXAMPLE_CENTS,
    EXAMPLE_INTERVAL,
    EXAMPLE_NAME,
    Plan,
    includes,
    plan_named,
)
from rookiebattle.payments.policy import is_donation
from rookiebattle.payments.schemas import Membership, PerkOffer
from rookiebattle.payments.wording import (
    AT_THE_GATE,
    BACK_TO_YOU,
    DONATION,
    DONATION_LIMITS,
    HAS_PLAN,
    HOLD_ENDED,
    NO_AMOUNT,
    NO_OWN_SEAT,
    NOTHING_OWED,
    PAID_BY_HAND,
    PERK_COMES_BACK,
    PERK_STAYS,
    PERKS,
    REPLACES,
    TO_MEMBERSHIP,
    USE_PERK,
    given_words,
    paid_for,
)
from rookiebattle.registrations.policy import cents_owed, owes
from rookiebattle.registrations.pricing import LEAST_BY_CARD_CENTS, takes_card
from rookiebattle.registrations.schemas import OwnEvent, PersonSeat
from rookiebattle.registrations.wording import (
    IS_CANCELED,
    MONEY_BACK,
    ONCE_PAID_KEPT,
    cannot_come,
    members_pay_less,
    new_here,
)
from rookiebattle.settings import Settings, get_settings

MILLISECOND = timedelta(milliseconds=1)
DISCOUNT, REST = "Member discount", "Credit from your plan"
KEPT_LINE = "Credit for your next bills"
CHOOSE = "Choose a plan on the membership page to pay for it."
SAVED_CARD = "your saved card"
BRANDS = {"visa": "Visa", "mastercard": "Mastercard", "amex": "American Express"}
SWITCHING = (
    "Whatever’s left on your current plan goes toward the new one. When you press the button, "
    "we’ll charge the rest to {card} today."
)
CHARGED = "When you press the button, we’ll charge {price} to {card} today."
NOT_CHARGED = (
    "When you press the button, you won’t be charged today: whatever’s left on your current plan "
    "covers the new one."
)
KEPT = "{left} of it stays as credit for your next bills. After that, we’ll charge {card}."
NEXT_BILLS = "We’ll charge your next bills to {card}."
STARTS = "{plan} starts today."
RENEWS_FROM = "It renews for {price} from {day}, until you cancel."
RENEWS_NOT = "It won’t renew after that, because you canceled your membership."
RENEWS = "Renews automatically until you cancel. You can cancel anytime."


@dataclass(frozen=True)
class Line:
    name: str = ""
    about: str = ""
    amount: str = ""


@dataclass(frozen=True)
class Purchase:
    """The request that starts the payment; without a path nothing can be paid here.

    `press` is the label of a button that must be pressed first, because the request itself charges
    a card that the member gave before. `asked` are the parameters of the address that it is for: a
    tab keeps the purchase of its last checkout for a moment, which must not be started again.
    `intent` is the id of the payment whose secret, found in the address, may be used: the member's
    own, for what the page draws. `payment` is our id of it. `done` is where a payment leads, which
    names the payment in its address.
    """

    path: str = ""
    body: dict[str, str] = field(default_factory=dict)
    press: str = ""
    asked: dict[str, str] = field(default_factory=dict)
    intent: str = ""
    payment: str = ""
    done: str = routes.paid()


@dataclass(frozen=True)
class CheckoutView:
    """The checkout. `problem` says why nothing can be paid, with the way on.

    `hold_until` is the moment at which an unpaid seat is lost, for machines; `hold_left` are the
    milliseconds until then, because clocks of phones are wrong; `held` and `opens` name what opens.
    `is_free`: a token or credit pays all of it, and `choice` is the link with which it is kept, or
    used after all.
    """

    lines: Sequence[Line] = ()
    total: str = ""
    per: str = ""
    note: str = ""
    is_free: bool = False
    choice: str = ""
    choice_href: str = ""
    is_example: bool = False
    problem: str = ""
    onward: str = routes.MEMBERSHIP
    onward_label: str = TO_MEMBERSHIP
    purchase: Purchase = Purchase()
    held: str = "your seat"
    opens: str = "it opens"
    hold_until: str = ""
    hold_left: int = 0
    stripe_key: str = ""
    script: str = ""
    is_demo: bool = False


def view_of(shown: CheckoutShown, settings: Settings, now: datetime) -> CheckoutView:
    """The checkout of what is wanted. Without card payments it says why nothing is paid here."""
    found = _found(shown, now)
    purchase = found.purchase if settings.takes_cards else Purchase()
    view = replace(
        found,
        purchase=_named(replace(purchase, asked=dict(shown.wanted.asked)), found, shown),
        stripe_key=settings.stripe_publishable_key,
        script=settings.stripe_js_url,
        is_demo=bool(settings.stripe_js_url),
    )
    if settings.takes_cards:
        return view
    return replace(view, problem=view.problem or NOT_SET_UP)


def _named(purchase: Purchase, found: CheckoutView, shown: CheckoutShown) -> Purchase:
    """With the payment of the address, if the page shows what that one charges, and asks for its
    card."""
    waiting = shown.waiting
    may_start = bool(found.purchase.path) and not found.purchase.press
    if waiting is None or not may_start or found.total != as_price(waiting.cents):
        return purchase
    return replace(purchase, intent=shown.wanted.intent_id, payment=waiting.payment_id)


def _found(shown: CheckoutShown, now: datetime) -> CheckoutView:
    wanted = shown.wanted
    if wanted.kind == "subscription":
        return _plan(shown, now)
    if wanted.event_id and wanted.for_id:
        return _fee_of_household(shown, now)
    if wanted.event_id:
        return _fee(shown, now)
    return _donation(wanted)


def _plan(shown: CheckoutShown, now: datetime) -> CheckoutView:
    try:
        plan = plan_named(shown.wanted.plan)
    except KeyError:
        return _example()
    if not plan.interval:
        return _example()
    line = Line(plan.name, "Membership", as_price(plan.cents))
    given = _given(shown.membership, plan)
    if given is not None and includes(given, plan):
        return CheckoutView([line], problem=given_words(given, plan))
    if shown.switches_to:
        return _switch(plan, shown, now)
    if is_paid_by_hand(shown.membership, now):
        return CheckoutView([line], problem=PAID_BY_HAND)
    view = _with_plan(plan, line, shown.membership)
    if given is None or view.problem:
        return view
    return replace(view, note=f"{REPLACES.format(given.name)} {view.note}")


def _given(membership: Membership, plan: Plan) -> Plan | None:
    """The plan that the member has without paying. An open bill of the one that is wanted can be
    paid all the same."""
    is_of_card = membership.has_subscription and membership.card_plan == plan.key
    if not membership.is_given or membership.plan is None or is_of_card:
        return None
    return plan_named(membership.plan)


def is_paid_by_hand(membership: Membership, now: datetime) -> bool:
    """Whether a plan that was paid in person is in force, which no card takes over."""
    ends = membership.paid_until
    return membership.by_hand and ends is not None and ends > now


def _switch(plan: Plan, shown: CheckoutShown, now: datetime) -> CheckoutView:
    """A change of plan: what is left of the former one is taken off."""
    line = Line(plan.name, "Membership", plan.price_words)
    body = {"plan": plan.key, "confirm": "true"}
    purchase = Purchase(routes.START_SUBSCRIPTION, body, f"Switch to {plan.name}")
    view = CheckoutView([line], note=_switching(plan, shown, now), purchase=purchase)
    if shown.change is None:
        return view
    due, left = shown.change.cents, shown.change.left_cents
    less = plan.cents - due + left
    rest = [Line(REST, "", f"−{as_price(less)}")] if less > 0 else []
    kept = [Line(KEPT_LINE, "", as_price(left))] if left else []
    return replace(view, lines=[line, *rest, *kept], total=as_price(due), per="due now")


def _switching(plan: Plan, shown: CheckoutShown, now: datetime) -> str:
    """Today's charge and its card, and from when the new plan renews for how much."""
    change = shown.change
    card = card_words(change.card if change else None)
    charged, left = SWITCHING, as_price(change.left_cents) if change else ""
    if change is not None and change.cents:
        charged = CHARGED
    elif change is not None:
        charged = f"{NOT_CHARGED} {KEPT if change.left_cents else NEXT_BILLS}"
    price = as_price(change.cents) if change else ""
    ends = plan.paid_from(now).astimezone(get_settings().org_zone)
    renews = RENEWS_NOT if shown.membership.ends_at_period_end else RENEWS_FROM
    return " ".join(
        (
            charged.format(price=price, card=card, left=left),
            STARTS.format(plan=plan.name),
            renews.format(price=plan.price_words, day=date_words(ends)),
        )
    )


def card_words(card: SavedCard | None) -> str:
    """'your Visa card ending in 4242', as far as the card is known."""
    if card is None:
        return SAVED_CARD
    brand = BRANDS.get(card.brand)
    return (
        f"your {brand} card ending in {card.last_four}"
        if brand
        else (f"your card ending in {card.last_four}")
    )


def _with_plan(plan: Plan, line: Line, membership: Membership) -> CheckoutView:
    has_it = membership.has_subscription and membership.card_plan == plan.key
    if has_it and not membership.wants_payment:
        return CheckoutView([line], problem=f"{HAS_PLAN}.")
    purchase = Purchase(routes.START_SUBSCRIPTION, {"plan": plan.key})
    total, per = as_price(plan.cents), f"per {plan.interval}"
    return CheckoutView([line], total, per, RENEWS, purchase=purchase)


def _example() -> CheckoutView:
    price = as_price(EXAMPLE_CENTS)
    return CheckoutView(
        [Line(EXAMPLE_NAME, "An example: no one is charged this", f"{price}/{EXAMPLE_INTERVAL}")],
        is_example=True,
        problem=CHOOSE,
    )


def _fee(shown: CheckoutShown, now: datetime) -> CheckoutView:
    """The fee of a seat, at the price at which it was taken, less what a token or credit pays."""
    event = shown.event
    if event is None:
        return CheckoutView([], problem=MISSING, onward=routes.EVENTS, onward_label="Browse Events")
    perk, others = _perk(shown, event), _others(event)
    view = CheckoutView(
        [_seat(event, now), *_discount(event), *_paid_by(perk, event)],
        onward=routes.event(event.id),
        onward_label="Back to the event",
    )
    problem = _why_unpayable(event, was_lost=shown.was_lost)
    if problem and others:
        return _fee_of_others(view, event, others, now)
    if problem:
        return replace(view, problem=problem)
    rest = event.seat_cents + event.seat_perk - (perk.cents if perk else 0)
    if others:
        view = replace(view, lines=[*view.lines, *(_seat_of(event, one) for one in others)])
        view = replace(view, **_held(1 + len(others), "your"))
        rest += sum(one.amount_cents for one in others)
    return replace(
        view,
        total=as_price(rest),
        is_free=not rest,
        note=_about_fee(event, now, is_first=shown.is_first) if rest else _about_perk(event, now),
        purchase=_fee_purchase(shown, event, uses=perk is not None, rest=rest),
        **_choice(shown, event, uses=perk is not None),
        **_hold(event.seat_hold, now),
    )


def _others(event: OwnEvent) -> list[PersonSeat]:
    found = [] if event.canceled_at else event.party
    return [one for one in found if takes_card(cents_owed(one.payment_status, one.amount_cents))]


def _seat_of(event: OwnEvent, one: PersonSeat) -> Line:
    return Line(f"{event.title}, {one.name}", "", as_price(one.amount_cents))


def _fee_of_others(
    view: CheckoutView, event: OwnEvent, others: Sequence[PersonSeat], now: datetime
) -> CheckoutView:
    """The fee of the people of a member who pays for no own seat."""
    ends = min((one.hold_expires_at for one in others if one.hold_expires_at), default=None)
    return replace(
        view,
        lines=[_seat_of(event, one) for one in others],
        total=as_price(sum(one.amount_cents for one in others)),
        note=_about_fee(event, now, is_first=False),
        purchase=Purchase(
            routes.START_PAYMENT, {"eventId": event.id}, done=routes.seat_paid(event.id)
        ),
        **_held(len(others), "the"),
        **_hold(ends, now),
    )


def _held(number: int, whose: str) -> dict[str, Any]:
    """The seats that open up to others when a hold ends: 'your seat', 'the seats'."""
    if number == 1:
        return {"held": f"{whose} seat", "opens": "it opens"}
    return {"held": f"{whose} seats", "opens": "they open"}


def _fee_of_household(shown: CheckoutShown, now: datetime) -> CheckoutView:
    """The seats of an adult of the household and that adult's minors; the payer reads no more."""
    view = CheckoutView([], onward=routes.own_family(), onward_label="Your Household")
    bill = shown.bill
    if bill is None:
        return replace(view, problem=f"{NOTHING_OWED}.")
    body = {"eventId": bill.event_id, "forUserId": bill.user_id}
    return replace(
        view,
        lines=[
            Line(f"{bill.title}, {one.name}", "", as_price(one.amount_cents)) for one in bill.seats
        ],
        total=as_price(bill.cents),
        note=f"{paid_for(shown.payer, bill.names)} {BACK_TO_YOU}",
        purchase=Purchase(routes.START_PAYMENT, body),
        **_held(len(bill.seats), "the"),
        **_hold(bill.hold_expires_at, now),
    )


def _hold(ends: datetime | None, now: datetime) -> dict[str, Any]:
    if ends is None:
        return {}
    return {"hold_until": ends.isoformat(), "hold_left": (ends - now) // MILLISECOND}


def _may_use(perk: PerkOffer | None, event: OwnEvent) -> bool:
    """Whether a perk leaves either nothing or so much that a card can pay it."""
    if perk is None:
        return False
    rest = event.seat_cents + event.seat_perk - perk.cents
    return rest == 0 or rest >= LEAST_BY_CARD_CENTS


def _perk(shown: CheckoutShown, event: OwnEvent) -> PerkOffer | None:
    """The perk that pays for the seat, or will. Its member may keep it while something is due."""
    if not owes(event.payment_status, event.seat_cents):
        return shown.perk if event.seat_perk else None
    return shown.perk if _may_use(shown.perk, event) and not shown.wanted.keeps_perk else None


def _paid_by(perk: PerkOffer | None, event: OwnEvent) -> list[Line]:
    if perk is None:
        return []
    ends = perk.until.astimezone(ZoneInfo(event.time_zone)) if perk.until else None
    about = f"From your plan, until {date_words(ends)}" if ends else "From your plan"
    return [Line(PERKS[perk.kind], about, f"−{as_price(perk.cents)}")]


def _fee_purchase(shown: CheckoutShown, event: OwnEvent, *, uses: bool, rest: int) -> Purchase:
    """Nothing is left to start where a perk pays all: it is used at the press of a button."""
    body = {"eventId": event.id}
    if _may_use(shown.perk, event):
        body["usePerks"] = str(uses).lower()
    press = "" if rest or shown.perk is None else USE_PERK[shown.perk.kind]
    return Purchase(routes.START_PAYMENT, body, press, done=routes.seat_paid(event.id))


def _choice(shown: CheckoutShown, event: OwnEvent, *, uses: bool) -> dict[str, Any]:
    """The link with which a member keeps the perk, or uses it after all."""
    if shown.perk is None or not _may_use(shown.perk, event):
        return {}
    here = {"event": event.id, **({"perks": KEEP} if uses else {})}
    name = PERKS[shown.perk.kind].lower()
    label = f"Keep the {name} for another day" if uses else f"Use your {name}"
    return {"choice": label, "choice_href": routes.checkout("payment", **here)}


def _why_unpayable(event: OwnEvent, *, was_lost: bool) -> str:
    """Why no card pays for a seat, as its payment would be refused; empty if one can."""
    if event.canceled_at is not None:
        return f"{IS_CANCELED}."
    if was_lost:
        return HOLD_ENDED
    if not event.is_registered:
        return f"{NO_OWN_SEAT}."
    if not owes(event.payment_status, event.seat_cents):
        return f"{NOTHING_OWED}."
    return AT_THE_GATE if event.seat_cents < LEAST_BY_CARD_CENTS else ""


def _about_fee(event: OwnEvent, now: datetime, *, is_first: bool) -> str:
    """A member's possible saving, that this is no free first park day, and the fate of the money.
    Supporters know of their discount; one who joined after taking the seat pays what it cost then.
    """
    whole = event.seat_cents + event.seat_perk
    may_save = whole == event.price_cents and not event.is_for_supporter
    saving = members_pay_less(event.price_cents) if may_save else ""
    beginner = new_here(event.price_cents, is_first=is_first)
    way_out = f"{ONCE_PAID_KEPT} {MONEY_BACK}"
    if is_before_notice(event.start_date, now):
        way_out = cannot_come(may_unregister=True, is_refundable=event.is_refundable)
    return " ".join(filter(None, (beginner, saving, way_out)))


def _about_perk(event: OwnEvent, now: datetime) -> str:
    return PERK_COMES_BACK if is_before_notice(event.start_date, now) else PERK_STAYS


def _seat(event: OwnEvent, now: datetime) -> Line:
    time = when(event.start_date, event.end_date, event.time_zone, now)
    return Line(event.title, time, as_price(event.price_cents))


def _discount(event: OwnEvent) -> list[Line]:
    paid = event.seat_cents + event.seat_perk
    less = event.price_cents - paid if event.is_registered else 0
    if less <= 0:
        return []
    return [Line(DISCOUNT, members_pay_less(event.price_cents), f"−{as_price(less)}")]


def _donation(wanted: Wanted) -> CheckoutView:
    is_named = wanted.description != DESCRIPTION
    name = (
        wanted.description if is_named else (DONATION if wanted.kind == "donation" else DESCRIPTION)
    )
    if wanted.cents is None:
        return CheckoutView([Line(name, "", "")], problem=NO_AMOUNT)
    if not is_donation(wanted.cents):
        return CheckoutView([Line(name, "", as_price(wanted.cents))], problem=f"{DONATION_LIMITS}.")
    return CheckoutView(
        [Line(name, "A gift to the club", as_price(wanted.cents))],
        total=as_price(wanted.cents),
        purchase=Purchase(
            routes.START_PAYMENT, {"amount": as_decimal(wanted.cents), "description": name}
        ),
    )
