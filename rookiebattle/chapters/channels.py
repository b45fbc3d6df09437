"""The test of a chapter's Discord channel, which is posted at once."""

from sqlalchemy.orm import Session

from rookiebattle.chapters.models import ChapterChannel
from rookiebattle.chapters.service import note_post
from rookiebattle.chapters.wording import NO_DISCORD, TEST, posted_words
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import Scope
from rookiebattle.core.values.ids import canonical_id, known_id
from rookiebattle.integrations import discord
from rookiebattle.settings import get_settings


async def send_test(actor: Actor, *, chapter_id: str) -> None:
    """Post a test to a chapter's channel at once; for administrators and the chapter's leads.

    Raises Conflict, whose sentence says what Discord answered.
    """
    address = await run(_address_of, actor, chapter_id=chapter_id)
    told = discord.message(TEST.format(club=get_settings().org_name))
    answer = await discord.post(address, told)
    await run(note_post, VISITOR, chapter_id=chapter_id, address=address, answer=answer)
    if not answer.is_taken:
        raise Conflict(posted_words(answer))


def _address_of(session: Session, actor: Actor, *, chapter_id: str) -> str:
    actor.require(Permission.ALL_CHAPTER_UPDATE, at=Scope(canonical_id(chapter_id)))
    channel = session.get(ChapterChannel, known_id(chapter_id, NO_DISCORD))
    if channel is None or channel.address is None:
        raise Conflict(NO_DISCORD)
    return channel.address
