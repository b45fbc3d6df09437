"""The payments of all members as the console shows them. Pure."""

from dataclasses import dataclass
from datetime import datetime

from rookiebattle import routes
from rookiebattle.core.money import as_price
from rookiebattle.events.wording import counted, near_day
from rookiebattle.pages.admin.payments.url import SHAPE
from rookiebattle.payments.plans import PAID_PLANS
from rookiebattle.payments.schemas import BookedPage, BookedPayment
from rookiebattle.payments.wording import DONATION, KINDS, METHODS, STATUSES, TONES, given_back
from rookiebattle.settings import get_settings
from rookiebattle.ui.list_query import ListFrame, ListQuery, frame_of

CHOICES = (
    *((one.key, f"{one.name}, {one.price_words}") for one in PAID_PLANS),
    ("donation", DONATION),
)
"""What a payment by hand may be for."""


@dataclass(frozen=True)
class BookedRow:
    """A row of the list. `about` says what kind of payment it is, and how it came."""

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
    may_correct: bool = False


@dataclass(frozen=True)
class BooksView:
    """The vars of the page."""

    frame: ListFrame
    rows: list[BookedRow]
    loaded: bool = True


def view_of(query: ListQuery, found: BookedPage, now: datetime) -> BooksView:
    """The view of this page of the list."""
    count = counted(found.total, "payment")
    words = f"More than {count}" if found.has_more else count
    # Behind a full page of very many payments is another one.
    is_full = found.has_more and len(found.items) == SHAPE.size
    reach = max(found.total, query.page * SHAPE.size + 1) if is_full else found.total
    frame = frame_of(SHAPE, query, reach, count=words, csv="")
    return BooksView(frame, [_row(one, now) for one in found.items])


def _row(one: BookedPayment, now: datetime) -> BookedRow:
    return BookedRow(
        id=one.id,
        day=near_day(one.at, get_settings().org_time_zone, now),
        member=one.member,
        member_href=routes.admin_user(one.member_id),
        description=one.description or KINDS[one.kind],
        about=f"{KINDS[one.kind]}, {METHODS[one.method].lower()}",
        amount=as_price(one.amount_cents),
        returned=given_back(one.returned_cents),
        status=STATUSES[one.status],
        tone=TONES.get(one.status, "neutral"),
        receipt=routes.receipt(one.id),
        may_correct=one.may_correct,
    )
