"""The state of the page of payments: the list, the form of a payment by hand, its correction."""

from uuid import uuid4

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.pages.admin.payments.url import SHAPE, wanted
from rookiebattle.pages.admin.payments.view import BookedRow, BooksView, view_of
from rookiebattle.payments import books, service
from rookiebattle.payments.plans import PAID_PLANS
from rookiebattle.payments.schemas import PaymentRead
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.forms import focus_on
from rookiebattle.ui.list_query import ListFrame, read_query
from rookiebattle.ui.records import Doomed, FormValues
from rookiebattle.ui.state import Refused, attempt
from rookiebattle.ui.views import Loaded, fill


async def load(actor: Actor, params: Query) -> BooksView | Loaded:
    """The view of this address, for the websocket and for first data; nothing for others."""
    if Permission.ALL_PAYMENT_READ not in actor.permissions:
        return Loaded()
    query = read_query(SHAPE, params)
    found = await run(books.search_payments, actor, wanted=wanted(query))
    return view_of(query, found, clock.now())


class BooksState(rx.State):
    """One page of the payments. `doomed` is the one that the question is about."""

    frame: ListFrame = ListFrame()
    rows: rx.Field[list[BookedRow]] = rx.field(default_factory=list)
    loaded: bool = False
    is_open: bool = False
    errors: dict[str, str] = {}
    doomed: Doomed = Doomed()
    _key: str = ""

    @rx.event
    @public
    async def show(self) -> None:
        """Load the page when it opens, and after its address has changed."""
        self.is_open, self.doomed = False, Doomed()
        await self._show()

    @rx.event
    @requires(Permission.ALL_PAYMENT_CREATE)
    async def begin(self) -> None:
        """Open the form of a payment by hand. A form that is sent twice is one payment."""
        self.errors, self.is_open, self._key = {}, True, uuid4().hex

    @rx.event
    @public
    async def close(self) -> None:
        """Close the form or the question; nothing is written."""
        self.is_open, self.doomed = False, Doomed()

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
        """Ask before a payment of this page is taken back."""
        shown = (one for one in self.rows if one.id == payment_id and one.may_correct)
        if one := next(shown, None):
            self.doomed = Doomed(one.id, f"{one.description}, {one.amount}")

    @rx.event
    @requires(Permission.ALL_PAYMENT_CREATE)
    async def correct(self, payment_id: Id) -> None:
        """Take back the payment that the question was about."""
        correcting = run(service.correct, current_actor(), payment_id=payment_id)
        await attempt(self, correcting, done="Payment taken back")
        self.doomed = Doomed()
        await self._show()

    async def _show(self) -> None:
        view = await attempt(self, load(current_actor(), dict(self.router.url.query_parameters)))
        if not isinstance(view, Refused):
            fill(self, view)


async def _recorded(form: FormValues, key: str) -> PaymentRead:
    what = str(form.get("what") or "")
    given = {name: form.get(name) or None for name in ("amount", "description")}
    given["plan"] = what if what in {one.key for one in PAID_PLANS} else None
    email = str(form.get("email") or "")
    return await run(service.record_for, current_actor(), email=email, given=given, key=key)
