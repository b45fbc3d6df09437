"""The API of events: shapes, errors, permissions, and visitors' copies."""

from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from rookiebattle.chapters.models import Chapter
from rookiebattle.core.database.db import Database
from rookiebattle.core.serving.public_cache import Sharing
from tests.door import as_
from tests.events.club import NOW, Club, Create
from tests.world import World

pytestmark = pytest.mark.anyio

FIELDS = {
    "id", "title", "description", "eventType", "startDate", "endDate", "durationHours", "location",
    "address", "maxParticipants", "currentParticipants", "price", "isPublic", "requiresMembership",
    "chapterId", "chapterName", "organizerId", "isRecurring", "recurrencePattern",
    "recurrenceInterval", "recurrenceDaysOfWeek", "recurrenceEndDate", "parentEventId", "createdAt",
    "updatedAt", "timeZone",
}  # fmt: skip


def body(**values: Any) -> dict[str, Any]:
    return {
        "title": "Park day",
        "eventType": "training",
        "startDate": (NOW + timedelta(days=7)).isoformat(),
        **values,
    }


async def test_a_member_creates_an_event_and_everybody_reads_it(
    client: httpx.AsyncClient, club: Club
) -> None:
    sent = body(
        description="Bring water.", durationHours="1.5", location="Al Lopez Park", price="5",
        maxParticipants="20", chapterId=club.central,
    )  # fmt: skip
    created = await client.post("/api/events", json=sent, headers=as_("organizer"))
    assert created.status_code == 201, created.text
    event = created.json()
    assert event.keys() >= FIELDS
    assert event["startDate"] == "2026-03-08T12:00:00+00:00"
    assert event["endDate"] == "2026-03-08T13:30:00+00:00"
    assert event["durationHours"] == "1.50"
    assert event["price"] == "5.00"
    assert event["maxParticipants"] == 20
    assert event["organizerId"] == club.organizer.user_id
    assert (event["timeZone"], event["chapterName"]) == ("America/Chicago", "Pensacola")
    listed = await client.get("/api/events")
    assert listed.json() == [event]
    assert listed.headers["x-total-count"] == "1"
    assert (await client.get(f"/api/events/{event['id']}")).json() == event


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (body(title=""), "Title is required"),
        (body(title="   "), "Title is required"),
        (body(title="x" * 256), "Title may have at most 255 characters"),
        (body(title="a\x00b"), "Title may not contain control characters"),
        ({"title": "Park day", "eventType": "training"}, "Start date is required"),
        (body(startDate="2026-03-08T12:00:00"), "Start date must carry its offset"),
        (body(startDate="tomorrow"), "Start date"),
        (body(startDate=1_800_000_000), "Start date must be an ISO 8601 date and time"),
        (body(startDate="1800000000"), "Start date must be an ISO 8601 date and time"),
        (body(startDate="0001-01-01T00:00:00+14:00"), "Start date must be between the years"),
        (body(startDate="9999-12-31T23:59:59-14:00"), "Start date must be between the years"),
        (body(startDate="2200-12-31T22:00:00Z"), "The event must end in the year 2200 or before"),
        (body(endDate="2026-03-08T11:59:00Z"), "The event must end after it starts"),
        (body(endDate="2026-03-22T12:00:01Z"), "An event may last at most 14 days"),
        (body(durationHours=13), "Duration must be between 0.5 and 12 hours"),
        (body(durationHours=0.25), "Duration must be between 0.5 and 12 hours"),
        (body(durationHours="soon"), "Duration must be a number of hours"),
        (body(durationHours=True), "Duration must be a number of hours"),
        (body(price="NaN"), "Price must be an amount such as 10.00"),
        (body(price=-1), "Price must be between 0.00 and 9999999.99"),
        (body(price="1.005"), "Price may have at most two decimals"),
        (body(price="1e999999999"), "Price must be an amount such as 10.00"),
        (body(price="9" * 400), "Price must be between 0.00 and 9999999.99"),
        (body(maxParticipants=-1), "Max participants must be at least 0"),
        (body(maxParticipants=100_001), "Max participants must be at most 100000"),
        (body(maxParticipants=2.5), "Max participants must be a whole number"),
        (body(maxParticipants=True), "Max participants must be a whole number"),
        (body(location="x" * 256), "Location may have at most 255 characters"),
        (body(description="x" * 10_001), "Description may have at most 10000 characters"),
        (body(address="x" * 1_001), "Address may have at most 1000 characters"),
        (body(eventType="party"), "Event type must be one of"),
        (body(isPublic="maybe"), "Is public must be true or false"),
        (body(chapterId="5"), "Chapter id is not a valid id"),
        (body(chapterId="00000000-0000-4000-8000-000000000000"), "This chapter doesn’t exist"),
        (body(organizerId="me"), "Organizer id is not a known field"),
        (body(currentParticipants=3), "Current participants is not a known field"),
        (body(isRecurring=True), "Choose how the event repeats"),
        (body(isRecurring=True, recurrencePattern="weekly"), "The end date of the series is"),
        (
            body(isRecurring=True, recurrencePattern="custom", recurrenceEndDate="2026-04-01"),
            "Choose the weekdays of the series",
        ),
        (
            body(
                isRecurring=True,
                recurrencePattern="weekly",
                recurrenceDaysOfWeek=[2],
                recurrenceEndDate="2026-05-01",
            ),
            "Only a custom series can have weekdays",
        ),
        (
            body(isRecurring=True, recurrencePattern="weekly", recurrenceEndDate="2028-03-09"),
            "The series may last at most 2 years",
        ),
        (
            body(isRecurring=True, recurrencePattern="weekly", recurrenceEndDate="2026-03-07"),
            "The series must end on or after the day of its first event",
        ),
        (
            body(
                isRecurring=True,
                recurrencePattern="custom",
                recurrenceDaysOfWeek=[0, 3, 5],
                recurrenceEndDate="2027-12-31",
            ),
            "A series may have at most 104 events",
        ),
        (body(recurrenceInterval=0), "Recurrence interval must be at least 1"),
        (body(recurrenceDaysOfWeek=[7]), "Recurrence days of week must be at most 6"),
        (body(recurrenceEndDate="someday"), "Recurrence end date"),
        ([], "The body must be a JSON object"),
    ],
)
async def test_bad_input_gets_a_sentence_and_changes_nothing(
    client: httpx.AsyncClient, sent: object, sentence: str
) -> None:
    answer = await client.post("/api/events", json=sent, headers=as_("organizer"))
    assert (answer.status_code, answer.headers["content-type"]) == (
        422,
        "text/plain; charset=utf-8",
    )
    assert answer.text.startswith(sentence)
    everything = await client.get("/api/admin/events", headers=as_("admin"))
    assert everything.json() == []


