"""Calendar files: the feeds for phones, and the file of one event."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import httpx
import pytest
from icalendar import Calendar, Event

from tests.clocks import StillClock
from tests.door import as_
from tests.events.club import NOW, Club, Create
from tests.events.zones import CHANGES, Change

pytestmark = pytest.mark.anyio


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
    assert answer.headers["content-disposition"] == 'attachment; filename="event.ics"'
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
