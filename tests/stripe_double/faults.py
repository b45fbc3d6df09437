"""Failures that a test orders: the service is down, slow, or its answer is lost on the way."""

import threading
import time
from dataclasses import dataclass
from typing import Literal

Kind = Literal["down", "lost", "cut", "slow", "busy"]
"""down: 500, nothing done. lost: done, and the connection ends without an answer.
cut: the connection ends, nothing done. slow: answers late. busy: 429."""


@dataclass
class Fault:
    """The next `times` calls whose 'METHOD /path' begins with `call` fail so."""

    kind: Kind
    call: str = ""
    times: int = 1
    seconds: float = 0


class Faults:
    """The failures that were ordered, in their order."""

    def __init__(self) -> None:
        self._ordered: list[Fault] = []
        self._lock = threading.Lock()

    def order(self, kind: Kind, call: str = "", *, times: int = 1, seconds: float = 0) -> None:
        """Let the next calls fail."""
        with self._lock:
            self._ordered.append(Fault(kind, call, times, seconds))

    def clear(self) -> None:
        """Everything works again."""
        with self._lock:
            self._ordered.clear()

    def next(self, call: str) -> Kind | None:
        """How this call fails, if it does; a slow one has waited already."""
        with self._lock:
            fault = next((one for one in self._ordered if call.startswith(one.call)), None)
            if fault is None:
                return None
            fault.times -= 1
            if fault.times <= 0:
                self._ordered.remove(fault)
        if fault.kind == "slow":
            time.sleep(fault.seconds)
        return fault.kind
