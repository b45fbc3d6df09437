"""The state of a roster: its list, check-ins and payments."""

from collections.abc import Awaitable, Collection
from dataclasses import dataclass, replace
from typing import TypeVar
from urllib.parse import urlsplit

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires, unasked
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import Verb, run
from rookiebattle.core.errors import Forbidden, NotFound, Unauthorized
from rookiebattle.core.pagination import Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.pushing import live
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.core.values.money import as_price
from rookiebattle.pages.admin.roster.read import read_waivers
from rookiebattle.pages.admin.roster.url import shape_of, wanted
from rookiebattle.pages.admin.roster.view.people import question_rows, waiting_rows
from rookiebattle.pages.admin.roster.view.roster import RosterRow, RosterView, view_of, with_waivers
from rookiebattle.payments import service as payments
from rookiebattle.payments.seats import canceled_events
from rookiebattle.payments.wording import PERK_RETURNED, PERK_USED
from rookiebattle.registrations.schemas import HOW, Attendee, HowReceived, Settlement
from rookiebattle.registrations.service import check_ins, prices, questions, settling, waiting
from rookiebattle.registrations.service import roster as rosters
from rookiebattle.registrations.state.live import follow_roster, follow_waiting
from rookiebattle.registrations.wording import (
    KEPT_FOR_GATE,
    SETTLED,
    STAYS_FOR_GATE,
    WAITS_FOR_CARD,
)
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.forms import focus_on
from rookiebattle.ui.list_query import read_query
from rookiebattle.ui.records import FormValues, of_record
from rookiebattle.ui.state import Refused, answer, attempt, toast
from rookiebattle.ui.views import Loaded, fill

Result = TypeVar("Result")
MOST_SHOWN = Window(50)
"""Questions on the page: those that wait come first."""


async def load(actor: Actor, params: Query, kept: Collection[str] = ()) -> RosterView | Loaded:
    """The view of the roster of the event `id`; nothing for people who may not edit the event.

    The members in `kept` stay in their rows, whatever the address asks for.
    """
    event_id = params.get("id", "")
    query = read_query(shape_of(event_id), params)
    reading = run(rosters.read_roster, actor, event_id=event_id, wanted=wanted(query, kept))
    try:
        found = await reading
        is_asked = found.paid or found.returning or found.left or found.overpaid
        paid = await run(canceled_events.how_paid, actor, event_id=event_id) if is_asked else {}
        asks_perks = found.owing and found.event.canceled_at is None
        offers = await run(payments.offers_at, actor, event_id=event_id) if asks_perks else {}
        view = view_of(query, found, clock.now(), paid, offers)
        if found.event.needs_waiver and found.event.canceled_at is None:
            view = with_waivers(view, await run(read_waivers, actor, event=found.event))
        if not found.may.answer:
            return view
        parties = await run(waiting.list_waiting, actor, event_id=event_id)
        asked = await run(questions.list_questions, actor, event_id=event_id, window=MOST_SHOWN)
        rows = question_rows(asked.items, found.event.time_zone, clock.now())
        listed = waiting_rows(parties, found.event.time_zone, clock.now())
        return replace(view, questions=rows, waiting=listed)
    except NotFound:
        return RosterView(missing=True, may_open=False)
    except (Forbidden, Unauthorized):
        return Loaded()


@dataclass(frozen=True)
class Latest:
    """The latest settlement, check-in, or check-in that was undone, which its toast can undo.

    `key` names it there. `before` is how a settled seat was settled until then.
    """

    event_id: str = ""
    user_id: str = ""
    key: str = ""
    before: str = ""


@dataclass(frozen=True)
class Paying:
    """The seat whose payment is recorded with details; without an id the form is closed.

    `means`, `reference` and `day` are what the form begins with; of an `is_known` payment they are
    noted already.
    """

    event_id: str = ""
    user_id: str = ""
    name: str = ""
    amount: str = ""
    means: str = "check"
    reference: str = ""
    day: str = ""
    today: str = ""
    is_known: bool = False


