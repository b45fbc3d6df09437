"""How somebody stands with a waiver, and who may know it."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel, col

from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import display_name
from rookiebattle.accounts.policy import sees_ages
from rookiebattle.accounts.wording import NO_MEMBER
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Forbidden, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import Scope
from rookiebattle.core.values.ids import known_id
from rookiebattle.events.models import Event
from rookiebattle.events.policy import may_work
from rookiebattle.events.schemas import EventRead
from rookiebattle.guardians import service as guardians
from rookiebattle.guardians.schemas import StandingRead
from rookiebattle.waivers import queries
from rookiebattle.waivers.models import Form, StandingState, WaiverSignature, WaiverVersion
from rookiebattle.waivers.policy import Signed, Standing, form_of, standing_of

NOTHING_TO_SIGN = "There is no waiver to sign yet."
# Seats belong to a slice to the right. Their table is asked by its name, and only who has a seat.
_seats = SQLModel.metadata.tables["event_registrations"].c
_CHECKS = Permission.ALL_REGISTRATION_READ


def read_standing(session: Session, actor: Actor, *, user_id: str = "") -> StandingRead:
    """How somebody stands; without an id, the actor.

    For themself, their guardians, and whoever may see a roster with them. Organizers and gate
    people read nothing that tells a minor from an adult. Raises NotFound for everybody else.
    """
    actor.require(Permission.OWN_WAIVER_READ)
    subject = session.get(User, known_id(user_id or actor.user_id, NO_MEMBER))
    if subject is None or not sees_standing(session, actor, subject=subject):
        raise NotFound(NO_MEMBER)
    if knows_age(session, actor, subject=subject):
        standing = standings(session, [subject.id])[subject.id]
        return StandingRead.model_validate(standing, from_attributes=True)
    found = states_at_gate(session, [subject.id], knows_ages=False)
    # A day before the version of one form was published would tell that it is the other form.
    return StandingRead(form=None, state=found.get(subject.id, StandingState.MISSING).value)


def standings(session: Session, user_ids: Collection[str]) -> Mapping[str, Standing]:
    """How each of these people stands with the form of their age."""
    people = session.execute(_ASKED, {"people": list(user_ids)}).all()
    in_force = queries.numbers_in_force(session)
    signed = _signatures(session, [one.id for one in people])
    now, today = clock.now(), clock.today()
    return {
        id_: standing_of(form, in_force.get(form), signed[id_, form], now)
        for id_, age_band, born in people
        for form in (form_of(age_band, born, today),)
    }


def states_at_gate(
    session: Session, user_ids: Collection[str], *, knows_ages: bool
) -> Mapping[str, StandingState]:
    """How each of these people stands, for the gate; nobody before a version was published.

    Where one form alone is in force, whoever signs the other one has no waiver, as somebody has who
    did not sign: to let them pass would tell their age.
    """
    if not queries.numbers_in_force(session):
        return {}
    found = {user_id: one.state for user_id, one in standings(session, user_ids).items()}
    if not knows_ages:
        lacking = [id_ for id_, state in found.items() if state is not StandingState.SIGNED]
        found |= dict.fromkeys(_with_papers(session, lacking), StandingState.UNVERIFIED)
    return found


def standings_at(
    session: Session, actor: Actor, *, event: EventRead
) -> Mapping[str, StandingState]:
    """How everybody with a seat at an event stands, by id, as its gate reads it: without an age.

    Raises Forbidden for whoever may not read the roster.
    """
    if not may_work(actor, event, _CHECKS):
        raise Forbidden()
    held = sa.select(_seats.user_id).where(
        _seats.event_id == event.id, _seats.cancelled_at.is_(None)
    )
    return states_at_gate(session, session.scalars(held).all(), knows_ages=False)


def add_standings(
    session: Session, _actor: Actor, *, user_ids: Collection[str], found: dict[str, StandingRead]
) -> None:
    """Tell a guardian how their people stand. Subscribed to `standings_asked`."""
    for user_id, one in standings(session, user_ids).items():
        found[user_id] = StandingRead.model_validate(one, from_attributes=True)


class ToSign(NamedTuple):
    """The reader, whose `name` is empty, or a minor for whom the reader signs."""

    user_id: str
    name: str
    standing: Standing


def to_sign(session: Session, actor: Actor) -> list[ToSign]:
    """The waivers that the actor should sign: the own one, and those of the minors they care for.

    Nothing before a version was published, and nothing for a minor, for whom others sign.
    """
    return still_to_sign(own_and_theirs(session, actor))


def still_to_sign(found: Sequence[ToSign]) -> list[ToSign]:
    """Those of `own_and_theirs` whom the reader should sign for."""
    now = clock.now()
    able = (one for one in found if one.name or one.standing.form is Form.ADULT)
    return [one for one in able if one.standing.lacks or one.standing.ends_soon(now)]


def own_and_theirs(session: Session, actor: Actor) -> list[ToSign]:
    """How the actor stands, and then the minors they care for; nothing before a version was
    published."""
    if not actor.is_member or not actor.is_welcomed or not queries.numbers_in_force(session):
        return []
    own = session.get_one(User, actor.user_id)
    names = {one.id: one.first_name or display_name(one) for one in signed_for(session, own)}
    found = standings(session, [own.id, *names])
    return [ToSign(user_id, names.get(user_id, ""), found[user_id]) for user_id in (own.id, *names)]


def signed_for(session: Session, user: User) -> list[User]:
    """The minors for whom somebody signs as their guardian."""
    people = guardians.minors_of(session, user.id) if user.has_family else []
    return [one for one in people if form_now(one) is Form.MINOR]


def form_now(user: User) -> Form:
    """The form that is signed for somebody today."""
    return form_of(user.age_band, user.birth_date, clock.today())


def told_about(session: Session, subject: User) -> list[str]:
    """The people to whom letters about somebody's waiver go: an adult, or a minor's guardians.

    The minor gets a copy, if they have an address.
    """
    if form_now(subject) is Form.ADULT:
        return [subject.id]
    return [*(one.id for one in guardians.guardians_of(session, subject.id)), subject.id]


def locked(session: Session, user_id: str) -> User | None:
    """Somebody whose waivers change: of two signatures at once the second one finds the first."""
    wanted = sa.select(User).where(col(User.id) == user_id)
    return session.scalar(wanted.with_for_update(key_share=True))


def _signatures(
    session: Session, user_ids: Collection[str]
) -> Mapping[tuple[str, Form], list[Signed]]:
    signed = session.execute(_SIGNED, {"people": list(user_ids)})
    found = defaultdict[tuple[str, Form], list[Signed]](list)
    for user_id, form, number, signed_at, ends_at, verified in signed:
        found[user_id, Form(form)].append(Signed(number or 0, signed_at, ends_at, bool(verified)))
    return found


IS_ON_SCREEN = col(WaiverSignature.typed_name).is_not(None)
"""The condition for a signature that was typed; the others were noted from paper."""
COUNTS = sa.or_(IS_ON_SCREEN, col(WaiverSignature.verified_at).is_not(None))
"""The condition for a signature that counts: typed, or on paper that a lead has seen."""
NOT_REFUSED = col(WaiverSignature.refused_because).is_(None)
WAITS = sa.not_(COUNTS) & NOT_REFUSED
"""The condition for a paper that no lead has seen yet."""
# Each event's page runs these, and building a select takes longer than running it. They read
# columns, and not objects: the gate asks for hundreds of people.
_PEOPLE: sa.BindParameter[list[str]] = sa.bindparam("people", expanding=True)
_ASKED = sa.select(col(User.id), col(User.age_band), col(User.birth_date)).where(
    col(User.id).in_(_PEOPLE)
)
_SIGNED = (
    sa.select(
        *(col(WaiverSignature.user_id), col(WaiverVersion.form), col(WaiverVersion.number)),
        *(col(WaiverSignature.signed_at), col(WaiverSignature.ends_at), COUNTS),
    )
    .join_from(WaiverSignature, WaiverVersion)
    .where(col(WaiverSignature.user_id).in_(_PEOPLE), NOT_REFUSED)
)


def _with_papers(session: Session, user_ids: Collection[str]) -> set[str]:
    """Those of whom a paper that still holds waits to be verified, of whatever form.

    The gate may note the wrong form. Only who knows the age may read that it is the wrong one.
    """
    waits = sa.select(col(WaiverSignature.user_id)).where(
        col(WaiverSignature.user_id).in_(list(user_ids)),
        WAITS,
        col(WaiverSignature.ends_at) > clock.now(),
    )
    return set(session.scalars(waits))


def knows_age(session: Session, actor: Actor, *, subject: User) -> bool:
    """Whether the actor may know who is a minor: themself, a guardian, an administrator."""
    return sees_ages(actor) or is_own(session, actor.user_id, subject)


def reads_account(actor: Actor, subject: User) -> bool:
    """Whether the actor reads the subject's account, as a lead of the chapter does."""
    return actor.may(Permission.ALL_ACCOUNT_READ, Scope(chapter_id=subject.chapter_id))


