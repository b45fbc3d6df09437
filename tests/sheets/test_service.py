"""Live sheets: what they show, to whom, how often, and when they end."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.accounts.models import AgeBand, RoleGrant, User
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database, writes
from rookiebattle.core.errors import Conflict, Forbidden, Invalid, NotFound, TooManyRequests
from rookiebattle.core.roles import Grant, Role
from rookiebattle.core.validation import parse
from rookiebattle.events.models import Event
from rookiebattle.sheets import service
from rookiebattle.sheets.models import KEPT
from rookiebattle.sheets.policy import COLUMNS
from rookiebattle.sheets.schemas import SheetMade, SheetWrite
from tests import factories
from tests.clocks import StillClock
from tests.world import World

NOW = datetime(2026, 3, 14, 16, tzinfo=UTC)
Make = Callable[..., SheetMade]


@pytest.fixture
def world(some_database: Database, still_clock: StillClock) -> World:
    still_clock.now = NOW
    return World(some_database)


@pytest.fixture
def make(world: World) -> Make:
    def made(actor: Actor, **sent: Any) -> SheetMade:
        values = parse(SheetWrite, {"name": "For the board", **sent})
        found: SheetMade = world.do(service.make_sheet, actor, values=values)
        return found

    return made


def lines(world: World, made: SheetMade) -> list[str]:
    token = made.url.rsplit("/", 1)[1].removesuffix(".csv")
    found: bytes = world.do(service.read_sheet, VISITOR, token=token)
    return found.decode("utf-8-sig").splitlines()


def test_a_roster_shows_who_comes_as_its_organizer_sees_them(world: World, make: Make) -> None:
    olive, tess = world.person(game_name="Olive"), world.person(game_name="=Tess")
    event_id = world.event(olive)
    world.seat(event_id, tess, checked_in_at=NOW, registration_date=NOW)
    made = make(olive, list="roster", eventId=event_id, columns=["name", "status", "checkedIn"])
    assert lines(world, made) == [
        '"Name","Status","Checked In"',
        '"\'=Tess","Registered","2026-03-14 12:00"',
    ]


def test_a_roster_of_an_organizer_tells_no_plan(world: World, make: Make) -> None:
    olive = world.person()
    event_id = world.event(olive, price_cents=10_00)
    for status in ("not_required", "completed", "waived", "credit"):
        world.seat(event_id, world.person(), payment_status=status)
    _head, *paid = lines(world, make(olive, list="roster", eventId=event_id, columns=["paid"]))
    assert (len(paid), len(set(paid))) == (4, 1)


def test_members_are_told_without_ages_and_addresses(world: World, make: Make) -> None:
    ada = world.person(first_name="Ada", last_name="Ash", is_admin=True)
    kid = world.person(email="kid@example.org", age_band=AgeBand.MINOR)
    evening = datetime(2026, 3, 15, 3, 59, tzinfo=UTC)
    world.seat(world.event(ada), kid, checked_in_at=evening)
    columns = ["name", "chapter", "plan", "status", "rank", "lastSeen"]
    told = lines(world, make(ada, list="members", columns=columns))
    assert [line.split(",")[0] for line in told] == ['"Name"', '"Ada Ash"', '"Member"']
    assert told[2].endswith('"2026-03-14"')
    assert "@" not in "".join(told)


def test_a_roster_names_nobody_by_an_address(world: World, make: Make) -> None:
    ada = world.person(is_admin=True)
    event_id = world.event(ada)
    world.seat(event_id, world.person(email="nova@example.org"))
    made = make(ada, list="roster", eventId=event_id, columns=["name"])
    assert lines(world, made) == ['"Name"', '"Member"']


def test_payments_have_their_sums(world: World, make: Make) -> None:
    ada = world.person(is_admin=True)
    evening = datetime(2026, 3, 15, 3, 59, tzinfo=UTC)
    world.add(factories.payment(user_id=ada.user_id, created_at=evening))
    made = make(ada, list="payments", columns=["date", "kind", "amount", "status"])
    assert lines(world, made) == [
        '"Date","Kind","Amount","Status"',
        '"2026-03-14","Donation",25.00,"Completed"',
    ]


@pytest.mark.parametrize("columns", [{"erased_at": NOW}, {"age_band": None}])
def test_a_sheet_of_an_erased_or_new_account_is_none(
    world: World, make: Make, columns: dict[str, Any]
) -> None:
    ada = world.person(is_admin=True)
    made = make(ada, list="roster", eventId=world.event(), columns=["name"])
    world.set(User, ada.user_id, **columns)
    with pytest.raises(NotFound):
        lines(world, made)


def test_a_sheet_has_as_many_lines_as_a_file(
    world: World, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST_LINES", 1)
    ada = world.person(is_admin=True)
    event_id = world.event(ada)
    for number in (1, 2):
        world.seat(event_id, world.person())
        world.add(factories.payment(user_id=ada.user_id, number=number))
    for asked in (
        {"list": "roster", "eventId": event_id, "columns": ["name"]},
        {"list": "members", "columns": ["name"]},
        {"list": "payments", "columns": ["date"]},
    ):
        assert len(lines(world, make(ada, **asked))) == 2


def test_the_own_sheets_are_listed_newest_first_with_their_end(
    world: World, make: Make, still_clock: StillClock
) -> None:
    ada, olive = world.person(is_admin=True), world.person()
    for name in ("Old", "New"):
        make(ada, list="payments", columns=["date"], name=name)
        still_clock.now += timedelta(hours=1)
    made = make(olive, list="roster", eventId=world.event(olive), columns=["name"])
    told = [(one.name, one.ends_at) for one in world.do(service.list_sheets, ada)]
    assert told == [("New", NOW + KEPT + timedelta(hours=1)), ("Old", NOW + KEPT)]
    world.do(service.revoke_sheet, olive, sheet_id=made.id)
    assert world.actions() == ["sheet.created"] * 3 + ["sheet.revoked"]


def test_a_list_that_one_may_not_read_is_no_sheet(world: World, make: Make) -> None:
    olive, stranger = world.person(), world.person()
    event_id = world.event(olive)
    with pytest.raises(Forbidden):
        make(stranger, list="roster", eventId=event_id, columns=["name"])
    for which in ("members", "payments"):
        with pytest.raises(Forbidden):
            make(olive, list=which, columns=["status"])
    with pytest.raises(NotFound):
        make(
            olive, list="roster", eventId="0" * 8 + "-0000-4000-8000-" + "0" * 12, columns=["name"]
        )


@pytest.mark.parametrize(
    "sent",
    [
        {"list": "members", "columns": ["email"]},
        {
            "list": "members",
            "columns": ["name"],
            "eventId": "0" * 8 + "-0000-4000-8000-" + "0" * 12,
        },
        {"list": "payments", "columns": ["date", "lastSeen"]},
        {"list": "members", "columns": []},
        {"list": "roster", "columns": ["name"]},
        {"list": "waivers", "columns": ["name"]},
        {"list": "payments", "columns": ["date"], "name": " "},
    ],
)
def test_another_column_or_list_is_refused(make: Make, world: World, sent: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        make(world.person(is_admin=True), **sent)


def test_a_sheet_is_read_once_a_minute(world: World, make: Make, still_clock: StillClock) -> None:
    made = make(world.person(is_admin=True), list="payments", columns=["date"])
    lines(world, made)
    still_clock.now = NOW + timedelta(seconds=59)
    with pytest.raises(TooManyRequests):
        lines(world, made)
    still_clock.now = NOW + timedelta(seconds=60)
    assert lines(world, made)


def test_a_sheet_ends_with_the_right_the_event_the_revocation_or_after_a_year(
    world: World, make: Make, still_clock: StillClock
) -> None:
    ada, olive = world.person(is_admin=True), world.person()
    event_id = world.event(olive)
    made = make(olive, list="roster", eventId=event_id, columns=["name"])
    other = make(ada, list="members", columns=["name"])
    old = make(ada, list="payments", columns=["date"])
    revoked = make(ada, list="payments", columns=["date"])
    with pytest.raises(NotFound):
        world.do(service.revoke_sheet, olive, sheet_id=revoked.id)
    world.do(service.revoke_sheet, ada, sheet_id=revoked.id)
    world.change(event_id, organizer_id=ada.user_id)
    for gone in (made, revoked):
        with pytest.raises(NotFound):
            lines(world, gone)
    still_clock.now = NOW + timedelta(days=365)
    for gone in (other, old):
        with pytest.raises(NotFound):
            lines(world, gone)
    world.do(writes(lambda session, _actor: service.forget_old(session)), ada)
    assert world.do(service.list_sheets, ada) == []


def test_the_event_takes_its_sheets_along(world: World, make: Make) -> None:
    olive = world.person()
    event_id = world.event(olive)
    made = make(olive, list="roster", eventId=event_id, columns=["name"])
    world.remove(event_id)
    with pytest.raises(NotFound):
        lines(world, made)
    assert world.do(service.list_sheets, olive) == []


def test_only_the_digest_is_kept_and_the_number_is_limited(
    world: World, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST_SHEETS", 1)
    ada = world.person(is_admin=True)
    made = make(ada, list="payments", columns=["date"])
    (told,) = world.do(service.list_sheets, ada)
    assert told.model_dump() == {k: v for k, v in made.model_dump().items() if k != "url"}
    token = made.url.rsplit("/", 1)[1].removesuffix(".csv")
    rows = world.do(lambda session, _actor: session.execute(sa.select(service.sheets)).all(), ada)
    assert token not in str(rows)
    with pytest.raises(Conflict):
        make(ada, list="payments", columns=["date"])


ROLES: list[tuple[str, dict[str, Any], str]] = [
    ("lead", {"list": "members", "columns": ["name"]}, '"Nia"'),
    ("treasurer", {"list": "payments", "columns": ["amount"]}, "7.00"),
]


@pytest.mark.parametrize(("role", "asked", "line"), ROLES)
@pytest.mark.parametrize("how", ["it ends", "for a minor it waits"])
def test_a_sheet_of_a_role_has_its_chapter_and_stops_with_the_role(
    world: World,
    make: Make,
    still_clock: StillClock,
    role: str,
    asked: dict[str, Any],
    line: str,
    how: str,
) -> None:
    row = factories.person(holds_roles=True)
    world.add(row)
    chapters = [world.chapter(name) for name in ("North", "South")]
    for name, chapter_id, cents in zip(("Nia", "Sol"), chapters, (7_00, 9_00), strict=True):
        one = world.person(first_name=name, chapter_id=chapter_id)
        event_id = world.event(one, chapter_id=chapter_id)
        paid = factories.payment(user_id=one.user_id, amount_cents=cents, event_id=event_id)
        paid.payment_type = "event"
        world.add(paid)
    grant = RoleGrant(user_id=row.id, role=role, chapter_id=chapters[0], given_by=row.id)
    grant.starts_at, grant.ends_at = NOW, NOW + timedelta(hours=1)
    world.add(grant)
    holder = factories.actor_of(row, grants=(Grant(Role(role), chapters[0]),))
    made = make(holder, **asked)
    assert lines(world, made)[1:] == [line]
    (other,) = [one for name, one, _ in ROLES if name != role]
    with pytest.raises(Forbidden):
        make(holder, **other)
    still_clock.now = NOW + timedelta(minutes=2)
    if how == "it ends":
        still_clock.now = NOW + timedelta(hours=2)
    else:
        world.set(User, row.id, age_band=AgeBand.MINOR)
    with pytest.raises(NotFound):
        lines(world, made)


def test_a_former_administrator_reads_nothing(world: World, make: Make) -> None:
    ada = world.person(is_admin=True)
    sheets = [
        make(ada, list="members", columns=["name"]),
        make(ada, list="payments", columns=["date"]),
        make(ada, list="roster", eventId=world.event(), columns=["name"]),
    ]
    world.set(User, ada.user_id, is_admin=False)
    for made in sheets:
        with pytest.raises(NotFound):
            lines(world, made)


def test_no_column_tells_an_age_an_address_or_a_note() -> None:
    assert {name: [*columns] for name, columns in COLUMNS.items()} == {
        "roster": ["name", "status", "paid", "checkedIn", "registeredAt", "chapter"],
        "members": ["name", "chapter", "plan", "status", "rank", "lastSeen"],
        "payments": ["date", "kind", "amount", "status"],
    }


@pytest.mark.each_database
def test_a_sheet_that_is_read_while_its_event_is_deleted_is_none(world: World, make: Make) -> None:
    olive = world.person()
    event_id = world.event(olive)
    made = make(olive, list="roster", eventId=event_id, columns=["name"])
    with ThreadPoolExecutor() as pool:
        with world.database.unit_of_work(write=True) as session:
            session.delete(session.get_one(Event, event_id))
            session.flush()
            reading = pool.submit(lines, world, made)
        with pytest.raises(NotFound):
            reading.result(timeout=30)


@pytest.mark.each_database
def test_an_event_that_is_deleted_while_a_sheet_is_read_waits_for_the_reading(
    world: World, make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    olive = world.person()
    event_id = world.event(olive)
    made = make(olive, list="roster", eventId=event_id, columns=["name"])
    real = service._rows
    with ThreadPoolExecutor() as pool:
        deleting = list[Future[None]]()

        def meanwhile(*asked: Any) -> Any:
            deleting.append(pool.submit(world.remove, event_id))
            return real(*asked)

        monkeypatch.setattr(service, "_rows", meanwhile)
        assert lines(world, made) == ['"Name"']
        deleting[0].result(timeout=30)
    with pytest.raises(NotFound):
        lines(world, made)
