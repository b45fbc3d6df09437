"""The passes as their page shows them. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from rookiebattle import routes
from rookiebattle.gate.view import EventPassesView, passes_view
from rookiebattle.pages.passes.read import PassesShown
from rookiebattle.registrations.wording import all_names
from rookiebattle.waivers.view import not_signed


@dataclass(frozen=True)
class PassesView:
    """Passes for seats; behind them those of people who have none yet. `waiver` says who still has
    to sign, and `sign` leads there."""

    seats: Sequence[EventPassesView] = ()
    today: Sequence[EventPassesView] = ()
    waiver: str = ""
    sign: str = ""


def view_of(shown: PassesShown, now: datetime) -> PassesView:
    """The page at this moment."""
    seats = passes_view(shown.seats, now, is_open=True)
    view = PassesView(seats, passes_view(shown.today, now, is_open=not seats))
    lacking = shown.unsigned
    if not lacking:
        return view
    words = not_signed(lacking, all_names([one.name or "You" for one in lacking]))
    return replace(view, waiver=words, sign=routes.sign_for(lacking[0].user_id))
