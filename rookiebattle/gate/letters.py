"""The letter of somebody who walked in: the link by which the account is theirs."""

from sqlalchemy.orm import Session

from rookiebattle.accounts.letters import composed
from rookiebattle.core.actor import Actor
from rookiebattle.core.mail import outbox
from rookiebattle.core.mail.layout import Content, in_subject
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.guardians.models import LINK_KEPT
from rookiebattle.guardians.newcomers import Newcomer
from rookiebattle.settings import get_settings

CLAIM = "gate.claim"


def tell_newcomer(
    session: Session, _actor: Actor, *, email: str, name: str, event: str, new: Newcomer
) -> None:
    """Queue the letter. Subscribed to `newcomer_added`."""
    outbox.put(session, claim(email, name, event, new))


def claim(email: str, name: str, event: str, new: Newcomer) -> Letter:
    """The letter to the address that was told at the gate. Nobody may advertise in it."""
    club = get_settings().org_name
    at = in_subject(event, "our event") or "our event"
    is_guardian = new.owner_id != new.user_id
    theirs = "You and your teenager have accounts" if is_guardian else "You have an account"
    content = Content(
        title=f"Welcome to {club}",
        name=in_subject(name, ""),
        opening=[f"Thanks for coming to {at}. {theirs} since you were at the gate."],
        closing=[
            "Log in with your own email, and everything that was noted there is yours.",
            f"The link works for {LINK_KEPT.days} days, and once.",
        ],
        link=("Make It Yours", new.url),
        reason="You’re getting this email because your address was told at the gate of an event.",
    )
    return composed(
        *(email, CLAIM, f"Your account at {club}", content),
        user_id=new.owner_id,
        dedupe_key=f"{CLAIM}:{new.owner_id}",
    )
