"""Verbs that read the ledger: one's own timeline, a member's for administrators, next steps."""

from collections.abc import Collection
from typing import Any

from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import known_name, listed_name
from rookiebattle.accounts.wording import NO_MEMBER
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import NotFound, Unauthorized
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.progression import policy, queries
from rookiebattle.progression.catalogue import AWARDS
from rookiebattle.progression.changes import change_words, label_of
from rookiebattle.progression.ledger import FactChange
from rookiebattle.progression.queries import Row
from rookiebattle.progression.ranks import admin_rank
from rookiebattle.progression.schemas import (
    AdminEntry,
    Approver,
    AwardChoices,
    Guide,
    TimelineEntry,
    wire_name,
)
from rookiebattle.progression.steps import guide_of

MOST_APPROVERS = 200


def own_timeline(session: Session, actor: Actor, *, window: Window) -> Page[TimelineEntry]:
    """The actor's entries, newest first, without what only administrators read."""
    actor.require(Permission.OWN_PROGRESS_READ)
    rows = queries.timeline(session, actor.user_id, window)
    undone = queries.undone(session, [row.id for row in rows])
    return Page([_own(row, undone) for row in rows], _total(session, actor.user_id))


def own_latest(session: Session, actor: Actor, *, most: int) -> list[TimelineEntry]:
    """The actor's newest entries that still hold, newest first; one statement."""
    actor.require(Permission.OWN_PROGRESS_READ)
    return [_own(row, ()) for row in queries.latest(session, actor.user_id, most)]


def member_timeline(
    session: Session, actor: Actor, *, user_id: str, window: Window
) -> Page[AdminEntry]:
    """A member's entries, newest first; for administrators and leads of the member's chapter.

    Raises NotFound.
    """
    reach = actor.require_reach(Permission.ALL_PROGRESS_READ)
    id_ = known_id(user_id, NO_MEMBER)
    if not queries.exists(session, id_, reach):
        raise NotFound(NO_MEMBER)
    rows = queries.timeline(session, id_, window)
    undone = queries.undone(session, [row.id for row in rows])
    undoes_all = Permission.ALL_PROGRESS_UNDO in actor.permissions
    shown = (
        for_administrators(
            row,
            undone,
            may_undo=undoes_all or policy.undoes_by_role(row.act, row.what, actor.grants),
        )
        for row in rows
    )
    return Page([*shown], _total(session, id_))


def own_guide(session: Session, actor: Actor) -> Guide:
    """How the actor came to rank and paths, and what the next steps take."""
    actor.require(Permission.OWN_PROGRESS_READ)
    user = session.get(User, actor.user_id)
    if user is None:
        raise Unauthorized()
    return guide_of(user, queries.reached(session, user.id))


def award_choices(session: Session, actor: Actor) -> AwardChoices:
    """The beads that the actor may award alone, and the members who may approve the others.

    An approval is for administrators: a lead who awards has the authority by role, or not at all.
    """
    actor.require_reach(Permission.ALL_PROGRESS_AWARD)
    by_role = [one.key for one in AWARDS if policy.has_role_for(one, actor.grants)]
    if Permission.ALL_PROGRESS_AWARD not in actor.permissions:
        return AwardChoices(alone=by_role, approvers=[])
    rank = queries.rank_of(session, actor.user_id)
    return AwardChoices(
        alone=[
            one.key
            for one in AWARDS
            if one.key in by_role or policy.may_award(one, own_rank=rank, approving_rank=0)
        ],
        approvers=[
            Approver(id=row.id, name=known_name(row), title=admin_rank(row.admin_rank).title)
            for row in queries.ranked(session, MOST_APPROVERS)
        ],
    )


def _total(session: Session, user_id: str) -> int:
    # A member's entries are numbered without gaps, so nothing has to be counted.
    return queries.last_numbers(session, [user_id]).get(user_id, 0)


def _own(row: Row, undone: Collection[str]) -> TimelineEntry:
    by = listed_name(queries.person(row, "actor")) if row.actor_id else ""
    return TimelineEntry.model_construct(**_told(row, undone), by=by)


def for_administrators(
    row: Row, undone: Collection[str] = (), *, may_undo: bool = True
) -> AdminEntry:
    """An entry with real names, the incident, and whether the reader can undo it."""
    approver = known_name(queries.person(row, "approver")) if row.approved_by else ""
    return AdminEntry.model_construct(
        **_told(row, undone),
        by=known_name(queries.person(row, "actor")) if row.actor_id else "",
        user_id=row.user_id,
        actor_id=row.actor_id,
        approved_by=row.approved_by,
        approver=approver,
        incident=row.incident,
        may_undo=may_undo and policy.can_be_undone(row.act) and row.id not in undone,
    )


def _told(row: Row, undone: Collection[str]) -> dict[str, Any]:
    same = ("id", "number", "at", "act", "before", "after", "reason", "event_id", "event_title")
    change = FactChange(row.what, row.before, row.after)
    return {
        **{name: getattr(row, name) for name in (*same, "undoes")},
        "is_undone": row.id in undone,
        "what": wire_name(row.what),
        "label": label_of(row.what),
        "words": change_words(change),
    }
