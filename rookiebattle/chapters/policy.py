"""The contact details of leaders: who may see them. Pure."""

from rookiebattle.chapters.models import Leader
from rookiebattle.chapters.schemas import LeaderRead
from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission


def sees_leaders_contact(actor: Actor) -> bool:
    """Members see a leader's email and phone; visitors see only name and title."""
    return Permission.MEMBER_CHAPTER_READ in actor.permissions


def shown_leader(actor: Actor, leader: Leader) -> LeaderRead:
    """A leader with the details that this reader may see."""
    if not sees_leaders_contact(actor):
        return LeaderRead(title=leader.title, name=leader.name, email=None, phone=None)
    return LeaderRead(
        title=leader.title, name=leader.name, email=leader.email or None, phone=leader.phone or None
    )
