"""The dialogs of administrators: adding items, changing one, and the question before deleting."""

from functools import partial
from typing import Any

import reflex as rx

from rookiebattle.media.components import Still
from rookiebattle.media.schemas import MOST_TAGS
from rookiebattle.media.wording import (
    ALT,
    ASK_ALT,
    ASK_EVENT,
    ASK_TAGS,
    CATEGORIES,
    GONE,
    NO_FILE,
    NOT_HERE_YET,
    NOT_YOUTUBE,
    YOUTUBE_FOUND,
)
from rookiebattle.pages.media.state.form import FILE, MOST_WAITING, YOUTUBE, MediaFormState
from rookiebattle.pages.media.view.form import TAG_LENGTH
from rookiebattle.ui.buttons import action_button, button
from rookiebattle.ui.dialogs import dialog
from rookiebattle.ui.forms import form, form_row, select, switch, tag_input, text_area, text_input
from rookiebattle.ui.marks import icon
from rookiebattle.ui.records import RECORD, delete_question, record_dialog, record_field
from rookiebattle.ui.typed import Child, call, page_vars, with_attrs
from rookiebattle.uploads.components import kept_files, upload_field
from rookiebattle.uploads.schemas import MOST_BYTES

State = page_vars(MediaFormState)
_field = partial(record_field, errors=State.errors)
OPTIONS = [(category.value, label) for category, label in CATEGORIES.items()]
ADD, SAVE = "Upload Media", "Add to Gallery"
MOST_MB = MOST_BYTES // (1024 * 1024)
HAS_SOMETHING = rx.cond(State.source == FILE, State.files.length() > 0, State.video != "")


def upload_dialog() -> rx.Component:
    name = "media-upload"
    every: Any = State.files.length()
    foot = rx.fragment(
        button("Cancel", kind="outline", custom_attrs={"data-close": "true"}),
        # Enter presses the first button, which must not add all files.
        _adds(rx.cond(State.source == FILE, SAVE, "Add Video"), name),
        rx.cond(every > 1, _adds("Add All " + every.to_string(), name, is_all=True)),
    )
    return dialog(
        _sources(),
        rx.cond(State.source == FILE, _files()),
        form(
            rx.el.input(type="hidden", name=RECORD, default_value=""),
            kept_files("source", State.files, link=State.video, on_given_back=State.take_again),
            rx.cond(State.source == FILE, _file(), _link()),
            rx.el.div(*_fields(names=True), key=State.turn.to_string(), class_name="form"),
            on_submit=State.add,
            id=name,
            no_validate=True,
        ),
        title=ADD,
        open=State.is_open & (State.editing == ""),
        on_close=State.close,
        foot=foot,
        wide=True,
    )


def _adds(label: Any, form_id: str, *, is_all: bool = False) -> rx.Component:
    """A button that sends the form: for one item, or for all files that are here."""
    return action_button(
        label,
        kind="outline" if is_all else "primary",
        on_click=call(State.reach, is_all),
        disabled=~HAS_SOMETHING,
        type="submit",
        custom_attrs={"form": form_id},
    )


def edit_dialog() -> rx.Component:
    ask = call(State.ask, State.editing)
    gone = button("Delete Media", kind="danger", on_click=ask, class_name="mr-auto")
    lost = rx.el.p(GONE, role="alert", class_name="field-error media-gone")
    return record_dialog(
        *_fields(),
        name="media-edit",
        title="Edit Media",
        open=State.is_open & (State.editing != ""),
        record=State.editing,
        on_close=State.close,
        on_submit=State.save,
        save="Save Changes",
        beside=rx.cond(State.is_gone, lost, gone),
        wide=True,
    )


def media_question() -> rx.Component:
    return delete_question(
        rx.cond(
            State.doomed.name != "",
            rx.el.p("Are you sure you want to delete “", State.doomed.name, "”?"),
        ),
        rx.el.p(State.loss),
        doomed=State.doomed,
        on_close=State.keep,
        on_confirm=State.delete,
        confirm="Delete Media",
    )


