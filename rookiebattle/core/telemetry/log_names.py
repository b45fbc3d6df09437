"""The names that a line of the log carries: the request, the session, and the verb that runs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from secrets import token_hex

LENGTH = 8


_request: ContextVar[str] = ContextVar("log_request", default="")
_session: ContextVar[str] = ContextVar("log_session", default="")
_verb: ContextVar[str] = ContextVar("log_verb", default="")


def begin_request() -> None:
    """Name the request, or the event of an open page, that this task answers from now on."""
    _request.set(token_hex(LENGTH // 2))
    _session.set("")


def name_session(session_key: str) -> None:
    """Name the session of the request; nothing for a visitor."""
    if session_key:
        _session.set(short(session_key))


def short(session_key: str) -> str:
    """A session as logs name it: a short hash, which leads neither to a cookie nor to a row."""
    return sha256(f"log:{session_key}".encode()).hexdigest()[:LENGTH]


@contextmanager
def running(verb: str) -> Iterator[None]:
    before = _verb.set(verb)
    try:
        yield
    finally:
        _verb.reset(before)


def named() -> dict[str, str]:
    """The names that are known here, for a line of the log."""
    every = {"request": _request.get(), "session": _session.get(), "verb": _verb.get()}
    return {name: value for name, value in every.items() if value}


def verb_name() -> str:
    """The verb that runs here; empty outside of verbs."""
    return _verb.get()


def name_of(verb: Callable[..., object]) -> str:
    """A verb as logs, figures and traces name it: 'registrations.service.register'."""
    # A callable object has no name of its own, so its class names it.
    named = verb if hasattr(verb, "__qualname__") else type(verb)
    return f"{named.__module__.removeprefix('rookiebattle.')}.{named.__qualname__}"
