"""The act of an event's page before its scripts: which form the text offers to which reader."""

import re
from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.pages.event.text import describe_event
from rookiebattle.registrations.service import registering, waiting
from rookiebattle.registrations.wording import NEEDS_MEMBERSHIP
from tests.clocks import NOW
from tests.world import World

pytestmark = pytest.mark.anyio
# A button is seen when it has a form, or when nobody can press it.
SEEN = re.compile(
    r'<button(?=[^>]*(?:formaction="/api/events/[^"/]+/([^"]+)"|disabled))[^>]*>(.*?)</button>'
)
LINK = re.compile(r'<a href="([^"]+)"[^>]*class="btn btn-primary[^>]*>(.*?)</a>')
SOON = NOW + timedelta(hours=5)


async def told(actor: Actor, event_id: str) -> str:
    found = await describe_event(actor, event_id)
    assert found is not None
    return found.text


async def acts(actor: Actor, event_id: str) -> list[str]:
    """The labels of the buttons that are seen, each with the end of its form’s path."""
    text = re.sub(r"<noscript>.*?</noscript>", "", await told(actor, event_id))
    seen = [(form, re.sub(r"<[^>]+>", " ", label).split()) for form, label in SEEN.findall(text)]
    return sorted({f"{' '.join(words)} {form}".strip() for form, words in seen})


async def links(actor: Actor, event_id: str) -> list[str]:
    return sorted({href for href, _ in LINK.findall(await told(actor, event_id))})


REGISTER = "Register Registering … register/form"
UNREGISTER = "Unregister Removing... unregister/form"
JOIN = "Join the Waiting List One moment … join/form"


async def test_whoever_may_register_can_press_it_before_the_scripts(world: World) -> None:
    event_id = world.event(max_participants=5)
    for actor in (VISITOR, world.person()):
        assert await acts(actor, event_id) == [REGISTER]


async def test_a_member_with_a_seat_never_sees_register(world: World) -> None:
    member = world.person()
    event_id = world.event(max_participants=5)
    world.do(registering.register, member, event_id=event_id)
    assert await acts(member, event_id) == ["Registered ✓", UNREGISTER]
    assert "You’re in!" in await told(member, event_id)
    assert await acts(VISITOR, event_id) == [REGISTER]


async def test_a_question_comes_with_the_scripts(world: World) -> None:
    """In the notice period, about a seat that was paid, and who of one's people is coming."""
    guardian = world.person(has_family=True)
    rowan = world.minor_of(guardian)
    soon, later = world.event(start_at=SOON), world.event(price_cents=1000)
    assert await acts(VISITOR, soon) == []
    # Without any script nobody is asked, so the page says what the question would.
    assert "register/form" in await told(VISITOR, soon)
    assert "you can’t unregister online" in await told(VISITOR, soon)
    paid = world.person()
    world.seat(later, paid, payment_status="completed", payment_amount_cents=1000)
    assert await acts(paid, later) == ["Registered ✓"]
    assert await acts(guardian, later) == []
    assert await links(guardian, later) == ["#who-is-coming"]
    assert "Choose Who’s Coming" in await told(guardian, later)
    world.seat(later, rowan)
    assert "Add Someone" in await told(guardian, later)


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"canceled_at": NOW}, ["Canceled"]),
        ({"start_at": NOW - timedelta(hours=1)}, ["This event has started"]),
        ({"start_at": NOW - timedelta(days=3)}, ["This event is over"]),
    ],
)
async def test_nobody_gets_a_form_that_would_be_refused(
    world: World, columns: dict[str, Any], said: list[str]
) -> None:
    event_id = world.event(**columns)
    for actor in (VISITOR, world.person()):
        assert await acts(actor, event_id) == said


async def test_a_member_without_the_membership_is_told_so(world: World) -> None:
    event_id = world.event(requires_membership=True)
    assert await acts(world.person(), event_id) == [NEEDS_MEMBERSHIP]
    assert await acts(VISITOR, event_id) == [REGISTER]


async def test_a_full_event_has_its_list(world: World) -> None:
    waits, wishes = world.people(2)
    event_id = world.event(max_participants=1, current_participants=1)
    letter = "Tell Me When a Seat Opens One moment … wish/form"
    assert await acts(VISITOR, event_id) == sorted([JOIN, letter])
    world.do(waiting.join, waits, event_id=event_id)
    world.wish(wishes, event_id)
    assert "You’re number 1" in " ".join(await acts(waits, event_id))
    assert any("leave/form" in one for one in await acts(wishes, event_id))


async def test_the_organizer_is_led_to_the_roster(world: World) -> None:
    organizer = world.person()
    event_id = world.event(organizer)
    assert await links(organizer, event_id) == [f"/admin/events/{event_id}"]
    # The own seat stands lower.
    assert await acts(organizer, event_id) == [REGISTER]
    assert "No one has registered" not in await told(organizer, event_id)
