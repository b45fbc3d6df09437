"""A task that fails starts again; the log has the place of the error, but not its text."""

import ast
import asyncio
import inspect
from contextlib import suppress
from pathlib import Path

import pytest

from rookiebattle.core.jobs import supervision
from rookiebattle.core.jobs.supervision import supervised

pytestmark = pytest.mark.anyio
CANARY = "canary-of-a-private-word"


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervision, "PAUSE_SECONDS", 0.01)


async def test_a_task_that_dies_begins_again(caplog: pytest.LogCaptureFixture) -> None:
    lives = iter([KeyError(CANARY), ExceptionGroup(CANARY, [OSError(CANARY)]), None])

    async def fragile(app: str) -> None:
        assert app == "app"
        if failed := next(lives):
            raise failed

    await supervised(fragile)(app="app")
    assert next(lives, "none left") == "none left"
    first, second = caplog.messages
    assert "fragile ended" in first
    assert "KeyError" in first
    assert "in fragile" in first
    assert "OSError" in second
    assert CANARY not in caplog.text


async def test_cancelling_ends_it_while_it_runs_and_while_it_pauses(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(supervision, "PAUSE_SECONDS", 60)
    begun = 0

    async def works() -> None:
        nonlocal begun
        begun += 1
        await asyncio.sleep(60)

    async def dies() -> None:
        raise KeyError

    running = [asyncio.ensure_future(supervised(one)()) for one in (works, dies)]
    await asyncio.sleep(0.05)
    for task in running:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        assert task.cancelled()
    assert begun == 1
    assert len(caplog.messages) == 1


async def test_cancelling_waits_until_the_task_has_tidied_up() -> None:
    tidied = []

    async def tidies() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.05)
            tidied.append("yes")

    running = asyncio.ensure_future(supervised(tidies)())
    await asyncio.sleep(0.01)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert tidied == ["yes"]


async def test_a_task_that_is_cancelled_from_within_does_not_come_back() -> None:
    async def cancelled() -> None:
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await supervised(cancelled)()


async def test_it_is_still_given_the_app() -> None:
    async def wants(app: str) -> None:
        """The arguments that Reflex sees in a task."""

    assert list(inspect.signature(supervised(wants)).parameters) == ["app"]
    assert inspect.iscoroutinefunction(supervised(wants))


async def test_every_task_of_the_site_is_supervised() -> None:
    root = Path(supervision.__file__).parents[2] / "rookiebattle.py"
    registered = [
        ast.unparse(node.args[0])
        for node in ast.walk(ast.parse(root.read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "app.register_lifespan_task"
    ]
    assert registered
    assert [one for one in registered if not one.startswith("supervised(")] == []
