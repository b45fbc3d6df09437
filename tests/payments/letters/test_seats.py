"""The letter to an organizer: somebody who paid gave the seat up."""

from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.accounts import leaving
from rookiebattle.core.actor import Actor
from rookiebattle.payments import service
from rookiebattle.registrations.schemas import Settlement
from rookiebattle.registrations.service import registering as registrations
from tests.letter_box import Received, received
from tests.payments.books import is_sound
from tests.payments.sustainer import Club
from tests.payments.till import Till
from tests.settled import settle

pytestmark = pytest.mark.anyio
GIVEN_UP = "Paid seat canceled: Park Day, Tue, Mar 24"


class Leaving:
    """A member who has paid ten dollars for a seat by card, and the event's organizer."""

    def __init__(self, till: Till, **organizer: Any) -> None:
        known = {"first_name": "Olga", "email": "olga@example.org"}
        self.till, self.organizer = till, till.person(**known | organizer)
        self.maya = till.person(game_name="Storm", email="maya@example.org")
        self.event_id = till.event(self.organizer, price_cents=10_00, title="Park Day")

    async def paid(self, whose: Actor | None = None) -> "Leaving":
        who = whose or self.maya
        self.till.do(registrations.register, who, event_id=self.event_id)
        started = await service.start_event_payment(who, event_id=self.event_id)
        self.till.pay(started)
        await self.till.deliver()
        self.till.double.advance(seconds=700)
        received()
        return self

    def unregister(self, whose: Actor | None = None) -> None:
        self.till.do(registrations.unregister, whose or self.maya, event_id=self.event_id)

    def register(self) -> None:
        self.till.do(registrations.register, self.maya, event_id=self.event_id)

    def settle(self, status: Settlement) -> None:
        seat: dict[str, Any] = {"event_id": self.event_id, "user_id": self.maya.user_id}
        self.till.do(settle, self.organizer, **seat, status=status)

    def told(self, seconds: int = 601) -> list[Received]:
        """The letters about paid seats that arrive in this time."""
        self.till.double.advance(seconds=seconds)
        return [one for one in received() if one.subject == GIVEN_UP]


async def test_the_organizer_is_told_once_and_finds_the_roster(some_till: Till) -> None:
    case = await Leaving(some_till).paid()
    case.unregister()
    assert case.told(590) == []
    (letter,) = case.told(11)
    assert letter.recipient == "olga@example.org"
    assert "Storm canceled Park Day and had paid." in letter.body
    # A sum would tell who has a plan.
    assert "$" not in letter.subject + letter.body + letter.html
    assert f"/admin/events/{case.event_id}" in letter.body
    said = " ".join(letter.body.split())
    assert "You can refund it from the roster." in said
    assert "because you organize this event" in " ".join(letter.body.split())
    assert letter.unsubscribe
    assert case.told(90_000) == []
    is_sound(some_till)


async def test_who_comes_back_at_once_causes_no_letter_and_who_goes_again_one(till: Till) -> None:
    case = await Leaving(till).paid()
    case.unregister()
    case.register()
    assert case.told() == []
    for _ in range(3):
        case.unregister()
        case.register()
    case.unregister()
    assert len(case.told(5_000)) == 1


@pytest.mark.parametrize("is_first", [True, False])
async def test_money_that_goes_back_needs_no_letter(till: Till, is_first: bool) -> None:
    case = await Leaving(till).paid()
    if is_first:
        case.settle("refunded")
    case.unregister()
    if not is_first:
        case.settle("refunded")
    await till.deliver()
    assert case.told() == []


async def test_nobody_is_told_of_a_seat_that_was_not_paid(till: Till) -> None:
    case = Leaving(till)
    case.register()
    case.unregister()
    assert "payment.left" not in till.letters(case.organizer)


async def test_an_organizer_who_leaves_their_own_event_knows(till: Till) -> None:
    case = Leaving(till)
    await case.paid(case.organizer)
    case.unregister(case.organizer)
    assert "payment.left" not in till.letters(case.organizer)


@pytest.mark.parametrize(
    ("columns", "to"),
    [
        ({"mail_events": False}, None),
        ({"mail_events": False, "age_band": "minor"}, None),
        ({"email": None}, "contact@example.org"),
        ({"age_band": "minor"}, "olga@example.org"),
    ],
)
async def test_the_organization_reads_where_the_organizer_cannot_and_nobody_against_their_wish(
    till: Till, columns: dict[str, Any], to: str | None
) -> None:
    case = await Leaving(till, **columns).paid()
    case.unregister()
    assert [one.recipient for one in case.told()] == ([to] if to else [])


def test_a_member_is_told_of_a_token_that_an_organizer_used_unless_it_is_taken_back(
    till: Till,
) -> None:
    club, told = Club(till), "Your park-day token paid for Oak Day"
    event_id = club.event(title="Oak Day")
    club.register(event_id)

    def arrived() -> list[Received]:
        till.double.advance(seconds=601)
        return [one for one in received() if one.subject == told]

    club.at_gate(service.use_for, event_id)
    club.at_gate(service.return_for, event_id)
    assert arrived() == []
    for verb in (service.use_for, service.return_for, service.use_for):
        club.at_gate(verb, event_id)
    (letter,) = arrived()
    assert letter.recipient == "sam@example.org"
    said = " ".join(letter.body.split())
    assert "The organizer used 1 park-day token from your plan for your seat." in said
    assert arrived() == []


async def test_an_event_that_is_canceled_gives_its_money_back_by_itself(till: Till) -> None:
    case = await Leaving(till).paid()
    till.change(case.event_id, canceled_at=till.rows(case.event_id)[0].registration_date)
    case.unregister()
    assert "payment.left" not in till.letters(case.organizer)
    till.change(case.event_id, canceled_at=None)
    case.register()
    case.unregister()
    till.change(case.event_id, canceled_at=till.rows(case.event_id)[0].registration_date)
    assert case.told() == []


async def test_an_account_that_is_erased_leaves_its_money_too(till: Till) -> None:
    case = await Leaving(till).paid()
    till.do(leaving.delete_account, case.maya, confirmation="DELETE")
    (letter,) = case.told()
    assert "Former member canceled Park Day" in letter.body


async def test_an_event_that_is_gone_has_no_letter(till: Till) -> None:
    case = await Leaving(till).paid()
    case.unregister()
    case.settle("refunded")
    await till.deliver()
    till.double.advance(seconds=1)
    with till.database.unit_of_work(write=True) as session:
        for row in till.rows(case.event_id):
            session.delete(session.get_one(type(row), row.id))
    assert case.told(int(timedelta(hours=1).total_seconds())) == []
