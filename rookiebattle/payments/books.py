"""The books for treasurers and administrators: all payments, and every movement of money.

A treasurer of a chapter or at an event reads the payments for seats there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time

import sqlalchemy as sa
from dateutil.relativedelta import relativedelta
from sqlalchemy.orm import Session, aliased
from sqlmodel import col

from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import name_kept
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Invalid
from rookiebattle.core.pagination import Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import EVERYWHERE, Scope
from rookiebattle.core.values.spreadsheet import MOST_LINES
from rookiebattle.events.models import Event
from rookiebattle.members import administration
from rookiebattle.members.users import UserFilter
from rookiebattle.payments.by_hand import refunds
from rookiebattle.payments.cards.refunds import may_refund
from rookiebattle.payments.models import (
    AccountCode,
    CardBooking,
    Kind,
    Method,
    Payment,
    PaymentEntry,
    Status,
    What,
)
from rookiebattle.payments.queries import struck_out
from rookiebattle.payments.schemas import BookedPage, BookedPayment, PaymentSearch, WaySum
from rookiebattle.payments.wording import MEANS, WAYS, how_of, receipt_number
from rookiebattle.settings import get_settings

MOST_PEOPLE = 100
NOT_BEGUN = "This month hasn’t begun yet. Please choose this month or an earlier one."
TOO_LONG = (
    f"There are more than {MOST_LINES:,} lines. Please ask for a shorter time: since and until."
)
TOO_MANY_MEMBERS = "The search finds too many members to add up. Please search for fewer."
MOST_COUNTED = 1_000
"""Longer lists say 'more than', and are added up when somebody asks for it: reading every payment
of many years would make each look at the list slow."""

_BY_PEOPLE = frozenset({What.HANDED_BACK, What.CORRECTED})
"""These happen to a payment by card without the card service."""


@dataclass(frozen=True, slots=True)
class Movement:
    """Money that came (cents above zero) or went. Nobody recorded what the card service told, but
    somebody may have ordered a refund.

    `received_on` is when somebody received it by hand; it may be entered later. `number` is that of
    the receipt. Fee and payout are known for money by card alone, some days later.
    """

    at: datetime
    what: str
    cents: int
    currency: str
    kind: str
    how: str
    description: str
    member: str
    payment_id: str
    recorded_by: str
    received_on: date | None
    number: str
    plan: str | None
    is_by_card: bool
    fee_cents: int | None = None
    payout: str = ""
    paid_out_on: date | None = None
    account: str = ""

    @property
    def net_cents(self) -> int | None:
        """The rest after the card service's fee; None while nobody knows the fee."""
        if not self.is_by_card:
            return self.cents
        return None if self.fee_cents is None else self.cents - self.fee_cents


def month_of_books(session: Session, actor: Actor, *, month: str) -> list[Movement]:
    """Every movement of a month such as '2026-11', where the club is.

    Raises Invalid for a month that has not begun.
    """
    zone = get_settings().org_zone
    since = datetime.combine(date.fromisoformat(f"{month}-01"), time(), zone)
    if since > clock.now():
        raise Invalid(NOT_BEGUN)
    until = since + relativedelta(months=1)
    return movements(session, actor, wanted=PaymentSearch(since=since, until=until))


def movements(session: Session, actor: Actor, *, wanted: PaymentSearch) -> list[Movement]:
    """Every movement of these payments in the time, oldest first.

    Their sum is what `search_payments` adds up. Raises Invalid for more than a file holds, and
    where more members are meant than are looked at: the sum of a part is wrong.
    """
    having, has_more_people = _asked(session, actor, wanted)
    if has_more_people:
        raise Invalid(TOO_MANY_MEMBERS)
    found = list(_moved(session, [*having, *_in_time(wanted)]))
    if len(found) > MOST_LINES:
        raise Invalid(TOO_LONG)
    return found


def _in_time(wanted: PaymentSearch) -> Iterator[sa.ColumnElement[bool]]:
    """The conditions of an entry that moved money in the time. Its own day counts, and not that of
    its payment: a month that the treasurer has closed stays as it is."""
    yield col(PaymentEntry.cents) != 0
    if wanted.since:
        yield col(PaymentEntry.at) >= wanted.since
    if wanted.until:
        yield col(PaymentEntry.at) < wanted.until


