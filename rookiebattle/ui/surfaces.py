"""Surfaces and small displays: cards, panels, badges, disclosures, avatars, meters, notices."""

from collections.abc import Sequence
from typing import Any, Literal, get_args

import reflex as rx

from rookiebattle import routes
from rookiebattle.ui.buttons import button
from rookiebattle.ui.marks import icon, picture
from rookiebattle.ui.typed import (
    Child,
    Flag,
    Handler,
    Number,
    Text,
    either,
    joined,
    present,
    suffixed,
)

Tone = Literal["neutral", "outline", "info", "success", "warning", "danger", "gold"]
TONES: tuple[Tone, ...] = get_args(Tone)
PAGE_HEAD = "page-head"
"""The id of a page's head; a browser paints some pages once it has come so far."""


def card(*children: Child, flush: bool = False, **props: Any) -> rx.Component:
    """A raised surface with a border; `flush` leaves the padding to its content."""
    return rx.el.div(*children, **_classed(props, "card", "card-flush" if flush else ""))


def panel(*children: Child, **props: Any) -> rx.Component:
    return rx.el.div(*children, **_classed(props, "panel"))


def section(
    *children: Child, sunken: bool = False, pattern: bool = False, **props: Any
) -> rx.Component:
    """A full-width band of the page; its children sit in the column."""
    names = ("section", "section-sunken" if sunken else "", "pattern" if pattern else "")
    return rx.el.section(rx.el.div(*children, class_name="column"), **_classed(props, *names))


def page_head(title: Child, subtitle: Child = "", *actions: Child, **props: Any) -> rx.Component:
    """The page's heading with `props`, its one-line explanation and its buttons."""
    return rx.el.div(
        rx.el.div(rx.el.h1(title, **props), rx.el.p(subtitle) if subtitle != "" else rx.fragment()),
        rx.el.div(*actions, class_name="flex flex-wrap gap-3") if actions else rx.fragment(),
        id=PAGE_HEAD,
        class_name="page-head",
    )


def badge(
    label: Child, *, tone: Tone | rx.Var[str] = "neutral", dot: bool = False, **props: Any
) -> rx.Component:
    """A short label on a tinted ground. The dot only adds stress; the label carries the meaning."""
    mark = [rx.el.span(class_name="dot", aria_hidden="true")] if dot else []
    return rx.el.span(*mark, label, **_classed(props, "badge", suffixed("badge-", tone)))


def live(label: Child) -> rx.Component:
    """A mark that says that the figures beside it update by themselves."""
    return rx.el.span(label, class_name="live")


def details(summary: Child, *children: Child, open: Flag = False, **props: Any) -> rx.Component:
    """A native disclosure, such as 'View Event Details'."""
    return rx.el.details(
        rx.el.summary(summary, icon("chevron-down", size="sm")),
        panel(*children),
        open=open,
        **_classed(props, "details"),
    )


def avatar(
    initials: Text, *, tone: int = 0, size: str = "", image: Text = "", **props: Any
) -> rx.Component:
    """A member's picture, or the initials on a tint. The member's name stands beside it."""
    tint = f"avatar-{tone}" if tone else ""
    classed = _classed(props, "avatar", f"avatar-{size}" if size else "", tint)
    letters = rx.el.span(initials, aria_hidden="true", **classed)
    if isinstance(image, str) and not image:
        return letters
    picture = rx.el.img(src=image, alt="", referrer_policy="no-referrer", **classed)
    return rx.cond(image != "", picture, letters)


def avatar_stack(
    initials: Sequence[str] | rx.Var[list[str]], *, more: Text = "", label: Text = ""
) -> rx.Component:
    """The avatars of a few members in a row, and `more`: how many others there are."""
    people = (
        rx.foreach(initials, lambda who, index: avatar(who, key=index))
        if isinstance(initials, rx.Var)
        else rx.fragment(*(avatar(who) for who in initials))
    )
    rest = rx.el.span(more, aria_hidden="true", class_name="avatar avatar-more")
    return rx.el.div(
        people, either(present(more), rest), class_name="avatar-stack", role="img", aria_label=label
    )


def progress_bar(value: Number, most: Number, *, label: Text, **props: Any) -> rx.Component:
    return rx.el.progress(value=value, max=most, aria_label=label, **_classed(props, "meter"))


def date_leaf(weekday: Text, day: Child, month: Text = "") -> rx.Component:
    """The day of an event, drawn like a page of a wall calendar."""
    below = rx.el.span(month) if isinstance(month, rx.Var) or month else rx.fragment()
    return rx.el.div(rx.el.span(weekday), rx.el.strong(day), below, class_name="date-leaf")


def answer(question: Child, paragraphs: Sequence[Child], *more: Child) -> rx.Component:
    """A question with its answer, on a page that is read from top to bottom."""
    return rx.el.section(
        rx.el.h2(question), *(rx.el.p(one) for one in paragraphs), *more, class_name="answer"
    )


def hero(title: Child, text: Child, *actions: Child) -> rx.Component:
    """The first screen of the landing page; its picture is the background."""
    words = rx.el.div(
        rx.el.h1(title),
        rx.el.p(text),
        rx.el.div(*actions, class_name="hero-actions"),
        class_name="hero-text",
    )
    column = rx.el.div(words, class_name="column")
    return rx.el.section(*_pictures_ahead(), column, class_name="hero")


def band(*buttons: Child, picture: Child = "", **props: Any) -> rx.Component:
    """The band behind a card's upper edge, with the buttons that lead away from the page.

    It has a picture, or else waves.
    """
    column = rx.el.div(*buttons, class_name="column")
    return rx.el.div(picture, column, **_classed(props, "event-band", "no-print"))


def fact(symbol: str, title: Child, *below: Child) -> rx.Component:
    """One line of a card: an icon, the fact in bold, and a few words below it."""
    lines = (rx.el.p(line) if not isinstance(line, rx.Component) else line for line in below)
    return rx.el.div(
        icon(symbol, size="lg"), rx.el.div(rx.el.strong(title), *lines), class_name="fact"
    )


def _pictures_ahead() -> list[rx.Component]:
    """Preload the hero's picture: the largest of the page, and named only in the style sheet.

    The one for phones is part of the built page: `manage/first_paint.py` writes it there.
    """
    return [
        rx.el.link(
            rel="preload",
            href=routes.art(f"{name}.svg"),
            media=f"(min-width: 40rem) and (prefers-color-scheme: {scheme})",
            custom_attrs={"as": "image", "fetchPriority": "high"},
        )
        for name, scheme in (("hero", "light"), ("hero-dark", "dark"))
    ]


def _classed(props: dict[str, Any], *names: Text) -> dict[str, Any]:
    return {**props, "class_name": joined(*names, props.pop("class_name", ""))}


def notice(symbol: str, title: str, text: str, *actions: Child) -> rx.Component:
    return rx.el.div(
        picture(symbol),
        rx.el.h1(title),
        rx.el.p(text),
        rx.el.div(*actions, class_name="flex flex-wrap gap-3 justify-center"),
        class_name="empty",
    )


def not_loaded(what: str, *, again: Handler) -> rx.Component:
    """Shown when a record could not be read; the button tries again."""
    return rx.el.div(
        notice(
            "warning",
            f"The {what} couldn’t be loaded",
            "Please try again in a moment.",
            button("Try Again", on_click=again),
        ),
        class_name="column main",
    )
