"""How somebody stands: the people who may read it, and what tells no age."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlmodel import col

from rookiebattle.accounts.models import User
from rookiebattle.core.errors import Forbidden, NotFound, Unauthorized
from rookiebattle.events.service import get_event
from rookiebattle.guardians import service as guardians
from rookiebattle.guardians.schemas import StandingRead
from rookiebattle.registrations.models import Registration
from rookiebattle.waivers.models import Form, StandingState, WaiverVersion
from rookiebattle.waivers.schemas.lacking import LackingSearch
from rookiebattle.waivers.schemas.signatures import PaperWrite
from rookiebattle.waivers.service import paper, standing
from rookiebattle.waivers.service.lacking import search_lacking
from tests.clocks import NOW, StillClock
from tests.waivers.signers import Do, Signers, sign
from tests.world import World

EVERYBODY = ("mia", "tim", "ana", "olga", "gus", "lea", "rex", "sam", "admin")
KNOW = {"tim": {"tim", "mia", "admin"}, "ana": {"ana", "admin"}}
AT_THE_GATE = {"olga", "gus"}
# A lead reads accounts of the chapter, and no age in them.
TOLD_NO_AGE = AT_THE_GATE | {"lea"}


def readers(do: Do, signers: Signers, who: str) -> dict[str, StandingRead]:
    found = {}
    for reader in EVERYBODY:
        try:
            subject = signers.actor(who).user_id
            found[reader] = do(standing.read_standing, signers.actor(reader), user_id=subject)
        except NotFound:
            continue
    return found


def test_the_gate_reads_a_standing_that_tells_no_age(
    world: World, signers: Signers, do: Do
) -> None:
    sign(do, signers.mia, signers.tim)
    sign(do, signers.ana, signers.ana, Form.ADULT, typedName="Ana Stone")
    for who, form in (("tim", Form.MINOR), ("ana", Form.ADULT)):
        read = readers(do, signers, who)
        assert read.keys() == KNOW[who] | TOLD_NO_AGE
        assert {read[one].form for one in KNOW[who]} == {form}
        assert {read[one].state for one in read} == {StandingState.SIGNED}
        for one in TOLD_NO_AGE:
            assert read[one] == StandingRead(form=None, state=StandingState.SIGNED)
    world.write(sa.update(Registration).values(cancelled_at=NOW))
    assert readers(do, signers, "tim").keys() == KNOW["tim"] | {"lea"}


def test_a_guardian_signs_for_themself_and_their_minors(
    world: World, signers: Signers, do: Do
) -> None:
    def lacking(who: str) -> list[tuple[str, str]]:
        found = do(standing.to_sign, signers.actor(who))
        return [(one.user_id, one.name) for one in found]

    assert lacking("mia") == [(signers.mia.user_id, ""), (signers.tim.user_id, "Tim")]
    # Others sign for a minor, and a visitor is asked for nothing.
    assert lacking("tim") == lacking("visitor") == []
    sign(do, signers.mia, signers.tim)
    assert lacking("mia") == [(signers.mia.user_id, "")]
    (person,) = do(guardians.list_dependents, signers.mia)
    assert (person.waiver.form, person.waiver.state, person.waiver.version) == (
        "minor",
        "signed",
        1,
    )
    # Tim is of age before the job makes him an adult, and signs for himself.
    world.set(User, signers.tim.user_id, birth_date=NOW.date() - timedelta(days=7_000))
    assert [one.user_id for one in do(standing.own_and_theirs, signers.mia)] == [
        signers.mia.user_id
    ]
    assert do(standing.to_sign, replace(signers.mia, is_welcomed=False)) == []


def test_one_reads_the_own_without_an_id(signers: Signers, do: Do) -> None:
    assert do(standing.read_standing, signers.sam) == StandingRead(
        form=Form.ADULT, state=StandingState.MISSING
    )
    with pytest.raises(Unauthorized):
        do(standing.read_standing, signers.actor("visitor"))


def test_a_paper_of_the_wrong_form_looks_to_the_gate_like_the_right_one(
    signers: Signers, do: Do, still_clock: StillClock
) -> None:
    for who in (signers.tim, signers.ana):
        values = PaperWrite(user_id=who.user_id, form=Form.ADULT, event_id=signers.event_id)
        do(paper.note_paper, signers.gus, values=values)
    seen = {who: readers(do, signers, who) for who in ("tim", "ana")}
    assert seen["tim"]["gus"] == seen["ana"]["gus"]
    assert seen["tim"]["gus"].state == "unverified"
    assert seen["tim"]["lea"] == seen["ana"]["lea"]
    assert seen["tim"]["admin"].state == "missing"
    still_clock.now += timedelta(days=370)
    assert readers(do, signers, "tim")["gus"].state == "missing"


def test_a_roster_of_standings_tells_no_age_and_is_for_its_gate(
    world: World, signers: Signers, do: Do
) -> None:
    event = do(get_event, signers.admin, event_id=signers.event_id)
    sign(do, signers.ana, signers.ana, Form.ADULT, typedName="Ana Stone")
    expected = {signers.ana.user_id: "signed", signers.tim.user_id: "missing"}
    assert do(standing.standings_at, signers.gus, event=event) == expected
    with pytest.raises(Forbidden):
        do(standing.standings_at, signers.sam, event=event)
    # Somebody whose form is not in force stands as somebody who did not sign.
    with world.database.unit_of_work(write=True) as session:
        of_minors = col(WaiverVersion.form) == Form.MINOR
        session.execute(sa.update(WaiverVersion).where(of_minors).values(state="replaced"))
    assert do(standing.standings_at, signers.gus, event=event) == expected
    world.write(sa.update(Registration).values(cancelled_at=NOW))
    assert do(standing.standings_at, signers.gus, event=event) == {}


def seen_by_others(do: Do, signers: Signers) -> dict[str, list[Any]]:
    """All that those who may not know an age see of Tim, a minor, and of Ana, an adult."""
    event = do(get_event, signers.admin, event_id=signers.event_id)
    roster = do(standing.standings_at, signers.gus, event=event)
    listed = do(search_lacking, signers.lea, wanted=LackingSearch()).items
    found = dict[str, list[Any]]()
    for who in ("tim", "ana"):
        id_ = signers.actor(who).user_id
        read = readers(do, signers, who)
        rows = [one.model_dump(exclude={"user_id", "name"}) for one in listed if one.user_id == id_]
        found[who] = [roster.get(id_), *(read[one] for one in sorted(TOLD_NO_AGE)), rows]
    return found


@pytest.mark.parametrize("has_paper", [False, True])
def test_while_one_form_alone_is_in_force_both_ages_lack_it_alike(
    world: World, signers: Signers, do: Do, has_paper: bool
) -> None:
    for who in (signers.tim, signers.ana) if has_paper else ():
        values = PaperWrite(user_id=who.user_id, form=Form.ADULT, event_id=signers.event_id)
        do(paper.note_paper, signers.gus, values=values)
    with world.database.unit_of_work(write=True) as session:
        of_minors = col(WaiverVersion.form) == Form.MINOR
        session.execute(sa.update(WaiverVersion).where(of_minors).values(state="replaced"))
    seen = seen_by_others(do, signers)
    assert seen["tim"][:-1] == seen["ana"][:-1]
    assert len(seen["tim"][-1]) == len(seen["ana"][-1]) == 1
    assert readers(do, signers, "tim")["gus"].state == ("unverified" if has_paper else "missing")
    assert len(do(search_lacking, signers.admin, wanted=LackingSearch(text="tim")).items) == 0