def _moved(session: Session, having: Sequence[sa.ColumnElement[bool]]) -> Iterator[Movement]:
    recorder = aliased(User)
    wanted = (
        sa.select(PaymentEntry, Payment, User, recorder, CardBooking, col(AccountCode.code))
        .join(Payment, col(Payment.id) == col(PaymentEntry.payment_id))
        .join(User, col(User.id) == col(Payment.user_id))
        .outerjoin(recorder, col(recorder.id) == _who())
        .outerjoin(CardBooking, col(CardBooking.entry_id) == col(PaymentEntry.id))
        .outerjoin(AccountCode, col(AccountCode.kind) == col(Payment.payment_type))
        .where(*having)
        .order_by(col(PaymentEntry.at), col(PaymentEntry.payment_id), col(PaymentEntry.number))
        .limit(MOST_LINES + 1)
    )
    for entry, payment, member, by, booking, account in session.execute(wanted):
        yield Movement(
            at=entry.at,
            what=entry.what,
            cents=entry.cents,
            currency=payment.currency,
            kind=payment.payment_type,
            how=how_of(payment),
            description=payment.description,
            member=name_kept(member),
            payment_id=payment.id,
            recorded_by=name_kept(by) if by else "",
            received_on=payment.received_on if entry.what == What.RECEIVED else None,
            number=receipt_number(payment),
            plan=payment.plan,
            is_by_card=payment.method == Method.CARD and entry.what not in _BY_PEOPLE,
            fee_cents=booking.fee_cents if booking else None,
            payout=(booking.payout_id if booking else None) or "",
            paid_out_on=booking.paid_out_on if booking else None,
            account=account or "",
        )


def _who() -> sa.ColumnElement[str]:
    """The id of who entered a movement, or ordered the refund that the card service told of."""
    order = aliased(PaymentEntry)
    ordered_by = (
        sa.select(col(order.actor_id))
        .where(col(order.payment_id) == col(PaymentEntry.payment_id))
        .where(col(order.what) == What.REFUND_ASKED, col(order.number) < col(PaymentEntry.number))
        .order_by(col(order.number).desc())
        .limit(1)
        .correlate(PaymentEntry)
        .scalar_subquery()
    )
    is_told = (col(PaymentEntry.what) == What.REFUNDED) & (col(PaymentEntry.actor_id) == "")
    return sa.case((is_told, ordered_by), else_=col(PaymentEntry.actor_id))


def search_payments(session: Session, actor: Actor, *, wanted: PaymentSearch) -> BookedPage:
    """The payments of all members, newest first unless asked otherwise.

    Those of a time were begun in it, or money moved in it.
    """
    which, has_more_people = _asked(session, actor, wanted)
    having = [*which, *_of_time(wanted)]
    counted = sa.select(col(Payment.id)).where(*having).limit(MOST_COUNTED + 1).subquery()
    total = session.scalar(sa.select(sa.func.count()).select_from(counted)) or 0
    by_time = (col(Payment.created_at), col(Payment.id))
    found = (
        sa.select(Payment, User)
        .join(User, col(User.id) == col(Payment.user_id))
        .where(*having)
        .order_by(*(one.desc() if wanted.order == "newest" else one for one in by_time))
        .limit(wanted.window.limit)
        .offset(wanted.window.offset)
    )
    items = _booked(
        session, actor, [(payment, member) for payment, member in session.execute(found)]
    )
    is_long = total > MOST_COUNTED
    return BookedPage(
        items,
        min(total, MOST_COUNTED),
        has_more=has_more_people or is_long,
        sums=() if has_more_people or is_long or not total else _sums(session, which, wanted),
        may_be_summed=is_long and not has_more_people,
    )


def sum_payments(session: Session, actor: Actor, *, wanted: PaymentSearch) -> tuple[WaySum, ...]:
    """The sums of a list that came and went back, however long it is.

    Raises Invalid where more members are meant than are looked at: the sum of a part is wrong.
    """
    having, has_more_people = _asked(session, actor, wanted)
    if has_more_people:
        raise Invalid(TOO_MANY_MEMBERS)
    return _sums(session, having, wanted)


def _sums(
    session: Session, having: Sequence[sa.ColumnElement[bool]], wanted: PaymentSearch
) -> tuple[WaySum, ...]:
    """The sums that came and went back in the time, one per way of paying, in the order of ways.

    A seat that was marked as paid by mistake is in neither. Money that the club has after all,
    because a refund failed or was undone, is taken off the refunds; when it was refunded in another
    time, it counts as received.
    """
    moved = _moved_of_each(having, wanted)
    came = moved.c.came + _negative(moved.c.fixed)
    went = moved.c.went - _positive(moved.c.fixed)
    came, went = (_positive(came) - _negative(went), _positive(went) - _negative(came))
    summed = (
        sa.select(moved.c.way, sa.func.sum(came), sa.func.sum(went))
        .where((came > 0) | (went > 0))
        .group_by(moved.c.way)
    )
    found = {key: WaySum(key, int(all_), int(back)) for key, all_, back in session.execute(summed)}
    return tuple(found[key] for key in WAYS if key in found)


