"""Sentences and labels about seats that several files need. Pure, except for the settings."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from rookiebattle.core.values.money import as_price
from rookiebattle.core.values.text import clipped
from rookiebattle.events.schemas import MoneyBack, Reach
from rookiebattle.events.wording import (
    FREE,
    NOBODY_REGISTERED,
    counted,
    day_at,
    notice_words,
    reach_words,
    time_words,
    told_words,
    zone_short,
)
from rookiebattle.registrations.pricing import seat_price, takes_card

REGISTER = "Register"
FIRST_FREE = "Your first park day is free"
FIRST_IS_FREE = f"{FIRST_FREE}: pick one marked “{FREE}.”"
NEW_HERE = f"New here? {FIRST_IS_FREE} This event has its own price."
PAY_CASH = "Paying cash? Ask the organizer, who can keep your seat until you pay at the gate."
FULL = "Event is full"
BECAME_CHEAPER = "The price has just gone down. Please try again."
NOT_OVERPAID = "Nothing was paid too much for this seat. Please reload the page."
NOT_PAID_IN_TIME = "Not paid in time"
HOLD_IS_OVER = (
    "This seat was not paid in time, so others may have it now. Please ask the member to register "
    "again."
)
IS_CANCELED = "This event has been canceled"
SORRY = "We’re sorry."
BANKS_TAKE_TIME = "Banks take five to ten days until you see it."
HAS_SEAT = "You have a seat already."
SEATS_ARE_FREE = "You can register right now: a seat is free."
TELL_ME, STOP_TELLING = "Tell Me When a Seat Opens", "Don’t Tell Me"
WISHED = "We’ll email you ✓"
WILL_TELL = "We’ll email you once when a seat opens."
NEEDS_NAME = "Please tell us your name."
NEEDS_ADDRESS = "Please tell us your email address, so you can get an answer."
ENOUGH_QUESTIONS = "You have asked several questions today. Please ask again tomorrow."
MANY_QUESTIONS = "Very many questions are coming in right now. Please try again in an hour."
HAS_QUESTIONS = "The organizer has many questions to answer already. Please ask again tomorrow."
ASK, ANSWER = "Ask the Organizer", "Answer"
MANY_ANSWERS = (
    "You answered several visitors today. Please answer this one tomorrow, or ask an administrator."
)
NO_ADDRESSES = (
    "This visitor’s address is not proven, so the answer may not have a web address, an email "
    "address, or a telephone number. Please say it without."
)
NO_QUESTION = "This question is no longer here: it was withdrawn, or it is older than 90 days."
ANSWERED = "This question has its answer already."
ENOUGH_ANSWERS = "This visitor got several answers today. Please answer this one tomorrow."
WAITS_FOR_CHAPTER = "Waiting for the chapter"
NEEDS_MEMBERSHIP, SEE_PLANS = "Active membership required", "See membership plans"
PRIVATE, RECURRING = "Private", "Recurring"
WERE_SIGNED_UP = "You were signed up ✓"
PAID, TO_PAY, PAY_NOW = "Paid", "Due", "Pay Now"
OWES_NOTHING = "Nothing due"
SEAT_IS_PAID, SEAT_IS_CREDITED = "Your seat is paid.", "Your seat is paid with credit."
SEAT_IS_WAIVED = "You don’t have to pay for your seat."
PAY_TO_KEEP = "Pay to keep your seat. After that it is free for others."
PARENT_SIGNS = "A parent has to sign. Bring them, or bring the signed waiver."
THE_WAIVER = "The waiver for minors"
UNDER_18 = "Under 18 · waiver?"
STILL_YOURS = "You still have your seat."
MONEY_BACK = "Ask the organizer about your money: it does not come back by itself."
UNREGISTER, RELEASE = "Unregister", "Release My Seat"
TAKE_AGAIN = "Take Your Seat Back"
FIND_NEXT = "Find the next one in the calendar."
IS_LONG_OVER = f"This event ended a long time ago, so it takes no more questions. {FIND_NEXT}"
# The notice period, in every sentence that tells of it. Once it has begun, a seat is kept.
TOO_LATE_TO_UNREGISTER = f"It is too late to unregister: the event starts within {notice_words()}"
SEAT_IS_KEPT = f"It starts in less than {notice_words()}, so you can’t unregister online."
_TELL = "If you can’t come, please tell the organizer."
OWN_SEAT_IS_KEPT = f"{SEAT_IS_KEPT} {_TELL}"
ONCE_PAID_KEPT = (
    f"It starts in less than {notice_words()}: once you pay, you can’t unregister online. {_TELL}"
)
SEAT_WOULD_BE_KEPT = (
    f"It starts in less than {notice_words()}: if you register now, you can’t unregister online. "
    f"{_TELL}"
)
MOST_TITLE = 80
"""Characters of a title within a sentence."""
LOGIN_FIRST = "You’ll log in first."
LOGIN_IS_NEXT = "Next, you log in or make a free account, and then your seat is booked."
MAY_UNREGISTER = (
    "If this no longer suits you, you can unregister on the event’s page until "
    f"{notice_words()} before it starts."
)
UNREGISTERING = f"Unregister, up to {notice_words()} before the start"
JUST_CHANGED = "Your registration has just changed. Please try again."
GAVE_UP, NOT_GIVEN_BACK = "(gave the seat up)", "Paid, not given back"
NO_LIMIT = "No seat limit"
NO_SEAT = "This member is not registered"
SETTLED_OFTEN = "You have settled this seat several times today. Please ask an administrator."
OWN_SEAT = "Your own seat: someone else settles it"
ONLY_ORGANIZERS = "Only the organizer and administrators see who registered"
PAID_IN_CASH, WAIVE, REFUND = "Paid in Cash", "Waive", "Refund"
HANDED_BACK, TO_HAND_BACK, TO_REFUND = "Handed Back", "To hand back", "To refund"
PAID_OTHERWISE, EDIT_PAYMENT = "Paid by Check …", "Edit Payment …"
DUE_AFTER_ALL, PAID_WITH_CREDIT = "Due After All", "Paid with credit"
PAYS_AT_GATE, KEPT_FOR_GATE = "Pays at the Gate", "Seat kept, due at the gate"
ALL_DATES = "All dates"
GATE_CODE = "Gate code"
NO_CODE_YET = "This event has not started yet. Press Register instead: you need no code for it."
WRONG_CODE = "That isn’t this event’s code. Ask the organizer to read it to you again."
MANY_CODES = "That’s a lot of tries. Please wait a minute, then type the organizer’s code again."
CAME_UNSEATED = "Someone came without a seat?"
TELL_CODE = (
    f"{CAME_UNSEATED} Read them this code. It lets them register on the event’s page, "
    "with their own phone, even if the event is full."
)
CODE_COMES = (
    f"{CAME_UNSEATED} They can register on their own phone. Once the event has "
    "started, reload this page: it shows a gate code that lets them register then."
)
CODE_WENT = f"{CAME_UNSEATED} An administrator can still add them here."
WAITS_FOR_CARD = "The seat waits for its card payment as before."
STAYS_FOR_GATE = "The seat stays and is due at the gate."
CHECK_IN, UNDO = "Check In", "Undo"
CHECK_IN_CLOSED = f"Check-in opens {notice_words()} before the event starts."
SETTLED = {
    "completed": "Marked as paid",
    "waived": "Payment waived",
    "refunded": "Marked as refunded",
    "pending": "Due again",
    "credit": PAID_WITH_CREDIT,
}

PAYMENT = {
    "pending": TO_PAY,
    "completed": PAID,
    "waived": "Waived",
    "credit": PAID_WITH_CREDIT,
    "refunded": "Refunded",
    "nothing_due": OWES_NOTHING,
}
"""How a seat stands, in the words of the audit log and of the file with a roster."""


def payment_label(status: str) -> str:
    """How a seat stands, also one that costs nothing."""
    return PAYMENT.get(status, FREE)


def cancel_question(registrations: int, reach: Reach) -> str:
    """The sentences before an event is canceled."""
    stays = "The event page will stay up and show that it’s canceled, and why."
    told = reach_words(reach) if registrations else NOBODY_REGISTERED
    return " ".join(filter(None, (told, stays)))


def money_question(back: MoneyBack, *, sees_sums: bool) -> str:
    """The sentences before an event is canceled that people paid for; empty when nobody did."""
    if not back.people:
        return ""
    total = f" {as_price(back.card_cents + back.hand_cents)} in all" if sees_sums else ""
    told = [f"{counted(back.people, 'person', 'people')} paid{total}."]
    if back.card_cents:
        cards = f"{as_price(back.card_cents)} by card" if sees_sums else "What came by card"
        told.append(f"{cards} goes back to their cards; that cannot be taken back.")
    if back.hand_cents:
        hand = as_price(back.hand_cents)
        told.append(f"{hand} that came by hand is yours to hand back: the roster lists it.")
    return " ".join(told)


def canceled_words(reach: Reach, back: MoneyBack, *, sees_sums: bool) -> str:
    """The sentences after an event was canceled."""
    told = [told_words(reach) or "Its page says so."]
    if back.card_cents:
        cards = as_price(back.card_cents) if sees_sums else "What came by card"
        told.append(f"{cards} goes back to cards.")
    if back.hand_cents:
        told.append(f"{as_price(back.hand_cents)} is yours to hand back.")
    return " ".join(told)


def typed_name(name: str) -> str:
    """A name that somebody typed without logging in: it must not pass for a member's."""
    return f"{name}, not logged in"


