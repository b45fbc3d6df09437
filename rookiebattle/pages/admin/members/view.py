"""The list of members as the console shows it, and its query in the address. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from rookiebattle import routes
from rookiebattle.accounts.naming import initials, known_name
from rookiebattle.accounts.wording import TIERS, tier_label
from rookiebattle.chapters.wording import choice_words
from rookiebattle.events.wording import counted, day_at, some_names
from rookiebattle.members.users import (
    NO_CHAPTER,
    AdminUser,
    UserFilter,
    UserList,
    UserOrder,
    UsersPatch,
)
from rookiebattle.members.wording import NO_CHAPTER_LABEL, NOT_WELCOMED, STATUSES, TONES, full_name
from rookiebattle.pages.admin.members.read import UsersShown
from rookiebattle.progression.view import ProgressView, progress_of
from rookiebattle.settings import get_settings
from rookiebattle.ui.forms import Option
from rookiebattle.ui.list_query import (
    BY_NAME,
    NEWEST,
    Filter,
    ListFrame,
    ListQuery,
    ListShape,
    frame_of,
)

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


NOT_CLAIMED = "Never logged in"


@dataclass(frozen=True)
class UserRow:
    """A row of the list.

    `game_name` has quotation marks, and is empty where it is the name itself. `is_claimed` is false
    of somebody who never logged in. `note` says what is missing of an account whose owner has not
    finished it, and `since` how long. `write` opens a letter to its owner. `seen` is the day of
    the last check-in at an event.
    """

    id: str = ""
    name: str = ""
    game_name: str = ""
    initials: str = ""
    href: str = ""
    email: str = ""
    bio: str = ""
    note: str = ""
    is_claimed: bool = True
    since: str = ""
    write: str = ""
    is_admin: bool = False
    tier: str = ""
    status: str = ""
    tone: str = "neutral"
    chapter: str = ""
    seen: str = ""
    progress: ProgressView = field(default_factory=ProgressView)


@dataclass(frozen=True)
class UsersView:
    frame: ListFrame = field(default_factory=ListFrame)
    rows: Sequence[UserRow] = ()
    chapters: Sequence[Option] = ()
    loaded: bool = True


@dataclass(frozen=True)
class BulkQuestion:
    """The question before several members are changed or invited."""

    title: str = ""
    names: str = ""
    changes: Sequence[str] = ()
    act: str = ""


def question_of(values: UsersPatch, shown: UsersView) -> BulkQuestion:
    """Names who is changed and how, in the words of the page."""
    ids, sent = set(values.user_ids), values.model_fields_set
    players, changes = counted(len(ids), "player"), []
    if "chapter_id" in sent:
        chapters = {one.value: one.label for one in shown.chapters}
        changes.append(f"Chapter: {chapters.get(values.chapter_id or NO_CHAPTER, '')}")
    if "membership_status" in sent:
        changes.append(f"Status: {dict(STATUSES)[values.membership_status]}")
    act = "Change" if changes else "Invite"
    if values.invite:
        changes.append("Those who never logged in get an invitation by email.")
    names = some_names([one.name for one in shown.rows if one.id in ids])
    return BulkQuestion(f"{act} {players}?", names, changes, f"{act} {players.title()}")


def view_of(query: ListQuery, shown: UsersShown, now: datetime) -> UsersView:
    found = shown.found
    frame = frame_of(SHAPE, query, found.total, count=_count(found), csv=routes.USERS_CSV)
    rows = [_row(one, shown.lapses.get(one.id), shown.seen.get(one.id), now) for one in found.items]
    chapters = (Option(one.id, choice_words(one)) for one in shown.chapters)
    return UsersView(frame, rows, [Option(NO_CHAPTER, NO_CHAPTER_LABEL), *chapters])


def _count(found: UserList) -> str:
    count = counted(found.total, "player")
    return f"the first {count}; another word narrows it down" if found.has_more else count


def _row(
    one: AdminUser, lapses_at: datetime | None, seen_at: datetime | None, now: datetime
) -> UserRow:
    waits = one.age_band is None
    name = known_name(one)
    real = full_name(one.first_name, one.last_name)
    welcome = f"Welcome to {get_settings().org_name}"
    return UserRow(
        id=one.id,
        name=name,
        game_name=f"“{one.game_name}”" if real and one.game_name else "",
        initials=initials(name),
        href=routes.admin_user(one.id),
        email=one.email or "",
        bio=one.bio or "",
        note=NOT_WELCOMED if waits and one.is_claimed else "",
        is_claimed=one.is_claimed,
        since=_since(one.created_at, lapses_at, now) if waits else "",
        write=routes.write_to(one.email, welcome) if waits and one.email else "",
        is_admin=one.is_admin,
        tier=tier_label(one.membership_tier),
        status=one.membership_status.title(),
        tone=TONES.get(one.membership_status, "neutral"),
        chapter=one.chapter.name if one.chapter else "",
        seen=f"Seen {day_at(seen_at, get_settings().org_time_zone, now)}" if seen_at else "",
        progress=progress_of(one),
    )


def _since(created_at: datetime, lapses_at: datetime | None, now: datetime) -> str:
    zone = get_settings().org_time_zone
    made = f"Since {day_at(created_at, zone, now)}"
    if lapses_at is None:
        return f"{made}."
    return f"{made}. Will be deleted on {day_at(lapses_at, zone, now)}."
