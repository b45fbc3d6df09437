"""`/admin/import`: a file, what would become of each line, and the import."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.console.components import console_tab
from rookiebattle.pages.admin.imports.parts import IS_OF_EVENTS, choosing, dry_run, finished
from rookiebattle.pages.admin.imports.state import ImportState, load
from rookiebattle.pages.admin.imports.url import EVENTS, MEMBERS, OF
from rookiebattle.pages.admin.imports.view import TITLES
from rookiebattle.ui.buttons import link_button
from rookiebattle.ui.console import tab_head
from rookiebattle.ui.document import FILE_STYLES, IMPORT_STYLES, own_sheet
from rookiebattle.ui.feedback import skeleton_rows
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.forms import choice, segmented
from rookiebattle.ui.surfaces import card
from rookiebattle.ui.typed import Child, page_vars

State = page_vars(ImportState)
SHOWN = State.shown


@console_tab(routes.ADMIN_IMPORT, "Import", offer(ImportState, load))
def imports() -> tuple[Child, ...]:
    heads = (_head(EVENTS, routes.ADMIN_EVENTS, "Events"), _head(MEMBERS, routes.ADMIN, "Users"))
    start = rx.fragment(
        rx.cond(State.done.title != "", finished()),
        rx.cond(SHOWN.gone != "", rx.el.p(SHOWN.gone, role="alert", class_name="import-gone")),
        _kinds(),
        choosing(),
    )
    shown = rx.cond(SHOWN.file != "", dry_run(), start)
    return (
        own_sheet(FILE_STYLES),
        own_sheet(IMPORT_STYLES),
        rx.cond(IS_OF_EVENTS, *heads),
        rx.cond(State.loaded, shown, card(skeleton_rows(4, height="64px"))),
    )


def _head(kind: str, back: str, tab: str) -> rx.Component:
    return tab_head(TITLES[kind], link_button(f"Back to {tab}", back, icon="arrow-left"))


def _kinds() -> rx.Component:
    events = routes.asked(routes.ADMIN_IMPORT, **{OF: EVENTS})
    views = segmented(
        choice("Members", routes.ADMIN_IMPORT, icon="users", current=~IS_OF_EVENTS),
        choice("Events", events, icon="calendar", current=IS_OF_EVENTS),
        label="What to import",
    )
    return rx.el.div(views, class_name="import-kinds")
