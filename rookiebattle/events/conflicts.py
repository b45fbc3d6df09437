"""Tells the later of two people who change one event at once, or dates of one series."""

from collections.abc import Collection, Sequence
from datetime import datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.conflicts import OVERTAKEN, overtaken_fields
from rookiebattle.core.errors import Overtaken
from rookiebattle.events import queries
from rookiebattle.events.reads import reads_of
from rookiebattle.events.recurrence import at_wall_time
from rookiebattle.events.schemas import CancelWrite, EventPatch, EventRead, Seen
from rookiebattle.events.series import Occurrence

REASON = "reason"


def refuse_overtaken(
    session: Session,
    actor: Actor,
    *,
    reached: Sequence[Occurrence],
    sent: EventPatch,
    seen: Seen,
    why: CancelWrite | None = None,
) -> None:
    """Raise Overtaken when a sent field of the event is not as the caller has seen it.

    The caller has not seen the later dates that the change reaches. Of these, one counts that
    somebody changed since then, so that a sent field of it is neither as seen nor as sent. All
    fields are told at once: the next try knows of all of them.
    """
    event, *later = reached
    changed = {one.id: one.updated_at for one in later if one.updated_at > seen.at}
    found = {one.id: one for one in reads_of(queries.some(session, actor, [event.id, *changed]))}
    now, then = found.pop(event.id), seen.event
    own = overtaken_fields(_as_sent(now), sent, _as_sent(then)) | _overtaken_reason(now, then, why)
    told = _overtaken_later([(one, changed[one.id]) for one in found.values()], sent, seen) | own
    if told:
        raise Overtaken(OVERTAKEN.format(thing="event" if own else "series"), told)


def _overtaken_reason(now: EventRead, seen: EventRead, why: CancelWrite | None) -> dict[str, str]:
    """As `overtaken_fields`, for the reason of a cancellation, which is no field of a change."""
    if why is None:
        return {}
    was, became = (CancelWrite.model_construct(reason=one.cancel_reason) for one in (seen, now))
    return overtaken_fields(became, why, was)


def _overtaken_later(
    later: Sequence[tuple[EventRead, datetime]], sent: EventPatch, seen: Seen
) -> dict[str, str]:
    """The fields in which a later date differs, of which each has the time of its last change.

    Its own day counts nowhere: all days move alike.
    """
    told: dict[str, str] = {}
    kept = sent.model_fields_set - (set() if _sets_clock(sent, seen.event) else {"start_date"})
    for one, changed_at in later:
        unknown = {field for field in kept if changed_at > seen.told.get(field, seen.at)}
        alike = EventPatch.model_construct(unknown, **dict(sent))
        now = _as_sent(_on_day_of(one, seen.event))
        told |= overtaken_fields(now, alike, _as_sent(seen.event))
    return told


def seen_after(seen: Seen, now: Seen, told: Collection[str]) -> Seen:
    """The fields that count as seen after a person was told of these, by their wire names.

    A second try keeps theirs. Of other fields they know nothing new.
    """
    fields = {name for name, one in EventPatch.model_fields.items() if (one.alias or name) in told}
    columns = fields | ({"cancel_reason"} if REASON in told else set())
    # The zone of an event is its chapter's.
    columns |= {"time_zone"} if "chapter_id" in fields else set()
    known = {name: getattr(now.event, name) for name in columns}
    at = dict.fromkeys(fields, now.at)
    return Seen(seen.event.model_copy(update=known), seen.at, {**seen.told, **at})


def _sets_clock(sent: EventPatch, seen: EventRead) -> bool:
    """Whether the change gives every date another time of day. A chapter's zone keeps the times."""
    if sent.start_date is None or "chapter_id" in sent.model_fields_set:
        return False
    zone = ZoneInfo(seen.time_zone)
    before, after = (at.astimezone(zone).time() for at in (seen.start_date, sent.start_date))
    return before != after


def _on_day_of(one: EventRead, first: EventRead) -> EventRead:
    """A later date as if it were on the day of the first one, at its own time of day."""
    zone, own = ZoneInfo(first.time_zone), one.start_date.astimezone(ZoneInfo(one.time_zone))
    start = at_wall_time(datetime.combine(first.start_date.astimezone(zone), own.time()), zone)
    end = start + (one.end_date - one.start_date)
    return one.model_copy(update={"start_date": start, "end_date": end})


def _as_sent(event: EventRead) -> EventPatch:
    """The event as a change would write it."""
    values = {name: getattr(event, name) for name in EventPatch.model_fields}
    hours = event.duration_hours and Decimal(event.duration_hours)
    values |= {"price": event.price_cents, "duration_hours": hours}
    return EventPatch.model_construct(**values)
