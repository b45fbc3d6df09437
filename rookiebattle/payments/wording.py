"""Sentences about payments that several files need. Pure."""

from collections.abc import Mapping, Sequence

from rookiebattle.core.values.money import as_price
from rookiebattle.events.wording import counted, notice_words
from rookiebattle.payments.models import Kind, Payment, PerkAct, PerkKind, Status, What
from rookiebattle.payments.plans import LEAST_DONATION_CENTS, MOST_DONATION_CENTS, Plan
from rookiebattle.settings import get_settings

DONATION = "Donation"
EXPIRED = "expired"
"""The act of a lot whose time is over. No row says it: it follows from the dates."""
NO_PAYWALL = "No paywall to play"
NO_MEMBERSHIP_NEEDED = "You don’t need a membership to play."
TO_MEMBERSHIP = "Back to Membership"
DONATION_LIMITS = (
    f"A donation is between {as_price(LEAST_DONATION_CENTS)} and {as_price(MOST_DONATION_CENTS)}"
)
NO_AMOUNT = "Use dollars and cents, such as 12.34."
NO_PAYMENT = "This payment doesn’t exist"
NOTHING_OWED = "You don’t owe anything for your seat"
AT_THE_GATE = "Please pay for this seat at the gate. It’s too small an amount for a card."
NO_OWN_SEAT = "You’re not registered for this event"
NO_PERK = "The token or credit for this seat is used already, or the plan behind it has ended"
PERK_USED, PERK_RETURNED = "Credit used, the rest is due", "Back with the member, due again"
PERK_KEEPS_SEAT = (
    "Your credit keeps this seat for you: the rest is too small for a card. To get it back, "
    "unregister or ask the organizer."
)
NO_PERK_HERE = "No token or credit pays for this seat"
TOKEN, WEEKEND_CREDIT = "Park-day token", "Weekend credit"
PERKS: Mapping[str, str] = {PerkKind.TOKEN: TOKEN, PerkKind.WEEKEND: WEEKEND_CREDIT}
USE_PERK: Mapping[str, str] = {
    PerkKind.TOKEN: "Use My Park-Day Token",
    PerkKind.WEEKEND: "Use My Weekend Credit",
}
PERK_ACTS: Mapping[str, str] = {
    PerkAct.GRANTED: "With your plan",
    PerkAct.USED: "Used",
    PerkAct.GIVEN_BACK: "Back with you",
    PerkAct.UNDONE: "Ended with its payment",
    PerkAct.RESTORED: "Back with its payment",
    EXPIRED: "Ended",
}
PERK_COMES_BACK = (
    f"Can’t make it? Unregister at least {notice_words()} before the start, and you’ll get it back."
)
PERK_STAYS = (
    "The event starts soon: once you use it, you’ll get it back only if the event is canceled."
)
PERK_USE = (
    "A token pays for a whole park day, and credit for any other event on a Saturday or a Sunday. "
    "Use them when you check out, or tell whoever checks you in."
)
PERK_WAITS = "They wait until your plan is active again."
HOLD_ENDED = (
    "Your seat wasn’t paid for in time, so it opened up to others. The event page says when you "
    "can register again."
)
OTHER_PRICE = "That’s not the price of your seat, which is {0}"
NO_SUBSCRIPTION = "You don’t have a membership that renews"
NO_BILL = "There’s no open bill for this plan. Please check your membership again."
PAY_FIRST = "Please pay your open membership bill first. Then you can change your plan."
CHANGES = "You have another plan. Please confirm the change. We’ll charge your card on file."
HAS_PLAN = "You already have this plan"
GIVEN = "An administrator gave you this plan. It doesn’t end, and you’re not charged for it."
GIVEN_ALREADY = f"{GIVEN} To pay for it yourself, ask an administrator to end it first."
GIVEN_MORE = (
    "An administrator gave you the plan {0}, which includes this one. "
    "To pay for a plan yourself, ask an administrator to end it first."
)
REPLACES = (
    "This replaces the free {0} plan that an administrator gave you. You won’t get that plan back "
    "if you cancel."
)
PAID_BY_HAND = "You paid for your plan in person. You can change plans once it ends."
END_FIRST = "Cancel your paid membership first. You’ll keep it until the time you paid for is up."
OTHER_TAB = "You chose another plan in the meantime. Please check your membership again."
BUSY = "We’re working on this request. Please wait a moment."
OTHER_BODY = "This Idempotency-Key was used before, with another request"
CARD_REFUND_ONLY = "This seat was paid by card. Refund it first."
NOT_NOTED = "Only a seat paid for in person has a check number and a date"
REFUND_BEGUN = "This refund is already on its way."
LEFT_TO_REFUND = "Enter an amount up to {}, which is left of this payment."
NO_REFUNDS = (
    "People paid by card for this event, and card payments aren’t set up anymore. "
    "Ask an administrator to set them up so everyone can be refunded."
)
PAID_EVENT = "Card payments for this event haven’t been refunded yet. Refund them first."
CONFIRMING = "We’re confirming your payment"
SOON = "This takes a few seconds. You can leave this page."
PAID_TITLE, SEE_RECEIPT = "Payment Successful", "See your receipt"
SUBSCRIBED, THANKS = "You are now subscribed!", "Thank you for your payment!"
NOT_PAID_TITLE = "Payment Failed"
NOT_PAID = "The payment didn’t go through, and you weren’t charged. You can try again."
RETURNED_TITLE = "Payment Refunded"
RETURNED = "This wasn’t available anymore, so we’re refunding all of it to your card."
NO_HAND = "Give either a plan or an amount"
NO_GIFT = "Give an amount, such as 25.00"
NAMED_BY_PLAN = "Only a donation has a description; a membership is named by its plan"
NO_MEMBER = "This member doesn’t exist"
NOT_YET = "This day is in the future"
LONG_AGO = "This day is more than ten years ago. Is its year right?"
NOT_STUCK = "The card refund hasn’t failed. Refund it to the card first."
NOT_HANDED_BACK = "This payment wasn’t refunded in person"
NOT_BY_CARD = "Payments recorded by hand can be voided here, but not refunded."
NOT_BY_HAND = "Only memberships and donations recorded by hand can be voided here"
RENEWS_BY_CARD = "This member pays by card. Cancel that first."

