"""Whom a letter about events reaches, when it is due, and from when on it is urgent."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from rookiebattle.accounts.letters import readers
from rookiebattle.accounts.schemas import Mailing
from rookiebattle.core.actor import Actor
from rookiebattle.core.mail.open_letters import Pace
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.when import NOTICE
from rookiebattle.registrations.queries import seats

SHORTEST_WAIT = timedelta(minutes=1)
AHEAD = timedelta(hours=1)
"""A letter comes this long before the event at least, or when half of the time left is over."""


def audience(session: Session, actor: Actor, told: Collection[str]) -> dict[str, list[str]]:
    """The members to write to by their ids, each with the ids of that member's events, in order.

    The actor, who knows already, gets no letter.
    """
    held = seats.holders(session, told) if told else {}
    held.pop(actor.user_id, None)
    found = readers(session, held, Mailing.EVENTS) if held else []
    return {to.user_id: [id_ for id_ in told if id_ in held[to.user_id]] for to in found}


def pace_of(told: Sequence[EventRead], now: datetime, usual: timedelta) -> Pace:
    """How long letters wait for further news: less, the sooner the first event starts.

    The latest time is before the next start, or before the end of an event that has started.
    """
    starts_in = min(one.start_date for one in told) - now
    ahead = [at for one in told for at in (one.start_date, one.end_date) if at > now]
    latest = max(min(ahead) - AHEAD, now + (min(ahead) - now) / 2) if ahead else None
    return Pace(min(usual, max(SHORTEST_WAIT, starts_in / 10)), latest)


def urgent_from(*starts: datetime) -> datetime:
    """From when on a letter about events with these starts passes the limit of its reader."""
    return min(starts) - NOTICE
