"""Signing: who may, what is refused, until when it holds, and its file."""

from datetime import UTC, date, datetime, timedelta
from itertools import product
from typing import Any

import pytest
import sqlalchemy as sa
from sqlmodel import col

from rookiebattle.accounts.leaving import delete_account, erase_child
from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.core import privacy
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.errors import Conflict, Forbidden, Invalid, NotFound, Unavailable
from rookiebattle.guardians.models import Guardianship
from rookiebattle.waivers import pdf
from rookiebattle.waivers.models import ENDS_SOON, Form, VersionState, WaiverSignature
from rookiebattle.waivers.service import signatures
from tests.clocks import NOW, StillClock
from tests.waivers.signers import HERE, Do, Signers, sign, version
from tests.world import World

EVERYBODY = ("mia", "tim", "ana", "olga", "gus", "lea", "sam", "admin")


def rows(world: World) -> list[WaiverSignature]:
    with world.database.unit_of_work(write=False) as session:
        found = list(session.scalars(sa.select(WaiverSignature)))
        session.expunge_all()
        return found


def test_only_the_adult_or_a_connected_guardian_signs(
    world: World, signers: Signers, do: Do
) -> None:
    signed, read_why = set(), set()
    for actor, who in product(EVERYBODY, ("tim", "ana", "mia")):
        form = Form.MINOR if who == "tim" else Form.ADULT
        named = {"typedName": f"{'Ada' if actor == 'admin' else actor.title()} Stone"}
        try:
            sign(do, signers.actor(actor), signers.actor(who), form, **named)
            signed.add((actor, who))
        except Forbidden as refused:
            if "under 18" in refused.sentence:
                read_why.add((actor, who))
    assert signed == {("mia", "tim"), ("ana", "ana"), ("mia", "mia")}
    # Nobody but the minor reads that an age is the reason.
    assert read_why == {("tim", "tim")}
    kept = [(one.signed_by, one.user_id) for one in rows(world)]
    assert sorted(kept) == sorted(
        (signers.actor(actor).user_id, signers.actor(who).user_id) for actor, who in signed
    )
    assert {(one.address, one.browser) for one in rows(world)} == {HERE}


def test_what_is_wrong_is_refused_and_nothing_is_kept(
    world: World, signers: Signers, do: Do
) -> None:
    wrong: list[tuple[dict[str, Any], Form, type[Exception]]] = [
        ({"typedName": "Tim Stone"}, Form.MINOR, Invalid),
        ({"typedName": "Mia"}, Form.MINOR, Invalid),
        ({}, Form.ADULT, Invalid),
        ({"sha256": "0" * 64}, Form.MINOR, Conflict),
        ({"birthDate": "2009-01-01"}, Form.MINOR, Invalid),
        ({"userId": "00000000-0000-0000-0000-000000000000"}, Form.MINOR, Forbidden),
    ]
    for sent, form, error in wrong:
        with pytest.raises(error):
            sign(do, signers.mia, signers.tim, form, **sent)
    assert rows(world) == []


def test_again_is_the_same_signature_until_it_ends_soon(
    world: World, signers: Signers, do: Do, still_clock: StillClock
) -> None:
    first = sign(do, signers.mia, signers.tim, typedName="MÍA Ann stone", stroke="M1 2L30 40")
    assert first.ends_at == datetime(2027, 3, 14, 12, 0, tzinfo=UTC)
    assert sign(do, signers.mia, signers.tim) == first
    still_clock.now = first.ends_at - ENDS_SOON
    second = sign(do, signers.mia, signers.tim)
    assert second.id != first.id
    assert second.ends_at > first.ends_at
    assert len(rows(world)) == 2


def test_a_replaced_version_is_not_signed_and_the_new_one_is(
    world: World, signers: Signers, do: Do
) -> None:
    sign(do, signers.mia, signers.tim)
    replace(world, signers, Form.MINOR)
    with pytest.raises(Conflict, match="newer version"):
        sign(do, signers.mia, signers.tim)
    assert sign(do, signers.mia, signers.tim, sha256=version(Form.MINOR, 2).sha256).version == 2


def replace(world: World, signers: Signers, form: Form) -> None:
    with world.database.unit_of_work(write=True) as session:
        old = version(form).__class__
        session.execute(
            sa.update(old)
            .where(col(old.id) == signers.versions[form])
            .values(state=VersionState.REPLACED)
        )
        session.add(version(form, 2, published_at=NOW))


