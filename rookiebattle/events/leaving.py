"""The coming events of an organizer whose account is erased: an administrator takes over."""

from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Conflict
from rookiebattle.events import allowance, queries, series
from rookiebattle.events.hooks import event_changed, event_removing
from rookiebattle.events.policy import MOST_HANDED_OVER
from rookiebattle.events.queries import Coming, events
from rookiebattle.events.when import later


def hand_over(session: Session, actor: Actor, *, user_id: str) -> None:
    """Give the events of an erased organizer that are not over to an administrator.

    Of very many events, those further away that nobody registered for are removed: nobody leaves
    a club with a thousand of them. Without an administrator all of them go on as they are.
    """
    heir = accounts.caretaker(session, without=user_id)
    now = clock.now()
    coming = queries.lock_coming(session, user_id, now)
    allowance.note_leaving(session, user_id, leaves_events=bool(coming), now=now)
    if heir is None or not coming:
        return
    removed = _remove(session, actor, _surplus(coming))
    moved: dict[str, audit.Details] = {one.id: {} for one in coming if one.id not in removed}
    last = later(now, than=max(one.updated_at for one in coming))
    theirs = sa.update(events).where(events.c.id.in_(moved))
    session.execute(theirs.values(organizer_id=heir, updated_at=last))
    audit.record_each(session, actor, queries.HANDED_OVER, moved)
    for id_ in moved:
        event_changed.fire(session, event_id=id_)


def _surplus(coming: Sequence[Coming]) -> list[Coming]:
    """The events that nobody takes over: those after the next ones, without participants."""
    return [one for one in coming[MOST_HANDED_OVER:] if not one.current_participants]


def _remove(session: Session, actor: Actor, surplus: Sequence[Coming]) -> set[str]:
    """Remove events; return the ids of those that are gone."""
    gone = {one.id for one in surplus if _is_released(session, actor, one.id)}
    if gone:
        audit.record_each(session, actor, "event.removed", {id_: {} for id_ in gone})
        session.flush()
        for leader in {one.parent_event_id or one.id for one in surplus}:
            if heir := series.heir(session, leader, gone):
                series.promote(session, heir, leader, gone)
        session.execute(sa.delete(events).where(events.c.id.in_(gone)))
    return gone


def _is_released(session: Session, actor: Actor, event_id: str) -> bool:
    """Whether no other slice still needs the event, such as for a payment that was not refunded."""
    try:
        with session.begin_nested():
            event_removing.fire(session, actor, event_id=event_id)
    except Conflict:
        return False
    return True
