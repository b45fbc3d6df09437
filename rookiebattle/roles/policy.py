"""Rules of roles: the roles that somebody may give, and those that they read of. Pure."""

from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import GIVEN_BY_LEAD, GIVEN_BY_ORGANIZER, Role, Scope

SUGGESTED = {1: Role.SECOND, 3: Role.LEAD, 5: Role.SECOND, 8: Role.LEAD}
"""The role that an admin rank suggests in a form. A rank gives none."""


def givable(actor: Actor, at: Scope, *, is_organizer: bool) -> frozenset[Role]:
    """The roles that the actor may give there and end: never one with more rights than theirs."""
    if Permission.ALL_ROLE_CREATE in actor.permissions:
        return frozenset(Role)
    if actor.may(Permission.ALL_ROLE_CREATE, at):
        return GIVEN_BY_LEAD
    is_theirs = is_organizer and Permission.OWN_ROLE_CREATE in actor.permissions
    return GIVEN_BY_ORGANIZER if is_theirs else frozenset()


def may_read(actor: Actor, at: Scope, *, is_organizer: bool) -> bool:
    """Whether the actor may know who holds roles there."""
    is_theirs = is_organizer and Permission.OWN_ROLE_CREATE in actor.permissions
    return is_theirs or actor.may(Permission.ALL_ROLE_READ, at)


def suggested(admin_rank: int, among: frozenset[Role]) -> Role | None:
    """The role with which the form begins for a member of this admin rank."""
    role = SUGGESTED.get(admin_rank)
    return role if role in among else None
