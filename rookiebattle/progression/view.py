"""A member's progress and the form of an award as frozen view values, each text ready. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rookiebattle.core.errors import Forbidden
from rookiebattle.progression.catalogue import (
    AWARDS,
    CLEAR_YELLOW,
    SILVER,
    Authority,
    BeadColor,
    award_named,
    crest_level,
    path_named,
    shown_level,
)
from rookiebattle.progression.policy import authority_words
from rookiebattle.progression.ranks import Progressing, Rank, highest_rank, summary_line, titles
from rookiebattle.progression.schemas import Approver
from rookiebattle.progression.wording import (
    active_words,
    award_list,
    award_words,
    bead_words,
    path_words,
)
from rookiebattle.ui.forms import Option
from rookiebattle.ui.state import Refused

MOST_CIRCLES = 10

Counted = list[tuple[int, BeadColor]]
APPROVED_BY, HOW_MANY, INCIDENT, REASON = "Approved by", "How many", "Incident", "Reason"
APPROVED_BY_HINT = "The Lead or 2IC who agreed."
INCIDENT_HINT = "What happened. Only administrators read this."
REASON_HINT = "Members will see this."
NOBODY_YET = "No one yet"
# Longer numbers are no counts. Python refuses to read numbers of thousands of digits.
_MOST_DIGITS = 9


@dataclass(frozen=True)
class Bead:
    """A bead on a strand. `figure` is the number of awards that it stands for ('×4')."""

    slug: str = ""
    figure: str = ""


@dataclass(frozen=True)
class Strand:
    """A row of at most ten beads. `more` is the number when there are more than ten ('×11')."""

    beads: tuple[Bead, ...] = ()
    more: str = ""
    alt: str = ""


@dataclass(frozen=True)
class PathBadge:
    """A path's crest. `art` is the level of its drawing, `name` the short name."""

    slug: str = ""
    name: str = ""
    level: int = 0
    art: int = 0
    level_words: str = ""
    alt: str = ""


@dataclass(frozen=True)
class ProgressView:
    """`titles` and `award_words` are the two halves of `summary`; `paths` are the active ones."""

    titles: str = ""
    award_words: str = ""
    summary: str = ""
    rank: Strand = Strand()
    awards: Strand = Strand()
    has_beads: bool = False
    paths: tuple[PathBadge, ...] = ()
    active_paths: int = 0
    active_words: str = ""


def progress_of(member: Progressing) -> ProgressView:
    """The progress of `member`, whose beads were read as the viewer may see them."""
    rank = highest_rank(admin=member.admin_rank, member=member.member_rank)
    insignia = _insignia(member, rank)
    awards = _awards(member)
    total = sum(count for count, _ in awards)
    marks = {"is_board_member": member.is_board_member, "is_samurai": member.is_samurai}
    paths = active_badges(member.warrior_paths)
    return ProgressView(
        titles=titles(rank, **marks),
        award_words=award_words(total),
        summary=summary_line(rank, **marks, awards=total),
        rank=rank_strand(insignia),
        awards=award_strand(awards),
        has_beads=bool(insignia or awards),
        paths=paths,
        active_paths=len(paths),
        active_words=active_words(len(paths)),
    )


def has_progress(member: Progressing) -> bool:
    """Whether a member has any bead or path, as the member sees it."""
    rank = highest_rank(admin=member.admin_rank, member=member.member_rank)
    has_paths = any(_of(path, "enabled") for path in member.warrior_paths.values())
    return has_paths or bool(_insignia(member, rank) or _awards(member))


def rank_strand(beads: Sequence[tuple[int, BeadColor]]) -> Strand:
    """Every bead of the rank, then the board's and the samurai's."""
    circles = [Bead(bead.slug) for count, bead in beads for _ in range(count)]
    return _strand(circles, ", ".join(bead_words(count, bead) for count, bead in beads))


def award_strand(awards: Sequence[tuple[int, BeadColor]]) -> Strand:
    """Every bead; more than a strand has room for are one of each color, with its count."""
    if sum(count for count, _ in awards) <= MOST_CIRCLES:
        circles = [Bead(bead.slug) for count, bead in awards for _ in range(count)]
    else:
        circles = [Bead(bead.slug, f"×{count}" if count > 1 else "") for count, bead in awards]
    return _strand(circles, award_list(awards))


