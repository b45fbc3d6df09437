"""R1 and R2 for roles: each role in a chapter at every door that a role can pass, and the same
roles of another chapter, to whom these doors are as closed as to every member."""

from collections.abc import AsyncIterator, Collection
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from sqlmodel import col

from rookiebattle.accounts import sessions
from rookiebattle.accounts.models import AgeBand, RoleGrant, User
from rookiebattle.core import clock
from rookiebattle.core.database.db import Database
from rookiebattle.core.doors.http import GatedRoute
from rookiebattle.core.doors.websocket import handler_access
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import Role
from rookiebattle.events.models import Event
from rookiebattle.media.models import Media
from rookiebattle.notifications.models import Notification
from tests import factories
from tests.clocks import StillClock
from tests.identities import bind_real, composed
from tests.matrix.cast import Cast, assemble_again, id_of, lift_limits
from tests.matrix.handlers import TABLE as HANDLERS
from tests.matrix.handlers import full_name, opened, play
from tests.matrix.routes import HOME, NEW_MEDIA, TABLE, Row, ask, name_of, path_of, routes
from tests.matrix.stage import set_stage
from tests.matrix.twins import Lines, differences, evened, on_screens, raise_twins, told
from tests.tab import running_worker

pytestmark = pytest.mark.anyio
ROLE = "role"
"""The person of the cast who holds the roles."""
LEADS = frozenset({Role.LEAD, Role.SECOND})
ROSTER = frozenset(Role) - {Role.MEDIA}
CASH, GATE = ROSTER - {Role.MARSHAL}, ROSTER - {Role.TREASURER}
GALLERY, MONEY = LEADS | {Role.MEDIA}, frozenset({Role.TREASURER})
UPLOADS = (
    *("beginUpload", "claimFile", "beginParts", "listParts", "signParts", "signPart"),
    *("completeParts", "abortParts", "offerForm", "offerCredentials"),
)
MAY: dict[str, Collection[Role]] = {
    **dict.fromkeys(("listAttendees", "downloadRoster"), ROSTER),
    **dict.fromkeys(("checkIn", "undoCheckIn"), GATE),
    **dict.fromkeys(("settleRegistration", "usePerk", "returnPerk"), CASH),
    **dict.fromkeys(("createMedia", "updateMedia", "deleteMedia"), GALLERY),
    # The gate sends photographs of waivers on paper.
    **dict.fromkeys(UPLOADS, GALLERY | {Role.GATE}),
    **dict.fromkeys(("refundOverpaid", "correctPayment", "handPaymentBack"), MONEY),
    **dict.fromkeys(("keepPaymentAfterAll", "downloadPayments", "downloadBooks"), MONEY),
    "getAccountCodes": MONEY,
    **dict.fromkeys(("listLackingWaivers", "downloadLackingWaivers"), LEADS),
    **dict.fromkeys(("updateEvent", "deleteEvent", "cancelEvent", "reinstateEvent"), LEADS),
    **dict.fromkeys(("acceptEvent", "declineEvent", "listQuestions", "answerQuestion"), LEADS),
    **dict.fromkeys(("findWalkIns", "addWalkIn", "sendMessage", "listMessages"), LEADS),
    "checkGear": LEADS | {Role.MARSHAL},
    **dict.fromkeys(("listIncidents", "noteIncident", "endSuspension"), frozenset({Role.LEAD})),
    **dict.fromkeys(("readGate", "replayCheckIns"), GATE),
    "walkIn": CASH & GATE,
    **dict.fromkeys(("listAllEvents", "downloadEvents"), GATE),
    **dict.fromkeys(("listUsers", "downloadUsers", "getUser", "memberTimeline"), LEADS),
    **dict.fromkeys(("awardChoices", "findEventsToAward", "awardUser", "awardUsers"), LEADS),
    **dict.fromkeys(("awardRoster", "undoAward", "undoEntry", "downloadChapters"), LEADS),
    **dict.fromkeys(("updateChapter", "listAllNotifications", "downloadNotifications"), LEADS),
    **dict.fromkeys(("createNotification", "updateNotification", "deleteNotification"), LEADS),
}
"""The routes that roles open, and to which of them. The others stay as they are for members."""
OWN = frozenset({"addNewcomer", "pinMedia", "reorderMedia"})
"""The doors let roles in, and the verbs ask for the whole organization."""
LISTS = (
    *("listAllEvents", "downloadEvents", "listUsers", "downloadUsers", "findEventsToAward"),
    *("awardChoices", "listAllNotifications", "downloadNotifications", "downloadChapters"),
    *("downloadPayments", "downloadBooks", "getAccountCodes"),
    *("listLackingWaivers", "downloadLackingWaivers"),
)
"""These answer everybody who has the role somewhere, with what is there."""
ELSEWHERE = id_of("elsewhere")
BODIES: dict[str, Any] = {
    "createMedia": lambda cast: {**NEW_MEDIA, "eventId": cast.event_id},
    "createNotification": lambda cast: {
        "title": "New",
        "message": "Hello",
        "targetType": "chapter",
        "chapterId": cast.chapter_id,
    },
    "addWalkIn": lambda cast: {"userId": cast.users["member"]},
}


