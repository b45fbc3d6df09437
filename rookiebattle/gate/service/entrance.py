"""The poster at an event's entrance: who scans it on the day checks in without anybody's help."""

from base64 import urlsafe_b64encode
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hmac import compare_digest

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle import routes
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database import turns
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, Forbidden, NotFound, TooManyRequests
from rookiebattle.core.fingerprints import fingerprint
from rookiebattle.core.limits import Limiter
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.money import as_price
from rookiebattle.events.policy import may_work
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.service import get_event
from rookiebattle.events.when import is_future
from rookiebattle.events.wording import first_day
from rookiebattle.gate import passes
from rookiebattle.gate.models import Poster, WantsIn
from rookiebattle.gate.service import people
from rookiebattle.gate.verdict import Color, Verdict
from rookiebattle.gate.wording import HELPS_ONLY, NO_ENTRANCE, SCANNED_OFTEN
from rookiebattle.registrations.policy import is_full
from rookiebattle.registrations.schemas import GateSeat
from rookiebattle.registrations.service import check_ins, registering, roster, settling
from rookiebattle.registrations.wording import FULL, of_person
from rookiebattle.waivers.service.standing import to_sign

BYTES = 12
KEPT = timedelta(days=2)
_scans = Limiter(20, timedelta(minutes=10).total_seconds(), name="posters")


@dataclass(frozen=True, slots=True)
class PosterRead:
    """The poster of an event; its code leads to `path`."""

    event: EventRead
    path: str


@dataclass(frozen=True, slots=True)
class AtEntrance:
    """Somebody at the entrance; `name` is empty for the reader. `missing` has what the gate has to
    see first; without it they check in by themselves.
    """

    user_id: str
    name: str
    has_seat: bool
    checked_in_at: datetime | None
    missing: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Entrance:
    """The event behind a poster, and whom the reader can check in: nobody before the login.

    `to_sign` are the ids of those whose waiver for it the reader can sign.
    """

    event: EventRead | None
    people: Sequence[AtEntrance]
    to_sign: Collection[str] = ()

    @property
    def price(self) -> str:
        """The price of a seat without a plan; empty for nothing."""
        cents = self.event.price_cents if self.event else 0
        return as_price(cents) if cents else ""


def read_poster(session: Session, actor: Actor, *, event_id: str) -> PosterRead:
    """The poster of an event, for those who check in at it. Raises NotFound and Forbidden."""
    event = get_event(session, actor, event_id=event_id)
    if not may_work(actor, event, Permission.ALL_REGISTRATION_CHECK):
        raise Forbidden(HELPS_ONLY)
    return PosterRead(event, routes.entrance(event.id, _code(session, event)))


@writes
def renew_poster(session: Session, actor: Actor, *, event_id: str) -> None:
    """Let the code of the poster lead nowhere; the next one is new. Raises as `read_poster`."""
    event = read_poster(session, actor, event_id=event_id).event
    # Of two first renewals none finds a row to lock.
    turns.take_turn(session, f"poster:{event.id}")
    found = session.get(Poster, event.id, populate_existing=True) or Poster(event_id=event.id)
    found.number += 1
    session.add(found)
    audit.record(session, actor, "poster.renewed", event.id, number=found.number)


def read_entrance(session: Session, actor: Actor, *, event_id: str, code: str) -> Entrance:
    """The event and the people for somebody who has scanned the poster. Raises NotFound for a code
    that does not count today: of another event, of another day, or renewed since."""
    try:
        event = get_event(session, actor, event_id=event_id)
    except NotFound:
        # Members see events that visitors do not: the login comes first.
        if actor.is_member:
            raise NotFound(NO_ENTRANCE) from None
        return Entrance(None, [])
    _refuse(session, event, code)
    return Entrance(event, _people_at(session, actor, event))


