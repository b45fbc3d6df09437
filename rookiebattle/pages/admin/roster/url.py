"""The query of a roster in the address. Pure."""

from collections.abc import Collection
from dataclasses import replace
from typing import Literal, cast

from rookiebattle import routes
from rookiebattle.core.pagination import Window
from rookiebattle.registrations.schemas import RosterOrder, RosterSearch, Shown
from rookiebattle.registrations.wording import NOT_THERE, TO_PAY
from rookiebattle.ui.list_query import BY_NAME, Filter, ListQuery, ListShape

PRINT, YES = "print", "yes"
SHOWN, EVERYONE = "shown", "all"
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
                SHOWN,
                "Show",
                (("expected", NOT_THERE), ("there", "Checked in"), ("owing", TO_PAY)),
                every=EVERYONE,
            ),
        ),
        typed=(PRINT,),
        size=50,
    )


SHAPE = shape_of("")


def is_paper(query: ListQuery) -> bool:
    return query.chosen.get(PRINT) == YES


def wanted(query: ListQuery, kept: Collection[str] = ()) -> RosterSearch:
    """Paper has room for everybody: it asks for no page. `kept` are the members in the rows that
    the page shows already."""
    usual = EVERYONE if is_paper(query) else "usual"
    return RosterSearch(
        text=query.text,
        # `read_query` lets only the choices and sorts of the shape through.
        shown=cast("Shown | Literal['usual']", query.chosen.get(SHOWN, usual)),
        order=cast("RosterOrder", query.sort),
        window=Window(MOST_ON_PAPER) if is_paper(query) else query.window(SHAPE),
        kept=kept,
    )


def on_screen(query: ListQuery) -> ListQuery:
    chosen = {name: value for name, value in query.chosen.items() if name != PRINT}
    return replace(query, chosen=chosen)