@pytest.mark.parametrize(
    ("content", "status", "sentence"),
    [
        (b'{"title": ', 400, "The body is not valid JSON."),
        (b'{"price": NaN, "title": "x", "eventType": "social", "startDate": "2026-03-08T12:00Z"}',
         422, "Price must be an amount such as 10.00"),
        (b'{"title": "\\ud800", "eventType": "social", "startDate": "2026-03-08T12:00Z"}',
         422, "Title is not valid"),
        (b"x" * 300_000, 413, "That’s too large."),
    ],
)  # fmt: skip
async def test_a_body_that_cannot_be_read(
    client: httpx.AsyncClient, content: bytes, status: int, sentence: str
) -> None:
    headers = {**as_("organizer"), "content-type": "application/json"}
    answer = await client.post("/api/events", content=content, headers=headers)
    assert (answer.status_code, answer.text) == (status, sentence)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("limit=1000000", "Limit must be at most 500"),
        ("limit=0", "Limit must be at least 1"),
        ("offset=-1", "Offset must be at least 0"),
        ("from=2026-03-01T00:00:00", "From must carry its offset"),
        ("from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z", "'to' must be later than 'from'"),
        ("chapterId=1", "Chapter id is not a valid id"),
        ("eventType=party", "Event type must be one of"),
        ("chapter=1", "Chapter is not a known field"),
    ],
)
async def test_a_query_that_cannot_be_answered(
    client: httpx.AsyncClient, query: str, sentence: str
) -> None:
    answer = await client.get(f"/api/events?{query}")
    assert answer.status_code == 422
    assert answer.text.startswith(sentence)


@pytest.mark.parametrize("forged", ["1", "00000000-0000-4000-8000-000000000000", "%00", "a" * 500])
async def test_a_forged_id_names_nothing(client: httpx.AsyncClient, forged: str) -> None:
    read = await client.get(f"/api/events/{forged}")
    patched = await client.patch(f"/api/events/{forged}", json={}, headers=as_("admin"))
    deleted = await client.delete(f"/api/events/{forged}", headers=as_("admin"))
    assert [one.status_code for one in (read, patched, deleted)] == [404, 404, 404]
    assert read.text == "This event doesn’t exist."


MATRIX = {
    # role: read public, read private, create, edit, delete
    "visitor": (200, 404, 401, 401, 401),
    "member": (200, 200, 201, 403, 403),
    "organizer": (200, 200, 201, 200, 204),
    "admin": (200, 200, 201, 200, 204),
}