@writes
def come_in(
    session: Session, actor: Actor, *, event_id: str, code: str, people_ids: Sequence[str]
) -> Entrance:
    """Check these people in, each whose card is green; who has no seat is registered first.

    They are the actor and the minors whose guardian the actor is; without an id, the actor. All
    others stand in the gate's list with the reason. Raises NotFound and TooManyRequests.
    """
    actor.require(Permission.OWN_REGISTRATION_CREATE)
    _count_scan(actor)
    event = get_event(session, actor, event_id=event_id)
    _refuse(session, event, code)
    # Two who see the last seat would both take it. A lock of the event could wait in a circle with
    # a walk-in of the same person, whose row comes first.
    turns.take_turn(session, f"entrance:{event.id}")
    wanted = [*people_ids] or [actor.user_id]
    own = [one for one in _people_at(session, actor, event) if one.user_id in wanted]
    refused = {one.user_id: why for one in own if (why := _seated(session, actor, event, one))}
    # A visitor knows no ages. Whom the entrance sends on would tell the gate who is under 18.
    judged = people.verdicts_of(
        session, VISITOR, event=event, user_ids=[one.user_id for one in own]
    )
    green = [
        one.user_id
        for one in own
        if one.user_id not in refused and judged[one.user_id].color is Color.GREEN
    ]
    arrived = check_ins.let_in(session, actor, event_id=event.id, user_ids=green)
    refused |= {one: each.refusal for one, each in arrived.items() if each.refusal}
    for one in own:
        reasons = [why.text for why in judged[one.user_id].reasons]
        text = refused.get(one.user_id) or "; ".join(reasons)
        is_in = one.checked_in_at is not None or not text
        _note(session, event.id, one.user_id, "" if is_in else text)
    came = [_with_refusal(one, refused) for one in _people_at(session, actor, event)]
    signs = [one.user_id for one in to_sign(session, actor)] if event.needs_waiver else []
    return Entrance(event, came, signs)


def forget_old(session: Session) -> None:
    """Delete who stood at an entrance two days ago. A tidier."""
    session.execute(sa.delete(WantsIn).where(col(WantsIn.at) <= clock.now() - KEPT))


def _count_scan(actor: Actor) -> None:
    try:
        _scans.take(actor.user_id)
    except TooManyRequests as many:
        raise TooManyRequests(many.retry_after, SCANNED_OFTEN) from None


def _code(session: Session, event: EventRead) -> str:
    """The code of the poster. It holds the day, so last Saturday's poster leads nowhere."""
    found = session.get(Poster, event.id)
    day = first_day(event.start_date, event.time_zone).isoformat()
    signed = fingerprint("poster", event.id, day, str(found.number if found else 0))
    return urlsafe_b64encode(signed[:BYTES]).decode()


def _refuse(session: Session, event: EventRead, code: str) -> None:
    now, right = clock.now(), _code(session, event)
    has_begun = first_day(now, event.time_zone) >= first_day(event.start_date, event.time_zone)
    is_today = has_begun and event.end_date > now and event.canceled_at is None
    if not is_today or not compare_digest(code.encode(), right.encode()):
        raise NotFound(NO_ENTRANCE)


def _people_at(session: Session, actor: Actor, event: EventRead) -> list[AtEntrance]:
    own = {one.user_id: one for one in passes.people_of(session, actor)}
    if not own:
        return []
    held = roster.seats_at_gate(session, event_id=event.id, user_ids=list(own))
    # The page asks as a visitor, so that it says what `come_in` decides.
    judged = people.judged(session, VISITOR, event=event, people=held)
    found = [_at_entrance(one, own[one.user_id].first_name, judged[one.user_id]) for one in held]
    return sorted(found, key=lambda one: (one.name != "", one.name))


def _at_entrance(seat: GateSeat, name: str, judged: Verdict) -> AtEntrance:
    has_seat = seat.registration_id is not None
    missing = [why.text for why in judged.reasons] if has_seat and not seat.checked_in_at else []
    return AtEntrance(seat.user_id, name, has_seat, seat.checked_in_at, missing)


def _seated(session: Session, actor: Actor, event: EventRead, one: AtEntrance) -> str:
    """Give somebody a seat who has none; the sentence why not, empty when they have one.

    Nobody at the gate has seen them yet, so a full event stays full.
    """
    if one.has_seat:
        return ""
    try:
        with session.begin_nested():
            if is_future(event.start_date, clock.now()):
                registering.register_party(
                    session, actor, event_id=event.id, people_ids=[one.user_id]
                )
                return ""
            at = settling.visible(session, actor, event_id=event.id, member_id=one.user_id)
            # Read again: somebody else of the same family may have the last seat.
            if is_full(at.taken, at.maximum):
                return FULL
            check_ins.seat_at_gate(session, event=at, user_id=one.user_id)
    except (Conflict, Forbidden) as refusal:
        # The name is there because a guardian brings several people, which the gate need not know.
        return refusal.sentence.removeprefix(of_person(one.name, ""))
    return ""


def _note(session: Session, event_id: str, user_id: str, text: str) -> None:
    """Keep why somebody waits for the gate; nothing is kept of somebody who is in."""
    found = session.get(WantsIn, (event_id, user_id))
    if not text:
        if found:
            session.delete(found)
        return
    found = found or WantsIn(event_id=event_id, user_id=user_id, at=clock.now(), text="")
    found.text = text[:500]
    session.add(found)
    roster.announce_verdicts(session, event_id=event_id)


def _with_refusal(one: AtEntrance, refused: dict[str, str]) -> AtEntrance:
    if one.user_id not in refused:
        return one
    return replace(one, checked_in_at=None, missing=[refused[one.user_id]])
