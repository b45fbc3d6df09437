"""Letters about one payment: the receipt, a refund, and money that came too late for its seat."""

from datetime import datetime

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.accounts.letters import Reader, letter_to, reader
from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import display_name
from rookiebattle.core import clock
from rookiebattle.core.mail import outbox
from rookiebattle.core.mail.layout import Content, as_text, in_subject
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.values.dates import date_words
from rookiebattle.core.values.money import as_price
from rookiebattle.payments import promises
from rookiebattle.payments.models import Kind, Method, Payment, What
from rookiebattle.payments.queries import payments
from rookiebattle.payments.service import described, receipt_of
from rookiebattle.payments.wording import KINDS, how_of, seats_words
from rookiebattle.registrations.wording import BANKS_TAKE_TIME
from rookiebattle.settings import get_settings

REASON = "You’re getting this email because of a payment. We always send receipts."
SEE_PAYMENTS = "See your payments"
REFUNDS = frozenset({What.REFUNDED, What.HANDED_BACK})


def receipt(session: Session, user_id: str, payment_id: str) -> Letter | None:
    """The payment, with the number under which the club finds it."""
    to, payment = _both(session, user_id, payment_id)
    if to is None or payment is None or not payment.received_cents:
        return None
    if payment.method == Method.HAND and payment.kept_cents <= 0:
        # A wrong tap that was undone. A card's holder keeps the receipt beside the refund.
        return None
    came = [one for one in payments.charged_with(session, payment) if one.received_cents]
    about = payment.description
    about = seats_words(about, len(came)) if len(came) > 1 else about
    if user_id != payment.user_id:
        about = f"{about}, for {display_name(session.get_one(User, payment.user_id))}"
    amount = as_price(sum(one.received_cents for one in came))
    content = Content(
        title="Thank you for your payment",
        opening=[f"We received {amount}. This is your receipt."],
        facts=[
            ("For", about or KINDS[payment.payment_type]),
            ("Amount", f"{amount} {payment.currency}"),
            ("Paid", _paid_on(payment)),
            ("How", how_of(payment)),
            ("Receipt", ", ".join(receipt_of(session, one).number for one in came)),
        ],
        link=(SEE_PAYMENTS, routes.absolute(routes.MEMBERSHIP)),
        reason=REASON,
    )
    words = in_subject(about, KINDS[payment.payment_type])
    subject = f"Receipt: {words}, {amount}"
    return letter_to(to, promises.RECEIPT, subject, content)


def returned(session: Session, user_id: str, payment_id: str) -> Letter | None:
    """There was no seat to pay for when the payment came, so it is refunded."""
    to, payment = _both(session, user_id, payment_id)
    if to is None or payment is None:
        return None
    amount = as_price(payment.received_cents)
    content = Content(
        title="Your payment is being refunded",
        opening=[
            (
                f"Your {amount} payment came in after there was nothing left to pay: your hold had "
                "ended, the seat was already settled, or the event was canceled. We’re refunding "
                "all of it to your card."
            ),
            BANKS_TAKE_TIME,
        ],
        facts=[("For", payment.description), ("Amount", amount)],
        link=("Find another event", routes.absolute(routes.EVENTS)),
        reason=REASON,
    )
    return letter_to(to, promises.RETURNED, f"We’re refunding your {amount}", content)


def refunded(session: Session, user_id: str, payment_id: str) -> Letter | None:
    """Money was refunded to the member's card, in person, or partly each."""
    to, payment = _both(session, user_id, payment_id)
    if to is None or payment is None:
        return None
    if payment.method == Method.HAND and _last_entry(session, payment) != What.REFUNDED:
        return None
    by_hand = payment.refunded_cents if payment.method == Method.HAND else payment.handed_cents
    on_card = payment.refunded_cents + payment.handed_cents - by_hand
    if not by_hand + on_card:
        return None
    amount = as_price(by_hand + on_card)
    told = [_on_card_words(as_price(on_card))] if on_card else []
    told += [f"{_by_hand_words(payment, as_price(by_hand))} {if_not_so()}"] if by_hand else []
    content = Content(
        title=f"You were refunded {amount}{_in_all(session, payment, by_hand + on_card)}",
        opening=told,
        facts=[("For", payment.description), ("Refunded", amount)],
        link=(SEE_PAYMENTS, routes.absolute(routes.MEMBERSHIP)),
        reason=REASON,
    )
    return letter_to(to, promises.REFUNDED, content.title, content)


def _in_all(session: Session, payment: Payment, total: int) -> str:
    """A letter is written when it is sent, so it tells of every refund there was until then."""
    went = [one.cents for one in payments.entries(session, payment.id) if one.what in REFUNDS]
    return "" if went and went[-1] == -total else " in all"


