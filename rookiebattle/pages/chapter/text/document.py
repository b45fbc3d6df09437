"""The document of a chapter's page: its head and its text before scripts."""

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.freshness import CHAPTERS, EVENTS, MEDIA, SEATS
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import NotFound
from rookiebattle.core.serving.documents import Described, DynamicPage
from rookiebattle.events.when import right_until
from rookiebattle.pages.chapter.page import loaded, missing
from rookiebattle.pages.chapter.read import show_chapter
from rookiebattle.pages.chapter.state import ChapterState
from rookiebattle.pages.chapter.text.head import chapter_head
from rookiebattle.pages.chapter.view import view_of
from rookiebattle.registrations.state.live import NO_NEWS, LiveSeats
from rookiebattle.ui.before_scripts.template import Template, as_html

TEXT = Template(loaded, ChapterState, LiveSeats)


async def describe_chapter(actor: Actor, chapter_id: str) -> Described | None:
    """The chapter's head and text, or None when there is no such chapter."""
    try:
        found = await run(show_chapter, actor, chapter_id=chapter_id)
    except NotFound:
        return None
    now = clock.now()
    text = TEXT.fill({ChapterState: view_of(found, now), LiveSeats: NO_NEWS})
    return Described(chapter_head(found.chapter), text, right_until(found.events.items, now))


def not_there() -> str:
    """The text before scripts for a chapter that cannot be shown."""
    return as_html(missing())


CHAPTER = DynamicPage(
    routes.CHAPTERS, describe_chapter, (EVENTS, SEATS, CHAPTERS, MEDIA), not_there
)
