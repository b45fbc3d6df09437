"""The sentence about what comes after a login is the site's own, never that of an address."""

from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.accounts.service import errand_of
from rookiebattle.accounts.wording import ERRANDS
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Unavailable
from rookiebattle.registrations.service import login
from tests.accounts.stage import Browser
from tests.clocks import NOW
from tests.stripe_double.keys import take_cards
from tests.world import World

pytestmark = pytest.mark.usefixtures("still_clock")

BOOKED = "Then it’s back to “Castle Day” with your seat booked."
BOOKED_IN_LIST = "Then your seat at “Castle Day” is booked."
BACK = "Then it’s back to “Castle Day” right away."


def said(world: World, onwards: str) -> str:
    return world.do(errand_of, VISITOR, onwards=onwards)


def castle_day(world: World, **columns: Any) -> str:
    return world.event(title="Castle Day", **columns)


@pytest.mark.parametrize(
    ("onwards", "sentence"),
    [
        ("/my-events?past=2", ERRANDS["/my-events"]),
        ("/membership#plans", ERRANDS["/membership"]),
        ("/", ""),
        ("/parents", ""),
        ("/api/logout", ""),
        ("//evil.example.org/my-events", ""),
        ("/events/Your-seat-is-lost", ""),
        ("/events/00000000-0000-4000-8000-000000000000", ""),
        ("/chapters/00000000-0000-4000-8000-000000000000", ""),
    ],
)
def test_only_pages_that_are_known_are_named(world: World, onwards: str, sentence: str) -> None:
    assert said(world, onwards) == sentence


def test_an_event_is_named_and_its_seat_is_promised_while_it_has_one(world: World) -> None:
    event_id = castle_day(world)
    assert said(world, f"/events/{event_id}?from=mail#register") == BOOKED
    assert said(world, f"/events/{event_id}?from=mail") == BACK
    for closed in (
        {"canceled_at": NOW},
        {"max_participants": 1, "current_participants": 1},
        {"start_at": NOW - timedelta(minutes=5)},
        {"requires_membership": True},
    ):
        assert said(world, f"/events/{castle_day(world, **closed)}#register") == BACK


@pytest.mark.parametrize("page", ["/events?view=list", "/chapters/tampa"])
def test_a_seat_that_was_asked_for_in_a_list_is_promised_while_there_is_one(
    world: World, page: str
) -> None:
    event_id = castle_day(world)
    assert said(world, f"{page}#register={event_id}") == BOOKED_IN_LIST
    otherwise = ERRANDS.get(page.partition("?")[0], "")
    assert said(world, f"{page}#castle={event_id}") == otherwise
    hidden = castle_day(world, is_public=False)
    full = castle_day(world, max_participants=1, current_participants=1)
    for other in ("Your-seat-is-lost", hidden, full):
        assert said(world, f"{page}#register={other}") == otherwise


@pytest.mark.parametrize("page", ["/account", "/membership", "/", "/chapters"])
def test_a_page_without_events_promises_no_seat(world: World, page: str) -> None:
    assert said(world, f"{page}#register={castle_day(world)}") == ERRANDS.get(page, "")


def test_a_long_title_is_clipped(world: World) -> None:
    event_id = world.event(title="A Long Evening of Shields " * 9)
    assert len(said(world, f"/events/{event_id}#register")) < len(BOOKED) + 80


def test_a_private_event_is_not_told_to_visitors(world: World) -> None:
    assert said(world, f"/events/{castle_day(world, is_public=False)}#register") == ""


def test_a_seat_that_is_paid_by_card_is_held(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    take_cards(monkeypatch)
    event_id = castle_day(world, price_cents=10_00)
    assert "with a seat held for you" in said(world, f"/events/{event_id}#register")


@pytest.mark.anyio
async def test_a_login_that_was_canceled_keeps_what_it_was_for(
    browser: Browser, database: Database
) -> None:
    ahead = clock.now() + timedelta(days=10)
    event_id = World(database).event(
        title="<b>Castle</b> & Keep", start_at=ahead, end_at=ahead + timedelta(hours=2)
    )
    asked = await browser.depart(f"?next=/events/{event_id}%23register")
    answer = await browser.arrive(asked, error="access_denied", code="")
    assert answer.status_code == 400
    assert "back to “&lt;b&gt;Castle&lt;/b&gt; &amp; Keep” with your seat" in answer.text
    assert f'href="/api/login?next=/events/{event_id}%23register"' in answer.text
    assert f'href="/events/{event_id}"' in answer.text


@pytest.mark.anyio
async def test_a_login_fails_with_its_own_words_while_nothing_can_be_read(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(*_args: object, **_named: object) -> str:
        raise Unavailable

    monkeypatch.setattr("rookiebattle.accounts.api.account.run", refused)
    asked = await browser.depart("?next=/my-events")
    answer = await browser.arrive(asked, error="access_denied", code="")
    assert answer.status_code == 400
    assert "Please try again.</p>" in answer.text


def test_the_chapter_ahead_is_that_of_the_event_or_of_the_page(world: World) -> None:
    park = world.chapter("Tidewall")
    hosted, alone = world.event(chapter_id=park), world.event()
    for onwards, chapter in (
        (f"/events/{hosted}#register", park),
        (f"/events?view=list#register={hosted}", park),
        (f"/chapters/{park}", park),
        (f"/events/{alone}#register", ""),
        ("/events/00000000-0000-4000-8000-000000000000", ""),
        ("/my-events", ""),
    ):
        assert world.do(login.chapter_ahead, world.person(), onwards=onwards) == chapter
