"""The address of the checkout: what somebody wants to pay for. Amounts in it prove nothing."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from rookiebattle.core.values.money import parse_cents
from rookiebattle.core.values.text import clipped
from rookiebattle.payments.plans import DEFAULT_DONATION_CENTS
from rookiebattle.ui.first_data import Query

Kind = Literal["subscription", "donation", "payment"]
PARAMETERS = ("type", "amount", "description", "plan", "event", "intent", "perks", "for")
KEEP = "keep"
"""The value of `perks` with which a member keeps a token or credit for another seat."""
DESCRIPTION = "Payment"
LONGEST_DESCRIPTION = 200


@dataclass(frozen=True, slots=True)
class Wanted:
    """The payment that the address asks for. `cents` is None for an amount that cannot be read.

    A payment for an event names the event; the price is the server's then. `intent_id` names a
    payment whose secret the browser found in its address. `keeps_perk`: no token or credit is to
    pay for the seat. `for_id` is an adult of the household whose seats are paid. `asked` has the
    parameters as they were written.
    """

    kind: Kind = "payment"
    cents: int | None = DEFAULT_DONATION_CENTS
    description: str = DESCRIPTION
    plan: str = ""
    event_id: str = ""
    intent_id: str = ""
    keeps_perk: bool = False
    for_id: str = ""
    asked: Mapping[str, str] = field(default_factory=dict)


def read_query(params: Query) -> Wanted:
    """An unknown type is a payment."""
    kind = params.get("type", "")
    return Wanted(
        kind=kind if kind in get_args(Kind) else "payment",  # type: ignore[arg-type]  # one of these
        cents=_cents(params.get("amount", "")),
        description=clipped(params.get("description", "").strip(), LONGEST_DESCRIPTION)
        or DESCRIPTION,
        plan=params.get("plan", ""),
        event_id=params.get("event", ""),
        intent_id=_intent_id(params.get("intent", "")),
        keeps_perk=params.get("perks") == KEEP,
        for_id=params.get("for", ""),
        asked={name: params.get(name, "") for name in PARAMETERS},
    )


def _cents(sent: str) -> int | None:
    if not sent.strip():
        return DEFAULT_DONATION_CENTS
    try:
        return parse_cents(sent)
    except ValueError:
        return None


def _intent_id(sent: str) -> str:
    """The id of a payment as Stripe writes it; empty for anything else."""
    return sent if re.fullmatch(r"pi_\w{1,250}", sent, re.ASCII) else ""
