"""A letter that can be turned off reaches nobody who unsubscribed while it waited."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from rookiebattle.accounts.models import User
from rookiebattle.events import canceling
from rookiebattle.events import service as events
from rookiebattle.events.schemas import CancelWrite, Scope
from rookiebattle.registrations.service import registering
from tests.clocks import StillClock
from tests.letter_box import received
from tests.registrations.letters.stage import a_series_with_mira, change, member
from tests.world import World

News = Callable[[World], None]
THIS, FOLLOWING = Scope.THIS, Scope.FOLLOWING


def taking_a_seat(world: World) -> None:
    a_series_with_mira(world)


def changing(scope: Scope, **sent: str) -> News:
    def tell(world: World) -> None:
        olga, ids = a_series_with_mira(world)
        change(world, olga, ids[0], scope, **sent)

    return tell


def calling_off(scope: Scope) -> News:
    def tell(world: World) -> None:
        olga, ids = a_series_with_mira(world)
        values = CancelWrite(reason="Lightning is forecast.")
        world.do(canceling.cancel_event, olga, event_id=ids[0], values=values, scope=scope)

    return tell


def removing(scope: Scope) -> News:
    def tell(world: World) -> None:
        olga, ids = a_series_with_mira(world)
        world.do(events.remove_event, olga, event_id=ids[0], scope=scope)

    return tell


def freeing(world: World) -> None:
    mira, holder = member(world, "Mira"), world.person()
    event_id = world.event(max_participants=1)
    world.do(registering.register, holder, event_id=event_id)
    world.wish(mira, event_id)
    world.do(registering.unregister, holder, event_id=event_id)


@pytest.mark.parametrize("unsubscribes", [False, True])
@pytest.mark.parametrize(
    ("news", "subject", "always"),
    [
        (taking_a_seat, "You’re registered", False),
        (changing(THIS, title="Drill"), "Changed: Practice, Tue", False),
        (changing(FOLLOWING, title="Drill"), "Changed: Practice, 4 dates", False),
        (changing(THIS, location="Rowlett Park"), "Changed: Practice, Tue", True),
        (changing(FOLLOWING, location="Rowlett Park"), "Changed: Practice, 4 dates", True),
        (calling_off(THIS), "Canceled: Practice, Tue", True),
        (calling_off(FOLLOWING), "Canceled: Practice, 4 dates", True),
        (removing(THIS), "Canceled: Practice, Tue", True),
        (removing(FOLLOWING), "Canceled: Practice, 4 dates", True),
        (freeing, "A seat opened", False),
    ],
)
def test_a_letter_that_waits_while_its_reader_unsubscribes_is_not_sent_unless_it_always_is(
    world: World,
    still_clock: StillClock,
    news: News,
    subject: str,
    *,
    always: bool,
    unsubscribes: bool,
) -> None:
    news(world)
    if unsubscribes:
        with world.database.unit_of_work(write=True) as session:
            session.query(User).filter_by(email="mira@example.org").update({"mail_events": False})
    still_clock.now += timedelta(hours=1)
    subjects = [one.subject for one in received() if one.recipient == "mira@example.org"]
    is_sent = always or not unsubscribes
    assert any(one.startswith(subject) for one in subjects) is is_sent
    assert bool(subjects) is is_sent
