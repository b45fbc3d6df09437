"""The page whose first data a path asks for."""

import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.ui import first_data
from rookiebattle.ui.first_data import Query, first_values, keep_offers, offer, offered
from rookiebattle.ui.state import Load, ShellState, ShellView, shell_view

pytestmark = pytest.mark.anyio


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that were asked for first data, and the ids that they got."""
    monkeypatch.setattr(first_data, "_offers", {})
    calls: list[str] = []
    ways = (
        *("/", "/events/[event_id]", "/admin/letters", "/admin/[name]", "/admin/seats/[seat_id]"),
        "/events/[event_id]/gate",
    )
    for route in ways:
        keep_offers(route, [offer(ShellState, _telling(calls, route))])
    return calls


def _telling(calls: list[str], route: str) -> Load:
    async def load(actor: Actor, params: Query) -> ShellView:
        calls.append(f"{route} {params.get('id', '')}")
        return shell_view(actor)

    return load


@pytest.mark.parametrize(
    ("path", "answered"),
    [
        ("home", "/ "),
        ("events/7", "/events/[event_id] 7"),
        ("events/7/gate", "/events/[event_id]/gate 7"),
        ("admin/letters", "/admin/letters "),
        ("admin/seats", "/admin/[name] seats"),
        ("admin/seats/7", "/admin/seats/[seat_id] 7"),
    ],
)
async def test_a_path_of_its_own_comes_before_an_id(
    asked: list[str], path: str, answered: str
) -> None:
    assert offered(path)
    assert await first_values(path, Actor(), {})
    assert asked == [answered]


@pytest.mark.parametrize(
    "path", ["events", "events/7/8", "events//gate", "letters", "admin/letters/7"]
)
async def test_a_path_that_offers_nothing_gets_nothing(asked: list[str], path: str) -> None:
    assert not offered(path)
    assert await first_values(path, Actor(), {}) is None
    assert asked == []
