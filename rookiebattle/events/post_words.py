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

NEW, CHANGED, ON_AGAIN = "New", "Changed", "On again"
MARKS = re.compile(r"([\\*_~`|>#\-+\[\]()<:@])")
"""Discord would read these as markdown or as mentions."""
MOST_LINES, MOST_PICTURES = 10, 4


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
    first, kinds = news[0], {one.kind for one in news}
    kind, title = kinds.pop() if len(kinds) == 1 else CHANGED, safe(first.event.title)
    if len(news) == 1:
        head = f"**{'New event' if kind == NEW else kind}: {title}**"
        lines = _in_full(first, now)
    else:
        head = f"**{kind}: {title}, {counted(len(news), 'date')}**"
        lines = [_in_short(one, now, named=not kinds) for one in news]
    return _message(head, lines, [first.event])


def gone_message(lost: Sequence[Told], zone: str, now: datetime) -> dict[str, Any]:
    """The message about an event, or dates of one series, that were deleted. No page is left."""
    title = safe(lost[0].title or "An event")
    more = f", {counted(len(lost), 'date')}" if len(lost) > 1 else ""
    lines = [f"{when(one.start, one.end, zone, now)}{_at(one.place)}" for one in lost]
    return _message(f"**{CANCELED}: {title}{more}**", lines, [], with_link=False)


def tomorrow_message(found: Sequence[EventRead], now: datetime) -> dict[str, Any]:
    lines = [
        f"{safe(one.title)}, {hours(one.start_date, one.end_date, one.time_zone, now)}"
        f"{_at(told_of(one).place)} {_link(one)}"
        for one in found
    ]
    return _message("**Tomorrow**", lines, found, with_link=False)


def safe(text: str) -> str:
    """A text of people's on one line, in which Discord reads no markdown and no mention."""
    return MARKS.sub(r"\\\1", " ".join(text.split()))


def _in_full(one: News, now: datetime) -> list[str]:
    event = one.event
    lines = [_when(told_of(event), event, now), safe(told_of(event).place)]
    if one.kind == CHANGED and one.before:
        lines.append(f"Before: {_when(one.before, event, now)}{_at(one.before.place)}")
    if one.kind == CANCELED and event.cancel_reason:
        lines.append(f"Reason: {safe(event.cancel_reason)}")
    return lines


def _in_short(one: News, now: datetime, *, named: bool) -> str:
    """A date of a series. Its kind is said where there are several."""
    told = told_of(one.event)
    why = one.event.cancel_reason if one.kind == CANCELED else ""
    reason = f" ({safe(why)})" if why else ""
    kind = "" if named else f"{one.kind}: "
    return f"{kind}{_when(told, one.event, now)}{_at(told.place)}{reason}"


def _when(told: Told, event: EventRead, now: datetime) -> str:
    return when(told.start, told.end, event.time_zone, now)


def _at(place: str) -> str:
    return f", {safe(place)}" if place else ""


def _link(event: EventRead) -> str:
    # In pointed brackets Discord draws no second picture for the link.
    return f"<{routes.event_url(event.id)}>"


def _message(
    head: str, lines: Sequence[str], shown: Sequence[EventRead], *, with_link: bool = True
) -> dict[str, Any]:
    """As many lines as fit; the rest is a number."""
    end = [_link(shown[0])] if with_link else []
    kept = [line for line in lines if line][:MOST_LINES]

    def text() -> str:
        left = len([line for line in lines if line]) - len(kept)
        return "\n".join([head, *kept, *([f"And {left:,} more."] if left else []), *end])

    while len(text()) > discord.LONGEST and kept:
        kept.pop()
    pictures = [
        (
            routes.event_url(one.id),
            routes.event_picture_url(one.id, one.updated_at.isoformat()),
        )
        for one in shown[:MOST_PICTURES]
    ]
    return discord.message(text(), pictures)
