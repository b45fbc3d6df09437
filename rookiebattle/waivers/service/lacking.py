"""The verb that lists who has no waiver, or soon none."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts.naming import known_name
from rookiebattle.accounts.policy import sees_ages
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.words import sought
from rookiebattle.waivers import queries
from rookiebattle.waivers.schemas.lacking import Lacking, LackingPage, LackingSearch


def search_lacking(session: Session, actor: Actor, *, wanted: LackingSearch) -> LackingPage:
    """Members without a waiver, or soon without, by name; leads see those of their chapters.

    Leads do not read form, version and days, because they tell an age: a signature that counts
    although another form was replaced since tells which of the two it is.
    """
    reach = actor.require_reach(Permission.ALL_WAIVER_READ)
    beginnings = sought(wanted.text)
    if wanted.text.strip() and not beginnings:
        return LackingPage([], 0)
    asked = (wanted, beginnings, reach, clock.now(), clock.today())
    tells_age = sees_ages(actor)
    numbers = queries.counts(session, *asked, tells_age=tells_age)
    lack = {state: number for state, number in numbers.items() if state != queries.SIGNED}
    total = lack.get(wanted.state, 0) if wanted.state else sum(lack.values())
    rows = queries.people(session, *asked, tells_age=tells_age) if total else []
    return LackingPage([_read(row, tells_age=tells_age) for row in rows], total, numbers)


def _read(row: sa.Row[Any], *, tells_age: bool) -> Lacking:
    return Lacking(
        user_id=row.id,
        name=known_name(row),
        chapter_id=row.chapter_id,
        chapter=row.chapter,
        form=row.form if tells_age else None,
        state=row.lack,
        version=row.version if tells_age else None,
        signed_at=row.signed_at if tells_age else None,
        ends_at=row.ends_at if tells_age else None,
    )
