"""A roster as its page shows it. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo

from rookiebattle import routes
from rookiebattle.core.values.money import as_price
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.when import is_before_notice, is_current_or_future, is_future, turns_at
from rookiebattle.events.wording import (
    canceled_because,
    counted,
    day_at,
    when,
    when_near,
    where_lines,
)
from rookiebattle.pages.admin.roster.read import WaiversAtGate
from rookiebattle.pages.admin.roster.url import (
    EVERYONE,
    PRINT,
    SHOWN,
    YES,
    is_paper,
    on_screen,
    shape_of,
)
from rookiebattle.pages.admin.roster.view.people import QuestionRow, WaitingRow
from rookiebattle.payments.schemas import HowPaid, PerkOffer
from rookiebattle.payments.wording import use_perk_label
from rookiebattle.registrations.announcements import roster_topic, stamp_of
from rookiebattle.registrations.policy import (
    NOTHING_DUE,
    holds_money,
    is_cash,
    is_full,
    is_paid,
    may_be_settled,
    may_be_taken_back,
)
from rookiebattle.registrations.schemas import AtGate, Roster, RosterEntry
from rookiebattle.registrations.view import payment_badge
from rookiebattle.registrations.wording import (
    CHECK_IN_CLOSED,
    CODE_COMES,
    CODE_WENT,
    FOR_ALL_DAYS,
    HAS_CANCELED,
    NEEDS_MEMBERSHIP,
    OWN_SEAT,
    REFUND_DUE,
    TELL_CODE,
    TO_HAND_BACK,
    UNDER_18,
    checked_in_words,
    paid_and_left,
    paid_too_much,
    refund_due,
    seats_words,
    there_at,
)
from rookiebattle.ui.list_query import ListFrame, ListQuery, frame_of, href
from rookiebattle.waivers.models import StandingState
from rookiebattle.waivers.wording import LACKS

A_DAY = timedelta(days=1)
STARTED, OVER = "The event has started.", "The event is over."
NO_OFFERS: Mapping[str, PerkOffer] = MappingProxyType({})
NOTHING_PAID: Mapping[str, HowPaid] = MappingProxyType({})


@dataclass(frozen=True)
class RosterEvent:
    """The event above the roster. `topic` is what the server announces check-ins under.

    `turns_at` is when the page shows something else by the clock: an ISO time, or empty. `date` is
    `when` for paper, on which 'Today' would be wrong tomorrow.
    """

    id: str = ""
    href: str = ""
    gate: str = ""
    title: str = ""
    when: str = ""
    date: str = ""
    place: str = ""
    stamp: str = ""
    topic: str = ""
    turns_at: str = ""


@dataclass(frozen=True)
class RosterNumbers:
    """The numbers above the roster. `seats` is the number that open pages are told, `left` the
    money of people who gave their seat up, and `over` that of people who paid more than the price.
    """

    there: int = 0
    held: int = 0
    seats: str = ""
    there_words: str = ""
    seats_words: str = ""
    money: str = ""
    left: str = ""
    over: str = ""
    is_owing: bool = False
    stamp: str = ""


@dataclass(frozen=True)
class RosterRights:
    """The acts that are possible now. `closed` is why nobody is checked in.

    `expects_walk_ins`: people may still come without a seat, so paper has lines for them. `code` is
    the gate code, and `unseated` says what it is for, or what people without a seat do instead.
    `poster` leads to the one for the entrance.
    """

    may_check: bool = False
    may_add: bool = False
    may_add_new: bool = False
    may_award: bool = False
    may_message: bool = False
    may_refund: bool = False
    may_photograph: bool = False
    closed: str = ""
    expects_walk_ins: bool = False
    code: str = ""
    unseated: str = ""
    poster: str = ""


@dataclass(frozen=True)
class RosterRow:
    """A seat. `since` is when its member was checked in, and by whom, and `at` the time alone;
    `known_as` is a game name.
    `age` reminds administrators of the waiver of a minor.

    `payment` is how it is settled; `owes` and `paid` whether the reader may settle it or give its
    money back; `may_correct` whether that may be taken back, and `may_keep`
    whether a seat that is held for a card may be kept until the gate. `to_hand` says
    that money by hand is to be handed back, because the event is canceled. `over` was paid beyond
    the price, as `over_words` say, and goes back with `may_refund_over`. `way` is how the money
    came, such as 'Check 1042', and empty where the badge hides that money came; `means`,
    `reference` and `received_on` are what can be noted better of it with `may_note`. `perk` is the
    label of the act by which a token or credit of the member's pays, and of a seat for which one
    pays already, `by_plan` says how much; it goes back with `may_return`.

    `waiver` says what the member lacks, `lacks_waiver` that the reader may take one, and `paper` is
    the id of one that the reader may judge.
    """

    user_id: str = ""
    name: str = ""
    known_as: str = ""
    age: str = ""
    about: str = ""
    status: str = ""
    payment: str = ""
    tone: str = "neutral"
    amount: str = ""
    owes: bool = False
    paid: bool = False
    may_correct: bool = False
    may_keep: bool = False
    perk: str = ""
    by_plan: str = ""
    may_return: bool = False
    way: str = ""
    by_card: bool = False
    may_note: bool = False
    means: str = ""
    reference: str = ""
    received_on: str = ""
    to_hand: bool = False
    over: str = ""
    over_words: str = ""
    may_refund_over: bool = False
    waiver: str = ""
    waiver_tone: str = ""
    lacks_waiver: bool = False
    paper: str = ""
    is_taken: bool = True
    is_there: bool = False
    at: str = ""
    since: str = ""


@dataclass(frozen=True)
class RosterView:
    """The page; `may_open` is false where nothing of the event may be shown.

    `usual` is the part of the roster with which the page begins, `everyone` the address of all of
    it, and `all_here` a sentence in the place of the list when nobody is expected anymore.
    """

    event: RosterEvent = field(default_factory=RosterEvent)
    numbers: RosterNumbers = field(default_factory=RosterNumbers)
    rights: RosterRights = field(default_factory=RosterRights)
    notes: Sequence[str] = ()
    frame: ListFrame = field(default_factory=ListFrame)
    rows: Sequence[RosterRow] = ()
    questions: Sequence[QuestionRow] = ()
    waiting: Sequence[WaitingRow] = ()
    paper: str = ""
    screen: str = ""
    usual: str = EVERYONE
    everyone: str = ""
    all_here: str = ""
    is_paper: bool = False
    may_open: bool = True
    missing: bool = False
    loaded: bool = True


def view_of(
    query: ListQuery,
    shown: Roster,
    now: datetime,
    paid: Mapping[str, HowPaid] = NOTHING_PAID,
    offers: Mapping[str, PerkOffer] = NO_OFFERS,
) -> RosterView:
    """The view of this part of the roster. `paid` is how members paid their seats, and `offers`
    the tokens and the credit that would pay seats that are due."""
    event, shape = shown.event, shape_of(shown.event.id)
    csv = routes.roster_csv(event.id)
    # A camp has one check-in, not one for each day.
    days = FOR_ALL_DAYS if event.end_date - event.start_date >= A_DAY else ""
    count = " · ".join(filter(None, (_count(query, shown), days)))
    screen, all_here = on_screen(query), _all_here(query, shown)
    frame = frame_of(shape, screen, shown.entries.total, count=count, csv=csv)
    everyone = href(shape, ListQuery(query.sort, chosen={SHOWN: EVERYONE}))
    is_missed = not all_here and _is_missed(query, shown)
    return RosterView(
        event=_event(event, now),
        numbers=_numbers(shown),
        rights=_rights(shown, now),
        notes=notes_of(event, now),
        frame=replace(frame, widened=everyone if is_missed else ""),
        rows=[
            replace(
                _row(one, event, now, paid.get(one.user_id), shown.may),
                **_by_plan(one, event, offers.get(one.user_id)),
            )
            for one in shown.entries.items
        ],
        paper=href(shape, replace(query, chosen={**screen.chosen, PRINT: YES})),
        screen=href(shape, screen),
        usual=shown.usual,
        everyone=everyone,
        all_here=all_here,
        is_paper=is_paper(query),
    )


def with_waivers(view: RosterView, read: WaiversAtGate) -> RosterView:
    """The view with what is missing of waivers. Nothing stands where one is signed."""
    return replace(
        view,
        rights=replace(view.rights, may_photograph=read.may_photograph),
        rows=[_with_waiver(one, read) for one in view.rows],
    )


def _with_waiver(one: RosterRow, read: WaiversAtGate) -> RosterRow:
    state = read.standings.get(one.user_id, StandingState.SIGNED)
    if state is StandingState.SIGNED or not one.is_taken:
        return one
    is_paper = state is StandingState.UNVERIFIED
    return replace(
        one,
        waiver=LACKS[state],
        waiver_tone="warning" if is_paper else "danger",
        lacks_waiver=read.takes,
        paper=read.papers.get(one.user_id, ""),
    )


def _count(query: ListQuery, shown: Roster) -> str:
    """'5 not there yet'. Of everybody, those who canceled a paid seat are told apart."""
    total = shown.entries.total
    if query.text:
        return _people(total)
    given_up = total - shown.held
    words = {
        "expected": f"{shown.held - shown.there:,} not there yet",
        "there": f"{shown.there:,} checked in",
        "owing": f"{shown.owing:,} to pay",
    }
    gone = f", {given_up:,} canceled" if given_up else ""
    return words.get(shown.shown, _people(shown.held) + gone)


def _people(number: int) -> str:
    return counted(number, "person", "people")


def _is_missed(query: ListQuery, shown: Roster) -> bool:
    """Whether a search or a filter leaves nobody, although somebody has a seat."""
    is_narrowed = bool(query.text) or shown.shown != EVERYONE
    return is_narrowed and shown.held > 0 and shown.entries.total == 0


def _all_here(query: ListQuery, shown: Roster) -> str:
    if query.text or shown.shown != "expected" or not 0 < shown.held == shown.there:
        return ""
    return "Everyone is here"


def _event(event: EventRead, now: datetime) -> RosterEvent:
    return RosterEvent(
        id=event.id,
        href=routes.event(event.id),
        gate=routes.gate(event.id),
        title=event.title,
        when=when_near(event.start_date, event.end_date, event.time_zone, now),
        date=when(event.start_date, event.end_date, event.time_zone, event.start_date),
        place=", ".join(where_lines(event.location, event.address)),
        stamp=stamp_of(event.updated_at),
        topic=roster_topic(event.id),
        turns_at=turns_at(event, now),
    )


def _numbers(shown: Roster) -> RosterNumbers:
    is_off = shown.event.canceled_at is not None
    taken, maximum = shown.event.current_participants, shown.event.max_participants
    seats = f"{shown.paid:,} of {shown.priced:,} paid"
    money = f"{as_price(shown.paid_cents)} of {as_price(shown.priced_cents)}"
    if not shown.sees_sums:
        # How many seats have a price would tell how many plans make theirs free.
        seats = f"{shown.owing:,} of {shown.held:,} to pay"
        money = f"{as_price(shown.owing_cents)} due"
    return RosterNumbers(
        there=shown.there,
        held=shown.held,
        seats=str(taken),
        there_words=checked_in_words(shown.there, shown.held),
        seats_words=seats_words(taken, maximum),
        money=_back_words(shown) if is_off else f"{seats}, {money}" if shown.priced else "",
        left=paid_and_left(shown.left, shown.left_cents),
        over=paid_too_much(shown.overpaid, shown.overpaid_cents),
        is_owing=shown.returning > 0 if is_off else shown.owing > 0,
        stamp=shown.stamp,
    )


def _back_words(shown: Roster) -> str:
    """'$20.00 refund due to 2 people'; empty when it is to nobody."""
    if not shown.returning:
        return ""
    cents = shown.returning_cents if shown.sees_sums else 0
    return f"{refund_due(cents)} to {counted(shown.returning, 'person', 'people')}"


def _rights(shown: Roster, now: datetime) -> RosterRights:
    if canceled := canceled_because(shown.event):
        return _may_too(RosterRights(closed=canceled), shown.may)
    is_open = not is_before_notice(shown.event.start_date, now)
    closed = "" if is_open else CHECK_IN_CLOSED
    is_ahead = is_current_or_future(shown.event.end_date, now)
    rights = RosterRights(
        may_check=is_open and shown.may.check,
        closed=closed,
        expects_walk_ins=is_ahead,
        code=shown.code,
        poster=routes.poster(shown.event.id) if is_ahead and shown.may.check else "",
    )
    rights = _may_too(rights, shown.may)
    return replace(rights, unseated=_unseated(rights))


def _may_too(rights: RosterRights, may: AtGate) -> RosterRights:
    """The rights that do not depend on the time."""
    return replace(
        rights,
        may_add=may.add,
        may_add_new=may.add_new,
        may_award=may.award,
        may_message=may.answer,
        may_refund=may.refund,
    )


def _unseated(rights: RosterRights) -> str:
    """A sentence about people without a seat. Administrators add them with Walk-In."""
    if rights.code:
        return TELL_CODE
    if rights.may_add or not rights.may_check:
        return ""
    return CODE_COMES if rights.expects_walk_ins else CODE_WENT


def notes_of(event: EventRead, now: datetime) -> list[str]:
    """The reasons against registering, told before a walk-in is let in all the same."""
    notes = []
    if not is_current_or_future(event.end_date, now):
        notes.append(OVER)
    elif not is_future(event.start_date, now):
        notes.append(STARTED)
    taken, most = event.current_participants, event.max_participants
    if is_full(taken, most):
        full = f"The event is full: {seats_words(taken, most)}."
        notes.append(f"{full} A walk-in still gets a seat.")
    if event.requires_membership:
        notes.append(f"{NEEDS_MEMBERSHIP}: this event is for members with one.")
    return notes


def _row(
    one: RosterEntry, event: EventRead, now: datetime, how: HowPaid | None, may: AtGate
) -> RosterRow:
    may_pay = event.canceled_at is None
    may_settle = one.may_settle
    may_refund = may_settle and may.refund
    # Readers who may not change the status get `shown_status`: the real one tells whose seat a plan
    # makes free.
    is_told = may_refund or (may_settle and is_cash(one.payment_status))
    is_by_card = how is not None and how.is_card
    to_hand = not may_pay and holds_money(one.payment_status) and not is_by_card
    # A person who hands money back has to know how much, although the seat is paid.
    cents = one.amount_cents or (how.to_hand_cents if to_hand and how else 0)
    over = one.overpaid_cents
    if one.amount_cents and over and (one.is_cancelled or not may_pay):
        # All of it is to go back.
        cents, over = cents + over, 0
    label, tone = _badge(one, to_hand=to_hand, may_pay=may_pay)
    is_due = may_pay and may_be_settled(one.payment_status, is_cancelled=one.is_cancelled)
    may_correct = may_be_taken_back(one.payment_status, is_cancelled=one.is_cancelled)
    may_correct = may_correct and (may.refund or is_cash(one.payment_status))
    has_money = is_due or holds_money(one.payment_status)
    others = OWN_SEAT if has_money and may.settle and not may_settle else ""
    return RosterRow(
        user_id=one.user_id,
        name=f"{one.name} {HAS_CANCELED}" if one.is_cancelled else one.name,
        known_as=f"“{one.game_name}”" if one.game_name else "",
        age=UNDER_18 if one.is_minor and not one.is_cancelled else "",
        about=" · ".join(filter(None, (one.email, one.chapter, others))),
        status=label,
        payment=one.payment_status if is_told else one.shown_status,
        tone=tone,
        amount=as_price(cents) if cents else "",
        owes=may_settle and is_due,
        paid=may_refund and (is_paid if may_pay else holds_money)(one.payment_status),
        over=as_price(over) if over else "",
        over_words=refund_due(over) if over else "",
        may_refund_over=may_refund and may_pay and over > 0 and not one.is_cancelled,
        to_hand=may_refund and to_hand,
        may_correct=may_settle and may_correct and may_pay and not is_by_card,
        may_keep=may_settle and may_pay and one.owes and one.is_on_hold,
        **_paid_by(one, how, may_pay=may_pay),
        is_taken=not one.is_cancelled,
        is_there=one.checked_in_at is not None,
        at=there_at(one.checked_in_at, event.time_zone),
        since=_since(one, event.time_zone, now),
    )


def _by_plan(one: RosterEntry, event: EventRead, offer: PerkOffer | None) -> dict[str, Any]:
    """The part of the price that a plan pays for the seat, or would pay."""
    may_act = one.may_settle and event.canceled_at is None and not one.is_cancelled
    label = ""
    if offer is not None and may_act and one.owes:
        label = use_perk_label(offer.kind, offer.cents)
    return {
        "perk": label,
        "by_plan": f"{as_price(one.perk_cents)} by plan" if one.perk_cents else "",
        "may_return": may_act and one.owes and one.perk_cents > 0,
    }


def _paid_by(one: RosterEntry, how: HowPaid | None, *, may_pay: bool) -> dict[str, Any]:
    """How the money came. Of cards, and of money that went back, there is nothing to note."""
    is_told = one.may_settle or one.shown_status != NOTHING_DUE
    if how is None or not is_told or not is_paid(one.payment_status):
        return {}
    return {
        "way": "" if may_pay and one.shown_status == NOTHING_DUE else how.words,
        "by_card": how.is_card,
        "may_note": one.may_settle and may_pay and not how.is_card and not one.is_cancelled,
        "means": how.means,
        "reference": how.reference,
        "received_on": how.received_on.isoformat() if how.received_on else "",
    }


def _badge(one: RosterEntry, *, to_hand: bool, may_pay: bool) -> tuple[str, str]:
    """How the seat stands. Nobody keeps money for a canceled event, so 'Paid' is not the end."""
    if to_hand:
        return TO_HAND_BACK, "warning"
    if not may_pay and holds_money(one.payment_status):
        return REFUND_DUE, "warning"
    return payment_badge(one.shown_status, is_cancelled=one.is_cancelled)


def _since(one: RosterEntry, zone: str, now: datetime) -> str:
    """'6:05 PM, by Ada L.', with the day unless it is today."""
    if one.checked_in_at is None:
        return ""
    at, place = one.checked_in_at, ZoneInfo(zone)
    time = there_at(at, zone)
    is_today = at.astimezone(place).date() == now.astimezone(place).date()
    day = "" if is_today else f"{day_at(at, zone, now)}, "
    return f"{day}{time}" + (f", by {one.checked_in_by}" if one.checked_in_by else "")
