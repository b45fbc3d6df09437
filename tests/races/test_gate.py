"""Two stations of a gate at once: a paper is noted while somebody is checked in."""

import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy.orm import Session

from rookiebattle.core.database.db import Database
from rookiebattle.core.validation import parse
from rookiebattle.gate.schemas import CheckInsWrite
from rookiebattle.gate.service import check_ins
from rookiebattle.waivers import queries
from rookiebattle.waivers.models import Form, WaiverVersion
from rookiebattle.waivers.schemas.signatures import PaperWrite
from rookiebattle.waivers.service import paper
from tests.clocks import NOW, StillClock
from tests.races.stage import PATIENCE, until_it_waits_or_is_done
from tests.waivers.signers import assemble
from tests.world import World

pytestmark = pytest.mark.race


def test_a_paper_and_a_check_in_do_not_wait_for_each_other(
    postgres_database: Database, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one locks the person and then names the event, the other does the opposite."""
    world = World(postgres_database)
    signers = assemble(world)
    event_id, ana = signers.event_id, signers.ana.user_id
    world.change(event_id, start_at=NOW)
    in_force, has_locked, goes_on = queries.in_force, threading.Event(), threading.Event()

    def slowly(session: Session) -> Mapping[Form, WaiverVersion]:
        if not has_locked.is_set():
            has_locked.set()
            goes_on.wait(PATIENCE)
        return in_force(session)

    monkeypatch.setattr(queries, "in_force", slowly)
    values = PaperWrite(user_id=ana, form=Form.ADULT, event_id=event_id)
    sent = {"clientId": "a", "userId": ana, "at": NOW.isoformat()}
    queue = parse(CheckInsWrite, {"checkIns": [sent]})
    with ThreadPoolExecutor(2) as pool:
        noting = pool.submit(world.do, paper.note_paper, signers.gus, values=values)
        assert has_locked.wait(PATIENCE)
        checking = pool.submit(
            world.do, check_ins.replay, signers.olga, event_id=event_id, values=queue, holders={}
        )
        until_it_waits_or_is_done(postgres_database, checking)
        goes_on.set()
        assert noting.result(PATIENCE).id
        assert [one.outcome for one in checking.result(PATIENCE)] == ["checked_in"]