@pytest.mark.parametrize("role", MATRIX)
async def test_who_may_do_what(client: httpx.AsyncClient, create: Create, role: str) -> None:
    shown, hidden = create(), create(is_public=False)
    headers = as_(role)
    answers = (
        await client.get(f"/api/events/{shown.id}", headers=headers),
        await client.get(f"/api/events/{hidden.id}", headers=headers),
        await client.post("/api/events", json=body(), headers=headers),
        await client.patch(f"/api/events/{shown.id}", json={"title": "New"}, headers=headers),
        await client.delete(f"/api/events/{shown.id}", headers=headers),
    )
    assert tuple(one.status_code for one in answers) == MATRIX[role]
    for answer in answers:
        if answer.status_code == 401:
            assert "Unauthorized" in answer.text


@pytest.mark.parametrize(
    ("role", "status"), [("visitor", 401), ("member", 403), ("organizer", 403), ("admin", 200)]
)
async def test_only_administrators_read_the_list_of_everything(
    client: httpx.AsyncClient, create: Create, role: str, status: int
) -> None:
    past = create(start_date=(NOW - timedelta(days=60)).isoformat())
    answer = await client.get("/api/admin/events", headers=as_(role))
    assert answer.status_code == status
    if status == 200:
        assert [one["id"] for one in answer.json()] == [past.id]
        current = await client.get("/api/admin/events?current=true", headers=as_(role))
        assert current.json() == []


async def test_a_list_without_from_has_what_is_current_or_future_by_start(
    client: httpx.AsyncClient, create: Create
) -> None:
    create(start_date=(NOW - timedelta(hours=3)).isoformat())
    later = create(start_date=(NOW + timedelta(days=2)).isoformat())
    running = create(start_date=(NOW - timedelta(hours=1)).isoformat())
    camp = create(
        start_date=(NOW - timedelta(days=13)).isoformat(),
        end_date=(NOW + timedelta(hours=1)).isoformat(),
    )
    listed = (await client.get("/api/events")).json()
    assert [one["id"] for one in listed] == [camp.id, running.id, later.id]
    assert listed[0]["durationHours"] is None


async def test_pages_and_their_total(client: httpx.AsyncClient, create: Create) -> None:
    made = [create(start_date=(NOW + timedelta(days=day)).isoformat()).id for day in range(1, 6)]
    pages = [await client.get(f"/api/events?limit=2&offset={offset}") for offset in (0, 2, 4, 6)]
    assert [one["id"] for page in pages for one in page.json()] == made
    assert {page.headers["x-total-count"] for page in pages} == {"5"}


async def test_filters_by_range_chapter_and_type(
    client: httpx.AsyncClient, create: Create, club: Club
) -> None:
    march = create(chapter_id=club.east, event_type="social")
    create(start_date="2026-05-01T18:00:00-04:00", chapter_id=club.central)
    for query in (
        "from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z",
        f"chapterId={club.east}",
        "eventType=social",
    ):
        assert [one["id"] for one in (await client.get(f"/api/events?{query}")).json()] == [
            march.id
        ], query


async def test_visitors_do_not_see_private_events_in_the_list(
    client: httpx.AsyncClient, create: Create
) -> None:
    create(is_public=False)
    assert (await client.get("/api/events")).json() == []
    assert len((await client.get("/api/events", headers=as_("member"))).json()) == 1


async def test_an_unchanged_public_list_is_304_and_a_change_is_seen_at_once(
    client: httpx.AsyncClient, create: Create
) -> None:
    event = create()
    first = await client.get("/api/events")
    known = {"if-none-match": first.headers["etag"]}
    again = await client.get("/api/events", headers=known)
    assert (again.status_code, again.content) == (304, b"")
    await client.patch(f"/api/events/{event.id}", json={"title": "New"}, headers=as_("organizer"))
    changed = await client.get("/api/events", headers=known)
    assert (changed.status_code, changed.json()[0]["title"]) == (200, "New")
    one = await client.get(f"/api/events/{event.id}")
    assert one.headers["etag"] != first.headers["etag"]


async def test_an_empty_parameter_is_no_filter(client: httpx.AsyncClient, create: Create) -> None:
    event = create()
    for query in ("chapterId=&eventType=", "from=&to=&limit=&offset="):
        answer = await client.get(f"/api/events?{query}")
        assert [one["id"] for one in answer.json()] == [event.id], answer.text


