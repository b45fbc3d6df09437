"""The gallery's view: what is shown for each choice, and what is said of an empty list."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.media.schemas import EventChoice, MediaRead, Shown
from rookiebattle.pages.media.read import GalleryShown
from rookiebattle.pages.media.url import PageQuery
from rookiebattle.pages.media.view.gallery import GalleryView, view_of
from rookiebattle.uploads.schemas import StoredFile
from tests.clocks import NOW
from tests.factories import VIDEO

EVENT = "7b0c6a4e-2f0e-4b55-9d6f-0f3f2f9f8a11"
PATH = "/objects/0b0e7f0e-58c8-4d3a-9b0d-4a0b6f3f6f10"
# A day of another year is told with its year.
pytestmark = pytest.mark.usefixtures("still_clock")


def item(**values: Any) -> MediaRead:
    usual: dict[str, Any] = {
        **dict.fromkeys(MediaRead.model_fields),
        "id": "1",
        "title": "Duel",
        "media_type": "photo",
        "category": "events",
        "tags": [],
        "file_url": PATH,
        "file_name": "duel.jpg",
        "mime_type": "image/jpeg",
        "is_public": True,
        "is_pinned": False,
        "order_position": 0,
        "view_count": 0,
        "created_at": NOW,
        "updated_at": NOW,
    }
    return MediaRead.model_construct(**usual | values)


def stored(**values: Any) -> StoredFile:
    copies = ((320, f"{PATH}/w320"), (640, f"{PATH}/w640"))
    usual = ("1", PATH, "duel.jpg", "image/jpeg", 9, True, 1200, 900, "data:image/webp;base64,AA")
    return replace(StoredFile(*usual, copies), **values)


def view(query: PageQuery, *items: Shown, total: int | None = None) -> GalleryView:
    return view_of(query, GalleryShown(list(items), len(items) if total is None else total))


def test_a_picture_comes_in_several_widths_over_its_ground() -> None:
    (card,) = view(PageQuery(), Shown(item(alt_text="Two people."), stored())).cards
    assert card.srcset == f"{PATH}/w320 320w, {PATH}/w640 640w, {PATH} 1200w"
    assert (card.src, card.href, card.alt) == (f"{PATH}/w640", PATH, "Two people.")
    assert card.ground.startswith("data:image/webp")
    assert (card.kind, card.stills, card.is_video) == ("Photo", [], False)


def test_a_private_picture_has_addresses_that_expire() -> None:
    (card,) = view(PageQuery(), Shown(item(is_public=False), stored(is_public=False))).cards
    assert "signature=" in card.src
    assert card.srcset.count("expires=") == 3
    assert not card.is_public


def test_a_youtube_video_has_three_pictures_to_try() -> None:
    clip = item(media_type="video", mime_type="video/youtube", youtube_url=VIDEO, file_url=VIDEO)
    (card,) = view(PageQuery(), Shown(clip)).cards
    assert [one.rpartition("/")[2] for one in card.stills] == [
        "hqdefault.jpg", "mqdefault.jpg", "default.jpg",
    ]  # fmt: skip
    assert (card.kind, card.href, card.src, card.is_video) == ("YouTube", VIDEO, "", True)


def test_a_video_file_and_a_lost_file_show_a_drawn_ground() -> None:
    film = item(media_type="video", mime_type="video/mp4")
    for shown in (Shown(film, stored(mime_type="video/mp4", renditions=())), Shown(item())):
        (card,) = view(PageQuery(), shown).cards
        assert (card.src, card.srcset, card.ground, card.stills) == ("", "", "", [])


def test_two_tags_are_shown_and_the_others_counted() -> None:
    shown = Shown(item(tags=["A", "B", "C", "D"], view_count=1, category="tournaments"))
    (card,) = view(PageQuery("events", "b"), shown).cards
    assert [(one.label, one.href, one.is_chosen) for one in card.tags] == [
        ("A", "/media?show=events&tag=A", False),
        ("B", "/media?show=events", True),
    ]
    assert (card.more_tags, card.views, card.category) == ("+2", "1 view", "Tournaments")


@pytest.mark.parametrize(
    ("query", "files"),
    [
        (PageQuery(), ["duel", "clash", "park", "banners"]),
        (PageQuery("photos"), ["duel", "clash", "park", "banners"]),
        (PageQuery("events"), ["clash", "banners"]),
        (PageQuery("videos"), []),
        (PageQuery("training"), []),
        (PageQuery("", "BAY"), ["duel", "banners"]),
        (PageQuery("events", "Bay"), ["banners"]),
        (PageQuery("", "Nothing"), []),
        (PageQuery(page=2), []),
    ],
)
def test_tabs_and_tags_narrow_the_official_pictures_too(query: PageQuery, files: list[str]) -> None:
    assert view(query).official == [f"official-{one}.svg" for one in files]


def test_an_official_tag_that_is_chosen_leads_back() -> None:
    tags = view(PageQuery("events", "Bay")).official_tags
    assert tags["Bay"].href == "/media?show=events"
    assert tags["Bay"].is_chosen
    assert tags["Battle"].href == "/media?show=events&tag=Battle"


@pytest.mark.parametrize(
    ("query", "total", "nothing", "widened"),
    [
        (PageQuery(), 0, "No media has been uploaded yet", ""),
        (PageQuery("videos"), 0, "No videos found", "/media"),
        (PageQuery("training"), 0, "No training found", "/media"),
        (PageQuery("events"), 0, "", ""),
        (PageQuery("", "Duel"), 0, "", ""),
        (PageQuery("videos", "Bay"), 0, "No videos found with the tag “Bay”", "/media"),
        (PageQuery("", "Moon"), 0, "No media found with the tag “Moon”", "/media"),
        (PageQuery("videos", page=3), 30, "There aren’t that many pages.", "/media?show=videos"),
    ],
)
def test_an_empty_list_says_why_and_leads_on(
    query: PageQuery, total: int, nothing: str, widened: str
) -> None:
    frame = view(query, total=total).frame
    assert (frame.nothing, frame.widened) == (nothing, widened)


@pytest.mark.parametrize(
    ("query", "title"),
    [
        (PageQuery(), "Media Gallery"),
        (PageQuery("videos"), "Videos · Media Gallery"),
        (PageQuery("", "Bay"), "Items tagged “Bay” · Media Gallery"),
        (PageQuery("training", "Bay"), "Training tagged “Bay” · Media Gallery"),
        (PageQuery("photos", page=2), "Photos · Page 2 · Media Gallery"),
    ],
)
def test_the_title_names_the_tab_and_the_tag(query: PageQuery, title: str) -> None:
    assert view(query).frame.title == title


def test_the_count_has_the_official_pictures() -> None:
    assert view(PageQuery(), Shown(item())).frame.count == "5 items"
    assert view(PageQuery("videos"), Shown(item())).frame.count == "1 item"
    frame = view(PageQuery(page=2), Shown(item()), total=60).frame
    assert frame.count == "64 items"
    assert frame.pager.words == "29 – 52 of 64"
    assert frame.pager.next == "/media?page=3"
    first = view(PageQuery(), Shown(item()), total=60).frame
    assert (first.count, first.pager.words) == ("64 items", "1 – 28 of 64")
    alone = view(PageQuery(sort="newest"), Shown(item()), total=60)
    assert (alone.official, alone.frame.count, alone.frame.pager.words) == (
        [], "60 items", "1 – 24 of 60",
    )  # fmt: skip


def test_a_card_has_its_day_and_the_event_that_leads_to_all_of_its_pictures() -> None:
    event = EventChoice(EVENT, "Park Day", NOW - timedelta(days=7), "America/New_York")
    (card,) = view(PageQuery("photos"), Shown(item(), event=event)).cards
    assert (card.day, card.event) == ("Sat, Mar 7", "Park Day")
    assert card.event_href == f"/media?show=photos&event={EVENT}"
    (bare,) = view(PageQuery(), Shown(item())).cards
    assert (bare.day, bare.event, bare.event_href) == ("Sat, Mar 14", "", "")


def test_the_pictures_of_one_event_say_so_and_lead_back() -> None:
    event = EventChoice(EVENT, "Park Day", NOW - timedelta(days=7), "America/New_York")
    query = PageQuery(event=EVENT, sort="newest")
    shown = view_of(query, GalleryShown([Shown(item(), event=event)], 1, event))
    frame, (card,) = shown.frame, shown.cards
    assert (frame.event, frame.event_page) == ("Park Day, Sat, Mar 7", f"/events/{EVENT}")
    assert (frame.uneventful, frame.resorted) == ("/media?sort=newest", f"/media?event={EVENT}")
    assert (frame.title, frame.count) == ("Park Day · Newest · Media Gallery", "1 item")
    assert (shown.official, card.event_href) == ([], "")
    empty = view(PageQuery(event=EVENT)).frame
    assert (empty.nothing, empty.widened) == ("No media found of this event", "/media")
    assert empty.event == ""
