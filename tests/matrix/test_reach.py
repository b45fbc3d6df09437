"""A list shows a role nothing beyond its reach: each verb that reads for an `all:…:read` is called
as somebody with every role in one chapter, before and after another chapter is full of the same."""

import ast
import importlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.chapters.schemas import ChapterSearch, RequestList
from rookiebattle.console.schemas import LogSearch
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Forbidden, NotFound
from rookiebattle.core.pagination import Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import MAY, Grant, Reach, Role
from rookiebattle.core.values.spreadsheet import csv_of
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventFilter
from rookiebattle.members.exporting import _COLUMNS
from rookiebattle.members.users import UserFilter
from rookiebattle.notifications.schemas import NotificationSearch
from rookiebattle.payments import service as payments
from rookiebattle.payments.schemas import PaymentSearch
from rookiebattle.progression import service as progression
from rookiebattle.progression.schemas import Award
from rookiebattle.registrations.schemas import RosterSearch
from rookiebattle.resources.schemas import ResourceSearch
from rookiebattle.roles.schemas import About, GrantQuery
from rookiebattle.waivers.models import Form
from rookiebattle.waivers.schemas.lacking import LackingSearch
from tests import factories
from tests.clocks import NOW
from tests.world import World

ALL, PAGE = EventFilter(with_waiting=True, starts_from=NOW - timedelta(days=30)), Window(50)


@dataclass(frozen=True)
class Place:
    """A chapter with one of everything, and the ids of these."""

    chapter: str
    event: str
    member: str
    notice: str
    item: str
    payment: str
    award: str


Asked = Callable[[Place], dict[str, Any]]


def _nothing(_place: Place) -> dict[str, Any]:
    return {}


def _wanted(value: Any) -> Asked:
    return lambda _place: {"wanted": value}


def _of(**names: str) -> Asked:
    """Ids of the place, by the names of the verb's arguments."""
    return lambda place: {name: getattr(place, one) for name, one in names.items()}


