"""Calendar files: the feeds for phones, and the file of one event."""

import threading
from collections import Counter
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import httpx
import pytest
from anyio import create_task_group, fail_after, to_thread
from icalendar import Calendar, Event

from rookiebattle.art import event_card
from rookiebattle.art.card_words import PictureWords
from rookiebattle.core.database.db import Database
from rookiebattle.core.doors.work import READERS
from rookiebattle.events import api as events_api
from rookiebattle.events import feeds, listing
from rookiebattle.settings import get_settings
from tests.clocks import StillClock
from tests.door import as_
from tests.events.club import NOW, Club, Create
from tests.events.zones import CHANGES, Change
from tests.world import World

pytestmark = pytest.mark.anyio
PATIENCE = 30.0


def entries(body: bytes) -> list[Event]:
    return [part for part in Calendar.from_ical(body).walk("VEVENT") if isinstance(part, Event)]


async def test_the_feed_has_public_events_only_whoever_asks(
    client: httpx.AsyncClient, create: Create
) -> None:
    shown = create(title="Training, then tea; \\o/", location="Al Lopez Park", address="1 Park Rd")
    create(is_public=False)
    for role in ("visitor", "admin"):
        feed = await client.get("/cal/public.ics", headers=as_(role))
        assert feed.headers["content-type"] == "text/calendar; charset=utf-8"
        (entry,) = entries(feed.content)
        assert entry["uid"] == f"{shown.id}@localhost"
        assert entry["summary"] == "Training, then tea; \\o/"
        assert entry["location"] == "Al Lopez Park, 1 Park Rd"
        assert entry["url"] == f"http://localhost:8000/events/{shown.id}"
        assert entry.decoded("dtend") - entry.decoded("dtstart") == timedelta(hours=2)
    assert b"REFRESH-INTERVAL;VALUE=DURATION:PT1H" in feed.content
    assert b"X-PUBLISHED-TTL:PT1H" in feed.content


async def test_an_unchanged_feed_is_304_and_a_change_raises_the_sequence(
    client: httpx.AsyncClient, create: Create, still_clock: StillClock
) -> None:
    event = create()
    first = await client.get("/cal/public.ics?cache=buster")
    known = {"if-none-match": first.headers["etag"]}
    assert (await client.get("/cal/public.ics", headers=known)).status_code == 304
    still_clock.now = NOW + timedelta(minutes=5)
    await client.patch(f"/api/events/{event.id}", json={"title": "New"}, headers=as_("organizer"))
    (before,), (after,) = (
        entries(first.content),
        entries((await client.get("/cal/public.ics", headers=known)).content),
    )
    assert after["uid"] == before["uid"]
    assert int(str(after["sequence"])) > int(str(before["sequence"]))
    assert after.decoded("last-modified") > before.decoded("last-modified")


async def test_one_event_as_a_file_and_a_private_one_for_members_only(
    client: httpx.AsyncClient, create: Create
) -> None:
    shown, hidden = create(), create(is_public=False)
    answer = await client.get(f"/cal/{shown.id}.ics")
    assert answer.headers["content-disposition"] == 'attachment; filename="park-day.ics"'
    assert len(entries(answer.content)) == 1
    assert (await client.get(f"/cal/{hidden.id}.ics")).status_code == 404
    assert (await client.get(f"/cal/{hidden.id}.ics", headers=as_("member"))).status_code == 200
    assert (await client.get("/cal/forged.ics")).status_code == 404


async def test_a_long_description_is_whole_in_the_file_and_short_in_the_feed(
    client: httpx.AsyncClient, create: Create
) -> None:
    shown = create(description="Bring water. " * 300)
    (whole,) = entries((await client.get(f"/cal/{shown.id}.ics")).content)
    (short,) = entries((await client.get("/cal/public.ics")).content)
    assert len(str(whole["description"])) > 3_000
    assert len(str(short["description"])) < 600
    told, link = str(short["description"]).split("\n\n")
    assert told.endswith("…")
    assert link == f"http://localhost:8000/events/{shown.id}"


