"""P22: what counts as the site's own bytes, and a database's address behind another server."""

from collections.abc import Callable
from typing import Any

from bench.baselines import pgbouncer
from bench.rows.growing import Network


class Devtools:
    """Chromium's messages, sent by the test."""

    def __init__(self) -> None:
        self.listeners: dict[str, Callable[[dict[str, Any]], None]] = {}

    def on(self, name: str, listener: Callable[[dict[str, Any]], None]) -> None:
        self.listeners[name] = listener

    def send(self, _command: str) -> None:
        pass

    def answer(self, number: str, path: str, size: int) -> None:
        url = f"http://localhost:8000{path}"
        self.listeners["Network.requestWillBeSent"]({"requestId": number, "request": {"url": url}})
        told = {"requestId": number, "encodedDataLength": size}
        self.listeners["Network.loadingFinished"](told)


def test_routes_and_the_websocket_stay_with_the_site_and_files_do_not() -> None:
    devtools = Devtools()
    network = Network(devtools)
    devtools.answer("1", "/events?view=list", 2_000)
    devtools.answer("2", "/assets/events.js", 30_000)
    devtools.answer("3", "/api/events", 500)
    devtools.answer("4", "/_event/?transport=websocket", 100)
    frame = {"payloadData": "état"}
    devtools.listeners["Network.webSocketFrameReceived"]({"requestId": "4", "response": frame})
    assert network.files == 32_000
    assert network.own == 500 + 100 + len("état".encode())


def test_the_address_behind_pgbouncer_differs_in_its_port_alone() -> None:
    before = "postgresql://club:secret@127.0.0.1:5432/club"
    assert pgbouncer.through(before, 6432) == "postgresql://club:secret@127.0.0.1:6432/club"
