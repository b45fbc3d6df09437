"""The page for every address that no other page has."""

import reflex as rx

from rookiebattle.ui.first_data import no_first_data
from rookiebattle.ui.page import page
from rookiebattle.ui.shell import not_found as nothing_here
from rookiebattle.ui.shell import page_frame


@page("404", title="404 Page Not Found", description="There is no such page.")
def not_found() -> rx.Component:
    return page_frame(no_first_data(), nothing_here())
