"""The gallery: browsing, sorting by mouse, keyboard and finger, and the dialogs."""

import pytest
from playwright.sync_api import Route, WebSocket, expect

from tests.journeys.gallery import (
    TITLES,
    YOUTUBE,
    begin_upload,
    card,
    expect_order,
    fill_gallery,
    move_on,
    opened,
    pick_up,
    picture,
    pin_up,
    send,
    tell,
)
from tests.journeys.people import PHONE, Person
from tests.journeys.site import DemoSite
from tests.journeys.stage import Stage, evening
from tests.uploads.movies import film

OFFICIAL = ("Last Light", "Two Lines Meet", "A Saturday in the Park", "Banners by the Bay")


POSTER_MS = 50_000
"""Longer than a browser may take for a video's picture: poster.js waits for two events."""
COLOR_OF = """async (picture) => {
  if (!(await picture.decode().then(() => true, () => false))) return [];
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  canvas.getContext("2d").drawImage(picture, 0, 0, 1, 1);
  return [...canvas.getContext("2d").getImageData(0, 0, 1, 1).data].slice(0, 3)
    .map((one, at) => Math.abs(one - [200, 55, 27][at]) < 12 ? [200, 55, 27][at] : one);
}"""


@pytest.fixture
def gallery(stage: Stage, admin: Person) -> None:
    """Four videos, in the order of `TITLES`."""
    fill_gallery(stage)
    tell(admin)


@pytest.mark.usefixtures("gallery")
def test_a_visitor_browses_the_gallery(visitor: Person, stage: Stage) -> None:
    stage.media("Echo", is_public=False, order_position=9, place=9)
    page = opened(visitor)
    expect(page).to_have_title("Media Gallery · Rookie Battle")
    expect(
        page.get_by_text("Combat footage, training sessions, and event highlights")
    ).to_be_visible()
    for title in (*OFFICIAL, *TITLES):
        expect(card(page, title)).to_be_visible()
    expect(card(page, "Echo")).to_have_count(0)
    expect(page.get_by_text("8 items")).to_be_attached()
    link = card(page, "Alpha").get_by_role("link", name="Alpha")
    expect(link).to_have_attribute("target", "_blank")
    expect(link).to_have_attribute("href", "https://www.youtube.com/watch?v=rookieDemo1")
    expect(card(page, "Alpha").get_by_text("+1")).to_be_visible()
    expect(page.get_by_role("button", name="Upload Media")).to_have_count(0)
    visitor.look_over("media-visitor")
    page.get_by_role("link", name="Videos", exact=True).click()
    expect(card(page, "Two Lines Meet")).to_be_hidden()
    expect(page.get_by_text("4 items")).to_be_attached()
    card(page, "Alpha").get_by_role("link", name="Park").click()
    expect(page.get_by_text("Showing items tagged with: Park")).to_be_visible()
    expect_order(visitor, "Alpha", "Bravo", "Delta")
    page.get_by_role("link", name="Clear", exact=True).click()
    expect_order(visitor, *TITLES)
    page.get_by_role("link", name="Training", exact=True).click()
    expect(page.get_by_role("heading", name="No media found")).to_be_visible()
    expect(page.get_by_text("No training found")).to_be_visible()
    visitor.look_over("media-empty")


@pytest.mark.usefixtures("gallery")
def test_the_file_opens_in_a_new_tab_and_counts(visitor: Person) -> None:
    page = opened(visitor)
    page.context.route("https://www.youtube.com/**", lambda way: way.fulfill(body="A film"))
    with page.context.expect_page() as film:
        card(page, "Bravo").get_by_role("link", name="Bravo").click()
    expect(film.value.get_by_text("A film")).to_be_visible()
    page.reload()
    visitor.settle()
    expect(card(page, "Bravo").get_by_text("1 view")).to_be_visible()


def test_the_pictures_of_youtube_are_tried_in_turn(visitor: Person, stage: Stage) -> None:
    stage.media("Alpha")
    page, asked = visitor.page, list[str]()

    def refuse(way: Route) -> None:
        asked.append(way.request.url)
        way.fulfill(status=404)

    page.route(YOUTUBE, refuse)
    visitor.open("/media")
    visitor.wait_until(lambda: len(asked) >= 3)
    assert [one.rpartition("/")[2] for one in asked[:3]] == [
        "hqdefault.jpg", "mqdefault.jpg", "default.jpg",
    ]  # fmt: skip
    expect(card(page, "Alpha").get_by_role("img")).to_have_count(0)


