"""`/`: the landing page for visitors, the dashboard for members."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.members.components.profile import leave_profile_behind
from rookiebattle.pages.home.parts.dashboard import dashboard_before
from rookiebattle.pages.home.parts.landing import landing
from rookiebattle.pages.home.parts.later import members_dashboard
from rookiebattle.pages.home.state import (
    DashboardState,
    ParkDaysState,
    PeopleState,
    load_dashboard,
    load_park_days,
    load_people,
)
from rookiebattle.settings import get_settings
from rookiebattle.ui.first_data import first_data, offer
from rookiebattle.ui.page import page
from rookiebattle.ui.scripts import later
from rookiebattle.ui.shell import page_frame
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import page_vars

ORG = get_settings()
ABOUT = f"{ORG.org_subtitle}: park days, tournaments and workshops in the {ORG.org_region}."


@page(
    routes.HOME,
    description=ABOUT,
    listed=True,
    first_data=[
        offer(DashboardState, load_dashboard),
        offer(PeopleState, load_people),
        offer(ParkDaysState, load_park_days),
    ],
    on_load=[leave_profile_behind, DashboardState.show, PeopleState.show, ParkDaysState.show],
)
def home() -> rx.Component:
    members = later(members_dashboard, dashboard_before(), when=ShellState.signed_in)
    return page_frame(
        first_data(settled=page_vars(DashboardState).loaded),
        rx.cond(ShellState.signed_in, members, landing()),
        wide=True,
    )
