"""Starting the server, and the sentences when it cannot start."""

import errno
import io
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing

import pytest

from rookiebattle.manage import serve
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.serve import answers, refuse_used_port, worker_count
from rookiebattle.settings import get_settings
from tests.servers.programs import LOOPBACK, free_port


def test_a_used_port_is_named_with_the_next_one() -> None:
    with closing(socket.socket()) as taken:
        taken.bind((LOOPBACK, 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CannotContinue, match=f"Port {port} is in use.*PORT={port + 1}"):
            refuse_used_port(port)


def test_a_free_port_is_accepted_and_silent() -> None:
    port = free_port()
    refuse_used_port(port)
    assert not answers(port)


def test_several_workers_need_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRANIAN_WORKERS", "2")
    with pytest.raises(CannotContinue, match="REDIS_URL"):
        worker_count(get_settings())


@pytest.mark.parametrize("moment", ["before it runs", "before it answers"])
def test_a_server_may_be_asked_to_stop_while_it_starts(
    monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    handlers: list[Callable[[int, None], None]] = []

    def start(*_how: object) -> subprocess.Popen[bytes]:
        if moment == "before it runs":
            handlers[0](signal.SIGTERM, None)
        return subprocess.Popen(["sleep", "60"])

    def ask(_port: int) -> bool:
        handlers[0](signal.SIGTERM, None)
        return False

    monkeypatch.setattr(serve, "start", start)
    monkeypatch.setattr(serve, "answers", ask if moment == "before it answers" else lambda _: False)
    monkeypatch.setattr(signal, "signal", lambda _number, handler: handlers.append(handler))
    assert serve.serve(get_settings(), 1, ["ready"]) == 0


class FullDisk(io.StringIO):
    """Standard output in a file on a disk without room."""

    def write(self, text: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_server_whose_address_cannot_be_printed_does_not_run_on_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[subprocess.Popen[bytes]] = []

    def start(*_how: object) -> subprocess.Popen[bytes]:
        started.append(subprocess.Popen(["sleep", "60"]))
        return started[-1]

    monkeypatch.setattr(serve, "start", start)
    monkeypatch.setattr(signal, "signal", lambda *_handler: None)
    monkeypatch.setattr(sys, "stdout", FullDisk())
    try:
        with pytest.raises(OSError, match="No space left"):
            serve.serve(get_settings(), 1, ["ready"])
        assert started[0].poll() is not None
    finally:
        started[0].kill()
        started[0].wait()
