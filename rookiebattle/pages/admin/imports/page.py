"""`/admin/import`: a file, what would become of each line, and the import."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.console.components import console_tab
from rookiebattle.core.kept_files import MOST_BYTES
from rookiebattle.core.values.text import LONGEST_SEARCH
from rookiebattle.members.wording import FIRST_LOGIN
from rookiebattle.pages.admin.imports.state import ImportState, load
from rookiebattle.pages.admin.imports.url import (
    CHAPTER,
    EVENTS,
    EXISTING,
    FILE,
    INVITE,
    MEMBERS,
    OF,
    PAST,
    SHAPES,
    SHOW,
    TYPE,
    USUAL_TYPE,
    VISIBLE,
)
from rookiebattle.pages.admin.imports.view import TITLES
from rookiebattle.ui.buttons import action_button, link_button
from rookiebattle.ui.console import tab_head
from rookiebattle.ui.document import FILE_STYLES, IMPORT_STYLES, own_sheet
from rookiebattle.ui.feedback import empty_state, skeleton_rows
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.forms import choice, segmented
from rookiebattle.ui.list_query import SEARCH
from rookiebattle.ui.listing import ListForm, list_card
from rookiebattle.ui.marks import icon
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.surfaces import badge, card
from rookiebattle.ui.tables import cell, row
from rookiebattle.ui.typed import Child, Handler, call, page_vars

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


TOO_LARGE = f"A file may have at most {MOST_BYTES // 1_000_000} MB."
IS_OF_EVENTS: Any = SHOWN.kind == EVENTS


class FileForm(rx.Component):
    """A field for one file, which is sent as soon as it is chosen."""

    library = script_beside(__file__, "file_form.jsx")
    tag = "FileForm"

    path: rx.Var[str]
    accept: rx.Var[str]
    label: rx.Var[str]
    hint: rx.Var[str]
    pending_label: rx.Var[str]
    most: rx.Var[int]
    too_large: rx.Var[str]


def choosing() -> rx.Component:
    members = _file_form(
        routes.MEMBER_IMPORTS,
        ".csv,.tsv,.txt,text/csv",
        "Choose a CSV file",
        "Save a spreadsheet as CSV, or export your list from another program.",
    )
    events = _file_form(
        routes.EVENT_IMPORTS,
        ".ics,.ical,text/calendar",
        "Choose a calendar file",
        "Export your Google, Outlook or Apple calendar as an .ics file.",
    )
    return card(
        rx.cond(IS_OF_EVENTS, events, members), rx.cond(IS_OF_EVENTS, _events(), _members())
    )


def _file_form(path: str, accept: str, label: str, hint: str) -> rx.Component:
    return FileForm.create(
        path=path,
        accept=accept,
        label=label,
        hint=hint,
        pending_label="Reading the file …",
        most=MOST_BYTES,
        too_large=TOO_LARGE,
        key=path,
        class_name="file-form",
    )


def _members() -> rx.Component:
    return _points(
        "The first row names the columns: Email, First name and Last name, and optionally Game "
        "name, Chapter, Membership tier, Membership status, ranks, beads and paths.",
        "Existing members won’t change unless you say so.",
        f"New members won’t get an email unless you say so. {FIRST_LOGIN}",
    )


def _events() -> rx.Component:
    return _points(
        "Repeating entries become a series where possible, and single events otherwise, for up to "
        "two years.",
        "You can import the same file again: entries that were already imported are skipped.",
        "You’ll be the organizer of the new events.",
    )


def _points(*sentences: str) -> rx.Component:
    first = "You’ll preview every row before anything is saved."
    return rx.el.ul(*(rx.el.li(one) for one in (first, *sentences)), class_name="import-points")


def finished() -> rx.Component:
    done = State.done
    return card(
        icon("check"),
        rx.el.div(rx.el.h3(done.title), rx.el.p(done.text)),
        link_button(done.link, done.href),
        role="status",
        class_name="import-done",
    )


def dry_run() -> rx.Component:
    events = routes.asked(routes.ADMIN_IMPORT, **{OF: EVENTS})
    start = rx.cond(IS_OF_EVENTS, events, routes.ADMIN_IMPORT)
    return rx.fragment(
        card(
            rx.el.div(
                rx.el.h3(SHOWN.name), rx.foreach(SHOWN.about, lambda one: rx.el.p(one, key=one))
            ),
            rx.el.dl(rx.foreach(SHOWN.tiles, _tile), class_name="import-tiles"),
            rx.el.div(
                rx.cond(
                    SHOWN.act != "",
                    rx.cond(
                        IS_OF_EVENTS,
                        _acting(call(State.bring_events, SHOWN.file, SHOWN.new)),
                        _acting(call(State.bring_members, SHOWN.file, SHOWN.new, SHOWN.changed)),
                    ),
                ),
                rx.cond(SHOWN.waits != "", rx.el.p(SHOWN.waits, role="status")),
                link_button("Choose Another File", start),
                class_name="import-acts",
            ),
            class_name="import-head",
        ),
        rx.cond(IS_OF_EVENTS, _event_tools(), _member_tools()),
        list_card(
            "Dry Run",
            SHOWN,
            _line,
            nothing=empty_state("The file has no lines", symbol="search"),
            head=("Line", "What", "Result", "Details"),
            is_titled=True,
        ),
    )


def _acting(handler: Handler) -> rx.Component:
    return action_button(SHOWN.act, pending_label="Importing …", on_click=handler)


def _tile(one: Any) -> rx.Component:
    return rx.el.div(rx.el.dt(one.label), rx.el.dd(one.number), key=one.label, data_tone=one.tone)


def _line(one: Any) -> rx.Component:
    details = rx.foreach(one.details, lambda words: rx.el.li(words, key=words))
    return row(
        cell("Line", one.place, class_name="import-line"),
        cell("What", rx.el.strong(one.title), rx.el.p(one.more), main=True),
        cell("Result", badge(one.verdict, tone=one.tone)),
        cell("Details", rx.el.ul(details)),
        key=one.key,
    )


def _chapter_question(one: Any) -> rx.Component:
    options = rx.foreach(one.options, _option)
    field_id = rx.Var.create(f"import-{one.name}")
    return rx.el.div(
        rx.el.label(one.label, html_for=field_id),
        rx.el.select(
            rx.el.option("Choose what it means", value=""),
            options,
            name=one.name,
            id=field_id,
            class_name="input",
        ),
        key=one.name,
        class_name="import-question",
    )


def _member_tools() -> rx.Component:
    return _tools(
        rx.foreach(SHOWN.unknown, _chapter_question),
        *_selects(MEMBERS, {SHOW: "All rows", EXISTING: "Don’t change", INVITE: "Don’t email"}),
        kept=(FILE,),
        usual={},
        search="Search name, email or row",
    )


def _event_tools() -> rx.Component:
    every = {SHOW: "All entries", CHAPTER: "None", PAST: "Skip", VISIBLE: "Everyone"}
    return _tools(
        *_selects(EVENTS, every),
        kept=(FILE, OF),
        usual={TYPE: USUAL_TYPE},
        search="Search title or line",
    )


def _tools(
    *controls: rx.Component, kept: Sequence[str], usual: dict[str, str], search: str
) -> rx.Component:
    """The search and the choices; `kept` names the parameters that only the address knows."""
    typed = rx.el.input(
        type="search",
        name=SEARCH,
        placeholder=search,
        aria_label=search,
        max_length=LONGEST_SEARCH,
        auto_complete="off",
        class_name="input",
    )
    return ListForm.create(
        rx.el.div(icon("search"), typed, class_name="list-search"),
        *controls,
        *(rx.el.input(type="hidden", name=name) for name in kept),
        usual=usual,
        custom_attrs={"role": "search"},
        class_name="import-tools list-tools",
    )


def _selects(kind: str, every: Mapping[str, str]) -> Iterator[rx.Component]:
    """The choices of this import; `every` has the words for those that leave things as they are."""
    for one in SHAPES[kind].filters:
        none = (("", every[one.name]),) if one.name in every else ()
        options = [rx.el.option(words, value=value) for value, words in (*none, *one.choices)]
        more = [rx.foreach(SHOWN.chapters, _option)] if one.name == CHAPTER else []
        field_id = f"import-{one.name}"
        yield rx.el.div(
            rx.el.label(one.label, html_for=field_id),
            rx.el.select(*options, *more, name=one.name, id=field_id, class_name="input"),
            class_name="list-filter",
        )


def _option(one: Any) -> rx.Component:
    return rx.el.option(one.label, value=one.value, key=one.value)