def _on_card_words(amount: str) -> str:
    return f"{amount} is on its way to your card. {BANKS_TAKE_TIME}"


def _by_hand_words(payment: Payment, amount: str) -> str:
    """'You were refunded $10.00 in person (you’d paid by check 1042).'"""
    way = how_of(payment)
    return f"You were refunded {amount} in person (you’d paid by {way[0].lower()}{way[1:]})."


def _last_entry(session: Session, payment: Payment) -> str:
    return payments.entries(session, payment.id)[-1].what


def void(session: Session, user_id: str, payment_id: str) -> Letter | None:
    """A payment by hand was struck out after its receipt had gone out."""
    to, payment = _both(session, user_id, payment_id)
    if to is None or payment is None or payment.kept_cents > 0:
        return None
    if not promises.is_receipt_known(session, payment):
        return None
    number = receipt_of(session, payment).number
    amount = as_price(payment.received_cents)
    content = Content(
        title=f"Your receipt for {amount} is void",
        opening=[
            f"Receipt {number} is void: the payment was recorded by mistake, or refunded.",
            if_not_so(),
        ],
        facts=[("For", payment.description), ("Amount", amount), ("Receipt", number)],
        link=(SEE_PAYMENTS, routes.absolute(routes.MEMBERSHIP)),
        reason=REASON,
    )
    return letter_to(to, promises.VOID, content.title, content)


def if_not_so() -> str:
    """The sentence with the club’s address, for questions about money that a person has counted."""
    return f"If that’s not right, please write to {get_settings().org_contact_email}."


def tell_organization(session: Session, *, payment_id: str) -> None:
    """Tell the organization that a refund failed. Subscribed to `refund_failed`."""
    payment = payments.payment(session, payment_id)
    if payment is not None:
        title = "A card refund failed"
        again = ", or try again from the roster" if payment.payment_type == Kind.EVENT else ""
        opening = (
            "The card service couldn’t refund this payment. Often the card was closed. "
            f"Please ask the member how they’d like it{again}. If you refund it in person, record "
            "it in the console under Payments."
        )
        _tell(session, payment, title, opening, payment.kept_cents, "payment.refund_failed")


def tell_of_dispute(session: Session, *, payment_id: str) -> None:
    """Tell the organization of a dispute. Subscribed to `payment_disputed`."""
    payment = payments.payment(session, payment_id)
    if payment is not None:
        title = "A card payment is disputed"
        opening = (
            "A member’s bank wants this payment reversed. Respond in Stripe’s dashboard by the "
            "deadline shown there. The books change once the bank decides."
        )
        kind = "payment.disputed"
        _tell(session, payment, title, opening, payment.received_cents, kind, once=True)


def tell_of_loss(session: Session, *, payment_id: str) -> None:
    """Tell the organization that a dispute was lost. Subscribed to `dispute_lost`."""
    payment = payments.payment(session, payment_id)
    if payment is not None:
        title = "A dispute was lost"
        opening = (
            "A member’s bank reversed this payment for good, and the books show it. A seat it paid "
            "for now counts as refunded. A membership it paid for has ended if all of its last "
            "payment was reversed."
        )
        _tell(session, payment, title, opening, payment.disputed_cents, "payment.dispute_lost")


def _tell(
    session: Session,
    payment: Payment,
    title: str,
    opening: str,
    cents: int,
    kind: str,
    *,
    once: bool = False,
) -> None:
    """Queue a letter to the organization about a payment."""
    settings = get_settings()
    content = Content(
        title=title,
        opening=[opening],
        facts=[
            ("Amount", as_price(cents)),
            ("For", described(session, payment) or KINDS[payment.payment_type]),
            ("Payment", payment.id),
        ],
        link=("See the member", routes.absolute(routes.admin_user(payment.user_id))),
    )
    letter = Letter(
        to=settings.org_contact_email,
        subject=title,
        text=as_text(content, settings),
        kind=kind,
        dedupe_key=f"{kind}:{payment.id}" if once else None,
    )
    outbox.put(session, letter)


def _both(session: Session, user_id: str, payment_id: str) -> tuple[Reader | None, Payment | None]:
    return member(session, user_id), payments.payment(session, payment_id)


def member(session: Session, user_id: str) -> Reader | None:
    """A member with an address, whichever mailings are turned off: this is about their money."""
    return reader(session, user_id, None)


def _paid_on(payment: Payment) -> str:
    """The day on which somebody received it, which may be before the day of its entry."""
    if payment.received_on:
        return date_words(payment.received_on)
    return day_of(payment.paid_at or payment.created_at)


def day_of(at: datetime) -> str:
    return date_words(clock.day_of(at))
