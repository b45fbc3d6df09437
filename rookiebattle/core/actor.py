"""The actor: the identity that a door resolved. It is passed explicitly to every verb."""

from dataclasses import dataclass

from rookiebattle.core.errors import Forbidden, NotWelcomed, Unauthorized
from rookiebattle.core.permissions import ADMIN, BEFORE_WELCOME, MEMBER, NOBODY, Permission
from rookiebattle.core.roles import (
    EVERYWHERE,
    MAY,
    NOWHERE,
    ORGANIZATION,
    Grant,
    Reach,
    Scope,
    reach_of,
)


@dataclass(frozen=True, slots=True)
class Actor:
    """A visitor (no user_id), a member, an administrator, or the operator on the command line.

    `is_supporter`: pays for an active membership.
    `grants` are the roles that the member holds now.
    `has_family` is false for a member whom nobody was ever connected with: no page asks about their
    people.
    `session_key` is the SHA-256 of the session id (hex), empty for visitors and the command line.
    """

    user_id: str = ""
    session_key: str = ""
    is_admin: bool = False
    is_operator: bool = False
    is_welcomed: bool = True
    has_membership: bool = False
    is_supporter: bool = False
    chapter_id: str | None = None
    name: str = ""
    first_name: str = ""
    initials: str = ""
    avatar_url: str = ""
    grants: tuple[Grant, ...] = ()
    has_family: bool = False

    @property
    def is_member(self) -> bool:
        return bool(self.user_id)

    @property
    def permissions(self) -> frozenset[Permission]:
        return self._role if self.is_welcomed else self._role & BEFORE_WELCOME

    @property
    def _role(self) -> frozenset[Permission]:
        if self.is_operator:
            return ADMIN
        if not self.user_id:
            return NOBODY
        return ADMIN if self.is_admin else MEMBER

    def may(self, permission: Permission, at: Scope = ORGANIZATION) -> bool:
        """Whether the actor has the permission there, by what they are or by a role."""
        if permission in self.permissions:
            return True
        return self.is_welcomed and any(
            permission in MAY[one.role] and one.covers(at) for one in self.grants
        )

    def reach(self, permission: Permission) -> Reach:
        """Where the actor has the permission. It filters a list: `reach.within(chapter_column)`."""
        if permission in self.permissions:
            return EVERYWHERE
        return reach_of(self.grants, permission) if self.is_welcomed else NOWHERE

    def require_reach(self, permission: Permission) -> Reach:
        """Where the actor has the permission. Raises as `require` when that is nowhere."""
        found = self.reach(permission)
        if not found:
            self.require(permission)
        return found

    def require(self, permission: Permission, at: Scope = ORGANIZATION) -> None:
        """Raise Unauthorized for a visitor, Forbidden for a member without the permission there.

        Raise NotWelcomed when only the welcome is missing, because the member can finish it.
        """
        if self.may(permission, at):
            return
        if permission in self._role:
            raise NotWelcomed()
        raise Forbidden() if self.is_member else Unauthorized()


VISITOR = Actor()
"""Nobody who is signed in: a visitor, or the site itself in jobs and after news of Stripe."""
OPERATOR = Actor(is_operator=True)
"""The actor of commands on the machine, who may do what administrators may. No door makes it."""
