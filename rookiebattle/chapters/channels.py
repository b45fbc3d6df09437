"""Verbs of a chapter's Discord channel: its secret address, a test, and how the last post went."""

from sqlalchemy.orm import Session

from rookiebattle.chapters.hooks import channel_lost, channel_switched
from rookiebattle.chapters.models import Chapter, ChapterChannel
from rookiebattle.chapters.wording import DISCORD, NO_DISCORD, TEST, posted_words
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.changes import Change, record_change
from rookiebattle.core.database.db import writes
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.integrations import discord
from rookiebattle.integrations.discord import Answer
from rookiebattle.settings import get_settings


def set_address(session: Session, actor: Actor, *, chapter: Chapter, address: str | None) -> None:
    """Connect a chapter's channel, give it another address, or (None) disconnect it."""
    channel = session.get(ChapterChannel, chapter.id, with_for_update=True)
    had = channel.address if channel else None
    if address is None and channel:
        session.delete(channel)
    elif address != had:
        channel = channel or ChapterChannel(chapter_id=chapter.id, set_at=clock.now())
        channel.address, channel.set_by, channel.set_at = address, actor.user_id, clock.now()
        channel.result, channel.result_at = "", None
        session.add(channel)
    session.flush()
    if bool(address) != bool(had):
        channel_switched.fire(session, chapter_id=chapter.id, is_on=bool(address))
    if address != had:
        told = {"name": chapter.name, "fields": "discord_webhook"}
        # A change without words: the address is a secret.
        secret = [Change(field=DISCORD)]
        record_change(
            session,
            actor,
            "chapter.updated",
            chapter.id,
            thing=chapter.name,
            changes=secret,
            details=told,
        )


async def send_test(actor: Actor, *, chapter_id: str) -> None:
    """Post a test to a chapter's channel at once; administrators only.

    Raises Conflict, whose sentence says what Discord answered.
    """
    address = await run(_address_of, actor, chapter_id=chapter_id)
    told = discord.message(TEST.format(club=get_settings().org_name))
    answer = await discord.post(address, told)
    await run(note, VISITOR, chapter_id=chapter_id, address=address, answer=answer)
    if not answer.is_taken:
        raise Conflict(posted_words(answer))


def _address_of(session: Session, actor: Actor, *, chapter_id: str) -> str:
    actor.require(Permission.ALL_CHAPTER_UPDATE)
    channel = session.get(ChapterChannel, known_id(chapter_id, NO_DISCORD))
    if channel is None or channel.address is None:
        raise Conflict(NO_DISCORD)
    return channel.address


@writes
def note(session: Session, _actor: Actor, *, chapter_id: str, address: str, answer: Answer) -> None:
    """Note how a post to this address went. An address that is gone ends the connection."""
    channel = session.get(ChapterChannel, chapter_id, with_for_update=True, populate_existing=True)
    if channel is None or channel.address != address:
        return  # It was replaced meanwhile.
    channel.result, channel.result_at = posted_words(answer), clock.now()
    if answer.is_gone:
        channel.address = None
        session.flush()
        channel_switched.fire(session, chapter_id=chapter_id, is_on=False)
        channel_lost.fire(session, chapter_id=chapter_id)
