"""Signing on the device of whoever runs the gate, for somebody who stands there."""

from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
import sqlalchemy as sa
from sqlmodel import col

from rookiebattle.accounts.models import User
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.errors import (
    AppError,
    Conflict,
    Forbidden,
    Invalid,
    NotFound,
    TooManyRequests,
    Unauthorized,
)
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.registrations.models import Registration
from rookiebattle.waivers.models import (
    DeviceLink,
    Form,
    VersionState,
    WaiverSignature,
    WaiverVersion,
)
from rookiebattle.waivers.schemas.signatures import DeviceSignature, SignatureRead
from rookiebattle.waivers.service import device
from tests.clocks import StillClock
from tests.waivers.signers import HERE, Do, Signers, version
from tests.world import World

EVERYBODY = ("mia", "tim", "ana", "olga", "gus", "lea", "rex", "sam", "admin")


def link(do: Do, signers: Signers, actor: Actor, who: Actor) -> str:
    path = do(device.device_link, actor, event_id=signers.event_id, user_id=who.user_id)
    asked = urlsplit(path)
    assert asked.path == "/sign"
    return parse_qs(asked.query)["device"][0]


def sign(
    do: Do, holder: Actor, token: str, form: Form, name: str, number: int = 1
) -> SignatureRead:
    values = DeviceSignature(sha256=version(form, number).sha256, typed_name=name)
    read: SignatureRead = do(device.sign_on_device, holder, token=token, values=values, signer=HERE)
    return read


def test_the_gate_the_organizer_and_leads_hand_over_their_device(signers: Signers, do: Do) -> None:
    able = set()
    for actor in EVERYBODY:
        try:
            link(do, signers, signers.actor(actor), signers.ana)
        except Forbidden:
            continue
        able.add(actor)
    assert able == {"olga", "gus", "lea", "admin"}
    # Two at the gate hand over theirs at once: one's own link ends by one's own next link alone.
    first, second = (link(do, signers, one, signers.ana) for one in (signers.gus, signers.olga))
    for holder, token in ((signers.gus, first), (signers.olga, second)):
        assert do(device.on_device, holder, token=token).user_id == signers.ana.user_id
    with pytest.raises(Unauthorized):
        link(do, signers, VISITOR, signers.ana)
    with pytest.raises(NotFound):
        link(do, signers, signers.gus, signers.sam)


def test_an_adult_signs_and_the_record_names_whose_device_it_was(
    world: World, signers: Signers, do: Do
) -> None:
    token = link(do, signers, signers.gus, signers.ana)
    shown = do(device.on_device, signers.gus, token=token)
    assert (shown.user_id, shown.name) == (signers.ana.user_id, "Member")
    read = do(device.signer_named, signers.gus, token=token, typed_name="ana stone")
    assert (read.text.form, read.asks_birth_date) == (Form.ADULT, False)
    made = sign(do, signers.gus, token, Form.ADULT, "Ana Stone")
    assert (made.user_id, made.signed_by) == (signers.ana.user_id,) * 2
    with world.database.unit_of_work(write=False) as session:
        row = session.get_one(WaiverSignature, made.id)
        assert (row.noted_by, row.event_id) == (signers.gus.user_id, signers.event_id)
        assert session.scalars(sa.select(col(OutboxLetter.user_id))).all() == [signers.ana.user_id]
    for again in (
        lambda: sign(do, signers.gus, token, Form.ADULT, "Ana Stone"),
        lambda: do(device.on_device, signers.gus, token=token),
    ):
        with pytest.raises(NotFound, match="was used"):
            again()


def test_for_a_minor_only_the_name_of_a_connected_guardian_opens_the_form(
    signers: Signers, do: Do
) -> None:
    token = link(do, signers, signers.gus, signers.tim)
    refused = set()
    for name in ("Tim Stone", "Gus Stone", "Olga Stone", "Mia", "?"):
        with pytest.raises(Invalid) as wrong:
            do(device.signer_named, signers.gus, token=token, typed_name=name)
        refused.add(wrong.value.fields["typedName"])
    assert refused == {device.NO_SIGNER}
    with pytest.raises(Invalid):
        sign(do, signers.gus, token, Form.MINOR, "Tim Stone")
    read = do(device.signer_named, signers.gus, token=token, typed_name="Mia Stone")
    assert (read.text.form, read.asks_birth_date) == (Form.MINOR, False)
    with pytest.raises(Conflict):
        sign(do, signers.gus, token, Form.ADULT, "Mia Stone")
    # A refused signature leaves the link as it was.
    made = sign(do, signers.gus, token, Form.MINOR, "Mia Stone")
    assert (made.user_id, made.signed_by) == (signers.tim.user_id, signers.mia.user_id)


