"""The state of the page of payments: the list, the form of a payment by hand, its correction."""

from dataclasses import replace
from uuid import uuid4

import reflex as rx
from reflex.event import EventSpec

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.pagination import Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.core.values.text import as_searched
from rookiebattle.pages.admin.payments.url import SHAPE, wanted
from rookiebattle.pages.admin.payments.view import (
    GIFT,
    PLAN_KEYS,
    BoardRules,
    BookedRow,
    BooksView,
    PayerRow,
    Question,
    StepRow,
    board_rules,
    months_of,
    payer_rows,
    question_about,
    step_rows,
    sum_rows,
    view_of,
)
from rookiebattle.payments import board, books, service
from rookiebattle.payments.plans import PAID_KEYS
from rookiebattle.payments.schemas import (
    AccountCodes,
    ByHandWrite,
    PaymentRead,
    PaymentSearch,
    RefundWrite,
    VotingRulesWrite,
)
from rookiebattle.payments.wording import KINDS
from rookiebattle.registrations.schemas import HOW
from rookiebattle.registrations.wording import SETTLED
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.forms import Option
from rookiebattle.ui.list_query import read_query
from rookiebattle.ui.records import FormValues, WithForm, of_record
from rookiebattle.ui.state import LoadedPage, Refused, answer, attempt
from rookiebattle.ui.views import Loaded

MOST_FOUND = 10
FIELDS = (*HOW, "amount", "description")
ON_ITS_WAY = "The refund is on its way to the card"
ACTS = {
    "correct": (service.correct, "Payment voided"),
    "hand_back": (service.hand_back, "Marked as refunded in person"),
    "keep": (service.keep_after_all, "Marked as not refunded"),
    "refund_cash": (service.refund, SETTLED["refunded"]),
}


async def load(actor: Actor, params: Query) -> BooksView | Loaded:
    if not actor.reach(Permission.ALL_PAYMENT_READ):
        return Loaded()
    query = read_query(SHAPE, params)
    now = clock.now()
    found = await run(books.search_payments, actor, wanted=wanted(query, now))
    may_record = actor.may(Permission.ALL_PAYMENT_CREATE)
    return replace(view_of(query, found, now), may_record=may_record)


class BooksState(WithForm, LoadedPage, rx.State):
    """One page of the payments. `opened` is the one whose row was opened, with the `steps` of its
    money, and `question` is about one of them.

    `payer` is the member whose payment is recorded; while there is none, the form looks for one by
    `text` in names and addresses. `is_gift`: the form asks for an amount.
    """

    shown: BooksView = BooksView(loaded=False)
    is_open: bool = False
    today: str = ""
    text: str = ""
    found: rx.Field[list[PayerRow]] = rx.field(default_factory=list)
    payer: PayerRow = PayerRow()
    is_gift: bool = False
    opened: BookedRow = BookedRow()
    steps: rx.Field[list[StepRow]] = rx.field(default_factory=list)
    question: Question = Question()
    _key: str = ""
    _load = load

    @rx.event
    @requires(Permission.ALL_PAYMENT_READ, somewhere=True)
    async def add_up(self) -> None:
        """Add up a list that is too long to be added up each time it is looked at."""
        summing = run(books.sum_payments, current_actor(), wanted=self._wanted())
        found = await attempt(self, summing)
        if not isinstance(found, Refused):
            self.shown = replace(self.shown, sums=sum_rows(found))

    @rx.event
    @requires(Permission.ALL_PAYMENT_CREATE)
    async def begin(self) -> None:
        """Open the form of a payment by hand. A form that is sent twice is one payment.

        Whose payments somebody looks at is likely to be who pays.
        """
        await self._arrive()
        self.errors, self.is_open, self._key = {}, True, uuid4().hex
        self.today, self.is_gift = clock.today().isoformat(), False
        self.text, self.found, self.payer = "", [], PayerRow()
        if text := self._wanted().text:
            await self._find(text)
            self.payer = self.found[0] if len(self.found) == 1 else PayerRow()

    @rx.event
    @requires(Permission.ALL_PAYMENT_CREATE)
    async def find(self, form: FormValues) -> None:
        await self._find(as_searched(str(form.get("text") or "")))

    @rx.event
    @requires(Permission.ALL_PAYMENT_CREATE)
    async def choose(self, user_id: Id) -> None:
        shown = (one for one in self.found if one.user_id == user_id)
        self.payer, self.errors, self.is_gift = next(shown, PayerRow()), {}, False
        await answer(self)

    @rx.event
    @public
    async def choose_again(self) -> None:
        self.payer, self.errors = PayerRow(), {}
        await answer(self)

    @rx.event
    @public
    async def choose_what(self, what: str) -> None:
        self.is_gift, self.errors = what == GIFT, {}

    @rx.event
    @requires(Permission.ALL_PAYMENT_CREATE)
    async def record(self, form: FormValues) -> EventSpec | None:
        recording = _recorded(form, self.payer.user_id, self._key or uuid4().hex)
        return await self._submit(recording, done="Payment recorded", fields=FIELDS)

    @rx.event
    @requires(Permission.ALL_PAYMENT_READ, somewhere=True)
    async def open_row(self, payment_id: Id) -> None:
        one = next((one for one in self.shown.rows if one.id == payment_id), None)
        if one is None:
            return
        await self._arrive()
        self.opened, self.steps = one, []
        if one.receipt:
            reading = run(service.receipt, current_actor(), payment_id=payment_id)
            found = await attempt(self, reading)
            if not isinstance(found, Refused):
                self.steps = step_rows(found, clock.now())

    @rx.event
    @requires(Permission.ALL_PAYMENT_CREATE, somewhere=True)
    async def ask(self, payment_id: Id) -> None:
        shown = (one for one in self.shown.rows if one.id == payment_id and one.act)
        if one := next(shown, None):
            await self._arrive()
            self.opened, self.question, self.errors = BookedRow(), question_about(one), {}

    @rx.event
    @requires(Permission.ALL_PAYMENT_CREATE, somewhere=True)
    async def settle(self, payment_id: Id) -> None:
        if self.question.act in ACTS and self.question.id == payment_id:
            verb, done = ACTS[self.question.act]
            await attempt(self, run(verb, current_actor(), payment_id=payment_id), done=done)
        self.question = Question()
        await self._reload()

    @rx.event
    @requires(Permission.ALL_PAYMENT_CREATE, somewhere=True)
    async def refund(self, form: FormValues) -> EventSpec | None:
        """Refund a payment by card, or a part of it."""
        refunding = _refunded(form, self.question.id)
        return await self._submit(refunding, done=ON_ITS_WAY, fields=("amount",))

    def _close_dialogs(self) -> None:
        self.is_open, self.opened, self.question = False, BookedRow(), Question()

    async def _submitted(self) -> None:
        await self._reload()

    async def _find(self, text: str) -> None:
        if not text:
            self.text, self.found = "", []
            await answer(self)
            return
        few = Window(MOST_FOUND)
        finding = run(service.find_payers, current_actor(), text=text, window=few)
        found = await attempt(self, finding)
        if not isinstance(found, Refused):
            self.text, self.found = text, payer_rows(found)

    def _wanted(self) -> PaymentSearch:
        query = read_query(SHAPE, dict(self.router.url.query_parameters))
        return wanted(query, clock.now())


