"""Waivers on paper: the gate notes them, and a lead verifies them."""

import pytest
import sqlalchemy as sa
from sqlmodel import col

from rookiebattle.accounts.models import User
from rookiebattle.core.actor import Actor
from rookiebattle.core.audit import AuditEntry
from rookiebattle.core.database.db import new_id
from rookiebattle.core.errors import AppError, Conflict, Forbidden, NotFound
from rookiebattle.core.pushing import live
from rookiebattle.events.models import Event
from rookiebattle.registrations.announcements import verdicts_topic
from rookiebattle.waivers.models import (
    Form,
    StandingState,
    VersionState,
    WaiverSignature,
    WaiverVersion,
)
from rookiebattle.waivers.schemas.signatures import PaperRead, PaperRefusal, PaperWrite
from rookiebattle.waivers.schemas.versions import VersionWrite
from rookiebattle.waivers.service import paper, standing, versions
from tests.clocks import NOW
from tests.waivers.signers import Do, Signers, sign
from tests.world import World

EVERYBODY = ("mia", "tim", "ana", "olga", "gus", "lea", "rex", "sam", "admin")


def note(do: Do, signers: Signers, actor: Actor, who: Actor, form: Form = Form.MINOR) -> PaperRead:
    values = PaperWrite(user_id=who.user_id, form=form, event_id=signers.event_id)
    noted: PaperRead = do(paper.note_paper, actor, values=values)
    return noted


def test_the_gate_the_organizer_and_leads_note_a_paper_once(
    world: World, signers: Signers, do: Do
) -> None:
    noted = {}
    for actor in EVERYBODY:
        try:
            noted[actor] = note(do, signers, signers.actor(actor), signers.tim)
        except Forbidden:
            continue
    assert noted.keys() == {"olga", "gus", "lea", "admin"}
    (one,) = {read.id for read in noted.values()}
    with world.database.unit_of_work(write=False) as session:
        row = session.get_one(WaiverSignature, one)
        assert (row.noted_by, row.event_id) == (signers.olga.user_id, signers.event_id)
        assert (row.signed_by, row.typed_name) == (None, None)


def test_it_counts_once_a_lead_who_did_not_take_it_has_verified_it(
    world: World, signers: Signers, do: Do
) -> None:
    paper_id = note(do, signers, signers.lea, signers.tim).id
    refused = {
        **dict.fromkeys(("olga", "rex", "sam", "mia", "tim"), NotFound),
        **dict.fromkeys(("gus", "lea"), Forbidden),
    }
    for actor, error in refused.items():
        with pytest.raises(error):
            do(paper.verify_paper, signers.actor(actor), paper_id=paper_id)
    for _ in range(2):
        read = do(paper.verify_paper, signers.admin, paper_id=paper_id)
        assert read == PaperRead(id=paper_id, state=StandingState.SIGNED)
    assert do(standing.read_standing, signers.tim).state == StandingState.SIGNED
    with world.database.unit_of_work(write=False) as session:
        wanted = sa.select(col(AuditEntry.action)).where(col(AuditEntry.action) == paper.VERIFIED)
        assert session.scalars(wanted).all() == [paper.VERIFIED]


def test_a_lead_reads_a_name_that_tells_two_of_one_first_name_apart(
    world: World, signers: Signers, do: Do
) -> None:
    with world.database.unit_of_work(write=True) as session:
        tim = session.get_one(User, signers.tim.user_id)
        tim.last_name, tim.game_name = None, "Kestrel"
    world.seat(signers.event_id, signers.sam)
    for who in (signers.tim, signers.ana, signers.sam):
        note(do, signers, signers.gus, who)
    read = {one.name for one in do(paper.list_papers, signers.lea)}
    # Sam is of no chapter, so his account is not Lea's to read.
    assert read == {"Tim “Kestrel”", "Ana Stone", "Member"}


def test_who_took_it_at_the_gate_reads_who_verifies_it(signers: Signers, do: Do) -> None:
    paper_id = note(do, signers, signers.olga, signers.tim).id
    with pytest.raises(Forbidden, match="A lead of the chapter"):
        do(paper.verify_paper, signers.olga, paper_id=paper_id)
    assert do(paper.verify_paper, signers.lea, paper_id=paper_id).state == StandingState.SIGNED