def _moved_of_each(having: Sequence[sa.ColumnElement[bool]], wanted: PaymentSearch) -> sa.Subquery:
    """Of each payment: its `way`, the cents that `came` and `went` in the time, and what was
    `fixed` by corrections of a seat's payment, above or below zero."""
    what, cents = col(PaymentEntry.what), col(PaymentEntry.cents)
    is_fix = (what == What.CORRECTED) & (col(Payment.payment_type) == Kind.EVENT)
    is_receipt = what == What.RECEIVED

    def total(which: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
        return sa.func.sum(sa.case((which, cents), else_=0))

    return (
        sa.select(
            sa.func.coalesce(col(Payment.means), col(Payment.method)).label("way"),
            total(is_receipt).label("came"),
            (-total(~is_receipt & ~is_fix)).label("went"),
            total(is_fix).label("fixed"),
        )
        .join(PaymentEntry, col(PaymentEntry.payment_id) == col(Payment.id))
        .where(*having, *_in_time(wanted))
        .group_by(col(Payment.id), col(Payment.means), col(Payment.method))
        .subquery()
    )


def _positive(one: sa.ColumnElement[int]) -> sa.ColumnElement[int]:
    return sa.case((one > 0, one), else_=0)


def _negative(one: sa.ColumnElement[int]) -> sa.ColumnElement[int]:
    return sa.case((one < 0, one), else_=0)


def _of_time(wanted: PaymentSearch) -> Iterator[sa.ColumnElement[bool]]:
    """The condition of a payment that was begun in the time, or of which money moved in it."""
    if not (wanted.since or wanted.until):
        return
    begun = [
        *([col(Payment.created_at) >= wanted.since] if wanted.since else []),
        *([col(Payment.created_at) < wanted.until] if wanted.until else []),
    ]
    moved = sa.select(col(PaymentEntry.payment_id)).where(*_in_time(wanted))
    # Each of the two has an index of its own, which an OR of them could not use.
    yield col(Payment.id).in_(sa.union(sa.select(col(Payment.id)).where(*begun), moved))


def _asked(
    session: Session, actor: Actor, wanted: PaymentSearch
) -> tuple[list[sa.ColumnElement[bool]], bool]:
    """The conditions but for the time, and whether more members are meant than are looked at.

    Raises Forbidden for whoever reads no payments at all.
    """
    reach = actor.require_reach(Permission.ALL_PAYMENT_READ)
    way = "means" if wanted.method in MEANS else "method"
    asked = {"payment_type": wanted.kind, way: wanted.method, "status": wanted.status}
    having = [col(getattr(Payment, name)) == value for name, value in asked.items() if value]
    if not reach.is_everywhere:
        there = sa.select(col(Event.id)).where(reach.within(col(Event.chapter_id), col(Event.id)))
        having.append(col(Payment.event_id).in_(there))
    if wanted.about:
        having.append(col(Payment.description).icontains(wanted.about, autoescape=True))
    if wanted.text:
        people = UserFilter(text=wanted.text, window=Window(MOST_PEOPLE), reach=EVERYWHERE)
        if not reach.is_everywhere:
            # No total: it would tell how many people elsewhere have such a name.
            having.append(col(Payment.user_id).in_(administration.ids_named(wanted.text)))
            return having, False
        found = administration.find_users(session, actor, wanted=people)
        having.append(col(Payment.user_id).in_([one.id for one in found.items]))
        return having, found.has_more or found.total > MOST_PEOPLE
    return having, False


def _booked(
    session: Session, actor: Actor, found: Sequence[tuple[Payment, User]]
) -> list[BookedPayment]:
    payments = [payment for payment, _member in found]
    stuck, struck = refunds.stuck(session, payments), struck_out.struck_out(session, payments)
    return [
        _line(actor, one, member, may_hand_back=one.id in stuck, is_struck=one.id in struck)
        for one, member in found
    ]


def _line(
    actor: Actor, payment: Payment, member: User, *, may_hand_back: bool, is_struck: bool
) -> BookedPayment:
    return BookedPayment(
        id=payment.id,
        at=payment.created_at,
        member_id=member.id,
        member=name_kept(member),
        kind=payment.payment_type,
        how=how_of(payment),
        is_card=payment.method == Method.CARD,
        status=payment.status,
        description=payment.description,
        amount_cents=payment.amount_cents,
        returned_cents=payment.returned_cents,
        may_correct=payment.is_own_entry and payment.status == Status.COMPLETED,
        may_hand_back=may_hand_back,
        is_struck=is_struck,
        has_receipt=payment.received_cents > 0,
        received_on=payment.received_on,
        event_id=payment.event_id,
        opens_member=actor.may(Permission.ALL_ACCOUNT_READ, Scope(member.chapter_id)),
        was_handed_back=payment.handed_cents > 0,
        may_refund=not may_hand_back and may_refund(payment),
    )