@pytest.mark.parametrize("nothing", [None, ""])
async def test_an_optional_number_that_is_null_or_empty_is_absent(
    client: httpx.AsyncClient, nothing: str | None
) -> None:
    sent = body(
        price=nothing, durationHours=nothing, maxParticipants=nothing, recurrenceInterval=nothing
    )
    created = await client.post("/api/events", json=sent, headers=as_("organizer"))
    assert created.status_code == 201, created.text
    event = created.json()
    assert (event["price"], event["durationHours"], event["maxParticipants"]) == (
        *("0.00", "2.00"),
        None,
    )
    paid = {"price": "5"}
    path, headers = f"/api/events/{event['id']}", as_("organizer")
    await client.patch(path, json=paid, headers=headers)
    freed = await client.patch(path, json={"price": nothing}, headers=headers)
    assert freed.json()["price"] == "0.00"


async def test_a_duration_wins_over_an_end_that_disagrees(
    client: httpx.AsyncClient, create: Create
) -> None:
    event, stale = create(), "2026-03-01T00:00:00Z"
    changed = await client.patch(
        f"/api/events/{event.id}",
        json={"durationHours": "3", "endDate": stale},
        headers=as_("organizer"),
    )
    assert changed.json()["endDate"] == "2026-03-08T15:00:00+00:00"
    sent = body(durationHours=3, endDate=stale)
    created = await client.post("/api/events", json=sent, headers=as_("organizer"))
    assert created.json()["endDate"] == "2026-03-08T15:00:00+00:00"


async def test_a_custom_series_begins_on_the_first_of_its_weekdays(
    client: httpx.AsyncClient,
) -> None:
    sunday = body(
        isRecurring=True,
        recurrencePattern="custom",
        recurrenceDaysOfWeek=[2, 4],
        recurrenceEndDate="2026-03-19",
    )
    created = await client.post("/api/events", json=sunday, headers=as_("organizer"))
    assert created.json()["startDate"] == "2026-03-10T12:00:00+00:00"
    found = (await client.get("/api/events")).json()
    days = [one["startDate"][:10] for one in found]
    assert days == ["2026-03-10", "2026-03-12", "2026-03-17", "2026-03-19"]


async def test_a_patch_changes_only_what_is_sent(client: httpx.AsyncClient, create: Create) -> None:
    event = create(description="Bring water.", price="5", duration_hours=3)
    patched = await client.patch(
        f"/api/events/{event.id}",
        json={"startDate": "2026-03-10T18:00:00-04:00", "description": None},
        headers=as_("organizer"),
    )
    read = patched.json()
    assert read["description"] is None
    assert (read["startDate"], read["endDate"]) == (
        "2026-03-10T22:00:00+00:00",
        "2026-03-11T01:00:00+00:00",
    )
    assert (read["price"], read["title"], read["durationHours"]) == ("5.00", "Park day", "3.00")


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"chapterId": "00000000-0000-4000-8000-000000000000"}, "This chapter doesn’t exist"),
        ({"endDate": "2026-03-08T11:00:00Z"}, "The event must end after it starts"),
        ({"startDate": "2026-03-09T12:00:00Z", "endDate": "2026-03-09T12:00:00Z"}, "The event"),
        ({"durationHours": 13}, "Duration must be between 0.5 and 12 hours"),
        ({"price": "NaN"}, "Price must be an amount such as 10.00"),
        ({"currentParticipants": 0}, "Current participants is not a known field"),
        ({"organizerId": "me"}, "Organizer id is not a known field"),
        ({"isRecurring": True}, "Is recurring is not a known field"),
    ],
)
async def test_a_bad_change_gets_a_sentence_and_changes_nothing(
    client: httpx.AsyncClient, create: Create, sent: dict[str, Any], sentence: str
) -> None:
    url = f"/api/events/{create().id}"
    before = (await client.get(url)).json()
    answer = await client.patch(url, json={"title": "New", **sent}, headers=as_("organizer"))
    assert answer.status_code == 422
    assert answer.text.startswith(sentence)
    assert (await client.get(url)).json() == before


async def test_a_scope_that_does_not_exist(client: httpx.AsyncClient, create: Create) -> None:
    url = f"/api/events/{create().id}?scope=all"
    answer = await client.delete(url, headers=as_("organizer"))
    assert (answer.status_code, answer.text) == (422, "Scope must be one of 'this' or 'following'")


@pytest.mark.parametrize("field", ["title", "eventType", "startDate", "isPublic"])
async def test_what_is_required_cannot_be_taken_away(
    client: httpx.AsyncClient, create: Create, field: str
) -> None:
    url = f"/api/events/{create().id}"
    answer = await client.patch(url, json={field: None}, headers=as_("organizer"))
    assert answer.status_code == 422


