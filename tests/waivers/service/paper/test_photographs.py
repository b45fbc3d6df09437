"""Photographs of papers, the list of those that wait, and papers that are refused."""

import time
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import sqlalchemy as sa
from sqlmodel import col

from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import AppError, Conflict, Forbidden, Invalid, NotFound
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.integrations.storage.chosen import storage
from rookiebattle.uploads import policy
from rookiebattle.uploads import service as uploads
from rookiebattle.uploads.models import Upload, UploadState
from rookiebattle.waivers.models import Form, StandingState, WaiverSignature
from rookiebattle.waivers.schemas.signatures import PaperRefusal, PaperWrite
from rookiebattle.waivers.service import paper, reminders, signatures, standing
from tests.clocks import StillClock
from tests.waivers.signers import Do, Signers, sign
from tests.world import World

NO = PaperRefusal(because="The name is missing.")


def photo(world: World, actor: Actor, mime_type: str = "image/webp") -> str:
    columns: dict[str, Any] = {"file_name": "paper.webp", "mime_type": mime_type}
    id_ = world.add(Upload(user_id=actor.user_id, state=UploadState.CLAIMED, **columns))
    return f"/objects/{id_}"


def note(do: Do, signers: Signers, actor: Actor, who: Actor, **sent: Any) -> str:
    usual = {"user_id": who.user_id, "form": Form.ADULT, "event_id": signers.event_id}
    return str(do(paper.note_paper, actor, values=PaperWrite(**{**usual, **sent})).id)


def file_of(world: World, path: str) -> Upload:
    return world.get(Upload, path.rpartition("/")[2])


def test_a_photograph_opens_by_its_signed_address_alone(
    world: World, signers: Signers, do: Do
) -> None:
    path = photo(world, signers.gus)
    note(do, signers, signers.gus, signers.ana, photo=path)
    stored = file_of(world, path)
    assert (stored.state, stored.is_public, stored.is_sealed) == (UploadState.ATTACHED, False, True)
    asked = {"upload_id": stored.id, "expires": "", "signature": ""}
    for actor in (signers.gus, signers.ana, signers.lea, signers.admin, signers.sam):
        with pytest.raises(NotFound):
            do(uploads.find_shown, actor, **asked)
    (shown,) = do(paper.list_papers, signers.lea)
    assert shown.photo.startswith(f"{path}?expires=")
    # A lead may lose the role after the list was shown.
    expires = int(parse_qs(urlsplit(shown.photo).query)["expires"][0])
    assert expires - time.time() <= 600
    signed = {"expires": "9999999999", "signature": policy.viewing_signature(stored.id, 9999999999)}
    assert do(uploads.find_shown, signers.lea, **{**asked, **signed}).id == stored.id
    assert storage().public_address("file") == ""


def test_a_newer_photograph_takes_the_place_of_the_one_before(
    world: World, signers: Signers, do: Do
) -> None:
    first, second = photo(world, signers.gus), photo(world, signers.olga)
    one = note(do, signers, signers.gus, signers.ana, photo=first)
    assert note(do, signers, signers.olga, signers.ana) == one
    assert note(do, signers, signers.olga, signers.ana, photo=second) == one
    assert file_of(world, first).state == UploadState.RELEASED
    assert file_of(world, second).state == UploadState.ATTACHED


def test_a_lead_who_sends_a_photograph_verifies_it_no_longer(
    world: World, signers: Signers, do: Do
) -> None:
    one = note(do, signers, signers.gus, signers.ana)
    note(do, signers, signers.lea, signers.ana, photo=photo(world, signers.lea))
    with pytest.raises(Forbidden, match="took this paper"):
        do(paper.verify_paper, signers.lea, paper_id=one)


def test_another_event_changes_no_paper(world: World, signers: Signers, do: Do) -> None:
    first, event_id = photo(world, signers.gus), world.event(signers.sam)
    world.seat(event_id, signers.ana)
    one = note(do, signers, signers.gus, signers.ana, photo=first)
    sent = {"event_id": event_id, "photo": photo(world, signers.sam)}
    assert note(do, signers, signers.sam, signers.ana, **sent) != one
    assert file_of(world, first).state == UploadState.ATTACHED


