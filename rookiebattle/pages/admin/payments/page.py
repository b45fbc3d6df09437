"""`/admin/payments`: what members paid."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.console.components import console_tab
from rookiebattle.pages.admin.payments.parts import (
    BOARD,
    RECORD,
    board_dialog,
    opened_payment,
    payment_form,
    payment_question,
    payment_row,
    sums,
)
from rookiebattle.pages.admin.payments.state import BoardState, BooksState, load
from rookiebattle.pages.admin.payments.url import ABOUT as ABOUT_WHAT
from rookiebattle.pages.admin.payments.url import FIRST, LAST, SHAPE
from rookiebattle.sheets.components import leave_sheets_behind, live_sheet, sheet_dialogs
from rookiebattle.ui.buttons import button, link_button
from rookiebattle.ui.console import tab_head
from rookiebattle.ui.document import EVENTS_STYLES, own_sheet
from rookiebattle.ui.feedback import empty_state
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.listing import list_card, list_title, list_tools, typed_field
from rookiebattle.ui.typed import Child, page_vars

State, Board = page_vars(BooksState), page_vars(BoardState)
SHOWN = State.shown
LIST = "All Payments"
ABOUT = "Payments by card and in person. Payments count on the date they were made or refunded."


@console_tab(
    routes.ADMIN_PAYMENTS, "Payments", offer(BooksState, load), before=[leave_sheets_behind]
)
def payments() -> tuple[Child, ...]:
    file = link_button("Treasurer’s File", SHOWN.file, icon="download", reload=True, download=True)
    tools = list_tools(
        SHAPE,
        typed_field(ABOUT_WHAT, "Event or purpose"),
        typed_field(FIRST, "From", type="date"),
        typed_field(LAST, "To", type="date"),
        search="Search name or email",
    )
    return (
        own_sheet(EVENTS_STYLES),
        tab_head(
            "Payments",
            file,
            live_sheet("payments"),
            sheet_dialogs(),
            button(BOARD, kind="ghost", icon="book", on_click=Board.open),
            rx.cond(SHOWN.may_record, button(RECORD, icon="plus", on_click=State.begin)),
            listed=rx.fragment(list_title(LIST, SHOWN), sums()),
            about=ABOUT,
        ),
        tools,
        list_card(
            LIST,
            SHOWN,
            payment_row,
            nothing=empty_state(
                "No payments found", "Payments by card or in person will show up here."
            ),
            head=("Member", "Date", "For", "Amount", "Status"),
        ),
        payment_form(),
        opened_payment(),
        payment_question(),
        board_dialog(),
    )
