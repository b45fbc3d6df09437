"""The verbs of media."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.changes import AuditWords
from rookiebattle.core.database import freshness
from rookiebattle.core.database.db import Database, new_id
from rookiebattle.core.errors import Forbidden, Invalid, NotFound, Unauthorized
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.pushing import live
from rookiebattle.core.roles import Grant, Role
from rookiebattle.media import filing, queries, service
from rookiebattle.media.models import Media, MediaTag
from rookiebattle.media.policy import place_of
from rookiebattle.media.schemas import MediaFilter, MediaPatch, MediaRead, MediaWrite
from rookiebattle.media.view import card_of
from rookiebattle.uploads.models import Upload, UploadState
from tests import factories
from tests.club import Club
from tests.media.gallery import VIDEO, Add
from tests.uploads.stage import Uploads
from tests.world import World


@pytest.fixture
def database(some_database: Database) -> Database:
    return some_database


Do = Callable[..., Any]


@pytest.fixture
def titles(do: Do) -> Callable[..., list[str]]:
    """The titles of a list, in order."""

    def listing(actor: Actor = VISITOR, **wanted: Any) -> list[str]:
        found: Page[MediaRead] = do(service.list_media, actor, wanted=MediaFilter(**wanted))
        assert found.total == len(found.items) or "window" in wanted
        return [one.title for one in found.items]

    return listing


Titles = Callable[..., list[str]]


@pytest.fixture
def places_agree(database: Database) -> Callable[[], None]:
    """A check that every `place`, and every tag, follows from what the item says."""

    def check() -> None:
        with database.unit_of_work(write=False) as session:
            assert service.misplaced_media(session) == []

    return check


def test_an_item_that_stands_elsewhere_is_found(add: Add, database: Database) -> None:
    one, other = add("One", tags=["a"]), add("Two", tags=["b"])
    add("Three", tags=["c"])
    with database.unit_of_work(write=True) as session:
        session.execute(
            sa.update(queries.media).where(queries.media.c.id == one.id).values(place=7)
        )
        session.execute(sa.delete(queries.tags).where(queries.tags.c.media_id == other.id))
    with database.unit_of_work(write=False) as session:
        found = service.misplaced_media(session)
    assert {line.split()[1] for line in found} == {one.id, other.id}


def test_the_newest_item_stands_first_and_pinned_ones_before_it(
    add: Add, do: Do, club: Club, titles: Titles, places_agree: Callable[[], None]
) -> None:
    first, _, third = (add(title, tags=["Park"]) for title in ("One", "Two", "Three"))
    assert titles() == ["Three", "Two", "One"]
    do(service.pin_media, club.admin, media_id=first.id, is_pinned=True)
    assert titles() == titles(tag="park") == ["One", "Three", "Two"]
    add("Four")
    assert titles() == ["One", "Four", "Three", "Two"]
    do(service.pin_media, club.admin, media_id=first.id, is_pinned=False)
    assert titles() == ["Four", "Three", "Two", "One"]
    assert third.order_position == -2
    places_agree()


def test_a_youtube_link_becomes_the_canonical_video(add: Add) -> None:
    one = add("Duel", file_url="https://youtu.be/rookieDemo1?t=4", media_type="photo")
    assert (one.file_url, one.youtube_url) == (VIDEO, VIDEO)
    assert one.file_name == "YouTube Video: rookieDemo1"
    assert (one.media_type, one.mime_type, one.file_size) == ("video", "video/youtube", 0)
    assert one.thumbnail_url == "https://i.ytimg.com/vi/rookieDemo1/hqdefault.jpg"


@pytest.mark.parametrize(
    ("address", "mime_type", "sentence"),
    [
        ("https://example.org/a.png", None, "Please enter a valid YouTube URL"),
        ("", None, "Please upload a file first"),
        (" ", "image/png", "Please upload a file first"),
        ("", "video/youtube", "YouTube video processing failed. Please try again."),
    ],
)
def test_an_item_without_a_file_or_video_is_refused(
    add: Add, titles: Titles, address: str, mime_type: str | None, sentence: str
) -> None:
    with pytest.raises(Invalid) as refused:
        add("Nothing", file_url=address, mime_type=mime_type)
    assert refused.value.fields == {"fileUrl": sentence}
    assert titles() == []


@pytest.fixture
def claimed(database: Database, club: Club) -> Callable[..., str]:
    """The path of a file that somebody, otherwise the administrator, has sent."""

    def sent(mime_type: str, user_id: str = "") -> str:
        row = Upload(
            user_id=user_id or club.admin.user_id, state=UploadState.CLAIMED, file_name="a",
            mime_type=mime_type, size=9, width=960, height=540, copies=[320],
        )  # fmt: skip
        with database.unit_of_work(write=True) as session:
            session.add(row)
        return f"/objects/{row.id}"

    return sent


Claimed = Callable[..., str]


def states_of(database: Database) -> set[tuple[str, bool]]:
    with database.unit_of_work(write=False) as session:
        return {(row.state, row.is_public) for row in session.scalars(sa.select(Upload))}


def test_a_video_has_its_still_picture_for_as_long_as_it_lives(
    add: Add, claimed: Claimed, do: Do, club: Club, database: Database
) -> None:
    poster = claimed("image/jpeg")
    one = add("Charge", file_url=claimed("video/mp4"), thumbnail_url=poster, is_public=False)
    assert (one.media_type, one.thumbnail_url) == ("video", poster)
    assert states_of(database) == {("attached", False)}
    with database.unit_of_work(write=False) as session:
        (shown,) = filing.with_files(session, items=[one])
    assert card_of(shown).src.startswith(f"{poster}/320?")
    patch = MediaPatch.model_validate({"is_public": True})
    do(service.update_media, club.admin, media_id=one.id, values=patch)
    assert states_of(database) == {("attached", True)}
    do(service.delete_media, club.admin, media_id=one.id)
    assert states_of(database) == {("released", True)}


@pytest.mark.each_database
def test_only_an_own_picture_becomes_the_still_picture_of_an_own_video(
    add: Add, claimed: Claimed, club: Club, titles: Titles, database: Database
) -> None:
    film = claimed("video/mp4")
    strange = claimed("image/jpeg", club.member.user_id)
    for poster in (strange, claimed("video/mp4"), film, "/objects/../x", "https://example.org/a"):
        with pytest.raises(Invalid) as refused:
            add("Charge", file_url=film, thumbnail_url=poster)
        assert list(refused.value.fields) == ["thumbnailUrl"]
    assert (titles(), states_of(database)) == ([], {("claimed", False)})
    # Other items have a picture of their own.
    assert add("Photo", file_url=claimed("image/jpeg"), thumbnail_url=strange).thumbnail_url
    assert add("Duel", thumbnail_url=strange).thumbnail_url != strange
    assert states_of(database) == {("claimed", False), ("attached", True)}


def test_type_category_and_tag_narrow_the_list(add: Add, titles: Titles) -> None:
    add("Drill", category="training", tags=["Footwork", "Park"])
    add("Feast", category="events", tags=["park", "PARK", " Food "])
    assert titles(category="training") == ["Drill"]
    assert titles(media_type="video") == ["Feast", "Drill"]
    assert titles(media_type="photo") == []
    assert titles(tag="park") == ["Feast", "Drill"]
    assert titles(tag="food", category="events", media_type="video") == ["Feast"]
    assert titles(tag="food", category="training") == []
    assert titles(window=Window(1, 1)) == ["Drill"]


def test_repeated_tags_are_kept_once_as_first_written(add: Add) -> None:
    assert add(tags=["Park", "food", "PARK", "Food"]).tags == ["Park", "food"]


def test_private_items_are_for_members_only(add: Add, club: Club, do: Do, titles: Titles) -> None:
    one = add("Secret", is_public=False, tags=["x"])
    assert titles() == titles(tag="x") == []
    assert titles(club.member) == titles(club.member, tag="x") == ["Secret"]
    with pytest.raises(NotFound):
        do(service.count_view, VISITOR, media_id=one.id)
    do(service.count_view, club.member, media_id=one.id)


def test_sorting_permutes_only_the_items_that_are_given(
    add: Add, do: Do, club: Club, titles: Titles, places_agree: Callable[[], None]
) -> None:
    ids = {title: add(title, tags=["all"]).id for title in "EDCBA"}
    assert titles() == [*"ABCDE"]
    do(service.sort_media, club.admin, media_ids=[ids["D"], ids["B"]])
    assert titles() == titles(tag="all") == [*"ADCBE"]
    do(service.sort_media, club.admin, media_ids=[ids[one] for one in "EDCBA"])
    assert titles() == [*"EDCBA"]
    places_agree()


@pytest.mark.each_database
def test_an_order_that_stands_already_is_no_change(
    add: Add, do: Do, club: Club, database: Database
) -> None:
    ids = [add(title).id for title in "BA"][::-1]
    before = freshness.generation(freshness.MEDIA)
    do(service.sort_media, club.admin, media_ids=ids)
    do(service.sort_media, club.admin, media_ids=ids[:1])
    assert freshness.generation(freshness.MEDIA) == before
    do(service.sort_media, club.admin, media_ids=ids[::-1])
    with database.unit_of_work(write=False) as session:
        wanted = sa.select(AuditWords).where(AuditWords.action == "media.sorted")  # type: ignore[arg-type]  # typed as its value
        assert [one.thing for one in session.scalars(wanted)] == ["2 items"]


def test_items_that_are_added_at_once_stand_apart(
    add: Add, do: Do, club: Club, titles: Titles
) -> None:
    with ThreadPoolExecutor(4) as threads:
        added = list(threads.map(add, "ABCDEFGH"))
    assert len({one.order_position for one in added}) == len(added)


def test_pinned_items_and_others_are_sorted_apart(
    add: Add, do: Do, club: Club, titles: Titles
) -> None:
    ids = {title: add(title).id for title in "DCBA"}
    for title in "CD":
        do(service.pin_media, club.admin, media_id=ids[title], is_pinned=True)
    assert titles() == [*"CDAB"]
    do(service.sort_media, club.admin, media_ids=[ids[one] for one in "BDCA"])
    assert titles() == [*"DCBA"]
    do(service.pin_media, club.admin, media_id=ids["D"], is_pinned=False)
    assert titles() == [*"CBAD"]


@pytest.mark.each_database
def test_items_at_one_position_are_told_apart_before_they_are_sorted(
    add: Add, database: Database, do: Do, club: Club, titles: Titles,
    places_agree: Callable[[], None],
) -> None:  # fmt: skip
    ids = {title: add(title, tags=["t"]).id for title in "CBA"}
    pinned = add("P", tags=["t"]).id
    do(service.pin_media, club.admin, media_id=pinned, is_pinned=True)
    with database.unit_of_work(write=True) as session:
        session.execute(sa.update(Media).values(order_position=3))
        for is_pinned in (True, False):
            place = place_of(3, is_pinned=is_pinned)
            its = sa.update(Media).where(queries.media.c.is_pinned.is_(is_pinned))
            session.execute(its.values(place=place))
    do(service.sort_media, club.admin, media_ids=[ids[one] for one in "BCA"])
    assert titles() == titles(tag="t") == ["P", *"BCA"]
    places_agree()


def test_two_administrators_at_once_end_with_one_order(
    add: Add, do: Do, club: Club, titles: Titles, places_agree: Callable[[], None]
) -> None:
    ids = {title: add(title, tags=["t"]).id for title in "FEDCBA"}
    orders = [[ids[one] for one in order] for order in ("ABCDEF", "FEDCBA", "BADCFE", "CADBFE")]

    def sort(order: list[str]) -> None:
        do(service.sort_media, club.admin, media_ids=order)

    def sort_and_pin(order: list[str]) -> None:
        sort(order)
        do(service.pin_media, club.admin, media_id=order[2], is_pinned=True)
        do(service.pin_media, club.admin, media_id=order[2], is_pinned=False)

    for work in (sort_and_pin, sort):
        with ThreadPoolExecutor(4) as threads:
            list(threads.map(work, orders * 3))
        found = titles()
        # An item that is pinned keeps its place while others are sorted, so orders may mix.
        assert sorted(found) == list("ABCDEF")
        assert titles(tag="t") == found
        places_agree()
    assert "".join(found) in ("ABCDEF", "FEDCBA", "BADCFE", "CADBFE")


def test_two_moves_from_one_order_both_hold(
    add: Add, do: Do, club: Club, titles: Titles, places_agree: Callable[[], None]
) -> None:
    ids = {title: add(title, tags=["t"]).id for title in "FEDCBA"}

    def move(title: str, wanted: str, seen: str = "ABCDEF") -> None:
        orders = {"seen": [ids[one] for one in seen], "wanted": [ids[one] for one in wanted]}
        do(service.move_media, club.admin, media_id=ids[title], **orders)

    move("F", "ABCDFE")
    move("A", "BACDEF")
    assert titles() == titles(tag="t") == [*"BACDFE"]
    ids["New"] = add("New").id
    move("B", "CBE", seen="BCE")
    assert titles() == ["New", *"CABDFE"], "under a filter the given ones share their places"
    for title in "EF":
        do(service.pin_media, club.admin, media_id=ids[title], is_pinned=True)
    assert titles() == [*"FE", "New", *"CABD"]
    move("C", "ABDCFE", seen="CABDFE")
    assert titles() == [*"FE", "New", *"ABDC"], "what is pinned meanwhile stays before the others"
    move("E", "EABDCF", seen="ABDCFE")
    assert titles() == [*"EF", "New", *"ABDC"]
    places_agree()


def test_a_move_that_others_have_made_is_no_change(
    add: Add, do: Do, club: Club, database: Database
) -> None:
    ids = [add(title).id for title in "BA"]
    orders = {"seen": ids[::-1], "wanted": ids}
    do(service.move_media, club.admin, media_id=ids[1], **orders)
    before = freshness.generation(freshness.MEDIA)
    do(service.move_media, club.admin, media_id=ids[1], **orders)
    assert freshness.generation(freshness.MEDIA) == before
    with database.unit_of_work(write=False) as session:
        wanted = sa.select(AuditWords).where(AuditWords.action == "media.sorted")  # type: ignore[arg-type]  # typed as its value
        assert [one.thing for one in session.scalars(wanted)] == ["A"]


def test_a_move_among_unknown_or_repeated_items_is_refused_and_nothing_moves(
    add: Add, do: Do, club: Club, titles: Titles
) -> None:
    one, two, gone = add("One").id, add("Two").id, new_id()

    def move(media_id: str, seen: list[str], wanted: list[str]) -> None:
        do(service.move_media, club.admin, media_id=media_id, seen=seen, wanted=wanted)

    for media_id, seen, wanted in (
        (gone, [two, one, gone], [gone, two, one]),
        (one, [two, gone, one], [two, one, gone]),
        (gone, [two, one], [one, two]),
        (one, [two, one], [one]),
        ("x", [two, one, "x"], ["x", two, one]),
    ):
        with pytest.raises(NotFound, match="is gone"):
            move(media_id, seen, wanted)
    with pytest.raises(Invalid, match="one place only"):
        move(one, [two, one, one], [one, two, one])
    assert titles() == ["Two", "One"]


@pytest.mark.each_database
def test_unknown_and_repeated_ids_are_refused_and_nothing_moves(
    add: Add, do: Do, club: Club, titles: Titles
) -> None:
    first, second = add("One").id, add("Two").id
    with pytest.raises(Invalid, match="one place only"):
        do(service.sort_media, club.admin, media_ids=[first, second, first])
    for stranger in (new_id(), "x"):
        with pytest.raises(NotFound, match="is gone"):
            do(service.sort_media, club.admin, media_ids=[first, stranger, second])
    do(service.sort_media, club.admin, media_ids=[])
    assert titles() == ["Two", "One"]


def test_a_change_changes_only_what_was_sent(add: Add, do: Do, club: Club, titles: Titles) -> None:
    one = add("Old", description="Kept.", tags=["a"], is_public=False)
    sent = MediaPatch.model_validate({"title": "New", "tags": ["b"]})
    now = do(service.update_media, club.admin, media_id=one.id, values=sent)
    assert (now.title, now.description, now.tags, now.is_public) == ("New", "Kept.", ["b"], False)
    assert titles(club.member, tag="b") == ["New"]
    assert titles(club.member, tag="a") == []
    assert now.updated_at > one.updated_at


def test_only_members_learn_of_which_private_event_a_public_item_is(
    add: Add, do: Do, club: Club, database: Database
) -> None:
    start = clock.now() - timedelta(days=2)
    both = [
        factories.event(
            organizer_id=club.organizer.user_id,
            chapter_id=club.east,
            start_at=start,
            is_public=is_public,
        )
        for is_public in (True, False)
    ]
    with database.unit_of_work(write=True) as session:
        session.add_all(both)
    shown, hidden = (event.id for event in both)
    for title, event_id in (("Open", shown), ("Closed", hidden), ("None", None)):
        add(title, event_id=event_id)

    def told(actor: Actor) -> dict[str, str | None]:
        page: Page[MediaRead] = do(service.list_media, actor, wanted=MediaFilter())
        return {one.title: one.event_id for one in page.items}

    assert told(VISITOR) == {"Open": shown, "Closed": None, "None": None}
    assert told(club.member) == {"Open": shown, "Closed": hidden, "None": None}
    of_hidden = MediaFilter(event_id=hidden)
    assert do(service.list_media, VISITOR, wanted=of_hidden).items == []
    assert [one.title for one in do(service.list_media, club.member, wanted=of_hidden).items] == [
        "Closed"
    ]
    assert do(service.events_shown, VISITOR, event_ids=[hidden]) == {}
    assert hidden in do(service.events_shown, club.member, event_ids=[hidden])
    (item,) = do(service.media_of_event, VISITOR, most=9, event_id=hidden)
    assert item.item.event_id is None


def test_an_item_of_an_event_is_shown_with_it_and_survives_it(
    add: Add, do: Do, club: Club, database: Database
) -> None:
    start = clock.now() - timedelta(days=2)
    its = {"organizer_id": club.organizer.user_id, "chapter_id": club.east}
    event = factories.event(**its, start_at=start)
    ahead = factories.event(**its, start_at=clock.now() + timedelta(days=2))
    with database.unit_of_work(write=True) as session:
        session.add_all([event, ahead])
    add("Plan", event_id=ahead.id)
    seen, hidden = add("Seen", event_id=event.id), add("Hidden", event_id=event.id, is_public=False)
    for verb, of in (
        (service.media_of_event, {"event_id": event.id}),
        (service.media_of_chapter, {"chapter_id": club.east}),
    ):
        assert [one.item.id for one in do(verb, VISITOR, most=9, **of)] == [seen.id]
        assert [one.item.id for one in do(verb, club.member, most=9, **of)] == [hidden.id, seen.id]
        assert len(do(verb, club.member, most=1, **of)) == 1
    assert do(service.media_of_chapter, VISITOR, chapter_id=club.central, most=9) == []
    with database.unit_of_work(write=True) as session:
        session.execute(sa.delete(queries.events).where(queries.events.c.id == event.id))
    assert do(service.get_media, club.admin, media_id=seen.id).event_id is None
    with pytest.raises(Invalid, match="isn’t there anymore"):
        add("Lost", event_id=event.id)


@pytest.mark.each_database
def test_the_newest_and_those_of_one_event_are_listed(
    add: Add, do: Do, club: Club, database: Database, titles: Titles
) -> None:
    event = factories.event(organizer_id=club.admin.user_id)
    with database.unit_of_work(write=True) as session:
        session.add(event)
    for day, title in enumerate(("One", "Two", "Three")):
        with clock.at(clock.now() + timedelta(days=day)):
            add(title, event_id=event.id if title != "Two" else None)
    do(service.sort_media, club.admin, media_ids=[one.id for one in newest(do)][::-1])
    assert titles() == ["One", "Two", "Three"]
    assert titles(is_newest=True) == ["Three", "Two", "One"]
    assert titles(event_id=event.id) == ["One", "Three"]
    assert titles(event_id=event.id, is_newest=True) == ["Three", "One"]


def newest(do: Do) -> list[MediaRead]:
    found: list[MediaRead] = do(
        service.list_media, VISITOR, wanted=MediaFilter(is_newest=True)
    ).items
    return found


def test_views_are_counted_and_expire_no_copies(add: Add, do: Do, club: Club) -> None:
    one, before = add(), freshness.generation(freshness.MEDIA)
    for actor in (VISITOR, club.member):
        do(service.count_view, actor, media_id=one.id)
    now = do(service.get_media, club.admin, media_id=one.id)
    assert (now.view_count, now.updated_at) == (2, one.updated_at)
    assert freshness.generation(freshness.MEDIA) == before
    with pytest.raises(NotFound):
        do(service.count_view, VISITOR, media_id=new_id())


def test_deleting_takes_the_tags_along(add: Add, do: Do, club: Club, database: Database) -> None:
    one = add(tags=["a", "b"])
    do(service.delete_media, club.admin, media_id=one.id)
    with database.unit_of_work(write=False) as session:
        assert session.scalars(sa.select(MediaTag)).all() == []
    with pytest.raises(NotFound):
        do(service.delete_media, club.admin, media_id=one.id)


def test_an_item_is_locked_while_it_is_changed(
    add: Add, do: Do, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """tests/races/test_records.py shows what is lost without the lock."""
    one, read = add("Old"), queries.one
    locks: list[bool] = []

    def reading(session: Session, id_: str, *, lock: bool) -> queries.Row | None:
        locks.append(lock)
        return read(session, id_, lock=lock)

    monkeypatch.setattr(queries, "one", reading)
    patch = MediaPatch.model_validate({"title": "New"})
    for verb, values in (
        (service.update_media, {"values": patch}),
        (service.pin_media, {"is_pinned": True}),
        (service.delete_media, {}),
    ):
        locks.clear()
        do(verb, club.admin, media_id=one.id, **values)
        assert locks[0]


def test_every_change_expires_copies_is_told_to_open_pages_and_is_in_the_log(
    add: Add, do: Do, club: Club, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced: list[str] = []
    monkeypatch.setattr(live, "announce", announced.append)
    one = add("Old")
    other, admin = add("Other"), club.admin
    patch = MediaPatch.model_validate({"title": "New"})
    acts: dict[str, Callable[[], Any]] = {
        "media.updated": lambda: do(service.update_media, admin, media_id=one.id, values=patch),
        "media.pinned": lambda: do(service.pin_media, admin, media_id=one.id, is_pinned=True),
        "media.unpinned": lambda: do(service.pin_media, admin, media_id=one.id, is_pinned=False),
        "media.sorted": lambda: do(service.sort_media, admin, media_ids=[one.id, other.id]),
        "media.deleted": lambda: do(service.delete_media, admin, media_id=one.id),
    }
    for action, act in acts.items():
        before = freshness.generation(freshness.MEDIA)
        act()
        assert freshness.generation(freshness.MEDIA) > before, action
    assert announced == [service.GALLERY] * len(["one", "other", *acts])
    with database.unit_of_work(write=False) as session:
        wanted = sa.select(AuditWords.action)  # type: ignore[call-overload]  # typed as its value
        lines = session.scalars(wanted).all()
    assert {*lines} == {*acts, "media.created"}


@pytest.mark.parametrize(
    ("verb", "values"),
    [
        (service.create_media, {"values": MediaWrite(title="A", file_url=VIDEO)}),
        (service.update_media, {"values": MediaPatch.model_validate({"title": "A"})}),
        (service.delete_media, {}),
        (service.sort_media, {"media_ids": []}),
        (service.move_media, {"seen": [], "wanted": []}),
        (service.pin_media, {"is_pinned": True}),
        (service.get_media, {}),
    ],
)
def test_only_administrators_manage_the_gallery(
    add: Add, do: Do, club: Club, verb: Callable[..., Any], values: dict[str, Any]
) -> None:
    given = dict(values)
    if verb not in (service.create_media, service.sort_media):
        given["media_id"] = add().id
    with pytest.raises(Unauthorized):
        do(verb, VISITOR, **given)
    with pytest.raises(Forbidden):
        do(verb, club.member, **given)


def test_the_stored_file_is_hidden_and_given_up_with_its_item(
    do: Do, club: Club, database: Database, tmp_path: Path
) -> None:
    uploads = Uploads(database, club.admin, tmp_path)
    path = uploads.claim()
    item = do(service.create_media, club.admin, values=MediaWrite(title="Duel", file_url=path))
    id_ = path.rpartition("/")[2]

    def is_public() -> bool:
        row = uploads.row(id_)
        return bool(row and row.is_public)

    assert is_public()
    hidden = MediaPatch.model_validate({"isPublic": False})
    do(service.update_media, club.admin, media_id=item.id, values=hidden)
    assert not is_public()
    do(service.delete_media, club.admin, media_id=item.id)
    assert uploads.state(id_) == UploadState.RELEASED


def test_a_role_works_on_the_pictures_of_the_own_chapters_events(world: World) -> None:
    north, row = world.chapter("North"), factories.person()
    world.add(row)
    ours, theirs = world.event(chapter_id=north), world.event(chapter_id=world.chapter("South"))
    media = factories.actor_of(row, grants=(Grant(Role.MEDIA, north),))
    new = {"title": "Duel", "fileUrl": VIDEO}
    values = MediaWrite.model_validate({**new, "eventId": ours})
    made = world.do(service.create_media, media, values=values)
    for elsewhere in ({**new, "eventId": theirs}, new):
        values = MediaWrite.model_validate(elsewhere)
        with pytest.raises(Forbidden):
            world.do(service.create_media, media, values=values)
    assert world.do(service.get_media, media, media_id=made.id).title == "Duel"
    move = MediaPatch.model_validate({"eventId": theirs})
    with pytest.raises(Forbidden):
        world.do(service.update_media, media, media_id=made.id, values=move)
    with pytest.raises(Forbidden):
        world.do(service.pin_media, media, media_id=made.id, is_pinned=True)
    begun: dict[str, Any] = {"start_at": clock.now() - timedelta(days=1), "chapter_id": north}
    world.event(**begun, waits_for="chapter")
    over = world.event(**begun)
    assert [one.id for one in world.do(service.events_to_choose, media)] == [over]
    world.do(service.delete_media, media, media_id=made.id)
