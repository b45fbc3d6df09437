"""The payments of all members as the console shows them. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal

from dateutil.relativedelta import relativedelta

from rookiebattle import routes
from rookiebattle.accounts.naming import known_name
from rookiebattle.core import clock
from rookiebattle.core.values.dates import date_words, month_words
from rookiebattle.core.values.money import as_decimal, as_price
from rookiebattle.events.wording import counted, near_day
from rookiebattle.members.users import AdminUser
from rookiebattle.pages.admin.payments.url import SHAPE, file_href
from rookiebattle.payments.models import What
from rookiebattle.payments.plans import PAID_PLANS, PLANS
from rookiebattle.payments.schemas import (
    BookedPage,
    BookedPayment,
    Receipt,
    VotingRulesWrite,
    WaySum,
)
from rookiebattle.payments.wording import (
    DONATION,
    KINDS,
    MOVES,
    TONES,
    WAYS,
    refunded_label,
    status_words,
)
from rookiebattle.registrations.wording import HANDED_BACK, KEEPS_SEAT, REFUND
from rookiebattle.settings import get_settings
from rookiebattle.ui.forms import Option
from rookiebattle.ui.list_query import ListFrame, ListQuery, frame_of

PLAN_CHOICES = tuple((one.key, one.name) for one in PLANS)
PLAN_KEYS = tuple(key for key, _name in PLAN_CHOICES)
TOTAL = "Total"
GIFT = "donation"
CHOICES = (*((one.key, f"{one.name}, {one.price_words}") for one in PAID_PLANS), (GIFT, DONATION))
"""A payment by hand may be for these."""
VOID, KEEP = "Void", "Not Refunded"
Act = Literal["", "correct", "hand_back", "keep", "refund", "refund_cash"]
ASKED: Mapping[str, tuple[str, str, list[str]]] = {
    "correct": (
        VOID,
        "Void “{0}”?",
        [
            "Do this only to fix a mistake, or if you refunded it in person.",
            "Both entries stay in the books. A membership loses the time this paid for.",
        ],
    ),
    "hand_back": (
        HANDED_BACK,
        "Refunded “{0}” in person?",
        [
            "The card refund failed. Do this once the member has the money some other way.",
            "We’ll email the member. A seat this paid for will count as refunded.",
        ],
    ),
    "keep": (
        KEEP,
        "Not refunded “{0}” after all?",
        [
            "Do this to fix a mistake. Both entries stay in the books.",
            "A seat this paid for will count as paid again.",
        ],
    ),
    "refund": (
        REFUND,
        "Refund “{0}”?",
        [
            "It will be refunded to the card. This can’t be undone.",
            "Once all of it is refunded, a membership ends. A seat stays, and counts as refunded.",
        ],
    ),
    "refund_cash": (
        REFUND,
        "Refund “{0}”?",
        [
            "Refund all of it in person. This only marks it as refunded.",
            "A part of a payment can be refunded to a card only.",
            KEEPS_SEAT,
        ],
    ),
}
"""An act with a payment → its button, its question, and what it does."""


@dataclass(frozen=True)
class BookedRow:
    """A row of the list. `about` says what kind of payment it is, and how it came.

    `left` is the amount that may be refunded. `roster` is where the payment of a seat is corrected.
    `member_href` is empty for a reader whose role opens no page of a member.
    """

    id: str = ""
    day: str = ""
    member: str = ""
    member_href: str = ""
    description: str = ""
    about: str = ""
    amount: str = ""
    returned: str = ""
    status: str = ""
    tone: str = "neutral"
    receipt: str = ""
    roster: str = ""
    act: Act = ""
    act_label: str = ""
    left: str = ""


@dataclass(frozen=True)
class StepRow:
    day: str = ""
    words: str = ""
    amount: str = ""


@dataclass(frozen=True)
class PayerRow:
    """A member who may have paid; without an id nobody is chosen."""

    user_id: str = ""
    name: str = ""
    known_as: str = ""
    about: str = ""


@dataclass(frozen=True)
class Question:
    """The question before something is done with a payment; without an id none is open."""

    id: str = ""
    act: Act = ""
    title: str = ""
    sentences: list[str] = field(default_factory=list)
    label: str = ""
    left: str = ""


@dataclass(frozen=True)
class SumRow:
    """The money of one way of paying: it came, went back, and was kept."""

    way: str = ""
    came: str = ""
    back: str = ""
    kept: str = ""


@dataclass(frozen=True)
class BoardRules:
    """The rules of voting in the form; `plans` has a switch for each of `PLAN_KEYS`."""

    plans: list[bool] = field(default_factory=lambda: [False] * len(PLAN_KEYS))
    adults_only: bool = True
    attendances: str = ""
    months: str = ""


@dataclass(frozen=True)
class BooksView:
    """The vars of the page. `file` is the treasurer's file of the same time."""

    frame: ListFrame = field(default_factory=ListFrame)
    rows: Sequence[BookedRow] = ()
    sums: Sequence[SumRow] = ()
    file: str = routes.PAYMENTS_CSV
    may_be_summed: bool = False
    may_record: bool = False
    loaded: bool = True