async def test_a_clock_that_was_set_back_never_lowers_the_sequence(
    client: httpx.AsyncClient, create: Create, still_clock: StillClock, database: Database
) -> None:
    event, found = create(), []
    for title in ("One", "Two"):
        still_clock.now -= timedelta(minutes=5)
        path = f"/api/events/{event.id}"
        await client.patch(path, json={"title": title}, headers=as_("organizer"))
        (entry,) = entries((await client.get(f"/cal/{event.id}.ics")).content)
        found.append((int(str(entry["sequence"])), entry.decoded("last-modified")))
    assert found == [(1, NOW + timedelta(seconds=1)), (2, NOW + timedelta(seconds=2))]
    # A row that an older version changed while the clock was slow.
    World(database).change(event.id, updated_at=NOW - timedelta(minutes=5))
    for path in (f"/cal/{event.id}.ics", "/cal/public.ics"):
        (entry,) = entries((await client.get(path)).content)
        assert int(str(entry["sequence"])) == 0


def test_a_canceled_event_is_newer_than_the_event(create: Create) -> None:
    event = create()
    slow = event.updated_at - timedelta(minutes=5)
    (entry,) = entries(feeds.canceled([event], slow, get_settings()))
    assert int(str(entry["sequence"])) == 1


def test_a_canceled_event_has_no_alarm_and_says_why(create: Create) -> None:
    off = create().model_copy(update={"canceled_at": NOW, "cancel_reason": "Storm"})
    file = feeds.single(off, get_settings())
    (entry,) = entries(file)
    assert not Calendar.from_ical(file).walk("VALARM")
    assert (entry["status"], "Storm" in str(entry["description"])) == ("CANCELLED", True)


BREAKS = ("\r\n", "\r", "\x85", "\u2028", "\u2029")


async def test_only_one_kind_of_line_break_is_stored(
    client: httpx.AsyncClient, create: Create
) -> None:
    event = create(description="One" + "Two".join(BREAKS) + "End", address="1 Park Rd\u2028Tampa")
    assert event.description == "One\n" + "Two\n" * 4 + "End"
    assert event.address == "1 Park Rd\nTampa"


@pytest.mark.parametrize("sign", BREAKS, ids=ascii)
async def test_no_line_of_a_calendar_file_begins_inside_a_text(
    client: httpx.AsyncClient, create: Create, database: Database, sign: str
) -> None:
    """Also for rows that are older than the rule about line breaks."""
    event, forged = create(), f"Bring water.{sign}ATTENDEE:mailto:maya@example.org"
    World(database).change(event.id, title=forged, description=forged, address=forged)
    for path in (f"/cal/{event.id}.ics", "/cal/public.ics"):
        text = (await client.get(path)).content.decode().replace("\r\n ", "")
        assert not [line for line in text.splitlines() if line.startswith("ATTENDEE")]
        assert text.count("ATTENDEE") == 3


