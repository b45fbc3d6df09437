"""The query of the list of events in the address. Pure."""

from dataclasses import replace

from rookiebattle import routes
from rookiebattle.events.schemas import EventFilter, EventOrder
from rookiebattle.events.wording import TYPE_LABELS
from rookiebattle.ui.list_query import BY_TITLE, LAST_CHANGED, Filter, ListQuery, ListShape, href

PAST, SHOWN = "past", "shown"
SHAPE = ListShape(
    routes.ADMIN_EVENTS,
    sorts=(
        (EventOrder.START, "Soonest first"),
        (EventOrder.LATEST, "Latest first"),
        (EventOrder.TITLE, BY_TITLE),
        (EventOrder.CHANGED, LAST_CHANGED),
    ),
    filters=(Filter("type", "Type", tuple(TYPE_LABELS.items())), Filter("chapter", "Chapter")),
    typed=(PAST,),
)


def wanted(query: ListQuery) -> EventFilter:
    return EventFilter(
        chapter_id=query.chosen.get("chapter"),
        event_type=query.chosen.get("type"),
        window=query.window(SHAPE),
        text=query.text,
        order=EventOrder(query.sort),
    )


def with_past(query: ListQuery) -> bool:
    return query.chosen.get(PAST) == SHOWN


def is_narrowed(query: ListQuery) -> bool:
    """Whether search or filters leave events out; past events are a matter of the button."""
    return bool(query.text) or bool(query.chosen.keys() - {PAST})


def toggled(query: ListQuery, ahead: int = 0) -> str:
    """The address with the past events, or without them.

    With them the list begins with the latest: the first event of a club is years ago. It opens at
    the page where the past begins, behind the events that are `ahead`.
    """
    chosen = {name: value for name, value in query.chosen.items() if name != PAST}
    if with_past(query):
        return href(SHAPE, replace(query, sort=_usual(query, EventOrder.LATEST), chosen=chosen))
    sort = EventOrder.LATEST if query.sort == EventOrder.START else query.sort
    page = ahead // SHAPE.size + 1 if sort == EventOrder.LATEST else 1
    return href(SHAPE, replace(query, sort=sort, chosen={**chosen, PAST: SHOWN}), page=page)


def widened(query: ListQuery) -> str:
    """The address without search and filters; empty when there are none."""
    if not is_narrowed(query) and query.page == 1:
        return ""
    past = {PAST: SHOWN} if with_past(query) else {}
    return href(SHAPE, ListQuery(sort=query.sort, chosen=past))


def _usual(query: ListQuery, left: EventOrder) -> str:
    """The order of the address, but the first one in place of `left`."""
    return SHAPE.sorts[0][0] if query.sort == left else query.sort
