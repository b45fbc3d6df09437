"""Tells the other workers, over Redis, which sessions and members to read anew."""

from rookiebattle.accounts.identity import SessionIdentities
from rookiebattle.core.relay import Relay

CHANNEL = "rookiebattle:identity"


def between_workers(url: str, identities: SessionIdentities) -> Relay:
    """While it runs, what is dropped here is forgotten everywhere, and the other way round.

    Without Redis, or while it is down, other workers follow within a second by themselves.
    """

    def obey(message: str) -> None:
        kind, _, value = message.partition(" ")
        if kind == "session":
            identities.forget(value)
        elif kind == "user":
            identities.forget_user(value)

    relay = Relay(url, CHANNEL, obey, identities.forget_all)
    identities.tell_others = lambda kind, value: relay.send(f"{kind} {value}")
    return relay
