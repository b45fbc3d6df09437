"""The query of the notifications' list in the address. Pure."""

from typing import cast

from rookiebattle import routes
from rookiebattle.notifications.models import NotificationType, Target
from rookiebattle.notifications.schemas import NotificationSearch, Order, Standing
from rookiebattle.notifications.wording import MANNERS, TARGETS
from rookiebattle.ui.list_query import BY_TITLE, NEWEST, Filter, ListQuery, ListShape

SHAPE = ListShape(
    routes.ADMIN_SETTINGS,
    sorts=(
        ("newest", NEWEST),
        ("oldest", "Oldest first"),
        ("title", BY_TITLE),
        ("expiry", "First to expire"),
    ),
    filters=(
        Filter(
            "standing",
            "Status",
            (("shown", "Shown now"), ("inactive", "Inactive"), ("expired", "Expired")),
        ),
        Filter("target", "Target", tuple((one.value, words) for one, words in TARGETS.items())),
        Filter("type", "Type", tuple((one.value, MANNERS[one].word) for one in NotificationType)),
        Filter("chapter", "Chapter"),
    ),
)


def wanted(query: ListQuery) -> NotificationSearch:
    chosen = query.chosen
    return NotificationSearch(
        text=query.text,
        # `read_query` lets only the choices and sorts of the shape through.
        standing=cast("Standing | None", chosen.get("standing")),
        target=Target(chosen["target"]) if "target" in chosen else None,
        type=NotificationType(chosen["type"]) if "type" in chosen else None,
        chapter_id=chosen.get("chapter"),
        order=cast("Order", query.sort),
        window=query.window(SHAPE),
    )
