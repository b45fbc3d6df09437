"""A view fills the vars of a state; a view that does not fit fails before anybody sees it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
import reflex as rx

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.ui.first_data import Offer, first_values, keep_offers, offer
from rookiebattle.ui.typed import page_vars
from rookiebattle.ui.views import Loaded, delta, fill, must_fit, shows


class ShelfState(rx.State):
    """A state with vars of several types."""

    title: str = ""
    books: rx.Field[list[str]] = rx.field(default_factory=list)
    loaded: bool = False
    _seen: int = 0


@dataclass(frozen=True)
class Shelf:
    """A view that fits the state."""

    title: str
    books: list[str] = field(default_factory=list)


class PageOfShelf(rx.State):
    """A state that holds the whole view."""

    shown: Shelf = Shelf("")
    loaded: bool = False


@dataclass(frozen=True)
class OfAnotherType:
    """A view whose field has a var's name but another type."""

    books: list[int]


@dataclass(frozen=True)
class OfAnotherName:
    """A view with a field that is no var."""

    heading: str


@dataclass(frozen=True)
class Inner:
    """A view with a private field, which a page must not be sent."""

    _seen: int


def state() -> ShelfState:
    made: ShelfState = page_vars(ShelfState)(_reflex_internal_init=True)
    return made


def test_every_field_of_the_view_is_put_into_its_var() -> None:
    shelf = state()
    fill(shelf, Shelf("Rules", ["Shields"]))
    assert (shelf.title, list(shelf.books), shelf.loaded) == ("Rules", ["Shields"], False)
    fill(shelf, Loaded())
    assert (shelf.title, shelf.loaded) == ("Rules", True)


def test_the_view_that_a_page_has_shown_is_one_var() -> None:
    page = page_vars(PageOfShelf)(_reflex_internal_init=True)
    fill(page, Loaded())
    assert (page.shown, page.loaded) == (Shelf(""), True)
    fill(page, Shelf("Rules"))
    assert (page.shown.title, page.loaded) == ("Rules", True)
    assert delta(PageOfShelf, Shelf("Rules")) == {
        PageOfShelf.get_full_name(): {"shown_rx_state_": Shelf("Rules"), "loaded_rx_state_": True}
    }


@pytest.mark.parametrize(
    ("view", "sentence"),
    [
        (OfAnotherType, "OfAnotherType.books is list"),
        (OfAnotherName, "ShelfState has no such var"),
        (Inner, "ShelfState has no such var"),
    ],
)
def test_a_view_that_does_not_fit_is_refused(view: Any, sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        must_fit(ShelfState, view)


def test_a_view_that_is_shown_already_is_known() -> None:
    shelf = state()
    fill(shelf, Shelf("Rules", ["Shields"]))
    assert shows(shelf, Shelf("Rules", ["Shields"]))
    assert not shows(shelf, Shelf("Rules"))


def test_a_view_is_sent_as_reflex_sends_vars() -> None:
    assert delta(ShelfState, Shelf("Rules", ["Shields"])) == {
        ShelfState.get_full_name(): {"title_rx_state_": "Rules", "books_rx_state_": ["Shields"]}
    }


Params = Mapping[str, str]


async def load(_actor: Actor, params: Params) -> Shelf | Loaded:
    return Shelf(params.get("id", ""))


async def load_another(_actor: Actor, _params: Params) -> Shelf | OfAnotherName:
    return Shelf("")


def test_an_offer_that_does_not_fit_stops_the_build() -> None:
    assert offer(ShelfState, load) == Offer(ShelfState, load)
    with pytest.raises(TypeError, match="OfAnotherName"):
        offer(ShelfState, load_another)


@pytest.mark.anyio
async def test_a_page_offers_its_first_data_by_its_route(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookiebattle.ui.first_data._offers", {})
    keep_offers("/shelves/[shelf_id]", [offer(ShelfState, load)])
    keep_offers("/shelves", [])
    assert await first_values("shelves", VISITOR, {}) is None
    sent = json.loads(await first_values("shelves/s1", VISITOR, {}) or "{}")
    assert sent[ShelfState.get_full_name()] == {"title_rx_state_": "s1", "books_rx_state_": []}
