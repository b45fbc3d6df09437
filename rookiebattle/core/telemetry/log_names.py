"""The names that a line of the log carries: the request, the session, and the verb that runs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_hex

LENGTH = 8


@dataclass(frozen=True, slots=True)
class LogNames:
    """`request` is random. `session` is a short hash: it leads neither to a cookie nor to a row."""

    request: str = ""
    session: str = ""


_NOBODY = LogNames()
_names: ContextVar[LogNames] = ContextVar("log_names", default=_NOBODY)
_verb: ContextVar[str] = ContextVar("log_verb", default="")


def begin_request() -> None:
    """Name the request, or the event of an open page, that this task answers from now on."""
    _names.set(LogNames(token_hex(LENGTH // 2)))


def name_session(session_key: str) -> None:
    """Name the session of the request; nothing for a visitor."""
    if session_key:
        _names.set(LogNames(_names.get().request, short(session_key)))


def short(session_key: str) -> str:
    """A session as logs name it. Only somebody who has the session's key can find its lines."""
    return sha256(f"log:{session_key}".encode()).hexdigest()[:LENGTH]


@contextmanager
def running(verb: str) -> Iterator[None]:
    """Name the verb that runs in this block."""
    before = _verb.set(verb)
    try:
        yield
    finally:
        _verb.reset(before)


def named() -> dict[str, str]:
    """The names that are known here, for a line of the log."""
    names = _names.get()
    every = {"request": names.request, "session": names.session, "verb": _verb.get()}
    return {name: value for name, value in every.items() if value}


def verb_name() -> str:
    """The verb that runs here; empty outside of verbs."""
    return _verb.get()


def name_of(verb: Callable[..., object]) -> str:
    """A verb as logs, figures and traces name it: 'registrations.service.register'."""
    # A callable object has no name of its own, so its class names it.
    named = verb if hasattr(verb, "__qualname__") else type(verb)
    return f"{named.__module__.removeprefix('rookiebattle.')}.{named.__qualname__}"
