"""Verbs of accounts: signing in, sessions, one's own record and name, the administrator's role."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from rookiebattle.accounts import newcomers, policy, queries, sessions
from rookiebattle.accounts.adding import NewAccounts, add_accounts, leading_names, new_accounts
from rookiebattle.accounts.awaiting import invite, is_unanswered
from rookiebattle.accounts.claiming import take_over
from rookiebattle.accounts.demo import DEMO_ADMIN_EMAILS, DEV_ISSUER
from rookiebattle.accounts.ending import (
    end_all,
    end_all_sessions,
    end_key,
    end_session,
    renew_sessions,
    revoke_sessions,
)
from rookiebattle.accounts.hooks import admin_changing, login_explained
from rookiebattle.accounts.leaving import delete_account, erase_dependent, turn_child_away
from rookiebattle.accounts.models import UNFINISHED_KEPT, AgeBand, LoginSession, User
from rookiebattle.accounts.own import choose_privacy, export_account, own_account
from rookiebattle.accounts.renaming import (
    ADDRESS_TAKEN,
    follow_login,
    free_game_name,
    name_problem,
    readdress,
    refuse_reserved,
    rename,
)
from rookiebattle.accounts.revising import revise, revised_since
from rookiebattle.accounts.schemas import UserRead, own_record
from rookiebattle.accounts.wording import AGES, ERRANDS
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import Change
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, Forbidden, NotFound, Unauthorized
from rookiebattle.core.fingerprints import fingerprint
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import Grant
from rookiebattle.core.values.addresses import folded_address, is_plain_address
from rookiebattle.integrations.oidc import Claims
from rookiebattle.settings import get_settings

NOBODY_LEFT = (
    "This is the last administrator. Make someone else an administrator first, or no one could "
    "look after the site."
)
BY_SETTING = "The settings of the site name this email address"
DISMISSED = "Dismissed by the operator of the site"
BY_COMMAND = "Appointed by the operator of the site"
GROWN_UP = (Change(field="Age group", before=AGES[AgeBand.MINOR], after=AGES[AgeBand.ADULT]),)
AN_ADMIN = (Change(field="Administrator", before="no", after="yes"),)
NO_ADMIN = (Change(field="Administrator", before="yes", after="no"),)

__all__ = [
    "NewAccounts",
    "add_accounts",
    "become_adult",
    "caretaker",
    "choose_privacy",
    "current_user",
    "delete_account",
    "dismiss_admin",
    "end_all_sessions",
    "end_session",
    "erase_dependent",
    "errand_of",
    "export_account",
    "free_game_name",
    "hold_administrators",
    "invite",
    "is_unanswered",
    "keep_one_admin",
    "leading_names",
    "make_admin",
    "make_adult",
    "mark_of",
    "name_problem",
    "new_accounts",
    "own_account",
    "readdress",
    "refuse_reserved",
    "rename",
    "renew_sessions",
    "revise",
    "revised_since",
    "revoke_sessions",
    "sign_in",
    "take_over",
    "turn_child_away",
]


class Begun(NamedTuple):
    """A new session, and whether its member still has to finish the welcome."""

    session_id: str
    welcomed: bool


@writes
def sign_in(session: Session, _actor: Actor, *, claims: Claims, replacing: str = "") -> Begun:
    """Start a session for the person whom `claims` name. Only the cookie gets the session's id.

    `replacing` is the key of the browser's former session, which ends. Raises Forbidden when the
    email belongs to a row that these claims may not take over.
    """
    if replacing:
        end_key(session, replacing)
    # Sessions end before the member's row is locked: a write with one of them holds the session's
    # row while it waits for the member's.
    if member_id := queries.id_of_identity(session, claims.issuer, claims.subject):
        _make_room(session, member_id)
    known = queries.by_identity(session, claims.issuer, claims.subject)
    user = known or _claimed(session, claims) or _created(session, claims)
    follow_login(session, user, email=_email_of(claims))
    _complete(user, claims, is_first=known is None)
    if _email_of(claims) in _admin_emails(claims):
        _appoint(session, Actor(user_id=user.id), user, reason=BY_SETTING)
    return Begun(_begin(session, user), policy.is_welcomed(user.age_band))


def _email_of(claims: Claims) -> str:
    """The verified email, folded; empty when it is not verified or not a plain address."""
    is_proven = claims.email_verified and is_plain_address(claims.email)
    return folded_address(claims.email) if is_proven else ""


def _admin_emails(claims: Claims) -> frozenset[str]:
    settings = get_settings()
    if settings.is_development and claims.issuer == DEV_ISSUER:
        return settings.admin_emails | DEMO_ADMIN_EMAILS
    return settings.admin_emails


def _claimed(session: Session, claims: Claims) -> User | None:
    email = _email_of(claims)
    user = queries.by_email(session, email) if email else None
    if user is None:
        return None
    if not policy.may_claim(user, email=email, admin_emails=_admin_emails(claims)):
        raise Forbidden(_of_another_login(user, claims))
    user.issuer, user.subject, user.lapses_at = claims.issuer, claims.subject, None
    audit.record(session, Actor(user_id=user.id), "account.claimed", user.id)
    return user


def _of_another_login(user: User, claims: Claims) -> str:
    others = {one.issuer: one.name for one in get_settings().openid_providers}
    if user.issuer != claims.issuer and (name := others.get(user.issuer or "")):
        return (
            "Your email address already belongs to an account here. Please log in with "
            f"{name}, as you did before."
        )
    return (
        "Your email address already belongs to an account here that this sign-in may not use. "
        "Please log in the way you did before, or ask an administrator."
    )


def _created(session: Session, claims: Claims) -> User:
    newcomers.count(claims)
    user = User(
        issuer=claims.issuer,
        subject=claims.subject,
        email=_email_of(claims) or None,
        lapses_at=clock.now() + UNFINISHED_KEPT,
    )
    try:
        with session.begin_nested():
            session.add(user)
    except IntegrityError:
        # The same person signed in twice at once, and the other request created the row.
        known = queries.by_identity(session, claims.issuer, claims.subject)
        if known is None:
            raise Conflict(ADDRESS_TAKEN) from None
        return known
    audit.record(session, Actor(user_id=user.id), "account.created", user.id)
    return user


def _complete(user: User, claims: Claims, *, is_first: bool) -> None:
    """Fill in the columns that are empty. Text that the member wrote is never overwritten.

    Names and picture are filled in until the welcome is finished, and at the first sign-in: what a
    member takes out of the profile later stays out.
    """
    if is_first or not policy.is_welcomed(user.age_band):
        first, last = user.first_name or claims.first_name, user.last_name or claims.last_name
        if policy.may_be_called(f"{first} {last}", club=get_settings().org_name):
            user.first_name, user.last_name = first or None, last or None
        user.profile_image_url = user.profile_image_url or claims.picture or None
    if user.lapses_at:
        user.lapses_at = clock.now() + UNFINISHED_KEPT


def _begin(session: Session, user: User) -> str:
    now, session_id = clock.now(), sessions.new_session_id()
    queries.forget_expired(session, now)
    session.add(
        LoginSession(
            sid=sessions.key_of(session_id),
            user_id=user.id,
            created_at=now,
            expire=sessions.expiry(now, now),
        )
    )
    session.flush()
    audit.record(session, Actor(user_id=user.id), "session.started", user.id)
    return session_id


def _make_room(session: Session, user_id: str) -> None:
    """End the oldest sessions of a member who has as many as they may have.

    Two sign-ins at the same moment may keep one too many, until the next one.
    """
    surplus = queries.keys_of(session, user_id)[sessions.MOST - 1 :]
    for key in surplus:
        end_key(session, key)
    if surplus:
        member = Actor(user_id=user_id)
        audit.record(session, member, "session.revoked", user_id, sessions=len(surplus))


def errand_of(session: Session, actor: Actor, *, onwards: str) -> str:
    """The sentence about what comes after a login that leads to `onwards`; empty if unknown.

    The path comes from an address, so none of its text is said: a subscriber says the names of
    what it leads to, if the actor may see that.
    """
    address, _, fragment = policy.safe_next(onwards).partition("#")
    path = address.partition("?")[0]
    words: list[str] = []
    login_explained.fire(session, actor, path=path, fragment=fragment, words=words)
    return next(iter(words), ERRANDS.get(path, ""))


def current_user(session: Session, actor: Actor) -> UserRead:
    """The actor's own record."""
    user = session.get(User, actor.user_id)
    if user is None:
        raise Unauthorized()
    return own_record(user)


