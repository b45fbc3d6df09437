"""The address of one member's page: the id, and the page of the timeline. Pure."""

from collections.abc import Mapping

from rookiebattle import routes
from rookiebattle.core.pagination import Window
from rookiebattle.ui.paging import Pager, page_number, pager_of, window_of

SIZE = 50
PAGE = "page"


def wanted(params: Mapping[str, str]) -> Window:
    return window_of(page_number(params.get(PAGE, "")), SIZE)


def pages_of(user_id: str, params: Mapping[str, str], total: int) -> Pager:
    path = routes.admin_user(user_id)
    number = page_number(params.get(PAGE, ""))
    return pager_of(number, SIZE, total, lambda page: routes.asked(path, page=str(page)))