def back_at(title: str, *, gets_seat: bool, is_held: bool) -> str:
    """The steps after a login that began at an event.

    `gets_seat`: 'Register' was pressed there, and a seat is free. `is_held`: the seat is held until
    it is paid by card.
    """
    back = f"Then it’s back to “{clipped(title, MOST_TITLE)}”"
    seat = "a seat held for you" if is_held else "your seat booked"
    return f"{back} with {seat}." if gets_seat else f"{back} right away."


def back_with_seat(title: str, *, is_held: bool) -> str:
    """The steps after a login that began with 'Register' in a list of events."""
    seat, done = ("a seat", "held for you") if is_held else ("your seat", "booked")
    return f"Then {seat} at “{clipped(title, MOST_TITLE)}” is {done}."


def register_words(cents: int) -> str:
    """The label of the button that takes a seat; it names the price."""
    if not cents:
        return REGISTER
    return f"{REGISTER} · {as_price(cents) if takes_card(cents) else at_the_gate(cents)}"


def registered_words(cents: int) -> str:
    """The end of a toast after a seat was taken, with the money that is due, if any is."""
    return f"Pay {at_the_gate(cents)}." if cents else "See you there!"


def register_late(cents: int) -> str:
    """The label of the button that takes a seat at the gate, where the money is taken, too."""
    return f"{REGISTER} · {at_the_gate(cents)}" if cents else REGISTER


