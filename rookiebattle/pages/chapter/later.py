"""The roles in a chapter, for those who may know of them: their script loads then."""

import reflex as rx

from rookiebattle.roles.components import roles


@rx.memo
def chapter_roles() -> rx.Component:
    shown = roles(about="They help run this chapter.")
    return rx.el.div(shown, class_name="chapter-roles no-print")
