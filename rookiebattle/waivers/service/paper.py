"""Waivers on paper: noted at the gate, and verified by a lead who has seen the paper since."""

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import known_name
from rookiebattle.accounts.wording import NO_MEMBER
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import record_change
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, Forbidden, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import Scope
from rookiebattle.core.values.ids import known_id
from rookiebattle.events.models import Event
from rookiebattle.waivers import queries
from rookiebattle.waivers.models import WaiverSignature, WaiverVersion
from rookiebattle.waivers.policy import StandingState
from rookiebattle.waivers.service.gate import TAKES, gate_of
from rookiebattle.waivers.service.signatures import ends_at
from rookiebattle.waivers.service.standing import (
    IS_ON_SCREEN,
    NOTHING_TO_SIGN,
    form_now,
    has_seat,
    knows_age,
    locked,
)
from rookiebattle.waivers.signed import PaperRead, PaperWrite

NOTED, VERIFIED = "waiver.paper_noted", "waiver.paper_verified"
NO_PAPER = "This paper waiver doesn’t exist."
VERIFIED_BY_LEAD = "A lead of the chapter or an administrator verifies paper waivers."
TOOK_IT = "Someone else has to verify it: you took this paper, or it is your own."
FORM_OF_OTHER_AGE = "This paper is the form for another age. Please ask for the right one."


@writes
def note_paper(session: Session, actor: Actor, *, values: PaperWrite) -> PaperRead:
    """Note that a paper was signed; again while it waits is the same.

    For the organizer, the gate and the leads of the event, about people with a seat at it. Whether
    the form is that of the person's age is seen when it is verified: the gate may not know the age.
    """
    event = gate_of(session, actor, event_id=values.event_id)
    subject = locked(session, values.user_id)
    if subject is None or not (
        has_seat(session, event.id, subject.id) or knows_age(session, actor, subject=subject)
    ):
        raise NotFound(NO_MEMBER)
    version = queries.in_force(session).get(values.form)
    if version is None:
        raise Conflict(NOTHING_TO_SIGN)
    found = _waiting(session, subject, version) or _noted(
        session, actor, subject, version, event.id
    )
    return PaperRead(id=found.id, state=StandingState.UNVERIFIED)


def _waiting(session: Session, subject: User, version: WaiverVersion) -> WaiverSignature | None:
    """The paper of this version that waits already."""
    wanted = sa.select(WaiverSignature).where(
        col(WaiverSignature.user_id) == subject.id,
        col(WaiverSignature.version_id) == version.id,
        sa.not_(IS_ON_SCREEN),
        col(WaiverSignature.verified_at).is_(None),
        col(WaiverSignature.ends_at) > clock.now(),
    )
    return session.scalar(wanted.limit(1))


def _noted(
    session: Session, actor: Actor, subject: User, version: WaiverVersion, event_id: str
) -> WaiverSignature:
    now = clock.now()
    made = WaiverSignature(
        version_id=version.id,
        user_id=subject.id,
        subject_name=known_name(subject),
        signed_at=now,
        ends_at=ends_at(now, version, subject),
        event_id=event_id,
        noted_by=actor.user_id,
    )
    session.add(made)
    session.flush()
    audit.record(session, actor, NOTED, subject.id, event_id=event_id, form=version.form)
    return made


@writes
def verify_paper(session: Session, actor: Actor, *, paper_id: str) -> PaperRead:
    """Say that the paper is there, and right; again is the same.

    For leads of the event or the chapter and administrators, but not for who took the paper. Raises
    NotFound for who may not see it, Forbidden, and Conflict for the form of another age.
    """
    actor.require(Permission.OWN_REGISTRATION_CHECK)
    wanted = sa.select(WaiverSignature).where(
        col(WaiverSignature.id) == known_id(paper_id, NO_PAPER), sa.not_(IS_ON_SCREEN)
    )
    paper = session.scalar(wanted.with_for_update())
    if paper is None:
        raise NotFound(NO_PAPER)
    subject = session.get_one(User, paper.user_id)
    at = _scope_of(session, paper, subject)
    if not actor.may(Permission.ALL_WAIVER_VERIFY, at):
        took_it = actor.user_id == paper.noted_by
        raise (
            Forbidden(VERIFIED_BY_LEAD) if took_it or actor.may(TAKES, at) else NotFound(NO_PAPER)
        )
    if actor.user_id in (paper.noted_by, subject.id):
        raise Forbidden(TOOK_IT)
    version = session.get_one(WaiverVersion, paper.version_id)
    if version.form != form_now(subject):
        raise Conflict(FORM_OF_OTHER_AGE)
    if paper.verified_at is None:
        paper.verified_by, paper.verified_at = actor.user_id, clock.now()
        record_change(
            session,
            actor,
            VERIFIED,
            subject.id,
            thing=known_name(subject),
            member_id=subject.id,
        )
    return PaperRead(id=paper.id, state=StandingState.SIGNED)


def _scope_of(session: Session, paper: WaiverSignature, subject: User) -> Scope:
    """The event at which a paper was taken; of one that was deleted, the person's chapter."""
    event = session.get(Event, paper.event_id) if paper.event_id else None
    return Scope(event.chapter_id, event.id) if event else Scope(subject.chapter_id)