@pytest.mark.usefixtures("gallery")
def test_items_are_sorted_by_mouse_and_everybody_sees_it(admin: Person, other: Person) -> None:
    page = opened(admin)
    opened(other)
    expect_order(other, *TITLES)
    page.get_by_role("button", name="Move Delta").hover()
    page.mouse.down()
    box = card(page, "Alpha").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 30, box["y"] + 60, steps=12)
    page.mouse.up()
    expect_order(admin, "Delta", "Alpha", "Bravo", "Charlie")
    expect_order(other, "Delta", "Alpha", "Bravo", "Charlie")
    page.reload()
    admin.settle()
    expect_order(admin, "Delta", "Alpha", "Bravo", "Charlie")


@pytest.mark.usefixtures("gallery")
def test_a_page_hears_of_a_list_that_changes_all_the_time(admin: Person, other: Person) -> None:
    # The longest wait of a page after the first news: longer than the time between two of them.
    other.page.add_init_script("Math.random = () => 0.99")
    page = opened(admin)
    opened(other)
    asked: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: asked.append(str(frame)))

    other.page.on("websocket", listen)
    other.page.reload()
    other.settle()
    expect_order(other, *TITLES)
    asked.clear()
    pins = page.get_by_role("button", name="Pin Bravo")

    def heard() -> bool:
        pins.click()
        return any("gallery____media_state.show" in frame for frame in asked)

    admin.wait_until(heard)


@pytest.mark.usefixtures("gallery")
def test_items_are_sorted_by_keyboard_with_spoken_places(admin: Person) -> None:
    page = opened(admin)
    handle = page.get_by_role("button", name="Move Alpha")
    expect(handle).to_have_attribute("aria-roledescription", "sortable")
    handle.focus()
    spoken = page.locator("[id^=DndLiveRegion]")
    pick_up(page, "Alpha")
    expect(spoken).to_contain_text("It is item 1 of the 4 you can move on this page.")
    page.keyboard.press("ArrowRight")
    expect(spoken).to_contain_text("“Alpha” is over item 2 of 4.")
    page.keyboard.press("Space")
    expect(spoken).to_contain_text("“Alpha” is now item 2 of 4.")
    expect_order(admin, "Bravo", "Alpha", "Charlie", "Delta")
    pick_up(page, "Alpha")
    expect(spoken).to_contain_text("It is item 2 of the 4 you can move on this page.")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(spoken).to_contain_text("“Alpha” is back at item 2 of 4.")
    expect_order(admin, "Bravo", "Alpha", "Charlie", "Delta")


@pytest.mark.usefixtures("gallery")
def test_items_are_sorted_by_finger(admin: Person) -> None:
    page = opened(admin)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    handle = page.get_by_role("button", name="Move Bravo")
    expect(handle).to_have_attribute("aria-roledescription", "sortable")
    handle.scroll_into_view_if_needed()
    box, above = handle.bounding_box(), card(page, "Alpha").bounding_box()
    assert box is not None
    assert above is not None
    finger = page.context.new_cdp_session(page)
    x, y = box["x"] + 20, box["y"] + 20
    finger.send("Input.dispatchTouchEvent", _touch("touchStart", x, y))
    for step in range(1, 13):
        away = y - (y - above["y"] - 80) * step / 12
        finger.send("Input.dispatchTouchEvent", _touch("touchMove", x, away))
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect_order(admin, "Bravo", "Alpha", "Charlie", "Delta")


def _touch(kind: str, x: float, y: float) -> dict[str, object]:
    return {"type": kind, "touchPoints": [{"x": x, "y": y}]}


@pytest.mark.usefixtures("gallery")
def test_items_are_sorted_under_a_filter(admin: Person) -> None:
    page = opened(admin, "/media?tag=Park")
    expect_order(admin, "Alpha", "Bravo", "Delta")
    move_on(page, "Delta", "ArrowLeft", "ArrowLeft")
    expect_order(admin, "Delta", "Alpha", "Bravo")
    page.get_by_role("link", name="Clear", exact=True).click()
    # Charlie has no such tag and keeps its place; the others share theirs.
    expect_order(admin, "Delta", "Alpha", "Charlie", "Bravo")


