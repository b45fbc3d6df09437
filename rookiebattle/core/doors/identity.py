"""How the doors learn who is acting. The composition root hands in the implementation."""

from typing import Protocol, runtime_checkable

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor


class Identities(Protocol):
    """Resolves sessions. Implemented by the accounts slice."""

    async def resolve(self, cookie_header: str) -> Actor:
        """The actor of this Cookie header; a visitor when it names no live session.

        The answer may be a second old, never older; revocation drops it at once.
        """

    def refresh(self, session: Session, actor: Actor) -> Actor:
        """Read a signed-in actor again inside a transaction.

        Raises Unauthorized when the session has ended.
        """


@runtime_checkable
class Remembering(Protocol):
    """Identities that remember what they resolved and can be told to forget it."""

    def drop(self, session_key: str) -> None:
        """Forget a session that was ended and close its sockets, on every worker."""

    def drop_user(self, user_id: str) -> None:
        """Read a member whose rights changed anew, on every worker."""


_bound: list[Identities] = []


def use_identities(identities: Identities) -> None:
    """Called once by the composition root (and by tests)."""
    _bound[:] = [identities]


def identities() -> Identities:
    return _bound[0]


def drop_session(session_key: str) -> None:
    """Call after the commit that ended a session. Without doors (a command) nobody has it."""
    for one in _bound:
        if isinstance(one, Remembering):
            one.drop(session_key)


def drop_user(user_id: str) -> None:
    """Call after the commit that changed what a member may do."""
    for one in _bound:
        if isinstance(one, Remembering):
            one.drop_user(user_id)
