"""Passes: a code for one person at one event, which the person shows at its gate."""

import re
from base64 import urlsafe_b64encode
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta

import htpy as el
import segno
import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel, col

from rookiebattle.accounts.models import User
from rookiebattle.accounts.wording import NO_MEMBER
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Conflict, NotFound
from rookiebattle.core.fingerprints import fingerprint, fingerprints
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.events import service as events
from rookiebattle.events.models import Event
from rookiebattle.events.schemas import EventFilter, EventRead
from rookiebattle.events.when import NOTICE, is_before_notice
from rookiebattle.events.wording import IS_OVER
from rookiebattle.gate.schemas import PassRead
from rookiebattle.guardians import service as guardians
from rookiebattle.registrations.models import Registration
from rookiebattle.registrations.schemas import OwnEvent
from rookiebattle.registrations.service import registering
from rookiebattle.registrations.service.people import people_at
from rookiebattle.registrations.wording import IS_CANCELED, first_name

PURPOSE, PICTURE = "pass", "QR code of the pass"
MOST_TODAY = MOST_NEAR = 3
BYTES, LENGTH = 18, 24
QUIET = 4
"""The modules of light around a code, which readers need."""
DARK, LIGHT = "#16161d", "#ffffff"
KEPT = timedelta(days=1)
"""The time after an event in which the gate still finds a pass."""
_seats = SQLModel.metadata.tables[str(Registration.__tablename__)].c


def show_pass(session: Session, actor: Actor, *, event_id: str, user_id: str = "") -> PassRead:
    """The pass of the actor, or of a minor whose guardian the actor is, for an event.

    A seat is not needed: the gate seats a member who shows the pass. Raises NotFound, also for
    somebody else's, and Conflict for an event that is canceled or over.
    """
    actor.require(Permission.OWN_REGISTRATION_CREATE)
    whose = known_id(user_id or actor.user_id, NO_MEMBER)
    if whose != actor.user_id and not guardians.is_guardian(session, actor.user_id, whose):
        raise NotFound(NO_MEMBER)
    event = events.get_event(session, actor, event_id=event_id)
    if event.canceled_at is not None or event.end_date <= clock.now():
        raise Conflict(IS_CANCELED if event.canceled_at else IS_OVER)
    return pass_of(event, whose)


def pass_of(event: EventRead, user_id: str) -> PassRead:
    """The pass of somebody who is known to have one."""
    token = token_of(event.id, user_id)
    return PassRead(token=token, svg=svg_of(token, PICTURE), ends_at=event.end_date + KEPT)


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody with a pass; `name` is empty for the reader."""

    user_id: str
    name: str
    svg: str
    has_seat: bool = True


@dataclass(frozen=True, slots=True)
class EventPasses:
    event: OwnEvent
    holders: list[Holder]


def own_passes(session: Session, actor: Actor, *, most: int) -> list[EventPasses]:
    """The next events at which the actor or their people have a seat, by start, `most` of each."""
    people = people_of(session, actor)
    held = [(who, registering.my_current(session, who, most=most)) for who in people]
    return _by_event(held)


def passes_near(session: Session, actor: Actor, *, own: Sequence[OwnEvent]) -> list[EventPasses]:
    """The passes for seats at events that run or begin within the notice period; `own` are those
    of the actor, which the caller has read."""
    me, *others = people_of(session, actor) or [actor]
    held: list[tuple[Actor, Sequence[OwnEvent]]] = [(me, own if me.is_welcomed else ())]
    held += [(who, registering.my_current(session, who, most=MOST_NEAR)) for who in others]
    now = clock.now()
    return [one for one in _by_event(held) if not is_before_notice(one.event.start_date, now)]


def _by_event(held: Sequence[tuple[Actor, Sequence[OwnEvent]]]) -> list[EventPasses]:
    found: dict[str, EventPasses] = {}
    for who, events_of_one in held:
        for event in events_of_one:
            found.setdefault(event.id, EventPasses(event, [])).holders.append(_holder(event, who))
    return sorted(found.values(), key=lambda one: (one.event.start_date, one.event.id))


def passes_today(session: Session, actor: Actor, *, event_id: str = "") -> list[EventPasses]:
    """The passes of those without a seat: at this event, else at those of the actor's chapter that
    run or begin within the notice period. A gate that sees a pass can seat its holder."""
    people, now = people_of(session, actor), clock.now()
    wanted = EventFilter(to=now + NOTICE, chapter_id=actor.chapter_id)
    near = events.current_ids(session, actor, wanted=wanted, count=MOST_TODAY)
    ids = [event_id] if event_id else near if actor.chapter_id else []
    found = []
    for event in registering.list_chosen(session, actor, event_ids=ids):
        held = {
            one.user_id for one in people_at(session, actor, event_id=event.id) if one.is_registered
        }
        held |= {actor.user_id} if event.is_registered else set()
        holders = [_holder(event, who, has_seat=False) for who in people if who.user_id not in held]
        if holders and not event.canceled_at and event.end_date > now:
            found.append(EventPasses(event, holders))
    return found


def people_of(session: Session, actor: Actor) -> list[Actor]:
    """The reader, who needs no name, and the reader's people."""
    if not actor.is_member or not actor.is_welcomed:
        return []
    minors = guardians.minors_of(session, actor.user_id)
    own = Actor(user_id=actor.user_id)
    return [own, *(Actor(user_id=one.id, first_name=first_name(one)) for one in minors)]


