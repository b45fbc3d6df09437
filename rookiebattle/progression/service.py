"""Verbs of progression: setting, awarding and undoing, each with its entry in the ledger."""

from collections.abc import Collection, Sequence

from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import User
from rookiebattle.accounts.policy import may_be_admin
from rookiebattle.accounts.wording import NO_MEMBER, NOT_CLAIMED
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import Change as Told
from rookiebattle.core.database.db import new_id, writes
from rookiebattle.core.errors import Conflict, Forbidden, Invalid, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import Scope
from rookiebattle.core.values.ids import known_id
from rookiebattle.progression import ledger, policy, queries
from rookiebattle.progression.catalogue import BeadColor, award_named
from rookiebattle.progression.changes import told
from rookiebattle.progression.checking import differences, restore
from rookiebattle.progression.entering import (
    AtEvent,
    NewLedgers,
    Why,
    begin,
    close,
    enter,
    new_ledgers,
    open_ledgers,
    set_admin,
)
from rookiebattle.progression.ledger import BEADS, FactChange
from rookiebattle.progression.models import Act
from rookiebattle.progression.queries import Row
from rookiebattle.progression.schemas import (
    MOST_BEADS,
    AdminEntry,
    Award,
    Awarded,
    ProgressFields,
    wire_name,
)
from rookiebattle.progression.timeline import (
    award_choices,
    for_administrators,
    member_timeline,
    own_guide,
    own_latest,
    own_timeline,
)
from rookiebattle.progression.wording import has_it
from rookiebattle.settings import get_settings

NO_ENTRY = "This entry doesn’t exist."
NO_AWARD = "These beads were already taken back."
NOT_UNDONE = "Only entries that someone made can be undone."
UNDONE_BEFORE = "This entry was already undone."
CHANGED_SINCE = "This has changed again since. Undo the newer entry first."
BELOW_ZERO = "There are fewer beads now than this entry awarded."
TOO_MANY = f"A member may have at most {MOST_BEADS:,} beads of one color."
NO_APPROVER = "No one with an account has this id"

__all__ = [
    "AtEvent",
    "NewLedgers",
    "Why",
    "award",
    "award_choices",
    "award_sizes",
    "begin",
    "close",
    "differences",
    "differing",
    "hold",
    "member_timeline",
    "new_ledgers",
    "open_ledgers",
    "own_guide",
    "own_latest",
    "own_timeline",
    "restore",
    "set_admin",
    "set_progress",
    "undo",
    "undo_award",
    "wire_name",
]


def hold(session: Session, *, user_ids: Collection[str], wanted: ProgressFields) -> list[User]:
    """Lock the members who are about to change; erased and unknown ones are left out.

    All administrators are locked first when one of them may lose the role: two of them who dismiss
    each other then wait for one another in one order.
    """
    if wanted.facts().get("is_admin") is False:
        accounts.hold_administrators(session)
    return queries.locked(session, user_ids)


def differing(user: User, wanted: ProgressFields) -> list[str]:
    """The names of the facts that would change."""
    before = ledger.facts_of(user)
    return [one.what for one in ledger.changes(before, before | wanted.facts())]


def set_progress(
    session: Session,
    actor: Actor,
    *,
    members: Sequence[User],
    wanted: ProgressFields,
    reason: str | None = None,
) -> dict[str, list[FactChange]]:
    """Make the facts of members what was sent; returns what changed, by the member's id.

    The caller may update accounts, got the rows from `hold`, and writes the audit lines.
    Raises Invalid for a change that no rule allows, and Conflict for the last administrator.
    """
    sent, changed = wanted.facts(), {}
    for user in members:
        before = ledger.facts_of(user)
        after = before | sent
        if refused := policy.refused_fields(before, after):
            raise Invalid(fields=refused)
        changed[user.id] = ledger.changes(before, after)
    _keep_an_admin(session, changed)
    enter(
        session,
        actor,
        changed=[(user, changed[user.id]) for user in members],
        why=Why(reason=reason),
    )
    return changed


def _keep_an_admin(session: Session, changed: dict[str, list[FactChange]]) -> None:
    dismissed = {
        user_id
        for user_id, changes in changed.items()
        if any(one.what == "is_admin" and not one.after for one in changes)
    }
    if dismissed:
        accounts.keep_one_admin(session, without=dismissed)


