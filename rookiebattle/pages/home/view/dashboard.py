"""Turns a member's record into the view of the dashboard. Pure."""

from dataclasses import dataclass, field
from datetime import datetime

from rookiebattle import routes
from rookiebattle.accounts.models import MembershipStatus, Tier
from rookiebattle.accounts.naming import initials
from rookiebattle.accounts.schemas import UserRead
from rookiebattle.accounts.wording import tier_label
from rookiebattle.chapters.schemas import ChapterMeeting
from rookiebattle.chapters.wording import meeting_words
from rookiebattle.members.wording import TONES, full_name
from rookiebattle.notifications.view import Notice, notice_of
from rookiebattle.pages.home.read.dashboard import DashboardShown
from rookiebattle.progression.history import Activity, activity_of
from rookiebattle.progression.view import ProgressView, progress_of
from rookiebattle.registrations.view import EventCard, card_of
from rookiebattle.settings import get_settings

NO_CHAPTER = "Find the chapter nearest to you and come to its next practice."


@dataclass(frozen=True)
class MemberView:
    """The greeting and the texts of the member's own cards.

    `email` is empty where it is shown in place of the name. `game_name` has quotation marks.
    `meets` is when and where the chapter meets.
    """

    greeting: str = ""
    name: str = ""
    game_name: str = ""
    email: str = ""
    bio: str = ""
    initials: str = ""
    avatar_url: str = ""
    tier: str = ""
    has_plan: bool = False
    status: str = ""
    status_upper: str = ""
    tone: str = "neutral"
    is_admin: bool = False
    chapter: str = ""
    chapter_href: str = ""
    meets: str = NO_CHAPTER
    progress: ProgressView = field(default_factory=ProgressView)


@dataclass(frozen=True)
class DashboardView:
    """The vars of the dashboard's state."""

    member: MemberView = field(default_factory=MemberView)
    activity: list[Activity] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    has_older: bool = False
    cards: list[EventCard] = field(default_factory=list)
    has_any: bool = False
    has_more: bool = False
    loaded: bool = False


def view_of(shown: DashboardShown, now: datetime) -> DashboardView:
    """The view of the dashboard at this moment."""
    cards = [card_of(event, now) for event in shown.events.items]
    return DashboardView(
        member=member_view(shown.member, shown.chapter),
        activity=activity_of(shown.latest, get_settings().org_time_zone),
        notices=[notice_of(one) for one in shown.notices.items],
        has_older=shown.notices.total > len(shown.notices.items),
        cards=cards,
        has_any=shown.events.total > 0,
        has_more=shown.events.total > len(cards),
        loaded=True,
    )


def member_view(member: UserRead, chapter: ChapterMeeting | None) -> MemberView:
    """A member, as the member sees it."""
    named = full_name(member.first_name, member.last_name)
    name = named or member.email or "Member"
    status = member.membership_status or MembershipStatus.INACTIVE.value
    return MemberView(
        # Not the navigation's name, which is the email address of a member without a first name.
        greeting=f"Welcome back, {member.first_name or 'Warrior'}!",
        name=name,
        game_name=f"“{member.game_name}”" if member.game_name else "",
        email=member.email or "" if named else "",
        bio=member.bio or "",
        initials=initials(name),
        avatar_url=member.profile_image_url or "",
        tier=tier_label(member.membership_tier),
        has_plan=member.membership_tier != Tier.NONE,
        status=status,
        status_upper=status.upper(),
        tone=TONES.get(status, "neutral"),
        is_admin=member.is_admin,
        chapter=chapter.name if chapter else "",
        chapter_href=routes.chapter(chapter.id) if chapter else "",
        meets=_meets(chapter) if chapter else NO_CHAPTER,
        progress=progress_of(member, viewer_is_self_or_admin=True),
    )


def _meets(chapter: ChapterMeeting) -> str:
    """Such as 'Tidewall Dojo meets Saturday, 6:00 PM, Riverbend Park', as far as it is known."""
    times = meeting_words(chapter.meeting_day, chapter.meeting_time)
    if not times:
        return f"{chapter.name} is at home at {chapter.location}"
    return f"{chapter.name} meets {times}, {chapter.location}"
