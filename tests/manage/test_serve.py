"""Starting the server, and the sentences when it cannot start."""

import socket
from contextlib import closing

import pytest

from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.first_process import answers
from rookiebattle.manage.serve import refuse_used_port, worker_count
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
