"""Signing a waiver on a screen, and the file that proves it."""

from collections.abc import Collection
from datetime import date, datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import known_name, listed_name
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, Forbidden, Invalid, NotFound
from rookiebattle.core.mail import outbox
from rookiebattle.core.mail.outbox import Promised
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.events.models import Event
from rookiebattle.guardians import service as guardians
from rookiebattle.guardians.policy import is_teenager
from rookiebattle.settings import get_settings
from rookiebattle.waivers import queries
from rookiebattle.waivers.hooks import photos_dropped, standing_changed
from rookiebattle.waivers.models import ENDS_SOON, Form, WaiverSignature, WaiverVersion
from rookiebattle.waivers.pdf import Proof, pdf_of
from rookiebattle.waivers.schemas.signatures import SignatureRead, SignatureWrite
from rookiebattle.waivers.service.standing import (
    IS_ON_SCREEN,
    NOTHING_TO_SIGN,
    form_now,
    is_own,
    locked,
    told_about,
)
from rookiebattle.waivers.signing import holds_until, is_name_of

LONGEST_BROWSER = 255
SIGNED = "waiver.signed"
NOT_YOURS = "Only the person themself signs a waiver, or for a minor a connected guardian."
PARENT_SIGNS_IT = "You’re under 18, so a connected parent or guardian signs for you."
OTHER_FORM = "This is the form for another age."
NOT_THE_NAME = "Please type your own first and last name, as your account has them."
NOT_IN_FORCE = "This waiver was replaced by a newer version. Please read and sign that one."
WRONG_BIRTH_DATE = "Please enter the birth date of someone who is 13 to 17 years old."
NO_FILE = "This signed waiver doesn’t exist."


class Signer(NamedTuple):
    """The network address and the browser of the request that signs, as the door sees them."""

    address: str = ""
    browser: str = ""


class AtGate(NamedTuple):
    """The event at whose gate somebody signs, and whose device it is."""

    event_id: str | None = None
    holder_id: str | None = None


ELSEWHERE = AtGate()


@writes
def sign(
    session: Session, actor: Actor, *, form: Form, values: SignatureWrite, signer: Signer
) -> SignatureRead:
    """Sign the version in force: an adult for themself, a connected guardian for a minor.

    Again while it holds is the same signature, unless it ends soon. Raises Forbidden for everybody
    else, Invalid for another name or the form of another age, and Conflict for a text that is not
    in force.
    """
    return sign_as(session, actor, form=form, values=values, signer=signer)


def sign_as(
    session: Session,
    actor: Actor,
    *,
    form: Form,
    values: SignatureWrite,
    signer: Signer,
    at: AtGate = ELSEWHERE,
) -> SignatureRead:
    """As `sign`, on a device that may be somebody else's. Never called by a door."""
    actor.require(Permission.OWN_WAIVER_CREATE)
    subject = locked(session, values.user_id)
    if subject is None:
        raise Forbidden(NOT_YOURS)
    _refuse_others(session, actor, subject)
    own = session.get_one(User, actor.user_id)
    if form != form_now(subject):
        raise Invalid(OTHER_FORM)
    if not is_name_of(values.typed_name, own, subject):
        raise Invalid(NOT_THE_NAME, {"typedName": NOT_THE_NAME})
    version = _in_force(session, form, values.sha256)
    _note_birth_date(subject, form, values.birth_date)
    if former := _former(session, subject, version):
        return _read(former, version)
    now = clock.now()
    made = WaiverSignature(
        version_id=version.id,
        user_id=subject.id,
        signed_by=actor.user_id,
        subject_name=known_name(subject),
        typed_name=values.typed_name,
        stroke=values.stroke,
        address=signer.address,
        browser=signer.browser[:LONGEST_BROWSER],
        signed_at=now,
        ends_at=ends_at(now, version, subject),
        event_id=at.event_id,
        noted_by=at.holder_id,
    )
    session.add(made)
    session.flush()
    on_device = {"on_device_of": at.holder_id} if at.holder_id else {}
    audit.record(session, actor, SIGNED, subject.id, form=form, version=version.number, **on_device)
    _promise_proof(session, made, subject)
    standing_changed.fire(session, user_id=subject.id)
    return _read(made, version)


def _refuse_others(session: Session, actor: Actor, subject: User) -> None:
    is_self, is_minor = actor.user_id == subject.id, form_now(subject) is Form.MINOR
    if is_self and is_minor:
        raise Forbidden(PARENT_SIGNS_IT)
    if is_self or (is_minor and guardians.is_guardian(session, actor.user_id, subject.id)):
        return
    raise Forbidden(NOT_YOURS)


def _in_force(session: Session, form: Form, sha256: str) -> WaiverVersion:
    version = queries.in_force(session).get(form)
    if version is None:
        raise Conflict(NOTHING_TO_SIGN)
    if version.sha256 != sha256:
        raise Conflict(NOT_IN_FORCE)
    return version


