"""The test servers themselves work as the other tests need them."""

import socket
import sys
import time
from pathlib import Path

import psycopg
import pytest
import redis

from tests.servers.postgres import PostgresCluster
from tests.servers.programs import LOOPBACK, Program, accepts_connections, free_port
from tests.servers.redis import RedisServer
from tests.servers.slow_line import SlowLine
from tests.sockets import OutsideConnection, is_local


def test_a_connection_to_another_machine_is_refused() -> None:
    with socket.socket() as outside, pytest.raises(OutsideConnection):
        outside.connect(("192.0.2.1", 80))


@pytest.mark.parametrize("address", [("example.org", 443), ("10.0.0.1", 80), ("::ffff:8.8.8.8", 1)])
def test_names_and_other_networks_are_not_local(address: tuple[str, int]) -> None:
    assert not is_local(socket.AF_INET, address)


def test_loopback_and_unix_sockets_are_local() -> None:
    assert is_local(socket.AF_INET, ("127.0.0.1", 1))
    assert is_local(socket.AF_INET6, ("::1", 1, 0, 0))
    assert is_local(socket.AF_UNIX, "any/path")


def test_postgres_databases_do_not_see_each_other(postgres: PostgresCluster) -> None:
    first, second = postgres.new_database(), postgres.new_database()
    with psycopg.connect(first) as one, psycopg.connect(second) as two:
        one.execute("CREATE TABLE mine (id int)")
        one.commit()
        found = two.execute("SELECT 1 FROM pg_tables WHERE tablename = 'mine'").fetchone()
    assert found is None
    postgres.drop(first)
    postgres.drop(second)


def test_a_stopped_program_leaves_nothing_behind(tmp_path: Path) -> None:
    port = free_port()
    listen = f"import socket, time; s = socket.create_server(('127.0.0.1', {port})); time.sleep(60)"
    wrapper = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {listen!r}])"
    program = Program([sys.executable, "-c", wrapper], log=tmp_path / "log")
    program.wait_until(lambda: accepts_connections(port))
    program.stop()
    deadline = time.monotonic() + 30
    while accepts_connections(port):
        # The system needs a moment to remove a killed process.
        assert time.monotonic() < deadline


def test_redis_answers(redis_server: RedisServer) -> None:
    with redis.Redis.from_url(redis_server.url) as client:
        assert client.ping()


def test_a_slow_line_delays_each_way(redis_server: RedisServer) -> None:
    line = SlowLine(redis_server.port)
    with socket.create_connection((LOOPBACK, line.port), timeout=10) as client:
        waited = []
        for line.delay in (0.0, 0.3):
            began = time.monotonic()
            client.sendall(b"PING\r\n")
            assert client.recv(64) == b"+PONG\r\n"
            waited.append(time.monotonic() - began)
    line.stop()
    assert waited[0] < 0.3
    assert waited[1] >= 0.6
