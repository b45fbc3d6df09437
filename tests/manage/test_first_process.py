"""The process that waits while the site runs: stopping, failing, and telling systemd."""

import errno
import io
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rookiebattle.manage import first_process
from rookiebattle.manage.first_process import Serving, become, tell_systemd, watch
from tests.servers.programs import free_port

SERVING = Serving(["sleep", "60"], os.environ, 1, ["ready"])
ANSWERS = """
import http.server, sys
at = ("127.0.0.1", int(sys.argv[1]))
http.server.HTTPServer(at, http.server.SimpleHTTPRequestHandler).serve_forever()
"""
MEGABYTES = 25


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

    monkeypatch.setattr(first_process, "start", start)
    monkeypatch.setattr(
        first_process, "answers", ask if moment == "before it answers" else lambda _: False
    )
    monkeypatch.setattr(signal, "signal", lambda _number, handler: handlers.append(handler))
    assert watch(SERVING) == 0


@pytest.mark.parametrize(("ends", "code"), [("exit 0", 1), ("exit 3", 3), ("kill $$", -15)])
def test_a_server_that_ends_without_being_asked_has_failed(
    monkeypatch: pytest.MonkeyPatch, ends: str, code: int
) -> None:
    """A unit with Restart=on-failure starts it again, and one with OnFailure= tells of it."""
    monkeypatch.setattr(first_process, "start", lambda _how: subprocess.Popen(["sh", "-c", ends]))
    monkeypatch.setattr(first_process, "wait_until_up", lambda *_server: None)
    monkeypatch.setattr(signal, "signal", lambda *_handler: None)
    assert watch(SERVING) == code


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

    monkeypatch.setattr(first_process, "start", start)
    monkeypatch.setattr(signal, "signal", lambda *_handler: None)
    monkeypatch.setattr(sys, "stdout", FullDisk())
    try:
        with pytest.raises(OSError, match="No space left"):
            watch(SERVING)
        assert started[0].poll() is not None
    finally:
        started[0].kill()
        started[0].wait()


def test_systemd_is_told_when_the_site_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that waits has the id of the one that prepared, and is a small one."""
    port, address = free_port(), str(tmp_path / "notify")
    program = [sys.executable, "-c", ANSWERS, str(port)]
    serving = Serving(program, {**os.environ, "NOTIFY_SOCKET": address}, port, ["It is ready"])
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(address)
        systemd.settimeout(30)
        child = os.fork()
        if child == 0:
            become(serving)
        try:
            assert systemd.recv(100) == b"READY=1"
            status = Path(f"/proc/{child}/status").read_text()
            kilobytes = int(status.partition("VmRSS:")[2].split()[0])
            assert kilobytes < MEGABYTES * 1000
        finally:
            os.kill(child, signal.SIGTERM)
            assert os.waitpid(child, 0)[1] == 0


def test_nobody_is_told_without_systemd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    tell_systemd("READY=1")


def test_an_abstract_socket_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(f"\0rookiebattle-{os.getpid()}")
        systemd.settimeout(5)
        monkeypatch.setenv("NOTIFY_SOCKET", f"@rookiebattle-{os.getpid()}")
        tell_systemd("READY=1")
        assert systemd.recv(100) == b"READY=1"
