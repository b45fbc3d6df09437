"""`/admin/resources`: the library as a list, with the form of a resource."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.console.components import console_tab
from rookiebattle.pages.admin.resources.parts import resource_dialogs, resource_row
from rookiebattle.pages.admin.resources.state import AdminResourcesState, load
from rookiebattle.pages.admin.resources.url import KINDS, SHAPE
from rookiebattle.resources.wording import VISIBILITY
from rookiebattle.ui.buttons import button
from rookiebattle.ui.console import tab_head
from rookiebattle.ui.feedback import empty_state
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.forms import select
from rookiebattle.ui.listing import choosing_form, list_card, list_tools
from rookiebattle.ui.typed import Child, page_vars

State = page_vars(AdminResourcesState)
ADD = "Add Resource"


@console_tab(routes.ADMIN_RESOURCES, "Resources", offer(AdminResourcesState, load))
def resources() -> tuple[Child, ...]:
    return (
        tab_head("Resource Management", _add()),
        list_tools(SHAPE, search="Search title or description"),
        choosing_form(_list(), on_submit=State.publish, done=State.done, acts=_acts()),
        resource_dialogs(),
    )


def _add() -> rx.Component:
    return button(ADD, icon="plus", on_click=State.create)


def _list() -> rx.Component:
    return list_card(
        "All Resources",
        State,
        resource_row,
        nothing=empty_state(
            "No resources found",
            "Rules, guides and forms that you add are listed here.",
            button(ADD, kind="row", icon="plus", on_click=State.create),
            symbol="book",
        ),
        head=("Resource", "Category", VISIBILITY, "Actions"),
    )


def _acts() -> rx.Component:
    shown: Any = select("visibility", KINDS, id="field-shown")
    return rx.fragment(
        rx.el.label(VISIBILITY, html_for="field-shown"),
        shown,
        button("Apply", kind="row", type="submit"),
    )
