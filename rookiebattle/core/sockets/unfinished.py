"""Ends websockets whose client sends a message that does not end, before it fills the memory.

Granian stores up to 64 MB of one message. Linux counts the bytes that each connection has got.
"""

import asyncio
import os
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fcntl import ioctl
from pathlib import Path
from termios import FIONREAD

from starlette.types import Message, Receive

LOOK_SECONDS = 0.5
# The request for the socket, a message of 64 KB, and the 128 KB that granian reads at once.
MOST_OF_ONE, MOST_IN_ALL = 256 * 1024, 64 * 1024 * 1024
# `tcpi_bytes_received` ends `INFO_BYTES` of `struct tcp_info` in linux/tcp.h.
INFO_BYTES, RECEIVED, UNREAD = 136, struct.Struct("=128xQ"), struct.Struct("i")
AT_ONCE = struct.pack("ii", 1, 0)
DESCRIPTORS = Path(os.sep, "proc", "self", "fd")
Peer = tuple[str, int]


class Inbound:
    """The bytes that granian has read from one connection since its last whole message.

    Until the first message these are all: what follows the request may arrive together with it.
    """

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self.descriptor = -1
        self._before = 0

    def message_is_whole(self, message: Message) -> None:
        if self.descriptor >= 0:
            self._before = _received(self.descriptor) - _unread(self.descriptor)
        else:
            self._before += len(message.get("bytes") or str(message.get("text")).encode())

    def unfinished(self) -> int:
        """Bytes; 0 while the descriptor is not known."""
        since = _received(self.descriptor) - self._before
        return since - _unread(self.descriptor) if since > 0 else 0

    def end(self) -> None:
        """End the connection. Its descriptor may have become another one's meanwhile."""
        with suppress(OSError), socket.socket(fileno=os.dup(self.descriptor)) as ours:
            if ours.getpeername()[:2] == self.peer:
                # A client that waits until it may send on learns at once that the server is gone.
                ours.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
                ours.shutdown(socket.SHUT_RDWR)


class Unfinished:
    """Looks at all sockets twice a second, and ends those with too much of an unfinished message.

    So they hold `MOST_IN_ALL` together, and what arrives within `LOOK_SECONDS`.
    """

    def __init__(self) -> None:
        self._open: set[Inbound] = set()
        self._descriptors = Descriptors()
        self._next_look: asyncio.TimerHandle | None = None

    @contextmanager
    def watched(self, peer: Peer, receive: Receive) -> Iterator[Receive]:
        """Watch a socket; gives a `receive` that notes each message. Only Linux counts bytes."""
        if sys.platform != "linux":
            yield receive
            return
        inbound = Inbound(peer)

        async def noting() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                inbound.message_is_whole(message)
            return message

        self._open.add(inbound)
        self._look_later()
        try:
            yield noting
        finally:
            self._open.discard(inbound)
            if self._next_look and not self._open:
                self._next_look.cancel()
                self._next_look = None

    def _look_later(self) -> None:
        if self._next_look is None:
            loop = asyncio.get_running_loop()
            self._next_look = loop.call_later(LOOK_SECONDS, self._look)

    def _look(self) -> None:
        self._next_look = None
        self._look_later()
        self._descriptors.find([one for one in self._open if one.descriptor < 0])
        held = sorted(((one.unfinished(), one) for one in self._open), key=lambda pair: -pair[0])
        in_all = sum(size for size, _ in held if size > 0)
        for size, inbound in held:
            if size <= MOST_OF_ONE and in_all <= MOST_IN_ALL:
                break
            inbound.end()
            in_all -= size


class Descriptors:
    """Finds the descriptors of connections, which granian does not tell."""

    def __init__(self) -> None:
        # By descriptor, the number of the file behind it, and the other end of a connection.
        self._known: dict[int, tuple[int, Peer | None]] = {}

    def find(self, new: list[Inbound]) -> None:
        """Look through all open files. Asking each for its other end again would take too long."""
        if not new:
            return
        wanted = {inbound.peer: inbound for inbound in new}
        before, self._known = self._known, {}
        with os.scandir(DESCRIPTORS) as files:
            descriptors = [int(file.name) for file in files]
        for descriptor in descriptors:
            with suppress(OSError):  # the list itself was a file, which is closed again
                number = os.fstat(descriptor).st_ino
                known = before.get(descriptor)
                peer = known[1] if known and known[0] == number else _peer(descriptor)
                self._known[descriptor] = number, peer
                if peer and (inbound := wanted.get(peer)):
                    inbound.descriptor = descriptor


@contextmanager
def _borrowed(descriptor: int) -> Iterator[socket.socket]:
    """Granian's own socket, which stays open. Raises OSError once granian has closed it."""
    lent = socket.socket(socket.AF_INET, socket.SOCK_STREAM, 0, fileno=descriptor)
    try:
        yield lent
    finally:
        lent.detach()


def _peer(descriptor: int) -> Peer | None:
    """The other end of a connection; None for other files."""
    with suppress(OSError), _borrowed(descriptor) as lent:
        address = lent.getpeername()
        return address[:2] if isinstance(address, tuple) else None
    return None


def _received(descriptor: int) -> int:
    """The bytes that a connection has got in all; 0 for what is no connection, or is closed."""
    if descriptor < 0:
        return 0
    info = b""
    with suppress(OSError), _borrowed(descriptor) as lent:
        info = lent.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, INFO_BYTES)
    # An old kernel tells less.
    return int(RECEIVED.unpack(info)[0]) if len(info) == INFO_BYTES else 0


def _unread(descriptor: int) -> int:
    """The bytes among them that nobody has read yet."""
    with suppress(OSError):
        return int(UNREAD.unpack(ioctl(descriptor, FIONREAD, bytes(UNREAD.size)))[0])
    return 0
