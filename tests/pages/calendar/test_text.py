"""The calendar's text before scripts: which queries have one, and how long it is right."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from rookiebattle.core.serving.documents import PageTexts
from rookiebattle.pages.calendar.text import kept_as, tell_calendar
from tests.clocks import NOW
from tests.world import World

pytestmark = pytest.mark.anyio
NASTY = "</text-before><script>alert(1)</script>"
MIDNIGHT = datetime(2026, 3, NOW.day + 1, tzinfo=ZoneInfo("America/New_York"))


def of(found: PageTexts | None) -> PageTexts:
    assert found is not None
    return found


def text_of(found: PageTexts | None) -> str:
    return "".join(of(found).texts.values())


async def test_a_list_is_told_with_the_words_of_its_page(world: World) -> None:
    world.event(title="Park day", max_participants=20, location="Crescent Lake Park")
    text = text_of(await tell_calendar({"view": "list"}))
    for words in ("From Today On", "Park day", "Crescent Lake Park", "0 of 20 seats", "20 left"):
        assert words in text
    assert "Registering" in text, "the button keeps its place"
    assert "Create Event" not in text
    assert 'aria-current="true">' in text.partition(">List<")[0].rpartition("<a")[2]


@pytest.mark.parametrize("query", [{"view": "list"}, {}])
async def test_every_list_names_the_town(world: World, query: dict[str, str]) -> None:
    athens = world.chapter("Athens", state="Georgia")
    world.chapter("Tampa", state="Florida")
    world.event(location="Granite Field", chapter_id=athens, start_at=NOW + timedelta(days=1))
    text = re.sub(r"<[^>]+>", "", text_of(await tell_calendar(query)))
    # In the list, or below the chosen day; and as what is next.
    assert text.count("Granite Field, Athens, GA") == 2


async def test_a_month_is_told_as_a_grid_of_links(world: World) -> None:
    world.event(title="Lantern Battle", start_at=NOW + timedelta(days=1))
    text = text_of(await tell_calendar({}))
    assert "March 2026" in text
    assert text.count('role="gridcell"') == 35
    assert text.count("Lantern Battle") == 4, (
        "in its cell, in the list of the day, as what is next, and in the name of its button"
    )


async def test_the_filter_is_that_of_the_query(world: World) -> None:
    tampa = world.chapter("Tampa")
    world.event(title="Here", chapter_id=tampa)
    world.event(title="There", chapter_id=world.chapter("Ocala"))
    text = text_of(await tell_calendar({"view": "list", "chapter": tampa}))
    assert "Here" in text
    assert "There" not in text
    unknown = text_of(await tell_calendar({"view": "list", "chapter": "nothing"}))
    assert "We don’t know that chapter" in unknown


async def test_nothing_private_is_told_and_what_was_typed_stays_text(world: World) -> None:
    world.event(title=NASTY, description=NASTY, location=NASTY)
    world.event(title="Private day", is_public=False)
    text = text_of(await tell_calendar({"view": "list"}))
    assert "<script>" not in text
    assert "&lt;/text-before&gt;" in text
    assert "Private day" not in text


async def test_a_list_of_several_pages_has_no_text(world: World) -> None:
    assert await tell_calendar({"view": "list", "page": "2"}) is None


@pytest.mark.parametrize(
    ("starts_in", "until"),
    [
        (timedelta(days=10), MIDNIGHT),
        (timedelta(minutes=5), NOW + timedelta(minutes=5)),
        (timedelta(hours=-1), NOW + timedelta(hours=1)),
    ],
)
async def test_a_text_is_right_until_its_next_turn_or_midnight(
    world: World, starts_in: timedelta, until: datetime
) -> None:
    world.event(start_at=NOW + starts_in)
    assert of(await tell_calendar({"view": "list"})).until == until


@pytest.mark.parametrize(
    ("params", "address"),
    [
        ({}, "/events?month=2026-03"),
        ({"month": "2026-03", "utm_source": "mail"}, "/events?month=2026-03"),
        ({"view": "list"}, "/events?view=list"),
        ({"view": "list", "month": "2026-04"}, "/events?day=2026-04-01&view=list"),
        ({"month": "2027-03"}, "/events?month=2027-03"),
        ({"month": "2027-04"}, ""),
        ({"month": "2000-01"}, ""),
        ({"month": "soon"}, ""),
        ({"day": "2026-03-20"}, ""),
        ({"type": "social"}, ""),
        ({"chapter": "x"}, ""),
        ({"view": "list", "past": "shown"}, ""),
        ({"view": "list", "day": "2026-03-20"}, ""),
        ({"view": "grid"}, ""),
    ],
)
@pytest.mark.usefixtures("world")
def test_texts_are_kept_for_what_many_people_ask_for(params: dict[str, str], address: str) -> None:
    assert kept_as(params) == address