def path_badge(key: str, level: object) -> PathBadge:
    path, shown = path_named(key), shown_level(level)
    return PathBadge(
        slug=path.slug,
        name=path.short_name,
        level=shown,
        art=crest_level(shown),
        level_words=f"Level {shown}",
        alt=path_words(path, shown),
    )


def active_badges(paths: Mapping[str, Any]) -> tuple[PathBadge, ...]:
    """The enabled paths, highest level first. A disabled path keeps its level and is not shown."""
    badges = (
        path_badge(key, _of(path, "level")) for key, path in paths.items() if _of(path, "enabled")
    )
    return tuple(sorted(badges, key=lambda badge: (-badge.level, badge.name)))


def _strand(circles: Sequence[Bead], alt: str) -> Strand:
    more = f"×{len(circles)}" if len(circles) > MOST_CIRCLES else ""
    return Strand(tuple(circles[:MOST_CIRCLES]), more, alt)


def _insignia(member: Progressing, rank: Rank) -> Counted:
    worn = [(rank.beads, rank.bead)] if rank.beads else []
    worn += [(1, CLEAR_YELLOW)] * member.is_board_member
    return worn + [(1, SILVER)] * member.is_samurai


def _awards(member: Progressing) -> Counted:
    counts = member.award_beads
    return [(counts[a.key], a) for a in AWARDS if counts.get(a.key, 0) > 0]


def _of(path: Any, name: str) -> object:
    return path.get(name) if isinstance(path, Mapping) else getattr(path, name, None)


@dataclass(frozen=True)
class BeadHint:
    """The chosen bead: its drawing, what an award of it takes, and the fields that it asks for."""

    key: str = AWARDS[0].key
    slug: str = AWARDS[0].slug
    words: str = ""
    asks_incident: bool = False
    asks_approval: bool = False


def bead_choices() -> list[tuple[str, str]]:
    return [(one.key, _bead_label(one)) for one in AWARDS]


def _bead_label(one: BeadColor) -> str:
    return f"{one.color}: {one.meaning}" + (f" ({one.note})" if one.note else "")


def hint_of(key: str, *, at_event: bool) -> BeadHint:
    """`at_event`: the form knows the event, and need not ask for it."""
    bead = award_named(key)
    return BeadHint(
        key=bead.key,
        slug=bead.slug,
        words=_hint(bead, at_event),
        asks_incident=bead.needs_incident,
        asks_approval=bead.authority is Authority.SECOND,
    )


def _hint(bead: BeadColor, at_event: bool) -> str:
    if bead.authority is not Authority.ANY:
        return authority_words(bead)
    if bead.needs_event:
        return "The award names this event." if at_event else "Choose the event below."
    if bead.is_private:
        return "Only the member and administrators see this bead."
    return ""


def approver_options(found: Iterable[Approver]) -> list[Option]:
    named = (Option(one.id, f"{one.name}, {one.title}") for one in found)
    return [Option("", NOBODY_YET), *named]


def award_of(form: Mapping[str, object]) -> dict[str, object]:
    """The values that were sent, without what this bead does not ask for."""
    bead = award_named(str(form.get("bead") or ""))
    names = ["bead", "reason"]
    names += ["incident"] * bead.needs_incident
    names += ["approvedBy"] * (bead.authority is Authority.SECOND)
    again = {"again": form.get("again") == "on"}
    return {name: form.get(name) or None for name in names} | {"count": _count_of(form)} | again


def _count_of(form: Mapping[str, object]) -> object:
    typed = str(form.get("count") or "").strip()
    is_number = typed.isascii() and typed.isdigit() and len(typed) <= _MOST_DIGITS
    return int(typed) if is_number else typed


def errors_of(refused: Refused, form: Mapping[str, object]) -> dict[str, str]:
    """The sentences at their fields. A lack of authority concerns the approval, or the bead."""
    if not isinstance(refused.error, Forbidden):
        return refused.fields
    bead = award_named(str(form.get("bead") or ""))
    field = "approvedBy" if bead.authority is Authority.SECOND else "bead"
    return {field: refused.error.sentence}
