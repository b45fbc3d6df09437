"""Verbs about members, for administrators: listing, adding and changing them. Leads read those of
their chapter."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import User
from rookiebattle.accounts.policy import may_be_admin, sees_ages
from rookiebattle.accounts.schemas import AWARD_BEADS, WarriorPath
from rookiebattle.accounts.wording import NO_MEMBER, NOT_CLAIMED
from rookiebattle.chapters import service as chapters
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import differences
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Invalid, NotFound, Overtaken
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.addresses import folded_address
from rookiebattle.core.values.ids import known_id
from rookiebattle.core.values.words import sought
from rookiebattle.members import finding, wording
from rookiebattle.members.schemas import ChapterName
from rookiebattle.members.service import keep_chapter
from rookiebattle.members.users import (
    AdminUser,
    ChapterMove,
    UserCreate,
    UserFields,
    UserFilter,
    UserList,
    UserPatch,
    UsersPatch,
    UsersUpdated,
    UserUpdated,
)
from rookiebattle.progression import service as progression
from rookiebattle.progression.changes import told, value_words
from rookiebattle.progression.ledger import default_of, facts_of
from rookiebattle.progression.schemas import ProgressFields
from rookiebattle.settings import get_settings

# The fields that are plain columns; the ledger keeps the others.
PLAIN = tuple(one for one in UserFields.model_fields if one not in ProgressFields.model_fields)


def list_users(session: Session, actor: Actor, *, wanted: UserFilter) -> UserList:
    """A page of all members; for administrators, and for leads those of their chapter.

    A search finds at most `MOST_FOUND`.
    """
    reach = actor.require_reach(Permission.ALL_ACCOUNT_READ)
    return find_users(session, actor, wanted=replace(wanted, reach=reach))


def find_users(session: Session, actor: Actor, *, wanted: UserFilter) -> UserList:
    """As `list_users`, within the filter's `reach`: the verb has asked for another permission."""
    if wanted.text.strip():
        return _search(session, actor, wanted)
    rows = finding.page_of(session, wanted)
    return UserList([_read(actor, row) for row in rows], finding.total(session, wanted))


def ids_named(text: str) -> sa.Select[Any]:
    """The ids of the members whose listed name has these words, for a list that shows nothing else
    of them and filters by itself."""
    return finding.named(text)


def _search(session: Session, actor: Actor, wanted: UserFilter) -> UserList:
    beginnings = sought(wanted.text)
    if not beginnings:
        return UserList([], 0)
    found = finding.search(session, beginnings, wanted, finding.total(session, wanted))
    start = wanted.window.offset
    page = found.items[start : start + wanted.window.limit]
    rows = finding.by_ids(session, page, wanted) if page else []
    return UserList([_read(actor, row) for row in rows], found.total, found.has_more)


def _read(actor: Actor, row: sa.Row[Any]) -> AdminUser:
    columns = {name: row._mapping[name] for name in AdminUser.model_fields if name in row._mapping}
    if row.age_band and not sees_ages(actor):
        columns["age_band"] = ""
    columns["award_beads"] = dict.fromkeys(AWARD_BEADS, 0) | row.award_beads
    paths = row.warrior_paths.items()
    columns["warrior_paths"] = {key: WarriorPath.model_construct(**parts) for key, parts in paths}
    chapter = ChapterName(id=row.chapter_id, name=row.chapter_name) if row.chapter_id else None
    # Leads read an account without an address as claimed: most unclaimed ones are of minors, whom a
    # guardian or a gate has added.
    is_claimed = row.issuer is not None or not (row.email or sees_ages(actor))
    return AdminUser.model_construct(**columns, chapter=chapter, is_claimed=is_claimed)


def get_user(session: Session, actor: Actor, *, user_id: str) -> AdminUser:
    """One member; for administrators and leads of the member's chapter. Raises NotFound."""
    reach = actor.require_reach(Permission.ALL_ACCOUNT_READ)
    row = finding.one(session, known_id(user_id, NO_MEMBER), reach)
    if row is None:
        raise NotFound(NO_MEMBER)
    return _read(actor, row)


@writes
def create_user(session: Session, actor: Actor, *, values: UserCreate) -> AdminUser:
    """Add somebody who has not signed in yet; administrators only.

    Their first sign-in with this address, once verified, takes the account over. Raises Invalid
    for a name or address that is taken, an unknown chapter, and an administrator.
    """
    actor.require(Permission.ALL_ACCOUNT_CREATE)
    keep_chapter(session, values.chapter_id)
    user = User()
    session.add(user)
    _change(session, actor, user, values, action="account.added", reason=values.reason)
    if values.invite:
        accounts.invite(session, actor, user_ids=[user.id])
    return get_user(session, actor, user_id=user.id)


@writes
def update_user(session: Session, actor: Actor, *, user_id: str, values: UserPatch) -> UserUpdated:
    """Change the fields that were sent; administrators only.

    Raises NotFound, Invalid, Conflict for the last administrator, and Overtaken when somebody else
    changed one of the same fields after the version that was sent.
    """
    actor.require(Permission.ALL_ACCOUNT_UPDATE)
    if "chapter_id" in values.model_fields_set:
        keep_chapter(session, values.chapter_id)
    user = _held(session, [user_id], values)[0]
    others: Mapping[str, str] = {}
    if values.version is not None:
        wanted = [*_differing(user, values), *progression.differing(user, values)]
        others = _refuse_overtaken(session, actor, user, values.version, wanted)
    _change(session, actor, user, values, action="account.updated", reason=values.reason)
    found = get_user(session, actor, user_id=user.id)
    return UserUpdated.model_construct(
        **vars(found), also_changed=wording.also_changed_words(others)
    )


