"""A cheap HTTP client: blocking sockets, one thread each, and bodies that are thrown away."""

import socket
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from statistics import median

from bench.plan import Sample
from bench.processes import cpu_seconds

CHUNK = 1 << 18
CONNECTIONS = 8


@dataclass(slots=True)
class Answer:
    """Status, header block and body of one answer."""

    status: int
    head: bytes
    body: bytes

    def header(self, name: str) -> str:
        for line in self.head.decode("latin-1").split("\r\n"):
            key, _, value = line.partition(":")
            if key.lower() == name.lower():
                return value.strip()
        return ""


def request(path: str, port: int, headers: Mapping[str, str] | None = None) -> bytes:
    """The bytes of a GET that keeps the connection open."""
    lines = [f"GET {path} HTTP/1.1", f"Host: localhost:{port}"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


class Connection:
    """One connection that is kept open."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._buffer = memoryview(bytearray(CHUNK))

    def close(self) -> None:
        self._socket.close()

    def get(self, data: bytes) -> Answer:
        """Send and read one whole answer."""
        head, start = self._ask(data)
        body = bytearray(start)
        length = _length(head)
        while len(body) < length:
            body += self._receive()
        return Answer(_status(head), head, bytes(body))

    def hit(self, data: bytes) -> int:
        """Send, throw the body away, return the status."""
        head, start = self._ask(data)
        missing = _length(head) - len(start)
        while missing > 0:
            missing -= len(self._receive())
        return _status(head)

    def _ask(self, data: bytes) -> tuple[bytes, bytes]:
        self._socket.sendall(data)
        received = bytes(self._receive())
        while b"\r\n\r\n" not in received:
            received += bytes(self._receive())
        head, _, start = received.partition(b"\r\n\r\n")
        return head, start

    def _receive(self) -> memoryview:
        size = self._socket.recv_into(self._buffer)
        if not size:
            raise ConnectionError("the server closed the connection")
        return self._buffer[:size]


def _status(head: bytes) -> int:
    return int(head[9:12])


def _length(head: bytes) -> int:
    lower = head.lower()
    at = lower.find(b"\r\ncontent-length:")
    if at >= 0:
        return int(lower[at + 17 :].split(b"\r\n", 1)[0])
    if _status(head) == 304:
        return 0
    raise ValueError("an answer without its length cannot be measured here")


@dataclass(slots=True)
class Load:
    """The result of one run of `drive`."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    statuses: set[int] = field(default_factory=set)

    @property
    def per_second(self) -> float:
        return len(self.latencies) / self.seconds

    @property
    def p50_ms(self) -> float:
        return median(self.latencies) * 1000


def drive(
    port: int,
    next_request: Callable[[], bytes],
    *,
    seconds: float,
    connections: int = CONNECTIONS,
    expect: int = 200,
) -> Load:
    """Send requests as fast as the server answers."""
    load, errors = Load(), list[BaseException]()
    start = time.perf_counter()

    def client() -> None:
        try:
            _ask_until(start + seconds, Connection(port), next_request, load)
        except (OSError, ValueError) as failed:
            errors.append(failed)

    threads = [threading.Thread(target=client) for _ in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    load.seconds = time.perf_counter() - start
    if errors:
        raise errors[0]
    if load.statuses != {expect}:
        raise RuntimeError(f"expected {expect}, the server answered {sorted(load.statuses)}")
    return load


def _ask_until(
    deadline: float, connection: Connection, next_request: Callable[[], bytes], load: Load
) -> None:
    now = time.perf_counter()
    while now < deadline:
        load.statuses.add(connection.hit(next_request()))
        before, now = now, time.perf_counter()
        load.latencies.append(now - before)
    connection.close()


def throughput(
    port: int,
    pid: int,
    next_request: Callable[[], bytes],
    *,
    seconds: float,
    expect: int = 200,
) -> Sample:
    """Requests per second, and the server's processor time for each (process `pid`)."""
    before = cpu_seconds(pid)
    load = drive(port, next_request, seconds=seconds, expect=expect)
    spent = cpu_seconds(pid) - before
    return Sample(load.per_second, spent * 1000 / len(load.latencies))