def _holder(event: OwnEvent, who: Actor, *, has_seat: bool = True) -> Holder:
    svg = svg_of(token_of(event.id, who.user_id), PICTURE)
    return Holder(who.user_id, who.first_name, svg, has_seat)


def find(session: Session, token: str, *, event_id: str) -> str | None:
    """The id of the person whose pass for this event it is, until it ends; None for any other
    text."""
    end = session.scalar(sa.select(col(Event.end_at)).where(col(Event.id) == event_id))
    if end is None or end + KEPT <= clock.now():
        return None
    return find_each(session, [token], event_id=event_id).get(token)


def find_each(session: Session, tokens: Collection[str], *, event_id: str) -> dict[str, str]:
    """Token → the id of the person, of those that are passes for this event; also after its end,
    because a device may send later what it saw there.

    Nothing of a pass is stored: those of the people with a seat are made and compared, then those
    of everybody (10,000 take a tenth of a second). One by the secret of before counts, too.
    """
    tokens, found = {one for one in tokens if len(one) == LENGTH}, dict[str, str]()
    is_here = _seats.event_id == event_id, _seats.cancelled_at.is_(None)
    everybody = sa.select(col(User.id)).where(col(User.erased_at).is_(None))
    for ids in (sa.select(_seats.user_id).where(*is_here), everybody):
        for user_id in session.scalars(ids):
            if len(found) == len(tokens):
                return found
            made = (_shown(one) for one in fingerprints(PURPOSE, event_id, user_id))
            found |= {one: str(user_id) for one in made if one in tokens}
    return found


def token_of(event_id: str, user_id: str) -> str:
    """24 characters that only this site can make, and that tell nobody whose they are."""
    return _shown(fingerprint(PURPOSE, event_id, user_id))


def _shown(signed: bytes) -> str:
    return urlsafe_b64encode(signed[:BYTES]).decode()


def svg_of(text: str, label: str) -> str:
    """A QR code as a drawing: dark on light in both themes, with its quiet zone around it."""
    rows = segno.make(text, error="m", micro=False).matrix
    dark = "".join(
        f"M{run.start() + QUIET} {y + QUIET}h{len(run[0])}v1h-{len(run[0])}z"
        for y, row in enumerate(rows)
        for run in re.finditer(b"\x01+", row)
    )
    side = len(rows) + 2 * QUIET
    return str(
        el.svg(".qr", role="img", aria_label=label, viewBox=f"0 0 {side} {side}")[
            el.rect(width=side, height=side, fill=LIGHT), el.path(d=dark, fill=DARK)
        ]
    )
