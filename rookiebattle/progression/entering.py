"""Writes the ledger: the only place that changes ranks, beads, paths, tiers, statuses and roles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.bulk import ReadyRows, insert_ready, made_ready
from rookiebattle.core.database.db import new_id, on_commit
from rookiebattle.core.doors.identity import drop_user
from rookiebattle.progression import ledger, queries
from rookiebattle.progression.hooks import membership_entered
from rookiebattle.progression.ledger import FactChange
from rookiebattle.progression.models import Act


@dataclass(frozen=True, slots=True)
class AtEvent:
    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Why:
    """The cause of a change. `approved_by` is a member's id, `undoes` an entry's, and `award_id`
    names all entries of one award."""

    act: Act = Act.SET
    reason: str | None = None
    incident: str | None = None
    event: AtEvent | None = None
    approved_by: str | None = None
    undoes: str | None = None
    award_id: str | None = None


MEMBERSHIP = {"membership_tier", "membership_status"}
Changed = Sequence[tuple[User, Sequence[FactChange]]]


def enter(session: Session, actor: Actor, *, changed: Changed, why: Why) -> None:
    """Write an entry for each change, and the columns that follow.

    The caller holds the locks of the members' rows, or has just created them.
    """
    session.flush()
    last = queries.last_numbers(session, [user.id for user, _ in changed])
    new: list[dict[str, Any]] = []
    for user, changes in changed:
        following = enumerate(changes, last.get(user.id, 0) + 1)
        new += [_entry(actor, user.id, number, change, why) for number, change in following]
        follow(session, user=user, changes=changes)
    session.flush()
    queries.insert(session, new, _notes(new, why))
    members = [user.id for user, changes in changed if {one.what for one in changes} & MEMBERSHIP]
    if members and why.act is not Act.OPENING:
        membership_entered.fire(session, actor, user_ids=members)


def _entry(actor: Actor, user_id: str, number: int, change: FactChange, why: Why) -> dict[str, Any]:
    return {
        "id": new_id(),
        "user_id": user_id,
        "number": number,
        "at": clock.now(),
        "actor_id": actor.user_id,
        "act": why.act.value,
        **change._asdict(),
        "event_id": why.event.id if why.event else None,
        "event_title": why.event.title if why.event else None,
        "approved_by": why.approved_by,
        "award_id": why.award_id,
        "undoes": why.undoes,
    }


def _notes(entries: Sequence[dict[str, Any]], why: Why) -> list[dict[str, Any]]:
    """The notes of entries; an entry about which nothing was told has none."""
    told = {"reason": why.reason, "incident": why.incident}
    is_told = bool(why.reason or why.incident)
    return [
        {"entry_id": one["id"], "user_id": one["user_id"], **told} for one in entries if is_told
    ]


def follow(session: Session, *, user: User, changes: Sequence[FactChange]) -> None:
    """Set the columns of the changed facts. The entries are written by the caller, or exist."""
    columns = ledger.columns_of(ledger.applied(ledger.facts_of(user), changes))
    for name in {change.what.partition(".")[0] for change in changes}:
        if getattr(user, name) != columns[name]:
            setattr(user, name, columns[name])
            user.updated_at = clock.now()
    on_commit(session, partial(drop_user, user.id))


NewLedgers = tuple[ReadyRows | None, ReadyRows | None]
"""The first entries of members who are about to be added, and the notes of these entries."""


def new_ledgers(
    session: Session, actor: Actor, *, members: Mapping[str, ledger.Facts], why: Why
) -> NewLedgers:
    """The first entries of members, by id, who are added with these facts. Nothing is written."""
    new = [
        _entry(actor, user_id, number, change, why)
        for user_id, facts in sorted(members.items())
        for number, change in enumerate(ledger.changes({}, facts), 1)
    ]
    notes = made_ready(session, queries.notes, _notes(new, why))
    return made_ready(session, queries.entries, new), notes


def open_ledgers(session: Session, *, ledgers: NewLedgers) -> None:
    """Write the first entries of members whose rows were just added."""
    for rows in ledgers:
        insert_ready(session, rows)


def begin(session: Session, actor: Actor, *, members: Sequence[User]) -> None:
    """Open the ledgers of members whose rows were written with their progress: demo data."""
    changed = [(one, ledger.changes({}, ledger.facts_of(one))) for one in members]
    enter(session, actor, changed=changed, why=Why(Act.OPENING))


def set_admin(
    session: Session, actor: Actor, *, user_id: str, is_admin: bool, reason: str | None
) -> None:
    """Make a member an administrator, or take the role away. Subscribed to `admin_changing`."""
    user = session.get_one(User, user_id)
    change = FactChange("is_admin", user.is_admin, is_admin)
    enter(session, actor, changed=[(user, [change])], why=Why(reason=reason))


def close(session: Session, actor: Actor, *, user_id: str) -> None:
    """Take away all progress of an account that is erased. Subscribed to `account_erasing`.

    The entries stay: they name nobody. Their notes go with the account.
    """
    user = session.get_one(User, user_id)
    taken = ledger.changes(ledger.facts_of(user), {})
    enter(session, actor, changed=[(user, taken)], why=Why(Act.ERASURE))
