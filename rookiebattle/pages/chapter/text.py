"""The text of a chapter's page before scripts, and its head for search engines and messengers."""

from markupsafe import Markup

from rookiebattle import routes
from rookiebattle.chapters.schemas import ChapterRead
from rookiebattle.chapters.wording import meeting_words, place_words
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.freshness import CHAPTERS, EVENTS, MEDIA, SEATS
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import NotFound
from rookiebattle.core.serving.documents import Described, DynamicPage
from rookiebattle.core.serving.head import MOST_SHARED, Share, head_of, image_url, script_safe
from rookiebattle.core.values.text import clipped
from rookiebattle.events.when import right_until
from rookiebattle.pages.chapter.page import loaded, missing
from rookiebattle.pages.chapter.read import show_chapter
from rookiebattle.pages.chapter.state import ChapterState
from rookiebattle.pages.chapter.view import view_of
from rookiebattle.registrations.state.live import NO_NEWS, LiveSeats
from rookiebattle.settings import get_settings
from rookiebattle.ui.before_scripts import Template, as_html

TEXT = Template(loaded, ChapterState, LiveSeats)


async def describe_chapter(actor: Actor, chapter_id: str) -> Described | None:
    try:
        found = await run(show_chapter, actor, chapter_id=chapter_id)
    except NotFound:
        return None
    now = clock.now()
    text = TEXT.fill({ChapterState: view_of(found, now), LiveSeats: NO_NEWS})
    url = routes.chapter_url(found.chapter.id)
    head = head_of(share_of(found.chapter, url), url, is_listed=True)
    return Described(head, text, right_until(found.events.items, now))


CHAPTER = DynamicPage(
    routes.CHAPTERS, describe_chapter, (EVENTS, SEATS, CHAPTERS, MEDIA), lambda: as_html(missing())
)


def share_of(chapter: ChapterRead, url: str) -> Share:
    place = place_words(chapter.city, chapter.state)
    meets = meeting_words(chapter.meeting_day, chapter.meeting_time)
    facts = " · ".join(part for part in (place, meets) if part)
    words = " ".join((chapter.description or "").split())
    description = f"{facts}. {clipped(words, MOST_SHARED)}" if words else facts
    return Share(chapter.name, description, image_url(), _json_ld(chapter, url, description))


def _json_ld(chapter: ChapterRead, url: str, description: str) -> Markup:
    settings = get_settings()
    facts: dict[str, object] = {
        "@context": routes.SCHEMA_ORG,
        "@type": "SportsOrganization",
        "name": chapter.name,
        "description": description,
        "url": url,
        "parentOrganization": {
            "@type": "Organization",
            "name": settings.org_name,
            "url": settings.public_url,
        },
        "location": {
            "@type": "Place",
            "name": chapter.location,
            "address": {
                "@type": "PostalAddress",
                "streetAddress": chapter.address or chapter.location,
                "addressLocality": chapter.city,
                "addressRegion": chapter.state,
            },
        },
    }
    if chapter.contact_email:
        facts["email"] = chapter.contact_email
    return script_safe(facts)