RECORDED = "Recorded"
STATUSES: Mapping[str, str] = {
    Status.PENDING: "Not paid yet",
    Status.PROCESSING: "On its way",
    Status.COMPLETED: "Completed",
    Status.REFUNDED: "Refunded",
    Status.FAILED: "Failed",
    Status.CANCELED: "Canceled",
}
KINDS: Mapping[str, str] = {
    Kind.SUBSCRIPTION: "Membership",
    Kind.DONATION: DONATION,
    Kind.EVENT: "Event",
}
TONES: Mapping[str, str] = {
    Status.PENDING: "warning",
    Status.PROCESSING: "info",
    Status.COMPLETED: "success",
    Status.FAILED: "danger",
}
METHODS: Mapping[str, str] = {"card": "Card", "hand": "In person"}
MEANS: Mapping[str, str] = {"cash": "Cash", "check": "Check", "other": "Other"}
WAYS: Mapping[str, str] = {**METHODS, **MEANS}
"""How money came, as far as somebody noted it."""
MOVES: Mapping[str, str] = {
    What.RECEIVED: "Paid",
    What.REFUNDED: "Refunded",
    What.REFUND_FAILED: "Refund failed",
    What.CORRECTED: "Voided",
    What.DISPUTE_LOST: "Reversed by the bank",
    What.DISPUTE_WON: "Restored by the bank",
    What.HANDED_BACK: "Refunded in person",
}


def how_of(one: Payment) -> str:
    """'Card', 'Cash', 'Check 1042', or 'In person' where nobody noted more."""
    label = WAYS[one.means or one.method]
    return f"{label} {one.reference}" if one.reference else label


def receipt_number(one: Payment) -> str:
    made_on = one.created_at.astimezone(get_settings().org_zone)
    return f"{made_on:%Y}-{one.id[:8].upper()}"


BACK_TO_YOU = "You’ll get the receipt. Any refund goes to your card."


def paid_for(payer: str, names: Sequence[str]) -> str:
    return f"Paid by {payer} for {', '.join(names)}." if payer else f"For {', '.join(names)}."


def given_words(given: Plan, wanted: Plan) -> str:
    """Why nobody pays for a plan that an administrator gave, or that another gift includes."""
    return GIVEN_ALREADY if given == wanted else GIVEN_MORE.format(given.name)


def bill_words(plan: str, credit: int) -> str:
    return f"{plan}, less {as_price(credit)} credit from your last plan" if credit > 0 else plan


def perk_amount(kind: str, amount: int) -> str:
    if kind == PerkKind.TOKEN:
        return counted(amount, TOKEN.lower())
    return f"{as_price(amount)} {WEEKEND_CREDIT.lower()}"


def use_perk_label(kind: str, cents: int) -> str:
    return "Use a Token" if kind == PerkKind.TOKEN else f"Use {as_price(cents)} Credit"


def perk_back(kind: str) -> str:
    """The sentence for a member about the perk that paid for a seat at a canceled event."""
    if kind == PerkKind.TOKEN:
        return "Your park-day token is back with you."
    return "Your weekend credit is back with you."


def fee_words(title: str, perk_cents: int) -> str:
    less = f", less {as_price(perk_cents)} {WEEKEND_CREDIT.lower()}"
    return f"{title}{less}" if perk_cents else title


def seats_words(title: str, number: int) -> str:
    return f"{title}, {counted(number, 'seat')}"


def status_words(status: str, *, is_struck: bool) -> str:
    """Where a payment stands. A seat that was marked as paid by mistake was not refunded."""
    return MOVES[What.CORRECTED] if is_struck else STATUSES[status]


def refunded_label(cents: int) -> str:
    return f"{as_price(cents)} refunded" if cents else ""