@pytest.fixture
def cast(database: Database) -> Cast:
    """The cast with its records in the chapter, another chapter, and a member of neither."""
    cast = assemble_again(database)
    with database.unit_of_work(write=True) as session:
        session.add(factories.chapter("Elsewhere", id=ELSEWHERE))
        session.flush()
        person = factories.person(email="role@example.org", holds_roles=True)
        session.add(person)
        session.flush()
        session_id = sessions.new_session_id()
        session.add(factories.login(user_id=person.id, session_id=session_id))
        cast.users[ROLE], cast.cookies[ROLE] = person.id, factories.cookie_of(session_id)
        session.execute(sa.update(Event).values(chapter_id=cast.chapter_id))
        session.execute(sa.update(Media).values(event_id=cast.event_id))
        aimed = {"target_type": "chapter", "chapter_id": cast.chapter_id}
        session.execute(sa.update(Notification).values(aimed))
        session.execute(
            sa.update(User)
            .where(col(User.id) == cast.users["member"])
            .values(chapter_id=cast.chapter_id)
        )
    return cast


@pytest.fixture
async def client(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    bind_real()
    lift_limits(monkeypatch)
    transport = httpx.ASGITransport(composed().api)
    async with httpx.AsyncClient(transport=transport, base_url=HOME) as asking:
        yield asking


def give(cast: Cast, chapter_id: str, *roles: Role, event_id: str = "") -> None:
    """Let the person hold these roles, and no others."""
    with cast.database.unit_of_work(write=True) as session:
        session.execute(sa.delete(RoleGrant))
        where = {"chapter_id": chapter_id, "event_id": event_id}
        held: dict[str, Any] = {
            "user_id": cast.users[ROLE],
            "given_by": cast.users["admin"],
            **where,
        }
        held["starts_at"] = clock.now()
        session.add_all([RoleGrant(role=one, **held) for one in roles])
    composed().identities.forget_all()


def cells() -> list[tuple[GatedRoute, Row]]:
    """The rows of all routes that roles open, or that let them in."""
    known = {*MAY, *OWN}
    return [(r, row) for r in routes() if name_of(r) in known for row in TABLE[name_of(r)]]


def body_of(route: GatedRoute, row: Row, cast: Cast) -> Any:
    made = BODIES.get(name_of(route))
    return made(cast) if made else row.body


def test_every_door_that_lets_roles_in_is_known_here() -> None:
    letting = {name_of(route) for route in routes() if route.access.somewhere}
    assert letting <= {*MAY, *OWN}
    assert {*MAY, *OWN} <= {name_of(route) for route in routes()}


@pytest.mark.parametrize("role", [one for one in Role if one is not Role.SECOND])
async def test_a_role_opens_these_routes_in_its_chapter_and_no_others(
    role: Role, cast: Cast, client: httpx.AsyncClient
) -> None:
    give(cast, cast.chapter_id, role)
    with set_stage(cast) as stage:
        for route, row in cells():
            path, name = path_of(route, row, cast), name_of(route)
            answer = await ask(client, route, path, cast.cookies[ROLE], body_of(route, row, cast))
            cell = f"{role} {name} {path}: {answer.status_code} {answer.text[:200]}"
            if role in MAY.get(name, ()):
                # A file that somebody else sent is nobody else’s to handle.
                others = (404, 409) if name in UPLOADS else ()
                assert answer.status_code in (row.answers["admin"], *others), cell
            else:
                assert answer.status_code in (403, 404), cell
                assert not stage.is_changed(), cell
            if stage.is_changed():
                stage.put_back()


async def test_all_roles_of_another_chapter_open_nothing_of_this_one(
    cast: Cast, client: httpx.AsyncClient
) -> None:
    give(cast, ELSEWHERE, *Role)
    of_here = {cast.other_id, cast.event_id, cast.taken_id, cast.notification_id, cast.payment_id}
    with set_stage(cast) as stage:
        for route, row in cells():
            path, name = path_of(route, row, cast), name_of(route)
            if name in UPLOADS:
                continue
            answer = await ask(client, route, path, cast.cookies[ROLE], body_of(route, row, cast))
            cell = f"{name} {path}: {answer.status_code} {answer.text[:200]}"
            assert answer.status_code in ((200, 200) if name in LISTS else (403, 404)), cell
            assert not any(one in answer.text for one in of_here), cell
            assert "Tampa Bay" not in answer.text, cell
            assert not stage.is_changed(), cell


async def test_a_role_at_one_event_opens_nothing_at_another(
    cast: Cast, client: httpx.AsyncClient
) -> None:
    give(cast, "", *Role, event_id=cast.event_id)
    with set_stage(cast) as stage:
        for route, row in cells():
            path = path_of(route, row, cast)
            if row.on not in ("taken_id", "now_id", "question_id", "other_id", "chapter_id"):
                continue
            answer = await ask(client, route, path, cast.cookies[ROLE], body_of(route, row, cast))
            assert answer.status_code in (403, 404), f"{path}: {answer.text[:200]}"
            assert not stage.is_changed(), path


async def test_frames_of_all_roles_of_another_chapter_write_nothing_here(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    bind_real()
    lift_limits(monkeypatch)
    give(cast, ELSEWHERE, *Role)
    own = {Permission.OWN_REGISTRATION_CHECK, Permission.OWN_REGISTRATION_SETTLE}
    own |= {
        Permission.OWN_EVENT_UPDATE,
        Permission.OWN_QUESTION_ANSWER,
        Permission.OWN_EVENT_DELETE,
    }
    tried = 0
    async with running_worker() as worker:
        with set_stage(cast) as stage:
            for short, row in HANDLERS.items():
                access = handler_access(full_name(short))
                assert access is not None
                if not (access.somewhere or access.permission in own):
                    continue
                tab = await opened(worker, cast, ROLE)
                await play(tab, cast, short, row, row.payload(cast))
                assert not stage.is_changed(), short
                tried += 1
        assert worker.failures == []
    assert tried > 50


async def test_no_role_tells_a_minor_from_a_hidden_adult(
    still_clock: StillClock, cast: Cast, client: httpx.AsyncClient
) -> None:
    give(cast, cast.chapter_id, *Role)
    runs: list[Lines] = []
    for age in (AgeBand.ADULT, AgeBand.MINOR):
        raise_twins(cast, age)
        found: Lines = {}
        with set_stage(cast) as stage:
            for route, row in cells():
                path, body = path_of(route, row, cast), body_of(route, row, cast)
                answer = await ask(client, route, path, cast.cookies[ROLE], body)
                found.setdefault(name_of(route), []).extend(evened(cast, told(answer)))
                if stage.is_changed():
                    stage.put_back()
        runs.append(found)
    assert "Storm Other" in repr(runs)
    adults, minors = runs
    # Nothing may differ here, also not what administrators and the member may read.
    assert {name: minors[name] for name in adults if minors[name] != adults[name]} == {}


async def test_no_screen_of_a_role_tells_a_minor_from_a_hidden_adult(
    still_clock: StillClock, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    bind_real()
    lift_limits(monkeypatch)
    give(cast, cast.chapter_id, *Role)
    runs = []
    async with running_worker() as worker:
        for age in (AgeBand.ADULT, AgeBand.MINOR):
            raise_twins(cast, age)
            runs.append(await on_screens(cast, ROLE, worker))
        assert worker.failures == []
    assert "Storm Other" in repr(runs)
    assert not (found := differences(*runs)), "\n".join(found)


async def test_a_role_that_has_ended_opens_nothing_at_once(
    cast: Cast, client: httpx.AsyncClient
) -> None:
    give(cast, cast.chapter_id, Role.LEAD)
    headers = {"cookie": cast.cookies[ROLE], "origin": HOME}
    path = f"/api/admin/chapters/{cast.chapter_id}"
    assert (await client.patch(path, headers=headers, json={"city": "Ocala"})).status_code == 200
    with cast.database.unit_of_work(write=True) as session:
        session.execute(sa.update(RoleGrant).values(ended_at=col(RoleGrant.starts_at)))
    # A write reads the roles anew, whatever a worker remembers of the session.
    assert (await client.patch(path, headers=headers, json={"city": "Brandon"})).status_code == 403
