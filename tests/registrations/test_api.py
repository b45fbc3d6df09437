"""The HTTP door of registrations: statuses, shapes and sentences."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import httpx
import pytest

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.doors.http import build_api
from rookiebattle.events import service as events
from rookiebattle.events.api import api as events_api
from rookiebattle.guardians.models import Guardianship
from rookiebattle.registrations.api import api as registrations_api
from rookiebattle.registrations.service import latecomers
from rookiebattle.registrations.wording import (
    ALREADY_UNREGISTERED,
    JOINED,
    LEFT_LIST,
    REGISTERED,
    UNREGISTERED,
    WILL_NOT_TELL,
    WILL_TELL,
)
from rookiebattle.routes import (
    JOIN_FORM,
    LEAVE_FORM,
    PARTY_FORM,
    REGISTER_FORM,
    UNREGISTER_FORM,
    UNREGISTER_PERSON_FORM,
    WISH_FORM,
)
from tests.clocks import NOW
from tests.identities import People, bind
from tests.stripe_double.keys import take_cards
from tests.world import World

pytestmark = pytest.mark.anyio
HOME = "http://localhost:8000"
GONE = "00000000-0000-4000-8000-000000000000"


Crowd = dict[str, Actor]


class Api:
    """Sends requests as different people."""

    def __init__(self, client: httpx.AsyncClient, crowd: Crowd) -> None:
        self._client, self._crowd = client, crowd

    async def ask(
        self,
        who: Actor,
        method: str,
        path: str,
        json: object = None,
        data: dict[str, str] | None = None,
    ) -> httpx.Response:
        self._crowd[who.user_id] = who
        headers = {"cookie": who.user_id, "origin": HOME}
        if json is None:
            return await self._client.request(method, path, headers=headers, data=data)
        return await self._client.request(method, path, headers=headers, json=json)


@pytest.fixture
async def api() -> AsyncIterator[Api]:
    crowd: Crowd = {}
    bind(People(crowd.get))
    transport = httpx.ASGITransport(build_api([registrations_api, events_api]))
    async with httpx.AsyncClient(transport=transport, base_url=HOME) as client:
        yield Api(client, crowd)


async def test_registering_answers_the_registration_twice_the_same(world: World, api: Api) -> None:
    maya, event_id = world.person(), world.event(price_cents=1000)
    first = await api.ask(maya, "POST", f"/api/events/{event_id}/register")
    again = await api.ask(maya, "POST", f"/api/events/{event_id}/register")
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert first.json() | {"id": ""} == {
        "id": "",
        "eventId": event_id,
        "userId": maya.user_id,
        "registrationDate": "2026-03-14T12:00:00+00:00",
        "paymentStatus": "pending",
        "paymentAmount": "10.00",
        "notes": None,
        "holdExpiresAt": None,
    }


async def test_a_series_is_taken_until_a_day_and_given_up(world: World, api: Api) -> None:
    maya, first = world.person(), world.event(is_recurring=True, max_participants=1)
    later = world.event(parent_event_id=first, start_at=NOW + timedelta(days=17))
    path = f"/api/events/{first}/register-series"
    wrong = await api.ask(maya, "POST", path, {"until": "Saturday"})
    assert (wrong.status_code, "must be a day" in wrong.text) == (422, True)
    told = (await api.ask(maya, "POST", path, {"until": "2026-03-24"})).json()
    assert ([one["eventId"] for one in told["registered"]], told["refused"]) == ([first], [])
    full = await api.ask(world.person(), "POST", path, {})
    (refused,) = full.json()["refused"]
    assert refused == {
        "eventId": first,
        "startDate": "2026-03-24T12:00:00+00:00",
        "day": "Tue, Mar 24",
        "reason": "Event is full",
    }
    left = await api.ask(maya, "DELETE", f"/api/events/{later}/unregister-series")
    assert left.json() == {"unregistered": [first], "kept": []}
    again = await api.ask(maya, "DELETE", f"/api/events/{later}/unregister-series")
    assert (again.status_code, again.text) == (404, "You’re not registered")


async def test_a_latecomer_registers_with_the_code_of_the_gate(world: World, api: Api) -> None:
    maya, ada = world.person(), world.person(is_admin=True)
    times: dict[str, Any] = {
        "start_at": NOW - timedelta(hours=1),
        "end_at": NOW + timedelta(hours=1),
    }
    event_id = world.event(price_cents=1000, **times)
    code = latecomers.code_for(ada, event=world.do(events.get_event, ada, event_id=event_id))
    path = f"/api/events/{event_id}/register-at-gate"
    for body, status, sentence in (
        ({"code": "CCC CCC"}, 422, "That’s not this event’s code."),
        ({}, 422, "Code is required"),
        ({"code": code, "userId": ada.user_id}, 422, "not a known field"),
    ):
        refused = await api.ask(maya, "POST", path, body)
        assert (refused.status_code, sentence in refused.text) == (status, True)
    for who in (maya, maya):
        answer = await api.ask(who, "POST", path, {"code": code})
        assert answer.status_code == 200
        told = answer.json()
        assert (told["userId"], told["paymentStatus"]) == (maya.user_id, "pending")
        assert told["holdExpiresAt"] is None
    # No answer tells the code: whoever needs it reads it on the organizer's page.
    for who in (maya, ada):
        for read in ("", "/registrations", "/roster.csv"):
            found = await api.ask(who, "GET", f"/api/events/{event_id}{read}")
            assert code not in found.text
            assert code.replace(" ", "") not in found.text


async def test_unregistering_answers_nothing_then_that_one_is_not_registered(
    world: World, api: Api
) -> None:
    maya, event_id = world.person(), world.event()
    await api.ask(maya, "POST", f"/api/events/{event_id}/register")
    gone = await api.ask(maya, "DELETE", f"/api/events/{event_id}/unregister")
    again = await api.ask(maya, "DELETE", f"/api/events/{event_id}/unregister")
    assert (gone.status_code, gone.content) == (204, b"")
    assert (again.status_code, again.text) == (404, "You’re not registered")


async def test_a_form_says_how_it_ended_and_a_second_press_is_no_failure(
    world: World, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    maya, event_id, paid_id = world.person(), world.event(), world.event(price_cents=1000)
    registered = {"title": REGISTERED, "text": "See you there!", "tone": "success", "to": ""}
    for said in (registered, registered):
        answer = await api.ask(maya, "POST", REGISTER_FORM.format(event_id=event_id))
        assert answer.json() == said
    left = [
        (await api.ask(maya, "POST", UNREGISTER_FORM.format(event_id=event_id))).json()["title"]
        for _press in range(2)
    ]
    assert left == [UNREGISTERED, ALREADY_UNREGISTERED]
    full = world.event(max_participants=1)
    world.seat(full, world.person())
    for form, title in (
        *((WISH_FORM, WILL_TELL), (LEAVE_FORM, WILL_NOT_TELL)),
        *((JOIN_FORM, JOINED), (LEAVE_FORM, LEFT_LIST)),
    ):
        answered = await api.ask(maya, "POST", form.format(event_id=full))
        assert answered.json()["title"] == title
    take_cards(monkeypatch)
    held = await api.ask(maya, "POST", REGISTER_FORM.format(event_id=paid_id))
    assert held.json()["to"] == f"/checkout?type=payment&event={paid_id}"


async def test_a_party_reads_its_own_place_and_the_organizer_reads_all(
    world: World, api: Api
) -> None:
    organizer, mother, theo = world.person(), world.person(first_name="Ana"), world.person()
    teen, event_id = world.minor_of(mother), world.event(organizer, max_participants=2)
    for one in world.people(2):
        world.seat(event_id, one)
    path, both = f"/api/events/{event_id}/waiting", [mother.user_id, teen.user_id]
    joined = await api.ask(mother, "POST", path, {"people": both})
    party_id = joined.json()["id"]
    assert (joined.status_code, joined.json()["position"]) == (201, 1)
    assert (await api.ask(theo, "POST", path)).json()["position"] == 2
    own = (await api.ask(teen, "GET", path)).json()
    assert sorted(one["userId"] for one in own["people"]) == sorted(both)
    assert (own["id"], own["offer"]) == (party_id, None)
    stranger = await api.ask(world.person(), "GET", path)
    assert stranger.status_code == 404
    first = await api.ask(organizer, "GET", f"{path}?limit=1")
    assert ([one["id"] for one in first.json()], first.headers["x-total-count"]) == (
        [party_id],
        "2",
    )
    moving = {"position": 2, "reason": "They asked for it."}
    moved = await api.ask(organizer, "POST", f"{path}/{party_id}/move", moving)
    assert (moved.status_code, moved.json()["position"]) == (200, 2)
    with_status = await api.ask(mother, "GET", "/api/events/with-status")
    assert with_status.json()[0]["isRegistered"] is False
    left = await api.ask(mother, "DELETE", f"{path}/{party_id}?userId={teen.user_id}")
    assert left.status_code == 204
    form = f"/api/events/{event_id}/join-people/form"
    chosen = {f"person-{teen.user_id}": "on"}
    assert (await api.ask(mother, "POST", form, data=chosen)).json()["title"] == JOINED
    assert (await api.ask(mother, "POST", form, data={})).status_code == 422
    listed = await api.ask(organizer, "GET", path)
    assert [one["position"] for one in listed.json()] == [1, 2, 3]


async def test_every_refusal_is_its_status_and_a_sentence(world: World, api: Api) -> None:
    maya = world.person()
    late, full = world.event(start_at=NOW + timedelta(hours=24)), world.event(max_participants=1)
    world.seat(full, world.person())
    await api.ask(maya, "POST", f"/api/events/{late}/register")
    for who, method, path, status, sentence in (
        (maya, "DELETE", f"{late}/unregister", 409, "It’s too late to unregister"),
        (maya, "POST", f"{world.event(start_at=NOW)}/register", 409, "has started"),
        (maya, "POST", f"{full}/register", 409, "Event is full"),
        (maya, "POST", f"{world.event(requires_membership=True)}/register", 403, "Active member"),
        (maya, "POST", f"{GONE}/register", 404, "This event doesn’t exist."),
        (maya, "POST", "junk/register", 404, "This event doesn’t exist."),
        (VISITOR, "POST", f"{late}/register", 401, "Unauthorized"),
        (VISITOR, "GET", "user", 401, "Unauthorized"),
        (VISITOR, "GET", "with-status", 401, "Unauthorized"),
        (maya, "GET", f"{late}/registrations", 403, "Only the organizer"),
    ):
        answer = await api.ask(who, method, f"/api/events/{path}")
        assert answer.status_code == status, path
        assert sentence in answer.text
        assert answer.headers["content-type"].startswith("text/plain")


async def test_lists_carry_the_callers_own_seat(world: World, api: Api) -> None:
    maya = world.person()
    mine, other = world.event(price_cents=500), world.event(is_public=False)
    await api.ask(maya, "POST", f"/api/events/{mine}/register")
    listed = await api.ask(maya, "GET", "/api/events/with-status?limit=1")
    assert listed.headers["x-total-count"] == "2"
    assert len(listed.json()) == 1
    every = (await api.ask(maya, "GET", "/api/events/with-status")).json()
    assert {one["id"]: (one["isRegistered"], one["paymentStatus"]) for one in every} == {
        mine: (True, "pending"),
        other: (False, None),
    }
    (own,) = (await api.ask(maya, "GET", "/api/events/user")).json()
    assert own in every
    plain = (await api.ask(maya, "GET", f"/api/events/{mine}")).json()
    assert own == plain | {"isRegistered": True, "paymentStatus": "pending", "people": []}


async def test_a_guardian_registers_several_people_at_once(world: World, api: Api) -> None:
    ana, event_id = world.person(), world.event()
    minor = world.person(first_name="Rowan", age_band="minor")
    world.add(Guardianship(minor_id=minor.user_id, guardian_id=ana.user_id))
    path, ids = f"/api/events/{event_id}", [minor.user_id, ana.user_id]
    seated = await api.ask(ana, "POST", f"{path}/register", json={"people": ids})
    assert (seated.status_code, [one["userId"] for one in seated.json()]) == (200, ids)
    for sent, status in (([ana.user_id] * 2, 422), ([], 422), ([world.person().user_id], 404)):
        answer = await api.ask(ana, "POST", f"{path}/register", json={"people": sent})
        assert answer.status_code == status
    (shown,) = (await api.ask(ana, "GET", "/api/events/with-status")).json()
    assert [one["name"] for one in shown["people"]] == ["Rowan"]
    left = await api.ask(ana, "DELETE", f"{path}/unregister?userId={minor.user_id}")
    assert (left.status_code, world.held(event_id)) == (204, 1)
    stranger = world.person().user_id
    refused = await api.ask(ana, "DELETE", f"{path}/unregister?userId={stranger}")
    assert refused.status_code == 404


async def test_people_come_and_go_without_a_websocket(
    world: World, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, event_id = world.person(), world.event()
    minor = world.person(first_name="Rowan", age_band="minor")
    world.add(Guardianship(minor_id=minor.user_id, guardian_id=ana.user_id))
    boxes = {f"person-{minor.user_id}": "true", f"person-{ana.user_id}": "false"}
    form = PARTY_FORM.format(event_id=event_id)
    assert (await api.ask(ana, "POST", form, data=boxes)).json()["text"] == "See you there!"
    assert [row.user_id for row in world.rows(event_id)] == [minor.user_id]
    out = UNREGISTER_PERSON_FORM.format(event_id=event_id, user_id=minor.user_id)
    assert "unregistered" in (await api.ask(ana, "POST", out)).json()["title"]
    assert (await api.ask(ana, "POST", form)).status_code == 422
    take_cards(monkeypatch)
    paid = world.event(price_cents=10_00)
    held = await api.ask(ana, "POST", PARTY_FORM.format(event_id=paid), data=boxes)
    assert held.json()["to"] == f"/checkout?type=payment&event={paid}"


async def test_ones_own_events_come_in_pages(world: World, api: Api) -> None:
    maya, ids = world.person(), [world.event() for _ in range(3)]
    for event_id in ids:
        await api.ask(maya, "POST", f"/api/events/{event_id}/register")
    await api.ask(maya, "DELETE", f"/api/events/{ids.pop()}/unregister")
    path = "/api/events/user?limit=1&offset="
    pages = [await api.ask(maya, "GET", f"{path}{offset}") for offset in range(3)]
    assert [len(page.json()) for page in pages] == [1, 1, 0]
    assert {page.json()[0]["id"] for page in pages[:2]} == set(ids)
    assert {page.headers["x-total-count"] for page in pages} == {"2"}
    assert (await api.ask(maya, "GET", f"{path}-1")).status_code == 422


async def test_the_organizer_lists_who_registered_in_pages(world: World, api: Api) -> None:
    jonah, maya, ben = world.person(), world.person(), world.person()
    event_id = world.event(jonah, price_cents=1000)
    path = f"/api/events/{event_id}/registrations"
    for one in (maya, ben):
        await api.ask(one, "POST", f"/api/events/{event_id}/register")
        await api.ask(jonah, "PATCH", f"{path}/{one.user_id}", {"paymentStatus": "completed"})
    await api.ask(maya, "DELETE", f"/api/events/{event_id}/unregister")
    pages = [await api.ask(jonah, "GET", f"{path}?limit=1&offset={offset}") for offset in (0, 1)]
    assert [page.json()[0]["userId"] for page in pages] == [ben.user_id, maya.user_id]
    assert {page.headers["x-total-count"] for page in pages} == {"2"}


async def test_the_organizer_settles_a_seat(world: World, api: Api) -> None:
    jonah, maya = world.person(), world.person(game_name="Storm Crow")
    event_id = world.event(jonah, price_cents=1000)
    await api.ask(maya, "POST", f"/api/events/{event_id}/register")
    path = f"/api/events/{event_id}/registrations"
    settled = await api.ask(
        jonah, "PATCH", f"{path}/{maya.user_id}", {"paymentStatus": "completed"}
    )
    assert settled.status_code == 200
    (one,) = (await api.ask(jonah, "GET", path)).json()
    # The list does not tell how a seat was settled; the act tells what became of it.
    assert settled.json()["paymentStatus"] == "completed"
    assert one == {**settled.json(), "paymentStatus": "nothing_due"}
    assert one["name"] == "Storm Crow"


@pytest.mark.parametrize(
    "body", [{}, {"paymentStatus": "free"}, {"paymentStatus": "completed", "amount": 1}, [], 7]
)
async def test_a_settlement_that_is_none_is_refused(world: World, api: Api, body: object) -> None:
    jonah, maya = world.person(), world.person()
    event_id = world.event(jonah, price_cents=1000)
    await api.ask(maya, "POST", f"/api/events/{event_id}/register")
    answer = await api.ask(
        jonah, "PATCH", f"/api/events/{event_id}/registrations/{maya.user_id}", body
    )
    assert answer.status_code == 422
    assert [row.payment_status for row in world.rows(event_id)] == ["pending"]


@pytest.mark.parametrize("junk", ["junk", "%00", "9" * 400, "' OR 1=1"])
async def test_a_junk_id_is_an_event_that_does_not_exist_everywhere(
    junk: str, world: World, api: Api
) -> None:
    jonah, maya = world.person(), world.person()
    event_id = world.event(jonah, price_cents=1000)
    settled = {"paymentStatus": "completed"}
    for method, path, body in (
        ("GET", junk, None),
        ("POST", f"{junk}/register", None),
        ("DELETE", f"{junk}/unregister", None),
        ("GET", f"{junk}/registrations", None),
        ("PATCH", f"{junk}/registrations/{maya.user_id}", settled),
    ):
        answer = await api.ask(maya, method, f"/api/events/{path}", body)
        assert (answer.status_code, answer.text) == (404, "This event doesn’t exist."), path
    path = f"/api/events/{event_id}/registrations/{junk}"
    assert (await api.ask(maya, "PATCH", path, settled)).status_code == 403
    answer = await api.ask(jonah, "PATCH", path, settled)
    assert (answer.status_code, answer.text) == (404, "This member isn’t registered")


async def test_an_id_in_capitals_is_the_same_event(world: World, api: Api) -> None:
    jonah, maya = world.person(), world.person()
    event_id = world.event(jonah, price_cents=1000)
    path = f"/api/events/{event_id.upper()}"
    assert (await api.ask(maya, "POST", f"{path}/register")).json()["eventId"] == event_id
    seats = f"{path}/registrations"
    assert len((await api.ask(jonah, "GET", seats)).json()) == 1
    one, body = f"{seats}/{maya.user_id.upper()}", {"paymentStatus": "waived"}
    assert (await api.ask(jonah, "PATCH", one, body)).json()["paymentStatus"] == "waived"
    assert (await api.ask(maya, "DELETE", f"{path}/unregister")).status_code == 204
    assert world.counter(event_id) == 0


async def test_the_gate_checks_in_and_undoes_it(world: World, api: Api) -> None:
    jonah, maya = world.person(), world.person(game_name="Storm Crow")
    event_id = world.event(jonah, start_at=NOW)
    world.seat(event_id, maya)
    path = f"/api/events/{event_id}/registrations"
    for _ in range(2):
        marked = await api.ask(jonah, "PUT", f"{path}/{maya.user_id}/check-in")
        assert marked.status_code == 200
        assert marked.json()["checkedInAt"] == "2026-03-14T12:00:00+00:00"
    assert (await api.ask(jonah, "GET", path)).json() == [marked.json()]
    for _ in range(2):
        undone = await api.ask(jonah, "DELETE", f"{path}/{maya.user_id}/check-in")
        assert (undone.status_code, undone.content) == (204, b"")
    assert (await api.ask(jonah, "GET", path)).json()[0]["checkedInAt"] is None
    early = world.event(jonah)
    world.seat(early, maya)
    path = f"/api/events/{early}/registrations/{maya.user_id}/check-in"
    refused = await api.ask(jonah, "PUT", path)
    assert (refused.status_code, refused.text) == (
        409,
        "Check-in opens 24 hours before the event starts.",
    )


async def test_administrators_find_and_add_walk_ins(world: World, api: Api) -> None:
    ada, maya = world.person(is_admin=True), world.person(first_name="Maya", last_name="Ash")
    event_id = world.event(start_at=NOW, max_participants=1)
    world.seat(event_id, world.person())
    path = f"/api/admin/events/{event_id}"
    (found,) = (await api.ask(ada, "GET", f"{path}/walk-ins?q=maya")).json()
    assert found | {"userId": ""} == {
        "userId": "",
        "name": "Maya Ash",
        "gameName": None,
        "email": None,
        "chapter": None,
        "hasMembership": False,
        "hasSeat": False,
        "checkedInAt": None,
    }
    added = await api.ask(ada, "POST", f"{path}/walk-ins", {"userId": maya.user_id})
    assert (added.status_code, added.json()["userId"]) == (201, maya.user_id)
    assert added.json()["checkedInAt"]
    nell = {"firstName": "Nell", "lastName": "Ash", "email": "nell@example.org", "ageBand": "minor"}
    child = await api.ask(ada, "POST", f"{path}/newcomers", {**nell, "ageBand": "under13"})
    assert child.status_code == 403
    made = await api.ask(ada, "POST", f"{path}/newcomers", nell)
    assert made.status_code == 201
    again = await api.ask(ada, "POST", f"{path}/newcomers", nell)
    assert again.status_code == 422
    bodies: list[object] = [{}, {**nell, "isAdmin": True}, {**nell, "firstName": " "}, []]
    for wrong in bodies:
        assert (await api.ask(ada, "POST", f"{path}/newcomers", wrong)).status_code == 422
    assert world.counter(event_id) == 3


async def test_the_file_tells_an_organizer_of_no_plan(world: World, api: Api) -> None:
    olga, admin = world.person(), world.person(is_admin=True)
    event_id = world.event(olga, price_cents=500)
    for status in ("not_required", "completed", "waived", "credit"):
        world.seat(event_id, world.person(), payment_status=status)
    path = f"/api/events/{event_id}/roster.csv"
    told = {
        reader.user_id: (await api.ask(reader, "GET", path)).text.count("Nothing due")
        for reader in (olga, admin)
    }
    assert told == {olga.user_id: 4, admin.user_id: 0}


async def test_a_roster_leaves_as_csv_and_no_cell_is_a_formula(world: World, api: Api) -> None:
    ada, jonah = world.person(is_admin=True), world.person()
    event_id = world.event(jonah, start_at=NOW, price_cents=1000)
    owes = {"payment_status": "pending", "payment_amount_cents": 1000}
    for name in ("=1+1", "Ben"):
        columns = {"game_name": name, "first_name": "Real", "last_name": name}
        world.seat(event_id, world.person(**columns), **owes)
    path = f"/api/events/{event_id}/roster.csv"
    answer = await api.ask(ada, "GET", path)
    assert answer.headers["content-disposition"] == 'attachment; filename="roster.csv"'
    head, *lines = answer.content.decode("utf-8-sig").splitlines()
    assert head.startswith('"Name","Game name","Email"')
    assert [line.split(",")[0] for line in lines] == ['"Real =1+1"', '"Real Ben"']
    assert all('"Due","10.00"' in line for line in lines)
    answer = await api.ask(jonah, "GET", f"{path}?q=1")
    (line,) = answer.content.decode("utf-8-sig").splitlines()[1:]
    assert line.startswith('"\'=1+1"')
    assert "Real" not in answer.text
    assert (await api.ask(ada, "GET", f"{path}?sort=junk")).status_code == 422
    assert (await api.ask(world.person(), "GET", path)).status_code == 403
