"""Download, privacy, logging out everywhere and erasing an account."""

import json

import pytest
import sqlalchemy as sa

from rookiebattle.accounts import queries, service
from rookiebattle.accounts.identity import SessionIdentities
from rookiebattle.accounts.models import LoginSession, User
from rookiebattle.accounts.naming import listed_name, name_key
from rookiebattle.accounts.policy import after_sign_in, confirms_deletion
from rookiebattle.accounts.schemas import Privacy, PrivacyPatch
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Conflict, Invalid
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.integrations.oidc import Claims
from tests.accounts.stage import Browser
from tests.factories import failed_letter
from tests.identities import bind
from tests.world import World

MAYA = {"issuer": "i", "subject": "maya", "email": "maya@example.org", "first_name": "Maya"}


@pytest.fixture
def maya(world: World) -> Actor:
    actor = world.person(**MAYA, last_name="Ortiz", game_name="Storm", bio="Since 2019.")
    now = clock.now()
    with world.database.unit_of_work(write=True) as session:
        for key in ("phone", "laptop"):
            session.add(LoginSession(sid=key, user_id=actor.user_id, created_at=now, expire=now))
    return Actor(user_id=actor.user_id, session_key="phone")


def sessions_left(world: World) -> int:
    return len(world.scalars(sa.select(LoginSession)))


def look_up(world: World, actor: Actor) -> User:
    return world.get(User, actor.user_id)


def test_a_deleted_account_has_no_name_and_no_session(world: World, maya: Actor) -> None:
    world.do(service.delete_account, maya, confirmation=" Storm ")
    left = look_up(world, maya)
    columns = ("issuer", "subject", "email", "first_name", "last_name", "game_name", "bio")
    assert [getattr(left, name) for name in columns] == [None] * len(columns)
    assert left.erased_at
    assert listed_name(left) == "Former member"
    assert sessions_left(world) == 0
    assert world.actions() == ["account.deleted"]


def test_no_letter_waits_for_an_address_that_has_left(world: World, maya: Actor) -> None:
    """Somebody may have typed it before signing in, so the letter belongs to no account."""
    for subject, to in (("To Maya", "maya@example.org"), ("To others", "theo@example.org")):
        world.add(failed_letter(subject, recipient=to))
    world.do(service.delete_account, maya, confirmation="DELETE")
    assert [one.subject for one in world.scalars(sa.select(OutboxLetter))] == ["To others"]


def test_the_sockets_of_an_account_close_with_it(world: World, maya: Actor) -> None:
    keys = world.run(queries.keys_of, maya.user_id)
    dropped: list[str] = []
    bind(SessionIdentities(on_drop=dropped.append))
    world.do(service.delete_account, maya, confirmation="DELETE")
    assert len(dropped) == 2
    assert {*dropped} == {*keys}


@pytest.mark.parametrize("typed", ["", "delete", "storm", "None"])
def test_deleting_has_to_be_confirmed(world: World, maya: Actor, typed: str) -> None:
    with pytest.raises(Invalid, match="Please type your game name"):
        world.do(service.delete_account, maya, confirmation=typed)
    assert look_up(world, maya).email
    assert sessions_left(world) == 2


def test_without_a_game_name_the_word_confirms() -> None:
    assert confirms_deletion("DELETE", game_name=None)
    assert not confirms_deletion("None", game_name=None)


def test_the_last_administrator_stays(world: World) -> None:
    boss = world.person(email="boss@example.org", is_admin=True)
    with pytest.raises(Conflict, match="last administrator"):
        world.do(service.delete_account, boss, confirmation="DELETE")
    world.person(is_admin=True)
    world.do(service.delete_account, boss, confirmation="DELETE")
    assert not look_up(world, boss).is_admin


def test_the_same_person_may_come_back_as_somebody_new(world: World, maya: Actor) -> None:
    world.do(service.delete_account, maya, confirmation="DELETE")
    claims = Claims("i", "maya", "maya@example.org", True, "Maya", "Ortiz")
    begun = world.do(service.sign_in, Actor(), claims=claims)
    assert not begun.welcomed
    with world.database.unit_of_work(write=False) as session:
        new = session.scalars(sa.select(User).filter_by(subject="maya")).one()
    assert new.id != maya.user_id
    assert (new.email, new.game_name) == ("maya@example.org", None)


def test_the_data_hold_everything_of_ones_own_and_nothing_of_others(
    world: World, maya: Actor
) -> None:
    other = world.person(email="other@example.org", game_name="Calm")
    event_id = world.event(other)
    world.event(maya, title="Mine")
    with world.database.unit_of_work(write=True) as session:
        service.rename(session, session.get_one(User, other.user_id), game_name="Calmer")
    data = world.do(service.export_account, maya)
    text = json.dumps(data)
    assert "Since 2019." in text
    assert "maya@example.org" in text
    for foreign in ("other@example.org", "Calm", event_id):
        assert foreign not in text
    assert "laptop" not in text
    assert "subject" not in json.dumps(data["users"])
    assert len(data["events"]) == 1  # type: ignore[arg-type]  # a list of rows


def test_the_data_say_how_long_they_are_kept(world: World, maya: Actor) -> None:
    data = world.do(service.export_account, maya)
    told = data["howLong"]
    assert isinstance(told, dict)
    assert told.keys() <= data.keys()
    assert all(told.values())


