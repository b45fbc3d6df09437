"""The letter that says what a notification says."""

from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle import routes
from rookiebattle.accounts.models import User
from rookiebattle.core import clock
from rookiebattle.core.database.db import Database
from rookiebattle.notifications import service
from rookiebattle.notifications.schemas import NotificationPatch, NotificationWrite
from tests.letter_box import received
from tests.notifications.club import NOW, Club, assemble
from tests.world import World

SOON = NOW + timedelta(minutes=10)


@pytest.fixture
def world(database: Database) -> World:
    return World(database)


@pytest.fixture
def club(world: World) -> Club:
    return assemble(world)


def post(world: World, club: Club, **values: Any) -> str:
    written = NotificationWrite(
        title="Park change", message="Meet at the south pavilion.", **values
    )
    with clock.at(NOW):
        made = world.do(service.create_notification, club.admin, values=written)
    return str(made.id)


def recipients(at: Any = SOON) -> list[str]:
    with clock.at(at):
        return [one.subject for one in received()]


def test_each_reader_gets_one_letter_ten_minutes_later(world: World, club: Club) -> None:
    post(world, club, target_type="chapter", chapter_id=club.tampa, also_email=True)
    assert recipients(SOON - timedelta(seconds=1)) == []
    with clock.at(SOON):
        (letter,) = received()
    assert letter.recipient == "tess@example.org"
    assert letter.subject == "Tampa: Park change"
    assert "Meet at the south pavilion." in letter.body
    assert routes.chapter_url(club.tampa) in letter.body
    assert "/api/mail/unsubscribe/notices." in letter.unsubscribe


def test_without_the_tick_nobody_is_written_to(world: World, club: Club) -> None:
    post(world, club)
    assert recipients() == []


@pytest.mark.parametrize(
    "changed", [{"is_active": False}, {"target_type": "chapter", "chapter_id": "miami"}]
)
def test_what_is_taken_back_or_aimed_elsewhere_in_time_is_not_sent(
    world: World, club: Club, changed: dict[str, Any]
) -> None:
    new = post(world, club, target_type="chapter", chapter_id=club.tampa, also_email=True)
    if "chapter_id" in changed:
        changed = changed | {"chapter_id": club.miami}
    values = NotificationPatch(**changed)
    world.do(service.update_notification, club.admin, notification_id=new, values=values)
    assert recipients() == []


def test_whoever_turned_them_off_meanwhile_gets_no_letter(world: World, club: Club) -> None:
    post(world, club, target_type="chapter", chapter_id=club.tampa, also_email=True)
    world.write(sa.update(User).values(mail_notices=False))
    assert recipients() == []


@pytest.mark.parametrize(
    "column", [{"mail_notices": False}, {"age_band": None}, {"issuer": None, "subject": None}]
)
def test_only_members_who_want_it_and_have_logged_in_are_written_to(
    world: World, club: Club, column: dict[str, Any]
) -> None:
    with world.database.unit_of_work(write=True) as session:
        tess = session.get_one(User, club.tess.user_id)
        for name, value in column.items():
            setattr(tess, name, value)
    post(world, club, target_type="chapter", chapter_id=club.tampa, also_email=True)
    assert recipients() == []
