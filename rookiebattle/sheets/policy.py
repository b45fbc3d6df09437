"""The columns of each list, each with the cell that it makes of a row. None tells an age or an
address. Pure."""

import re
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal

from rookiebattle.accounts.wording import tier_label
from rookiebattle.core.values.spreadsheet import Cell
from rookiebattle.members.wording import full_name
from rookiebattle.payments.wording import KINDS, STATUSES
from rookiebattle.progression.ranks import member_rank
from rookiebattle.registrations.wording import payment_label
from rookiebattle.settings import get_settings
from rookiebattle.sheets.models import ListName


def _time(at: datetime | None) -> str:
    """'2026-03-14 18:00' where the club is, which every spreadsheet reads; empty for none."""
    return f"{at.astimezone(get_settings().org_zone):%Y-%m-%d %H:%M}" if at else ""


COLUMNS: dict[str, dict[str, Callable[..., Cell]]] = {
    ListName.ROSTER: {
        "name": lambda seat: seat.kept_name,
        "status": lambda seat: "Canceled" if seat.is_cancelled else "Registered",
        "paid": lambda seat: payment_label(seat.shown_status),
        "checkedIn": lambda seat: _time(seat.checked_in_at),
        "registeredAt": lambda seat: _time(seat.registration_date),
        "chapter": lambda seat: seat.chapter,
    },
    ListName.MEMBERS: {
        "name": lambda one, _: (
            full_name(one.first_name, one.last_name) or one.game_name or "Member"
        ),
        "chapter": lambda one, _: one.chapter.name if one.chapter else "",
        "plan": lambda one, _: tier_label(one.membership_tier),
        "status": lambda one, _: one.membership_status.title(),
        "rank": lambda one, _: member_rank(one.member_rank).title,
        "lastSeen": lambda _, seen: _time(seen)[:10],
    },
    ListName.PAYMENTS: {
        "date": lambda paid: _time(paid.at)[:10],
        "kind": lambda paid: KINDS[paid.kind],
        "amount": lambda paid: Decimal(paid.amount_cents).scaleb(-2),
        "status": lambda paid: STATUSES[paid.status],
    },
}


def head_of(column: str) -> str:
    """'Checked In' for `checkedIn`."""
    return re.sub("([A-Z])", r" \1", column).title()
