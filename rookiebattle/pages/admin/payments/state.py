"""The state of the page of payments: the list, the form of a payment by hand, its correction."""

from uuid import uuid4

import reflex as rx
from reflex.event import EventSpec

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.pages.admin.payments.url import SHAPE, wanted
from rookiebattle.pages.admin.payments.view import (
    BookedRow,
    BooksView,
    Question,
    SumRow,
    question_about,
    sum_rows,
    view_of,
)
from rookiebattle.payments import books, receiving, service
from rookiebattle.payments.plans import PAID_PLANS
from rookiebattle.payments.schemas import PaymentRead, PaymentSearch
from rookiebattle.registrations.schemas import HOW
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.forms import focus_on
from rookiebattle.ui.list_query import ListFrame, read_query
from rookiebattle.ui.records import FormValues
from rookiebattle.ui.state import Refused, attempt
from rookiebattle.ui.views import Loaded, fill

ACTS = {
    "correct": (service.correct, "Payment taken back"),
    "hand_back": (service.hand_back, "Marked as handed back"),
    "keep": (service.keep_after_all, "Marked as not handed back"),
}


async def load(actor: Actor, params: Query) -> BooksView | Loaded:
    """The view of this address, for the websocket and for first data; nothing for others."""
    if Permission.ALL_PAYMENT_READ not in actor.permissions:
        return Loaded()
    query = read_query(SHAPE, params)
    now = clock.now()
    found = await run(books.search_payments, actor, wanted=wanted(query, now))
    return view_of(query, found, now)


class BooksState(rx.State):
    """One page of the payments. `question` is about one of them.

    `email` is the address that the list was searched for, if it was: whose payments somebody looks
    at is likely to be who pays.
    """

    frame: ListFrame = ListFrame()
    rows: rx.Field[list[BookedRow]] = rx.field(default_factory=list)
    sums: rx.Field[list[SumRow]] = rx.field(default_factory=list)
    file: str = routes.PAYMENTS_CSV
    may_be_summed: bool = False
    loaded: bool = False
    is_open: bool = False
    errors: dict[str, str] = {}
    today: str = ""
    email: str = ""
    question: Question = Question()
    _key: str = ""

    @rx.event
    @public
    async def show(self) -> None:
        """Load the page when it opens, and after its address has changed."""
        self.is_open, self.question = False, Question()
        await self._show()

    @rx.event
    @requires(Permission.ALL_PAYMENT_READ)
    async def add_up(self) -> None:
        """Add up a list that is too long to be added up each time it is looked at."""
        summing = run(books.sum_payments, current_actor(), wanted=self._wanted())
        found = await attempt(self, summing)
        if not isinstance(found, Refused):
            self.sums = sum_rows(found)

    @rx.event
    @requires(Permission.ALL_PAYMENT_CREATE)
    async def begin(self) -> None:
        """Open the form of a payment by hand. A form that is sent twice is one payment."""
        self.errors, self.is_open, self._key = {}, True, uuid4().hex
        self.today = receiving.today().isoformat()
        text = self._wanted().text
        self.email = text if "@" in text else ""

    @rx.event
    @public
    async def close(self) -> None:
        """Close the form or the question; nothing is written."""
        self.is_open, self.question = False, Question()

    @rx.event
    @requires(Permission.ALL_PAYMENT_CREATE)
    async def record(self, form: FormValues) -> EventSpec | None:
        """Record the payment. After an error the form stays, at its first wrong field."""
        recording = _recorded(form, self._key or uuid4().hex)
        result = await attempt(self, recording, done="Payment recorded")
        if isinstance(result, Refused):
            self.errors = result.fields
            return focus_on(result.fields)
        self.errors, self.is_open = {}, False
        await self._show()
        return None

    @rx.event
    @requires(Permission.ALL_PAYMENT_CREATE)
    async def ask(self, payment_id: Id) -> None:
        """Ask before something is done with a payment of this page."""
        shown = (one for one in self.rows if one.id == payment_id and one.act)
        if one := next(shown, None):
            self.question = question_about(one)

    @rx.event
    @requires(Permission.ALL_PAYMENT_CREATE)
    async def settle(self, payment_id: Id) -> None:
        """Do what the question was about, with the payment that it was about."""
        if self.question.act and self.question.id == payment_id:
            verb, done = ACTS[self.question.act]
            await attempt(self, run(verb, current_actor(), payment_id=payment_id), done=done)
        self.question = Question()
        await self._show()

    def _wanted(self) -> PaymentSearch:
        query = read_query(SHAPE, dict(self.router.url.query_parameters))
        return wanted(query, clock.now())

    async def _show(self) -> None:
        view = await attempt(self, load(current_actor(), dict(self.router.url.query_parameters)))
        if not isinstance(view, Refused):
            fill(self, view)


async def _recorded(form: FormValues, key: str) -> PaymentRead:
    what = str(form.get("what") or "")
    given: dict[str, object] = {name: form[name] for name in HOW if form.get(name)}
    given |= {name: form.get(name) or None for name in ("amount", "description")}
    given["plan"] = what if what in {one.key for one in PAID_PLANS} else None
    email = str(form.get("email") or "")
    return await run(service.record_for, current_actor(), email=email, given=given, key=key)
