"""A waiver that is signed twice at once is one signature."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.accounts.models import User
from rookiebattle.core.database.db import Database
from rookiebattle.waivers.models import Form, WaiverSignature
from rookiebattle.waivers.service import signatures
from tests.races.stage import PATIENCE, until_it_waits_or_is_done
from tests.waivers.signers import HERE, assemble, signature
from tests.world import World

pytestmark = pytest.mark.race


def signatures_of_two(database: Database, monkeypatch: pytest.MonkeyPatch) -> int:
    """Let two browsers sign for Ana, the second one while the first has looked and not written.

    Returns how many signatures there are then.
    """
    world = World(database)
    signers = assemble(world)
    has_looked, goes_on = threading.Event(), threading.Event()
    looks = signatures._former

    def former(*about: Any) -> WaiverSignature | None:
        found, is_first = looks(*about), not has_looked.is_set()
        has_looked.set()
        if is_first:
            goes_on.wait(PATIENCE)
        return found

    def sign() -> str:
        values = signature(signers.ana, Form.ADULT, typedName="Ana Stone")
        more: dict[str, Any] = {"form": Form.ADULT, "values": values, "signer": HERE}
        return str(world.do(signatures.sign, signers.ana, **more).id)

    monkeypatch.setattr(signatures, "_former", former)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(sign)
        assert has_looked.wait(PATIENCE)
        second = pool.submit(sign)
        until_it_waits_or_is_done(database, second)
        goes_on.set()
        first.result(PATIENCE)
        second.result(PATIENCE)
    with database.unit_of_work(write=False) as session:
        of_ana = col(WaiverSignature.user_id) == signers.ana.user_id
        counted = sa.select(sa.func.count()).select_from(WaiverSignature).where(of_ana)
        return session.scalar(counted) or 0


def test_two_at_once_are_one_signature(
    each_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert signatures_of_two(each_database, monkeypatch) == 1


def test_without_the_lock_there_are_two(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: the subject's row is read without being locked."""

    def unlocked(session: Session, user_id: str) -> User | None:
        return session.get(User, user_id)

    monkeypatch.setattr(signatures, "locked", unlocked)
    assert signatures_of_two(postgres_database, monkeypatch) == 2