def choose(world: World, actor: Actor, **choices: bool) -> Privacy:
    return world.do(service.choose_privacy, actor, values=PrivacyPatch.model_validate(choices))


def test_one_hides_from_who_is_going_and_shows_oneself(world: World, maya: Actor) -> None:
    for _ in range(2):
        assert choose(world, maya, hides_attendance=True).hides_attendance
        assert look_up(world, maya).hides_attendance
    assert not choose(world, maya, hides_attendance=False).hides_attendance
    assert world.actions() == ["account.updated"] * 2


def test_an_adult_shows_the_profile_and_each_choice_is_kept(world: World, maya: Actor) -> None:
    assert not world.do(service.own_account, maya).shows_profile
    choose(world, maya, hides_attendance=True)
    both = Privacy(hides_attendance=True, shows_profile=True)
    assert choose(world, maya, shows_profile=True) == both
    assert choose(world, maya) == both
    assert world.do(service.own_account, maya).shows_profile
    assert not choose(world, maya, shows_profile=False).shows_profile


def test_only_an_adult_is_shown_with_more_than_the_game_name(world: World) -> None:
    kim = world.person(age_band="minor", game_name="Newt")
    with pytest.raises(Invalid) as refused:
        choose(world, kim, shows_profile=True)
    assert set(refused.value.fields) == {"showsProfile"}
    assert not choose(world, kim, shows_profile=False, hides_attendance=True).shows_profile
    assert world.do(service.own_account, kim).hides_attendance


def test_logging_out_everywhere_ends_all_sessions(world: World, maya: Actor) -> None:
    assert world.do(service.own_account, maya).sessions == 2
    assert world.do(service.end_all_sessions, maya) == 2
    assert sessions_left(world) == 0


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Iron Fox", "iron-fox", True),
        ("Iron Fox", "IRONFOX", True),
        ("Straße", "STRASSE", True),
        ("Fox", "Foxy", False),
        ("🦊", "🐺", False),
        ("❤", "❤\ufe0f", True),
        ("🦊🐺", "🦊\u200d🐺", True),
        ("Zoë", "Zoe\u0308", True),
        ("Zoë", "ZOE", True),
        ("Admin", "\u0410dmin", True),
        ("HERON", "\u041d\u0415R\u041eN", True),
        ("heron", "her\u03bfn", True),
        ("IRON", "\u0399R\u039f\u039d", True),
        ("Heron", "He\u200bron", True),
        ("Heron", "Heron\u3164", True),
        ("Heron", "He\u034fron\u2800", True),
        ("\u0416\u0423\u041a", "\u0436\u0443\u043a", True),
        ("\u0436\u0443\u043a", "\u0436\u0443\u0440\u0430\u0432", False),
        ("\u039d\u0399\u039a\u039f\u03a3", "\u03bd\u03b9\u03ba\u03bf\u03c2", True),
        ("x" * 255, "x" * 254, False),
    ],
)
def test_names_are_the_same_to_a_reader(one: str, other: str, same: bool) -> None:
    assert (name_key(one) == name_key(other)) == same


@pytest.mark.parametrize(
    ("wanted", "welcomed", "to"),
    [
        ("/events", True, "/events"),
        ("/events", False, "/welcome?next=/events"),
        ("/events?type=a&b=c", False, "/welcome?next=/events%3Ftype%3Da%26b%3Dc"),
        ("//evil.example.org", False, "/welcome"),
        ("/", False, "/welcome"),
        ("/welcome?next=/events", False, "/welcome?next=/events"),
    ],
)
def test_the_way_after_the_sign_in(wanted: str, welcomed: bool, to: str) -> None:
    assert after_sign_in(wanted, welcomed=welcomed) == to


@pytest.mark.anyio
async def test_deleting_over_http_takes_the_cookie_away(browser: Browser) -> None:
    await browser.sign_in()
    origin = {"origin": "http://localhost:8000"}
    refused = await browser.client.request(
        "DELETE", "/api/auth/user", json={"confirmation": "no"}, headers=origin
    )
    assert (refused.status_code, refused.text) == (
        422,
        "Please type your game name or the word DELETE.",
    )
    gone = await browser.client.request(
        "DELETE", "/api/auth/user", json={"confirmation": "DELETE"}, headers=origin
    )
    assert (gone.status_code, gone.headers["location"]) == (204, "/goodbye")
    assert gone.headers["clear-site-data"] == '"cache"'
    assert "rb_session" not in browser.cookies
    assert await browser.who() == 401


@pytest.mark.anyio
async def test_a_child_is_refused_with_kind_words(browser: Browser) -> None:
    await browser.sign_in()
    gone = await browser.client.post(
        "/api/auth/welcome",
        json={"ageBand": "under13", "confirmed": True},
        headers={"origin": "http://localhost:8000"},
    )
    assert (gone.status_code, gone.headers["location"]) == (403, "/too-young")
    assert gone.headers["clear-site-data"] == '"cache"'
    assert "need to be 13" in gone.text
    assert "rb_session" not in browser.cookies
    assert await browser.who() == 401


@pytest.mark.anyio
async def test_the_file_is_an_attachment_that_nobody_keeps(browser: Browser) -> None:
    await browser.sign_in()
    answer = await browser.get("/api/auth/export")
    assert answer.headers["content-disposition"].startswith('attachment; filename="my-data-')
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json()["users"][0]["email"] == "maya@example.org"
