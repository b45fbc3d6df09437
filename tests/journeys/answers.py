"""A page's websocket, whose answers a test can hold back."""

from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute


class Answers:
    """Passes on what the server says, in its order.

    While `are_held`, it keeps back the first answer that has `held_text`, and all that follow.
    """

    def __init__(self, page: Page) -> None:
        """`page` connects later, when it is opened."""
        self.are_held, self.held_text = False, ""
        self._waiting = list[Callable[[], None]]()
        page.route_web_socket("**/_event/**", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        def answer(message: str | bytes) -> None:
            if self._waiting or (self.are_held and self.held_text in str(message)):
                self._waiting.append(lambda: socket.send(message))
            else:
                socket.send(message)

        socket.connect_to_server().on_message(answer)

    def is_holding(self) -> bool:
        return bool(self._waiting)

    def let_go(self) -> None:
        for answer in self.lose():
            answer()

    def lose(self) -> list[Callable[[], None]]:
        """Pass on what comes from now on. Returns what was kept back until now."""
        self.are_held = False
        waiting, self._waiting = self._waiting, []
        return waiting
