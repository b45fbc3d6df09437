"""Sentences and labels about seats that several files need. Pure."""

from rookiebattle.core.money import as_price
from rookiebattle.events.wording import FREE, notice_words

FULL = "Event is full"
NEEDS_MEMBERSHIP = "Active membership required"
PRIVATE, RECURRING = "Private", "Recurring"
PAID, TO_PAY = "Paid", "To pay"
FIND_NEXT = "Find the next one in the calendar."
SEE_EVENT = "See the event"
# The notice period, in every sentence that tells of it. Once it has begun, a seat is kept.
TOO_LATE_TO_UNREGISTER = f"It is too late to unregister: the event starts within {notice_words()}"
SEAT_IS_KEPT = f"It starts within {notice_words()}, so the seat can no longer be given back."
OWN_SEAT_IS_KEPT = (
    f"It begins within {notice_words()}, so your seat can no longer be given back here. "
    "If you cannot come, please tell the organizer."
)
SEAT_WOULD_BE_KEPT = (
    f"It begins within {notice_words()}: a seat taken now cannot be given back here."
)
MAY_UNREGISTER = (
    "If this no longer suits you, you can give your seat back on the event’s page until "
    f"{notice_words()} before it starts."
)
UNREGISTERING = f"Unregister, until {notice_words()} before the start"
JUST_CHANGED = "Your registration has just changed. Please try again."
GAVE_UP = "(gave the seat up)"
NO_LIMIT = "No seat limit"
NO_SEAT = "This member is not registered"
ONLY_ORGANIZERS = "Only the organizer and administrators see who registered"
MARK_PAID, WAIVE, REFUND = "Mark paid", "Waive", "Refund"
CHECK_IN, UNDO = "Check in", "Undo"
CHECK_IN_CLOSED = f"Check-in opens {notice_words()} before the event starts."
SETTLED = {
    "completed": "Marked as paid",
    "waived": "Payment waived",
    "refunded": "Marked as refunded",
}

PAYMENT = {
    "pending": TO_PAY,
    "completed": PAID,
    "waived": "Waived",
    "credit": "Paid by credit",
    "refunded": "Refunded",
}
"""How a seat stands, in the words of the audit log."""


def payment_label(status: str) -> str:
    """How a seat stands, also one that costs nothing."""
    return PAYMENT.get(status, FREE)


def at_the_gate(cents: int) -> str:
    """Such as '$10.00 at the gate'."""
    return f"{as_price(cents)} at the gate"
