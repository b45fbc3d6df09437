"""The query of the list of members in the address. Pure."""

from rookiebattle import routes
from rookiebattle.accounts.wording import TIERS
from rookiebattle.members.users import UserFilter, UserOrder
from rookiebattle.members.wording import STATUSES
from rookiebattle.ui.list_query import BY_NAME, NEWEST, Filter, ListQuery, ListShape

CHAPTER, YES = "chapterId", "true"
# The names are those of the route that downloads the list: it takes the same query.
SHAPE = ListShape(
    routes.ADMIN,
    sorts=(
        (UserOrder.NAME.value, BY_NAME),
        (UserOrder.NAME_DOWN.value, "Name, Z to A"),
        (UserOrder.NEWEST.value, NEWEST),
        (UserOrder.OLDEST.value, "Oldest first"),
    ),
    filters=(
        Filter(CHAPTER, "Chapter"),
        Filter("tier", "Tier", tuple(TIERS.items())),
        Filter("status", "Status", STATUSES),
        Filter("isAdmin", "Role", ((YES, "Admins"), ("false", "Members"))),
        Filter("isWelcomed", "Welcome", ((YES, "Finished"), ("false", "Not finished"))),
        Filter("isUnanswered", "Invitation", ((YES, "Not used in two weeks"),)),
    ),
)


def wanted(query: ListQuery) -> UserFilter:
    chosen = query.chosen
    return UserFilter(
        text=query.text,
        chapter_id=chosen.get(CHAPTER),
        status=chosen.get("status"),
        tier=chosen.get("tier"),
        is_admin=_flag(chosen.get("isAdmin")),
        is_welcomed=_flag(chosen.get("isWelcomed")),
        is_unanswered=_flag(chosen.get("isUnanswered")),
        order=UserOrder(query.sort),
        window=query.window(SHAPE),
    )


def _flag(value: str | None) -> bool | None:
    return None if value is None else value == YES
