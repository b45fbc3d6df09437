"""Waivers on paper: noted at the gate, then verified or refused by a lead who has seen them."""

import sqlalchemy as sa
from sqlalchemy.orm import Session, aliased
from sqlmodel import col

from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import known_name, listed_name, name_kept
from rookiebattle.accounts.wording import NO_MEMBER
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import record_change
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, Forbidden, NotFound
from rookiebattle.core.mail import outbox
from rookiebattle.core.mail.outbox import Promised
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import Reach, Scope
from rookiebattle.core.values.ids import known_id
from rookiebattle.events.models import Event
from rookiebattle.waivers import queries
from rookiebattle.waivers.hooks import photo_taken, photos_asked, photos_dropped, standing_changed
from rookiebattle.waivers.models import (
    Form,
    StandingState,
    VersionState,
    WaiverSignature,
    WaiverVersion,
)
from rookiebattle.waivers.schemas.signatures import (
    PaperRead,
    PaperRefusal,
    PaperWaiting,
    PaperWrite,
)
from rookiebattle.waivers.service.gate import TAKES, gate_of
from rookiebattle.waivers.service.signatures import ends_at
from rookiebattle.waivers.service.standing import (
    IS_ON_SCREEN,
    NOT_REFUSED,
    NOTHING_TO_SIGN,
    WAITS,
    form_now,
    has_seat,
    locked,
    reads_account,
    told_about,
)

NOTED, VERIFIED, REFUSED = "waiver.paper_noted", "waiver.paper_verified", "waiver.paper_refused"
NO_PAPER = "This paper waiver doesn’t exist, or it was refused."
VERIFIED_BY_LEAD = "A lead of the chapter or an administrator verifies paper waivers."
TOOK_IT = "Someone else has to verify it: you took this paper, or it is your own."
NOT_ASKED = "This isn’t the waiver that they’re asked for now. Please ask them to sign again."
"""For another form, an older version, and one that has ended: leads learn no age by it."""
VERIFIED_BEFORE = "This paper was verified already."
MOST_SHOWN = 100
"""Papers in a list, the oldest first."""


@writes
def note_paper(session: Session, actor: Actor, *, values: PaperWrite) -> PaperRead:
    """Note that a paper was signed; again at this event while it waits is the same, with the newer
    photograph, which its sender then took.

    For the organizer, the gate and the leads of the event, about people with a seat at it. Whether
    the form is that of the person's age is seen when it is verified: the gate may not know the age.
    """
    event = gate_of(session, actor, event_id=values.event_id)
    subject = locked(session, values.user_id)
    if subject is None or not (
        has_seat(session, event.id, subject.id) or reads_account(actor, subject)
    ):
        raise NotFound(NO_MEMBER)
    version = queries.in_force(session).get(values.form)
    if version is None:
        raise Conflict(NOTHING_TO_SIGN)
    found = _waiting(session, subject, version, event.id) or _noted(
        session, actor, subject, version, event.id
    )
    if values.photo:
        # Otherwise a lead could verify a picture of their own.
        found.noted_by = actor.user_id
        photo_taken.fire(session, actor, object_path=values.photo)
        _drop_photo(session, actor, found)
        found.photo = values.photo
    return PaperRead(id=found.id, state=StandingState.UNVERIFIED)


