"""The kinds of letters that a member can turn off, and the signed unsubscribe link. Pure."""

import hmac
from base64 import urlsafe_b64encode

from rookiebattle import routes
from rookiebattle.accounts.schemas import Mailing
from rookiebattle.core.fingerprints import fingerprint, fingerprints

PURPOSE = "mail-unsubscribe"
SIGNS = 27
"""Characters of the signature in the link: 160 bits."""


REASONS = {
    Mailing.EVENTS: "You’re getting this email because you registered for an event.",
    Mailing.REMINDERS: "You’re getting this reminder because you registered for an event.",
}
ENDS = {
    Mailing.EVENTS: "We won’t email you about your seats, or when one of your events is "
    "changed or canceled.",
    Mailing.REMINDERS: "We won’t remind you the day before an event.",
}
NAMES = {Mailing.EVENTS: "emails about your events", Mailing.REMINDERS: "reminders"}


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
