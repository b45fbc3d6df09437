"""The gate of an event that began an hour ago, with the people who stand there."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from rookiebattle.accounts.models import AgeBand
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.roles import Grant, Role
from rookiebattle.core.validation import parse
from rookiebattle.gate import passes
from rookiebattle.gate.schemas import CheckInRead, CheckInsWrite, GateRead
from rookiebattle.gate.service import check_ins, people
from tests.clocks import NOW, StillClock
from tests.world import World

TEN = NOW - timedelta(hours=1)


def holding(actor: Actor, role: Role, event_id: str | None, chapter_id: str | None = None) -> Actor:
    return replace(actor, grants=(Grant(role, chapter_id, event_id),))


@dataclass
class Gate:
    """Olga organizes a Park Day in Tampa. Gus is at its gate; Ana, Ben and Tim have seats."""

    world: World
    clock: StillClock
    event_id: str
    chapter_id: str
    olga: Actor
    gus: Actor
    ana: Actor
    ben: Actor
    tim: Actor

    def read(self, actor: Actor | None = None) -> GateRead:
        return self.world.do(people.read_gate, actor or self.gus, event_id=self.event_id)

    def verdicts(self, actor: Actor | None = None) -> dict[str, tuple[str, list[str]]]:
        """Name → the color and the codes."""
        return {
            one.name: (one.verdict, [why.code for why in one.reasons])
            for one in self.read(actor).people
        }

    def replay(self, *sent: dict[str, Any], by: Actor | None = None) -> list[CheckInRead]:
        each = [{"clientId": f"c{number}", **one} for number, one in enumerate(sent)]
        values = parse(CheckInsWrite, {"checkIns": each})
        who, at = by or self.gus, self.event_id
        holders = self.world.do(check_ins.find_holders, who, event_id=at, values=values)
        return self.world.do(check_ins.replay, who, event_id=at, values=values, holders=holders)

    def late(self, whose: Actor, at: datetime = TEN, **more: Any) -> dict[str, Any]:
        return {"userId": whose.user_id, "at": at.isoformat(), **more}

    def token(self, whose: Actor, event_id: str = "") -> str:
        return passes.token_of(event_id or self.event_id, whose.user_id)

    def seat(self, whose: Actor) -> Any:
        return next(one for one in self.world.rows(self.event_id) if one.user_id == whose.user_id)


def gate_of(database: Database, clock: StillClock) -> Gate:
    world = World(database)
    olga = world.person(game_name="Olga")
    chapter_id = world.chapter("Tampa")
    start = {"start_at": NOW - timedelta(hours=1), "end_at": NOW + timedelta(hours=3)}
    event_id = world.event(olga, title="Park Day", chapter_id=chapter_id, **start)
    ana, ben = world.person(game_name="Ana"), world.person(game_name="Ben")
    tim = world.person(game_name="Tim", age_band=AgeBand.MINOR)
    for one in (ana, ben, tim):
        world.seat(event_id, one)
    gus = holding(world.person(game_name="Gus"), Role.GATE, event_id)
    return Gate(world, clock, event_id, chapter_id, olga, gus, ana, ben, tim)
