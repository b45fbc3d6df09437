"""Shared by the journeys of the gallery: its cards, its dialogs, and files that somebody sends."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, FilePayload, Locator, Page, Route, expect

from tests.journeys.people import Person, person
from tests.journeys.stage import Stage
from tests.races.stage import Stage as People
from tests.servers.application import Application

YOUTUBE = "https://i.ytimg.com/**"
TITLES = ("Alpha", "Bravo", "Charlie", "Delta")


def drawn(color: str) -> bytes:
    """A picture of one color."""
    packed = io.BytesIO()
    Image.new("RGB", (900, 675), color).save(packed, "JPEG")
    return packed.getvalue()


def picture(name: str, color: str) -> FilePayload:
    """A file that somebody chooses."""
    return {"name": name, "mimeType": "image/jpeg", "buffer": drawn(color)}


class Held:
    """Requests that are neither passed on nor refused."""

    def __init__(self) -> None:
        self.routes: list[Route] = []

    def __call__(self, route: Route) -> None:
        self.routes.append(route)


STILL = drawn("#7e93a5")


def behind_youtube(page: Page) -> None:
    """Answer for YouTube, which no test reaches."""
    page.route(YOUTUBE, lambda way: way.fulfill(status=200, content_type="image/jpeg", body=STILL))


def fill_gallery(stage: Stage) -> None:
    """Four videos, in the order of `TITLES`."""
    tags = {"Alpha": ["Park", "Duel", "Bay"], "Bravo": ["Park"], "Delta": ["Park"]}
    for place, title in enumerate(TITLES, start=1):
        stage.media(title, order_position=place, tags=tags.get(title, []), place=place)


def opened(somebody: Person, path: str = "/media") -> Page:
    behind_youtube(somebody.page)
    return somebody.open(path)


def tell(admin: Person) -> None:
    """Write once over the API: the site keeps its totals until a write through it changes them."""
    headers = {"origin": admin.url}
    request, path = admin.page.request, f"{admin.url}/api/media"
    sent = {"title": "Told", "fileUrl": "rookieDemo2"}
    made = request.post(path, data=sent, headers=headers)
    assert made.status == 201, made.text()
    gone = request.delete(f"{path}/{made.json()['id']}", headers=headers)
    assert gone.status == 204, gone.text()


def card(page: Page, title: str) -> Locator:
    return page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=title))


def shown(page: Page) -> list[str]:
    """The titles of the items in the order in which they are seen."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('.shots:not(.shots-official) > .shot')]
        .map((one) => [one.getBoundingClientRect(), one.querySelector('h3 a').firstChild.data])
        .sort(([a], [b]) => a.top - b.top || a.left - b.left).map(([, title]) => title)"""
    )
    return found


def expect_order(somebody: Person, *titles: str) -> None:
    try:
        somebody.wait_until(lambda: shown(somebody.page) == list(titles))
    except AssertionError:
        said = somebody.page.get_by_role("region", name="Notifications").inner_text()
        raise AssertionError(f"{shown(somebody.page)} is not {list(titles)}; {said!r}") from None


def pick_up(page: Page, title: str) -> None:
    """Pick up the item whose handle has the focus, and wait until the arrow keys move it.

    The library listens to them from a timer of its own, which it sets before it says anything.
    """
    page.keyboard.press("Space")
    expect(page.locator("[id^=DndLiveRegion]")).to_contain_text(f"Picked up “{title}.”")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


def pin_up(page: Page, title: str) -> Locator:
    """Pin an item, once the grid answers; returns the button."""
    pin = page.get_by_role("button", name=f"Pin {title}")
    expect(page.get_by_role("button", name=f"Move {title}")).to_have_attribute(
        "aria-roledescription", "sortable"
    )
    pin.click()
    expect(pin).to_have_attribute("aria-pressed", "true")
    return pin


def move_on(page: Page, title: str, *keys: str) -> None:
    """Move an item with the keyboard: pick it up, press these keys, and put it down."""
    handle = page.get_by_role("button", name=f"Move {title}")
    expect(handle).to_have_attribute("aria-roledescription", "sortable")
    handle.focus()
    spoken = page.locator("[id^=DndLiveRegion]")
    pick_up(page, title)
    for key in keys:
        said = spoken.inner_text()
        page.keyboard.press(key)
        expect(spoken).not_to_have_text(said)
    page.keyboard.press("Space")
    expect(spoken).to_contain_text(f"“{title}” is now item")


def begin_upload(page: Page) -> Locator:
    """The dialog in which items are added."""
    page.get_by_role("button", name="Upload Media").first.click()
    return page.get_by_role("dialog", name="Upload Media")


def send(form: Locator, *files: FilePayload) -> None:
    """Choose files in the dialog and send them."""
    form.get_by_label("Choose pictures or videos").set_input_files(list(files))
    form.get_by_role("button", name="Upload", exact=True).click()


@contextmanager
def administrator(browser: Browser, site: Application) -> Iterator[Person]:
    """The browser of a new administrator of a site that a test has started."""
    people = People.at(site.database_url)
    name, _, value = people.world.cookie_of(people.world.person(is_admin=True)).partition("=")
    people.world.database.dispose()
    with person(browser, site.url) as somebody:
        somebody.carry((name, value))
        yield somebody


def stored_files(site: Application) -> list[str]:
    """The paths of the files in the site's folder, without what marks an open upload."""
    folder = Path(site.folder, "data/uploads")
    return sorted(str(one.relative_to(folder)) for one in folder.rglob("*") if one.is_file())
