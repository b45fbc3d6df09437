"""The list of members as the console shows it. Pure."""

from dataclasses import dataclass

from rookiebattle import routes
from rookiebattle.core.pagination import Page
from rookiebattle.events.wording import counted
from rookiebattle.members.schemas import ChapterMember
from rookiebattle.members.view import MemberRow, row_of
from rookiebattle.ui.list_query import BY_NAME, ListFrame, ListQuery, ListShape, frame_of

SHAPE = ListShape(routes.ADMIN, sorts=(("name", BY_NAME),))


@dataclass(frozen=True)
class UsersView:
    """The vars of the page."""

    frame: ListFrame
    people: list[MemberRow]
    loaded: bool = True


def view_of(query: ListQuery, found: Page[ChapterMember]) -> UsersView:
    """The view of this page of the list."""
    frame = frame_of(SHAPE, query, found.total, count=counted(found.total, "player"), csv="")
    return UsersView(frame, [row_of(one) for one in found.items])
