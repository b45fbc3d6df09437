"""A cheap client: it asks on all connections, then reads all answers, so the product never waits.

nginx is faster than a client on one core and does wait. Its row is measured by processor time.
"""

import socket
import time
from contextlib import suppress

from bench.load import CHUNK
from bench.plan import Sample
from bench.processes import cpu_seconds

CONNECTIONS = 16
END_OF_HEAD, LENGTH = b"\r\n\r\n", b"content-length: "
OK = b"HTTP/1.1 200 "


class Volley:
    """Connections to one server that are kept open."""

    def __init__(self, port: int, connections: int = CONNECTIONS) -> None:
        self._sockets = [
            socket.create_connection(("127.0.0.1", port), timeout=30) for _ in range(connections)
        ]
        for one in self._sockets:
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._buffer = bytearray(4 * CHUNK)
        self._view = memoryview(self._buffer)

    def close(self) -> None:
        for one in self._sockets:
            with suppress(OSError):
                one.close()

    def fire(self, asked: bytes) -> int:
        """Send one request on every connection; returns the number of answers."""
        for one in self._sockets:
            one.sendall(asked)
        for one in self._sockets:
            self._read(one)
        return len(self._sockets)

    def _read(self, one: socket.socket) -> None:
        buffer, view = self._buffer, self._view
        received = _some(one, view)
        while (end := buffer.find(END_OF_HEAD, 0, received)) < 0:
            received += _some(one, view[received:])
        whole = end + len(END_OF_HEAD) + self._length(end)
        while received < whole:
            received += _some(one, view[received:])
        if buffer[: len(OK)] != OK:
            raise RuntimeError(f"the server answered {bytes(buffer[: len(OK)])!r}")

    def _length(self, end: int) -> int:
        # nginx writes `Content-Length`, granian `content-length`.
        head = self._buffer[: end + 1].lower()
        at = head.find(LENGTH)
        if at < 0:
            raise ValueError("an answer without its length cannot be measured here")
        return int(head[at + len(LENGTH) : head.find(b"\r", at)])


def _some(one: socket.socket, into: memoryview) -> int:
    received = one.recv_into(into)
    if not received:
        raise ConnectionError("the server closed the connection")
    return received


def volleys(port: int, pid: int, asked: bytes, *, seconds: float) -> Sample:
    """Answers per second, and the processor time of the server's processes for each."""
    volley, answers = Volley(port), 0
    try:
        before, start = cpu_seconds(pid), time.perf_counter()
        while (took := time.perf_counter() - start) < seconds:
            answers += volley.fire(asked)
        spent = cpu_seconds(pid) - before
    finally:
        volley.close()
    return Sample(answers / took, spent * 1000 / answers)
