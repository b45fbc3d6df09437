"""The query of the list of those without a waiver, in the address. Pure."""

from typing import cast

from rookiebattle import routes
from rookiebattle.ui.list_query import BY_NAME, Filter, ListQuery, ListShape
from rookiebattle.waivers.schemas import Lack, LackingSearch
from rookiebattle.waivers.wording import LACKS

STATE, CHAPTER = "state", "chapterId"
SHAPE = ListShape(
    routes.ADMIN_WAIVERS,
    sorts=(("name", BY_NAME),),
    filters=(Filter(STATE, "Status", tuple(LACKS.items())), Filter(CHAPTER, "Chapter")),
)


def wanted(query: ListQuery) -> LackingSearch:
    return LackingSearch(
        # `read_query` lets only the choices of the shape through.
        state=cast("Lack | None", query.chosen.get(STATE)),
        chapter_id=query.chosen.get(CHAPTER),
        text=query.text,
        window=query.window(SHAPE),
    )
