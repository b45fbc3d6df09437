"""A member whose plan brings tokens and credit, and events that they pay for."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from rookiebattle.core.actor import Actor
from rookiebattle.payments import service
from rookiebattle.payments.schemas import ByHandWrite, PaymentWrite, Started
from rookiebattle.payments.seats import perks
from rookiebattle.registrations.service import registering as registrations
from tests.factories import actor_of
from tests.payments.till import Till

SATURDAY = datetime(2026, 12, 12, 15, tzinfo=ZoneInfo("America/New_York"))


class Club:
    """A Sustainer with one paid month, an organizer, and a priced event."""

    def __init__(self, till: Till, email: str = "sam@example.org") -> None:
        self.till, self.treasurer = till, till.person(is_admin=True)
        self.organizer, self.sam = till.person(), till.person(email=email)
        self.paid = self.pay()

    def pay(self) -> str:
        values = ByHandWrite(user_id=self.sam.user_id, plan="master")
        paid = self.till.do(service.record_by_hand, self.treasurer, values=values)
        self.sam = actor_of(self.till.member(self.sam))
        return paid.id

    def event(self, cents: int = 10_00, *, weekend: bool = False, **more: Any) -> str:
        if weekend:
            times = {"start_at": SATURDAY, "end_at": SATURDAY + timedelta(hours=8)}
            more = {"event_type": "tournament", **times, **more}
        return self.till.event(self.organizer, price_cents=cents, **more)

    def register(self, event_id: str) -> None:
        self.till.do(registrations.register, self.sam, event_id=event_id)

    async def start(self, event_id: str, *, uses: bool = True) -> Started:
        values = PaymentWrite(event_id=event_id, use_perks=uses)
        return await service.start_payment(self.sam, values=values)

    def balance(self) -> tuple[int, int]:
        mine = self.till.do(perks.own_perks, self.sam)
        assert sum(one.amount for one in mine.lines if one.kind == "token") == mine.tokens
        assert sum(one.amount for one in mine.lines if one.kind == "weekend") == mine.credit_cents
        return mine.tokens, mine.credit_cents

    def seat(self, event_id: str) -> tuple[str, int, int]:
        """How it stands, what is to be paid in money, and what a perk pays."""
        (row,) = self.till.rows(event_id)
        return row.payment_status, row.payment_amount_cents, row.perk_cents

    def at_gate(self, verb: Any, event_id: str, actor: Actor | None = None, **more: Any) -> Any:
        who = {"event_id": event_id, "user_id": self.sam.user_id}
        return self.till.do(verb, actor or self.organizer, **who, **more)