def test_nobody_verifies_their_own_paper_whoever_took_it(signers: Signers, do: Do) -> None:
    values = PaperWrite(user_id=signers.lea.user_id, form=Form.ADULT, event_id=signers.event_id)
    paper_id = do(paper.note_paper, signers.admin, values=values).id
    for actor in (signers.lea, signers.admin):
        with pytest.raises(Forbidden, match=paper.TOOK_IT):
            do(paper.verify_paper, actor, paper_id=paper_id)
        assert do(paper.get_paper, actor, paper_id=paper_id).took_it


@pytest.mark.parametrize("why", ["another form", "an older version", "ended"])
def test_a_paper_that_nobody_asks_for_is_not_verified_in_the_same_words(
    world: World, signers: Signers, do: Do, why: str
) -> None:
    form = Form.ADULT if why == "another form" else Form.MINOR
    paper_id = note(do, signers, signers.gus, signers.tim, form).id
    with world.database.unit_of_work(write=True) as session:
        session.execute(sa.update(WaiverSignature).values(event_id=None))
        if why == "an older version":
            session.execute(sa.update(WaiverVersion).values(state=VersionState.REPLACED))
        if why == "ended":
            session.execute(sa.update(WaiverSignature).values(ends_at=NOW))
    with pytest.raises(Conflict, match="isn’t the waiver that they’re asked for now"):
        do(paper.verify_paper, signers.lea, paper_id=paper_id)


def test_a_lead_opens_a_paper_that_the_list_is_too_short_for(
    signers: Signers, do: Do, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paper, "MOST_SHOWN", 1)
    noted = [note(do, signers, signers.gus, who).id for who in (signers.tim, signers.ana)]
    assert len(do(paper.list_papers, signers.lea)) == 1
    assert [do(paper.get_paper, signers.lea, paper_id=one).id for one in noted] == noted
    for stranger in (signers.rex, signers.gus):
        with pytest.raises(NotFound):
            do(paper.get_paper, stranger, paper_id=noted[0])


def test_a_paper_waits_for_the_leads_of_its_event_while_its_version_is_asked_for(
    world: World, signers: Signers, do: Do
) -> None:
    note(do, signers, signers.gus, signers.tim)
    with world.database.unit_of_work(write=True) as session:
        miami = next(one.chapter_id for one in signers.rex.grants)
        session.get_one(Event, signers.event_id).chapter_id = miami
    # Lea leads the chapter of its person alone.
    assert [len(do(paper.list_papers, one)) for one in (signers.lea, signers.rex)] == [0, 1]
    with world.database.unit_of_work(write=True) as session:
        session.execute(sa.update(WaiverVersion).values(state=VersionState.REPLACED))
    assert do(paper.list_papers, signers.rex) == []


@pytest.mark.parametrize("kind", ["unknown", "without a seat", "nothing in force"])
def test_what_cannot_be_noted_is_refused(world: World, signers: Signers, do: Do, kind: str) -> None:
    who = signers.sam if kind == "without a seat" else signers.tim
    if kind == "nothing in force":
        world.write(sa.update(WaiverVersion).values(state=VersionState.REPLACED))
    who = Actor(user_id=new_id()) if kind == "unknown" else who
    with pytest.raises(AppError) as refused:
        note(do, signers, signers.gus, who)
    assert refused.value.status == (409 if kind == "nothing in force" else 404)
    with pytest.raises(NotFound):
        do(paper.verify_paper, signers.admin, paper_id=new_id())


def test_an_open_gate_hears_of_papers_and_signatures(
    world: World, signers: Signers, do: Do, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr(live, "announce", heard.append)
    open_gate, canceled = world.event(start_at=NOW), world.event(start_at=NOW, canceled_at=NOW)
    for event_id in (open_gate, canceled, world.event(start_at=NOW)):
        world.seat(event_id, signers.sam if event_id != open_gate else signers.tim)
    world.seat(canceled, signers.tim)
    topic = verdicts_topic(open_gate)

    first = note(do, signers, signers.gus, signers.tim).id
    do(
        paper.refuse_paper,
        signers.lea,
        paper_id=first,
        values=PaperRefusal(because="No name on it."),
    )
    second = note(do, signers, signers.gus, signers.tim).id
    for _ in range(2):
        do(paper.verify_paper, signers.lea, paper_id=second)
    assert heard == [topic] * 4
    sign(do, signers.mia, signers.tim)
    assert heard == [topic] * 5
    values = VersionWrite(form=Form.ADULT, text="I play hard.")
    draft = do(versions.create_version, signers.admin, values=values)
    do(versions.publish_version, signers.admin, version_id=draft.id)
    assert topic in heard[5:]