def is_own(session: Session, user_id: str, subject: User) -> bool:
    """Whether somebody is the subject or a connected guardian of the subject."""
    return user_id == subject.id or guardians.is_guardian(session, user_id, subject.id)


def sees_standing(session: Session, actor: Actor, *, subject: User) -> bool:
    """Whether the actor may read how the subject stands."""
    return (
        is_own(session, actor.user_id, subject)
        or reads_account(actor, subject)
        or actor.may(_CHECKS, Scope(chapter_id=subject.chapter_id))
        or _is_on_roster_of(session, actor, subject.id)
    )


def _is_on_roster_of(session: Session, actor: Actor, user_id: str) -> bool:
    """Whether somebody has a seat at an event whose roster the actor may see."""
    reach = actor.reach(_CHECKS)
    runs = (col(Event.organizer_id) == actor.user_id) | reach.within(
        col(Event.chapter_id), col(Event.id)
    )
    wanted = sa.select(col(Event.id)).join_from(Event, _seats.id.table)
    return session.scalar(wanted.where(runs, *_has_seat(user_id)).limit(1)) is not None


def has_seat(session: Session, event_id: str, user_id: str) -> bool:
    """Whether somebody has a seat at this event."""
    wanted = sa.select(_seats.id).where(_seats.event_id == event_id, *_has_seat(user_id))
    return session.scalar(wanted.limit(1)) is not None


def _has_seat(user_id: str) -> tuple[sa.ColumnElement[bool], ...]:
    return _seats.user_id == user_id, _seats.cancelled_at.is_(None)