def caretaker(session: Session, *, without: str) -> str | None:
    """The administrator who takes over the events of an erased member: the longest-standing one."""
    return queries.caretaker(session, without)


def grants_of(
    session: Session, user_id: str, age_band: str | None, *, holds_roles: bool
) -> tuple[Grant, ...]:
    """The roles that a member holds now. Those of a minor wait (docs/decisions/0082-roles.md)."""
    holds = holds_roles and age_band == AgeBand.ADULT
    return queries.grants_of(session, user_id, clock.now()) if holds else ()


def is_only_admin(session: Session, actor: Actor) -> bool:
    """Whether the actor is an administrator, and there is no other."""
    return actor.is_admin and queries.administrator_count(session) == 1


def is_minor(session: Session, *, user_id: str) -> bool:
    """Whether a member is 13 to 17. Only the member and administrators may be told."""
    user = session.get(User, user_id)
    return user is not None and policy.counts_as_minor(user.age_band, said_minor=user.said_minor)


def note_minor(session: Session, *, user_id: str) -> None:
    """Note what was said at the gate about the age of a person who has never logged in."""
    session.get_one(User, user_id).said_minor = True


def mark_of(session: Session, *, user_id: str) -> str:
    """A fingerprint of the identity that signs in to this account; empty when there is none.

    It tells that a new account belongs to somebody who had one before. Before the welcome there is
    no fingerprint, because nothing may be kept about a child.
    """
    identity = queries.identity_of(session, user_id)
    return fingerprint("came-back", *identity).hex() if identity else ""


