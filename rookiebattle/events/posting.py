"""Posts to the chapters' Discord channels what waits for them, as long as the worker runs."""

import logging

from rookiebattle.chapters import service as chapters
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.doors.work import run
from rookiebattle.core.jobs.jobs import Queue
from rookiebattle.core.wakeup import Wakeups
from rookiebattle.events import posts
from rookiebattle.integrations import discord

LOOK_AGAIN_SECONDS = 10.0
POSTS = Wakeups()
QUEUE = Queue("posts", POSTS, posts.POSTS)
log = logging.getLogger(__name__)


async def post_to_channels() -> None:
    """Post until canceled. Several workers may share the queue."""
    await QUEUE.keep_looking(work_off, LOOK_AGAIN_SECONDS)


async def work_off() -> bool:
    """Work off one post; False when none was due."""
    if not await run(posts.is_due, VISITOR):
        return False
    id_ = await run(posts.claim, VISITOR)
    # Claimed in a transaction of its own: a post that cannot be written keeps no other back.
    if id_ and (ready := await run(posts.write, VISITOR, post_id=id_)):
        answer = await discord.post(ready.address, ready.text)
        if not answer.is_taken:
            log.warning("post %s to Discord: status %d", ready.id, answer.status)
        await run(posts.settle, VISITOR, ready=ready, answer=answer)
        # By itself: a chapter's form locks the channel first, and then its posts.
        of = {"chapter_id": ready.chapter_id, "address": ready.address}
        await run(chapters.note_post, VISITOR, **of, answer=answer)
    return True
