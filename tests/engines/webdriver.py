"""Drives a browser by the commands of W3C WebDriver.

Over HTTP for WebKit, for Firefox over its own socket, Marionette, and for Chromium by Playwright.
"""

import base64
import json
import socket
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import httpx
from playwright.sync_api import ElementHandle, Page

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
SECONDS = 120
# The name of each command in Marionette, its method and its path.
COMMANDS = {
    "Navigate": ("POST", "url"),
    "Back": ("POST", "back"),
    "ExecuteScript": ("POST", "execute/sync"),
    "ElementClick": ("POST", "element/{id}/click"),
    "ElementClear": ("POST", "element/{id}/clear"),
    "ElementSendKeys": ("POST", "element/{id}/value"),
    "PerformActions": ("POST", "actions"),
    "TakeScreenshot": ("GET", "screenshot"),
    "SetWindowRect": ("POST", "window/rect"),
}


class Refused(Exception):
    """The browser did not do what a command wanted; the text begins with the error's name."""


class Wire(Protocol):
    """How commands reach a browser."""

    def send(self, command: str, values: Mapping[str, Any]) -> Any:
        """The command's result; raises `Refused`."""


class OverHttp:
    """The commands of a driver that listens on this port of loopback."""

    def __init__(self, port: int, capabilities: Mapping[str, Any]) -> None:
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=SECONDS)
        asked = {"capabilities": {"alwaysMatch": capabilities}}
        self._session = self._ask("POST", "/session", asked)["sessionId"]

    def send(self, command: str, values: Mapping[str, Any]) -> Any:
        method, path = COMMANDS[command]
        filled = f"/session/{self._session}/{path.format(**values)}"
        return self._ask(method, filled, values if method == "POST" else None)

    def _ask(self, method: str, path: str, values: Mapping[str, Any] | None) -> Any:
        answer = self._client.request(method, path, json=values)
        told = answer.json()["value"]
        if answer.is_error:
            raise Refused(f"{told['error']}: {told['message']}")
        return told

    def close(self) -> None:
        """End the session, and with it the browser."""
        self._client.request("DELETE", f"/session/{self._session}")
        self._client.close()


class OverMarionette:
    """The commands of a Firefox that listens on this port of loopback.

    A message is its length, a colon and JSON: `[0, number, name, values]`, answered by
    `[1, number, error, result]`.
    """

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), SECONDS)
        self._stream = self._socket.makefile("rb")
        self._read()
        self._number = 0
        self._ask("WebDriver:NewSession", {"strictFileInteractability": False})

    def send(self, command: str, values: Mapping[str, Any]) -> Any:
        return self._ask(f"WebDriver:{command}", values)

    def resize_page(self, width: int, height: int) -> None:
        """Set the size of the page: a window of Firefox is never as narrow as a phone."""
        self._ask("Marionette:SetContext", {"value": "chrome"})
        sizes = {"width": f"{width}px", "height": f"{height}px"}
        script = (
            "for (const [name, value] of Object.entries(arguments[0]))"
            " for (const start of ['', 'min-', 'max-'])"
            " gBrowser.selectedBrowser.style.setProperty(start + name, value);"
        )
        self._ask("WebDriver:ExecuteScript", {"script": script, "args": [sizes]})
        self._ask("Marionette:SetContext", {"value": "content"})

    def _ask(self, name: str, values: Mapping[str, Any]) -> Any:
        self._number += 1
        message = json.dumps([0, self._number, name, values]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self._read()
        if error:
            raise Refused(f"{error['error']}: {error['message']}")
        return result.get("value", result) if isinstance(result, dict) else result

    def _read(self) -> Any:
        length = b""
        while (digit := self._stream.read(1)) != b":":
            length += digit
        return json.loads(self._stream.read(int(length)))

    def close(self) -> None:
        self._stream.close()
        self._socket.close()


class OverPlaywright:
    """The few commands that a photograph needs, for a page of Chromium."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._elements: list[ElementHandle] = []

    def send(self, command: str, values: Mapping[str, Any]) -> Any:
        match command:
            case "Navigate":
                self._page.goto(values["url"])
            case "ExecuteScript":
                return self._run(values["script"], values["args"])
            case "ElementClick":
                self._elements[int(values["id"])].click()
            case "SetWindowRect":
                size = {name: values[name] for name in ("width", "height")}
                self._page.set_viewport_size(size)  # type: ignore[arg-type]  # its own kind of dict
            case "TakeScreenshot":
                return base64.b64encode(self._page.screenshot()).decode()
            case _:
                raise NotImplementedError(command)
        return None

    def _run(self, script: str, arguments: list[Any]) -> Any:
        given = [
            self._elements[int(one[ELEMENT])] if isinstance(one, dict) and ELEMENT in one else one
            for one in arguments
        ]
        result = self._page.evaluate_handle(
            f"(given) => (function () {{{script}}})(...given)", given
        )
        if (element := result.as_element()) is None:
            return result.json_value()
        self._elements.append(element)
        return {ELEMENT: str(len(self._elements) - 1)}


class WebDriver:
    """One window of a browser."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def go(self, address: str) -> None:
        self._wire.send("Navigate", {"url": address})

    def back(self) -> None:
        self._wire.send("Back", {})

    def run(self, script: str, *arguments: Any) -> Any:
        """The result of a function's body in the page. An element is an object with its id."""
        return self._wire.send("ExecuteScript", {"script": script, "args": list(arguments)})

    def click(self, element: Mapping[str, str]) -> None:
        self._wire.send("ElementClick", {"id": element[ELEMENT]})

    def type(self, element: Mapping[str, str], text: str) -> None:
        """Press these keys in an element; the path of a file in the place of keys chooses it."""
        self._wire.send("ElementSendKeys", {"id": element[ELEMENT], "text": text})

    def clear(self, element: Mapping[str, str]) -> None:
        self._wire.send("ElementClear", {"id": element[ELEMENT]})

    def draw(self, places: Sequence[tuple[int, int]]) -> None:
        """Press at the first place of the window, go on to all others, and let go."""
        first, *others = (
            {"type": "pointerMove", "x": x, "y": y, "duration": 20} for x, y in places
        )
        down, up = ({"type": f"pointer{one}", "button": 0} for one in ("Down", "Up"))
        pointer = {"type": "pointer", "id": "pen", "actions": [first, down, *others, up]}
        self._wire.send("PerformActions", {"actions": [pointer]})

    def resize(self, width: int, height: int) -> None:
        if isinstance(self._wire, OverMarionette):
            self._wire.resize_page(width, height)
        else:
            size = {"x": 0, "y": 0, "width": width, "height": height}
            self._wire.send("SetWindowRect", size)

    def photograph(self) -> bytes:
        return base64.b64decode(self._wire.send("TakeScreenshot", {"full": False}))
