"""The letters about waivers: their words for guardians, for a minor's copy, and for a device."""

from rookiebattle.accounts.models import User
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.database.db import new_id
from rookiebattle.guardians.models import Guardianship
from rookiebattle.settings import get_settings
from rookiebattle.waivers import letters
from rookiebattle.waivers.models import Form, WaiverSignature
from rookiebattle.waivers.schemas.signatures import DeviceSignature, PaperRefusal, PaperWrite
from rookiebattle.waivers.service import device, paper, reminders
from tests.clocks import StillClock
from tests.letter_box import Received, received
from tests.waivers.signers import HERE, Do, Signers, sign, version
from tests.world import World


def by_reader(found: list[Received]) -> dict[str, Received]:
    return {one.recipient.partition("@")[0]: one for one in found}


def with_address(world: World, signers: Signers) -> None:
    world.set(User, signers.tim.user_id, email="tim@example.org")


def test_every_guardian_reads_what_was_signed_and_the_minor_gets_a_copy(
    world: World, signers: Signers, do: Do, still_clock: StillClock
) -> None:
    with_address(world, signers)
    world.add(Guardianship(minor_id=signers.tim.user_id, guardian_id=signers.sam.user_id))
    made = sign(do, signers.mia, signers.tim)
    found = by_reader(received())
    assert found.keys() == {"mia", "sam", "tim"}
    for one in found.values():
        assert f"/sign?for={signers.tim.user_id}" in one.body
        assert "Device:" not in one.body
        words = " ".join(one.body.split())
        assert "For: Tim" in words
        assert "Signed by: Mia" in words
    still_clock.now = made.ends_at
    do(reminders.ask_some, VISITOR)
    asked = by_reader(received())
    assert {who: one.subject for who, one in asked.items()} == {
        "mia": "The waiver for Tim has ended",
        "sam": "The waiver for Tim has ended",
        "tim": "Your waiver has ended",
    }
    assert letters.SIGN_IT in " ".join(asked["mia"].body.split())
    assert letters.GUARDIAN_SIGNS in " ".join(asked["tim"].body.split())
    assert "Read the Waiver:" in asked["tim"].body


def test_a_signature_on_the_gates_device_says_whose_it_was(signers: Signers, do: Do) -> None:
    at = {"event_id": signers.event_id, "user_id": signers.ana.user_id}
    token = do(device.device_link, signers.gus, **at).partition("=")[2]
    values = DeviceSignature(sha256=version(Form.ADULT).sha256, typed_name="Ana Stone")
    do(device.sign_on_device, signers.gus, token=token, values=values, signer=HERE)
    (letter,) = received()
    words = " ".join(letter.body.split())
    assert "Device: Member’s, at" in words
    assert f"Please write to {get_settings().org_contact_email}." in words


def test_a_refused_paper_says_why_until_something_is_signed(
    world: World, signers: Signers, do: Do
) -> None:
    with_address(world, signers)
    noted = {"user_id": signers.tim.user_id, "form": Form.MINOR, "event_id": signers.event_id}

    def refuse() -> str:
        paper_id = do(paper.note_paper, signers.gus, values=PaperWrite(**noted)).id
        no = PaperRefusal(because="The name is missing.")
        do(paper.refuse_paper, signers.lea, paper_id=paper_id, values=no)
        return str(paper_id)

    paper_id = refuse()
    found = by_reader(received())
    assert {who: one.subject for who, one in found.items()} == {
        "mia": "The paper waiver for Tim doesn’t count",
        "tim": "Your paper waiver doesn’t count",
    }
    assert all("Why:        The name is missing." in one.body for one in found.values())
    with world.database.unit_of_work(write=False) as session:
        assert letters.refused(session, signers.sam.user_id, paper_id) is None
    sign(do, signers.mia, signers.tim)
    with world.database.unit_of_work(write=False) as session:
        for reader in (signers.mia, signers.sam):
            assert letters.refused(session, reader.user_id, paper_id) is None
        assert letters.refused(session, signers.mia.user_id, new_id()) is None
        row = session.get_one(WaiverSignature, paper_id)
    assert row.refused_because == "The name is missing."
