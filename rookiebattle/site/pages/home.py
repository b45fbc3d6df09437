"""`/`: the hero for visitors, the dashboard for members."""

import reflex as rx

from rookiebattle.ui.state import ShellState


@rx.page(route="/", title="Rookie Battle")
def home() -> rx.Component:
    return rx.el.main(rx.el.h1("Rookie Battle"), rx.el.p(ShellState.name))
