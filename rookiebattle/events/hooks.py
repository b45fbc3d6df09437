"""What other slices hear about events, in the same transaction."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.hooks import Hook
from rookiebattle.events.schemas import EventRead, Revision

event_changed: Hook[[Session, str]] = Hook("event_changed")
"""An event was created or changed: session, event id."""

event_deleting: Hook[[Session, Actor, str]] = Hook("event_deleting")
"""An event is about to be deleted: session, actor, event id. A subscriber refuses by raising;
what refers to the event it deletes or detaches, for the row goes right after."""

events_revised: Hook[[Session, Actor, Sequence[Revision]]] = Hook("events_revised")
"""Events with participants were changed in one go: session, actor, each before and after."""

events_cancelling: Hook[[Session, Actor, Sequence[EventRead]]] = Hook("events_cancelling")
"""Events with participants are about to be deleted in one go, before `event_deleting` of each:
session, actor, the events as they are. A refusal there undoes what is done here."""
