"""The gallery's examples of fields for files."""

import reflex as rx

from rookiebattle.pages.gallery.state import GalleryState
from rookiebattle.ui.document import FILE_STYLES, own_sheet
from rookiebattle.ui.surfaces import card
from rookiebattle.uploads.components import upload_field
from rookiebattle.uploads.schemas import MOST_BYTES

SHOWN = 4


def upload_examples() -> rx.Component:
    """One file after a press of the button, and several that are sent at once."""
    return card(
        own_sheet(FILE_STYLES),
        rx.el.h2("Files", class_name="mb-4"),
        upload_field(
            on_uploaded=GalleryState.keep,
            label="Choose a picture",
            hint="JPEG, PNG, WebP, GIF or AVIF, 10 MB at most",
            id="one-file",
        ),
        upload_field(
            on_uploaded=GalleryState.keep,
            label="Choose pictures and videos",
            hint="Several files are sent one after another, 50 MB each at most",
            most_bytes=MOST_BYTES,
            most_files=SHOWN,
            confirms=False,
            id="several-files",
            class_name="mt-6",
        ),
        rx.el.ul(rx.foreach(GalleryState.uploaded, rx.el.li), id="uploaded"),
    )
