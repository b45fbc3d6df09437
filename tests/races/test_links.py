"""A link is used while its maker makes another one: neither waits for a lock of the other."""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta
from types import ModuleType
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from rookiebattle.accounts.models import AgeBand
from rookiebattle.core import clock
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import NotFound
from rookiebattle.guardians import dependents
from rookiebattle.guardians import queries as guardian_queries
from rookiebattle.guardians.models import Guardianship
from rookiebattle.waivers.models import Form
from rookiebattle.waivers.schemas.signatures import DeviceSignature
from rookiebattle.waivers.service import device
from tests.races.stage import PATIENCE, until_it_waits_or_is_done
from tests.waivers.signers import HERE, assemble, version
from tests.world import World

pytestmark = pytest.mark.race


def both(
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    step: tuple[ModuleType, str],
    first: Callable[[], Any],
    second: Callable[[], Any],
) -> tuple[Future[Any], Future[Any]]:
    """The two acts; the first rests at its `step`, until the second waits for it."""
    module, name = step
    usual, is_there, goes_on = getattr(module, name), threading.Event(), threading.Event()

    def slowly(*args: Any, **kwargs: Any) -> Any:
        if not is_there.is_set():
            is_there.set()
            goes_on.wait(PATIENCE)
        return usual(*args, **kwargs)

    monkeypatch.setattr(module, name, slowly)
    with ThreadPoolExecutor(2) as pool:
        makes = pool.submit(first)
        assert is_there.wait(PATIENCE)
        uses = pool.submit(second)
        until_it_waits_or_is_done(database, uses)
        goes_on.set()
    return makes, uses


def test_a_guardian_makes_a_link_while_the_one_before_is_used(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(postgres_database)
    mia, tim = world.person(), world.person(age_band=AgeBand.MINOR)
    world.add(Guardianship(guardian_id=mia.user_id, minor_id=tim.user_id))
    sign_in = {"age_band": None, "lapses_at": clock.now() + timedelta(days=1)}
    new = world.person(**sign_in, issuer="i", subject="new")

    def link() -> str:
        url: str = world.do(dependents.make_claim_link, mia, user_id=tim.user_id).url
        return url.rpartition("/")[2]

    token = link()
    makes, uses = both(
        postgres_database,
        monkeypatch,
        (guardian_queries, "forget_links"),
        link,
        lambda: world.do(dependents.claim, new, token=token),
    )
    assert isinstance(uses.exception(), NotFound)
    assert world.do(dependents.claim, new, token=makes.result()).id == tim.user_id


def test_a_gate_makes_a_link_while_the_one_before_signs(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(postgres_database)
    signers = assemble(world)

    def link() -> str:
        about = {"event_id": signers.event_id, "user_id": signers.ana.user_id}
        path: str = world.do(device.device_link, signers.gus, **about)
        return parse_qs(urlsplit(path).query)["device"][0]

    token = link()
    values = DeviceSignature(sha256=version(Form.ADULT).sha256, typed_name="Ana Stone")
    sign, gus = device.sign_on_device, signers.gus
    makes, uses = both(
        postgres_database,
        monkeypatch,
        (device, "token_urlsafe"),
        link,
        lambda: world.do(sign, gus, token=token, values=values, signer=HERE),
    )
    assert isinstance(uses.exception(), NotFound)
    assert makes.result() != token
