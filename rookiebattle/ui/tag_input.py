"""A field for several short texts, such as the tags of a picture."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.ui.scripts import script_beside


class TagInput(rx.Component):
    """The texts are chips; the form sends them as lines under `name`."""

    library = script_beside(__file__, "tag_input.jsx")
    tag = "TagInput"

    name: rx.Var[str]
    tags: rx.Var[list[str]]
    most: rx.Var[int]
    longest: rx.Var[int]
    label: rx.Var[str]
    sprite: rx.Var[str]


def tag_input(
    name: str, tags: rx.Var[list[str]], *, label: str, most: int, longest: int
) -> rx.Component:
    """At most `most` texts of at most `longest` characters; `label` names the list of chips."""
    component: rx.Component = TagInput.create(
        name=name,
        tags=tags,
        label=label,
        most=most,
        longest=longest,
        sprite=routes.ICONS,
        id=f"field-{name}",
    )
    return component
