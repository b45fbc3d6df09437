"""The field for files in a browser: progress, cancel, a queue, an interrupted upload, refusals."""

import re
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, Route, expect

from rookiebattle.integrations.storage.protocol import SMALLEST_PART
from tests.journeys.gallery import Held
from tests.journeys.people import Person
from tests.uploads.movies import mp4
from tests.uploads.samples import picture

CONTENT = re.compile("/api/objects/content")
SECOND_PART = re.compile("part=2")
BEGIN = re.compile("/api/objects/upload")


def file(name: str, content: bytes, mime_type: str = "image/jpeg") -> FilePayload:
    return {"name": name, "mimeType": mime_type, "buffer": content}


@pytest.fixture
def page(admin: Person) -> Page:
    return admin.open("/_ui")


@pytest.fixture
def battle(tmp_path: Path) -> Path:
    """A video of three parts. A file takes seconds less than bytes that Playwright passes on."""
    video = tmp_path / "battle.mp4"
    video.write_bytes(mp4(size=2 * SMALLEST_PART + 100))
    return video


def choose(page: Page, label: str, *files: FilePayload) -> None:
    page.get_by_label(label).set_input_files(list(files))


# Whether a dropped file would be opened by the browser: nobody has kept it from that.
OPENS = """node => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["x"], "park.jpg"));
    const told = { bubbles: true, cancelable: true, dataTransfer };
    return ["dragover", "drop"].map((kind) => node.dispatchEvent(new DragEvent(kind, told)));
}"""


def test_one_picture_is_sent_after_a_press(admin: Person, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    # A file that is dropped beside its field leaves the page as it is.
    assert page.locator("main").evaluate(OPENS) == [False, False]
    assert page.get_by_label("Choose a picture").evaluate(OPENS) == [True, True]
    choose(page, "Choose a picture", file("park.jpg", picture()))
    expect(page.get_by_text("Ready to upload")).to_be_visible()
    assert not any(BEGIN.search(url) for url in asked)
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(page.get_by_role("list", name="Files")).to_be_focused()
    expect(page.get_by_text("Uploaded ✓")).to_be_visible()
    expect(page.locator("#uploaded")).to_have_text(re.compile("^/objects/[0-9a-f-]{36}$"))
    admin.look_over("upload-done")


def test_what_is_too_large_or_no_picture_is_refused_with_a_sentence(
    admin: Person, page: Page, tmp_path: Path
) -> None:
    choose(page, "Choose a picture", file("notes.txt", b"words", "text/plain"))
    expect(
        page.get_by_role("alert").filter(has_text="We can’t show this kind of file")
    ).to_be_visible()
    huge = tmp_path / "huge.jpg"
    huge.write_bytes(bytes(10 * 1024 * 1024 + 1))
    page.get_by_label("Choose a picture").set_input_files(huge)
    expect(page.get_by_text("A file can be at most 10 MB.")).to_be_visible()
    choose(page, "Choose a picture", file("empty.jpg", b""))
    expect(page.get_by_text("This file is empty")).to_be_visible()
    expect(page.get_by_role("button", name="Upload", exact=True)).to_have_count(0)
    admin.look_over("upload-refused")
    # A false picture is told after it was sent.
    choose(page, "Choose a picture", file("park.jpg", b"<html>" * 9))
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(
        page.get_by_role("alert").filter(has_text="We can’t show this kind of file")
    ).to_be_visible()
    expect(page.get_by_role("button", name="Upload", exact=True)).to_have_count(0)
    admin.forgive("415")


def test_an_upload_is_canceled_and_several_are_sent_one_after_another(page: Page) -> None:
    page.route(CONTENT, Held())
    choose(page, "Choose pictures and videos", file("park.jpg", picture()))
    page.get_by_role("button", name="Cancel the upload of park.jpg").click()
    expect(page.get_by_text("park.jpg")).to_have_count(0)
    expect(page.locator("#uploaded li")).to_have_count(0)
    page.unroute(CONTENT)
    files = [file(f"park-{number}.jpg", picture()) for number in range(3)]
    choose(page, "Choose pictures and videos", *files)
    expect(page.get_by_text("Uploaded ✓")).to_have_count(3)
    expect(page.locator("#uploaded li")).to_have_count(3)
    choose(page, "Choose pictures and videos", *files[:2])
    expect(page.get_by_text("Please choose at most 4 files.")).to_be_visible()


def has_come(parts: list[str], number: int) -> bool:
    return len(parts) >= number


def test_a_large_file_goes_on_where_it_was_interrupted(
    admin: Person, page: Page, battle: Path
) -> None:
    parts: list[str] = []

    def pass_on(route: Route) -> None:
        number = re.search(r"part=(\d+)", route.request.url)
        parts.append(number.group(1) if number else "")
        if parts == ["1", "2"]:
            route.abort("connectionreset")
        else:
            route.continue_()

    page.route(CONTENT, pass_on)
    page.get_by_label("Choose pictures and videos").set_input_files(battle)
    # Each part has its own time: a busy machine sends one megabyte after another.
    for number in (2, 3, 4):
        admin.wait_until(partial(has_come, parts, number))
    expect(page.get_by_text("Uploaded ✓")).to_be_visible()
    # The first part was not sent again.
    assert parts == ["1", "2", "2", "3"]
    admin.complaints.clear()


def test_an_upload_goes_on_after_the_page_was_loaded_again(
    admin: Person, page: Page, battle: Path
) -> None:
    held = Held()
    page.route(SECOND_PART, held)
    page.get_by_label("Choose pictures and videos").set_input_files(battle)
    admin.wait_until(lambda: bool(held.routes))
    # A browser sends what is held as soon as nobody holds it, so first the page goes.
    admin.open("/_ui")
    page.unroute(SECOND_PART)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.get_by_label("Choose pictures and videos").set_input_files(battle)
    expect(page.get_by_text("Uploaded ✓")).to_be_visible()
    puts = [url for url in sent if CONTENT.search(url)]
    assert [re.findall(r"part=(\d+)", url) for url in puts] == [["2"], ["3"]]


@pytest.mark.whole
def test_a_storage_that_fails_is_told_and_the_file_stays(admin: Person, page: Page) -> None:
    page.route(CONTENT, lambda route: route.fulfill(status=503, body="no"))
    choose(page, "Choose a picture", file("park.jpg", picture()))
    page.get_by_role("button", name="Upload", exact=True).click()
    sentence = "We can’t store this file right now."
    expect(page.get_by_text(sentence)).to_be_visible(timeout=30_000)
    page.unroute(CONTENT)
    page.get_by_role("button", name="Upload", exact=True).click()
    expect(page.get_by_text("Uploaded ✓")).to_be_visible()
    admin.forgive("503")
