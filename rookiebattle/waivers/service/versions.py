"""Verbs of the texts: what is in force, drafts, and publishing one."""

from collections.abc import Sequence
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlmodel import SQLModel, col

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import differences, record_change
from rookiebattle.core.conflicts import refuse_overtaken
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, Invalid, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.core.values.markdown import html_of_markdown
from rookiebattle.settings import get_settings
from rookiebattle.waivers import notice, queries
from rookiebattle.waivers.hooks import standing_changed
from rookiebattle.waivers.models import Form, VersionState, WaiverVersion
from rookiebattle.waivers.schemas.versions import (
    VersionPatch,
    VersionPreview,
    VersionRead,
    VersionWrite,
    WaiverRead,
)
from rookiebattle.waivers.wording import digest_of, version_words

MISSING = "This version doesn’t exist."
IS_FIXED = "This version was published, so nothing of it changes. Write a new draft instead."
OVERTAKEN = "Someone else just published a version of this form. Please look at theirs first."
TEXTS = Path(__file__).parent.parent / "texts"
versions = SQLModel.metadata.tables[str(WaiverVersion.__tablename__)]


def list_in_force(session: Session, _actor: Actor) -> list[WaiverRead]:
    """The texts that are signed now, at most one of each form."""
    return [_in_force(one) for one in queries.in_force(session).values()]


def _in_force(one: WaiverVersion) -> WaiverRead:
    assert one.number is not None
    assert one.published_at is not None
    return WaiverRead(
        form=Form(one.form),
        version=one.number,
        text=one.text,
        html=html_of_markdown(one.text),
        sha256=one.sha256,
        valid_months=one.valid_months,
        published_at=one.published_at,
    )


def list_versions(
    session: Session, actor: Actor, *, form: Form | None = None
) -> Sequence[VersionRead]:
    """All versions, of a form or of both, drafts first, then the newest; administrators only."""
    actor.require(Permission.ALL_VERSION_READ)
    return [_read(one) for one in queries.all_versions(session, form)]


def get_version(session: Session, actor: Actor, *, version_id: str) -> VersionRead:
    """One version; administrators only. Raises NotFound."""
    actor.require(Permission.ALL_VERSION_READ)
    return _read(_existing(session, version_id))


def people_signed(session: Session, actor: Actor, *, form: Form) -> int:
    """The number of people who must sign again once a version is published; administrators only."""
    actor.require(Permission.ALL_VERSION_READ)
    current = queries.in_force(session).get(form)
    return queries.people_signed(session, current.id, clock.now()) if current else 0


def first_text(session: Session, actor: Actor, *, form: Form) -> VersionWrite:
    """The beginning of a new draft: the text in force, or an example; administrators only."""
    actor.require(Permission.ALL_VERSION_READ)
    if current := queries.in_force(session).get(form):
        return VersionWrite(form=form, text=current.text, valid_months=current.valid_months)
    club = get_settings().org_name
    example = (TEXTS / f"{form}.md").read_text("utf-8")
    text = example.replace("{club}", club).replace("{CLUB}", club.upper())
    return VersionWrite(form=form, text=text)


def preview(_session: Session, actor: Actor, *, form: Form, text: str) -> VersionPreview:
    """A text as it will look, and what it lacks to be published; administrators only."""
    actor.require(Permission.ALL_VERSION_READ)
    return VersionPreview(html_of_markdown(text), _lacking(form, text))


@writes
def create_version(session: Session, actor: Actor, *, values: VersionWrite) -> VersionRead:
    """Add a draft; administrators only."""
    actor.require(Permission.ALL_VERSION_CREATE)
    draft = WaiverVersion(**values.model_dump(by_alias=False), sha256=digest_of(values.text))
    session.add(draft)
    session.flush()
    _note(session, actor, "waiver.created", draft, before={})
    return _read(draft)


