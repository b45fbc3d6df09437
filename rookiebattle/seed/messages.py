"""A message, checked gear and an incident in the demo data."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.accounts.models import User
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.events.models import Event
from rookiebattle.gear.models import Item
from rookiebattle.gear.schemas import GearCheckWrite, IncidentWrite
from rookiebattle.gear.service import check_gear, note_incident
from rookiebattle.messages.schemas import MessageWrite
from rookiebattle.messages.service import send
from rookiebattle.registrations.models import Registration
from rookiebattle.registrations.schemas import Audience

WATER = MessageWrite(
    to=Audience.REGISTERED,
    subject="Bring water",
    text="The fountain by the field is broken.\nThere is shade under the oaks.",
)
ANKLE = IncidentWrite(text="A twisted ankle in the second game. Ice, and a ride home.")


def tell_and_note(session: Session, admin: Actor, member: User, now: datetime) -> None:
    """Write to those who come to a member's next event, and note things at the last one."""
    coming, past = _event_of(session, member, now, ahead=True), _event_of(session, member, now)
    with clock.at(now):
        if coming:
            send(session, admin, event_id=coming, values=WATER)
        if past:
            for item, passed, note in ((Item.WEAPON, False, "Sharp tip"), (Item.SHIELD, True, "")):
                checked = {"user_id": member.id, "item": item, "passed": passed, "note": note}
                check_gear(session, admin, event_id=past, values=GearCheckWrite(**checked))
            note_incident(session, admin, event_id=past, values=ANKLE)


def _event_of(session: Session, member: User, now: datetime, *, ahead: bool = False) -> str | None:
    """The id of the member's next event, or of the last one."""
    start = col(Event.start_at)
    wanted = sa.select(col(Event.id)).join(
        Registration, col(Registration.event_id) == col(Event.id)
    )
    mine = wanted.where(
        col(Registration.user_id) == member.id,
        col(Registration.cancelled_at).is_(None),
        col(Event.canceled_at).is_(None),
        start > now if ahead else start <= now,
    )
    return session.scalar(mine.order_by(start if ahead else start.desc()).limit(1))