def late_words(cents: int) -> str:
    """The end of a toast after a seat was taken at the gate: a seat is not yet a check-in."""
    paying = f"Pay {at_the_gate(cents)}, and let" if cents else "Let"
    return f"{paying} the organizer check you in."


def members_pay_less(price_cents: int) -> str:
    """'Members with a paid plan pay $5 less.'; empty where nothing is to pay."""
    less = price_cents - seat_price(price_cents, is_supporter=True)
    said = as_price(less).removesuffix(".00")
    return f"Members with a paid plan pay {said} less." if less else ""


def your_price(price_cents: int, own_cents: int) -> str:
    """'You pay $10.00, which is $5 less with your plan.' for a reader with another price."""
    if own_cents == price_cents:
        return members_pay_less(price_cents)
    less = as_price(price_cents - own_cents).removesuffix(".00")
    return f"You pay {as_price(own_cents)}, which is {less} less with your plan."


def new_here(price_cents: int, *, is_first: bool) -> str:
    """A note on the promise of a free first park day at an event with a price; empty for people
    who have come before."""
    return NEW_HERE if price_cents and is_first else ""


def cannot_come(*, may_unregister: bool) -> str:
    """The way out of an event that costs something, and the fate of the money."""
    way = f"If you can’t come, unregister at least {notice_words()} before the start."
    return f"{way if may_unregister else _TELL} {MONEY_BACK}"


def pay_words(cents: int) -> str:
    """Such as 'Pay $10.00', for an unpaid seat."""
    return f"Pay {as_price(cents)}"


def pay_cash(own_cents: int) -> str:
    """How to pay cash for a seat that is held for a card; empty where the gate takes the money."""
    return PAY_CASH if takes_card(own_cents) else ""


def seats_words(taken: int, maximum: int | None) -> str:
    """Such as '14 of 20 seats taken', or '22 registered, 20 seats' above a lowered limit."""
    if not maximum:
        return NO_LIMIT
    if taken > maximum:
        return f"{taken:,} registered, {counted(maximum, 'seat')}"
    return f"{taken:,} of {counted(maximum, 'seat')} taken"


