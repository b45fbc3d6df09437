"""The markup that components produce."""

from collections.abc import Iterator
from typing import Any

import pytest
import reflex as rx

from rookiebattle.manage.processes import ROOT
from rookiebattle.pages.chapter.page import NOT_FOUND as CHAPTER_NOT_FOUND
from rookiebattle.pages.checkout.page import checkout
from rookiebattle.pages.event.page import NOT_FOUND as EVENT_NOT_FOUND
from rookiebattle.ui.buttons import icon_button, link_button
from rookiebattle.ui.console import record_frame
from rookiebattle.ui.feedback import skeleton
from rookiebattle.ui.footer import site_footer
from rookiebattle.ui.forms import Option, field, select, text_input
from rookiebattle.ui.marks import event_mark, icon, picture
from rookiebattle.ui.page import exists, page
from rookiebattle.ui.shell import access_denied, page_frame
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import avatar, not_loaded, notice
from rookiebattle.ui.typed import joined, present, suffixed
from tests import reflex_internals


def markup(component: rx.Component | Any) -> str:
    """The component as the script that the build would write."""
    return str(component).replace("\\", "")


def test_a_field_ties_label_hint_and_error_to_its_control() -> None:
    made = markup(field("Title", text_input("title"), error="Title is required", hint="Short"))
    assert 'htmlFor:"field-title"' in made
    assert '"aria-describedby":"field-title-hint field-title-error"' in made
    assert '"aria-invalid":true' in made
    assert 'id:"field-title-error"' in made


def test_a_field_without_an_error_is_valid() -> None:
    assert '"aria-invalid":false' in markup(field("Title", text_input("title")))


def test_an_input_keeps_what_is_typed_because_it_has_no_value_of_ours() -> None:
    made = markup(text_input("title", default_value="Maya"))
    assert "defaultValue" in made
    assert "value:" not in made


def test_a_select_takes_pairs_and_options() -> None:
    made = markup(select("kind", [("a", "First"), Option("b", "Second")]))
    assert 'value:"a"' in made
    assert 'value:"b"' in made


def test_a_link_to_the_api_leaves_the_single_page_app() -> None:
    assert "reloadDocument:true" in markup(link_button("Logout", "/api/logout", reload=True))
    assert "reloadDocument" not in markup(link_button("Events", "/events"))


def test_a_button_with_only_an_icon_has_a_name() -> None:
    assert '"aria-label":"Edit"' in markup(icon_button("edit", "Edit"))


def test_closed_missing_and_failed_pages_have_a_picture_in_the_heros_hand() -> None:
    sprite = (ROOT / "assets/art/empty.svg").read_text(encoding="utf-8")
    pages = {
        "gate": access_denied("For administrators."),
        "broken": not_loaded("event", again=rx.noop()),
        "quiver": notice(*EVENT_NOT_FOUND),
        "palm": notice(*CHAPTER_NOT_FOUND),
    }
    for name, shown in pages.items():
        assert f"/art/empty.svg#{name}" in markup(shown)
        assert f'id="{name}"' in sprite
    assert "/art/icons.svg#bell" in markup(picture("bell")), "nobody has drawn this one"


def test_a_block_that_stands_for_content_brings_no_style_sheet() -> None:
    made = markup(skeleton("60%", "44px"))
    assert 'style:({ ["width"] : "60%", ["height"] : "44px" })' in made
    assert "css" not in made


def test_an_icon_is_silent_unless_it_is_named() -> None:
    assert '"aria-hidden":"true"' in markup(icon("calendar"))
    assert "aria-hidden" not in markup(icon("lock", aria_label="Members only"))


@pytest.mark.parametrize(("kind", "mark"), [("social", "social"), ("karaoke", "unknown")])
def test_an_unknown_event_type_gets_the_neutral_mark(kind: str, mark: str) -> None:
    assert f"/art/icons.svg#mark-{mark}" in markup(event_mark(kind))


def test_the_mark_of_a_var_is_chosen_in_the_browser() -> None:
    made = markup(event_mark(ShellState.name))
    assert "includes" in made
    assert "unknown" in made


def test_an_avatar_without_a_picture_shows_the_initials() -> None:
    assert '"MO"' in markup(avatar("MO"))
    assert "img" in markup(avatar(ShellState.name, image=ShellState.name))


def test_class_names_join_without_gaps() -> None:
    assert joined("btn", "", "btn-row") == "btn btn-row"
    assert suffixed("badge-", "gold") == "badge-gold"
    assert present("") is False
    assert not isinstance(present(rx.Var.create(ShellState.name)), bool)


def test_the_frame_links_only_to_pages_that_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = {"/events"}
    monkeypatch.setattr("rookiebattle.ui.shell.exists", pages.__contains__)
    monkeypatch.setattr("rookiebattle.ui.footer.exists", pages.__contains__)
    made = markup(page_frame("x", current="/events"))
    assert '"aria-current":"page"' in made
    assert "Chapters" not in made
    assert "Admin Console" not in made
    assert "Rules & Guidelines" not in markup(site_footer())


def test_the_console_is_offered_once_it_exists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookiebattle.ui.shell.exists", lambda path: path == "/admin")
    assert "Admin Console" in markup(page_frame("x"))


def test_the_gate_and_the_checkout_end_on_a_phone_with_their_work() -> None:
    gate = record_frame("x", current="", may_open=True, otherwise="", settled=True)
    for page_at_work in (gate, checkout()):
        assert "is-at-work" in markup(page_at_work)
    assert "is-at-work" not in markup(page_frame("x"))


@pytest.fixture
def declared_pages(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The pages that a test declares; they are removed after it."""
    registered = reflex_internals.declared_pages()
    before = list(registered)
    with monkeypatch.context() as patched:
        patched.setattr("rookiebattle.ui.page._pages", {})
        yield
    registered[:] = before


@pytest.mark.usefixtures("declared_pages")
def test_a_page_exists_when_it_was_declared() -> None:
    page("/only-for-this-test")(rx.fragment)
    assert exists("/only-for-this-test?category=rules")
    assert not exists("/never-declared")
