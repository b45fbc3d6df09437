"""Two tabs of one member start the donations again that wait in each of them."""

from contextlib import suppress
from threading import Barrier, BrokenBarrierError, Thread

import pytest

from rookiebattle.core.db import Database
from rookiebattle.core.errors import AppError
from rookiebattle.payments import opening
from rookiebattle.payments.models import Payment
from rookiebattle.payments.schemas import PaymentWrite
from tests.world import World

pytestmark = pytest.mark.race


def test_no_start_waits_for_the_other(
    postgres_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(postgres_database)
    member, failed = world.person(), list[AppError]()
    wanted = [PaymentWrite(amount=cents) for cents in (9_00, 12_00)]
    for values in wanted:
        world.do(opening.open_donation, member, values=values)
    drop, both_have_their_own = opening._drop_oldest_donations, Barrier(2)

    def drop_together(session: object, newest: Payment) -> None:
        # It breaks where the other start waits for this one to end, as it should.
        with suppress(BrokenBarrierError):
            both_have_their_own.wait(1)
        drop(session, newest)  # type: ignore[arg-type]  # it is the session of the verb

    def start(values: PaymentWrite) -> None:
        try:
            world.do(opening.open_donation, member, values=values)
        except AppError as error:
            failed.append(error)

    monkeypatch.setattr(opening, "_drop_oldest_donations", drop_together)
    threads = [Thread(target=start, args=(values,)) for values in wanted]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert failed == []
