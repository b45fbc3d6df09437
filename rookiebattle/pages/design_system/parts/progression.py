"""The section about crests and beads: every drawing at every size."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import reflex as rx

from rookiebattle.pages.design_system.parts.design import example
from rookiebattle.progression.catalogue import (
    AWARDS,
    CLEAR_YELLOW,
    HIGHEST_LEVEL,
    INSIGNIA,
    PATHS,
    SILVER,
    BeadColor,
    WarriorPath,
)
from rookiebattle.progression.components import (
    bead,
    bead_display,
    bead_strand,
    path_badges,
    path_crest,
)
from rookiebattle.progression.ranks import ADMIN_RANKS, MEMBER_RANKS
from rookiebattle.progression.view import (
    ProgressView,
    Strand,
    award_strand,
    path_badge,
    progress_of,
    rank_strand,
)

LEVELS = range(HIGHEST_LEVEL)


@dataclass(frozen=True)
class Example:
    admin_rank: int = 0
    member_rank: int = 3
    is_board_member: bool = False
    is_samurai: bool = True
    award_beads: Mapping[str, int] = field(
        default_factory=lambda: {"red": 4, "brown": 1, "lightBlue": 12, "wood": 1, "clear": 2}
    )
    warrior_paths: Mapping[str, Any] = field(
        default_factory=lambda: {
            path.key: {"enabled": True, "level": level % (HIGHEST_LEVEL + 1)}
            for level, path in enumerate(PATHS)
        }
    )


def progression_examples() -> tuple[rx.Component, ...]:
    return crests(), beads(), strands(), displays()


def crests() -> rx.Component:
    rows = (_crest_row(path) for path in PATHS)
    return example("Warrior paths", rx.el.div(*rows, class_name="grid gap-4"))


def beads() -> rx.Component:
    beads = (_bead_example(one) for one in (*AWARDS, *INSIGNIA))
    return example("Beads", rx.el.div(*beads, class_name="grid grid-cols-2 gap-6 md:grid-cols-4"))


def strands() -> rx.Component:
    every = [(place + 1, award) for place, award in enumerate(AWARDS)]
    ranks = [*MEMBER_RANKS[1:], *ADMIN_RANKS[1:]]
    return example(
        "On the cord",
        rx.el.div(
            *(_strand_row(rank.title, rank_strand([(rank.beads, rank.bead)])) for rank in ranks),
            _strand_row("Board Member", rank_strand([(1, CLEAR_YELLOW)])),
            _strand_row("Samurai", rank_strand([(1, SILVER)])),
            _strand_row("Service, 12 awards", award_strand([(12, AWARDS[0])])),
            _strand_row("Eleven colors", award_strand(every)),
            class_name="grid gap-4 md:grid-cols-2",
        ),
    )


def displays() -> rx.Component:
    mine, others = progress_of(Example(), True), progress_of(Example(), False)
    nobody = ProgressView(titles="Recruit", award_words="0 award beads")
    return example(
        "Progress",
        path_badges(mine.paths, size="lg", most=5),
        rx.el.div(path_badges(mine.paths), path_badges(mine.paths, size="sm"), class_name="my-6"),
        rx.el.div(
            bead_display(mine),
            bead_display(others, heading=""),
            bead_display(nobody),
            class_name="grid gap-8 md:grid-cols-3",
        ),
    )


def _crest_row(path: WarriorPath) -> rx.Component:
    badges = [path_badge(path.key, level) for level in LEVELS]
    large = (path_crest(one, size="xl") for one in badges)
    return rx.el.div(
        rx.el.span(path.short_name, class_name="w-full font-semibold lg:w-32"),
        *(rx.el.span(one, class_name="hidden lg:inline") for one in large),
        *(path_crest(one) for one in badges),
        *(path_crest(one, size="sm") for one in badges),
        class_name="flex flex-wrap items-center gap-2",
    )


def _bead_example(one: BeadColor) -> rx.Component:
    sizes = bead(one.slug, size="lg"), bead(one.slug), bead(one.slug, size="sm")
    return rx.el.div(
        rx.el.div(*sizes, class_name="flex items-center gap-2"),
        rx.el.strong(one.meaning, class_name="block"),
        rx.el.span(one.full_color, class_name="text-soft"),
    )


def _strand_row(label: str, strand: Strand) -> rx.Component:
    return rx.el.div(
        rx.el.span(label, class_name="w-40"), bead_strand(strand), class_name="flex flex-wrap gap-2"
    )
