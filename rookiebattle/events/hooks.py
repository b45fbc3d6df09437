"""What other slices hear about events, in the same transaction."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.hooks import Hook
from rookiebattle.events.schemas import EventRead, Revision


@Hook
def event_changed(session: Session, /, *, event_id: str) -> None:
    """An event was created or changed."""


@Hook
def event_deleting(session: Session, actor: Actor, /, *, event_id: str) -> None:
    """An event is about to be deleted. A subscriber refuses by raising.

    A subscriber deletes or detaches the rows that refer to the event: its row goes right after.
    """


@Hook
def events_revised(session: Session, actor: Actor, /, *, revisions: Sequence[Revision]) -> None:
    """Events with participants were changed in one go: each before and after."""


@Hook
def events_cancelling(session: Session, actor: Actor, /, *, found: Sequence[EventRead]) -> None:
    """Events with participants are about to be deleted in one go, before `event_deleting` of each.

    `found` are the events as they are. A refusal of `event_deleting` undoes what is done here.
    """
