"""The document of a chapter's page: its head and its text before any script has run."""

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import NotFound
from rookiebattle.core.freshness import CHAPTERS, EVENTS, SEATS
from rookiebattle.core.serving.documents import Described, DynamicPage
from rookiebattle.events.when import right_until
from rookiebattle.pages.chapter.read import show_chapter
from rookiebattle.pages.chapter.text.body import MISSING, chapter_text
from rookiebattle.pages.chapter.text.head import chapter_head
from rookiebattle.pages.chapter.view import view_of


async def describe_chapter(actor: Actor, chapter_id: str) -> Described | None:
    """The chapter's head and text, or None when there is no such chapter."""
    try:
        found = await run(show_chapter, actor, chapter_id=chapter_id)
    except NotFound:
        return None
    now = clock.now()
    page = view_of(found, now)
    text = chapter_text(page.chapter, page.events)
    return Described(chapter_head(found.chapter), text, right_until(found.events.items, now))


CHAPTER = DynamicPage(routes.CHAPTERS, describe_chapter, (EVENTS, SEATS, CHAPTERS), MISSING)
