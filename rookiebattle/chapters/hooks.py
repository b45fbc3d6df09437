"""What other slices hear about chapters, in the same transaction."""

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.hooks import Hook

chapter_requested: Hook[[Session, Actor, str]] = Hook("chapter_requested")
"""Somebody asks about starting a chapter: session, actor, id of the request. The organisation is
written to at `org_contact_email`; an answer goes to the e-mail that the request holds."""
