"""Turns a member's progress into the view of 'How I got here'. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rookiebattle.accounts.schemas import UserRead
from rookiebattle.chapters.wording import leader_words
from rookiebattle.events.wording import counted
from rookiebattle.pages.progress.read import ProgressShown, TimelineShown
from rookiebattle.progression.catalogue import AWARDS, HIGHEST_LEVEL, PATHS, BeadColor, WarriorPath
from rookiebattle.progression.history import DayView, days_of, joined
from rookiebattle.progression.ranks import ADMIN_RANKS, MEMBER_RANKS, Rank
from rookiebattle.progression.schemas import Step
from rookiebattle.progression.view import PathBadge, ProgressView, path_badge, progress_of
from rookiebattle.progression.wording import bead_words, since_words
from rookiebattle.registrations.service.attendance import Attendance
from rookiebattle.registrations.view import MonthRow, months_of
from rookiebattle.settings import get_settings

REACHED, HERE, AHEAD = "reached", "here", "ahead"
_LADDERS: Mapping[str, tuple[Rank, ...]] = {
    "memberRank": MEMBER_RANKS,
    "adminRank": ADMIN_RANKS[1:],
}


@dataclass(frozen=True)
class Rung:
    """A step of the ladder; `state` is 'reached', 'here' or 'ahead'."""

    title: str = ""
    beads: str = ""
    state: str = AHEAD


@dataclass(frozen=True)
class StepView:
    """How far the member has come; `next` is empty at the top."""

    title: str = ""
    since: str = ""
    next: str = ""
    missing: str = ""


@dataclass(frozen=True)
class PathView:
    """One of the eight paths. `ladder` has its crest at every level, `guide` its document."""

    badge: PathBadge = field(default_factory=PathBadge)
    ladder: tuple[PathBadge, ...] = ()
    guide: str = ""
    name: str = ""
    is_active: bool = False
    step: StepView = StepView()


@dataclass(frozen=True)
class BeadView:
    """One color of award beads. `count` is such as '×4', empty when none is held."""

    slug: str = ""
    meaning: str = ""
    about: str = ""
    count: str = ""


@dataclass(frozen=True)
class ProgressPageView:
    """The page. `how` says who gives the beads of the next rank; empty at the top. `attended` says
    how often the member was there; empty for never."""

    progress: ProgressView = field(default_factory=ProgressView)
    rank: StepView = field(default_factory=StepView)
    how: str = ""
    rungs: Sequence[Rung] = ()
    paths: Sequence[PathView] = ()
    beads: Sequence[BeadView] = ()
    days: Sequence[DayView] = ()
    entry_count: str = ""
    has_older: bool = False
    attended: str = ""
    months: Sequence[MonthRow] = ()


def view_of(shown: ProgressShown) -> ProgressPageView:
    guide, timeline = shown.guide, shown.newest.timeline
    lead = leader_words(shown.chapter) if shown.chapter else ""
    return ProgressPageView(
        progress=progress_of(shown.member),
        # Titles beside the rank, such as Samurai, have their own days.
        rank=_step(guide.rank, since=guide.rank.title),
        how=_how(lead) if guide.rank.next else "",
        rungs=_rungs(guide.rank),
        paths=[
            _path(path, step, shown.member, lead)
            for path, step in zip(PATHS, guide.paths, strict=True)
        ],
        beads=[_bead(one, shown.member.award_beads.get(one.key, 0)) for one in AWARDS],
        days=part_of(shown.newest),
        entry_count=counted(timeline.total, "entry", "entries") if timeline.total else "",
        has_older=timeline.total > len(timeline.items),
        attended=_attended(shown.attendance),
        months=months_of(shown.attendance.starts),
    )


def _attended(found: Attendance) -> str:
    """Such as '12 park days and 3 other events'; empty for somebody who never came."""
    others = len(found.starts) - found.park_days
    park_days = counted(found.park_days, "park day") if found.park_days else ""
    if not others:
        return park_days
    more = f"{park_days} and {others:,} other" if park_days else f"{others:,}"
    return f"{more} {'event' if others == 1 else 'events'}"


def with_older(view: ProgressPageView, found: TimelineShown) -> ProgressPageView:
    days, timeline = joined(view.days, part_of(found)), found.timeline
    shown = sum(len(day.made) for day in days)
    return replace(view, days=days, has_older=bool(timeline.items) and timeline.total > shown)


def part_of(shown: TimelineShown) -> list[DayView]:
    return days_of(shown.timeline.items, get_settings().org_time_zone, linked=shown.linked)


def _how(lead: str) -> str:
    """The way to a bead of the next rank."""
    asked = f"Ask {lead} what you still need." if lead else "Ask yours what you still need."
    return f"Your chapter’s leaders award rank beads. {asked}"


def _step(step: Step, *, since: str = "") -> StepView:
    return StepView(
        title=step.title,
        since=since_words(step.reached_at, get_settings().org_time_zone, what=since),
        next=step.next or "",
        missing=step.missing,
    )


def _rungs(rank: Step) -> list[Rung]:
    ladder = _LADDERS[rank.what]
    here = max((one.value for one in ladder if one.value <= rank.value), default=-1)
    return [
        Rung(
            title=one.title,
            beads=bead_words(one.beads, one.bead) if one.beads else "No beads",
            state=HERE if one.value == here else REACHED if one.value < here else AHEAD,
        )
        for one in ladder
    ]


def _path(path: WarriorPath, step: Step, member: UserRead, lead: str) -> PathView:
    held = member.warrior_paths.get(path.key)
    is_active = bool(held and held.enabled)
    shown = _step(step)
    if lead and step.next:
        does = "awards the next level" if is_active else "begins this path with you"
        shown = replace(shown, missing=f"{lead} {does}")
    return PathView(
        badge=path_badge(path.key, step.value),
        ladder=tuple(path_badge(path.key, level) for level in range(HIGHEST_LEVEL + 1)),
        guide=path.document,
        name=path.short_name,
        is_active=is_active,
        # A path begins before it has a next level.
        step=shown if is_active else replace(shown, next=""),
    )


def _bead(bead: BeadColor, count: int) -> BeadView:
    color, note = bead.full_color, bead.note
    return BeadView(
        slug=bead.slug,
        meaning=bead.meaning,
        about=f"{color}, {note}" if note else color,
        count=f"×{count:,}" if count else "",
    )