@writes
def update_version(
    session: Session,
    actor: Actor,
    *,
    version_id: str,
    values: VersionPatch,
    seen: VersionRead | None = None,
) -> VersionRead:
    """Change a draft; administrators only. Raises Conflict once it was published.

    `seen` is what the caller read before: Overtaken tells of what somebody else changed since.
    """
    actor.require(Permission.ALL_VERSION_UPDATE)
    draft = _draft(session, version_id)
    if seen:
        refuse_overtaken(_read(draft), values, seen, thing="draft")
    before = _told(draft)
    for name in values.model_fields_set:
        setattr(draft, name, getattr(values, name))
    draft.sha256 = digest_of(draft.text)
    session.flush()
    _note(session, actor, "waiver.updated", draft, before=before)
    return _read(draft)


@writes
def delete_version(session: Session, actor: Actor, *, version_id: str) -> None:
    """Delete a draft; administrators only. Raises Conflict once it was published."""
    actor.require(Permission.ALL_VERSION_UPDATE)
    draft = _draft(session, version_id)
    thing, changes = version_words(draft.form, None), differences(_told(draft), {})
    record_change(session, actor, "waiver.deleted", draft.id, thing=thing, changes=changes)
    session.delete(draft)


@writes
def publish_version(session: Session, actor: Actor, *, version_id: str) -> VersionRead:
    """Put a draft in force instead of the version of before, so everybody signs again.

    Administrators only. Raises Invalid, with the reason, for a form for minors without the notice,
    and Conflict when another version was published meanwhile.
    """
    actor.require(Permission.ALL_VERSION_UPDATE)
    draft = _draft(session, version_id)
    if reason := _lacking(draft.form, draft.text):
        raise Invalid(reason, {"text": reason})
    current = queries.in_force(session).get(Form(draft.form))
    if current and not _replaced(session, current.id):
        raise Conflict(OVERTAKEN)
    draft.number = queries.last_number(session, draft.form) + 1
    draft.state, draft.published_at = VersionState.PUBLISHED, clock.now()
    try:
        session.flush()
    except IntegrityError as number_taken:
        # Somebody else publishes the first version of the form at this moment.
        raise Conflict(OVERTAKEN) from number_taken
    _note(session, actor, "waiver.published", draft, before={})
    standing_changed.fire(session, user_id=None)
    return _read(draft)


def _lacking(form: str, text: str) -> str:
    """The sentence about what a text lacks; empty if it may be published."""
    if form != Form.MINOR:
        return ""
    own = get_settings().waiver_notice
    return notice.lacking(text, notice.FLORIDA if own is None else own)


def _replaced(session: Session, version_id: str) -> bool:
    """Whether this version was in force until now. Of two who publish at once, one is too late."""
    still = (col(WaiverVersion.id) == version_id, versions.c.state == VersionState.PUBLISHED)
    replacing = sa.update(versions).where(*still).values(state=VersionState.REPLACED)
    return bool(session.connection().execute(replacing).rowcount)


def _existing(session: Session, version_id: str, *, lock: bool = False) -> WaiverVersion:
    wanted = sa.select(WaiverVersion).filter_by(id=known_id(version_id, MISSING))
    found = session.scalar(wanted.with_for_update() if lock else wanted)
    if found is None:
        raise NotFound(MISSING)
    return found


def _draft(session: Session, version_id: str) -> WaiverVersion:
    found = _existing(session, version_id, lock=True)
    if found.state != VersionState.DRAFT:
        raise Conflict(IS_FIXED)
    return found


def _read(one: WaiverVersion) -> VersionRead:
    return VersionRead.model_validate(one, from_attributes=True)


def _told(one: WaiverVersion) -> dict[str, str]:
    return {"Form": one.form, "Text": one.text, "Valid for months": str(one.valid_months)}


def _note(
    session: Session, actor: Actor, action: str, one: WaiverVersion, *, before: dict[str, str]
) -> None:
    thing, changes = version_words(one.form, one.number), differences(before, _told(one))
    details = {"sha256": one.sha256}
    record_change(session, actor, action, one.id, thing=thing, changes=changes, details=details)
