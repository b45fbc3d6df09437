"""The text before scripts of an event's and a chapter's page, for each kind of reader."""

from datetime import timedelta

import pytest

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.freshness import generation
from rookiebattle.core.serving.documents import Described
from rookiebattle.pages.chapter.state import load as load_chapter
from rookiebattle.pages.chapter.text import describe_chapter
from rookiebattle.pages.event.state.event import load
from rookiebattle.pages.event.text import EVENT, describe_event
from rookiebattle.registrations.service import registering
from tests import factories
from tests.clocks import NOW
from tests.pages.chapter.coast import coast
from tests.world import World

pytestmark = pytest.mark.anyio

NASTY = "</text-before><script>alert(1)</script>"
NOBODY = "00000000-0000-4000-8000-000000000000"


def of(found: Described | None) -> Described:
    assert found is not None
    return found


async def test_an_event_is_told_with_the_words_of_its_page(world: World) -> None:
    event_id = world.event(max_participants=5, location="Crescent Lake Park")
    text = of(await describe_event(VISITOR, event_id)).text
    card = (await load(VISITOR, {"id": event_id})).card
    for words in (card.title, card.when, "Crescent Lake Park", "0 of 5 seats", card.price):
        assert words in text


@pytest.mark.parametrize(
    ("starts_in", "turns_in"),
    [
        (timedelta(days=10), timedelta(days=9)),
        (timedelta(seconds=5), timedelta(seconds=5)),
        (timedelta(hours=-1), timedelta(hours=1)),
        (timedelta(days=-3), None),
    ],
)
async def test_what_is_told_of_an_event_is_right_until_its_next_turn(
    world: World, starts_in: timedelta, turns_in: timedelta | None
) -> None:
    event_id = world.event(start_at=NOW + starts_in)
    found = of(await describe_event(VISITOR, event_id))
    assert found.until == (turns_in and NOW + turns_in)


def test_a_document_that_visitors_share_ends_when_a_seat_is_taken(world: World) -> None:
    event_id, mira = world.event(), world.person()
    before = generation(*EVENT.topics)
    world.do(registering.register, mira, event_id=event_id)
    assert generation(*EVENT.topics) != before


async def test_what_was_typed_stays_text(world: World) -> None:
    event_id = world.event(title=NASTY, description=NASTY, location=NASTY, address='"><img>')
    found = of(await describe_event(VISITOR, event_id))
    assert "<script>alert" not in found.head + found.text
    assert "<img" not in found.text
    assert "&lt;/text-before&gt;" in found.text


@pytest.mark.parametrize("event_id", ["junk", NOBODY])
async def test_an_event_that_is_not_there_is_described_to_nobody(
    world: World, event_id: str
) -> None:
    assert await describe_event(world.person(), event_id) is None


async def test_a_private_event_is_described_to_members_only(world: World) -> None:
    event_id = world.event(is_public=False)
    assert await describe_event(VISITOR, event_id) is None
    found = of(await describe_event(world.person(), event_id))
    assert "noindex" in found.head


async def test_only_beginners_are_told_what_is_free_for_them_before_scripts_run(
    world: World,
) -> None:
    organizer, beginner, regular = world.people(3)
    began = NOW - timedelta(days=3)
    world.seat(world.event(start_at=began, end_at=began + timedelta(hours=2)), regular)
    event_id = world.event(organizer, price_cents=10_00)
    readers = {VISITOR: True, beginner: True, regular: False, organizer: False}
    for actor, is_told in readers.items():
        text = of(await describe_event(actor, event_id)).text
        assert ("New here?" in text) is is_told


async def test_nobody_is_named_in_the_text(world: World) -> None:
    member = world.person(first_name="Amara", last_name="Wells")
    event_id = world.event(max_participants=5)
    world.do(registering.register, member, event_id=event_id)
    for actor in (VISITOR, member):
        found = of(await describe_event(actor, event_id))
        assert "1 of 5 seats" in found.text
        assert "Amara" not in found.head + found.text


@pytest.mark.parametrize("chapter_id", ["junk", NOBODY])
async def test_a_chapter_that_is_not_there_is_described_to_nobody(
    world: World, chapter_id: str
) -> None:
    assert await describe_chapter(VISITOR, chapter_id) is None


async def test_a_chapter_is_told_with_its_events_that_the_reader_may_see(world: World) -> None:
    chapter_id = coast(world)
    world.event(title="Open day", chapter_id=chapter_id)
    world.event(title="Private day", chapter_id=chapter_id, is_public=False)
    text = of(await describe_chapter(VISITOR, chapter_id)).text
    for words in ("Emerald Coast", "Sunday, 6:00 PM", "Bayou Meadow", "Ines", "Open day"):
        assert words in text
    assert "Private day" not in text
    assert "i@example.org" not in text
    assert "Private day" in of(await describe_chapter(world.person(), chapter_id)).text


async def test_news_of_a_chapter_is_told_to_its_members_and_to_nobody_else(world: World) -> None:
    here = coast(world)
    event_id, over = (
        world.event(chapter_id=here),
        world.event(chapter_id=here, start_at=NOW - timedelta(days=9)),
    )
    mine, ada = world.person(chapter_id=here), world.person(is_admin=True)
    world.add(
        factories.notification(
            created_by=ada.user_id, target_type="chapter", chapter_id=here, title="Park change"
        )
    )

    async def told(actor: Actor, event: str) -> tuple[int, int]:
        of_event, of_chapter = (
            await load(actor, {"id": event}),
            await load_chapter(actor, {"id": here}),
        )
        return len(of_event.notices), len(of_chapter.notices)

    assert [await told(one, event_id) for one in (mine, ada)] == [(1, 1), (1, 1)]
    assert await told(mine, over) == (0, 1)
    for other in (VISITOR, world.person(), world.person(chapter_id=world.chapter("Miami"))):
        assert await told(other, event_id) == (0, 0)
    for text in (await describe_event(mine, event_id), await describe_chapter(VISITOR, here)):
        assert "Park change" not in of(text).text