class GateState(rx.State):
    """A part of a roster.

    `refunding` is the row whose money is to be given back, while its question is open; with
    `refunds_over` it is only what was paid beyond the price. `paying` is
    the seat whose payment by hand is recorded with its details, and `opened` the row whose dialog
    is open.
    """

    shown: RosterView = RosterView(usual="", may_open=False, loaded=False)
    loaded: bool = False
    settled: Latest = Latest()
    marked: Latest = Latest()
    unmarked: Latest = Latest()
    opened: RosterRow = RosterRow()
    refunding: RosterRow = RosterRow()
    refunds_over: bool = False
    paying: Paying = Paying()
    errors: dict[str, str] = {}
    _mark: check_ins.Mark | None = None

    @rx.event
    @public
    async def show(self) -> None:
        self.refunding, self.opened, self.paying = RosterRow(), RosterRow(), Paying()
        await self._show(is_new=True)

    @rx.event
    @unasked
    async def follow(self) -> None:
        """Load the page after somebody else did something at the gate, or at the event's start."""
        await self._show()

    @rx.event
    @public
    async def show_papers(self) -> None:
        """Load the page after a paper was noted, verified or refused; its row closes."""
        self.opened = RosterRow()
        await self._show()

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CHECK)
    async def mark(self, event_id: Id, user_id: Id, is_there: bool) -> None:
        self.opened = RosterRow()
        if is_there:
            await self._check_in(event_id, user_id, None)
            return
        key = f"not there {user_id} {clock.now().isoformat()}"
        said = f"{self._name_of(user_id)} isn’t checked in"
        mark = await attempt(self, _at_seat(check_ins.undo_check_in, event_id, user_id))
        await self._show()
        if not isinstance(mark, Refused):
            self.unmarked, self._mark = Latest(event_id, user_id, key), mark
            await toast(self, said, self._due(user_id), undo=key)

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CHECK)
    async def mark_again(self, event_id: Id, user_id: Id) -> None:
        """Check a member in whose check-in was undone by mistake; the first time comes back."""
        undone = self.unmarked
        is_it = (undone.event_id, undone.user_id) == (event_id, user_id)
        before, self._mark = self._mark if is_it else None, None
        await self._check_in(event_id, user_id, before)

    @rx.event
    @requires(Permission.OWN_REGISTRATION_SETTLE)
    async def settle(self, event_id: Id, user_id: Id, status: Settlement) -> None:
        """Record how a seat was paid. The toast offers to settle it as it was before.

        What goes back to a card is gone: its toast says so, and offers nothing.
        """
        row = self._row(user_id)
        self.refunding = self.opened = RosterRow()
        if status == "pending" and row.may_keep:
            keeping = _at_seat(settling.keep_for_gate, event_id, user_id)
            await self._act(keeping, KEPT_FOR_GATE, row.name)
            return
        if status == "pending":
            call = _at_seat(settling.take_back, event_id, user_id)
        else:
            call = _at_seat(settling.settle, event_id, user_id, status=status)
        if row.by_card:
            await self._act(call, goes_to_card(row.amount), row.name)
        else:
            await self._settle(event_id, user_id, call, status)

    @rx.event
    @requires(Permission.OWN_REGISTRATION_SETTLE)
    async def use_perk(self, event_id: Id, user_id: Id, uses: bool) -> None:
        """Let a member's token or credit pay, or give it back.

        The toast offers to undo it where nothing is left to pay. Otherwise the row does.
        """
        row, self.opened = self._row(user_id), RosterRow()
        if not uses:
            back = _at_seat(payments.return_for, event_id, user_id)
            await self._act(back, PERK_RETURNED, row.name)
            return
        using = _at_seat(payments.use_for, event_id, user_id)
        await self._settle(event_id, user_id, using, "credit")

    @rx.event
    @requires(Permission.OWN_REGISTRATION_SETTLE)
    async def undo(self, event_id: Id, user_id: Id, status: Settlement) -> None:
        """Settle a seat as it was before the act that the toast was about."""
        taking = _at_seat(settling.undo, event_id, user_id, before=status)
        await self._settle(event_id, user_id, taking, status)

    @rx.event
    @requires(Permission.OWN_REGISTRATION_SETTLE)
    async def ask_payment(self, event_id: Id, user_id: Id) -> None:
        """Open the form of a payment by check, or one that came on another day.

        For a seat that is paid it begins with what is noted.
        """
        row, today = self._row(user_id), clock.today().isoformat()
        self.errors, self.opened = {}, RosterRow()
        seat = Paying(event_id, user_id, self._name_of(user_id), row.amount, day=today, today=today)
        means, day = row.means or seat.means, row.received_on or today
        known = replace(seat, means=means, reference=row.reference, day=day, is_known=True)
        self.paying = known if row.paid else seat

    @rx.event
    @requires(Permission.OWN_REGISTRATION_SETTLE)
    async def record_payment(self, form: FormValues) -> EventSpec | None:
        """Mark a seat as paid, with its details. After an error the form stays as it is."""
        paying = self.paying
        recording = _paid(form, paying)
        if paying.is_known:
            result = await attempt(
                self, recording, done="Payment saved", text=paying.name, fields=HOW
            )
            await self._show()
        else:
            seat = paying.event_id, paying.user_id
            result = await self._settle(*seat, recording, "completed", HOW)
        if isinstance(result, Refused):
            self.errors = result.fields
            return focus_on(result.fields)
        self.paying = Paying()
        return None

    async def _settle(
        self,
        event_id: str,
        user_id: str,
        call: Awaitable[Attendee],
        status: Settlement,
        fields: Collection[str] = (),
    ) -> Attendee | Refused:
        """Wait for a settlement. Its toast offers to settle the seat as it was before."""
        before = self._row(user_id).payment
        key = f"{user_id} {before} {status}" if before else ""
        name = self._name_of(user_id)
        result = await attempt(self, call, fields=fields)
        await self._show()
        if not isinstance(result, Refused):
            self.settled = Latest(event_id, user_id, key, before)
            told = " · ".join(filter(None, (name, self._due(user_id))))
            if status == "credit" and result.payment_status == "pending":
                # A part is still due: the row says how much, and gives the credit back.
                await toast(self, PERK_USED, name)
            else:
                await toast(self, SETTLED[result.payment_status], told, undo=key)
        return result

    @rx.event
    @requires(Permission.OWN_REGISTRATION_SETTLE)
    async def ask_refund(self, user_id: Id) -> None:
        """Ask before a seat's money is given back: what went to a card cannot be taken back.

        An organizer reads here how much is to be handed back, and how it came.
        """
        row = self._row(user_id)
        if row.paid and not row.by_card and not row.amount:
            reading = run(canceled_events.how_paid, current_actor(), event_id=self.shown.event.id)
            paid = await attempt(self, reading)
            if isinstance(paid, Refused):
                return
            how = paid.get(user_id)
            if how:
                row = replace(row, amount=as_price(how.to_hand_cents), way=how.words)
        self.refunding, self.refunds_over, self.opened = row, False, RosterRow()

    @rx.event
    @requires(Permission.OWN_REGISTRATION_SETTLE)
    async def ask_over(self, user_id: Id) -> None:
        """Ask before the part of a seat's money is given back that is beyond its price."""
        self.refunding, self.refunds_over = self._row(user_id), True
        self.opened = RosterRow()

    @rx.event
    @requires(Permission.OWN_REGISTRATION_SETTLE)
    async def refund_over(self, event_id: Id, user_id: Id) -> None:
        """Give back what was paid beyond the price of a seat; the seat stays paid."""
        row, self.refunding = self.refunding, RosterRow()
        back = _at_seat(prices.refund_overpaid, event_id, user_id)
        done = goes_to_card(row.over) if row.by_card else f"{row.over} marked as refunded"
        await self._act(back, done, row.name)

    @rx.event
    @public
    async def keep(self) -> None:
        self.refunding, self.opened, self.paying = RosterRow(), RosterRow(), Paying()

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CHECK)
    async def open_row(self, user_id: Id) -> None:
        self.opened = self._row(user_id)
        await answer(self)

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CHECK)
    async def press(self, event_id: Id, user_id: Id, is_there: bool) -> None:
        """Check a member in; the row of one who is there opens instead."""
        if is_there:
            self.opened = self._row(user_id)
            await answer(self)
        else:
            await self._check_in(event_id, user_id, None)

    async def _act(self, work: Awaitable[object], done: str, name: str) -> None:
        await attempt(self, work, done=done, text=name)
        await self._show()

    async def _check_in(self, event_id: str, user_id: str, before: check_ins.Mark | None) -> None:
        marking = _at_seat(check_ins.check_in, event_id, user_id, before=before)
        name, key = self._name_of(user_id), f"there {user_id} {clock.now().isoformat()}"
        done = await attempt(self, marking, done=f"{name} is checked in", undo=key)
        if not isinstance(done, Refused):
            self.marked = Latest(event_id, user_id, key)
        await self._show()

    def _row(self, user_id: str) -> RosterRow:
        return next((one for one in self.shown.rows if one.user_id == user_id), RosterRow())

    def _due(self, user_id: str) -> str:
        """How a seat that is due now will be paid. A hold that has ended does not come back."""
        row = self._row(user_id)
        if row.payment != "pending":
            return ""
        return WAITS_FOR_CARD if row.may_keep else STAYS_FOR_GATE

    def _name_of(self, user_id: str) -> str:
        return self._row(user_id).name or "This member"

    async def _show(self, *, is_new: bool = False, added: str = "") -> None:
        """Load the page. Unless its address `is_new`, the rows that it shows stay; the member with
        the id `added` gets one."""
        url = self.router.url
        event_id = urlsplit(str(url)).path.rpartition("/")[2]
        asked = {**url.query_parameters, "id": event_id}
        kept = () if is_new else (added, *(one.user_id for one in self.shown.rows))
        view = await attempt(self, load(current_actor(), asked, kept))
        if isinstance(view, Refused):
            return
        fill(self, view)
        self.opened = self._row(self.opened.user_id)
        if isinstance(view, RosterView) and view.may_open:
            follow_roster(self, current_actor(), view.event.id)
            follow_waiting(self, view.event.id)
        else:
            fill(self, RosterView(may_open=False, missing=self.shown.missing))
            live.unwatch(self.router.session.client_token)


def goes_to_card(amount: str) -> str:
    return f"{amount or 'The payment'} will be refunded to the card"


async def _paid(form: FormValues, paying: Paying) -> Attendee:
    of_record(form, paying.user_id)
    how = parse(HowReceived, {name: form[name] for name in HOW if form.get(name)})
    event_id, user_id = paying.event_id, paying.user_id
    if paying.is_known:
        return await _at_seat(settling.note_payment, event_id, user_id, how=how)
    return await _at_seat(settling.settle, event_id, user_id, status="completed", how=how)


def _at_seat(
    verb: Verb[..., Result], event_id: str, user_id: str, **values: object
) -> Awaitable[Result]:
    return run(verb, current_actor(), event_id=event_id, user_id=user_id, **values)
