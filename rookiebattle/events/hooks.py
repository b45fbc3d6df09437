"""What other slices hear about events, in the same transaction."""

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.hooks import Hook

event_changed: Hook[[Session, str]] = Hook("event_changed")
"""An event was created or changed: session, event id."""

event_deleting: Hook[[Session, Actor, str]] = Hook("event_deleting")
"""An event is about to be deleted: session, actor, event id. A subscriber refuses by raising;
what refers to the event it deletes or detaches, for the row goes right after."""