@writes
def award(
    session: Session,
    actor: Actor,
    *,
    user_ids: Collection[str],
    values: Award,
    event: AtEvent | None = None,
    is_reached: bool = False,
) -> Awarded:
    """Give beads to members, at an event or without one.

    For administrators; for leads to members of their chapter, and to everybody whom the caller has
    found at an event in reach (`is_reached`). Raises Invalid for what this bead needs and lacks,
    and for members who got it at this event before, unless it is meant; Forbidden without the
    authority, NotFound when one of the members does not exist or is out of reach, Conflict for more
    beads than anybody may have.
    """
    reach = actor.require_reach(Permission.ALL_PROGRESS_AWARD)
    bead = award_named(values.bead)
    _check_authority(session, actor, bead, values)
    if missing := policy.missing_for(bead, at_event=event is not None, incident=values.incident):
        raise Invalid(fields=missing)
    members = queries.locked(session, user_ids)
    if len(members) < len(set(user_ids)):
        raise NotFound(NO_MEMBER)
    if not (reach.is_everywhere or is_reached):
        _refuse_out_of_reach(actor, Permission.ALL_PROGRESS_AWARD, members)
    if event is not None and not values.again:
        _refuse_again(session, members, bead, event)
    changed = [(one, _given(one, bead, values.count)) for one in members]
    award_id = new_id()
    why = Why(
        Act.AWARD, values.reason, values.incident, event, values.approved_by, award_id=award_id
    )
    enter(session, actor, changed=changed, why=why)
    for user, changes in changed:
        _note(session, actor, "progress.awarded", user, changes[0], why)
    return Awarded(awarded=len(members), award_id=award_id)


def _refuse_out_of_reach(
    actor: Actor, permission: Permission, members: Sequence[User], missing: str = NO_MEMBER
) -> None:
    """Raise NotFound when one of these members is of no chapter where the actor may do it."""
    if not all(actor.may(permission, at=Scope(one.chapter_id)) for one in members):
        raise NotFound(missing)


def _refuse_again(
    session: Session, members: Sequence[User], bead: BeadColor, event: AtEvent
) -> None:
    ids = [one.id for one in members]
    before = queries.awarded_before(session, ids, f"{BEADS}.{bead.key}", event.id)
    if before:
        raise Invalid(fields={"again": has_it(len(before), of=len(ids))})


@writes
def undo_award(session: Session, actor: Actor, *, award_id: str) -> int:
    """Undo what an award gave, for all members who still have it; returns for how many.

    Former members keep nothing that could be undone. All are undone or none. For administrators,
    and as `undo` says for leads. Raises NotFound, Forbidden, and Conflict as `undo`.
    """
    actor.require_reach(Permission.ALL_PROGRESS_UNDO)
    found = {one.user_id: one for one in queries.of_award(session, known_id(award_id, NO_AWARD))}
    members = queries.locked(session, list(found))
    if not members:
        raise NotFound(NO_AWARD)
    for user in members:
        one = found[user.id]
        _refuse_undoing(actor, user, one, NO_AWARD)
        change = _opposite(session, user, one)
        event = AtEvent(one.event_id, one.event_title or "") if one.event_id else None
        why = Why(Act.UNDO, event=event, undoes=one.id)
        enter(session, actor, changed=[(user, [change])], why=why)
        _note(session, actor, "progress.undone", user, change, why)
    return len(members)


def award_sizes(session: Session, actor: Actor, *, award_ids: Collection[str]) -> dict[str, int]:
    """Award id → how many members still have its beads; administrators only, as the log."""
    actor.require(Permission.ALL_PROGRESS_READ)
    return queries.award_sizes(session, award_ids) if award_ids else {}


def _check_authority(session: Session, actor: Actor, bead: BeadColor, values: Award) -> None:
    own, approving = session.get(User, actor.user_id), None
    if values.approved_by:
        approving = session.get(User, values.approved_by)
        if approving is None or approving.erased_at:
            raise Invalid(fields={"approvedBy": NO_APPROVER})
    is_by_rank = policy.may_award(
        bead,
        own_rank=own.admin_rank if own else 0,
        approving_rank=approving.admin_rank if approving else 0,
    )
    is_administrator = Permission.ALL_PROGRESS_AWARD in actor.permissions
    if not policy.has_role_for(bead, actor.grants) and not (is_administrator and is_by_rank):
        raise Forbidden(policy.authority_words(bead))


