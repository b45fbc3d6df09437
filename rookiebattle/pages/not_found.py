"""The page for every address that no other page has."""

import reflex as rx

from rookiebattle.ui.first_data import no_first_data
from rookiebattle.ui.page import page
from rookiebattle.ui.shell import NOT_FOUND, page_frame
from rookiebattle.ui.shell import not_found as nothing_here


@page("404", title=NOT_FOUND, description="There is no such page.")
def not_found() -> rx.Component:
    return page_frame(no_first_data(), nothing_here())
