"""Two administrators at once: both see the one order, and neither undoes the other's words."""

from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest
from playwright.sync_api import Browser, Locator, WebSocketRoute, expect

from tests.journeys.gallery import (
    TITLES,
    administrator,
    card,
    fill_gallery,
    move_on,
    opened,
    pick_up,
    shown,
)
from tests.journeys.people import Person
from tests.journeys.stage import Stage
from tests.servers.application import Application

ASKS_ANEW = "gallery____media_state.show"


@pytest.fixture
def two(application: Application, stage: Stage, browser: Browser) -> Iterator[list[Person]]:
    """Two administrators with a gallery of four videos."""
    fill_gallery(stage)
    with ExitStack() as stack:
        yield [stack.enter_context(administrator(browser, application)) for _ in range(2)]


def stored(somebody: Person) -> list[str]:
    return [str(item["title"]) for item in httpx.get(f"{somebody.url}/api/media").json()]


def sort_at_once(first: Person, second: Person) -> None:
    """Both pick an item up before either puts one down."""
    for somebody, title, key in ((first, "Alpha", "ArrowRight"), (second, "Delta", "ArrowLeft")):
        handle = somebody.page.get_by_role("button", name=f"Move {title}")
        expect(handle).to_have_attribute("aria-roledescription", "sortable")
        handle.focus()
        pick_up(somebody.page, title)
        spoken = somebody.page.locator("[id^=DndLiveRegion]")
        somebody.page.keyboard.press(key)
        expect(spoken).to_contain_text(f"“{title}” is over item")
    first.page.keyboard.press("Space")
    second.page.keyboard.press("Space")
    for somebody in (first, second):
        expect(somebody.page.locator("[id^=DndLiveRegion]")).to_contain_text("is now item")


def test_two_administrators_end_with_one_order(two: list[Person]) -> None:
    first, second = two
    for somebody in two:
        opened(somebody)
    sort_at_once(first, second)
    both = ["Bravo", "Alpha", "Delta", "Charlie"]
    second.wait_until(lambda: shown(first.page) == shown(second.page) == both)
    assert stored(first) == both, "each move holds, though both saw the older order"


class Questions:
    """Passes a page's messages on. While `are_held`, none that asks for the gallery anew."""

    def __init__(self) -> None:
        self.are_held, self.held = False, list[str]()

    def __call__(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def ask(message: str | bytes) -> None:
            if self.are_held and ASKS_ANEW in str(message):
                self.held.append(str(message))
            else:
                server.send(message)

        socket.on_message(ask)


@pytest.mark.whole
def test_a_page_that_hears_no_news_goes_on_showing_the_older_order(two: list[Person]) -> None:
    """So the test above can fail."""
    (first, second), questions = two, Questions()
    first.page.route_web_socket("**/_event/**", questions)
    for somebody in two:
        opened(somebody)
    questions.are_held = True
    move_on(second.page, "Alpha", "ArrowRight")
    second.wait_until(lambda: shown(second.page) == stored(second) != list(TITLES))
    first.wait_until(lambda: bool(questions.held))
    assert shown(first.page) == list(TITLES)


def edit(somebody: Person, title: str) -> Locator:
    somebody.page.get_by_role("button", name=f"Edit {title}").click()
    form = somebody.page.get_by_role("dialog", name="Edit Media")
    expect(form.get_by_label("Title")).to_have_value(title)
    return form


def save(somebody: Person, form: Locator) -> None:
    form.get_by_role("button", name="Save Changes").click()
    somebody.expect_toast("Media updated successfully!")
    expect(form).to_be_hidden()


@pytest.mark.whole
def test_two_administrators_edit_one_item_and_one_deletes_it(two: list[Person]) -> None:
    first, second = two
    for somebody in two:
        opened(somebody)
    one, other = edit(first, "Alpha"), edit(second, "Alpha")
    one.get_by_label("Description").fill("From the first.")
    save(first, one)
    other.get_by_label("Title").fill("Alpha again")
    save(second, other)
    one, other = edit(first, "Alpha again"), edit(second, "Alpha again")
    expect(other.get_by_label("Description")).to_have_value("From the first.")
    one.get_by_label("Title").fill("The first's")
    save(first, one)
    other.get_by_label("Title").fill("The second's")
    other.get_by_role("button", name="Save Changes").click()
    expect(other.get_by_text("Someone else just changed this")).to_be_visible()
    expect(other.get_by_label("Title")).to_have_value("The second's")
    assert "The first's" in stored(first)
    save(second, other)
    assert "The second's" in stored(second)
    _delete_what_somebody_edits(first, second)


def _delete_what_somebody_edits(first: Person, second: Person) -> None:
    form, page = edit(first, "The second's"), second.page
    form.get_by_label("Description").fill("Nobody saw it coming.")
    page.get_by_role("button", name="Delete The second's").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Delete Media").click()
    second.expect_toast("Media deleted successfully!")
    form.get_by_role("button", name="Save Changes").click()
    expect(form.get_by_role("alert").filter(has_text="Someone deleted this item")).to_be_visible()
    expect(form.get_by_label("Description")).to_have_value("Nobody saw it coming.")
    expect(form.get_by_role("button", name="Delete Media")).to_have_count(0)
    first.look_over("media-edit-gone")
    form.get_by_role("button", name="Cancel").click()
    expect(form).to_be_hidden()
    expect(card(first.page, "Bravo")).to_be_visible()
    expect(card(first.page, "The second's")).to_have_count(0)
