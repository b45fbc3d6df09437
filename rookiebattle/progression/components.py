"""Crests and beads on the page.

Each takes a view value (`PathBadge`, `Strand`, `ProgressView`) or a state's var that holds one.
"""

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import reflex as rx

from rookiebattle import routes
from rookiebattle.progression.wording import NO_BEADS
from rookiebattle.ui.typed import Child, Text, either, joined, present, suffixed

CRESTS = routes.art("paths.svg#")
BEADS = routes.art("beads.svg#")

Size = Literal["sm", "md", "lg", "xl"]
Shown: TypeAlias = Any  # a view value, or a state's var that holds one


def path_crest(badge: Shown, *, size: Size = "md") -> rx.Component:
    """One crest with its text alternative: 20, 40, 64 or 96 px."""
    return rx.el.svg(
        _use(CRESTS, suffixed("level-", _text(badge.art))),
        _use(CRESTS, badge.slug),
        view_box="0 0 96 96",
        role="img",
        aria_label=badge.alt,
        class_name=joined(
            "path-crest", f"path-crest-{size}", suffixed("path-level-", _text(badge.art))
        ),
    )


def path_badges(paths: Shown, *, size: Size = "md", most: int | None = None) -> rx.Component:
    """Crests in a row, each with its level in figures; large ones also bear their names."""
    shown = paths if most is None else paths[:most]
    items = _each(shown, lambda badge: _badge_item(badge, size))
    return rx.el.ul(items, class_name=f"path-badges path-badges-{size}")


def bead(slug: Text, *, label: Text = "", size: Size = "md") -> rx.Component:
    """A single bead, for places that write its meaning beside it."""
    named = present(label)
    spoken = {"role": "img", "aria_label": label} if named is not False else {"aria_hidden": "true"}
    return rx.el.svg(
        _use(BEADS, suffixed("bead-", slug)),
        view_box="0 0 48 48",
        class_name=f"bead bead-{size}",
        **spoken,
    )


def bead_strand(strand: Shown) -> rx.Component:
    """One cord with its beads; screen readers hear one sentence."""
    return rx.el.span(
        _end("start", "0 0 24 48"),
        _each(strand.beads, _on_cord),
        _end("end", "0 0 36 48"),
        either(present(strand.more), rx.el.span(strand.more, class_name="strand-more")),
        role="img",
        aria_label=strand.alt,
        class_name="strand",
    )


def bead_strands(progress: Shown) -> rx.Component:
    """The rank's strand above the strand of awards. An empty strand is left out."""
    return rx.el.div(
        either(present(progress.rank.alt), bead_strand(progress.rank)),
        either(present(progress.awards.alt), bead_strand(progress.awards)),
        class_name="strands",
    )


def bead_display(progress: Shown, *, heading: Child = "Achievement Beads") -> rx.Component:
    """The labeled view: heading, titles, number of awards and strands or 'No beads earned'."""
    head = rx.el.div(
        rx.el.h3(heading) if heading != "" else rx.fragment(),
        rx.el.p(progress.titles, class_name="bead-titles"),
        rx.el.p(progress.award_words, class_name="bead-total"),
        class_name="bead-head" if heading != "" else "bead-head bead-head-plain",
    )
    none = rx.el.p(NO_BEADS, class_name="bead-none")
    return rx.el.div(
        head, either(progress.has_beads, bead_strands(progress), none), class_name="bead-display"
    )


def _badge_item(badge: Shown, size: Size) -> rx.Component:
    # The crest's label has name and level. Screen readers would hear them twice.
    name = [rx.el.span(badge.name, class_name="path-name")] if size == "lg" else []
    level = badge.level_words if size == "lg" else _text(badge.level)
    words = rx.el.span(
        *name,
        rx.el.span(level, class_name="path-level"),
        aria_hidden="true",
        class_name="path-words",
    )
    return rx.el.li(path_crest(badge, size=size), words)


def _on_cord(one: Shown) -> rx.Component:
    figure = either(present(one.figure), rx.el.span(one.figure, class_name="bead-figure"))
    return rx.el.span(bead(one.slug), figure, class_name="on-cord")


def _end(name: str, view_box: str) -> rx.Component:
    return rx.el.svg(
        _use(BEADS, f"cord-{name}"),
        view_box=view_box,
        aria_hidden="true",
        class_name=f"cord-{name}",
    )


def _use(sprite: str, name: Text) -> rx.Component:
    return rx.el.svg.use(href=suffixed(sprite, name))


def _text(number: Shown) -> Text:
    return number.to(str) if isinstance(number, rx.Var) else str(number)


def _each(items: Shown, draw: Callable[[Any], rx.Component]) -> Child:
    if isinstance(items, rx.Var):
        return rx.foreach(items, draw)
    return rx.fragment(*(draw(item) for item in items))
