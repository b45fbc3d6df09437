"""Keeps tests on this machine: connections to other machines are refused."""

import ipaddress
import socket
from typing import Any


class OutsideConnection(AssertionError):
    """A test tried to reach another machine."""


def is_local(family: int, address: object) -> bool:
    """Whether an address is a Unix socket or loopback. Names except localhost are not local."""
    if family == socket.AF_UNIX:
        return True
    host = str(address[0]) if isinstance(address, tuple) else str(address)
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def block_outside() -> None:
    """Refuse every connection that `is_local` does not allow, for the rest of this process."""
    for name in ("connect", "connect_ex"):
        setattr(socket.socket, name, _guarded(getattr(socket.socket, name)))


def _guarded(
    original: Any,
) -> Any:  # the two methods of the standard library differ in what they return
    def guarded(self: socket.socket, address: object) -> object:
        if not is_local(self.family, address):
            raise OutsideConnection(f"Tests stay on this machine, but one connects to {address!r}")
        return original(self, address)

    return guarded
