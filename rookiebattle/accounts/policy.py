"""Rules of accounts, as pure functions: who may be claimed, who may lose a role, where to go."""

import re

from rookiebattle.accounts.models import MembershipStatus, Tier, User

_PATH_HERE = re.compile(r"/(?![/\\])[^\x00-\x20\x7f\\]*")
LONGEST_NEXT = 2000


def may_claim(user: User, *, email: str, admin_emails: frozenset[str]) -> bool:
    """Whether whoever proved to own `email` may take over the row that carries it.

    Only a row nobody has signed in to, and an administrator's only when ADMIN_EMAILS names it.
    """
    return user.issuer is None and (not user.is_admin or email in admin_emails)


def has_membership(tier: str, status: str) -> bool:
    """Whether a member may register where an active membership is asked for."""
    return status == MembershipStatus.ACTIVE and tier != Tier.NONE


def may_lose_admin(user: User, *, administrators: int) -> bool:
    """The last administrator stays one."""
    return not user.is_admin or administrators > 1


def safe_next(wanted: str) -> str:
    """`wanted` when it is a page of this site, else `/`. Never an address of the API."""
    is_page = len(wanted) <= LONGEST_NEXT and _PATH_HERE.fullmatch(wanted)
    is_api = wanted == "/api" or wanted.startswith(("/api/", "/api?", "/dev-oidc"))
    return wanted if is_page and not is_api else "/"
