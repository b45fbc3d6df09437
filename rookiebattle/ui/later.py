"""Parts of a page that most readers never need: their script is a file of its own."""

from typing import Any

import reflex as rx

from rookiebattle.ui.scripts import script_beside


class _Later(rx.Component):
    """Asks for the script when somebody needs it, and again when it could not be had."""

    library = script_beside(__file__, "later.jsx")
    tag = "Later"
    load: rx.Var[Any]
    when: rx.Var[bool]


def later(part: Any, *, when: rx.Var[bool]) -> rx.Component:
    """Draw `part`, a function under `rx.memo` that takes nothing, for those who need it.

    Its script is loaded when `when` is first true, and the page waits for nothing. Reflex writes
    one script for each Python module with memos, so the part stands in a module where nothing
    belongs to the page itself.
    """
    drawn = part()
    script = f'() => import("{drawn.library}").then((script) => script.{drawn.tag})'
    component: rx.Component = _Later.create(load=rx.Var(script), when=when)
    return component
