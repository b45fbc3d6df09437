"""Tells the other workers, over Redis, which sessions and members they must read again."""

from collections.abc import Callable

from rookiebattle.accounts.identity import SessionIdentities
from rookiebattle.core.pushing.relay import Relay

CHANNEL = "rookiebattle:identity"


def between_workers(url: str, identities: SessionIdentities) -> Relay:
    """A relay that drops a session or member on all workers when one of them drops it.

    Without Redis, or while Redis is down, a worker still notices within a second: it remembers
    an identity no longer than that.
    """

    known: dict[str, Callable[[str], None]] = {
        "session": identities.forget,
        "user": identities.forget_user,
    }

    def forget_all(_value: str) -> None:
        identities.forget_all()

    def obey(message: str) -> None:
        # A kind that only a newer worker knows: what it drops may be anything.
        kind, _, value = message.partition(" ")
        known.get(kind, forget_all)(value)

    relay = Relay(url, CHANNEL, obey, identities.forget_all)
    identities.tell_others = lambda kind, value: relay.send(f"{kind} {value}")
    return relay
