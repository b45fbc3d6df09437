"""Sentences about payments that several files need. Pure."""

from collections.abc import Mapping

from rookiebattle.core.values.money import as_price
from rookiebattle.payments.models import Kind, Payment, Status, What
from rookiebattle.payments.plans import LEAST_DONATION_CENTS, MOST_DONATION_CENTS, Plan

DONATION = "Donation"
NO_PAYWALL = "No paywall to play"
NO_MEMBERSHIP_NEEDED = "You don’t need a membership to play."
TO_MEMBERSHIP = "Back to Membership"
DONATION_LIMITS = (
    f"A donation is between {as_price(LEAST_DONATION_CENTS)} and {as_price(MOST_DONATION_CENTS)}"
)
NO_AMOUNT = "Use dollars and cents, such as 12.34."
NO_PAYMENT = "This payment does not exist"
NOTHING_OWED = "Nothing is owed for your seat"
AT_THE_GATE = "This seat is paid at the gate. No card takes so small an amount."
NO_OWN_SEAT = "You are not registered for this event"
HOLD_ENDED = (
    "Your seat was not paid in time, so it is for others now. The event’s page says when you can "
    "register again."
)
OTHER_PRICE = "The amount is not the price of your seat, which is {0}"
NO_SUBSCRIPTION = "You have no membership that renews"
NO_BILL = "There is no open bill for this plan. Please look at your membership again."
PAY_FIRST = "Please pay the open bill of your membership first. Then you can change your plan."
CHANGES = "You have another plan. Please confirm the change: it is charged to your card on file."
HAS_PLAN = "This is your plan already"
GIVEN = "An administrator gave you this plan. It has no end date, and nothing is charged for it."
GIVEN_ALREADY = f"{GIVEN} To pay for it yourself, ask an administrator to end it first."
GIVEN_MORE = (
    "An administrator gave you the plan {0}, which includes this one. "
    "To pay for a plan yourself, ask an administrator to end it first."
)
REPLACES = (
    "This replaces your {0} plan, which an administrator gave you for free. That plan does not "
    "come back if you cancel."
)
PAID_BY_HAND = "Your membership is paid in person until it ends. You can change it after that."
END_FIRST = "End your paid membership first. It stays until the end of what you paid for."
OTHER_TAB = "You have chosen another plan meanwhile. Please look at your membership again."
BUSY = "This request is being worked on. Please wait a moment."
OTHER_BODY = "This Idempotency-Key was used before, with another request"
CARD_REFUND_ONLY = "This seat was paid by card. Refund it first."
NOT_NOTED = "Only a seat that was paid in person has a check and a day to note"
REFUND_BEGUN = "This refund has begun already."
NO_REFUNDS = (
    "People paid by card for this event, and card payments are not set up anymore. "
    "Ask an administrator to set them up, so the money can go back."
)
PAID_EVENT = "Payments by card for this event are not refunded yet. Refund them first."
CONFIRMING = "We are confirming your payment"
SOON = "This takes a few seconds. You can leave this page."
PAID_TITLE = "Payment Successful"
SUBSCRIBED, THANKS = "You are now subscribed!", "Thank you for your payment!"
NOT_PAID_TITLE = "Payment Failed"
NOT_PAID = "The payment did not go through, and nothing was charged. You can try again."
RETURNED_TITLE = "Payment Refunded"
RETURNED = "What you paid for was no longer there. All of your money is refunded to your card."
NO_HAND = "Give either a plan or an amount"
NO_GIFT = "Give an amount, such as 25.00"
NAMED_BY_PLAN = "Only a donation has a description; a membership is named by its plan"
NO_MEMBER = "This member does not exist"
NOT_YET = "This day has not come yet"
LONG_AGO = "This day is more than ten years ago. Is its year right?"
NOT_STUCK = "Its refund to the card has not failed. Refund it there first."
NOT_HANDED_BACK = "This payment was not given back by hand"
NOT_BY_CARD = "Money that was recorded by hand is taken back here, and not refunded."
NOT_BY_HAND = "Only memberships and donations that were recorded by hand are corrected here"
RENEWS_BY_CARD = "This member pays by card. End that first."

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
    What.CORRECTED: "Corrected",
    What.DISPUTE_LOST: "Taken back by the bank",
    What.DISPUTE_WON: "Given back by the bank",
    What.HANDED_BACK: "Handed back",
}


def how_of(one: Payment) -> str:
    """'Card', 'Cash', 'Check 1042', or 'In person' where nobody noted more."""
    label = WAYS[one.means or one.method]
    return f"{label} {one.reference}" if one.reference else label


def given_words(given: Plan, wanted: Plan) -> str:
    """Why nobody pays for a plan that an administrator gave, or that another gift includes."""
    return GIVEN_ALREADY if given == wanted else GIVEN_MORE.format(given.name)


def bill_words(plan: str, credit: int) -> str:
    """'Sustainer' or, after a change of plan, 'Sustainer, less $4.20 left of your former plan'."""
    return f"{plan}, less {as_price(credit)} left of your former plan" if credit > 0 else plan


def status_words(status: str, *, is_struck: bool) -> str:
    """Where a payment stands. What was marked as paid by mistake was not refunded."""
    return MOVES[What.CORRECTED] if is_struck else STATUSES[status]


def given_back(cents: int) -> str:
    """'$5.00 refunded', or empty."""
    return f"{as_price(cents)} refunded" if cents else ""
