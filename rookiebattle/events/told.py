"""The audit lines of events. An act of an administrator is told in words, too."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from rookiebattle.core import audit
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import Change, differences, record_change
from rookiebattle.events.schemas import EventPatch, EventRead
from rookiebattle.events.series import Occurrence
from rookiebattle.events.wording import (
    canceled_because,
    how_often,
    notice_words,
    price_words,
    type_label,
    when,
)

LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
"""Seen from here, a day has its year: the log is read in other years, too."""


def record(
    session: Session,
    actor: Actor,
    *,
    action: str,
    lines: Mapping[str, audit.Details],
    before: EventRead | None = None,
    after: EventRead | None = None,
) -> None:
    """Add the line of each event. With `before` or `after`, the line of this event has words."""
    one, plain = after or before, dict(lines)
    changes = differences(_told_of(before), _told_of(after))
    if one and changes:
        details = plain.pop(one.id)
        if (events := int(details.get("occurrences") or len(lines))) > 1:
            changes.append(Change(field="Events of the series", after=f"{events:,}"))
        record_change(
            session, actor, action, one.id, thing=one.title, changes=changes, details=details
        )
    audit.record_each(session, actor, action, plain)


def lines_of(
    reached: Sequence[Occurrence], values: EventPatch, gained: Mapping[str, int]
) -> dict[str, audit.Details]:
    """The line of each changed event: the sent fields, and the characters that it gained."""
    fields = ", ".join(sorted(values.model_fields_set))
    lines: dict[str, audit.Details] = {one.id: {"fields": fields} for one in reached}
    for id_, text in gained.items():
        lines[id_]["text"] = text
    return lines


def _told_of(event: EventRead | None) -> dict[str, str]:
    """The event in the words of the audit log; nothing for none."""
    if event is None:
        return {}
    start, zone = event.start_date, event.time_zone
    days, interval = event.recurrence_days_of_week, event.recurrence_interval
    return {
        "Title": event.title,
        "Type": type_label(event.event_type),
        "When": when(start, event.end_date, zone, LONG_AGO),
        "Repeats": how_often(event.recurrence_pattern, interval, days, start, zone),
        "Chapter": event.chapter_name or "",
        "Location": event.location or "",
        "Address": event.address or "",
        "Seats": f"{event.max_participants:,}" if event.max_participants else "No limit",
        "Price": price_words(event.price_cents),
        "Full refund": f"Until {notice_words()} before" if event.is_refundable else "",
        "Visible to": "Everyone" if event.is_public else "Members",
        "Asks for": "Active membership" if event.requires_membership else "Nothing",
        "Waiver": "Needed" if event.needs_waiver else "Not needed",
        "Gear check": "Needed" if event.needs_gear_check else "",
        "Description": event.description or "",
        "Canceled": canceled_because(event),
    }
