"""Components as HTML: the same elements, without everything that waits for a script."""

from collections.abc import Callable
from typing import Any

import pytest
import reflex as rx

from rookiebattle.settings import get_settings
from rookiebattle.ui.before_scripts import Template, as_html
from rookiebattle.ui.buttons import AskButton, action_button, button, link_button
from rookiebattle.ui.feedback import LoginLink, SkipLink
from rookiebattle.ui.forms import select
from rookiebattle.ui.shell import not_found
from tests.ui.before_scripts.shown import Other, Shown, Thing

THING: Any = Shown.thing
NASTY = "</p><script>alert(1)</script>\"'"


def shown(draw: Callable[[], rx.Component], thing: Thing) -> str:
    return Template(draw, Shown).fill({Shown: {"thing": thing, "numbers": {}}})


def test_elements_keep_their_attributes_by_the_names_of_html() -> None:
    made = rx.el.time("now", date_time="2026-01-01", class_name="when", aria_label="At", id="x")
    html = as_html(made)
    assert html == '<time datetime="2026-01-01" class="when" aria-label="At">now</time>'


def test_a_link_that_does_something_when_it_is_clicked_is_only_a_link() -> None:
    link = rx.el.a("Film", href="/film", on_click=rx.console_log("seen"), reload_document=True)
    assert as_html(link) == '<a href="/film">Film</a>'


def test_values_that_were_typed_stay_text() -> None:
    html = shown(lambda: rx.el.p(THING.name, title=THING.name), Thing(NASTY))
    assert "<script>" not in html
    assert html.count("&lt;/p&gt;&lt;script&gt;") == 2
    assert 'title="&lt;' in html
    assert "&#34;" in html


def test_a_condition_shows_one_side() -> None:
    def draw() -> Any:
        return rx.el.div(rx.cond(THING.is_open, rx.el.b("open"), rx.el.i(THING.name)))

    assert shown(draw, Thing(is_open=True)) == "<div><b>open</b></div>"
    assert shown(draw, Thing("shut")) == "<div><i>shut</i></div>"


def test_a_loop_shows_every_value_and_may_stand_in_another() -> None:
    def line(text: Any, index: Any) -> Any:
        return rx.el.li(text, rx.foreach(THING.lines, rx.el.b), key=index)

    html = shown(lambda: rx.el.ul(rx.foreach(THING.lines, line)), Thing(lines=["x", "y"]))
    assert html == "<ul><li>x<b>x</b><b>y</b></li><li>y<b>x</b><b>y</b></li></ul>"


def test_links_lead_on_without_the_router() -> None:
    html = as_html(link_button("Get it", "/a?b=1&c=2", reload=True))
    assert html == '<a href="/a?b=1&amp;c=2" class="btn btn-outline">Get it</a>'


@pytest.mark.parametrize(
    "made",
    [
        rx.el.form(rx.el.input(name="a")),
        rx.el.p("x", title=Other.name),
        rx.cond(Other.name != "", rx.el.p("yes"), rx.el.p("no")),
        rx.foreach(rx.Var.create([1, 2]), lambda _: rx.el.b(title=Other.name)),
    ],
)
def test_what_needs_scripts_or_another_state_is_left_out(made: rx.Component) -> None:
    assert as_html(rx.el.div(made)) == "<div></div>"


def test_the_ways_to_the_login_and_past_a_list_are_ordinary_links_at_first() -> None:
    skip = as_html(SkipLink.create("Skip the list", to="list-end", class_name="skip"))
    assert skip == '<a href="#list-end" class="skip">Skip the list</a>'
    html = as_html(LoginLink.create("Log in", href="/api/login", class_name="link"))
    assert html == '<a href="/api/login" class="link">Log in</a>'


def test_a_button_keeps_the_place_that_it_takes() -> None:
    assert as_html(button("Save", on_click=rx.console_log("x"))) == (
        '<button type="button" class="btn btn-primary">Save</button>'
    )
    register = action_button("Register", pending_label="Registering …", kind="row")
    assert as_html(register) == (
        '<button type="button" class="btn btn-row"><span class="btn-stack">'
        "<span>Register</span><span>Registering …</span></span></button>"
    )
    named = action_button("Register", pending_label="…", which=" for Castle Day")
    assert as_html(named).endswith('<span class="sr-only"> for Castle Day</span></button>')


def test_a_button_with_a_form_is_of_use_before_scripts_unless_a_question_comes_first() -> None:
    def asking(warning: Any) -> rx.Component:
        return AskButton.create(
            label="Leave",
            pending_label="…",
            question="Leave?",
            warning=warning,
            by_form=f"/api/{THING.name}/leave",
        )

    place = '<button type="button"><span class="btn-stack"><span>Leave</span><span>…</span>'
    act = (
        '<button form="first-form" formaction="/api/7/leave" type="submit">'
        '<span class="btn-stack"><span>Leave</span><span data-off="true">…</span>'
    )
    for is_open, first in ((True, place), (False, act)):
        html = shown(
            lambda: asking(rx.cond(THING.is_open, "Sure?", "")), Thing("7", is_open=is_open)
        )
        assert html == f"{first}</span></button>"


def test_a_form_reaches_no_api_at_another_address(monkeypatch: pytest.MonkeyPatch) -> None:
    button = action_button("Go", by_form="/api/go")
    assert "formaction" in as_html(button)
    elsewhere = get_settings().model_copy(update={"api_url": "https://api.example"})
    monkeypatch.setattr("rookiebattle.ui.buttons.get_settings", lambda: elsewhere)
    assert "formaction" not in as_html(button)


def test_a_field_keeps_its_place() -> None:
    options = [("all", "All chapters"), ("t", "Tampa")]
    made = select("chapter", options, default_value="t", aria_label="Chapter")
    assert as_html(made) == (
        '<select name="chapter" class="input" aria-label="Chapter">'
        '<option value="all">All chapters</option><option value="t">Tampa</option></select>'
    )


def test_flags_and_empty_classes() -> None:
    assert as_html(rx.el.details("x", open=True, class_name="")) == '<details open="">x</details>'
    assert as_html(rx.el.img(src="/a.svg", alt="")) == '<img alt="" src="/a.svg">'


def test_a_page_is_drawn_once() -> None:
    drawn: list[int] = []

    def draw() -> rx.Component:
        drawn.append(1)
        return not_found()

    template = Template(draw)
    assert template.fill({}) == template.fill({})
    assert "404 Page Not Found</h1>" in template.fill({})
    assert len(drawn) == 1