def _sources() -> rx.Component:
    """The two ways, as a choice of which one is pressed."""
    return rx.el.div(
        _source(FILE, "File upload", "upload"),
        _source(YOUTUBE, "YouTube link", "play"),
        role="group",
        aria_label="Where it comes from",
        class_name="segmented media-sources",
    )


def _source(value: str, label: str, symbol: str) -> rx.Component:
    return rx.el.button(
        icon(symbol, size="sm"),
        label,
        type="button",
        aria_pressed=rx.cond(State.source == value, "true", "false"),
        on_click=call(State.choose_source, value),
    )


def _files() -> rx.Component:
    """The field for files. It is a form of its own, so that closing asks about chosen files."""
    chosen = upload_field(
        on_uploaded=State.take_file,
        on_failed=State.miss_file,
        on_removed=State.drop_file,
        on_counted=State.count_coming,
        unused=State.files,
        label="Choose pictures or videos",
        hint=f"JPEG, PNG, WebP, GIF, AVIF, MP4, WebM or MOV, each at most {MOST_MB} MB.",
        most_bytes=MOST_BYTES,
        most_files=MOST_WAITING,
        button_kind="primary",
        posters=True,
        leads_to="field-title",
        id="field-fileUrl",
    )
    lost = rx.el.p(State.lost, role="alert", class_name="field-error")
    return rx.el.form(chosen, rx.cond(State.lost != "", lost), class_name="form media-files")


def _file() -> rx.Component:
    """The file whose details are asked for, and which one it is of several."""
    first: Any = State.files[0]
    every: Any = State.added + State.files.length() + State.coming
    place: Any = State.added + 1
    words = first.kind, " ", place.to_string(), " of ", every.to_string()
    picture = rx.el.img(src=first.src, alt="", class_name="sent-picture")
    here = rx.el.div(
        rx.cond(first.src != "", picture, icon("play", size="lg")),
        rx.el.div(
            rx.cond(every > 1, rx.el.p(*words, class_name="sent-place")),
            rx.el.strong(first.name),
            role="status",
        ),
        class_name="sent-file",
    )
    missing = rx.cond(State.coming > 0, NOT_HERE_YET, NO_FILE)
    sentence = rx.el.p(missing, id="media-file", class_name="field-hint")
    return rx.cond(State.files.length() > 0, here, sentence)


def _link() -> rx.Component:
    typing: Any = call(State.check_link)
    checked = {"default_value": State.link, "on_change": typing.debounce(250)}
    control = with_attrs(text_input("youtubeUrl", type="url", **checked), data_autofocus="")
    wrong = rx.cond(State.is_wrong_link, NOT_YOUTUBE, "")
    hint = "Such as https://www.youtube.com/watch?v=… or https://youtu.be/…"
    found = rx.el.div(
        Still.create(sources=State.stills, alt="", class_name="sent-picture"),
        rx.el.strong(YOUTUBE_FOUND, role="status"),
        class_name="sent-file",
    )
    errors = rx.cond(State.is_wrong_link, {"youtubeUrl": wrong}, State.errors)
    return rx.el.div(
        record_field("YouTube URL", control, errors, hint), rx.cond(State.video != "", found)
    )


def _fields(*, names: bool = False) -> list[Child]:
    """The details of an item. When it `names`, the chosen event gives a title to new items."""
    draft = State.draft
    proposal: Any = {"placeholder": State.proposal} if names else {}
    proposing: Any = {"on_change": State.propose} if names else {}
    chosen = select("eventId", State.events, default_value=draft.eventId, **proposing)
    return [
        _field("Title", text_input("title", default_value=draft.title, **proposal)),
        _field(ALT, text_input("altText", default_value=draft.altText), hint=ASK_ALT),
        _field("Description", text_area("description", rows=3, default_value=draft.description)),
        form_row(
            _field("Category", select("category", OPTIONS, default_value=draft.category)),
            _field("Event", chosen, hint=ASK_EVENT if names else ""),
        ),
        _field(
            "Tags",
            tag_input("tags", draft.tags, label="Chosen tags", most=MOST_TAGS, longest=TAG_LENGTH),
            hint=ASK_TAGS,
        ),
        switch(
            "isPublic",
            "Public",
            hint="Anyone can see it. Turn off to show it to members only.",
            default_checked=draft.isPublic,
        ),
    ]