def _note_birth_date(subject: User, form: Form, said: date | None) -> None:
    """Keep the birth date of a minor, asked for once."""
    if said is None or said == subject.birth_date or form is Form.ADULT:
        return
    if subject.birth_date or not is_teenager(said, clock.today()):
        raise Invalid(WRONG_BIRTH_DATE, {"birthDate": WRONG_BIRTH_DATE})
    subject.birth_date = said


def _former(session: Session, subject: User, version: WaiverVersion) -> WaiverSignature | None:
    """The signature that holds, if there is nothing to sign yet."""
    wanted = sa.select(WaiverSignature).where(
        col(WaiverSignature.user_id) == subject.id,
        col(WaiverSignature.version_id) == version.id,
        IS_ON_SCREEN,
    )
    lasts = col(WaiverSignature.ends_at) > clock.now() + ENDS_SOON
    return session.scalar(
        wanted.where(lasts).order_by(col(WaiverSignature.ends_at).desc()).limit(1)
    )


def ends_at(signed_at: datetime, version: WaiverVersion, subject: User) -> datetime:
    """When a signature of this version for the subject ends."""
    birth_date = subject.birth_date if version.form == Form.MINOR else None
    return holds_until(signed_at, version.valid_months, birth_date, get_settings().org_zone)


def _read(one: WaiverSignature, version: WaiverVersion) -> SignatureRead:
    return SignatureRead(
        id=one.id,
        form=Form(version.form),
        version=version.number or 0,
        sha256=version.sha256,
        user_id=one.user_id,
        signed_by=one.signed_by,
        signed_at=one.signed_at,
        ends_at=one.ends_at,
    )


def signature_pdf(session: Session, actor: Actor, *, signature_id: str) -> bytes:
    """The file of a signature, made when it is asked for: what was signed stands in the tables.

    For the signer, the subject and their guardians, and administrators. Raises NotFound for
    everybody else, and Unavailable while it cannot be made.
    """
    actor.require(Permission.OWN_WAIVER_READ)
    one = session.get(WaiverSignature, known_id(signature_id, NO_FILE))
    if one is None or one.typed_name is None or not _may_read(session, actor, one):
        raise NotFound(NO_FILE)
    version = session.get_one(WaiverVersion, one.version_id)
    return pdf_of(
        Proof(
            form=Form(version.form),
            version=version.number or 0,
            text=version.text,
            sha256=version.sha256,
            subject=one.subject_name or "",
            signer=one.typed_name,
            is_for_other=one.signed_by != one.user_id,
            signed_at=one.signed_at.astimezone(get_settings().org_zone),
            ends_at=one.ends_at.astimezone(get_settings().org_zone),
            stroke=one.stroke or "",
            id=one.id,
            device=device_of(session, one),
        )
    )


def device_of(session: Session, one: WaiverSignature) -> str:
    """The device it was signed on, such as 'Wolf’s, at Park Day'; empty for the signer's own."""
    if not one.noted_by:
        return ""
    holder = listed_name(session.get_one(User, one.noted_by))
    event = session.get(Event, one.event_id) if one.event_id else None
    return f"{holder}’s, at {event.title}" if event else f"{holder}’s"


def _may_read(session: Session, actor: Actor, one: WaiverSignature) -> bool:
    subject = session.get_one(User, one.user_id)
    return (
        actor.is_admin or one.signed_by == actor.user_id or is_own(session, actor.user_id, subject)
    )


def forget_signed(session: Session, _actor: Actor, *, user_id: str) -> None:
    """Delete what a child signed, and what was signed for one: nothing of a child is kept."""
    is_theirs = (col(WaiverSignature.user_id) == user_id) | (
        col(WaiverSignature.signed_by) == user_id
    )
    drop_photos(session, is_theirs)
    session.execute(sa.delete(WaiverSignature).where(is_theirs))


def drop_photos(session: Session, condition: sa.ColumnElement[bool]) -> None:
    """Let the photographs of these papers be deleted."""
    kept = sa.select(col(WaiverSignature.photo)).where(
        condition, col(WaiverSignature.photo).is_not(None)
    )
    if photos := [one for one in session.scalars(kept) if one]:
        photos_dropped.fire(session, VISITOR, photos=photos)


def last_signatures(session: Session, user_ids: Collection[str]) -> dict[str, str]:
    """The id of what was last signed on a screen for each of these people, if anything was."""
    wanted = (
        sa.select(col(WaiverSignature.user_id), col(WaiverSignature.id))
        .where(col(WaiverSignature.user_id).in_(list(user_ids)), IS_ON_SCREEN)
        .order_by(col(WaiverSignature.signed_at), col(WaiverSignature.id))
    )
    return dict(session.execute(wanted).all())


def _promise_proof(session: Session, one: WaiverSignature, subject: User) -> None:
    """Promise the letter to the signer, the subject, and the other guardians of a minor."""
    people = {one.signed_by or "", *told_about(session, subject)} - {""}
    promised = (
        Promised(id_, one.id, dedupe_key=f"{SIGNED}:{one.id}:{id_}") for id_ in sorted(people)
    )
    outbox.promise_each(session, SIGNED, *promised)