def test_nothing_is_signed_before_a_version_is_published(
    world: World, signers: Signers, do: Do
) -> None:
    world.write(sa.update(type(version(Form.ADULT))).values(state=VersionState.REPLACED))
    with pytest.raises(Conflict, match="no waiver to sign"):
        sign(do, signers.ana, signers.ana, Form.ADULT, typedName="Ana Stone")


def test_a_minors_form_ends_on_the_eighteenth_birthday_and_then_nobody_signs_it(
    signers: Signers, do: Do, still_clock: StillClock
) -> None:
    still_clock.now = datetime(2028, 5, 1, 12, 0, tzinfo=UTC)
    made = sign(do, signers.mia, signers.tim)
    assert made.ends_at == datetime(2028, 6, 1, 4, 0, tzinfo=UTC)
    still_clock.now = made.ends_at
    with pytest.raises(Forbidden, match="Only the person"):
        sign(do, signers.mia, signers.tim)
    adult = sign(do, signers.tim, signers.tim, Form.ADULT, typedName="Tim Stone")
    assert adult.ends_at == datetime(2029, 6, 1, 4, 0, tzinfo=UTC)


def test_a_guardian_whose_connection_ended_signs_no_more(
    world: World, signers: Signers, do: Do
) -> None:
    world.write(sa.update(Guardianship).values(ended_at=NOW))
    with pytest.raises(Forbidden):
        sign(do, signers.mia, signers.tim)


def test_a_birth_date_is_asked_for_once(world: World, signers: Signers, do: Do) -> None:
    def born() -> date | None:
        return world.get(User, signers.tim.user_id).birth_date

    world.write(sa.update(User).values(birth_date=None))
    with pytest.raises(Invalid):
        sign(do, signers.mia, signers.tim, birthDate="2015-01-01")
    assert born() is None
    made = sign(do, signers.mia, signers.tim, birthDate="2008-06-01")
    assert (born(), made.ends_at) == (date(2008, 6, 1), datetime(2026, 6, 1, 4, 0, tzinfo=UTC))
    sign(do, signers.ana, signers.ana, Form.ADULT, typedName="Ana Stone", birthDate="2011-01-01")


def test_the_file_is_for_signer_subject_guardians_and_administrators(
    signers: Signers, do: Do
) -> None:
    made = sign(do, signers.mia, signers.tim, stroke="M10 10L300 100M5 5L9 9")
    read = {}
    for reader in EVERYBODY:
        try:
            content = do(signatures.signature_pdf, signers.actor(reader), signature_id=made.id)
            assert content.startswith(b"%PDF")
            read[reader] = content
        except NotFound:
            continue
    assert read.keys() == {"mia", "tim", "admin"}
    assert len(set(read.values())) == 1


def test_a_file_that_cannot_be_made_comes_later_and_the_signature_counts(
    signers: Signers, do: Do, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = sign(do, signers.mia, signers.tim)

    def fail(*_: object) -> bytes:
        raise OSError

    monkeypatch.setattr(pdf, "_drawn", fail)
    with pytest.raises(Unavailable, match="The signature counts"):
        do(signatures.signature_pdf, signers.mia, signature_id=made.id)


def test_erasing_an_account_keeps_the_proof_and_a_childs_leaves_nothing(
    world: World, signers: Signers, do: Do
) -> None:
    sign(do, signers.mia, signers.tim)
    do(delete_account, signers.mia, confirmation="DELETE")
    (row,) = rows(world)
    assert (row.typed_name, row.signed_by, row.subject_name) == (
        *("Mia Stone", signers.mia.user_id),
        "Tim Stone",
    )
    do(erase_child, VISITOR, who=signers.tim.user_id)
    assert rows(world) == []


def test_both_read_it_in_their_own_data_without_address_and_browser(
    world: World, signers: Signers, do: Do
) -> None:
    made = sign(do, signers.mia, signers.tim, stroke="M1 2L3 4")
    for who in (signers.mia, signers.tim):
        (own,) = world.run(privacy.own_rows, who.user_id)["waiver_signatures"]
        assert (own["id"], own["typed_name"], own["stroke"]) == (made.id, "Mia Stone", "M1 2L3 4")
        assert not {"address", "browser"} & own.keys()


def test_ages_decide_by_the_birth_date_before_the_band(
    world: World, signers: Signers, do: Do, still_clock: StillClock
) -> None:
    """The band of somebody who came of age may change a day later."""
    still_clock.now = datetime(2028, 6, 2, 12, 0, tzinfo=UTC)
    assert world.get(User, signers.tim.user_id).age_band == AgeBand.MINOR
    made = sign(do, signers.tim, signers.tim, Form.ADULT, typedName="Tim Stone")
    assert made.ends_at - still_clock.now > timedelta(days=360)
