"""Verbs of resources: listing, searching, adding, changing and deleting them."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.db import new_id, writes
from rookiebattle.core.errors import NotFound
from rookiebattle.core.ids import known_id
from rookiebattle.core.permissions import Permission
from rookiebattle.resources import counting, queries
from rookiebattle.resources.policy import may_open
from rookiebattle.resources.queries import resources, words
from rookiebattle.resources.schemas import (
    ResourceFilter,
    ResourceList,
    ResourcePut,
    ResourceRead,
    ResourceRecord,
    ResourceWrite,
)
from rookiebattle.resources.words import sort_key, sought, words_of

MISSING = "This resource does not exist."


def list_resources(session: Session, actor: Actor, *, wanted: ResourceFilter) -> ResourceList:
    """Resources by title; the addresses of private ones only for members."""
    if wanted.text.strip():
        return _search(session, actor, wanted)
    total = counting.total(session, wanted.category)
    rows = queries.page_of(session, wanted.category, wanted.window)
    return ResourceList(_as_seen(actor, rows), total)


def _search(session: Session, actor: Actor, wanted: ResourceFilter) -> ResourceList:
    beginnings = sought(wanted.text)
    if not beginnings:
        return ResourceList([], 0)
    found = queries.found(session, beginnings, wanted.category)
    start = wanted.window.offset
    page = found.ids[start : start + wanted.window.limit]
    rows = queries.by_ids(session, page) if page else []
    return ResourceList(_as_seen(actor, rows), len(found.ids), found.has_more)


def _as_seen(actor: Actor, rows: Sequence[sa.Row[Any]]) -> list[ResourceRead]:
    return [_seen(actor, row) for row in rows]


def _seen(actor: Actor, row: sa.Row[Any]) -> ResourceRead:
    values = {name: getattr(row, name) for name in ResourceRead.model_fields}
    if not may_open(actor, is_public=row.is_public):
        values["external_url"] = None
    return ResourceRead(**values)


@writes
def create_resource(session: Session, actor: Actor, *, values: ResourceWrite) -> ResourceRecord:
    """Add a resource; administrators only."""
    actor.require(Permission.ALL_RESOURCE_CREATE)
    now, id_ = clock.now(), new_id()
    columns = {"id": id_, "created_by": actor.user_id, "created_at": now, "updated_at": now}
    session.execute(sa.insert(resources).values({**columns, **_columns(values)}))
    return _indexed(session, actor, "resource.created", id_)


@writes
def update_resource(
    session: Session, actor: Actor, *, resource_id: str, values: ResourcePut
) -> ResourceRecord:
    """Replace a resource's values; administrators only."""
    actor.require(Permission.ALL_RESOURCE_UPDATE)
    id_ = _existing(session, resource_id)
    changed = sa.update(resources).where(resources.c.id == id_)
    session.execute(changed.values({**_columns(values), "updated_at": clock.now()}))
    session.execute(sa.delete(words).where(words.c.resource_id == id_))
    return _indexed(session, actor, "resource.updated", id_)


@writes
def delete_resource(session: Session, actor: Actor, *, resource_id: str) -> None:
    """Delete a resource, not the document it links to; administrators only."""
    actor.require(Permission.ALL_RESOURCE_DELETE)
    id_ = _existing(session, resource_id)
    _noted(session, actor, "resource.deleted", id_)
    session.execute(sa.delete(resources).where(resources.c.id == id_))


def _existing(session: Session, resource_id: str) -> str:
    id_ = known_id(resource_id, MISSING)
    if queries.one(session, id_, lock=True) is None:
        raise NotFound(MISSING)
    return id_


def _columns(values: ResourceWrite) -> dict[str, object]:
    """The columns that were sent. A change may leave out category and visibility."""
    always = {"title", "description", "external_url"}
    left_out = type(values).model_fields.keys() - values.model_fields_set - always
    kept = left_out if isinstance(values, ResourcePut) else set()
    return {
        **values.model_dump(mode="json", by_alias=False, exclude=kept),
        "sort_title": sort_key(values.title),
    }


def _indexed(session: Session, actor: Actor, action: str, resource_id: str) -> ResourceRecord:
    """Write the words by which the resource is found."""
    noted = _noted(session, actor, action, resource_id)
    same = {"resource_id": resource_id, "category": noted.category}
    rows = [{**same, "word": word} for word in words_of(noted.title, noted.description)]
    if rows:
        session.execute(sa.insert(words), rows)
    return noted


def _noted(session: Session, actor: Actor, action: str, resource_id: str) -> ResourceRecord:
    """Write the audit line and return the resource as it is now."""
    row = queries.one(session, resource_id, lock=False)
    if row is None:
        raise NotFound(MISSING)
    audit.record(session, actor, action, resource_id, title=row.title)
    return ResourceRecord(**row._mapping)