def _waiting(
    session: Session, subject: User, version: WaiverVersion, event_id: str
) -> WaiverSignature | None:
    """The paper of this version that waits already, from the same event: other leads verify it
    than those of another."""
    wanted = sa.select(WaiverSignature).where(
        col(WaiverSignature.user_id) == subject.id,
        col(WaiverSignature.version_id) == version.id,
        col(WaiverSignature.event_id) == event_id,
        WAITS,
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
    standing_changed.fire(session, user_id=subject.id)
    return made


@writes
def verify_paper(session: Session, actor: Actor, *, paper_id: str) -> PaperRead:
    """Say that the paper is there, and right; again is the same.

    For leads of the event or the chapter and administrators, but not for who took the paper. Raises
    NotFound for who may not see it, Forbidden, and Conflict for another waiver than they are asked.
    """
    paper, subject = _judged(session, actor, paper_id)
    if paper.verified_at is None:
        version = queries.in_force(session).get(form_now(subject))
        if version is None or version.id != paper.version_id or paper.ends_at <= clock.now():
            raise Conflict(NOT_ASKED)
        paper.verified_by, paper.verified_at = actor.user_id, clock.now()
        name = known_name(subject)
        record_change(session, actor, VERIFIED, subject.id, thing=name, member_id=subject.id)
        standing_changed.fire(session, user_id=subject.id)
    return PaperRead(id=paper.id, state=StandingState.SIGNED)


@writes
def refuse_paper(session: Session, actor: Actor, *, paper_id: str, values: PaperRefusal) -> None:
    """Say why a paper does not count, in a letter to its person; its photograph goes.

    For the same people, raises the same errors, and Conflict for one that was verified.
    """
    paper, subject = _judged(session, actor, paper_id)
    if paper.verified_at is not None:
        raise Conflict(VERIFIED_BEFORE)
    paper.refused_because = values.because
    _drop_photo(session, actor, paper)
    name = known_name(subject)
    record_change(session, actor, REFUSED, subject.id, thing=name, member_id=subject.id)
    standing_changed.fire(session, user_id=subject.id)
    promised = (
        Promised(id_, paper.id, dedupe_key=f"{REFUSED}:{paper.id}:{id_}")
        for id_ in told_about(session, subject)
    )
    outbox.promise_each(session, REFUSED, *promised)


def _drop_photo(session: Session, actor: Actor, paper: WaiverSignature) -> None:
    if paper.photo:
        photos_dropped.fire(session, actor, photos=[paper.photo])
        paper.photo = None


def _judged(session: Session, actor: Actor, paper_id: str) -> tuple[WaiverSignature, User]:
    """The paper that the actor may judge, locked, and its subject."""
    actor.require(Permission.OWN_REGISTRATION_CHECK)
    wanted = sa.select(WaiverSignature).where(
        col(WaiverSignature.id) == known_id(paper_id, NO_PAPER), sa.not_(IS_ON_SCREEN), NOT_REFUSED
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
    return paper, subject


def _scope_of(session: Session, paper: WaiverSignature, subject: User) -> Scope:
    """The event at which a paper was taken; of one that was deleted, the person's chapter."""
    event = session.get(Event, paper.event_id) if paper.event_id else None
    return Scope(event.chapter_id, event.id) if event else Scope(subject.chapter_id)


def list_papers(session: Session, actor: Actor, *, event_id: str = "") -> list[PaperWaiting]:
    """The papers that wait for leads and administrators like the actor, the oldest first.

    With an event, those that were taken there; somebody who verifies none of them reads no paper.
    """
    of_event = (col(WaiverSignature.event_id) == event_id,) if event_id else ()
    return _papers(session, actor, *of_event)


def get_paper(session: Session, actor: Actor, *, paper_id: str) -> PaperWaiting:
    """One of them. Raises NotFound for any other, as of one that somebody else has judged."""
    wanted = known_id(paper_id, NO_PAPER)
    for one in _papers(session, actor, col(WaiverSignature.id) == wanted):
        return one
    raise NotFound(NO_PAPER)


def _papers(session: Session, actor: Actor, *wanted: sa.ColumnElement[bool]) -> list[PaperWaiting]:
    reach = actor.reach(Permission.ALL_WAIVER_VERIFY)
    if not reach:
        return []
    rows = session.execute(_papers_in(reach).where(*wanted)).all()
    photos, found = [paper.photo for paper, *_ in rows if paper.photo], dict[str, str]()
    if photos:
        photos_asked.fire(session, actor, photos=photos, found=found)
    return [
        PaperWaiting(
            id=paper.id,
            user_id=subject.id,
            name=_whole_name(subject) if reads_account(actor, subject) else listed_name(subject),
            form=Form(version.form),
            version=version.number or 0,
            event=title or "",
            noted_by=name_kept(taker) if actor.is_admin and taker else _listed(taker),
            noted_at=paper.signed_at,
            photo=found.get(paper.photo or "", ""),
            took_it=actor.user_id in (paper.noted_by, subject.id),
        )
        for paper, version, subject, taker, title in rows
    ]


def _whole_name(user: User) -> str:
    """The real name, with the game name where there is no last name: two may share a first name."""
    name, game_name = known_name(user), user.game_name
    tells_apart = game_name and not user.last_name and game_name != name
    return f"{name} “{game_name}”" if tells_apart else name


def _listed(user: User | None) -> str:
    return listed_name(user) if user else ""


def _papers_in(reach: Reach) -> sa.Select[WaiverSignature, WaiverVersion, User, User, str]:
    """The papers in reach that still hold: where their event is, or else where their person is."""
    taker = aliased(User)
    of_event = reach.within(col(Event.chapter_id), col(Event.id))
    of_person = col(WaiverSignature.event_id).is_(None) & reach.within(col(User.chapter_id))
    return (
        sa.select(WaiverSignature, WaiverVersion, User, taker, col(Event.title))
        .join_from(WaiverSignature, WaiverVersion)
        .join(User, col(User.id) == col(WaiverSignature.user_id))
        .outerjoin(taker, col(taker.id) == col(WaiverSignature.noted_by))
        .outerjoin(Event, col(Event.id) == col(WaiverSignature.event_id))
        .where(WAITS, col(WaiverSignature.ends_at) > clock.now(), of_event | of_person)
        .where(col(WaiverVersion.state) == VersionState.PUBLISHED)
        .order_by(col(WaiverSignature.signed_at), col(WaiverSignature.id))
        .limit(MOST_SHOWN)
    )