class BoardState(WithForm, rx.State):
    """The dialog for the books and the board: a month's file, account codes, voters and their
    rules. `books` and `voters` are the addresses of the chosen files. Who reads them is `is_board`,
    and who keeps the books of the whole club `keeps_all`."""

    is_open: bool = False
    months: list[Option] = []
    books: str = routes.BOOKS_CSV
    today: str = ""
    voters: str = routes.VOTERS_CSV
    codes: dict[str, str] = {}
    rules: BoardRules = BoardRules()
    is_board: bool = False
    keeps_all: bool = False

    @rx.event
    @requires(Permission.ALL_PAYMENT_READ, somewhere=True)
    async def open(self) -> None:
        actor = current_actor()
        rules: VotingRulesWrite | Refused = VotingRulesWrite()
        codes = await attempt(self, run(board.account_codes, actor))
        if is_board := actor.may(Permission.ALL_ACCOUNT_READ):
            rules = await attempt(self, run(board.voting_rules, actor))
        if isinstance(codes, Refused) or isinstance(rules, Refused):
            return
        await self._arrive()
        today = clock.today()
        self.errors, self.months, self.today = {}, months_of(today), today.isoformat()
        self.codes, self.rules = {kind: code or "" for kind, code in codes}, board_rules(rules)
        self.is_board, self.keeps_all = is_board, actor.may(Permission.ALL_PAYMENT_CREATE)
        self._choose(self.months[0].value, self.today)
        self.is_open = True

    @rx.event
    @requires(Permission.ALL_PAYMENT_READ, somewhere=True)
    async def choose_month(self, month: str) -> None:
        self._choose(month=month)

    @rx.event
    @requires(Permission.ALL_ACCOUNT_READ)
    async def choose_day(self, day: str) -> None:
        self._choose(day=day)

    @rx.event
    @requires(Permission.ALL_PAYMENT_CREATE)
    async def save_codes(self, form: FormValues) -> EventSpec | None:
        # An open form with values that were saved would ask whether they are to be dropped.
        return await self._submit(_save_codes(form), done="Account codes saved", fields=form)

    @rx.event
    @requires(Permission.ALL_ACCOUNT_UPDATE)
    async def save_rules(self, form: FormValues) -> EventSpec | None:
        return await self._submit(_save_rules(form), done="Voting rules saved", fields=form)

    def _choose(self, month: str = "", day: str = "") -> None:
        if month:
            self.books = routes.asked(routes.BOOKS_CSV, month=month)
        if day:
            self.voters = routes.asked(routes.VOTERS_CSV, on=day)

    def _close_dialogs(self) -> None:
        self.is_open = False


async def _save_codes(form: FormValues) -> AccountCodes:
    values = parse(AccountCodes, {kind: form.get(kind) for kind in KINDS})
    return await run(board.set_account_codes, current_actor(), values=values)


async def _save_rules(form: FormValues) -> VotingRulesWrite:
    sent: dict[str, object] = {name: form.get(name) for name in ("attendances", "months")}
    sent["plans"] = [key for key in PLAN_KEYS if form.get(f"plan-{key}")]
    sent["adultsOnly"] = bool(form.get("adultsOnly"))
    values = parse(VotingRulesWrite, sent)
    return await run(board.set_voting_rules, current_actor(), values=values)


async def _recorded(form: FormValues, user_id: str, key: str) -> PaymentRead:
    """Record what was typed. Fields of a donation are asked for, and sent, for a donation only."""
    of_record(form, user_id)
    what = str(form.get("what") or "")
    given: dict[str, object] = {name: form[name] for name in HOW if form.get(name)}
    if what == GIFT:
        given |= {name: form.get(name) or None for name in ("amount", "description")}
    given["plan"] = what if what in PAID_KEYS else None
    values = parse(ByHandWrite, {"userId": user_id, **given})
    recording = service.once(service.record_by_hand, key, "record")
    return await run(recording, current_actor(), values=values)


async def _refunded(form: FormValues, payment_id: str) -> PaymentRead:
    of_record(form, payment_id)
    cents = parse(RefundWrite, {"amount": form.get("amount")}).amount
    return await run(service.refund, current_actor(), payment_id=payment_id, cents=cents)
