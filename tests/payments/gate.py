"""An event whose seats are paid by hand."""

from typing import Any

from rookiebattle.payments import service
from rookiebattle.payments.models import Payment
from rookiebattle.registrations.schemas import HowReceived, Settlement
from rookiebattle.registrations.service import registering as registrations
from rookiebattle.registrations.service import settling
from tests.payments.till import Till
from tests.settled import settle


class Gate:
    """An event for ten dollars, its organizer, and a member with a seat."""

    def __init__(self, till: Till, *, is_admin: bool = True) -> None:
        self.till, self.organizer = till, till.person(is_admin=is_admin, first_name="Ada")
        self.maya = till.person(first_name="Maya", email="maya@example.org")
        self.event_id = till.event(self.organizer, price_cents=10_00, title="Park Day")
        till.do(registrations.register, self.maya, event_id=self.event_id)

    def settle(self, status: Settlement, **more: Any) -> None:
        seat: dict[str, Any] = {"event_id": self.event_id, "user_id": self.maya.user_id}
        self.till.do(settle, self.organizer, **seat, status=status, **more)

    def note(self, how: HowReceived) -> None:
        seat: dict[str, Any] = {"event_id": self.event_id, "user_id": self.maya.user_id}
        self.till.do(settling.note_payment, self.organizer, **seat, how=how)

    def money(self) -> tuple[int, int]:
        """The sums that the member paid and got back, in their own words."""
        found = self.till.do(service.seat_money, self.maya, event_id=self.event_id)
        assert found
        return found.paid_cents, found.returned_cents

    def payments(self) -> list[Payment]:
        return self.till.all(Payment, method="hand")