def view_of(query: ListQuery, found: BookedPage, now: datetime) -> BooksView:
    count = counted(found.total, "payment")
    words = f"More than {count}" if found.has_more else count
    # Behind a full page of very many payments is another one.
    is_full = found.has_more and len(found.items) == SHAPE.size
    reach = max(found.total, query.page * SHAPE.size + 1) if is_full else found.total
    frame = frame_of(SHAPE, query, reach, count=words, csv="")
    rows = [_row(one, now) for one in found.items]
    return BooksView(
        frame, rows, sum_rows(found.sums), file_href(query, now), may_be_summed=found.may_be_summed
    )


def payer_rows(found: Sequence[AdminUser]) -> list[PayerRow]:
    return [_payer(one, known_name(one)) for one in found]


def _payer(one: AdminUser, name: str) -> PayerRow:
    chapter = one.chapter.name if one.chapter else None
    return PayerRow(
        user_id=one.id,
        name=name,
        known_as=f"“{one.game_name}”" if one.game_name and one.game_name != name else "",
        about=" · ".join(filter(None, (one.email, chapter))),
    )


def sum_rows(sums: Sequence[WaySum]) -> list[SumRow]:
    rows = [_sum(WAYS[one.way], one.came_cents, one.back_cents) for one in sums]
    if len(sums) > 1:
        came, back = (sum(one.came_cents for one in sums), sum(one.back_cents for one in sums))
        rows.append(_sum(TOTAL, came, back))
    return rows


def _sum(way: str, came: int, back: int) -> SumRow:
    """A bank may reverse a payment that was refunded before, so the net may be below zero."""
    kept = as_price(came - back) if came >= back else f"−{as_price(back - came)}"
    return SumRow(way, as_price(came), as_price(back), kept)


def _row(one: BookedPayment, now: datetime) -> BookedRow:
    act = _act(one)
    return BookedRow(
        id=one.id,
        day=near_day(one.at, get_settings().org_time_zone, now),
        member=one.member,
        member_href=routes.admin_user(one.member_id) if one.opens_member else "",
        description=one.description or KINDS[one.kind],
        about=_about(one),
        amount=as_price(one.amount_cents),
        returned=_returned(one),
        status=status_words(one.status, is_struck=one.is_struck),
        tone=TONES.get(one.status, "neutral"),
        receipt=routes.receipt(one.id) if one.has_receipt else "",
        roster=routes.admin_roster(one.event_id) if one.event_id else "",
        act=act,
        act_label=ASKED[act][0] if act else "",
        left=as_decimal(one.amount_cents - one.returned_cents),
    )


def _about(one: BookedPayment) -> str:
    """'Donation, check 1042, received Nov 20', with the day if it was recorded on another."""
    told = f"{KINDS[one.kind]}, {one.how[0].lower()}{one.how[1:]}"
    recorded_on = clock.day_of(one.at)
    if one.received_on is None or one.received_on == recorded_on:
        return told
    return f"{told}, received {date_words(one.received_on)}"


def _returned(one: BookedPayment) -> str:
    if one.may_hand_back:
        return MOVES[What.REFUND_FAILED]
    return "" if one.is_struck else refunded_label(one.returned_cents)


def _act(one: BookedPayment) -> Act:
    if one.may_correct:
        return "correct"
    if one.may_hand_back:
        return "hand_back"
    if one.was_handed_back:
        return "keep"
    refund: Act = "refund" if one.is_card else "refund_cash"
    return refund if one.may_refund else ""


def step_rows(found: Receipt, now: datetime) -> list[StepRow]:
    zone = get_settings().org_time_zone
    return [
        StepRow(
            near_day(one.at, zone, now),
            one.words,
            as_price(one.cents) if one.cents >= 0 else f"−{as_price(-one.cents)}",
        )
        for one in found.lines
    ]


def months_of(today: date) -> list[Option]:
    """The months whose books can be read, from this one back through last year."""
    first = today.replace(day=1)
    months = (first - relativedelta(months=back) for back in range(today.month + 12))
    return [Option(f"{one:%Y-%m}", month_words(one)) for one in months]


def board_rules(found: VotingRulesWrite) -> BoardRules:
    return BoardRules(
        [one in found.plans for one in PLAN_KEYS],
        found.adults_only,
        str(found.attendances),
        str(found.months),
    )


def question_about(row: BookedRow) -> Question:
    label, title, sentences = ASKED[row.act]
    about = f"{row.description}, {row.amount}"
    return Question(row.id, row.act, title.format(about), sentences, label, row.left)
