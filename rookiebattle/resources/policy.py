"""Who may open a resource. Everybody sees the card of every resource. Pure."""

from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission


def may_open(actor: Actor, *, is_public: bool) -> bool:
    """Everybody opens public resources, members open all."""
    return is_public or Permission.MEMBER_RESOURCE_READ in actor.permissions