async def test_a_feed_that_is_cut_has_the_next_events_of_everybody(
    client: httpx.AsyncClient,
    create: Create,
    database: Database,
    club: Club,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One organizer's many events push out nobody's, and the feed says that it is cut."""
    monkeypatch.setattr(listing, "MOST_IN_FEED", 4)
    many = [create(chapter_id=club.east).id for _ in range(6)]
    starts = [NOW + timedelta(days=days) for days in (30, 40)]
    world = World(database)
    rare = [world.event(club.member, start_at=at, chapter_id=club.east) for at in starts]
    for path in ("/cal/public.ics", f"/cal/chapters/{club.east}.ics"):
        body = (await client.get(path)).content
        shown = [str(entry["uid"]).partition("@")[0] for entry in entries(body)]
        assert shown[2:] == rare
        assert set(shown[:2]) <= set(many)
        told = str(Calendar.from_ical(body)["x-wr-caldesc"])
        assert told == "4 of 8 events. All of them: http://localhost:8000/events"


async def test_a_feed_that_is_cut_has_no_event_that_it_may_not_have(
    client: httpx.AsyncClient,
    create: Create,
    database: Database,
    club: Club,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The next events of everybody are asked for as the feed asks: of its chapter, and public."""
    monkeypatch.setattr(listing, "MOST_IN_FEED", 2)
    own = {create(chapter_id=club.east).id for _ in range(3)}
    world, soon = World(database), NOW + timedelta(days=1)
    world.event(club.member, start_at=soon, chapter_id=club.central)
    world.event(club.member, start_at=soon, chapter_id=club.east, is_public=False)
    body = (await client.get(f"/cal/chapters/{club.east}.ics")).content
    shown = [str(entry["uid"]).partition("@")[0] for entry in entries(body)]
    assert len(shown) == 2
    assert set(shown) <= own


async def test_a_feed_that_is_whole_says_nothing_but_its_zone(
    client: httpx.AsyncClient, create: Create, club: Club
) -> None:
    create()
    assert b"X-WR-CALDESC" not in (await client.get("/cal/public.ics")).content
    of_chapter = (await client.get(f"/cal/chapters/{club.central}.ics")).content
    assert b"X-WR-TIMEZONE:America/Chicago" in of_chapter


@pytest.mark.parametrize("change", CHANGES, ids=str)
async def test_list_and_calendar_file_agree_around_a_change_of_the_clock(
    client: httpx.AsyncClient, create: Create, club: Club, change: Change
) -> None:
    """The event lasts four real hours, from two hours before the change to two hours after it."""
    zone = ZoneInfo(change.zone)
    start = (change.at - timedelta(hours=2)).astimezone(zone)
    created = create(start_date=start.isoformat(), duration_hours=4)
    read = (await client.get(f"/api/events?from={change.at:%Y-%m-%dT%H:%M:%S}Z")).json()
    (entry,) = entries((await client.get(f"/cal/{created.id}.ics")).content)
    instants = [datetime.fromisoformat(read[0][name]) for name in ("startDate", "endDate")]
    assert [entry.decoded("dtstart"), entry.decoded("dtend")] == instants
    assert instants == [change.at - timedelta(hours=2), change.at + timedelta(hours=2)]
    assert instants[1].astimezone(zone).hour * 60 + instants[1].astimezone(zone).minute != (
        (start.hour + 4) * 60 + start.minute
    )


async def test_the_file_of_one_event_is_named_by_its_title_and_has_an_alarm(
    client: httpx.AsyncClient, create: Create
) -> None:
    event = create(title="Übung: Castle Day!")
    file = await client.get(f"/cal/{event.id}.ics")
    assert file.headers["content-disposition"] == 'attachment; filename="ubung-castle-day.ics"'
    (alarm,) = Calendar.from_ical(file.content).walk("VALARM")
    assert alarm.decoded("trigger") == -timedelta(hours=24)
    assert not Calendar.from_ical((await client.get("/cal/public.ics")).content).walk("VALARM")


@pytest.mark.parametrize(("title", "name"), [("剣道", "event.ics"), ("a" * 255, "a" * 60 + ".ics")])
def test_a_title_without_letters_has_a_plain_name(title: str, name: str) -> None:
    assert feeds.file_name(title) == name


async def test_the_picture_of_an_event_follows_its_changes(
    client: httpx.AsyncClient, create: Create
) -> None:
    event = create(title="Castle Day")
    path = f"/api/events/{event.id}/card.png"
    first = await client.get(path)
    assert first.headers["content-type"] == "image/png"
    await client.patch(
        f"/api/events/{event.id}", json={"title": "Bridge Day"}, headers=as_("organizer")
    )
    assert (await client.get(path)).content != first.content
    hidden = create(is_public=False)
    assert (await client.get(f"/api/events/{hidden.id}/card.png")).status_code == 404


async def test_pictures_that_take_long_keep_nobody_else_waiting(
    client: httpx.AsyncClient, create: Create, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events_api, "MOST_WAITING", READERS)
    answers: list[int] = []

    async def ask(event_id: str) -> None:
        answers.append((await client.get(f"/api/events/{event_id}/card.png")).status_code)

    began, drawn, at_once = threading.Event(), threading.Event(), Counter[str]()

    def draw(card: PictureWords) -> bytes:
        at_once["now"] += 1
        at_once["most"] = max(at_once["most"], at_once["now"])
        began.set()
        drawn.wait(PATIENCE)
        at_once["now"] -= 1
        return card.title.encode()

    monkeypatch.setattr(event_card, "png", draw)
    ids = [create(title=f"Day {number}").id for number in range(READERS + 4)]
    try:
        with fail_after(PATIENCE):
            async with create_task_group() as crowd:
                for event_id in ids:
                    crowd.start_soon(ask, event_id)
                await to_thread.run_sync(began.wait, PATIENCE)
                assert (await client.get("/api/events")).status_code == 200
                drawn.set()
    finally:
        drawn.set()
    assert at_once["most"] == 1
    assert set(answers) <= {200, 503}
    assert answers.count(200) >= READERS + 1