def held_words(time: str) -> str:
    """Such as 'Held for you until 7:42 PM ET'."""
    return f"Held for you until {time}"


def not_paid_in_time(until: datetime, start: datetime, zone: str, now: datetime) -> str:
    """Why a member whose seat was held and not paid gets no other one before `until`."""
    if until >= start:
        return (
            "You did not pay for your seat in time, so it is for others now. If you come all the "
            "same: once the event has started, the organizer’s gate code lets you register there."
        )
    # A second of the minute that is named must not be too early.
    again = (until + timedelta(minutes=1) - timedelta(microseconds=1)).astimezone(ZoneInfo(zone))
    time = f"{time_words(again)} {zone_short(again)}"
    is_today = again.date() == now.astimezone(again.tzinfo).date()
    since = time if is_today else f"{day_at(again, zone, now)}, {time}"
    return (
        "You did not pay for your seat in time, so it is for others now. You can register again "
        f"from {since} on."
    )


def held_for_others(seats: int) -> str:
    """Such as '2 of them are held until they are paid.'; empty when none is."""
    if not seats:
        return ""
    return (
        "1 of them is held until it is paid."
        if seats == 1
        else f"{seats} of them are held until they are paid."
    )


def refunded_words(cents: int, day: str) -> str:
    """Such as '$15.00 was refunded on Nov 23, 2026.'."""
    return f"{as_price(cents)} was refunded on {day}."


def going_back_words(cents: int) -> str:
    """For a member, between the order of a refund and its arrival."""
    return f"A refund of {as_price(cents)} is on its way to you."


def goes_to_card_words(cents: int) -> str:
    """For a member whose seat was paid by card when its event is canceled."""
    return f"{as_price(cents)} goes back to your card. {BANKS_TAKE_TIME}"


def hands_back_words(cents: int) -> str:
    """For a member whose seat was paid by hand when its event is canceled."""
    return f"The organizer hands {as_price(cents)} back to you."


def due_words(cents: int) -> str:
    """Such as '$15.00 is due.'."""
    return f"{as_price(cents)} is due."


def due_either_way(cents: int) -> str:
    """For a seat that is held no longer, where cards are taken."""
    return f"{as_price(cents)} is due, by card here or at the gate."


def paid_and_gone(cents: int) -> str:
    """For a member who paid for a seat and gave it back."""
    return f"You unregistered. Ask the organizer about the {as_price(cents)} that you paid."


def paid_and_left(people: int, cents: int) -> str:
    """Such as '$10.00 not given back to 1 person who gave the seat up'; empty when nobody did.

    Without a sum it begins with 'Money'.
    """
    if not people:
        return ""
    who = "1 person who gave the seat up" if people == 1 else f"{people} people who gave seats up"
    return f"{as_price(cents) if cents else 'Money'} not given back to {who}"


def paid_too_much(people: int, cents: int) -> str:
    """Such as '$3.00 refund due to 1 person, because the price went down'; empty for nobody."""
    if not people:
        return ""
    who = counted(people, "person", "people")
    return f"{refund_due(cents)} to {who}, because the price went down"


def refund_due(cents: int) -> str:
    """Such as '$3.00 refund due' for a seat that was paid before the price went down."""
    return f"{as_price(cents)} refund due"


def own_overpaid(cents: int) -> str:
    """For a member whose event became cheaper after the seat was paid."""
    return f"The price went down after you paid, so a refund of {as_price(cents)} is due."


def before_unregistering(cents: int) -> str:
    """A question before a seat is given back that was paid."""
    return (
        f"You paid {as_price(cents)}. Unregistering does not bring the money back: ask "
        "the organizer about it."
    )


def paid_words(cents: int, overpaid_cents: int) -> str:
    """Such as '$10.00', or '$10.00. A refund of $3.00 is due: the price went down.'."""
    paid = as_price(cents + overpaid_cents)
    if not overpaid_cents:
        return paid
    return f"{paid}. A refund of {as_price(overpaid_cents)} is due: the price went down."


def still_to_pay(cents: int) -> str:
    """Such as '$10.00 at the gate', or by card before it where cards are taken."""
    if takes_card(cents):
        return f"{as_price(cents)} by card on the event’s page, or at the gate"
    return at_the_gate(cents)


def at_the_gate(cents: int) -> str:
    """Such as '$10.00 at the gate'."""
    return f"{as_price(cents)} at the gate"
