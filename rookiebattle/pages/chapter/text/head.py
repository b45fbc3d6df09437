"""The head of a chapter's page."""

from markupsafe import Markup

from rookiebattle import routes
from rookiebattle.chapters.schemas import ChapterRead
from rookiebattle.chapters.wording import meeting_words, place_words
from rookiebattle.core.serving.head import MOST_SHARED, Share, head_of, image_url, script_safe
from rookiebattle.core.values.text import clipped
from rookiebattle.settings import get_settings


def chapter_head(chapter: ChapterRead) -> str:
    """The tags that replace the page's title."""
    url = routes.chapter_url(chapter.id)
    return head_of(share_of(chapter, url), url, is_listed=True)


def share_of(chapter: ChapterRead, url: str) -> Share:
    """The facts that a link to a chapter shows."""
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
