"""How the demo accounts came to their ranks, paths and beads: two years of entries."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import new_id
from rookiebattle.progression import ledger
from rookiebattle.progression.entering import AtEvent, Why, enter
from rookiebattle.progression.ledger import FactChange, Facts
from rookiebattle.progression.models import Act, Value
from rookiebattle.seed.data import DEMO

LONG_AGO = timedelta(days=760)
DAY = timedelta(days=1)


class Step(NamedTuple):
    """Facts that were entered some days ago; those that the member no longer has are left out."""

    days_ago: int
    facts: dict[str, Value]
    reason: str = ""
    event: str = ""


STORY = [Step(**row) for row in DEMO["story"]]


def without_progress(user: User) -> Facts:
    """Take a new row's progress away; the ledger gives it back. Returns what it was."""
    facts = ledger.facts_of(user)
    for name, value in ledger.columns_of({}).items():
        setattr(user, name, value)
    return facts


def tell(session: Session, by: Actor, *, user: User, final: Facts) -> None:
    """Enter the story that leads to these facts; the ledger opens with what no step tells of."""
    now = clock.now()
    told = {what for step in STORY for what in step.facts}
    opening = ledger.changes({}, {what: one for what, one in final.items() if what not in told})
    with clock.at(now - LONG_AGO):
        enter(session, Actor(), changed=[(user, opening)], why=Why(Act.OPENING))
    for step in STORY:
        with clock.at(now - step.days_ago * DAY):
            _enter(session, by, user, step, final)


def _enter(session: Session, by: Actor, user: User, step: Step, final: Facts) -> None:
    facts = ledger.facts_of(user)
    changes = _within(ledger.changes(facts, facts | step.facts), final)
    is_award = any(ledger.is_count(one.what) for one in changes)
    event = AtEvent(new_id(), step.event) if step.event else None
    act = Act.AWARD if is_award else Act.SET
    enter(session, by, changed=[(user, changes)], why=Why(act, step.reason or None, event=event))


def _within(changes: Sequence[FactChange], final: dict[str, Any]) -> list[FactChange]:
    """The changes that do not go beyond the end, so that one story serves several members."""
    return [one for one in changes if one.what in final and one.after <= final[one.what]]
