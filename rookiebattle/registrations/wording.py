"""Sentences and labels about seats that several files need. Pure."""

from rookiebattle.core.money import as_price

FULL = "Event is full"
NEEDS_MEMBERSHIP = "Active membership required"
PRIVATE, RECURRING = "Private", "Recurring"
PAID, TO_PAY = "Paid", "To pay"
FIND_NEXT = "Find the next one in the calendar."
SEE_EVENT = "See the event"


def at_the_gate(cents: int) -> str:
    """Such as '$10.00 at the gate'."""
    return f"{as_price(cents)} at the gate"
