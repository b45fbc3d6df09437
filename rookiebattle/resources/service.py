"""Verbs of resources: listing, searching, adding, changing and deleting them."""

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import Change, differences, record_change
from rookiebattle.core.conflicts import refuse_overtaken
from rookiebattle.core.database.db import new_id, writes
from rookiebattle.core.errors import NotFound
from rookiebattle.core.pagination import Page
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.core.values.words import sort_key, sought, words_of
from rookiebattle.resources import queries
from rookiebattle.resources.policy import may_open
from rookiebattle.resources.queries import resources, words
from rookiebattle.resources.schemas import (
    ResourceFilter,
    ResourceList,
    ResourcePatch,
    ResourcePut,
    ResourceRead,
    ResourceRecord,
    ResourceSearch,
    ResourceWrite,
)
from rookiebattle.resources.wording import told_of

MISSING = "This resource doesn’t exist."


def list_resources(session: Session, actor: Actor, *, wanted: ResourceFilter) -> ResourceList:
    """Resources by title; the addresses of private ones only for members."""
    if wanted.text.strip():
        return _search(session, actor, wanted)
    total = queries.total(session, wanted.category)
    rows = queries.page_of(session, wanted.category, wanted.window)
    return ResourceList(_as_seen(actor, rows), total)


def _search(session: Session, actor: Actor, wanted: ResourceFilter) -> ResourceList:
    beginnings = sought(wanted.text)
    if not beginnings:
        return ResourceList([], 0)
    found = queries.found(session, beginnings, wanted.category)
    start = wanted.window.offset
    page = found.items[start : start + wanted.window.limit]
    rows = queries.by_ids(session, page) if page else []
    return ResourceList(_as_seen(actor, rows), found.total, found.has_more)


def _as_seen(actor: Actor, rows: Sequence[sa.Row[Any]]) -> list[ResourceRead]:
    return [_seen(actor, row) for row in rows]


def _seen(actor: Actor, row: sa.Row[Any]) -> ResourceRead:
    values = {name: getattr(row, name) for name in ResourceRead.model_fields}
    if not may_open(actor, is_public=row.is_public):
        values["external_url"] = None
    return ResourceRead(**values)


def search_resources(
    session: Session, actor: Actor, *, wanted: ResourceSearch
) -> Page[ResourceRecord]:
    """Resources as the console lists them: every word of the search begins a word of each."""
    actor.require(Permission.ALL_RESOURCE_READ)
    beginnings = sought(wanted.text)
    if wanted.text.strip() and not beginnings:
        return Page([], 0)
    rows = queries.search_all(session, wanted, beginnings)
    total = queries.search_count(session, wanted, beginnings)
    return Page([ResourceRecord.model_construct(**row._mapping) for row in rows], total)


def get_resource(session: Session, actor: Actor, *, resource_id: str) -> ResourceRecord:
    """One resource with everything about it; administrators only. Raises NotFound."""
    actor.require(Permission.ALL_RESOURCE_READ)
    return _existing(session, resource_id)


@writes
def create_resource(session: Session, actor: Actor, *, values: ResourceWrite) -> ResourceRecord:
    """Add a resource; administrators only."""
    actor.require(Permission.ALL_RESOURCE_CREATE)
    now, id_ = clock.now(), new_id()
    columns = {"id": id_, "created_by": actor.user_id, "created_at": now, "updated_at": now}
    session.execute(sa.insert(resources).values({**columns, **_columns(values)}))
    return _indexed(session, actor, "resource.created", id_, before={})


@writes
def update_resource(
    session: Session,
    actor: Actor,
    *,
    resource_id: str,
    values: ResourcePut | ResourcePatch,
    seen: ResourceRead | None = None,
) -> ResourceRecord:
    """Replace a resource's values, or change those that were sent; administrators only.

    `seen` is what the caller read before. Raises Overtaken when somebody else has changed one of
    the sent fields since then.
    """
    actor.require(Permission.ALL_RESOURCE_UPDATE)
    was = _existing(session, resource_id, lock=True)
    if seen:
        refuse_overtaken(was, values, seen, thing="resource")
    changed = sa.update(resources).where(resources.c.id == was.id)
    session.execute(changed.values({**_columns(values), "updated_at": clock.now()}))
    session.execute(sa.delete(words).where(words.c.resource_id == was.id))
    return _indexed(session, actor, "resource.updated", was.id, before=told_of(was))


@writes
def set_visibility(
    session: Session, actor: Actor, *, resource_ids: Sequence[str], is_public: bool
) -> list[str]:
    """Let everybody open these resources, or members only; returns the ids of the changed ones.

    Administrators only. Resources that are gone meanwhile are left out.
    """
    actor.require(Permission.ALL_RESOURCE_UPDATE)
    ids = [known_id(one, MISSING) for one in resource_ids]
    found = [row for row in queries.locked(session, ids) if row.is_public is not is_public]
    its = resources.c.id.in_([row.id for row in found])
    values = {"is_public": is_public, "updated_at": clock.now()}
    session.execute(sa.update(resources).where(its).values(values))
    for row in found:
        before = told_of(ResourceRecord.model_construct(**row._mapping))
        _noted(session, actor, "resource.updated", row.id, before=before)
    return [row.id for row in found]


@writes
def delete_resource(session: Session, actor: Actor, *, resource_id: str) -> None:
    """Delete a resource, not the document it links to; administrators only."""
    actor.require(Permission.ALL_RESOURCE_DELETE)
    was = _existing(session, resource_id, lock=True)
    _record(session, actor, "resource.deleted", was, differences(told_of(was), {}))
    session.execute(sa.delete(resources).where(resources.c.id == was.id))


def _existing(session: Session, resource_id: str, *, lock: bool = False) -> ResourceRecord:
    row = queries.one(session, known_id(resource_id, MISSING), lock=lock)
    if row is None:
        raise NotFound(MISSING)
    return ResourceRecord.model_construct(**row._mapping)


def _columns(values: ResourceWrite) -> dict[str, object]:
    """The columns that were sent, and the order of the list that follows the title."""
    sent = values.columns()
    return sent | {"sort_title": sort_key(values.title)} if "title" in sent else sent


def _indexed(
    session: Session, actor: Actor, action: str, resource_id: str, *, before: Mapping[str, str]
) -> ResourceRecord:
    """Write the words by which the resource is found, and the audit line."""
    noted = _noted(session, actor, action, resource_id, before=before)
    same = {"resource_id": resource_id, "category": noted.category}
    rows = [
        {**same, "word": word} for word in words_of(noted.title, noted.description, noted.keywords)
    ]
    if rows:
        session.execute(sa.insert(words), rows)
    return noted


def _noted(
    session: Session, actor: Actor, action: str, resource_id: str, *, before: Mapping[str, str]
) -> ResourceRecord:
    """Write the audit line and return the resource as it is now."""
    now = _existing(session, resource_id)
    _record(session, actor, action, now, differences(before, told_of(now)))
    return now


def _record(
    session: Session, actor: Actor, action: str, one: ResourceRecord, changes: list[Change]
) -> None:
    details = {"title": one.title}
    record_change(session, actor, action, one.id, thing=one.title, changes=changes, details=details)
