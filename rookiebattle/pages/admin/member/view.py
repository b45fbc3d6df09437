"""One member as the console shows them, the address, and the choices of an award. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from rookiebattle import routes
from rookiebattle.accounts.naming import initials, known_name
from rookiebattle.accounts.wording import tier_label
from rookiebattle.core.pagination import Window
from rookiebattle.core.values.dates import date_words
from rookiebattle.events.wording import counted
from rookiebattle.guardians.policy import age_on
from rookiebattle.guardians.schemas import AgeRead
from rookiebattle.members.users import AdminUser
from rookiebattle.members.wording import TONES
from rookiebattle.pages.admin.member.read import AwardShown, MemberShown
from rookiebattle.progression.history import DayView, days_of
from rookiebattle.progression.view import ProgressView, approver_options, progress_of
from rookiebattle.registrations.view import MonthRow, event_options, months_of
from rookiebattle.registrations.wording import all_names
from rookiebattle.settings import get_settings
from rookiebattle.ui.forms import Option
from rookiebattle.ui.paging import Pager, page_number, pager_of, window_of

SIZE = 50
PAGE = "page"


def wanted(params: Mapping[str, str]) -> Window:
    return window_of(page_number(params.get(PAGE, "")), SIZE)


def pages_of(user_id: str, params: Mapping[str, str], total: int) -> Pager:
    path = routes.admin_user(user_id)
    number = page_number(params.get(PAGE, ""))
    return pager_of(number, SIZE, total, lambda page: routes.asked(path, page=str(page)))


NOT_CLAIMED = "No one has logged in to this account yet"


@dataclass(frozen=True)
class MemberHead:
    """The member's names, badges, beads and crests. `payments` lists what they paid."""

    id: str = ""
    name: str = ""
    game_name: str = ""
    email: str = ""
    payments: str = ""
    initials: str = ""
    avatar_url: str = ""
    chapter: str = ""
    tier: str = ""
    status: str = ""
    tone: str = "neutral"
    is_admin: bool = False
    note: str = ""
    progress: ProgressView = field(default_factory=ProgressView)


@dataclass(frozen=True)
class AgeFacts:
    """A member's birth date as the form has it and in words, and a minor's guardians; empty for
    readers who may not know it."""

    is_shown: bool = False
    born: str = ""
    words: str = ""
    guardians: str = ""


@dataclass(frozen=True)
class MemberPageView:
    """The vars of the page. `missing` is for an id without an account."""

    head: MemberHead = field(default_factory=MemberHead)
    days: Sequence[DayView] = ()
    entry_count: str = ""
    pager: Pager = field(default_factory=Pager)
    attended: str = ""
    months: Sequence[MonthRow] = ()
    age: AgeFacts = field(default_factory=AgeFacts)
    missing: bool = False
    loaded: bool = True


@dataclass(frozen=True)
class AwardForm:
    """The choices of the form. `alone` are the beads that need nobody's approval."""

    alone: list[str]
    approvers: list[Option]
    events: list[Option]


def view_of(shown: MemberShown, params: Mapping[str, str], today: date) -> MemberPageView:
    total = shown.timeline.total
    return MemberPageView(
        head=head_of(shown.member),
        days=days_of(shown.timeline.items, get_settings().org_time_zone, linked=shown.linked),
        entry_count=counted(total, "entry", "entries") if total else "",
        pager=pages_of(shown.member.id, params, total),
        attended=counted(len(shown.visits), "event") if shown.visits else "",
        months=months_of(shown.visits),
        age=age_facts(shown.age, today) if shown.age else AgeFacts(),
    )


def age_facts(age: AgeRead, today: date) -> AgeFacts:
    born, words = age.birth_date, "Not known"
    if born is not None:
        words = f"{date_words(born)} ({age_on(born, today)} years old)"
    named = all_names(age.guardians) if age.guardians else "None"
    return AgeFacts(
        is_shown=True,
        born=born.isoformat() if born else "",
        words=words,
        guardians=f"Guardians: {named}" if age.is_minor else "",
    )


def head_of(member: AdminUser) -> MemberHead:
    name = known_name(member)
    return MemberHead(
        id=member.id,
        name=name,
        game_name=f"“{member.game_name}”" if member.game_name else "",
        email=member.email or "",
        payments=routes.asked(routes.ADMIN_PAYMENTS, q=member.email) if member.email else "",
        initials=initials(name),
        avatar_url=member.profile_image_url or "",
        chapter=member.chapter.name if member.chapter else "",
        tier=tier_label(member.membership_tier),
        status=member.membership_status.title(),
        tone=TONES.get(member.membership_status, "neutral"),
        is_admin=member.is_admin,
        note="" if member.is_claimed else NOT_CLAIMED,
        progress=progress_of(member),
    )


def award_form(shown: AwardShown, now: datetime) -> AwardForm:
    return AwardForm(
        alone=sorted(shown.choices.alone),
        approvers=approver_options(shown.choices.approvers),
        events=event_options(shown.events, now),
    )
