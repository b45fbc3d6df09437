"""The tabs of the console, and those of them that somebody may open. Pure."""

from dataclasses import dataclass

from rookiebattle import routes
from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission


@dataclass(frozen=True, slots=True)
class Tab:
    """`permission` opens it. A role at one event alone opens it only with `for_events`."""

    symbol: str
    label: str
    path: str
    permission: Permission
    for_events: bool = False


TABS = (
    Tab("users", "Users", routes.ADMIN, Permission.ALL_ACCOUNT_READ),
    Tab("calendar", "Events", routes.ADMIN_EVENTS, Permission.ALL_EVENT_READ, for_events=True),
    Tab("book", "Resources", routes.ADMIN_RESOURCES, Permission.ALL_RESOURCE_READ),
    Tab("pin", "Chapters", routes.ADMIN_CHAPTERS, Permission.ALL_CHAPTER_READ),
    Tab("ticket", "Payments", routes.ADMIN_PAYMENTS, Permission.ALL_PAYMENT_READ, for_events=True),
    Tab("edit", "Waivers", routes.ADMIN_WAIVERS, Permission.ALL_WAIVER_READ),
    Tab("settings", "Settings", routes.ADMIN_SETTINGS, Permission.ALL_NOTIFICATION_READ),
    Tab("clock", "Log", routes.ADMIN_LOG, Permission.ALL_AUDIT_READ),
    Tab("info", "System", routes.ADMIN_SYSTEM, Permission.ALL_SYSTEM_READ),
)


def tabs_of(actor: Actor) -> list[str]:
    """The paths of the tabs that the actor may open, by what they are or by a role somewhere.

    Somebody who looks after pictures alone works in the gallery.
    """
    tabs = [one.path for one in TABS if _opens(actor, one)]
    return tabs or ([routes.MEDIA] if actor.reach(Permission.ALL_MEDIA_UPDATE) else [])


def _opens(actor: Actor, tab: Tab) -> bool:
    reach = actor.reach(tab.permission)
    return bool(reach) and (tab.for_events or reach.is_everywhere or bool(reach.chapter_ids))