PEOPLE, MONEY = UserFilter(), PaymentSearch()
VERBS: dict[str, list[Asked]] = {
    "accounts.awaiting.lapses": [lambda place: {"user_ids": [place.member]}],
    "accounts.awaiting.count_unanswered": [_nothing],
    "chapters.requests.list_requests": [
        lambda _place: {"which": RequestList.WAITING, "window": PAGE}
    ],
    "chapters.requests.count_open": [_nothing],
    "chapters.requests.waiting_request": [_of(request_id="event")],
    "chapters.service.search_chapters": [_wanted(ChapterSearch())],
    "chapters.service.edited_chapter": [_of(chapter_id="chapter")],
    "console.log.search_log": [_wanted(LogSearch())],
    "console.service.count_waiting": [_nothing],
    "console.service.find_by_name": [lambda _place: {"text": "twin"}],
    "console.service.list_failed_letters": [lambda _place: {"window": PAGE}],
    "console.service.count_restored_letters": [_nothing],
    "console.system.show_system": [_nothing],
    "events.hosting.count_waiting": [_nothing],
    "events.hosting.list_waiting": [_nothing, _of(chapter_id="chapter")],
    "events.reports.list_reports": [_of(event_id="event")],
    "events.reports.count_reported": [_nothing],
    "events.service.list_all": [lambda _place: {"wanted": ALL, "current_only": False}],
    "events.service.list_all_as_json": [lambda _place: {"wanted": ALL, "current_only": False}],
    "media.service.events_to_choose": [_nothing],
    "media.service.get_media": [_of(media_id="item")],
    "members.administration.list_users": [_wanted(PEOPLE), _wanted(UserFilter(text="twin"))],
    "gear.service.list_incidents": [lambda place: {"event_id": place.event, "window": PAGE}],
    "gear.service.checks_at": [_of(event_id="event")],
    "gear.service.show_gear": [_of(event_id="event")],
    "messages.service.list_messages": [lambda place: {"event_id": place.event, "window": PAGE}],
    "members.administration.find_users": [_wanted(PEOPLE), _wanted(UserFilter(text="twin"))],
    "members.administration.get_user": [_of(user_id="member")],
    "members.exporting.export_users": [
        _wanted(PEOPLE),
        _wanted(UserFilter(text="twin")),
        lambda place: {"wanted": PEOPLE, "user_ids": [place.member]},
    ],
    "notifications.service.chapter_news": [_of(chapter_id="chapter")],
    "notifications.service.list_all": [lambda _place: {"window": PAGE}],
    "notifications.service.search_notifications": [_wanted(NotificationSearch())],
    "notifications.service.download_notifications": [_wanted(NotificationSearch())],
    "notifications.service.get_notification": [_of(notification_id="notice")],
    "payments.board.account_codes": [_nothing],
    "payments.board.voting_rules": [_nothing],
    "payments.board.voters": [lambda _place: {"on": date(2026, 11, 1)}],
    "payments.books.month_of_books": [lambda _place: {"month": f"{NOW:%Y-%m}"}],
    "payments.books.movements": [_wanted(MONEY), _wanted(PaymentSearch(text="twin"))],
    "payments.books.search_payments": [
        *map(_wanted, (MONEY, PaymentSearch(text="twin"), PaymentSearch(text="?")))
    ],
    "payments.books.sum_payments": [_wanted(MONEY)],
    "payments.seats.canceled_events.how_paid": [_of(event_id="event")],
    "payments.seats.perks.offers_at": [_of(event_id="event")],
    "payments.service.receipt": [_of(payment_id="payment")],
    "progression.service.award_sizes": [lambda place: {"award_ids": [place.award]}],
    "progression.timeline.award_choices": [_nothing],
    "progression.timeline.member_timeline": [
        lambda place: {"user_id": place.member, "window": PAGE}
    ],
    "registrations.service.attendance.visits": [lambda _place: {"since": NOW, "until": NOW}],
    "registrations.service.awards.find_events": [lambda _place: {"text": ""}],
    "registrations.service.awards.receivers": [
        lambda place: {"event_id": place.event, "user_ids": None}
    ],
    "registrations.service.check_ins.find_candidates": [
        lambda place: {"event_id": place.event, "text": "twin"}
    ],
    "registrations.service.questions.count_suspicious": [_nothing],
    "registrations.service.questions.list_questions": [_of(event_id="event")],
    "registrations.service.roster.read_roster": [
        lambda place: {"event_id": place.event, "wanted": RosterSearch()}
    ],
    "registrations.service.roster.attendees": [_of(event_id="event")],
    "registrations.service.settling.count_unpaid": [_nothing],
    "registrations.service.settling.count_returning": [_nothing],
    "roles.service.list_grants": [
        lambda place: {"wanted": GrantQuery(chapter_id=place.chapter)},
        lambda place: {"wanted": GrantQuery(event_id=place.event)},
        lambda place: {"wanted": GrantQuery(user_id=place.member)},
    ],
    # The page of a member has a name that all members read.
    "roles.service.show_roles": [
        lambda place: {"about": About(chapter_id=place.chapter)},
        lambda place: {"about": About(event_id=place.event)},
    ],
    "roles.service.find_people": [
        lambda place: {"about": About(chapter_id=place.chapter), "text": "twin"}
    ],
    "resources.service.search_resources": [_wanted(ResourceSearch())],
    "resources.service.get_resource": [_of(resource_id="event")],
    "waivers.service.lacking.search_lacking": [
        _wanted(LackingSearch()),
        _wanted(LackingSearch(text="twin")),
    ],
    "waivers.service.standing.read_standing": [_of(user_id="member")],
    "waivers.service.versions.list_versions": [_nothing],
    "waivers.service.versions.get_version": [_of(version_id="event")],
    "waivers.service.versions.people_signed": [lambda _place: {"form": Form.ADULT}],
    "waivers.service.versions.first_text": [lambda _place: {"form": Form.ADULT}],
}
"""Each verb with what it is asked for. What names a record of the place is asked for elsewhere,
too, and must find nothing there."""
BESIDE = {
    "registrations.service.attendance.last_seen_of": "takes members who were read before",
    "registrations.service.attendance.visits_of": "takes a member who was read before",
    "registrations.service.check_ins.refuse_unread": "asks the permission for the one member",
    "registrations.service.roster.attendees_of": "takes an event that was read before",
    "waivers.service.standing.knows_age": "takes a member who was read before",
    "waivers.service.standing.sees_standing": "takes a member who was read before",
}
EMPTY = {
    "accounts.awaiting.lapses": ("{}",),
    "events.hosting.list_waiting": ("[]",),
    "notifications.service.chapter_news": ("[]",),
    "roles.service.list_grants": ("Page(items=[], total=0)",),
    "roles.service.show_roles": ("None",),
    "members.exporting.export_users": (repr(csv_of([*_COLUMNS], [])),),
}
"""These answer with nothing instead of an error for what is out of reach."""


