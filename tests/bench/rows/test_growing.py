"""P22: what counts as the site's own bytes, and a database's address behind another server."""

from collections.abc import Callable
from typing import Any

from bench.rows.growing import Network, on_port

HOST = "localhost:8000"


class Devtools:
    """Chromium's messages, sent by the test."""

    def __init__(self) -> None:
        self.listeners: dict[str, Callable[[dict[str, Any]], None]] = {}

    def on(self, name: str, listener: Callable[[dict[str, Any]], None]) -> None:
        self.listeners[name] = listener

    def send(self, _command: str) -> None:
        pass

    def tell(self, name: str, **told: Any) -> None:
        self.listeners[f"Network.{name}"](told)

    def ask(self, number: str, path: str, host: str = HOST) -> None:
        url = f"http://{host}{path}"
        self.tell("requestWillBeSent", requestId=number, request={"url": url})

    def answer(self, number: str, path: str, size: int, host: str = HOST) -> None:
        self.ask(number, path, host)
        self.tell("loadingFinished", requestId=number, encodedDataLength=size)


def test_routes_and_the_websocket_stay_with_the_site_and_files_do_not() -> None:
    devtools = Devtools()
    network = Network(devtools, HOST)
    devtools.answer("1", "/events?view=list", 2_000)
    devtools.answer("2", "/assets/events.js", 30_000)
    devtools.answer("3", "/api/events", 500)
    devtools.answer("4", "/objects/media/one/640.webp", 9_000)
    devtools.answer("5", "/vi/one/0.jpg", 7_000, host="pictures.example.org")
    devtools.tell("webSocketFrameReceived", response={"opcode": 1, "payloadData": "été"})
    devtools.tell("webSocketFrameReceived", response={"opcode": 2, "payloadData": "AAEC"})
    assert network.files == 32_000
    assert network.own == 500 + 9_000 + len("été".encode()) + 3


def test_an_answer_of_the_site_that_fails_is_noticed() -> None:
    devtools = Devtools()
    network = Network(devtools, HOST)
    for number, canceled in (("1", False), ("2", True)):
        devtools.ask(number, f"/assets/{number}.js")
        devtools.tell("loadingFailed", requestId=number, canceled=canceled)
    assert network.failed == ["/assets/1.js"]


def test_the_address_behind_another_port_is_the_same_otherwise() -> None:
    before = "postgresql://club:secret@127.0.0.1:5432/club"
    assert on_port(before, 6432) == "postgresql://club:secret@127.0.0.1:6432/club"