@pytest.mark.usefixtures("gallery")
def test_a_pin_sets_an_item_before_the_others(admin: Person) -> None:
    page = opened(admin)
    pin = pin_up(page, "Charlie")
    expect(card(page, "Charlie").get_by_text("Pinned")).to_be_visible()
    admin.expect_toast("Pinned")
    expect_order(admin, "Charlie", "Alpha", "Bravo", "Delta")
    admin.look_over("media-admin")
    pin.click()
    expect(pin).to_have_attribute("aria-pressed", "false")
    admin.expect_toast("Unpinned")
    expect_order(admin, *TITLES)


def test_a_video_is_added_edited_and_deleted(admin: Person) -> None:
    tell(admin)
    page = opened(admin)
    expect(page.get_by_text("No media has been uploaded yet")).to_be_visible()
    page.get_by_role("button", name="Upload Media").first.click()
    form = page.get_by_role("dialog", name="Upload Media")
    form.get_by_role("button", name="YouTube link").click()
    add = form.get_by_role("button", name="Add Video")
    expect(add).to_be_disabled()
    link = form.get_by_label("YouTube URL")
    link.fill("https://youtu.be/short")
    expect(form.get_by_text("Please enter a valid YouTube URL")).to_be_visible()
    link.fill("https://youtu.be/rookieDemo1")
    expect(form.get_by_text("✓ Valid YouTube URL detected")).to_be_visible()
    form.get_by_label("Title").fill("How to Fall Well")
    tags = form.get_by_role("textbox", name="Tags")
    for tag in ("Drill", "drill", "Newcomers", "Wrong"):
        tags.fill(tag)
        tags.press("Enter")
    expect(form.get_by_role("list", name="Chosen tags").get_by_role("listitem")).to_have_count(3)
    tags.press("Backspace")
    admin.look_over("media-youtube-form")
    add.click()
    admin.expect_toast("YouTube video added successfully!")
    expect(form).to_be_hidden()
    expect(card(page, "How to Fall Well").get_by_text("Newcomers")).to_be_visible()
    page.get_by_role("button", name="Edit How to Fall Well").click()
    form = page.get_by_role("dialog", name="Edit Media")
    form.get_by_label("Title").fill("")
    form.get_by_role("button", name="Save Changes").click()
    expect(form.locator("#field-title-error")).to_have_text("Title is required")
    form.get_by_label("Title").fill("Falling")
    form.get_by_label("Category").select_option(label="Training")
    admin.look_over("media-edit-form")
    form.get_by_role("button", name="Save Changes").click()
    admin.expect_toast("Media updated successfully!")
    page.get_by_role("button", name="Delete Falling").click()
    question = page.get_by_role("alertdialog", name="Delete “Falling”?")
    expect(question.get_by_text("Are you sure you want to delete “Falling”?")).to_be_visible()
    expect(question.get_by_text("the video stays on YouTube.")).to_be_visible()
    admin.look_over("media-question")
    question.get_by_role("button", name="Delete Media").click()
    admin.expect_toast("Media deleted successfully!")
    expect(page.get_by_text("No media has been uploaded yet")).to_be_visible()