async def test_operations_are_named_and_their_errors_documented(client: httpx.AsyncClient) -> None:
    paths = (await client.get("/api/openapi.json")).json()["paths"]
    operations = {
        operation["operationId"]: operation
        for path in paths.values()
        for operation in path.values()
    }
    assert set(operations) == {
        *("cancelEvent", "copyEvent", "reinstateEvent", "eventPicture"),
        *("acceptEvent", "declineEvent", "listWaitingEvents"),
        *("reportEvent", "listReports", "handleReports"),
        "listEvents", "listAllEvents", "downloadEvents", "createEvent", "getEvent", "updateEvent",
        "deleteEvent",
        "publicCalendar", "chapterCalendar", "eventCalendar",
    }  # fmt: skip
    assert {"401", "403", "404", "422"} <= set(operations["updateEvent"]["responses"])
    assert "text/plain" in operations["getEvent"]["responses"]["404"]["content"]


async def test_administrators_search_and_order_all_events(
    client: httpx.AsyncClient, create: Create
) -> None:
    for title, place in (("Duels", "Fort De Soto"), ("archery", "Sotogrande"), ("Zen", "Park")):
        create(title=title, location=place)
    path = "/api/admin/events"

    async def titles(query: str) -> list[str]:
        answer = await client.get(f"{path}?{query}", headers=as_("admin"))
        assert answer.headers["x-total-count"] == str(len(answer.json()))
        return [one["title"] for one in answer.json()]

    assert await titles("sort=title") == ["archery", "Duels", "Zen"]
    assert await titles("q=SOTO&sort=title") == ["archery", "Duels"]
    assert await titles("q=soto+fort") == ["Duels"]
    assert await titles("q=%25") == []
    for wrong in ("sort=junk", f"q={'x' * 101}", "text=soto"):
        assert (await client.get(f"{path}?{wrong}", headers=as_("admin"))).status_code == 422


async def test_all_events_leave_as_csv(client: httpx.AsyncClient, create: Create) -> None:
    create(title="=1+1", location="Fort De Soto", max_participants=20, price="12.50")
    create(title="Zen")
    answer = await client.get("/api/admin/events.csv?q=soto", headers=as_("admin"))
    assert answer.headers["content-disposition"] == 'attachment; filename="events.csv"'
    head, line = answer.content.decode("utf-8-sig").splitlines()
    assert head.startswith('"Title","Type","Starts"')
    assert line.startswith('"\'=1+1","Training"')
    assert line.endswith(',0,20,"12.50","no","yes"')
    assert (await client.get("/api/admin/events.csv", headers=as_("member"))).status_code == 403


async def test_canceling_again_says_the_reason_later(
    client: httpx.AsyncClient, create: Create
) -> None:
    address, headers = f"/api/events/{create().id}/cancel", as_("organizer")
    sent: dict[str, str]
    for sent, said in (({}, None), ({"reason": "Flood."}, "Flood."), ({}, "Flood.")):
        answer = await client.post(address, json=sent, headers=headers)
        assert (answer.status_code, answer.json()["cancelReason"]) == (200, said)


CHAPTERS_NAME = ("/api/events", "/api/events/{event}", "/cal/chapters/{chapter}.ics")


@pytest.mark.parametrize("path", CHAPTERS_NAME)
async def test_a_visitors_copy_ends_when_its_chapter_has_another_name(
    client: httpx.AsyncClient, create: Create, club: Club, database: Database, path: str
) -> None:
    asked = path.format(event=create(chapter_id=club.east).id, chapter=club.east)
    assert "Tampa" in (await client.get(asked)).text
    with database.unit_of_work(write=True) as session:
        named = sa.update(Chapter).where(sa.column("id") == club.east)
        session.execute(named.values(name="Ybor City"))
    assert "Ybor City" in (await client.get(asked)).text


async def test_a_visitors_copy_ends_when_a_seat_is_taken(
    client: httpx.AsyncClient, create: Create, database: Database
) -> None:
    event = create()
    paths = "/api/events", f"/api/events/{event.id}"
    for taken in (0, 1):
        World(database).change(event.id, current_participants=taken)
        listed, one = [(await client.get(path)).json() for path in paths]
        assert listed[0]["currentParticipants"] == one["currentParticipants"] == taken


async def test_a_visitors_copy_of_the_list_ends_with_its_first_event(
    client: httpx.AsyncClient, create: Create, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends: list[datetime | None] = []
    monkeypatch.setattr(Sharing, "until", lambda _sharing, instant: ends.append(instant))
    first, _later = (create(start_date=(NOW + timedelta(days=days)).isoformat()) for days in (1, 2))
    await client.get("/api/events")
    assert ends == [first.end_date]