@writes
def make_admin(session: Session, actor: Actor, *, who: str) -> bool:
    """Make the member who is meant an administrator; False for one who is already.

    `who` is an email, an id or a game name. For the command line: no door calls it. Raises NotFound
    for an account that nobody could then sign in to.
    """
    user = _named(session, who)
    if not policy.may_be_admin(user, email=user.email, admin_emails=get_settings().admin_emails):
        raise NotFound(_never_here(who))
    return _appoint(session, actor, user, reason=BY_COMMAND)


@writes
def make_adult(session: Session, actor: Actor, *, who: str) -> bool:
    """Record that a minor has turned 18; False for a member who is no minor.

    For the command line: no door calls it.
    """
    return become_adult(session, actor, user_id=_named(session, who).id)


def become_adult(session: Session, actor: Actor, *, user_id: str) -> bool:
    """Let a minor be an adult; False for a member who is no minor."""
    user = queries.locked(session, user_id)
    if user is None or user.age_band != AgeBand.MINOR:
        return False
    user.age_band = AgeBand.ADULT
    revise(
        session, actor, user=user, action="account.grown_up", fields=["age_band"], changes=GROWN_UP
    )
    return True


@writes
def dismiss_admin(session: Session, actor: Actor, *, who: str) -> bool:
    """Take an administrator's role away and log them out everywhere; administrators only.

    Returns False for a member who is none. Raises Conflict for the last one.
    """
    actor.require(Permission.ALL_ACCOUNT_UPDATE)
    found = _named(session, who, lock=False)
    if not found.is_admin:
        return False
    # Sessions end before any row is locked: a write of theirs may wait for such a row.
    end_all(session, actor, user_id=found.id)
    administrators = queries.administrators(session)
    user = queries.locked(session, found.id)
    if user is None or not user.is_admin:
        return False
    if not policy.may_lose_admin(user, administrators=administrators):
        raise Conflict(NOBODY_LEFT)
    admin_changing.fire(session, actor, user_id=user.id, is_admin=False, reason=DISMISSED)
    revise(
        session, actor, user=user, action="admin.dismissed", fields=["is_admin"], changes=NO_ADMIN
    )
    return True


def hold_administrators(session: Session) -> None:
    """Lock the rows of all administrators: nobody else gives or takes the role meanwhile."""
    queries.administrators(session)


def keep_one_admin(session: Session, *, without: Collection[str]) -> None:
    """Lock the administrators. Raises Conflict if these members are the last ones."""
    if not queries.administrators(session, without=without):
        raise Conflict(NOBODY_LEFT, {"isAdmin": NOBODY_LEFT})


def _named(session: Session, who: str, *, lock: bool = True) -> User:
    user = queries.meant(session, who.strip(), lock=lock)
    if user is None:
        raise NotFound(_never_here(who))
    return user


def _never_here(who: str) -> str:
    kind = "email" if "@" in who else "game name or id"
    return f"No one with the {kind} {who.strip()} has logged in here yet."


def _appoint(session: Session, actor: Actor, user: User, *, reason: str) -> bool:
    if user.is_admin:
        return False
    admin_changing.fire(session, actor, user_id=user.id, is_admin=True, reason=reason)
    revise(
        session, actor, user=user, action="admin.appointed", fields=["is_admin"], changes=AN_ADMIN
    )
    return True
