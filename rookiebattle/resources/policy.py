"""The rule about opening a resource; everybody sees its card. Pure."""

from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission


def may_open(actor: Actor, *, is_public: bool) -> bool:
    """True for public resources, and for members."""
    return is_public or Permission.MEMBER_RESOURCE_READ in actor.permissions
