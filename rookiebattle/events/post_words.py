"""The messages to a chapter's Discord channel. Pure. They name no person."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rookiebattle import routes
from rookiebattle.events.models import Told
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.when import is_future
from rookiebattle.events.wording import CANCELED, counted, hours, when, where_lines
from rookiebattle.integrations import discord

NEW, CHANGED, ON_AGAIN = "New event", "Changed", "On again"
MARKS = re.compile(r"([\\*_~`|>#\-+\[\]()<:@])")
"""Discord would read these as markdown or as mentions."""
MOST_LINES, MOST_PICTURES, MOST_REASONS = 10, 4, 3


@dataclass(frozen=True, slots=True)
class News:
    """The news of an event; `before` is what the channel was told."""

    kind: str
    event: EventRead
    before: Told | None = None


def told_of(event: EventRead) -> Told:
    place = ", ".join(where_lines(event.location, event.address))
    return Told(
        start=event.start_date,
        end=event.end_date,
        place=place,
        is_canceled=event.canceled_at is not None,
        title=event.title,
    )


def news_of(event: EventRead, before: Told | None, now: datetime) -> News | None:
    """The news of an event for a channel that was told `before`; None for nothing."""
    after = told_of(event)
    if before is None:
        is_news = is_future(event.start_date, now) and not after.is_canceled
        return News(NEW, event) if is_news else None
    before = before.model_copy(update={"title": after.title})
    if after.is_canceled != before.is_canceled:
        return News(CANCELED if after.is_canceled else ON_AGAIN, event, before)
    return News(CHANGED, event, before) if after != before and not after.is_canceled else None


def news_message(news: Sequence[News], now: datetime) -> dict[str, Any]:
    """The message about one event, or about dates of one series."""
    event, before, kinds = news[0].event, news[0].before, {one.kind for one in news}
    kind = CHANGED if len(kinds) > 1 else news[0].kind
    lines = [
        f"{one.kind}: " * (len(kinds) > 1) + _line(told_of(one.event), event.time_zone, now)
        for one in news
    ]
    if kind == CHANGED and before and len(news) == 1:
        lines.append(f"Before: {_line(before, event.time_zone, now)}")
    reasons = {one.event.cancel_reason or "" for one in news if one.kind == CANCELED} - {""}
    end = [*(f"Reason: {safe(one)}" for one in sorted(reasons)[:MOST_REASONS]), _link(event)]
    return _message(_head(kind, event.title, len(news)), lines, [event], end)


def gone_message(lost: Sequence[Told], zone: str, now: datetime) -> dict[str, Any]:
    """The message about an event, or dates of one series, that were deleted. No page is left."""
    head = _head(CANCELED, lost[0].title or "An event", len(lost))
    return _message(head, [_line(one, zone, now) for one in lost])


def tomorrow_message(found: Sequence[EventRead], now: datetime) -> dict[str, Any]:
    lines = [
        f"{safe(one.title)}, {hours(one.start_date, one.end_date, one.time_zone, now)}"
        f"{_at(told_of(one).place)} {_link(one)}"
        for one in found
    ]
    return _message("**Tomorrow**", lines, found)


def safe(text: str) -> str:
    """A text of people's on one line, in which Discord reads no markdown and no mention."""
    return MARKS.sub(r"\\\1", " ".join(text.split()))


def _head(kind: str, title: str, number: int) -> str:
    more = f", {counted(number, 'date')}" if number > 1 else ""
    return f"**{kind}: {safe(title)}{more}**"


def _line(told: Told, zone: str, now: datetime) -> str:
    return f"{when(told.start, told.end, zone, now)}{_at(told.place)}"


def _at(place: str) -> str:
    return f", {safe(place)}" if place else ""


def _link(event: EventRead) -> str:
    # In pointed brackets Discord draws no second picture for the link.
    return f"<{routes.event_url(event.id)}>"


def _message(
    head: str, lines: Sequence[str], shown: Sequence[EventRead] = (), end: Sequence[str] = ()
) -> dict[str, Any]:
    """As many lines as fit; the rest is a number."""
    kept = [*lines[:MOST_LINES]]

    def text() -> str:
        left = len(lines) - len(kept)
        return "\n".join([head, *kept, *([f"And {left:,} more."] if left else []), *end])

    while len(text()) > discord.LONGEST and kept:
        kept.pop()
    pictures = [
        (routes.event_url(one.id), routes.event_picture_url(one.id, one.updated_at.isoformat()))
        for one in shown[:MOST_PICTURES]
    ]
    return discord.message(text(), pictures)
