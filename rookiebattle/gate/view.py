"""Turns the passes of a member into what pages draw. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from rookiebattle import routes
from rookiebattle.events.wording import when_near
from rookiebattle.gate.passes import EventPasses, Holder
from rookiebattle.gate.wording import pass_title


@dataclass(frozen=True)
class HolderView:
    """A pass: its heading, such as 'Your Pass', and its drawing."""

    id: str = ""
    title: str = ""
    svg: str = ""
    is_open: bool = False


@dataclass(frozen=True)
class EventPassesView:
    id: str = ""
    title: str = ""
    href: str = ""
    when: str = ""
    place: str = ""
    holders: Sequence[HolderView] = ()


def passes_view(
    found: Sequence[EventPasses], now: datetime, *, is_open: bool = False
) -> list[EventPassesView]:
    """The passes at this moment. Only the very first one may be open: a gate that sees two codes
    at once may take the wrong one."""
    return [_event(one, now, is_open=is_open and one is found[0]) for one in found]


def _event(one: EventPasses, now: datetime, *, is_open: bool) -> EventPassesView:
    event = one.event
    return EventPassesView(
        id=event.id,
        title=event.title,
        href=routes.event(event.id),
        when=when_near(event.start_date, event.end_date, event.time_zone, now),
        place=event.location or "",
        holders=[
            _holder(event.id, holder, is_open=is_open and holder is one.holders[0])
            for holder in one.holders
        ],
    )


def _holder(event_id: str, one: Holder, *, is_open: bool) -> HolderView:
    return HolderView(f"{event_id}-{one.user_id}", pass_title(one.name), one.svg, is_open)
