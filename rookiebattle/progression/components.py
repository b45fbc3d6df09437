"""Crests and beads on the page.

Each takes a view value (`PathBadge`, `Strand`, `ProgressView`) or a state's var that holds one.
"""

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import reflex as rx

from rookiebattle import routes
from rookiebattle.progression.wording import GIVE_AGAIN, NO_BEADS
from rookiebattle.ui.forms import checkbox
from rookiebattle.ui.marks import icon
from rookiebattle.ui.surfaces import badge
from rookiebattle.ui.typed import Child, Text, either, joined, present, suffixed

CRESTS = routes.art("paths.svg#")
BEADS = routes.art("beads.svg#")

Size = Literal["sm", "md", "lg", "xl"]
Shown: TypeAlias = Any  # a view value, or a state's var that holds one


def path_crest(badge: Shown, *, size: Size = "md", silent: bool = False) -> rx.Component:
    """One crest: 20, 40, 64 or 96 px. It has a text alternative unless it is `silent`."""
    spoken = {"aria_hidden": "true"} if silent else {"role": "img", "aria_label": badge.alt}
    return rx.el.svg(
        _use(CRESTS, suffixed("level-", _text(badge.art))),
        _use(CRESTS, badge.slug),
        view_box="0 0 96 96",
        **spoken,
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


def timeline(days: Shown, *, acts: Callable[[Any], Child] | None = None) -> rx.Component:
    """The entries of a member by year and day; `acts` draws the buttons of an entry."""

    def entry(one: Any) -> rx.Component:
        return _entry(one, acts(one) if acts else "")

    def day(one: Any) -> rx.Component:
        words = rx.el.div(
            rx.el.h4(one.day),
            rx.el.ul(_each(one.made, entry), class_name="timeline-entries"),
            class_name="timeline-day",
        )
        year = rx.el.h3(one.year, class_name="timeline-year")
        return rx.el.li(either(present(one.year), year), words, key=one.key)

    return rx.el.ol(_each(days, day), class_name="timeline")


def entry_mark(entry: Shown) -> rx.Component:
    """The picture of an entry: its bead, its path's crest, or an icon."""
    drawn = either(
        present(entry.crest.slug), path_crest(entry.crest, silent=True), icon(entry.icon)
    )
    return rx.el.span(either(present(entry.bead), bead(entry.bead), drawn), class_name="entry-mark")


def _entry(one: Shown, acts: Child) -> rx.Component:
    told = rx.el.div(
        rx.el.div(
            rx.el.strong(one.title),
            either(present(one.more), rx.el.span(one.more, class_name="entry-more")),
            either(present(one.mark), badge(one.mark, tone="outline")),
            class_name="entry-title",
        ),
        either(present(one.reason), rx.el.p(one.reason, class_name="entry-reason")),
        either(present(one.incident), rx.el.p("Incident: ", one.incident, class_name="entry-note")),
        rx.el.p(*_circumstances(one), class_name="entry-by"),
        class_name="entry-told",
    )
    state = either(one.is_undone, "entry entry-undone", "entry")
    return rx.el.li(entry_mark(one), told, acts, key=one.id, class_name=state)


def _circumstances(one: Shown) -> list[Child]:
    """At which event, by whom, approved by whom: as far as there is something to say."""
    link = rx.el.a(one.event, href=one.event_href, class_name="link")
    where = either(present(one.event_href), link, rx.el.span(one.event))
    return [
        either(present(one.event), rx.el.span("At ", where)),
        either(present(one.by), rx.el.span("By ", one.by)),
        either(present(one.approver), rx.el.span("Approved by ", one.approver)),
    ]


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


def give_again(errors: Any) -> Child:
    """The question of a form whose beads somebody got at the same event before."""
    told = errors.get("again", "")
    box = checkbox("again", GIVE_AGAIN, custom_attrs={"aria-describedby": "field-again-error"})
    sentence = rx.el.p(told, id="field-again-error", class_name="field-error")
    return rx.cond(told != "", rx.el.div(sentence, box, class_name="field"))
