"""Hooks by which other slices hear about events, in the same transaction."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.hooks import Hook
from rookiebattle.events.schemas import EventRead, MoneyBack, Reach, Revision


@Hook
def event_changed(session: Session, /, *, event_id: str) -> None:
    """An event was created or changed."""


@Hook
def event_waiting(session: Session, actor: Actor, /, *, event_id: str, chapter_id: str) -> None:
    """An event waits for a lead of its chapter."""


@Hook
def event_judged(session: Session, actor: Actor, /, *, event_ids: Sequence[str]) -> None:
    """A chapter accepted or declined an event, or these dates of a series, the first one first."""


@Hook
def event_reported(session: Session, actor: Actor, /, *, report_id: str) -> None:
    """Somebody says that an event should not be there."""


@Hook
def event_removing(session: Session, actor: Actor, /, *, event_id: str) -> None:
    """An event is about to be removed. A subscriber refuses by raising.

    A subscriber deletes or detaches the rows that refer to the event, because the event's row is
    deleted right after.
    """


@Hook
def removal_weighed(session: Session, /, *, event_ids: Sequence[str], obstacles: list[str]) -> None:
    """Somebody is asked whether to remove these events. A subscriber that would refuse adds why."""


@Hook
def cancellation_weighed(
    session: Session, /, *, event_ids: Sequence[str], obstacles: list[str], back: list[MoneyBack]
) -> None:
    """Somebody is asked whether to cancel these events.

    A subscriber that would refuse adds why, and one that refunds money adds how much.
    """


@Hook
def event_canceling(session: Session, actor: Actor, /, *, event_id: str) -> None:
    """An event is about to be canceled; its row is locked. A subscriber refuses by raising.

    The event and its seats stay. A subscriber ends what still waits for the event, and gives back
    what was paid for it.
    """


@Hook
def event_reinstating(
    session: Session, actor: Actor, /, *, event_id: str, canceled_at: datetime
) -> None:
    """An event that was canceled then is about to be on again; its row is locked."""


@Hook
def events_canceled(
    session: Session, actor: Actor, /, *, lineage: str, revisions: Sequence[Revision]
) -> None:
    """Events with participants were canceled together, or are on again: as before, and as now."""


@Hook
def events_revised(
    session: Session,
    actor: Actor,
    /,
    *,
    lineage: str,
    revisions: Sequence[Revision],
    reach: list[Reach],
) -> None:
    """Events with participants were changed together: each as it was and as it is.

    `lineage` is the id that their series has for good, or the id of an event that is alone. A
    subscriber that promises letters adds whom they reach.
    """


@Hook
def letters_weighed(
    session: Session,
    actor: Actor,
    /,
    *,
    lineage: str,
    found: Sequence[EventRead],
    is_kept: bool,
    reach: list[Reach],
) -> None:
    """Somebody is asked whether to cancel (`is_kept`) or remove these events with participants.

    A subscriber that would write letters adds whom they would reach.
    """


@Hook
def events_removing(
    session: Session, actor: Actor, /, *, lineage: str, found: Sequence[EventRead]
) -> None:
    """Events with participants are about to be removed in one go, before `event_removing` of each.

    `found` are the events as they are. A refusal of `event_removing` undoes what is done here.
    """


@Hook
def turnout_asked(
    session: Session, /, *, chapter_id: str, event_type: str, now: datetime, came: list[int]
) -> None:
    """Somebody plans an event of this chapter and type: add how many came to the latest ones."""
