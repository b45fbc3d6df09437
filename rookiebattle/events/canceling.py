"""Verbs that cancel an event and take that back. A canceled event keeps its page and its seats."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict
from rookiebattle.events import allowance, conflicts, service, told
from rookiebattle.events.hooks import (
    cancellation_weighed,
    event_canceling,
    event_reinstating,
    events_canceled,
)
from rookiebattle.events.queries import events
from rookiebattle.events.schemas import (
    Affected,
    CancelWrite,
    Changed,
    EventPatch,
    EventRead,
    MoneyBack,
    Scope,
    Seen,
)
from rookiebattle.events.series import Occurrence
from rookiebattle.events.when import is_current_or_future, later
from rookiebattle.events.wording import IS_ON, IS_OVER


def affected(session: Session, actor: Actor, *, event_id: str, scope: Scope) -> Affected:
    """The reach of canceling. Events that are canceled already stay as they are."""
    event = service.editable(session, actor, event_id=event_id, lock=False)
    taking_place = _taking_place(
        service.reached_by(session, actor, event=event, scope=scope, lock=False)
    )
    obstacles: list[str] = []
    back: list[MoneyBack] = []
    ids = [one.id for one in taking_place]
    cancellation_weighed.fire(session, event_ids=ids, obstacles=obstacles, back=back)
    seats = sum(one.current_participants for one in taking_place)
    reach = service.reach_of(
        session, actor, lineage=event.lineage, reached=taking_place, is_kept=True
    )
    return Affected(
        len(ids), seats, reach, next(iter(obstacles), ""), next(iter(back), MoneyBack())
    )


def _taking_place(reached: Sequence[Occurrence]) -> list[Occurrence]:
    return [one for one in reached if one.canceled_at is None]


@writes
def cancel_event(
    session: Session, actor: Actor, *, event_id: str, values: CancelWrite, scope: Scope = Scope.THIS
) -> EventRead:
    """Cancel an event; with `following` also the later ones of its series. Again is the same.

    Again with another reason says it anew, as `explain_cancellation` does. Payments by card
    for seats are refunded. Raises NotFound, Forbidden, TooManyRequests for too many reasons, and
    Conflict for an event that is over, or where cards are off that would get refunds.
    """
    now = clock.now()
    event = _own(session, actor, event_id)
    reached = service.reached_by(session, actor, event=event, scope=scope, lock=True)
    if event.canceled_at is not None and values.reason:
        _say_anew(session, actor, event, reached, values.reason)
    taking_place = _taking_place(reached)
    if taking_place:
        _refuse_over(event, now)
    # Every event is locked before the hooks, as in `service.remove_event`.
    for one in taking_place:
        event_canceling.fire(session, actor, event_id=one.id)
    columns = {"canceled_at": now, "cancel_reason": values.reason}
    _write(session, actor, event, taking_place, columns, allowance.CANCELED)
    return service.get_event(session, actor, event_id=event.id)


@writes
def reinstate_event(
    session: Session, actor: Actor, *, event_id: str, scope: Scope = Scope.THIS
) -> EventRead:
    """Take back that an event was canceled. Again is the same.

    With `following` also the later ones that were canceled together with it. Raises NotFound,
    Forbidden, Conflict for an event that is over, and TooManyRequests.
    """
    event = _own(session, actor, event_id)
    _refuse_over(event, clock.now())
    reached = service.reached_by(session, actor, event=event, scope=scope, lock=True)
    together = [one for one in reached if one.canceled_at and one.canceled_at == event.canceled_at]
    allowance.check_canceled(session, actor, events=len(together), now=clock.now())
    for one in together:
        if one.canceled_at is not None:
            event_reinstating.fire(session, actor, event_id=one.id, canceled_at=one.canceled_at)
    columns: dict[str, datetime | str | None] = {"canceled_at": None, "cancel_reason": None}
    _write(session, actor, event, together, columns, allowance.REINSTATED)
    return service.get_event(session, actor, event_id=event.id)


@writes
def explain_cancellation(
    session: Session, actor: Actor, *, event_id: str, values: CancelWrite, scope: Scope = Scope.THIS
) -> EventRead:
    """Say anew why a canceled event does not take place. The same reason again changes nothing.

    With `following` also of the later ones that were canceled together with it. The page says it;
    whoever has been told already gets no second letter. Raises NotFound, Forbidden, TooManyRequests
    and Conflict for an event that takes place.
    """
    event = _own(session, actor, event_id)
    if event.canceled_at is None:
        raise Conflict(IS_ON)
    reached = service.reached_by(session, actor, event=event, scope=scope, lock=True)
    _say_anew(session, actor, event, reached, values.reason)
    return service.get_event(session, actor, event_id=event.id)


@writes
def change_canceled_event(
    session: Session,
    actor: Actor,
    *,
    event_id: str,
    values: EventPatch,
    why: CancelWrite,
    scope: Scope = Scope.THIS,
    seen: Seen | None = None,
) -> Changed:
    """Change a canceled event and say anew why it does not take place: both, or neither.

    `seen` is as for `service.change_event`. Raises what that and `explain_cancellation` raise.
    """
    if seen:
        event = _own(session, actor, event_id)
        reached = service.reached_by(session, actor, event=event, scope=scope, lock=True)
        conflicts.refuse_overtaken(session, actor, reached=reached, sent=values, seen=seen, why=why)
    explain_cancellation(session, actor, event_id=event_id, values=why, scope=scope)
    return service.change_event(session, actor, event_id=event_id, values=values, scope=scope)


def _own(session: Session, actor: Actor, event_id: str) -> Occurrence:
    """The event, locked, for somebody who may change it."""
    allowance.take_turn(session, actor)
    return service.editable(session, actor, event_id=event_id, lock=True)


def _refuse_over(event: Occurrence, now: datetime) -> None:
    if not is_current_or_future(event.end_at, now):
        raise Conflict(IS_OVER)


def _say_anew(
    session: Session,
    actor: Actor,
    event: Occurrence,
    reached: Sequence[Occurrence],
    reason: str | None,
) -> None:
    """Give another reason to those of these events that were canceled together with this one."""
    together = [one for one in reached if one.canceled_at == event.canceled_at]
    found = service.list_by_ids(session, actor, event_ids=[one.id for one in together])
    wrong = {one.id for one in found if one.cancel_reason != reason}
    chosen = [one for one in together if one.id in wrong]
    if chosen:
        allowance.check_canceled(session, actor, events=len(chosen), now=clock.now())
        _explain(session, actor, chosen, reason)


def _explain(
    session: Session, actor: Actor, chosen: Sequence[Occurrence], reason: str | None
) -> None:
    before = service.in_words(session, actor, event=chosen[0])
    _set(session, chosen, {"cancel_reason": reason})
    after = service.in_words(session, actor, event=chosen[0])
    lines: dict[str, audit.Details] = {one.id: {"fields": "cancel_reason"} for one in chosen}
    told.record(session, actor, action=allowance.UPDATED, lines=lines, before=before, after=after)
    service.announce(session, list(lines))


def _set(
    session: Session, chosen: Sequence[Occurrence], columns: dict[str, datetime | str | None]
) -> None:
    """Write these columns, with a later instant of the last change."""
    last = later(clock.now(), than=max(one.updated_at for one in chosen))
    changed = sa.update(events).where(events.c.id.in_([one.id for one in chosen]))
    session.execute(changed.values(**columns, updated_at=last))


def _write(
    session: Session,
    actor: Actor,
    event: Occurrence,
    chosen: Sequence[Occurrence],
    columns: dict[str, datetime | str | None],
    action: str,
) -> None:
    """Change the chosen events, and tell the log, the participants and the open pages."""
    if not chosen:
        return
    before = service.with_participants(session, actor, reached=chosen)
    _set(session, chosen, columns)
    ids = [one.id for one in chosen]
    lines: dict[str, audit.Details] = {id_: {} for id_ in ids}
    words = service.in_words(session, actor, event=chosen[0])
    told.record(session, actor, action=action, lines=lines, after=words)
    service.announce(session, ids)
    if before:
        revisions = service.revisions_of(session, actor, before=before)
        events_canceled.fire(session, actor, lineage=event.lineage, revisions=revisions)
