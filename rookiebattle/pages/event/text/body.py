"""An event's page as text, read until its scripts run: the same words in the same places. Pure."""

from rookiebattle import routes
from rookiebattle.events.wording import counted
from rookiebattle.pages.event.view import EventMore
from rookiebattle.registrations.view import EventCard, badges_text, seats_words
from rookiebattle.ui.plain import (
    Html,
    badge,
    button,
    fact,
    icon,
    join,
    link,
    mark_label,
    notice,
    paragraphs,
    some,
    tag,
    way_back,
    without_scripts,
)

NOT_FOUND = (
    "calendar",
    "Event not found",
    "It may have been deleted, or it is only shown to members who are logged in.",
)
ALL_EVENTS = ("Browse Events", routes.EVENTS)
MISSING = notice(*NOT_FOUND, button(*ALL_EVENTS, "primary"))
NOBODY = "Nobody has a seat yet. Be the first."
NO_PLACE = ("Place to be announced", "The organiser has not named a place yet.")
RULES = (
    "Ages 13 and up, with a signed waiver",
    "Eye protection is mandatory",
    "Every weapon, shield and armor passes a safety check",
)


def event_text(card: EventCard, more: EventMore) -> Html:
    """The whole page of one event, without what only its scripts can do."""
    article = tag(
        "article",
        _head_card(card, more),
        tag("div", class_="event-phone-note no-print"),
        _going(card),
        some(more.paragraphs, _section(more.about, paragraphs(more.paragraphs))),
        _good_to_know(more),
    )
    grid = tag("div", article, class_="event-grid")
    price = tag("div", tag("span", card.price, class_="price"), class_="bar-price")
    bar = tag("div", price, class_="sticky-bar event-bar")
    back = way_back("Back to the calendar", routes.EVENTS)
    return tag("div", back, tag("div", grid, bar, class_="column"), class_="event")


def _head_card(card: EventCard, more: EventMore) -> Html:
    leaf = (tag("span", card.weekday), tag("strong", card.day), tag("span", card.month))
    price = badge(card.price, "success" if card.is_free else "outline")
    title = tag(
        "div",
        tag("div", mark_label(card.event_type, card.type_label), price, class_="event-kind"),
        tag("h1", card.title, class_="is-long" if more.has_long_title else ""),
        tag("div", badges_text(card), some(card.is_over, badge("Over")), class_="event-badges"),
        class_="event-title",
    )
    tile = tag("div", *leaf, class_="date-tile", aria_hidden="true")
    when = tag("time", card.when, datetime=card.starts)
    return tag(
        "div",
        tag("div", tile, title, class_="event-head"),
        fact("clock", when, more.note),
        _place(card, more),
        _seats(card, more),
        class_="card event-card",
    )


def _place(card: EventCard, more: EventMore) -> Html:
    if not more.directions:
        return fact("pin", *NO_PLACE)
    address = card.address if card.place else ""
    way = link("Get directions", more.directions, "external")
    return fact("pin", card.place or card.address, address, way)


def _seats(card: EventCard, more: EventMore) -> Html:
    if card.maximum:
        left = card.maximum - card.taken
        rest = some(not more.closed, tag("span", f"{left} left" if left > 0 else "Full"))
        words = tag("div", tag("strong", seats_words(card)), rest, class_="seat-line")
        numbers = {"value": str(card.taken), "max": str(card.maximum)}
        meter = tag("progress", class_="meter", aria_label="Seats taken", **numbers)
        shown = join(words, meter)
    else:
        people = tag("strong", counted(card.taken, "person", "people") + " going")
        shown = tag("div", people, tag("span", "No limit"), class_="seat-line")
    return tag("div", icon("ticket", "lg"), tag("div", shown), class_="fact")


def _going(card: EventCard) -> Html:
    some_going = tag("p", tag("strong", f"{card.taken} going"))
    nobody = tag("p", NOBODY)
    hint = without_scripts("Registering needs JavaScript.")
    return _section("Who is going", some_going if card.taken else nobody, hint)


def _good_to_know(more: EventMore) -> Html:
    rules = (tag("li", icon("check"), rule) for rule in RULES)
    return _section(
        "Good to know",
        some(more.hosted, tag("p", more.hosted)),
        tag("ul", *rules, class_="ticks"),
        button("Add to calendar", more.calendar_file, symbol="calendar"),
    )


def _section(title: str, *children: str) -> Html:
    return tag("section", tag("h2", title), *children, class_="event-section")
