"""Kinds of letters: a member chooses them, or unsubscribes by a signed link."""

import hmac
from base64 import urlsafe_b64encode

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle import routes
from rookiebattle.accounts.models import User
from rookiebattle.accounts.schemas import Mailing, MailPreferences, MailPreferencesPatch
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import NotFound, Unauthorized
from rookiebattle.core.fingerprints import fingerprint, fingerprints

NO_SUCH_LINK = "This link isn’t complete. Please open it from the email again."
PURPOSE = "mail-unsubscribe"
SIGNS = 27
"""Characters of the signature in the link: 160 bits."""
REASONS = {
    Mailing.EVENTS: "You’re getting this email because you registered for an event.",
    Mailing.REMINDERS: "You’re getting this reminder because you registered for an event.",
    Mailing.NOTICES: "You’re getting this email because you’re a member.",
}
ENDS = {
    Mailing.EVENTS: "We won’t email you about your seats, or when one of your events has a new "
    "name. We’ll still tell you when one is canceled or moved.",
    Mailing.REMINDERS: "We won’t remind you the day before an event.",
    Mailing.NOTICES: "We won’t email you news of the club and your chapter. It stays on your "
    "dashboard.",
}
NAMES = {
    Mailing.EVENTS: "emails about your events",
    Mailing.REMINDERS: "reminders",
    Mailing.NOTICES: "news by email",
}


def mail_preferences(session: Session, actor: Actor) -> MailPreferences:
    """The kinds of letters the actor gets."""
    columns = [getattr(User, name) for name in MailPreferences.model_fields]
    found = session.execute(sa.select(*columns).where(col(User.id) == actor.user_id)).first()
    if found is None:
        raise Unauthorized()
    return MailPreferences(**found._mapping)


@writes
def choose_letters(
    session: Session, actor: Actor, *, values: MailPreferencesPatch
) -> MailPreferences:
    """Turn kinds of letters on or off for the actor."""
    before = mail_preferences(session, actor)
    changed = {
        name: value
        for name, value in values.model_dump(exclude_unset=True, by_alias=False).items()
        if value != getattr(before, name)
    }
    if changed:
        _write(session, actor, actor.user_id, changed)
    return before.model_copy(update=changed)


def mailing_of(_session: Session, _actor: Actor, *, token: str) -> Mailing:
    """The mailing that a signed link names. Raises NotFound for a forged link."""
    meaning = meaning_of(token)
    if meaning is None:
        raise NotFound(NO_SUCH_LINK)
    return meaning[1]


@writes
def unsubscribe(session: Session, _actor: Actor, *, token: str) -> Mailing:
    """Turn off the mailing that a signed link names; doing it again changes nothing.

    For an erased account nothing is written, and the answer is the same.

    Anybody who holds the letter may do this, signed in or not. Raises NotFound for a forged link.
    """
    meaning = meaning_of(token)
    if meaning is None:
        raise NotFound(NO_SUCH_LINK)
    user_id, mailing = meaning
    column = f"mail_{mailing}"
    user = session.get(User, user_id)
    if user is not None and user.erased_at is None and getattr(user, column):
        _write(session, Actor(user_id=user_id), user_id, {column: False})
    return mailing


def _write(session: Session, actor: Actor, user_id: str, changed: dict[str, bool]) -> None:
    session.execute(
        sa.update(User).where(col(User.id) == user_id).values(**changed, updated_at=clock.now())
    )
    audit.record(session, actor, "account.letters_chosen", user_id, **changed)


def unsubscribe_address(user_id: str, mailing: Mailing) -> str:
    """The link that unsubscribes, for a click or for the mail program. It never expires."""
    return routes.unsubscribe_url(token_of(user_id, mailing))


def token_of(user_id: str, mailing: Mailing) -> str:
    """A token that names the member and the mailing. Only this site can sign one."""
    return f"{mailing}.{user_id}.{_shown(fingerprint(PURPOSE, mailing, user_id))}"


def meaning_of(token: str) -> tuple[str, Mailing] | None:
    """The member and the mailing of a token that this site signed; None for any other.

    A letter stays in its mailbox when the secret changes, so the secret of before counts, too.
    """
    mailing, _, rest = token.partition(".")
    user_id, _, signature = rest.rpartition(".")
    if mailing not in Mailing.__members__.values():
        return None
    right = [_shown(one) for one in fingerprints(PURPOSE, mailing, user_id)]
    same = any(hmac.compare_digest(signature.encode(), one.encode()) for one in right)
    return (user_id, Mailing(mailing)) if same else None


def _shown(signed: bytes) -> str:
    return urlsafe_b64encode(signed).decode()[:SIGNS]
