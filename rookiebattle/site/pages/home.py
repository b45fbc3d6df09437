"""`/`: the hero for visitors, the dashboard for members."""

import reflex as rx

from rookiebattle.settings import get_settings
from rookiebattle.site.dashboard import dashboard, first_dashboard, load_dashboard
from rookiebattle.site.invitation import invitation, promise
from rookiebattle.ui.page import page
from rookiebattle.ui.shell import page_frame
from rookiebattle.ui.state import ShellState

ORG = get_settings()
ABOUT = f"{ORG.org_subtitle}: park days, tournaments and workshops in the {ORG.org_region}."


@page("/", description=ABOUT, on_load=load_dashboard)
def home() -> rx.Component:
    return page_frame(
        first_dashboard(),
        rx.cond(ShellState.signed_in, dashboard(), rx.fragment(invitation(), promise())),
        wide=True,
    )
