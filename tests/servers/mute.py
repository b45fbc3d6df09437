"""A PostgreSQL that accepts every login and never answers after that."""

import socket
import struct
import threading
from contextlib import suppress

from tests.servers.programs import LOOPBACK

# A client first asks for encryption. Such a request has one of these numbers in place of a version.
ENCRYPTIONS = (80877103, 80877104)
WELCOME = struct.pack("!cii", b"R", 8, 0) + struct.pack("!cic", b"Z", 5, b"I")


class MutePostgres:
    """Listens on loopback until it is stopped."""

    def __init__(self) -> None:
        self._listening = socket.create_server((LOOPBACK, 0))
        self._open = [self._listening]
        self.url = f"postgresql://nobody@{LOOPBACK}:{self._listening.getsockname()[1]}/none"
        threading.Thread(target=self._welcome_forever, daemon=True).start()

    def _welcome_forever(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                self._open.append(client)
                self._welcome(client)

    def _welcome(self, client: socket.socket) -> None:
        while len(asked := client.recv(4096)) >= 8:
            if struct.unpack("!i", asked[4:8])[0] not in ENCRYPTIONS:
                client.sendall(WELCOME)
                return
            client.sendall(b"N")

    def stop(self) -> None:
        for one in self._open:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
