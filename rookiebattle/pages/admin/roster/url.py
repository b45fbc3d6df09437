"""The query of a roster in the address. Pure."""

from dataclasses import replace
from typing import cast

from rookiebattle import routes
from rookiebattle.core.pagination import Window
from rookiebattle.registrations.schemas import RosterOrder, RosterSearch, Shown
from rookiebattle.registrations.wording import TO_PAY
from rookiebattle.ui.list_query import BY_NAME, Filter, ListQuery, ListShape, href

PRINT, YES = "print", "yes"
MOST_ON_PAPER = 1_000


def shape_of(event_id: str) -> ListShape:
    return ListShape(
        routes.admin_roster(event_id),
        sorts=(
            ("name", BY_NAME),
            ("registered", "By registration"),
            ("checked-in", "Last checked in first"),
        ),
        filters=(
            Filter(
                "shown",
                "Show",
                (("expected", "Not there yet"), ("there", "Checked in"), ("owing", TO_PAY)),
            ),
        ),
        typed=(PRINT,),
        size=50,
    )


SHAPE = shape_of("")


def is_paper(query: ListQuery) -> bool:
    """Whether the address asks for the list that is printed."""
    return query.chosen.get(PRINT) == YES


def wanted(query: ListQuery) -> RosterSearch:
    """Paper has room for everybody: it asks for no page."""
    return RosterSearch(
        text=query.text,
        # `read_query` lets only the choices and sorts of the shape through.
        shown=cast("Shown | None", query.chosen.get("shown")),
        order=cast("RosterOrder", query.sort),
        window=Window(MOST_ON_PAPER) if is_paper(query) else query.window(SHAPE),
    )


def on_screen(query: ListQuery) -> ListQuery:
    """The same list, on the screen."""
    chosen = {name: value for name, value in query.chosen.items() if name != PRINT}
    return replace(query, chosen=chosen)


def screen_href(shape: ListShape, query: ListQuery) -> str:
    return href(shape, on_screen(query))


def paper_href(shape: ListShape, query: ListQuery) -> str:
    chosen = {**on_screen(query).chosen, PRINT: YES}
    return href(shape, replace(query, chosen=chosen))
