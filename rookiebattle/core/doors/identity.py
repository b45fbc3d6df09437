"""How the doors find the actor. The composition root provides the implementation."""

from typing import Protocol, runtime_checkable

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor


class Identities(Protocol):
    """Resolves sessions. The accounts slice implements it."""

    async def resolve(self, cookie_header: str) -> Actor:
        """The actor of this Cookie header; a visitor if it names no live session.

        The answer may be up to a second old. A revoked session is dropped at once.
        """

    def cookie_in(self, cookie_header: str) -> str:
        """The name of the session's cookie; empty when this Cookie header has none."""

    def refresh(self, session: Session, actor: Actor) -> Actor:
        """Read a signed-in actor again, inside the transaction.

        Raises Unauthorized when the session has ended.
        """


@runtime_checkable
class Remembering(Protocol):
    """Identities that remember what they resolved, and can be told to drop it."""

    def drop(self, session_key: str) -> None:
        """Drop a session that was ended and close its sockets, on every worker.

        A session whose member's rights changed is only read again, and its pages connect again.
        """

    def drop_user(self, user_id: str) -> None:
        """Read a member whose rights changed again, on every worker."""


_bound: list[Identities] = []


def use_identities(identities: Identities) -> None:
    """Called once by the composition root, and by tests."""
    _bound[:] = [identities]


def identities() -> Identities:
    return _bound[0]


def drop_session(session_key: str) -> None:
    """Call this after the commit that ended a session, or changed the rights of its member.

    It does nothing in a process without doors, such as a command.
    """
    for one in _bound:
        if isinstance(one, Remembering):
            one.drop(session_key)


def drop_user(user_id: str) -> None:
    """Call this after the commit that changed what a member may do."""
    for one in _bound:
        if isinstance(one, Remembering):
            one.drop_user(user_id)