@pytest.mark.parametrize("kind", ["of another", "a video", "used"])
def test_a_wrong_photograph_notes_nothing(
    world: World, signers: Signers, do: Do, kind: str
) -> None:
    path = photo(world, signers.sam if kind == "of another" else signers.gus)
    if kind == "a video":
        path = photo(world, signers.gus, "video/mp4")
    if kind == "used":
        note(do, signers, signers.gus, signers.tim, photo=path)
    with pytest.raises((NotFound, Invalid, Conflict)):
        note(do, signers, signers.gus, signers.ana, photo=path)
    assert do(standing.read_standing, signers.ana).state == StandingState.MISSING


# The papers that each person reads: those of the event's chapter, never the gate that took them.
READERS = {"lea": 2, "admin": 2, "rex": 0, "gus": 0, "olga": 0, "sam": 0, "visitor": 0}


def test_a_lead_reads_the_papers_of_the_chapter(world: World, signers: Signers, do: Do) -> None:
    note(do, signers, signers.gus, signers.ana)
    note(do, signers, signers.lea, signers.tim, form=Form.MINOR)
    found = {who: do(paper.list_papers, signers.actor(who)) for who in READERS}
    assert {who: len(papers) for who, papers in found.items()} == READERS
    assert {(one.name, one.form, one.took_it) for one in found["lea"]} == {
        ("Ana Stone", Form.ADULT, False),
        ("Tim Stone", Form.MINOR, True),
    }
    assert {one.noted_by for one in found["admin"]} == {"Gus Stone", "Lea Stone"}
    assert do(paper.list_papers, signers.lea, event_id=world.event(signers.olga)) == []
    world.write(sa.update(WaiverSignature).values(event_id=None, noted_by=None))
    # The event is gone, and whoever took them: the person's chapter decides.
    assert [one.noted_by for one in do(paper.list_papers, signers.lea)] == ["", ""]
    assert do(paper.list_papers, signers.rex) == []


def test_a_refused_paper_never_counts_and_its_person_reads_why(
    world: World, signers: Signers, do: Do
) -> None:
    path = photo(world, signers.gus)
    paper_id = note(do, signers, signers.gus, signers.tim, form=Form.MINOR, photo=path)
    for actor, status in {"gus": 403, "olga": 404, "rex": 404, "tim": 404, "sam": 404}.items():
        with pytest.raises(AppError) as error:
            do(paper.refuse_paper, signers.actor(actor), paper_id=paper_id, values=NO)
        assert error.value.status == status
    do(paper.refuse_paper, signers.lea, paper_id=paper_id, values=NO)
    assert do(standing.read_standing, signers.mia, user_id=signers.tim.user_id).state == (
        StandingState.MISSING
    )
    assert do(standing.read_standing, signers.gus, user_id=signers.tim.user_id).state == (
        StandingState.MISSING
    )
    assert file_of(world, path).state == UploadState.RELEASED
    assert do(paper.list_papers, signers.lea) == []
    with world.database.unit_of_work(write=False) as session:
        wanted = sa.select(col(OutboxLetter.user_id)).filter_by(kind=paper.REFUSED)
        told = set(session.scalars(wanted))
    assert told == {signers.mia.user_id, signers.tim.user_id}
    for again in (paper.verify_paper, paper.refuse_paper):
        more = {"values": NO} if again is paper.refuse_paper else {}
        with pytest.raises(NotFound, match="was refused"):
            do(again, signers.lea, paper_id=paper_id, **more)
    # The same person can be noted again.
    assert note(do, signers, signers.gus, signers.tim, form=Form.MINOR) != paper_id


def test_a_verified_paper_is_not_refused(signers: Signers, do: Do) -> None:
    paper_id = note(do, signers, signers.gus, signers.ana)
    do(paper.verify_paper, signers.lea, paper_id=paper_id)
    with pytest.raises(Conflict, match="verified already"):
        do(paper.refuse_paper, signers.lea, paper_id=paper_id, values=NO)


@pytest.mark.parametrize("why", ["7 years", "a child"])
def test_a_photograph_goes_with_the_signer_or_the_child(
    world: World, signers: Signers, do: Do, still_clock: StillClock, why: str
) -> None:
    path = photo(world, signers.gus)
    note(do, signers, signers.gus, signers.tim, form=Form.MINOR, photo=path)
    sign(do, signers.mia, signers.tim)
    if why == "7 years":
        still_clock.now += timedelta(days=7 * 365 + 1)
        world.run(reminders.forget_signers)
    else:
        world.run(signatures.forget_signed, signers.admin, user_id=signers.tim.user_id)
    assert file_of(world, path).state == UploadState.RELEASED
    assert world.scalars(sa.select(col(WaiverSignature.photo))) in ([None, None], [])