def _given(user: User, bead: BeadColor, count: int) -> list[FactChange]:
    held = user.award_beads.get(bead.key, 0)
    change = FactChange(f"{BEADS}.{bead.key}", held, held + count)
    _refuse_too_many(change)
    return [change]


def _refuse_too_many(change: FactChange) -> None:
    """Refuse more beads than the form of a member takes."""
    if ledger.is_count(change.what) and int(change.after) > MOST_BEADS:
        raise Conflict(TOO_MANY)


@writes
def undo(session: Session, actor: Actor, *, entry_id: str, reason: str | None = None) -> AdminEntry:
    """Write the opposite of an entry and return it.

    For administrators; for leads an award to a member of their chapter, or one of their own, of
    beads that they may award. Raises NotFound, Forbidden, and Conflict for an entry that was undone
    before, that was overtaken by a newer one, or whose opposite would be negative, too many, or an
    administrator's role for an account that nobody could sign in to.
    """
    actor.require_reach(Permission.ALL_PROGRESS_UNDO)
    found = _entry(session, entry_id)
    if found.what == "is_admin":
        # The administrators are locked before the member, as everywhere.
        accounts.hold_administrators(session)
    members = queries.locked(session, [found.user_id])
    if not members:
        raise NotFound(NO_ENTRY)
    _refuse_undoing(actor, members[0], found, NO_ENTRY)
    change = _opposite(session, members[0], found)
    _keep_an_admin(session, {found.user_id: [change]})
    event = AtEvent(found.event_id, found.event_title or "") if found.event_id else None
    why = Why(Act.UNDO, reason, event=event, undoes=found.id)
    enter(session, actor, changed=[(members[0], [change])], why=why)
    _note(session, actor, "progress.undone", members[0], change, why)
    return for_administrators(queries.undoing(session, found.id))


def _entry(session: Session, entry_id: str) -> Row:
    found = queries.entry(session, known_id(entry_id, NO_ENTRY))
    if found is None:
        raise NotFound(NO_ENTRY)
    return found


def _refuse_undoing(actor: Actor, user: User, entry: Row, missing: str) -> None:
    """Refuse a lead what a role does not undo, also entries of other chapters."""
    if Permission.ALL_PROGRESS_UNDO in actor.permissions:
        return
    if entry.actor_id != actor.user_id:
        _refuse_out_of_reach(actor, Permission.ALL_PROGRESS_UNDO, [user], missing)
    if not policy.undoes_by_role(entry.act, entry.what, actor.grants):
        raise Forbidden()


def _opposite(session: Session, user: User, entry: Row) -> FactChange:
    if not policy.can_be_undone(entry.act):
        raise Conflict(NOT_UNDONE)
    if queries.undone(session, [entry.id]):
        raise Conflict(UNDONE_BEFORE)
    now = ledger.facts_of(user).get(entry.what, ledger.default_of(entry.what))
    change = ledger.opposite(entry, now)
    if change is None:
        raise Conflict(BELOW_ZERO if ledger.is_count(entry.what) else CHANGED_SINCE)
    _refuse_too_many(change)
    if change.what == "is_admin" and change.after:
        _refuse_lost_admin(user)
    return change


def _refuse_lost_admin(user: User) -> None:
    """Refuse to give the role back to an account that nobody could then sign in to."""
    if not may_be_admin(user, email=user.email, admin_emails=get_settings().admin_emails):
        raise Conflict(NOT_CLAIMED)


def _note(
    session: Session, actor: Actor, action: str, user: User, change: FactChange, why: Why
) -> None:
    """Note the change, without the free text: the log outlives the account."""
    accounts.revise(
        session,
        actor,
        user=user,
        action=action,
        fields=[change.what],
        changes=[told(change), *_at(why)],
        details={"award": why.award_id} if why.award_id else {},
    )


def _at(why: Why) -> list[Told]:
    return [Told(field="Event", after=why.event.title)] if why.event else []
