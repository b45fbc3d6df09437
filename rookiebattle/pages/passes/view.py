"""The passes as their page shows them. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from rookiebattle.gate.view import EventPassesView, passes_view
from rookiebattle.pages.passes.read import PassesShown


@dataclass(frozen=True)
class PassesView:
    """Passes for seats; behind them those of people who have none yet."""

    seats: Sequence[EventPassesView] = ()
    today: Sequence[EventPassesView] = ()


def view_of(shown: PassesShown, now: datetime) -> PassesView:
    """The page at this moment."""
    seats = passes_view(shown.seats, now, is_open=True)
    return PassesView(seats, passes_view(shown.today, now, is_open=not seats))