def test_files_are_uploaded_one_after_another(admin: Person) -> None:
    page = opened(admin)
    page.get_by_role("button", name="Upload Media").first.click()
    form = page.get_by_role("dialog", name="Upload Media")
    expect(form.get_by_text("Please upload a file first")).to_be_visible()
    expect(form.get_by_role("button", name="Add to Gallery")).to_be_disabled()
    form.get_by_label("Choose pictures or videos").set_input_files(
        [picture("shield-wall.jpg", "#1f3a5f"), picture("IMG_0002.jpg", "#c8371b")]
    )
    form.get_by_role("button", name="Upload (2)").click()
    admin.expect_toast("Files Uploaded", "2 files are here. Complete their details one by one.")
    expect(form.get_by_label("Title")).to_have_value("Shield wall")
    expect(form.get_by_label("Title")).to_be_focused()
    told = form.get_by_role("status")
    expect(told.filter(has_text="shield-wall.jpg")).to_contain_text("Picture 1 of 2")
    form.get_by_label("Text for screen readers").fill("A blue wall of shields.")
    form.get_by_label("Category").select_option(label="Tournaments")
    admin.look_over("media-upload-form")
    form.get_by_role("button", name="Add to Gallery").click()
    admin.expect_toast("Media uploaded successfully!")
    expect(form.get_by_label("Title")).to_have_value("")
    expect(form.get_by_label("Title")).to_be_focused()
    expect(told.filter(has_text="IMG_0002.jpg")).to_contain_text("Picture 2 of 2")
    expect(form.get_by_label("Category")).to_have_value("tournaments")
    form.get_by_label("Title").fill("A red one")
    form.get_by_role("switch", name="Public").uncheck()
    form.get_by_role("button", name="Add to Gallery").click()
    expect(form).to_be_hidden()
    drawn = card(page, "Shield wall").get_by_role("img", name="A blue wall of shields.")
    expect(drawn).to_have_js_property("complete", value=True)
    assert drawn.evaluate("one => one.naturalWidth") > 0
    expect(card(page, "A red one").get_by_text("Members")).to_be_visible()
    hidden = card(page, "A red one").get_by_role("img", name="A red one")
    assert hidden.evaluate("one => one.decode().then(() => one.naturalWidth)") > 0


def test_a_video_shows_a_picture_of_its_first_second(admin: Person) -> None:
    page = opened(admin)
    form = begin_upload(page)
    shown = film("black", "#c8371b", "#c8371b", "black")
    send(form, {"name": "charge.webm", "mimeType": "video/webm", "buffer": shown})
    expect(form.get_by_text("Uploaded ✓")).to_be_visible(timeout=POSTER_MS)
    form.get_by_label("Title").fill("The charge")
    admin.look_over("media-video-form")
    form.get_by_role("button", name="Add to Gallery").click()
    expect(form).to_be_hidden()
    drawn = card(page, "The charge").get_by_role("img", name="The charge")
    # Before the picture has come, its element is empty.
    admin.wait_until(lambda: drawn.evaluate(COLOR_OF) == [200, 55, 27])


def test_a_dialog_with_a_chosen_file_asks_before_it_closes(admin: Person) -> None:
    page = opened(admin)
    page.get_by_role("button", name="Upload Media").first.click()
    form = page.get_by_role("dialog", name="Upload Media")
    sent = picture("a.jpg", "#3f6b4f")
    form.get_by_label("Choose pictures or videos").set_input_files([sent])
    page.keyboard.press("Escape")
    question = page.get_by_role("alertdialog", name="Discard your changes?")
    question.get_by_role("button", name="Keep Editing").click()
    expect(form).to_be_visible()
    form.get_by_role("button", name="Cancel").click()
    question.get_by_role("button", name="Discard").click()
    expect(form).to_be_hidden()


def test_an_event_and_its_chapter_show_their_pictures(visitor: Person, stage: Stage) -> None:
    chapter_id = stage.chapter("Lantern Bay")
    event_id = stage.event("Lantern Battle", chapter_id=chapter_id, start_at=evening(-3))
    stage.media("The Charge", event_id=event_id)
    stage.media("For members", event_id=event_id, is_public=False)
    for path in (f"/events/{event_id}", f"/chapters/{chapter_id}"):
        page = opened(visitor, path)
        expect(page.get_by_role("heading", name="In Pictures")).to_be_visible()
        expect(page.get_by_role("link", name="The Charge")).to_be_visible()
        expect(page.get_by_role("link", name="For members")).to_have_count(0)
        visitor.look_over(f"{path.split('/')[1]}-with-pictures")


def test_the_demo_gallery_is_full(demo: DemoSite) -> None:
    with demo.person() as somebody:
        page = opened(somebody)
        expect(page.get_by_text("1 – 24 of 42")).to_be_visible()
        drawn = page.locator(".shots .shot-frame img[srcset]").first
        drawn.scroll_into_view_if_needed()
        assert drawn.evaluate("one => one.decode().then(() => one.naturalWidth)") > 0
        # The smallest of the widths that are enough for a quarter of the page.
        assert drawn.evaluate("one => one.currentSrc").endswith("/320")
        somebody.look_over("media-demo")
    with demo.person("Ines Holloway") as somebody:
        page = opened(somebody)
        expect(page.get_by_role("button", name="Upload Media").first).to_be_visible()
        somebody.look_over("media-demo-admin")