def _readers(file: Path) -> Iterator[str]:
    """The verbs of a module that read by an `ALL_…_READ`, also through its own functions."""
    text = file.read_text()
    if not re.search(r"ALL_\w+_READ", text):
        return
    functions = {one.name: one for one in ast.parse(text).body if isinstance(one, ast.FunctionDef)}
    reading = {name for name, one in functions.items() if _names_reading(one)}
    for _ in functions:
        reading |= {name for name, one in functions.items() if _called(one) & reading}
    for name in reading:
        one = functions[name]
        writes = any(isinstance(by, ast.Name) and by.id == "writes" for by in one.decorator_list)
        takes = [argument.arg for argument in one.args.args[:2]]
        if takes == ["session", "actor"] and not writes and not name.startswith("_"):
            yield name


def _names_reading(one: ast.FunctionDef) -> bool:
    named = (part.attr for part in ast.walk(one) if isinstance(part, ast.Attribute))
    return any(name.startswith("ALL_") and name.endswith("_READ") for name in named)


def _called(one: ast.FunctionDef) -> set[str]:
    calls = (part.func for part in ast.walk(one) if isinstance(part, ast.Call))
    return {called.id for called in calls if isinstance(called, ast.Name)}


def test_every_verb_that_reads_for_all_is_asked_here() -> None:
    package = Path("rookiebattle")
    found = {
        ".".join((*file.relative_to(package).with_suffix("").parts, name))
        for file in package.rglob("*.py")
        if file.relative_to(package).parts[0] not in ("core", "pages", "ui", "seed")
        for name in _readers(file)
    }
    assert not found - {*VERBS, *BESIDE}, "A list needs a row, and a filter: actor.reach(…)"


def fill(world: World, name: str) -> Place:
    """A chapter with a member, an event with a paid seat, and one of everything else."""
    chapter = world.chapter(name)
    people = {"chapter_id": chapter, "first_name": "Twin", "last_name": name}
    member = world.person(**people, lapses_at=NOW, email=f"{name.lower()}@example.org")
    ada = world.person(is_admin=True)
    event = world.event(
        member, title=f"Duel of {name}", chapter_id=chapter, price_cents=1000, start_at=NOW
    )
    price = {"payment_status": "completed", "payment_amount_cents": 1000}
    seat = world.seat(event, member, **price, checked_in_at=NOW)
    paid = factories.payment(
        user_id=member.user_id,
        payment_type="event",
        event_id=event,
        registration_id=seat,
        method="hand",
        means="cash",
        cents=1000,
    )
    payment = world.add(paid)
    world.add(factories.receipt_of(paid))
    world.event(member, chapter_id=chapter, waits_for="club")
    world.add(factories.question(event_id=event))
    notice = world.notification(target_type="chapter", chapter_id=chapter, title=name)
    item = world.add(factories.media(name, uploaded_by=ada.user_id, event_id=event))
    at = progression.AtEvent(event, f"Duel of {name}")
    world.add(factories.grant(user_id=member.user_id, chapter_id=chapter))
    award = Award.model_validate({"bead": "red"})
    given = world.do(progression.award, ada, user_ids=[member.user_id], values=award, event=at)
    return Place(chapter, event, member.user_id, notice, item, payment, given.award_id)


def roles_in(world: World, place: Place) -> Actor:
    """Somebody with every role in a place, who is member of no chapter."""
    row = factories.person(first_name="Lea")
    world.add(row)
    return factories.actor_of(row, grants=tuple(Grant(one, place.chapter) for one in Role))


REFUSED = ("Forbidden", "NotFound")


def _answer(world: World, actor: Actor, verb: str, asked: dict[str, Any]) -> str:
    module, _, name = verb.rpartition(".")
    called = getattr(importlib.import_module(f"rookiebattle.{module}"), name)
    try:
        return repr(world.do(called, actor, **asked))
    except (Forbidden, NotFound) as refused:
        return type(refused).__name__


