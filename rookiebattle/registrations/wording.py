"""Sentences and labels about seats that several files need. Pure, except for the settings."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from rookiebattle.accounts.naming import Named, display_name
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
    some_names,
    time_words,
    zone_short,
)
from rookiebattle.registrations.pricing import seat_price, takes_card

REGISTER = "Register"
LOG_IN = "Please log in to register for events"
LOG_IN_TO_WAIT = "Please log in to join the waiting list"
LOG_IN_TO_HEAR = "Please log in, so we know where to write to"
REGISTERED = "Successfully registered for event!"
UNREGISTERED, SEAT_IS_OPEN = "Successfully unregistered from event", "Your seat is open again."
THEIR_SEAT_IS_OPEN = "{}’s seat is open again."
REFUND_IS_COMING = "Your refund is on its way."
ALREADY_UNREGISTERED = "You’re already unregistered."
FIRST_FREE = "Your first park day is free"
FIRST_IS_FREE = f"{FIRST_FREE}: pick one marked “{FREE}.”"
NEW_HERE = f"New here? {FIRST_IS_FREE} This event has its own price."
PAY_CASH = "Paying cash? Ask the organizer to hold your seat until you pay at the gate."
FULL = "Event is full"
NOT_YOURS = "We couldn’t find this person among your people"
TWICE = "Choose who is coming, each person once"
WHO_IS_COMING, WHO_ELSE = "Who is coming?", "Who else is coming?"
CHOOSE_WHO, CHOOSE_MORE = "Choose Who’s Coming", "Add Someone"
NOTHING_TO_TAKE = "You already have a seat at each of these dates."
PAID_BY_DATE = "Each date is paid by itself. Please register for them one by one."
TOO_NEAR = f"It starts within {notice_words()}. Please register for it by itself."
BECAME_CHEAPER = "The price just went down. Please try again."
NOT_OVERPAID = "This seat wasn’t overpaid. Please reload the page."
NOT_PAID_IN_TIME = "Not paid in time"
HOLD_IS_OVER = (
    "This seat wasn’t paid for in time, so it opened up to others. Please ask the member to "
    "register again."
)
IS_CANCELED = "This event has been canceled"
SORRY = "We’re sorry."
BANKS_TAKE_TIME = "It can take your bank five to ten days."
HAS_SEAT = "You already have a seat."
SEATS_ARE_FREE = "You can register right now: a seat is open."
NOT_WAITING = "Nobody’s waiting here anymore. Please reload the page."
WAITS_ALREADY = "You’re already on the waiting list."
HAS_OFFER = "Seats are being held for them right now. Please wait until they’ve paid or run out."
WANTS_LETTER = "They only asked for an email, so they have no place in line."
JOIN, LEAVE = "Join the Waiting List", "Leave the Waiting List"
JOINED, LEFT_LIST = "You’re on the waiting list", "You left the waiting list"
JOIN_PAID = (
    "When a seat opens, we’ll hold it for you and email you. You get up to 24 hours to pay, or the "
    "next in line gets it."
)
JOIN_FREE = "When a seat opens, it’s yours right away, and we’ll email you."
TOGETHER = "Everyone you choose gets a seat together, so smaller groups may go first."
TELL_ME, STOP_TELLING = "Tell Me When a Seat Opens", "Don’t Tell Me"
WISHED = "We’ll email you ✓"
WILL_TELL = "We’ll email you once when a seat opens."
WILL_NOT_TELL = "We won’t email you about this event’s seats."
NEEDS_NAME = "Please tell us your name."
TOO_YOUNG = "Players must be at least 13, so we didn’t make an account or keep anything."
NEEDS_ADDRESS = "Please enter your email so you can get an answer."
ENOUGH_QUESTIONS = "You’ve asked several questions today. Please ask again tomorrow."
MANY_QUESTIONS = "We’re getting a lot of questions right now. Please try again in an hour."
HAS_QUESTIONS = "The organizer already has a lot of questions. Please ask again tomorrow."
ASK, ANSWER = "Ask the Organizer", "Answer"
MANY_ANSWERS = (
    "You’ve answered several visitors today. Please answer this one tomorrow, or ask an "
    "administrator."
)
NO_ADDRESSES = (
    "We haven’t confirmed this visitor’s email, so your answer can’t include a link, an email "
    "address or a phone number. Please take it out."
)
NO_QUESTION = "This question is gone. It was withdrawn, or it’s more than 90 days old."
ANSWERED = "This question was already answered."
ENOUGH_ANSWERS = "This visitor already got several answers today. Please answer this one tomorrow."
WAITS_FOR_CHAPTER = "Waiting for the chapter"
NEEDS_MEMBERSHIP, SEE_PLANS = "Active membership required", "See membership plans"
PRIVATE, RECURRING = "Private", "Recurring"
WERE_SIGNED_UP = "You were signed up ✓"
PAID, TO_PAY, PAY_NOW = "Paid", "Due", "Pay Now"
OWES_NOTHING = "Nothing due"
SEAT_BY_PLAN = "Your plan paid for your seat."
SEAT_IS_PAID, SEAT_IS_CREDITED = "Your seat is paid.", "Your seat is paid with credit."
SEAT_IS_WAIVED = "You don’t have to pay for your seat."
PAY_TO_KEEP = "Pay to keep your seat. After that, it opens up to others."
PARENT_SIGNS = "A parent has to sign. Bring them, or bring the signed waiver."
THE_WAIVER = "The waiver for minors"
UNDER_18 = "Under 18 · waiver?"
STILL_YOURS = "You still have your seat."
MONEY_BACK = "Refunds aren’t automatic. Ask the organizer."
REFUND_PROMISED = (
    "People registered with a full refund in mind, so it has to stay while they have seats."
)
UNREGISTER, RELEASE = "Unregister", "Release My Seat"
UNREGISTER_FROM_ALL = "Unregister From All"
SEE_DATES, SEVERAL_DATES = "See all dates", "Register for several dates"
TAKE_AGAIN = "Take Your Seat Back"
FIND_NEXT = "Find the next one in the calendar."
IS_LONG_OVER = f"This event ended a while ago, so questions are closed. {FIND_NEXT}"
# The notice period, in every sentence that tells of it. Once it has begun, a seat is kept.
TOO_LATE_TO_UNREGISTER = f"It’s too late to unregister: the event starts within {notice_words()}"
SEAT_IS_KEPT = f"It starts in less than {notice_words()}, so you can’t unregister online."
_TELL = "Can’t make it? Please tell the organizer."
OWN_SEAT_IS_KEPT = f"{SEAT_IS_KEPT} {_TELL}"
ONCE_PAID_KEPT = (
    f"It starts in less than {notice_words()}: once you pay, you can’t unregister online. {_TELL}"
)
SEAT_WOULD_BE_KEPT = (
    f"It starts in less than {notice_words()}: if you register now, you can’t unregister online. "
    f"{_TELL}"
)
LOST_SEAT = "You didn’t pay for your seat in time, so it opened up to others."
MOST_TITLE = 80
"""Characters of a title within a sentence."""
LOGIN_FIRST = "You’ll log in first."
LOGIN_IS_NEXT = "Next, log in or make a free account. Then your seat is booked."
MAY_UNREGISTER = (
    "If this doesn’t work for you anymore, you can unregister on the event page until "
    f"{notice_words()} before it starts."
)
FULL_REFUND = "You’ll get a full refund."
UNREGISTERING = f"Unregister, up to {notice_words()} before the start"
JUST_CHANGED = "Your registration just changed. Please try again."
HAS_CANCELED, REFUND_DUE = "(canceled)", "Refund due"
NO_LIMIT = "No seat limit"
NO_SEAT = "This member isn’t registered"
GAVE_UP = "This member’s seat was given up meanwhile"
SETTLED_OFTEN = "You’ve changed this payment several times today. Please ask an administrator."
OWN_SEAT = "Your own seat: someone else has to mark it"
OWN_SEAT_ON_HOLD = (
    "Your own seat is waiting for your card payment. Please pay, or ask an administrator to check "
    "you in."
)
ONLY_ORGANIZERS = "Only the organizer and administrators can see who registered"
ONLY_TREASURERS = "Only the organizer, a treasurer or an administrator can do that"
PAID_IN_CASH, WAIVE, REFUND = "Paid in Cash", "Waive", "Refund"
HANDED_BACK, TO_HAND_BACK = "Refunded in Person", "Refund in person"
PAID_OTHERWISE, EDIT_PAYMENT = "Paid by Check …", "Edit Payment …"
MARK_UNPAID, PAID_WITH_CREDIT = "Mark as Unpaid", "Paid with credit"
PAYS_AT_GATE, KEPT_FOR_GATE = "Pays at the Gate", "Seat kept, due at the gate"
KEEPS_SEAT = "They keep the seat, and it counts as refunded."
ALL_DATES, TO_ROSTER = "All dates", "Open the roster"
ORGANIZES = "You’re getting this email because you organize this event."
GATE_CODE = "Gate code"
NO_CODE_YET = "This event hasn’t started yet. Press Register instead: you don’t need a code."
WRONG_CODE = "That’s not this event’s code. Ask the organizer to read it to you again."
MANY_CODES = "That’s a lot of tries. Please wait a minute, then type the organizer’s code again."
CAME_UNSEATED = "Someone came without a seat?"
TELL_CODE = (
    f"{CAME_UNSEATED} Read them this code so they can register on their phone, even if you’re full."
)
CODE_COMES = (
    f"{CAME_UNSEATED} Open the gate and tap Walk-In, or have them register on their phone. Once "
    "the event starts, reload this page for a gate code that lets them register late."
)
CODE_WENT = f"{CAME_UNSEATED} An administrator can still add them here."
WAITS_FOR_CARD = "The seat is waiting for a card payment again."
STAYS_FOR_GATE = "The seat stays and is due at the gate."
CHECK_IN, UNDO_CHECK_IN, NOT_THERE = "Check In", "Undo Check-In", "Not there yet"
FOR_ALL_DAYS = "One check-in counts for all days."
CHECK_IN_CLOSED = f"Check-in opens {notice_words()} before the event starts."
WAS_MOVED = f"This event was moved. {CHECK_IN_CLOSED}"
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


def checked_in_words(there: int, held: int) -> str:
    return f"{there:,} of {held:,} checked in"


def there_at(checked_in_at: datetime | None, zone: str) -> str:
    return time_words(checked_in_at.astimezone(ZoneInfo(zone))) if checked_in_at else ""


def payment_label(status: str) -> str:
    return PAYMENT.get(status, FREE)


def cancel_question(registrations: int, reach: Reach) -> str:
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
        told.append(f"{_by_card(back, sees_sums=sees_sums)} This can’t be undone.")
    if back.hand_cents:
        told.append(f"{_in_cash(back)} The roster has the list.")
    return " ".join(told)


def canceled_words(reach: Reach, back: MoneyBack, *, sees_sums: bool) -> str:
    told = [reach_words(reach) or "The event page shows it."]
    if back.card_cents:
        told.append(_by_card(back, sees_sums=sees_sums))
    if back.hand_cents:
        told.append(_in_cash(back))
    return " ".join(told)


def _by_card(back: MoneyBack, *, sees_sums: bool) -> str:
    if not sees_sums:
        return "Card payments will be refunded."
    return f"{as_price(back.card_cents)} will be refunded to cards."


def _in_cash(back: MoneyBack) -> str:
    return f"You’ll need to return {as_price(back.hand_cents)} in cash."


def also_going(title: str) -> str:
    return f"You’re already going to {clipped(title, MOST_TITLE)} at this time." if title else ""


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
    if not cents:
        return REGISTER
    return f"{REGISTER} · {as_price(cents) if takes_card(cents) else at_the_gate(cents)}"


def first_name(user: Named) -> str:
    return user.first_name or display_name(user)


def of_person(name: str, sentence: str) -> str:
    """A refusal that concerns one of several people, such as 'Rowan: Event is full'."""
    return f"{name}: {sentence}"


def number_words(position: int | None) -> str:
    return f"You’re number {position}." if position else ""


def waits_words(names: Sequence[str], position: int) -> str:
    if list(names) == ["You"]:
        return f"You’re number {position}"
    are = "are" if "You" in names or len(names) > 1 else "is"
    return f"{all_names(names)} {are} number {position} in line"


def place_words(position: int) -> str:
    return f"Number {position} in Line" if position else WISHED


def has_seat(name: str) -> str:
    return f"{name} already has a seat."


def seats_are_free(wanted: int) -> str:
    """Why nobody has to wait."""
    if wanted == 1:
        return SEATS_ARE_FREE
    return "You can register right now: enough seats are open."


def more_than_seats(maximum: int) -> str:
    """Why so many people would wait for ever."""
    return f"This event has {counted(maximum, 'seat')}, so your group would never fit."


def seats_left(free: int, wanted: int) -> str:
    are = "is" if free == 1 else "are"
    return f"Only {counted(free, 'seat')} {are} free, and you chose {wanted} people."


def person_words(name: str, owed_cents: int, *, is_held: bool = False) -> str:
    """A seat that is only held is not called taken."""
    owed = f" – pay {as_price(owed_cents)}" if owed_cents else ""
    return f"{f'A seat is held for {name}' if is_held else f'{name} is registered'}{owed}"


def are_registered(names: Sequence[str]) -> str:
    if not names:
        return ""
    return f"{all_names(names)} {'is' if len(names) == 1 else 'are'} registered"


YOU_HAVE_A_SEAT, SEAT_IS_HELD = "You’re registered", "A seat is held for you"


def had_seats(names: Sequence[str]) -> str:
    return f"{all_names(names)} {'was' if len(names) == 1 else 'were'} registered."


def for_people(title: str, names: Sequence[str]) -> str:
    return f"{title}, for {all_names(names)}"


def paid_once(names: Sequence[str]) -> str:
    """About seats that are in two bills, because two guardians may pay them."""
    if len(names) == 1:
        return f"{names[0]}’s seat is also above. It’s only paid once."
    return f"The seats for {all_names(names)} are also above. They’re only paid once."


def all_names(names: Sequence[str]) -> str:
    return some_names(names, most=len(names))


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
    if not own_cents:
        return f"Free with your plan, instead of {as_price(price_cents)}."
    less = as_price(price_cents - own_cents).removesuffix(".00")
    return f"You pay {as_price(own_cents)}, which is {less} less with your plan."


def new_here(price_cents: int, *, is_first: bool) -> str:
    """A note on the promise of a free first park day at an event with a price; empty for people
    who have come before."""
    return NEW_HERE if price_cents and is_first else ""


def cannot_come(*, may_unregister: bool, is_refundable: bool = False) -> str:
    """The way out of an event that costs something, and the fate of the money."""
    if not may_unregister:
        return f"{_TELL} {MONEY_BACK}"
    way = f"Can’t make it? Unregister at least {notice_words()} before the start"
    return f"{way} for a full refund." if is_refundable else f"{way}. {MONEY_BACK}"


def pay_words(cents: int) -> str:
    return f"Pay {as_price(cents)}"


def pay_cash(own_cents: int) -> str:
    """How to pay cash for a seat that is held for a card; empty where the gate takes the money."""
    return PAY_CASH if takes_card(own_cents) else ""


def seats_words(taken: int, maximum: int | None) -> str:
    if not maximum:
        return NO_LIMIT
    if taken > maximum:
        return f"{taken:,} registered, {counted(maximum, 'seat')}"
    return f"{taken:,} of {counted(maximum, 'seat')} taken"


def not_paid_in_time(until: datetime, start: datetime, zone: str, now: datetime) -> str:
    """Why a member whose seat was held and not paid gets no other one before `until`."""
    if until >= start:
        return (
            f"{LOST_SEAT} Coming anyway? Once the event starts, the organizer’s gate code lets you "
            "register there."
        )
    # A second of the minute that is named must not be too early.
    again = (until + timedelta(minutes=1) - timedelta(microseconds=1)).astimezone(ZoneInfo(zone))
    time = f"{time_words(again)} {zone_short(again)}"
    is_today = again.date() == now.astimezone(again.tzinfo).date()
    since = time if is_today else f"{day_at(again, zone, now)}, {time}"
    return f"{LOST_SEAT} You can register again starting {since}."


def held_for_others(seats: int) -> str:
    """Such as '2 of them are on hold until they’re paid.'; empty when none is."""
    if not seats:
        return ""
    return (
        "1 of them is on hold until it’s paid."
        if seats == 1
        else f"{seats} of them are on hold until they’re paid."
    )


def going_back_words(cents: int) -> str:
    """For a member, between the order of a refund and its arrival."""
    return f"Your {as_price(cents)} refund is on its way."


def goes_to_card_words(cents: int) -> str:
    """For a member whose seat was paid by card when its event is canceled."""
    return f"{as_price(cents)} will be refunded to your card. {BANKS_TAKE_TIME}"


def hands_back_words(cents: int) -> str:
    """For a member whose seat was paid by hand when its event is canceled."""
    return f"The organizer will refund your {as_price(cents)} in person."


def due_words(cents: int) -> str:
    return f"{as_price(cents)} is due."


def due_either_way(cents: int) -> str:
    """For a seat that is held no longer, where cards are taken."""
    return f"{as_price(cents)} is due, by card here or at the gate."


def paid_and_gone(cents: int, *, is_refundable: bool = False) -> str:
    """For a member who unregistered from a seat that was paid, while the club has the money."""
    if is_refundable:
        return f"You’re out. {hands_back_words(cents)}"
    return f"You’re out. Ask the organizer about a refund of your {as_price(cents)}."


def paid_and_left(people: int, cents: int) -> str:
    """Such as '$10.00 refund due to 1 person who canceled'; empty when nobody did.

    Without a sum it begins with 'Refund due'.
    """
    if not people:
        return ""
    who = counted(people, "person", "people")
    return f"{refund_due(cents)} to {who} who canceled"


def paid_too_much(people: int, cents: int) -> str:
    """Such as '$3.00 refund due to 1 person, because the price went down'; empty for nobody."""
    if not people:
        return ""
    who = counted(people, "person", "people")
    return f"{refund_due(cents)} to {who}, because the price went down"


def refund_due(cents: int) -> str:
    return f"{as_price(cents)} refund due" if cents else REFUND_DUE


def own_overpaid(cents: int) -> str:
    """For a member whose event became cheaper after the seat was paid."""
    return f"The price went down after you paid, so a refund of {as_price(cents)} is due."


def before_unregistering(cents: int, *, is_refundable: bool) -> str:
    """A question before a member unregisters from a seat that was paid."""
    if is_refundable:
        return f"You paid {as_price(cents)}. {FULL_REFUND}"
    return f"You paid {as_price(cents)}. You won’t be refunded automatically. Ask the organizer."


def before_unregistering_from_series(
    number: int, last_day: str, paid_cents: int, refundable_cents: int
) -> str:
    """A question before the seats at all coming dates are given up; some may be refunded."""
    seats = f"You’ll give up {counted(number, 'seat')}, through {last_day}. Others can take them."
    if not paid_cents:
        return seats
    if 0 < refundable_cents < paid_cents:
        rest = as_price(paid_cents - refundable_cents)
        paid = f"You paid {as_price(paid_cents)}. You’ll get {as_price(refundable_cents)} back."
        return f"{seats} {paid} Ask the organizer about the other {rest}."
    question = before_unregistering(paid_cents, is_refundable=refundable_cents > 0)
    return f"{seats} {question}"


def stays_words(days: Sequence[str]) -> str:
    if not days:
        return ""
    starts = f"it starts within {notice_words()}"
    return f"Your seat on {' and '.join(days)} stays: {starts}."


def dates_given_up(number: int) -> str:
    return f"Unregistered from {counted(number, 'date')}"


def by_reason(refused: Iterable[tuple[str, str]]) -> str:
    """Such as 'Event is full: Sat, Dec 12; Sat, Jan 9.', of pairs of a reason and a day."""
    days: dict[str, list[str]] = {}
    for reason, day in refused:
        days.setdefault(reason.rstrip("."), []).append(day)
    return " ".join(f"{reason}: {'; '.join(named)}." for reason, named in days.items())


def paid_words(cents: int, overpaid_cents: int) -> str:
    paid = as_price(cents + overpaid_cents)
    if not overpaid_cents:
        return paid
    return f"{paid}. A refund of {as_price(overpaid_cents)} is due: the price went down."


def still_to_pay(cents: int) -> str:
    if takes_card(cents):
        return f"{as_price(cents)} by card on the event page, or at the gate"
    return at_the_gate(cents)


def at_the_gate(cents: int) -> str:
    return f"{as_price(cents)} at the gate"
