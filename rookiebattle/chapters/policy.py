"""Who sees what of a chapter. Pure."""

from rookiebattle.chapters.models import Leader
from rookiebattle.chapters.schemas import LeaderRead
from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission


def sees_leaders_contact(actor: Actor) -> bool:
    """Members see how to reach a leader, visitors only who it is."""
    return Permission.MEMBER_CHAPTER_READ in actor.permissions


def shown_leader(actor: Actor, leader: Leader) -> LeaderRead:
    """A leader as this reader may see them."""
    if not sees_leaders_contact(actor):
        return LeaderRead(title=leader.title, name=leader.name, email=None, phone=None)
    return LeaderRead(
        title=leader.title,
        name=leader.name,
        email=leader.email or None,
        phone=leader.phone or None,
    )
