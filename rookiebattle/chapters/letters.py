"""The letters about a new chapter: one to the organization, one to the person who asked."""

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.accounts.letters import composed, letter_to, reader
from rookiebattle.chapters.models import Chapter, ChapterChannel, ChapterRequest, ChapterStatus
from rookiebattle.chapters.wording import DISCORD_GONE
from rookiebattle.core.actor import Actor
from rookiebattle.core.mail import outbox
from rookiebattle.core.mail.layout import TO_ORGANIZATION, Content, in_subject
from rookiebattle.core.values.addresses import is_answerable
from rookiebattle.settings import get_settings

REQUESTED, STARTED, LOST = "chapter.requested", "chapter.started", "chapter.discord_lost"
NEW_CITY = "a new city"
REPLY = "Reply to this email to write to them."
WRITE = "To write to them, use the address above: an answer to this email would not reach them."


def tell_organization(session: Session, _actor: Actor, *, request_id: str) -> None:
    """The request. A reply goes to the person who asked."""
    asked = session.get_one(ChapterRequest, request_id)
    content = Content(
        title="Someone wants to start a chapter",
        opening=["Sent from the form on the Chapters page."],
        facts=[
            ("From", asked.name),
            ("Email", asked.email),
            ("City", asked.city),
            ("Message", asked.message),
        ],
        closing=[REPLY if is_answerable(asked.email) else WRITE],
        reason=TO_ORGANIZATION,
    )
    letter = composed(
        get_settings().org_contact_email,
        REQUESTED,
        f"A chapter in {in_subject(asked.city, NEW_CITY)}?",
        content,
        # The letter is withdrawn with the request or the account of the person who asked.
        user_id=asked.user_id,
        dedupe_key=f"{REQUESTED}:{request_id}",
        reply_to=asked.email,
    )
    outbox.put(session, letter)


def tell_founder(session: Session, _actor: Actor, *, request_id: str) -> None:
    """The answer to a request that became a chapter. A reply goes to the organization."""
    asked = session.get_one(ChapterRequest, request_id)
    made = session.get_one(Chapter, asked.chapter_id)
    forming = " It is marked as forming." if made.status == ChapterStatus.FORMING else ""
    content = Content(
        title=f"Your chapter in {in_subject(asked.city, NEW_CITY)} is on its way",
        name=asked.name,
        opening=[
            f"Good news: the chapter you asked for has a page.{forming}",
            "Tell us when and where you’ll meet, and who’s leading with you.",
        ],
        closing=["Reply to this email to reach us."],
        link=("See the chapter page", routes.chapter_url(made.id)),
        reason="You’re getting this email because you asked to start a chapter.",
    )
    letter = composed(
        asked.email,
        STARTED,
        content.title,
        content,
        user_id=asked.user_id,
        dedupe_key=f"{STARTED}:{request_id}",
        reply_to=get_settings().org_contact_email,
    )
    outbox.put(session, letter)


def tell_of_lost_channel(session: Session, *, chapter_id: str) -> None:
    """The end of a connection to Discord, to the administrator who made it."""
    channel, chapter = (
        session.get_one(ChapterChannel, chapter_id),
        session.get_one(Chapter, chapter_id),
    )
    to = reader(session, channel.set_by or "", None)
    if to is None:
        return
    named = in_subject(chapter.name, "a chapter")
    content = Content(
        title=f"{chapter.name} no longer posts on Discord",
        opening=[DISCORD_GONE, "Someone may have deleted the webhook in Discord."],
        closing=["To connect it again, make a new webhook and paste it in the chapter’s form."],
        link=("Open Chapters", routes.absolute(routes.ADMIN_CHAPTERS)),
        reason="You’re getting this email because you connected this channel.",
    )
    subject = f"Discord was disconnected: {named}"
    outbox.put(session, letter_to(to, LOST, subject, content))