@writes
def move_user(session: Session, actor: Actor, *, user_id: str, values: ChapterMove) -> AdminUser:
    """Put a member into a chapter or into none; administrators only."""
    patch = UserPatch.model_validate({"chapter_id": values.chapter_id})
    return update_user(session, actor, user_id=user_id, values=patch)


@writes
def update_users(session: Session, actor: Actor, *, values: UsersPatch) -> UsersUpdated:
    """Change and invite several members at once, all or none; administrators only."""
    actor.require(Permission.ALL_ACCOUNT_UPDATE)
    names = values.model_fields_set - {"user_ids", "invite"}
    sent = {name: getattr(values, name) for name in names}
    patch = UserPatch.model_validate(sent)
    if "chapter_id" in sent:
        keep_chapter(session, values.chapter_id)
    members = _held(session, values.user_ids, patch)
    changes = [
        _change(session, actor, user, patch, action="account.updated", reason=values.reason)
        for user in members
    ]
    ids = [user.id for user in members] if values.invite else []
    return UsersUpdated(
        changed=sum(changes), invited=accounts.invite(session, actor, user_ids=ids) if ids else 0
    )


def update_each(
    session: Session, actor: Actor, *, patches: Mapping[str, UserPatch], reason: str
) -> None:
    """Change several members, each by id in their own way; administrators only.

    The caller writes. Raises NotFound when one of them does not exist anymore.
    """
    actor.require(Permission.ALL_ACCOUNT_UPDATE)
    for user in _held(session, [*patches], UserPatch.model_validate({})):
        values = patches[user.id]
        _change(session, actor, user, values, action="account.updated", reason=reason)


def _held(session: Session, user_ids: Collection[str], wanted: ProgressFields) -> Sequence[User]:
    known = {known_id(one, NO_MEMBER) for one in user_ids}
    members = progression.hold(session, user_ids=known, wanted=wanted)
    if len(members) < len(known):
        raise NotFound(NO_MEMBER)
    return members


def _refuse_overtaken(
    session: Session, actor: Actor, user: User, version: int, wanted: Sequence[str]
) -> Mapping[str, str]:
    """Refuse what somebody else changed after this version.

    Returns who changed other fields, by those: they go together with what is wanted.
    """
    since = {
        one.field: wording.YOU if one.actor_id == actor.user_id else one.by
        for one in accounts.revised_since(session, user_id=user.id, version=version).values()
    }
    overtaken = {name: since[name] for name in wanted if name in since}
    if overtaken:
        now = _now(session, user, overtaken)
        fields = {
            progression.wire_name(field): wording.meanwhile_words(by, now[field])
            for field, by in overtaken.items()
        }
        raise Overtaken(wording.overtaken_words(overtaken), fields)
    return since


def _now(session: Session, user: User, fields: Collection[str]) -> dict[str, str]:
    """These columns and facts of a member in words."""
    plain = _told(session, user, [one for one in fields if one in PLAIN])
    facts = facts_of(user)
    return {
        one: plain[wording.field_label(one)]
        if one in PLAIN
        else value_words(one, facts.get(one, default_of(one)))
        for one in fields
    }


def _change(
    session: Session,
    actor: Actor,
    user: User,
    values: UserFields,
    *,
    action: str,
    reason: str | None,
) -> bool:
    """Write what differs, and note it; False when nothing does."""
    _refuse_lost_admin(user, values)
    plain = _differing(user, values)
    before = _told(session, user, plain)
    _write(session, user, plain)
    kept = progression.set_progress(session, actor, members=[user], wanted=values, reason=reason)
    fields = [*plain, *(one.what for one in kept[user.id])]
    if fields:
        changes = differences(before, _told(session, user, plain))
        changes += [told(one) for one in kept[user.id]]
        accounts.revise(session, actor, user=user, action=action, fields=fields, changes=changes)
    return bool(fields)


def _told(session: Session, user: User, names: Collection[str]) -> dict[str, str]:
    """These columns of a member as the audit log tells them."""
    values = {name: getattr(user, name) for name in names}
    if user.chapter_id and "chapter_id" in values:
        values["chapter_id"] = chapters.name_of(session, user.chapter_id)
    return {
        wording.field_label(name): "" if one is None else str(one) for name, one in values.items()
    }


def _differing(user: User, values: UserFields) -> dict[str, Any]:
    sent = {name: getattr(values, name) for name in PLAIN if name in values.model_fields_set}
    if "email" in sent:
        sent["email"] = folded_address(sent["email"])
    return {name: value for name, value in sent.items() if getattr(user, name) != value}


def _write(session: Session, user: User, plain: Mapping[str, Any]) -> None:
    if "email" in plain:
        accounts.readdress(session, user, email=plain["email"])
    if "game_name" in plain:
        accounts.rename(session, user, game_name=plain["game_name"])
    for name in plain.keys() - {"email", "game_name"}:
        setattr(user, name, plain[name])


def _refuse_lost_admin(user: User, values: UserFields) -> None:
    """Refuse to make an administrator of an account that nobody could then sign in to."""
    sent = values.model_fields_set
    is_admin = values.is_admin if "is_admin" in sent else user.is_admin
    email = values.email if "email" in sent else user.email
    if not is_admin or not sent & {"is_admin", "email"}:
        return
    if not may_be_admin(user, email=email, admin_emails=get_settings().admin_emails):
        field = "isAdmin" if "is_admin" in sent else "email"
        raise Invalid(NOT_CLAIMED, {field: NOT_CLAIMED})
