"""A roster as its page shows it: the acts with each seat, the rights, and the numbers."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from rookiebattle.core.pagination import Page
from rookiebattle.events.schemas import EventRead
from rookiebattle.pages.admin.roster.read import WaiversAtGate
from rookiebattle.pages.admin.roster.url import shape_of
from rookiebattle.pages.admin.roster.view.roster import RosterRow, RosterView, view_of, with_waivers
from rookiebattle.payments.schemas import HowPaid, PerkOffer
from rookiebattle.registrations.policy import NOTHING_DUE
from rookiebattle.registrations.schemas import AtGate, Roster, RosterEntry
from rookiebattle.registrations.wording import OWN_SEAT, refund_due
from rookiebattle.ui.list_query import read_query
from rookiebattle.waivers.models import StandingState
from tests.clocks import NOW

ALL = AtGate(*(True,) * 7)
GATE = AtGate(check=True, settle=True)
HAND, CARD = HowPaid("Check 1042", is_card=False, means="check"), HowPaid("Visa", is_card=True)
ACTS = (
    *("owes", "paid", "may_correct", "may_keep", "may_note", "perk", "may_return"),
    *("may_refund_over", "to_hand"),
)
BY_HAND = {"paid", "may_correct", "may_note"}


def event(**values: Any) -> EventRead:
    usual: dict[str, Any] = dict.fromkeys(EventRead.model_fields)
    ends = NOW + timedelta(hours=2)
    usual |= {"id": "e1", "title": "Duels", "start_date": NOW, "end_date": ends, "updated_at": NOW}
    usual |= {"time_zone": "America/New_York", "current_participants": 3}
    return EventRead.model_construct(**usual | values)


def seat(status: str = "pending", **values: Any) -> RosterEntry:
    usual: dict[str, Any] = {"user_id": "ben", "name": "Ben", "registration_date": NOW}
    usual |= dict.fromkeys(("game_name", "email", "chapter", "checked_in_by"), "")
    usual |= {"payment_status": status, "shown_status": status, "owes": status == "pending"}
    usual |= {"amount_cents": 1000, "overpaid_cents": 0, "is_cancelled": False}
    return RosterEntry(**{**usual, "checked_in_at": None, **values})


def view(
    one: RosterEntry,
    may: AtGate = ALL,
    how: HowPaid | None = None,
    offers: Mapping[str, PerkOffer] | None = None,
    *,
    now: datetime = NOW,
    about: Mapping[str, Any] | None = None,
    asked: Mapping[str, str] | None = None,
    **numbers: Any,
) -> RosterView:
    counts = ("held", "there", "owing", "owing_cents", "priced", "priced_cents", "paid")
    more = ("paid_cents", "returning", "returning_cents", "left", "left_cents", "overpaid")
    usual: dict[str, Any] = dict.fromkeys((*counts, *more, "overpaid_cents"), 0)
    usual |= {"sees_sums": True, "stamp": "1"} | numbers
    shown = Roster(event=event(**about or {}), entries=Page([one], 1), may=may, **usual)
    paid = {"ben": how} if how else {}
    return view_of(read_query(shape_of("e1"), asked or {}), shown, now, paid, offers or {})


def row(*given: Any, **more: Any) -> RosterRow:
    (one,) = view(*given, **more).rows
    return one


OFFER = {"ben": PerkOffer("credit", 500)}
OFF = {"canceled_at": NOW}


@pytest.mark.parametrize(
    ("given", "about", "acts"),
    [
        ((seat(),), {}, {"owes"}),
        ((seat(is_on_hold=True),), {}, {"owes", "may_keep"}),
        ((seat(may_settle=False),), {}, set()),
        ((seat("completed"), ALL, HAND), {}, BY_HAND),
        ((seat("completed"), ALL, CARD), {}, {"paid"}),
        ((seat("completed"), GATE, HAND), {}, BY_HAND - {"paid"}),
        ((seat("waived"), ALL), {}, {"may_correct"}),
        ((seat("waived"), GATE), {}, set()),
        ((seat("completed", overpaid_cents=500), ALL, HAND), {}, BY_HAND | {"may_refund_over"}),
        ((seat("completed", overpaid_cents=500, is_cancelled=True), ALL, HAND), {}, {"paid"}),
        ((seat("waived", amount_cents=0, overpaid_cents=500, is_cancelled=True),), {}, set()),
        ((seat("completed"), ALL, HAND), OFF, {"paid", "to_hand"}),
        ((seat("completed"), ALL, CARD), OFF, {"paid"}),
        ((seat("credit"), ALL), OFF, set()),
        ((seat(), ALL, None, OFFER), {}, {"owes", "perk"}),
        ((seat("completed"), ALL, CARD, OFFER), {}, {"paid"}),
        ((seat(perk_cents=500),), {}, {"owes", "may_return"}),
        ((seat("completed", perk_cents=500), ALL, CARD), {}, {"paid"}),
    ],
)
def test_a_row_offers_what_may_be_done_with_its_money(
    given: tuple[Any, ...], about: dict[str, Any], acts: set[str]
) -> None:
    shown = row(*given, about=about)
    assert {name for name in ACTS if getattr(shown, name)} == acts


def test_all_money_of_a_seat_that_was_given_up_goes_back() -> None:
    one = row(seat("completed", overpaid_cents=500, is_cancelled=True, is_minor=True))
    assert (one.amount, one.over, one.age) == ("$15.00", "", "")


def test_whoever_may_not_change_a_status_reads_that_nothing_is_due() -> None:
    moot = {"shown_status": NOTHING_DUE}
    assert row(seat("waived", **moot), GATE).payment == NOTHING_DUE
    assert row(seat("completed", may_settle=False, **moot), GATE, HAND).means == ""
    own = [row(seat(one, may_settle=False), GATE) for one in ("completed", "not_required")]
    assert [one.about for one in own] == [OWN_SEAT, ""]


def test_the_time_of_a_check_in_has_a_day_unless_it_is_today_there() -> None:
    evening = datetime(2026, 3, 14, 23, tzinfo=UTC)
    checked = seat(checked_in_at=evening)
    assert "Mar" not in row(checked, now=evening + timedelta(hours=2)).since
    assert "Mar" in row(checked, now=evening + timedelta(hours=9)).since


def test_the_numbers_tell_no_sums_that_the_reader_has_no_right_to() -> None:
    counted: dict[str, Any] = {
        "held": 3,
        "owing": 1,
        "owing_cents": 1000,
        "priced": 2,
        "priced_cents": 2000,
    }
    back: dict[str, Any] = {"returning": 1, "returning_cents": 1000, "sees_sums": False}
    assert view(seat(), **counted).numbers.money == "0 of 2 paid, $0.00 of $20.00"
    assert view(seat(), **counted, sees_sums=False).numbers.money == "1 of 3 to pay, $10.00 due"
    numbers = view(seat(), about=OFF, **counted, **back).numbers
    assert (numbers.money, numbers.is_owing) == (f"{refund_due(0)} to 1 person", True)
    assert not view(seat(), about=OFF, **counted).numbers.is_owing


@pytest.mark.parametrize("about", [OFF, {"start_date": NOW + timedelta(days=9)}])
def test_nobody_is_checked_in_long_before_or_when_it_is_off(about: dict[str, Any]) -> None:
    assert view(seat()).rights.may_check
    rights = view(seat(), about=about).rights
    assert (rights.may_check, rights.may_message, rights.may_refund) == (False, True, True)
    rights = view(seat(), AtGate(add=True, settle=True), about=about).rights
    assert (rights.may_message, rights.may_refund) == (False, False)


def test_everyone_is_here_when_nobody_is_sought() -> None:
    here: dict[str, Any] = {"held": 1, "there": 1, "shown": "expected"}
    assert view(seat(), **here).all_here == "Everyone is here"
    assert view(seat(), asked={"q": "ben"}, **here).all_here == ""


def test_a_waiver_is_missed_of_those_who_come_and_taken_by_those_who_may() -> None:
    read = WaiversAtGate({"ben": StandingState.MISSING}, {}, takes=False, may_photograph=False)
    comes, gone = (view(seat(is_cancelled=one)) for one in (False, True))
    (missing,), (none,) = with_waivers(comes, read).rows, with_waivers(gone, read).rows
    assert (bool(missing.waiver), missing.lacks_waiver, none.waiver) == (True, False, "")
