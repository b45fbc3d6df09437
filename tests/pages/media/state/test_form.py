"""The gallery's dialogs over the websocket, without a server."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

import pytest

from rookiebattle.core.database.db import Database, new_id
from rookiebattle.media import service
from rookiebattle.media.models import OF_YOUTUBE
from rookiebattle.media.wording import ASK_TITLE, GONE, LOST, NO_EVENT, loss_words
from rookiebattle.pages.media.state.form import MediaFormState
from rookiebattle.pages.media.state.gallery import MediaState
from rookiebattle.ui.state import ShellState, Toast
from rookiebattle.ui.typed import page_vars
from rookiebattle.uploads import queries as uploads
from rookiebattle.uploads.models import Upload, UploadState
from tests import factories
from tests.media.gallery import VIDEO, Add, Club
from tests.tab import Tab, Worker, worker_of

pytestmark = pytest.mark.anyio
State, Gallery = page_vars(MediaFormState), page_vars(MediaState)
YOUTUBE = {"recordId": "", "title": "Duel", "isPublic": "on", "youtubeUrl": VIDEO}


@pytest.fixture
async def tab(club: Club) -> AsyncIterator[Tab]:
    async with worker_of(club.actor) as running:
        yield await administrator(running)


async def administrator(worker: Worker) -> Tab:
    tab = worker.tab(cookie="rb_session=admin", path="/media")
    await tab.send(Gallery.show)
    return tab


def toast(tab: Tab) -> Toast:
    shown: Toast = tab.of(ShellState)["toast"]
    return shown


async def listed(tab: Tab) -> list[Any]:
    await tab.send(Gallery.show)
    cards: list[Any] = tab.of(Gallery)["cards"]
    return cards


def claimed(
    database: Database, club: Club, name: str, mime_type: str = "image/jpeg", user_id: str = ""
) -> str:
    """The path of a file that somebody, otherwise the administrator, has sent."""
    row = Upload(
        id=new_id(), user_id=user_id or club.admin.user_id, state=UploadState.CLAIMED,
        file_name=name, mime_type=mime_type, size=9, width=1200, height=900, copies=[320],
    )  # fmt: skip
    with database.unit_of_work(write=True) as session:
        session.add(row)
    return f"/objects/{row.id}"


async def test_a_link_is_judged_while_it_is_typed(tab: Tab) -> None:
    await tab.send(State.create)
    await tab.send(State.choose_source, source="youtube")
    await tab.send(State.check_link, text="https://youtu.be/short")
    assert (tab.of(State)["is_wrong_link"], tab.of(State)["video"]) == (True, "")
    await tab.send(State.check_link, text="https://youtu.be/rookieDemo1")
    assert (tab.of(State)["is_wrong_link"], tab.of(State)["video"]) == (False, "rookieDemo1")
    assert len(tab.of(State)["stills"]) == 3
    await tab.send(State.choose_source, source="file")
    assert (tab.of(State)["source"], tab.of(State)["video"]) == ("file", "")


async def test_a_video_is_added_and_the_dialog_closes(tab: Tab) -> None:
    await tab.send(State.create)
    await tab.send(State.choose_source, source="youtube")
    await tab.send(State.add, form={**YOUTUBE, "tags": "Park\nDuel", "category": "training"})
    assert toast(tab).title == "YouTube video added successfully!"
    assert not tab.of(State)["is_open"]
    (card,) = await listed(tab)
    assert (card.title, card.category, card.href) == ("Duel", "Training", VIDEO)
    assert [one.label for one in card.tags] == ["Park", "Duel"]


@pytest.mark.parametrize(
    ("source", "form", "sentence"),
    [
        ("youtube", {**YOUTUBE, "youtubeUrl": "x"}, "Please enter a valid YouTube URL"),
        ("file", {"recordId": "", "title": "Duel"}, "Please upload a file first"),
        ("youtube", {**YOUTUBE, "title": " "}, "Title is required"),
    ],
)
async def test_after_an_error_the_form_stays(
    tab: Tab, source: str, form: dict[str, str], sentence: str
) -> None:
    await tab.send(State.create)
    await tab.send(State.choose_source, source=source)
    await tab.send(State.add, form=form)
    assert (toast(tab).title, toast(tab).text) == ("Error", sentence)
    assert sentence in tab.of(State)["errors"].values()
    assert tab.of(State)["is_open"]
    assert await listed(tab) == []


async def test_files_are_asked_about_one_after_another(
    tab: Tab, club: Club, database: Database
) -> None:
    first = claimed(database, club, "shield-wall.jpg")
    second = claimed(database, club, "film.mp4", "video/mp4")
    await tab.send(State.create)
    await tab.send(State.count_coming, count=2, moving=2)
    await tab.send(State.take_file, claimed={"objectPath": first, "fileName": "x"})
    assert (toast(tab).title, tab.of(State)["coming"]) == ("", 1)
    await tab.send(State.take_file, claimed={"objectPath": second, "fileName": "x"})
    assert toast(tab).title == "Files Uploaded"
    assert toast(tab).text == "2 files uploaded. Add details to each, or add them all."
    assert tab.of(State)["draft"].title == "Shield wall"
    await tab.send(State.add, form={"recordId": "", "title": "The Wall", "isPublic": "on"})
    assert toast(tab).title == "Media uploaded successfully!"
    assert tab.of(State)["is_open"]
    assert [(one.name, one.kind) for one in tab.of(State)["files"]] == [("film.mp4", "Video")]
    assert (tab.of(State)["turn"], tab.of(State)["added"]) == (1, 1)
    await tab.send(State.add, form={"recordId": "", "title": "The Film", "field_isPublic": ""})
    assert not tab.of(State)["is_open"]
    film, wall = await listed(tab)
    assert (film.kind, film.is_public, wall.kind, wall.href) == ("Video", False, "Photo", first)


async def begun_with(tab: Tab, club: Club, database: Database, *names: str) -> None:
    """Open the form with these files, all of which have been sent."""
    await tab.send(State.create)
    for name in names:
        path = claimed(database, club, name)
        await tab.send(State.take_file, claimed={"objectPath": path})


async def test_the_chosen_event_names_files_that_a_camera_named(
    tab: Tab, club: Club, database: Database
) -> None:
    event = factories.event(
        organizer_id=club.admin.user_id,
        title="Park Day",
        start_at=datetime(2026, 3, 15, 2, tzinfo=UTC),
    )
    with database.unit_of_work(write=True) as session:
        session.add(event)
    await begun_with(tab, club, database, "IMG_1.jpg", "IMG_2.jpg")
    await tab.send(State.propose, event_id=event.id)
    day = "Park Day, Mar 14"
    assert tab.of(State)["proposal"] == f"{day} · 1"
    form = {"recordId": "", "title": " ", "eventId": event.id, "isPublic": "on"}
    await tab.send(State.reach, adds_all=False)
    await tab.send(State.add, form=form)
    assert (tab.of(State)["proposal"], tab.of(State)["draft"].title) == (f"{day} · 2", "")
    await tab.send(State.propose, event_id="")
    assert tab.of(State)["proposal"] == ""
    await tab.send(State.add, form=form | {"title": "The Wall"})
    assert [card.title for card in await listed(tab)] == ["The Wall", f"{day} · 1"]
    await tab.send(State.propose, event_id=new_id())
    assert toast(tab).text == NO_EVENT


async def test_all_files_are_added_with_the_same_details(
    tab: Tab, club: Club, database: Database
) -> None:
    await begun_with(tab, club, database, "IMG_1.jpg", "long-duel.jpg", "IMG_3.jpg")
    await tab.send(State.reach, adds_all=True)
    shared = {"recordId": "", "altText": "A wall.", "tags": "Park", "category": "training"}
    await tab.send(State.add, form={**shared, "title": ""})
    assert (tab.of(State)["errors"], len(tab.of(State)["files"])) == ({"title": ASK_TITLE}, 3)
    await tab.send(State.reach, adds_all=True)
    await tab.send(State.add, form={**shared, "title": "The Wall"})
    assert toast(tab).title == "3 items added to the gallery!"
    assert not tab.of(State)["is_open"]
    third, second, first = await listed(tab)
    assert [first.title, second.title, third.title] == [
        "The Wall · 1", "Long duel", "The Wall · 2",
    ]  # fmt: skip
    assert [first.alt, second.alt, third.alt] == ["A wall.", "Long duel", "The Wall · 2"]
    assert {card.category for card in (first, second, third)} == {"Training"}


async def test_files_that_could_not_be_added_stay(tab: Tab, club: Club, database: Database) -> None:
    await begun_with(tab, club, database, "wall.jpg", "duel.jpg", "bay.jpg")
    gone = tab.of(State)["files"][1]
    with database.unit_of_work(write=True) as session:
        uploads.change(session, gone.path.rpartition("/")[2], state=UploadState.RELEASED)
    await tab.send(State.reach, adds_all=True)
    await tab.send(State.add, form={"recordId": "", "title": "Wall", "isPublic": "on"})
    assert [one.name for one in tab.of(State)["files"]] == ["duel.jpg", "bay.jpg"]
    assert (tab.of(State)["is_open"], tab.of(State)["added"]) == (True, 1)
    assert "fileUrl" in tab.of(State)["errors"]


async def test_one_file_is_told_in_the_words_for_one(
    tab: Tab, club: Club, database: Database
) -> None:
    await tab.send(State.create)
    await tab.send(State.count_coming, count=1, moving=1)
    await tab.send(State.take_file, claimed={"objectPath": claimed(database, club, "wall.jpg")})
    assert toast(tab).title == "File Uploaded"
    assert toast(tab).text == "File uploaded successfully. Complete the media details."
    assert (tab.of(State)["coming"], tab.of(State)["files"][0].kind) == (0, "Picture")


async def test_the_form_stays_and_keeps_its_details_while_a_file_is_coming(
    tab: Tab, club: Club, database: Database
) -> None:
    first, second = (claimed(database, club, name) for name in ("wall.jpg", "duel.jpg"))
    await tab.send(State.create)
    await tab.send(State.count_coming, count=2, moving=2)
    await tab.send(State.take_file, claimed={"objectPath": first})
    form = {"recordId": "", "title": "The Wall", "category": "training", "isPublic": "on"}
    await tab.send(State.add, form=form)
    assert tab.of(State)["is_open"]
    assert tab.of(State)["files"] == []
    await tab.send(State.take_file, claimed={"objectPath": second})
    draft = tab.of(State)["draft"]
    assert (draft.title, draft.category) == ("Duel", "training")
    await tab.send(State.add, form=form)
    assert not tab.of(State)["is_open"]


async def test_a_draft_gets_the_files_back_that_still_wait_for_this_person(
    tab: Tab, club: Club, database: Database
) -> None:
    wall, film = claimed(database, club, "wall.jpg"), claimed(database, club, "f.mp4", "video/mp4")
    poster = claimed(database, club, "poster.jpg")
    strange = claimed(database, club, "a.jpg", user_id=club.member.user_id)
    used = claimed(database, club, "used.jpg")
    await tab.send(State.create)
    await tab.send(State.take_again, lines=[wall, f"{film} {poster}"])
    assert [(one.path, one.poster) for one in tab.of(State)["files"]] == [
        (wall, ""), (film, poster),
    ]  # fmt: skip
    assert (tab.of(State)["draft"].title, tab.of(State)["lost"]) == ("Wall", "")
    await tab.send(State.take_again, lines=[used])
    assert len(tab.of(State)["files"]) == 2
    await tab.send(State.create)
    await tab.send(State.take_file, claimed={"objectPath": used})
    await tab.send(State.add, form={"recordId": "", "title": "Used", "isPublic": "on"})
    await tab.send(State.create)
    await tab.send(State.take_again, lines=[strange, used, "nothing", f"{film} {strange}", wall])
    # A video stays without its still picture.
    assert [(one.path, one.poster) for one in tab.of(State)["files"]] == [(film, ""), (wall, "")]
    assert tab.of(State)["lost"] == LOST
    await tab.send(State.create)
    await tab.send(State.take_again, lines=[used])
    assert (tab.of(State)["files"], tab.of(State)["lost"]) == ([], LOST)
    await tab.send(State.take_file, claimed={"objectPath": wall})
    assert tab.of(State)["lost"] == ""


async def test_a_draft_gets_its_link_back(tab: Tab) -> None:
    await tab.send(State.create)
    await tab.send(State.take_again, lines=[])
    assert tab.of(State)["source"] == "file"
    await tab.send(State.take_again, lines=["rookieDemo1"])
    shown = tab.of(State)
    assert (shown["source"], shown["video"], shown["link"]) == ("youtube", "rookieDemo1", VIDEO)
    assert len(shown["stills"]) == 3
    await tab.send(State.choose_source, source="file")
    assert (tab.of(State)["video"], tab.of(State)["link"]) == ("", "")


async def test_a_sent_file_is_removed_and_the_next_one_is_asked_about(
    tab: Tab, club: Club, database: Database
) -> None:
    paths = [claimed(database, club, name) for name in ("wall.jpg", "duel.jpg", "feast.jpg")]
    await tab.send(State.create)
    for path in paths:
        await tab.send(State.take_file, claimed={"objectPath": path})
    await tab.send(State.drop_file, path=paths[1])
    assert tab.of(State)["draft"].title == "Wall"
    await tab.send(State.drop_file, path=paths[0])
    assert [one.name for one in tab.of(State)["files"]] == ["feast.jpg"]
    assert tab.of(State)["draft"].title == "Feast"
    await tab.send(State.drop_file, path=paths[2])
    assert tab.of(State)["files"] == []
    assert tab.of(State)["is_open"]
    await tab.send(State.add, form={"recordId": "", "title": "The Feast"})
    assert toast(tab).text == "Please upload a file first"


async def test_a_video_comes_with_its_still_picture(
    tab: Tab, club: Club, database: Database
) -> None:
    film = claimed(database, club, "film.mp4", "video/mp4")
    poster = claimed(database, club, "poster.jpg")
    await tab.send(State.create)
    await tab.send(State.take_file, claimed={"objectPath": film, "posterPath": poster})
    assert tab.of(State)["files"][0].src == poster
    await tab.send(State.add, form={"recordId": "", "title": "The Film", "isPublic": "on"})
    (card,) = await listed(tab)
    assert (card.kind, card.href, card.src) == ("Video", film, f"{poster}/320")


async def test_a_file_for_which_there_is_no_room_is_told(
    tab: Tab, club: Club, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    # `rookiebattle.pages.media` is also the name of the page, so pytest cannot follow the path.
    form = import_module("rookiebattle.pages.media.state.form")
    monkeypatch.setattr(form, "MOST_WAITING", 1)
    await tab.send(State.create)
    for name in ("first.jpg", "second.jpg"):
        await tab.send(State.take_file, claimed={"objectPath": claimed(database, club, name)})
    assert toast(tab).title == "Failed to upload media"
    assert toast(tab).text.startswith("1 files still need details.")
    assert [one.name for one in tab.of(State)["files"]] == ["first.jpg"]


async def test_a_file_that_was_not_sent_is_told(tab: Tab) -> None:
    await tab.send(State.create)
    await tab.send(State.miss_file)
    assert (toast(tab).title, toast(tab).text) == ("Error", "Failed to upload file")
    assert tab.of(State)["is_open"]


async def test_the_last_file_that_fails_tells_of_those_that_were_stored(
    tab: Tab, club: Club, database: Database
) -> None:
    first, second, third = (claimed(database, club, f"{name}.jpg") for name in "abc")
    await tab.send(State.create)
    await tab.send(State.count_coming, count=2, moving=2)
    await tab.send(State.take_file, claimed={"objectPath": first})
    await tab.send(State.count_coming, count=1, moving=1)
    await tab.send(State.miss_file)
    text = "Failed to upload file. The other file was uploaded."
    assert (toast(tab).title, toast(tab).text) == ("Error", text)
    await tab.send(State.count_coming, count=1, moving=0)
    # One that failed before keeps the form open, and no toast of the next one back.
    await tab.send(State.count_coming, count=2, moving=1)
    await tab.send(State.take_file, claimed={"objectPath": second})
    assert toast(tab).title == "Files Uploaded"
    assert tab.of(State)["coming"] == 1
    # Where the first fails, the last one that arrives tells as usual.
    await tab.send(State.count_coming, count=3, moving=2)
    await tab.send(State.miss_file)
    assert toast(tab).text == "Failed to upload file"
    await tab.send(State.take_file, claimed={"objectPath": third})
    assert toast(tab).text == "3 files uploaded. Add details to each, or add them all."


async def test_a_file_of_nobody_is_refused(tab: Tab) -> None:
    await tab.send(State.create)
    await tab.send(State.take_file, claimed={"objectPath": f"/objects/{new_id()}"})
    assert (toast(tab).title, tab.of(State)["files"]) == ("Error", [])


async def test_a_file_of_somebody_else_is_refused(tab: Tab, club: Club, database: Database) -> None:
    film = claimed(database, club, "film.mp4", "video/mp4")
    strange = claimed(database, club, "a.jpg", user_id=club.member.user_id)
    await tab.send(State.create)
    for told in ({"objectPath": strange}, {"objectPath": film, "posterPath": strange}):
        await tab.send(State.take_file, claimed=told)
        assert (toast(tab).title, tab.of(State)["files"]) == ("Error", [])


async def test_an_item_is_edited_with_what_is_stored(
    tab: Tab, add: Add, club: Club, database: Database
) -> None:
    event = factories.event(organizer_id=club.organizer.user_id, title="Spring Finals")
    with database.unit_of_work(write=True) as session:
        session.add(event)
    one = add("Old", tags=["Park"], event_id=event.id, is_public=False)
    await tab.send(State.edit, media_id=one.id)
    draft = tab.of(State)["draft"]
    assert (draft.title, draft.tags, draft.eventId, draft.isPublic) == (
        "Old", ["Park"], event.id, False,
    )  # fmt: skip
    assert any("Spring Finals" in option.label for option in tab.of(State)["events"])
    form = {"recordId": one.id, "title": "New", "tags": "", "eventId": "", "isPublic": "on"}
    await tab.send(State.save, form=form)
    assert toast(tab).title == "Media updated successfully!"
    assert (tab.of(State)["is_open"], tab.of(State)["editing"]) == (False, "")
    (card,) = await listed(tab)
    assert (card.title, card.tags, card.is_public) == ("New", [], True)


async def test_an_item_that_somebody_deleted_meanwhile_is_told_and_the_list_is_fetched(
    tab: Tab, add: Add, club: Club, database: Database
) -> None:
    one = add("Old")
    assert len(await listed(tab)) == 1
    await tab.send(State.edit, media_id=one.id)
    with database.unit_of_work(write=True) as session:
        service.delete_media(session, club.admin, media_id=one.id)
    await tab.send(State.save, form={"recordId": one.id, "title": "New"})
    assert (toast(tab).title, toast(tab).text) == ("Error", GONE)
    assert (tab.of(State)["is_open"], tab.of(State)["is_gone"]) == (True, True)
    assert tab.of(State)["editing"] == one.id
    assert tab.of(Gallery)["cards"] == []
    other = add("Other")
    await tab.send(State.close)
    await tab.send(State.edit, media_id=other.id)
    assert not tab.of(State)["is_gone"]


async def test_a_tag_that_is_too_long_is_refused_at_its_field(tab: Tab, add: Add) -> None:
    one = add("Old", tags=["Park"])
    await tab.send(State.edit, media_id=one.id)
    form = {"recordId": one.id, "title": "Old", "tags": "Park\n" + 51 * "x"}
    await tab.send(State.save, form=form)
    assert "at most 50 characters" in tab.of(State)["errors"]["tags"]
    (card,) = await listed(tab)
    assert [tag.label for tag in card.tags] == ["Park"]


async def test_deleting_asks_first_and_names_the_item(tab: Tab, add: Add) -> None:
    one = add("Old")
    await tab.send(State.ask, media_id=one.id)
    assert tab.of(State)["doomed"].name == "Old"
    assert tab.of(State)["loss"] == loss_words("video", OF_YOUTUBE)
    await tab.send(State.keep)
    assert len(await listed(tab)) == 1
    await tab.send(State.ask, media_id=one.id)
    await tab.send(State.delete)
    assert toast(tab).title == "Media deleted successfully!"
    assert await listed(tab) == []


async def test_a_form_of_another_record_is_not_saved(tab: Tab, add: Add) -> None:
    one, other = add("One"), add("Other")
    await tab.send(State.edit, media_id=one.id)
    await tab.send(State.save, form={"recordId": other.id, "title": "Lost"})
    assert toast(tab).title == "Error"
    assert {card.title for card in await listed(tab)} == {"One", "Other"}
