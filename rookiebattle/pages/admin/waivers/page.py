"""`/admin/waivers`: the texts that are signed, and who has none."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.console.components import console_tab
from rookiebattle.pages.admin.waivers.state import WaiversState, load
from rookiebattle.pages.admin.waivers.view import CHAPTER, SHAPE
from rookiebattle.ui.buttons import button, text_link
from rookiebattle.ui.console import tab_head
from rookiebattle.ui.dialogs import confirm_dialog, dialog
from rookiebattle.ui.document import WAIVER_STYLES, own_sheet
from rookiebattle.ui.feedback import empty_state
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.forms import number_input, text_area
from rookiebattle.ui.listing import list_card, list_title, list_tools
from rookiebattle.ui.live_form import drawn, live_form
from rookiebattle.ui.marks import icon
from rookiebattle.ui.records import RECORD, record_field, save_button
from rookiebattle.ui.surfaces import badge
from rookiebattle.ui.tables import cell, row
from rookiebattle.ui.typed import Child, call, page_vars
from rookiebattle.waivers.components import look_button, opened_paper, waiver_text
from rookiebattle.waivers.schemas.versions import MOST_MONTHS
from rookiebattle.waivers.wording import NO_ADVICE

State = page_vars(WaiversState)
SHOWN = State.shown
LIST = "Members Without a Valid Waiver"


@console_tab(routes.ADMIN_WAIVERS, "Waivers", offer(WaiversState, load))
def waivers() -> tuple[Child, ...]:
    texts = rx.el.div(rx.foreach(SHOWN.forms, form_card), class_name="waiver-cards")
    return (
        own_sheet(WAIVER_STYLES),
        tab_head("Waivers", about=NO_ADVICE),
        rx.cond(SHOWN.forms.length() > 0, texts),
        rx.cond(SHOWN.papers.length() > 0, papers()),
        list_title(LIST, SHOWN),
        count_links(),
        list_tools(SHAPE, search="Search name", options={CHAPTER: SHOWN.chapters}),
        list_card(
            LIST,
            SHOWN,
            lack_row,
            nothing=empty_state(
                "No one lacks a waiver",
                "Members without one show up here once a text is published.",
                symbol="check",
            ),
            head=("Member", "Chapter", "Waiver", "Status"),
        ),
        editor(),
        opened_version(),
        questions(),
        opened_paper(State.show),
    )


FORM = "version-form"
HOW = (
    "Markdown: # for a heading, - for a list, ** around bold words. A quote, with > before each "
    "line, is shown larger."
)


def form_card(one: Any) -> rx.Component:
    """A form: what is in force, what can be done next, and the versions before."""
    acts = rx.cond(
        one.draft != "",
        rx.fragment(
            button("Edit Draft", kind="row", icon="edit", on_click=call(State.edit, one.draft)),
            button("Publish …", kind="row", on_click=call(State.ask_to_publish, one.draft)),
        ),
        button("New Version", kind="row", icon="plus", on_click=call(State.create, one.form)),
    )
    read = button("Read", kind="outline", icon="book", on_click=call(State.read, one.current))
    history = rx.el.details(
        rx.el.summary("Earlier versions", icon("chevron-down", size="sm")),
        rx.el.ul(rx.foreach(one.older, _older)),
        class_name="waiver-history",
    )
    return rx.el.section(
        rx.el.h3(one.title, rx.cond(one.draft != "", badge("Draft", tone="warning"))),
        rx.el.p(one.status),
        rx.el.div(rx.cond(one.current != "", read), acts, class_name="waiver-acts"),
        rx.cond(one.older.length() > 0, history),
        key=one.form,
        class_name="card waiver-card",
    )


def _older(one: Any) -> rx.Component:
    name = rx.el.button(
        one.name, type="button", on_click=call(State.read, one.id), class_name="link"
    )
    return rx.el.li(name, " ", one.days, key=one.id)


def papers() -> rx.Component:
    return rx.el.section(
        rx.el.h3("Papers to Verify"),
        rx.el.ul(rx.foreach(SHOWN.papers, _paper)),
        class_name="card waiver-card waiver-papers",
    )


def _paper(one: Any) -> rx.Component:
    words = rx.el.div(
        rx.el.strong(one.name),
        rx.el.p(one.what, ". ", one.taken, "."),
        rx.cond(one.waits != "", rx.el.p(one.waits, class_name="text-soft")),
    )
    return rx.el.li(words, look_button(one.id, one.name, kind="row"), key=one.id)


def count_links() -> rx.Component:
    links = rx.foreach(
        SHOWN.counts,
        lambda one: rx.el.a(
            rx.el.strong(one.number),
            " ",
            one.words,
            href=one.href,
            aria_current=rx.cond(one.is_shown, "true", "false"),
            key=one.words,
        ),
    )
    return rx.el.nav(links, class_name="waiver-counts", aria_label="By status")


def lack_row(one: Any) -> rx.Component:
    told = rx.cond(one.about != "", rx.el.p(one.about))
    return row(
        cell("Member", text_link(one.name, one.href), main=True),
        cell("Chapter", rx.cond(one.chapter != "", one.chapter, "None")),
        cell("Waiver", one.form),
        cell("Status", rx.el.div(badge(one.status, tone=one.tone), told)),
        key=one.id,
    )


def editor() -> rx.Component:
    """A draft on the left, and on the right as it will look."""
    is_new = State.editing == ""
    delete = button(
        "Delete Draft", kind="danger", on_click=call(State.ask, State.editing), class_name="mr-auto"
    )
    foot = rx.fragment(
        rx.cond(is_new, rx.fragment(), delete),
        button("Cancel", kind="outline", on_click=State.close),
        save_button("Save Draft", form=FORM),
    )
    draft = State.draft
    text = text_area("text", rows=16, default_value=draft["text"], data_autofocus="")
    months = number_input(
        "validMonths", min="1", max=str(MOST_MONTHS), default_value=draft["validMonths"]
    )
    fields = live_form(
        rx.el.input(type="hidden", name=RECORD, default_value=State.editing),
        rx.el.input(type="hidden", name="form", default_value=draft["form"]),
        drawn(record_field("Text", text, State.errors, HOW)),
        record_field("Months that a signature is good for", months, State.errors),
        values=draft.to(dict[str, str]),
        on_type=State.follow,
        on_send=State.save,
        id=FORM,
    )
    remark = rx.el.p(icon("info"), State.remark, class_name="waiver-remark", role="status")
    preview = rx.el.section(
        rx.el.h3("Preview"),
        rx.cond(State.remark != "", remark),
        waiver_text(State.preview),
        class_name="waiver-preview",
        aria_label="Preview",
    )
    return dialog(
        rx.el.div(fields, preview, class_name="waiver-editor"),
        title=State.title,
        open=State.is_open,
        on_close=State.close,
        wide=True,
        sheet=True,
        foot=foot,
    )


def opened_version() -> rx.Component:
    one = State.opened
    return dialog(
        rx.el.p(one.days, class_name="text-soft"),
        waiver_text(one.html),
        rx.el.p("SHA-256 ", rx.el.code(one.sha256), class_name="waiver-hash"),
        title=one.title,
        open=one.title != "",
        on_close=State.keep,
        wide=True,
        sheet=True,
        foot=button("Close", kind="outline", on_click=State.keep),
    )


def questions() -> rx.Component:
    publishing = confirm_dialog(
        rx.foreach(State.question.sentences, lambda one: rx.el.p(one, key=one)),
        title=State.question.title,
        open=State.question.id != "",
        on_close=State.keep,
        on_confirm=State.publish,
        confirm_label="Publish",
        pending_label="Publishing …",
        kind="primary",
    )
    deleting = confirm_dialog(
        rx.el.p("The versions that were published stay."),
        title="Delete this draft?",
        open=State.doomed.id != "",
        on_close=State.keep,
        on_confirm=State.delete,
        confirm_label="Delete Draft",
        pending_label="Deleting …",
    )
    return rx.fragment(publishing, deleting)