def _told_of_another_chapter(world: World) -> set[str]:
    """The verbs that answer a role otherwise once there is another chapter, or find its records."""
    world.add(factories.waiver_version())
    here = fill(world, "North")
    lea = roles_in(world, here)
    cells = [(verb, asked) for verb, rows in VERBS.items() for asked in rows]
    before = [_answer(world, lea, verb, asked(here)) for verb, asked in cells]
    told = {verb for (verb, _), answer in zip(cells, before, strict=True) if answer not in REFUSED}
    assert len(told) > 25, told
    there = fill(world, "South")
    found = set()
    for (verb, asked), answer in zip(cells, before, strict=True):
        other = _answer(world, lea, verb, asked(there))
        is_told = asked(there) != asked(here) and other not in (*REFUSED, *EMPTY.get(verb, ()))
        if _answer(world, lea, verb, asked(here)) != answer or is_told or "South" in other:
            found.add(verb)
    return found


def test_no_list_tells_a_role_anything_of_another_chapter(world: World) -> None:
    assert _told_of_another_chapter(world) == set()


def test_without_its_filter_every_list_tells_of_the_other_chapter(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Reach, "within", lambda *_: sa.true())
    monkeypatch.setattr(Actor, "may", lambda *_, **__: True)
    assert len(_told_of_another_chapter(world)) > 25


def test_a_role_without_money_reads_no_payment(world: World) -> None:
    here = fill(world, "North")
    lead = Actor(user_id=roles_in(world, here).user_id, grants=(Grant(Role.LEAD, here.chapter),))
    money = [verb for verb in VERBS if verb.startswith("payments.books")]
    for verb in (*money, "payments.service.receipt"):
        for asked in VERBS[verb]:
            assert _answer(world, lead, verb, asked(here)) in ("Forbidden", "NotFound"), verb


def test_a_treasurer_gives_back_the_money_of_the_own_events_alone(world: World) -> None:
    here, there = fill(world, "North"), fill(world, "South")
    treasurer = Actor(
        user_id=roles_in(world, here).user_id, grants=(Grant(Role.TREASURER, here.chapter),)
    )
    donation = world.add(factories.payment(user_id=here.member, number=2))
    for payment_id in (there.payment, donation):
        for verb in (payments.refund, payments.correct, payments.receipt):
            with pytest.raises(NotFound):
                world.do(verb, treasurer, payment_id=payment_id)
    world.do(payments.refund, treasurer, payment_id=here.payment)
    assert world.do(payments.receipt, treasurer, payment_id=here.payment).returned_cents == 1000
    with pytest.raises(Forbidden):
        world.do(payments.find_payers, treasurer, text="twin", window=PAGE)
    club = Actor(user_id=treasurer.user_id, grants=(Grant(Role.TREASURER),))
    assert len(world.do(payments.find_payers, club, text="twin", window=PAGE)) == 2


def test_an_event_in_reach_is_listed_and_its_waiting_neighbor_is_not(world: World) -> None:
    here = fill(world, "North")
    found = world.do(events.list_all, roles_in(world, here), wanted=ALL, current_only=False)
    assert [one.id for one in found.items] == [here.event]
    lead = Actor(user_id=roles_in(world, here).user_id, grants=(Grant(Role.LEAD),))
    assert world.do(events.list_all, lead, wanted=ALL, current_only=False).total == 1


@pytest.mark.parametrize("role", Role)
def test_no_role_appoints_imports_reads_the_log_or_changes_accounts(role: Role) -> None:
    closed = (
        *("account:create", "account:update", "audit:", "system:", "job:", "letter:", "report:"),
        *("request:", "resource:", "chapter:create", "chapter:delete", "event:create"),
    )
    for permission in MAY[role]:
        assert not any(part in permission for part in closed), permission


def test_a_second_does_all_that_a_lead_does_but_give_roles_and_read_incidents() -> None:
    """Incidents are for leads and administrators alone."""
    of_leads = {Permission.ALL_ROLE_CREATE, Permission.ALL_INCIDENT_CREATE}
    assert MAY[Role.LEAD] - MAY[Role.SECOND] == of_leads
    assert MAY[Role.SECOND] <= MAY[Role.LEAD]
