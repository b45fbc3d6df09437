"""The members whom a letter about events reaches."""

from collections.abc import Collection

from sqlalchemy.orm import Session

from rookiebattle.accounts.letters import readers
from rookiebattle.accounts.schemas import Mailing
from rookiebattle.core.actor import Actor
from rookiebattle.registrations.queries import seats


def audience(session: Session, actor: Actor, told: Collection[str]) -> dict[str, list[str]]:
    """The members to write to by their ids, each with the ids of that member's events, in order.

    The actor, who knows already, gets no letter.
    """
    held = seats.holders(session, told) if told else {}
    held.pop(actor.user_id, None)
    found = readers(session, held, Mailing.EVENTS) if held else []
    return {to.user_id: [id_ for id_ in told if id_ in held[to.user_id]] for to in found}
