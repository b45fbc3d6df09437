"""`/`: the hero for visitors, the dashboard for members."""

import reflex as rx

from rookiebattle.ui.state import ShellState


@rx.page(route="/", title="Rookie Battle")  # type: ignore[untyped-decorator]  # Reflex leaves it unannotated
def home() -> rx.Component:
    return rx.el.main(rx.el.h1("Rookie Battle"), rx.el.p(ShellState.name))