def test_two_people_whose_names_are_not_typed_look_the_same(
    world: World, signers: Signers, do: Do
) -> None:
    """The gate learns no age from a link, nor from any name but the right one."""

    def told(who: Actor) -> list[object]:
        token = link(do, signers, signers.gus, who)
        shown = do(device.on_device, signers.gus, token=token)
        with pytest.raises(Invalid) as wrong:
            do(device.signer_named, signers.gus, token=token, typed_name="Somebody Else")
        return [shown._replace(user_id=""), str(wrong.value), wrong.value.fields]

    assert told(signers.ana) == told(signers.tim)


def test_a_holder_tries_few_names_for_one_person(signers: Signers, do: Do) -> None:
    def trying(who: Actor, name: str) -> type[AppError] | None:
        token = link(do, signers, signers.gus, who)
        try:
            do(device.signer_named, signers.gus, token=token, typed_name=name)
        except AppError as refused:
            return type(refused)
        return None

    assert [trying(signers.tim, "Ann Hill") for _ in range(device.TRIES)] == [Invalid] * 10
    assert trying(signers.tim, "Mia Stone") is TooManyRequests
    assert trying(signers.ana, "Ana Stone") is None


def test_an_account_without_a_real_name_signs_nothing_on_a_device_of_others(
    world: World, signers: Signers, do: Do
) -> None:
    nameless = world.person(game_name="Wolf")
    world.seat(signers.event_id, nameless)
    token = link(do, signers, signers.gus, nameless)
    with pytest.raises(Invalid):
        do(device.signer_named, signers.gus, token=token, typed_name="Any Name")


@pytest.mark.parametrize("why", ["another holder", "too late", "no seat", "not at the gate"])
def test_a_link_is_for_its_holder_its_quarter_of_an_hour_and_its_seat(
    world: World, signers: Signers, do: Do, still_clock: StillClock, why: str
) -> None:
    token, holder = link(do, signers, signers.gus, signers.ana), signers.gus
    if why == "another holder":
        holder = signers.admin
    elif why == "too late":
        still_clock.now += timedelta(minutes=15)
    elif why == "not at the gate":
        holder = Actor(user_id=signers.gus.user_id)
    else:
        with world.database.unit_of_work(write=True) as session:
            gone = sa.update(Registration).where(col(Registration.user_id) == signers.ana.user_id)
            session.execute(gone.values(cancelled_at=still_clock.now))
    expected = Forbidden if why == "not at the gate" else NotFound
    with pytest.raises(expected):
        sign(do, holder, token, Form.ADULT, "Ana Stone")
    with world.database.unit_of_work(write=True) as session:
        device.forget_ended_links(session)
        left = session.scalars(sa.select(col(DeviceLink.user_id))).all()
    assert len(left) == (why != "too late")


def test_there_is_no_link_and_no_text_while_nothing_is_in_force(
    world: World, signers: Signers, do: Do
) -> None:
    token = link(do, signers, signers.gus, signers.ana)
    world.write(sa.update(WaiverVersion).values(state=VersionState.REPLACED))
    with pytest.raises(Conflict):
        link(do, signers, signers.gus, signers.ana)
    with pytest.raises(Conflict):
        do(device.signer_named, signers.gus, token=token, typed_name="Ana Stone")


def test_a_new_link_ends_the_one_before_and_one_without_its_person_leads_nowhere(
    world: World, signers: Signers, do: Do
) -> None:
    before = link(do, signers, signers.gus, signers.tim)
    token = link(do, signers, signers.gus, signers.tim)
    with pytest.raises(NotFound):
        do(device.on_device, signers.gus, token=before)
    world.set(User, signers.tim.user_id, birth_date=None)
    read = do(device.signer_named, signers.gus, token=token, typed_name="Mia Stone")
    assert read.asks_birth_date
