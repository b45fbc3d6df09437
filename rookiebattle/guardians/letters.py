"""Letters of guardians: the invitation, and what changes on the 18th birthday."""

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.accounts.letters import composed, letter_to, reader
from rookiebattle.accounts.models import User
from rookiebattle.core.actor import Actor
from rookiebattle.core.mail import outbox
from rookiebattle.core.mail.layout import Content, in_subject
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.guardians import policy, queries
from rookiebattle.guardians.models import INVITATION_KEPT, GuardianInvitation
from rookiebattle.guardians.wording import AS_ADULTS, AS_GUARDIAN, GROWN_UP, INVITED, invitation_key
from rookiebattle.settings import get_settings

A_MEMBER = "A member"
DONT_KNOW = "Don’t know them? You don’t need to do anything."


def tell_invited(session: Session, actor: Actor, *, invitation_id: str, token: str) -> None:
    """Queue the letter of an invitation. Subscribed to `guardian_invited`."""
    invited = session.get_one(GuardianInvitation, invitation_id)
    outbox.put(session, invitation(session.get_one(User, actor.user_id), invited, token))


def invitation(inviter: User, invited: GuardianInvitation, token: str) -> Letter:
    """The letter to an address outside. It names the inviter by the game name alone."""
    club, name = get_settings().org_name, in_subject(inviter.game_name or "", A_MEMBER) or A_MEMBER
    if policy.is_minor(inviter):
        title = f"{name} asks you to be their guardian"
        opening = [
            f"{name} plays at {club} and is under 18. They ask you to be their guardian here.",
            AS_GUARDIAN,
        ]
    else:
        title = f"{name} invites you to their household"
        opening = [
            f"{name} registers a family at {club}, and invites you to their household.",
            AS_ADULTS,
        ]
    content = Content(
        title=title,
        opening=opening,
        closing=[f"The link works for {INVITATION_KEPT.days} days, and once.", DONT_KNOW],
        link=("Read and Answer", routes.absolute(routes.guardian_invitation(token))),
        reason="You’re getting this email because a member entered your address.",
    )
    return composed(
        *(invited.email, INVITED, f"{title} at {club}", content),
        user_id=inviter.id,
        dedupe_key=invitation_key(invited.id),
    )


def grown_up(session: Session, user_id: str, _about: str) -> Letter | None:
    """The change for a minor who turned 18; nobody can turn the letter off."""
    to = reader(session, user_id, None)
    if to is None:
        return None
    closing = ["From now on you sign your own waiver."]
    if queries.connections_to(session, user_id):
        closing.insert(
            0,
            "Your guardians don’t act for you anymore. On Your Account, choose whether to stay "
            "connected, or to end it.",
        )
    content = Content(
        title="You’re 18 now",
        opening=["Happy birthday! Your account is an adult’s now."],
        closing=closing,
        link=("Your Account", routes.absolute(routes.ACCOUNT)),
        reason="You’re getting this email because your account changed.",
    )
    return letter_to(to, GROWN_UP, content.title, content)
