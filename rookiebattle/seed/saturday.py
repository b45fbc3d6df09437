"""A Saturday of the demo data: a park day of forty people that is about to begin, with its gate."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.accounts.naming import known_name
from rookiebattle.core import clock
from rookiebattle.core.roles import Role
from rookiebattle.events.hosting import accept_event
from rookiebattle.events.models import EventType
from rookiebattle.events.schemas import EventWrite
from rookiebattle.events.service import create_event
from rookiebattle.gate.schemas import GateWalkIn
from rookiebattle.gate.service.walk_ins import walk_in
from rookiebattle.registrations.service.check_ins import check_in
from rookiebattle.registrations.service.registering import register, register_party
from rookiebattle.roles.schemas import GrantWrite
from rookiebattle.roles.service import give
from rookiebattle.seed.people import Cast, actor_of
from rookiebattle.waivers import queries
from rookiebattle.waivers.models import Form, WaiverSignature
from rookiebattle.waivers.schemas.signatures import PaperWrite
from rookiebattle.waivers.service.paper import note_paper

COMING, THERE = 36, 12
DAYS_AGO, LASTS = timedelta(days=20), timedelta(days=365)
WALK_INS = ("Wanda Fields", "Otis Park")
TITLE, CLASS = "Park Day at the Gate", "First Aid on the Field"


def hold_saturday(session: Session, now: datetime, cast: Cast, people_ids: Sequence[str]) -> None:
    """Let everybody be green but two: one whose waiver has ended, and one whose paper waits.

    `people_ids` are those whom the guardian brings.
    """
    member, organizer = cast.demo["demo-member"], cast.demo["demo-organizer"]
    others = [one for one in cast.everybody[len(cast.demo) :] if one.age_band == AgeBand.ADULT]
    red, yellow, *green = others[:COMING]
    with clock.at(now - DAYS_AGO):
        event_id = _plan(session, cast, now, TITLE, hours=5)
        class_id = _plan(session, cast, now, CLASS, hours=2, most=8)
    with clock.at(now - timedelta(days=1)):
        for one in [member, red, yellow, *green]:
            register(session, actor_of(one), event_id=event_id)
        guardian = cast.demo["demo-guardian"]
        register_party(
            session, actor_of(guardian), event_id=event_id, people_ids=[guardian.id, *people_ids]
        )
        for one in green[:8]:
            register(session, actor_of(one), event_id=class_id)
    for one in [member, guardian, *green]:
        _sign(session, one, now + LASTS - DAYS_AGO)
    _sign(session, red, now - DAYS_AGO)
    with clock.at(now):
        paper = PaperWrite(user_id=yellow.id, form=Form.ADULT, event_id=event_id)
        note_paper(session, actor_of(organizer), values=paper)
        helps = GrantWrite(user_id=member.id, role=Role.GATE, event_id=event_id)
        give(session, actor_of(organizer), values=helps)
        for one in green[:THERE]:
            check_in(session, actor_of(organizer), event_id=event_id, user_id=one.id)
        for name in WALK_INS:
            values = GateWalkIn(name=name, age_group="adult", waiver="paper")
            walk_in(session, actor_of(organizer), event_id=event_id, values=values)


def _plan(
    session: Session, cast: Cast, now: datetime, title: str, *, hours: int, most: int | None = None
) -> str:
    organizer = cast.demo["demo-organizer"]
    values: dict[str, Any] = {
        "title": title,
        "description": "Loaner gear is there. Show your pass at the gate.",
        "event_type": EventType.WORKSHOP if most else EventType.TRAINING,
        "start_date": now.replace(minute=0, second=0) + timedelta(hours=1),
        "duration_hours": hours,
        "location": "Riverbend Park",
        "address": "Riverbend Park, Tampa, Florida",
        "max_participants": most,
        "chapter_id": organizer.chapter_id,
    }
    made = create_event(session, actor_of(organizer), values=EventWrite(**values))
    accept_event(session, actor_of(cast.demo["demo-admin"]), event_id=made.id)
    return made.id


def _sign(session: Session, user: User, ends_at: datetime) -> None:
    """The only signature of this person: what was dealt before would hide it."""
    version = queries.in_force(session)[Form.ADULT]
    session.query(WaiverSignature).filter_by(user_id=user.id).delete()
    session.add(
        WaiverSignature(
            version_id=version.id,
            user_id=user.id,
            signed_by=user.id,
            subject_name=known_name(user),
            typed_name=known_name(user),
            signed_at=ends_at - LASTS,
            ends_at=ends_at,
        )
    )
