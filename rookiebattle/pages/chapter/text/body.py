"""A chapter's page as text, read until its scripts run: the same words in the same places. Pure."""

from collections.abc import Sequence

from rookiebattle import routes
from rookiebattle.pages.chapter.view import ChapterFacts
from rookiebattle.registrations.view import EventCard, badges_text, seats_words
from rookiebattle.ui.plain import (
    Html,
    button,
    fact,
    link,
    mark_label,
    notice,
    paragraphs,
    some,
    tag,
    way_back,
)

NOT_FOUND = (
    "pin",
    "Chapter not found",
    "It may have been closed, or the address is not complete.",
)
ALL_CHAPTERS = ("See our chapters", routes.CHAPTERS)
MISSING = notice(*NOT_FOUND, button(*ALL_CHAPTERS, "primary"))


def chapter_text(chapter: ChapterFacts, events: Sequence[EventCard]) -> Html:
    """The whole page of one chapter, without what only its scripts can do."""
    side = tag("div", _about(chapter), _leaders(chapter), class_="chapter-side")
    article = tag("article", _head_card(chapter), _events(events), side, class_="chapter-grid")
    back = way_back("Back to all chapters", routes.CHAPTERS)
    return tag("div", back, tag("div", article, class_="column"), class_="event")


def _head_card(chapter: ChapterFacts) -> Html:
    dot = tag("span", class_="dot", aria_hidden="true")
    status = tag("span", dot, chapter.status, class_=f"badge badge-{chapter.tone}")
    place = tag("span", chapter.place, class_="text-soft")
    title = tag(
        "div",
        tag("div", place, status, class_="event-kind"),
        tag("h1", chapter.name),
        class_="event-title",
    )
    zone = tag("p", f"Times are {chapter.zone}, where the chapter is.")
    way = link("Get directions", chapter.directions, "external")
    meets = chapter.meets or "Ask for the next practice"
    mail = chapter.contact_email
    return tag(
        "div",
        title,
        fact("clock", meets, _lines(chapter.times), zone),
        fact("pin", chapter.location, chapter.address, _lines(chapter.locations), way),
        fact("users", chapter.members),
        some(mail, fact("mail", "Questions?", link(mail, f"mailto:{mail}"))),
        class_="card event-card",
    )


def _lines(lines: Sequence[str]) -> Html:
    listed = tag("ul", *(tag("li", line) for line in lines), class_="plain-lines")
    return some(lines, listed)


def _events(events: Sequence[EventCard]) -> Html:
    head = tag("div", tag("h2", "Upcoming Events"), class_="upcoming-head")
    rows = tag("ul", *(_row(event) for event in events), class_="event-rows")
    none = tag("div", tag("p", "No upcoming events"), class_="empty")
    shown = rows if events else none
    return tag("div", head, shown, class_="card card-flush upcoming chapter-events")


def _row(event: EventCard) -> Html:
    leaf = (tag("span", event.weekday), tag("strong", event.day), tag("span", event.month))
    kind = (
        mark_label(event.event_type, event.type_label),
        tag("span", event.price, class_="row-price"),
    )
    body = tag(
        "div",
        tag("div", *kind, class_="row-kind"),
        tag("h3", tag("a", event.title, href=event.href)),
        tag("p", tag("time", event.when, datetime=event.starts), class_="row-line"),
        some(event.place, tag("p", event.place, class_="row-line")),
        tag("div", badges_text(event), class_="row-badges"),
        tag("div", tag("strong", seats_words(event)), class_="row-act"),
        class_="row-body",
    )
    return tag("li", tag("div", *leaf, class_="date-leaf"), body, class_="event-row")


def _about(chapter: ChapterFacts) -> Html:
    told = (tag("h2", "About This Chapter"), paragraphs(chapter.paragraphs))
    return some(chapter.paragraphs, tag("div", *told, class_="card chapter-part"))


def _leaders(chapter: ChapterFacts) -> Html:
    people = (
        tag("li", tag("span", one.title, class_="text-soft"), tag("strong", one.name))
        for one in chapter.leaders
    )
    listed = tag("ul", *people, class_="leaders")
    return some(
        chapter.leaders, tag("div", tag("h2", "Leaders"), listed, class_="card chapter-part")
    )
