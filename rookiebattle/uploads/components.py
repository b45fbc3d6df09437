"""The field with which pages let people upload files straight to the storage."""

from typing import TYPE_CHECKING, Any, TypeAlias

import reflex as rx

from rookiebattle import routes
from rookiebattle.ui.buttons import Kind
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.typed import Fires, Handler, Text, joined
from rookiebattle.uploads.kinds import TYPES
from rookiebattle.uploads.wording import EMPTY, NOT_SENT, WRONG_TYPE, too_large

USUAL_MOST_BYTES = 10 * 1024 * 1024
TOO_MANY = "Please choose at most {most} files."
ONLY_ONE = "Please choose one file."
PATHS = {
    "begin": routes.BEGIN_UPLOAD,
    "claim": routes.CLAIM_FILE,
    "parts": routes.UPLOAD_PARTS,
    "stored": routes.STORED,
}


Claimed: TypeAlias = dict[str, str | int | None]
"""The answer of the claim, and the `posterPath` of a video. The handler's argument has exactly this
type, or the build stops."""

if TYPE_CHECKING:
    Tells: TypeAlias = rx.EventHandler
    Removes: TypeAlias = rx.EventHandler
    Counts: TypeAlias = rx.EventHandler
    GivesBack: TypeAlias = rx.EventHandler
else:
    Tells = rx.EventHandler[rx.event.passthrough_event_spec(Claimed)]
    Removes = rx.EventHandler[rx.event.passthrough_event_spec(str)]
    Counts = rx.EventHandler[rx.event.passthrough_event_spec(int, int)]
    GivesBack = rx.EventHandler[rx.event.passthrough_event_spec(list[str])]


class UploadField(rx.Component):
    """The field and its queue; file_queue.jsx draws them, sending.js sends the files."""

    library = script_beside(__file__, "upload_field.jsx")
    tag = "UploadField"

    paths: rx.Var[dict[str, str]]
    accept: rx.Var[str]
    label: rx.Var[str]
    hint: rx.Var[str]
    button_label: rx.Var[str]
    button_kind: rx.Var[str]
    most: rx.Var[int]
    most_files: rx.Var[int]
    sentences: rx.Var[dict[str, str]]
    confirms: rx.Var[bool]
    posters: rx.Var[bool]
    on_uploaded: Tells
    on_failed: Fires
    unused: rx.Var[list[Any]]
    on_removed: Removes
    on_counted: Counts
    leads_to: rx.Var[str]


class KeptFiles(rx.Component):
    """The stored files of a form, in a hidden field that a draft of the form keeps."""

    library = script_beside(__file__, "upload_field.jsx")
    tag = "KeptFiles"

    name: rx.Var[str]
    files: rx.Var[list[Any]]
    link: rx.Var[str]
    on_given_back: GivesBack


def upload_field(
    *,
    on_uploaded: Handler,
    label: Text = "Choose a file",
    hint: Text = "",
    button_kind: Kind = "row",
    most_bytes: int = USUAL_MOST_BYTES,
    most_files: int = 1,
    confirms: bool = True,
    posters: bool = False,
    leads_to: str = "",
    id: str = "upload",  # noqa: A002 - the name of the attribute
    **props: Any,
) -> rx.Component:
    """A field for files. Each file that is stored is told to `on_uploaded`, with its `objectPath`.

    Among the `props`, `on_failed` hears of each that could not be sent; the reason stands beside
    the file. The stored files in `unused`, each with its `path` and `name`, can still be removed,
    which `on_removed` is told. `on_counted` hears how many of the chosen files are not stored yet,
    and how many of these are on their way: one that failed is not, and can be sent again. Nothing
    is sent before the person presses the button, unless `confirms` is False. With `posters` the
    browser also sends a still picture of each video that it can show. A person who waits for
    the first file is led to the control `leads_to`.
    """
    sentences = {
        "wrongType": WRONG_TYPE,
        "empty": EMPTY,
        "tooLarge": too_large(most_bytes),
        "tooMany": ONLY_ONE if most_files == 1 else TOO_MANY.format(most=most_files),
        "notSent": NOT_SENT,
    }
    return UploadField.create(
        paths=PATHS,
        accept=",".join(TYPES),
        label=label,
        hint=hint,
        button_label="Upload",
        button_kind=button_kind,
        most=most_bytes,
        most_files=most_files,
        sentences=sentences,
        confirms=confirms,
        posters=posters,
        leads_to=leads_to,
        on_uploaded=on_uploaded,
        id=id,
        class_name=joined("upload-field", props.pop("class_name", "")),
        **props,
    )


def kept_files(
    name: str, files: rx.Var[list[Any]], *, link: Text = "", on_given_back: Handler
) -> rx.Component:
    """A hidden field of a form with the stored `files`, each with its `path` and `poster`.

    A draft of the form keeps it. `on_given_back` is told the lines that a draft had. A form that
    takes a link instead of files keeps the `link`.
    """
    return KeptFiles.create(name=name, files=files, link=link, on_given_back=on_given_back)
