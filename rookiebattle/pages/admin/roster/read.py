"""Reads how the people of a roster stand with their waivers, as its reader may know it."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission
from rookiebattle.events.schemas import EventRead
from rookiebattle.waivers.models import StandingState
from rookiebattle.waivers.service.gate import takes_at
from rookiebattle.waivers.service.paper import list_papers
from rookiebattle.waivers.service.standing import standings_at


@dataclass(frozen=True, slots=True)
class WaiversAtGate:
    """How members stand, and the papers that the reader may judge, by member; and whether the
    reader takes waivers here, and may send a photograph of one."""

    standings: Mapping[str, StandingState]
    papers: Mapping[str, str]
    takes: bool
    may_photograph: bool


def read_waivers(session: Session, actor: Actor, *, event: EventRead) -> WaiversAtGate:
    waiting = list_papers(session, actor, event_id=event.id)
    return WaiversAtGate(
        standings_at(session, actor, event=event),
        {one.user_id: one.id for one in waiting},
        takes_at(actor, event),
        bool(actor.reach(Permission.ALL_UPLOAD_CREATE)),
    )
