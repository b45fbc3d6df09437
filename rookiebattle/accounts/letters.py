"""Letters to members: who gets them, how they are put together, and the welcome letter."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple, TypedDict, Unpack

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle import routes
from rookiebattle.accounts import queries
from rookiebattle.accounts.models import User
from rookiebattle.accounts.schemas import Mailing
from rookiebattle.accounts.subscriptions import REASONS, unsubscribe_address
from rookiebattle.core.actor import Actor
from rookiebattle.core.mail import outbox
from rookiebattle.core.mail.layout import Content, as_html, as_text
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.mail.outbox_table import Attachment
from rookiebattle.settings import get_settings

WELCOME, INVITATION, READDRESSED = "account.welcomed", "account.invited", "account.readdressed"
FIRST_STEP = (
    "Find a park day that works for you and save a seat. We’ll send it for your calendar, and "
    "remind you the day before."
)


class Reader(NamedTuple):
    """A member with an email address, and the kinds of letters they want."""

    user_id: str
    email: str
    name: str
    mail_events: bool
    mail_reminders: bool
    mail_notices: bool

    def wants(self, mailing: Mailing) -> bool:
        return bool(getattr(self, f"mail_{mailing}"))


_READERS = sa.select(
    col(User.id),
    col(User.email),
    sa.func.coalesce(col(User.first_name), col(User.game_name), ""),
    *(col(getattr(User, f"mail_{mailing}")) for mailing in Mailing),
).where(col(User.email).is_not(None), col(User.id).in_(sa.bindparam("ids", expanding=True)))


def readers(session: Session, user_ids: Collection[str], mailing: Mailing | None) -> list[Reader]:
    """The members among `user_ids` who have an address and want this kind of letter.

    Without a mailing, all with an address: such letters nobody ends.
    """
    rows = session.connection().execute(_READERS, {"ids": list(user_ids)})
    return [one for one in map(Reader._make, rows) if mailing is None or one.wants(mailing)]


def reader(session: Session, user_id: str, mailing: Mailing | None) -> Reader | None:
    """One member; None without an account, an address or the wish for such letters."""
    return next(iter(readers(session, [user_id], mailing)), None)


class Options(TypedDict, total=False):
    """The fields of a `Letter` that not every letter has."""

    user_id: str | None
    dedupe_key: str
    unsubscribe: str
    reply_to: str
    attachments: Sequence[Attachment]
    starts_at: datetime
    ends_at: datetime


def composed(to: str, kind: str, subject: str, content: Content, **more: Unpack[Options]) -> Letter:
    settings = get_settings()
    text, html = as_text(content, settings), as_html(content, settings)
    return Letter(to, subject, text, kind, html=html, **more)


def letter_to(
    to: Reader,
    kind: str,
    subject: str,
    content: Content,
    *,
    mailing: Mailing | None = None,
    **more: Unpack[Options],
) -> Letter:
    """A letter to a member. A letter of a mailing ends with the link that unsubscribes.

    It says why it came in the mailing's own words, unless `content` does.
    """
    content.name = to.name
    if mailing:
        content.reason = content.reason or REASONS[mailing]
        content.unsubscribe = unsubscribe_address(to.user_id, mailing)
    more |= {"user_id": to.user_id, "unsubscribe": content.unsubscribe}
    return composed(to.email, kind, subject, content, **more)


def promise_welcome(session: Session, _actor: Actor, *, user_id: str) -> None:
    """Promise the welcome letter: once per account."""
    outbox.promise(
        session, WELCOME, user_id=user_id, about=user_id, dedupe_key=f"{WELCOME}:{user_id}"
    )


def promise_invitations(
    session: Session, _actor: Actor, *, user_ids: Collection[str], at: datetime
) -> None:
    """Promise the invitation to log in, once for each time at which it was noted."""
    promised = (
        outbox.Promised(one, about=one, dedupe_key=f"{INVITATION}:{one}:{at:%Y-%m-%dT%H:%M}")
        for one in user_ids
    )
    outbox.promise_each(session, INVITATION, *promised)


def tell_former_address(session: Session, actor: Actor, *, before: str) -> None:
    """Queue the letter to the address that the account had: the account has left it."""
    user, settings = session.get_one(User, actor.user_id), get_settings()
    content = Content(
        title=f"Your email address at {settings.org_name} has changed",
        name=user.first_name or user.game_name or "",
        opening=[
            "The email address you log in with has changed, so our emails go there now.",
            "This is the last one we’ll send here.",
        ],
        closing=[f"Wasn’t you? Please write to {settings.org_contact_email}."],
        reason="You’re getting this email because your account used this address until now.",
    )
    key = f"{READDRESSED}:{user.id}:{user.version}"
    letter = composed(before, READDRESSED, content.title, content, user_id=user.id, dedupe_key=key)
    outbox.put(session, letter)


def welcome(session: Session, user_id: str, _about: str) -> Letter | None:
    """The first steps for a new member. The letter is about the account: nobody can turn it off."""
    rows = session.connection().execute(_READERS, {"ids": [user_id]}).all()
    if not rows:
        return None
    settings = get_settings()
    content = Content(
        title=f"Welcome to {settings.org_name}",
        opening=["Your account is ready. We’re glad you’re here.", FIRST_STEP],
        facts=[
            ("Rules", routes.absolute(routes.resources_in("rules"))),
            ("Waivers", routes.absolute(routes.resources_in("forms"))),
        ],
        closing=["In your account, you can choose which emails you get and what others see."],
        link=("Find a park day", routes.absolute(routes.EVENTS)),
        reason="You’re getting this email because you just joined.",
    )
    return letter_to(Reader._make(rows[0]), WELCOME, content.title, content)


def invitation(session: Session, user_id: str, _about: str) -> Letter | None:
    """The invitation of somebody whom an administrator has added; none after their first login."""
    to = reader(session, user_id, None)
    if to is None or not queries.awaits_login(session, user_id):
        return None
    settings = get_settings()
    content = Content(
        title=f"Your account at {settings.org_name}",
        opening=[
            f"{settings.org_name} made an account for you with this email address.",
            "Log in with this address, and it’s yours.",
        ],
        closing=[
            "Don’t know us? You don’t need to do anything: the account has no password to lose."
        ],
        link=("Log In", routes.absolute(routes.login(routes.HOME))),
        reason="You’re getting this email because an administrator of the club added you.",
    )
    return letter_to(to, INVITATION, content.title, content)
