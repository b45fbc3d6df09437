"""A chapter's Discord channel: each message that it gets, and a Discord that takes none."""

import logging
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import anyio
import pytest
import sqlalchemy as sa

from rookiebattle import routes
from rookiebattle.chapters import channels
from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.models import ChapterChannel
from rookiebattle.chapters.schemas import ChapterPatch
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict, Unavailable
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.core.telemetry.logs import redacted
from rookiebattle.core.validation import parse
from rookiebattle.events import canceling, hosting, post_words, posting, service
from rookiebattle.events import posts as event_posts
from rookiebattle.events.models import ChapterPost, Event
from rookiebattle.events.schemas import CancelWrite, EventPatch, Scope
from rookiebattle.integrations import discord
from tests import discord_double
from tests.clocks import StillClock
from tests.discord_double import ADDRESS, NEVER, SECRET, Channel
from tests.events.club import NOW, Club, Create
from tests.world import World

pytestmark = pytest.mark.anyio
A_MINUTE, AN_HOUR = timedelta(minutes=1), timedelta(hours=1)


class Posts:
    """A chapter with a channel, and the worker that posts to it."""

    def __init__(self, club: Club, world: World, clock: StillClock, channel: Channel) -> None:
        self.club, self.world, self.clock, self.channel = club, world, clock, channel

    def connect(self, address: str | None = ADDRESS) -> None:
        patch = parse(ChapterPatch, {"discordWebhook": address})
        self.do(chapters.update_chapter, chapter_id=self.club.east, values=patch)

    def do(self, verb: Any, **values: Any) -> Any:
        return self.world.run(verb, self.club.admin, **values)

    async def after(self, time: timedelta) -> list[str]:
        """The texts that come in this time."""
        self.clock.now += time
        known = len(self.channel.texts)
        while await posting.work_off():
            pass
        return self.channel.texts[known:]

    def rows(self, table: type[Any]) -> list[Any]:
        return self.world.scalars(sa.select(table))

    def result(self) -> str:
        (row,) = self.rows(ChapterChannel)
        return str(row.result)


@pytest.fixture
def database(some_database: Database) -> Database:
    return some_database


@pytest.fixture
def posts(
    database: Any, club: Club, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Posts]:
    club = Club(**{**club.__dict__, "admin": _saved_admin(World(database))})
    with discord_double.channel(monkeypatch) as channel:
        made = Posts(club, World(database), still_clock, channel)
        made.connect()
        yield made


def _saved_admin(world: World) -> Any:
    return world.person(first_name="Ada", email="ada@example.org", is_admin=True)


def made_by_admin(posts: Posts, create: Create, **values: Any) -> Any:
    """A public event of the chapter: whatever the organizer makes is accepted at once."""
    place = {"location": "Al Lopez Park", "chapter_id": posts.club.east}
    return create(**place | values)


async def test_a_new_event_is_posted_after_ten_minutes(posts: Posts, create: Create) -> None:
    event = made_by_admin(posts, create, title="Park @everyone **day**")
    assert await posts.after(9 * A_MINUTE) == []
    (text,) = await posts.after(A_MINUTE)
    assert text.splitlines() == [
        r"**New event: Park \@everyone \*\*day\*\***",
        "Sun, Mar 8, 8:00 AM – 10:00 AM ET, Al Lopez Park",
        f"<{routes.event_url(event.id)}>",
    ]
    (message,) = posts.channel.messages
    assert message["allowed_mentions"] == {"parse": []}
    assert f"/events/{event.id}/card.png" in message["embeds"][0]["image"]["url"]
    assert "Olive" not in str(message)
    assert posts.result() == "Posted."
    assert await posts.after(A_MINUTE) == []


async def test_the_worker_goes_on_after_the_database_was_silent(
    posts: Posts, create: Create, monkeypatch: pytest.MonkeyPatch
) -> None:
    posts.connect()
    create(title="Castle Day", chapter_id=posts.club.east)
    posts.clock.now += 11 * A_MINUTE
    work_off, looks = posting.work_off, list[int]()

    async def silent_once() -> bool:
        looks.append(1)
        if len(looks) == 1:
            raise Unavailable()
        return await work_off()

    monkeypatch.setattr(posting, "work_off", silent_once)
    monkeypatch.setattr(posting, "LOOK_AGAIN_SECONDS", 0.01)
    async with anyio.create_task_group() as group:
        group.start_soon(posting.post_to_channels)
        with anyio.fail_after(15):
            while len(looks) < 4:
                await anyio.sleep(0.01)
        group.cancel_scope.cancel()
    assert "Castle Day" in posts.channel.texts[0]


async def test_a_post_that_cannot_be_written_keeps_no_other_back(
    posts: Posts, create: Create, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_by_admin(posts, create, title="Bad Words")
    posts.clock.now += A_MINUTE
    made_by_admin(posts, create, title="Castle Day")
    posts.clock.now += 11 * A_MINUTE
    written = post_words.news_of

    def broken(event: Any, *args: Any) -> Any:
        assert event.title != "Bad Words"
        return written(event, *args)

    monkeypatch.setattr(event_posts, "news_of", broken)
    with pytest.raises(AssertionError):
        await posting.work_off()
    (text,) = await posts.after(A_MINUTE)
    assert "Castle Day" in text


async def test_changes_within_ten_minutes_are_one_message(posts: Posts, create: Create) -> None:
    event = made_by_admin(posts, create)
    await posts.after(10 * A_MINUTE)
    for place in ("North Field", "South Field"):
        values = parse(EventPatch, {"location": place})
        posts.do(service.update_event, event_id=event.id, values=values)
        assert await posts.after(4 * A_MINUTE) == []
    (text,) = await posts.after(2 * A_MINUTE)
    assert text.startswith("**Changed: Park day**")
    assert "South Field\nBefore: " in text
    assert "Al Lopez Park" in text
    values = parse(EventPatch, {"description": "Bring water", "title": "Other"})
    posts.do(service.update_event, event_id=event.id, values=values)
    assert await posts.after(10 * A_MINUTE) == []


async def test_a_cancellation_says_its_reason_and_one_taken_back_says_nothing(
    posts: Posts, create: Create
) -> None:
    event = made_by_admin(posts, create)
    await posts.after(10 * A_MINUTE)
    why = CancelWrite(reason="Storm")
    posts.do(canceling.cancel_event, event_id=event.id, values=why)
    posts.do(canceling.reinstate_event, event_id=event.id)
    assert await posts.after(10 * A_MINUTE) == []
    posts.do(canceling.cancel_event, event_id=event.id, values=why)
    (text,) = await posts.after(10 * A_MINUTE)
    assert text.startswith("**Canceled: Park day**")
    assert "Reason: Storm" in text


async def test_an_event_that_waits_is_posted_when_it_is_accepted(
    posts: Posts, create: Create
) -> None:
    event = made_by_admin(posts, create, is_public=True)
    posts.world.write(sa.text("UPDATE events SET waits_for = 'chapter'"))
    assert await posts.after(10 * A_MINUTE) == []
    posts.do(hosting.accept_event, event_id=event.id)
    (text,) = await posts.after(10 * A_MINUTE)
    assert text.startswith("**New event")


async def test_a_series_is_one_message_and_so_is_its_end(posts: Posts, create: Create) -> None:
    series = {"recurrence_pattern": "weekly", "recurrence_end_date": "2026-06-01"}
    event = made_by_admin(posts, create, is_recurring=True, **series)
    (text,) = await posts.after(10 * A_MINUTE)
    assert text.startswith("**New event: Park day, 13 dates**")
    assert "And 3 more." in text
    why = CancelWrite(reason="The park is closed")
    scope = {"scope": Scope.FOLLOWING}
    posts.do(canceling.cancel_event, event_id=event.id, values=why, **scope)
    (text,) = await posts.after(10 * A_MINUTE)
    assert text.startswith("**Canceled: Park day, 13 dates**")
    assert text.count("Reason: The park is closed") == 1


async def test_a_long_message_has_room_for_its_reason_and_its_link(
    posts: Posts, create: Create
) -> None:
    series = {"recurrence_pattern": "weekly", "recurrence_end_date": "2026-06-01"}
    event = made_by_admin(posts, create, is_recurring=True, location="_" * 200, **series)
    reason = {"values": CancelWrite(reason="*" * 200), "scope": Scope.FOLLOWING}
    for end in ([], ["Reason: " + r"\*" * 200]):
        (text,) = await posts.after(10 * A_MINUTE)
        assert 1_000 < len(text) <= discord.LONGEST
        assert text.splitlines()[-len(end) - 1 :] == [*end, f"<{routes.event_url(event.id)}>"]
        assert re.search(r"\nAnd \d+ more\.\n", text)
        posts.do(canceling.cancel_event, event_id=event.id, **reason)


async def test_an_event_that_is_near_is_posted_sooner(posts: Posts, create: Create) -> None:
    made_by_admin(posts, create, start_date=(NOW + 8 * A_MINUTE).isoformat())
    assert await posts.after(3 * A_MINUTE) == []
    (text,) = await posts.after(A_MINUTE)
    assert text.startswith("**New event")


async def test_a_deleted_event_is_a_cancellation_if_the_channel_knew_it(
    posts: Posts, create: Create
) -> None:
    event = made_by_admin(posts, create, title="Castle *Day*")
    posts.do(service.remove_event, event_id=made_by_admin(posts, create).id)
    assert len(await posts.after(11 * A_MINUTE)) == 1
    posts.do(service.remove_event, event_id=event.id)
    (text,) = await posts.after(11 * A_MINUTE)
    assert text.splitlines() == [
        r"**Canceled: Castle \*Day\***",
        "Sun, Mar 8, 8:00 AM – 10:00 AM ET, Al Lopez Park",
    ]
    assert await posts.after(AN_HOUR) == []
    # Of one that was canceled before, the channel knows already.
    event = made_by_admin(posts, create)
    await posts.after(11 * A_MINUTE)
    posts.do(canceling.cancel_event, event_id=event.id, values=parse(CancelWrite, {}))
    assert len(await posts.after(11 * A_MINUTE)) == 1
    posts.do(service.remove_event, event_id=event.id)
    assert await posts.after(11 * A_MINUTE) == []


async def test_what_was_there_before_the_channel_is_not_new(posts: Posts, create: Create) -> None:
    posts.connect(None)
    event = made_by_admin(posts, create)
    private = made_by_admin(posts, create, is_public=False, title="Council")
    posts.connect()
    values = parse(EventPatch, {"location": "North Field"})
    for one in (event, private):
        posts.do(service.update_event, event_id=one.id, values=values)
    (text,) = await posts.after(10 * A_MINUTE)
    assert text.startswith("**Changed: Park day**")


async def test_what_is_over_or_was_told_is_not_told_again(posts: Posts, create: Create) -> None:
    changed, deleted, off = (made_by_admin(posts, create, title=one) for one in ("A", "B", "C"))
    await posts.after(10 * A_MINUTE)
    posts.do(canceling.cancel_event, event_id=off.id, values=CancelWrite(reason="Storm"))
    await posts.after(10 * A_MINUTE)
    posts.do(service.remove_event, event_id=off.id)
    assert await posts.after(10 * A_MINUTE) == []
    await posts.after(timedelta(days=8))
    values = parse(EventPatch, {"location": "North Field"})
    posts.do(service.update_event, event_id=changed.id, values=values)
    posts.do(service.remove_event, event_id=deleted.id)
    assert await posts.after(10 * A_MINUTE) == []
    known = {one.lineage: one.known for one in posts.rows(ChapterPost)}
    assert known[changed.id] == {}


async def test_of_a_series_the_other_dates_stay_known(posts: Posts, create: Create) -> None:
    series = {"recurrence_pattern": "weekly", "recurrence_end_date": "2026-03-29"}
    event = made_by_admin(posts, create, is_recurring=True, **series)
    await posts.after(10 * A_MINUTE)
    posts.do(service.remove_event, event_id=event.id)
    (text,) = await posts.after(10 * A_MINUTE)
    assert text.startswith("**Canceled: Park day**")
    second = posts.world.scalars(sa.select(Event).order_by(sa.text("start_at")))[0]
    values = parse(EventPatch, {"location": "North Field"})
    posts.do(service.update_event, event_id=second.id, values=values)
    (text,) = await posts.after(10 * A_MINUTE)
    assert text.startswith("**Changed: Park day**")


async def test_tomorrow_is_told_at_ten_in_the_chapters_zone(posts: Posts, create: Create) -> None:
    posts.connect(None)
    late = {"start_date": "2026-03-03T04:30:00+00:00"}
    made_by_admin(posts, create, title="Late", **late)
    there = create(title="Elsewhere", chapter_id=posts.world.chapter("West"), **late)
    posts.world.change(there.id, waits_for=None)
    off = made_by_admin(posts, create, title="Off", **late)
    posts.do(canceling.cancel_event, event_id=off.id, values=CancelWrite(reason="Storm"))
    made_by_admin(posts, create, title="Early", start_date="2026-03-03T14:00:00+00:00")
    posts.connect()
    # It is Sunday, 7 AM in Tampa. `Late` begins on Monday evening, 'Early' on Tuesday.
    assert await posts.after(3 * AN_HOUR - A_MINUTE) == []
    (text,) = await posts.after(A_MINUTE)
    assert text.startswith("**Tomorrow**\nLate, 11:30 PM")
    assert not re.search("Early|Off|Elsewhere", text)
    assert await posts.after(23 * AN_HOUR) == []
    (text,) = await posts.after(AN_HOUR)
    assert "Early" in text


async def test_ten_messages_at_once_all_arrive(posts: Posts, create: Create) -> None:
    for number in range(10):
        made_by_admin(posts, create, title=f"Day {number}")
    assert len(await posts.after(10 * A_MINUTE)) == 5
    assert posts.result() == "Discord asks us to slow down."
    assert {one.attempts for one in posts.rows(ChapterPost)} == {0}
    assert len(await posts.after(timedelta(seconds=2))) == 5


@pytest.mark.parametrize("status", [0, NEVER, 500])
async def test_a_day_without_discord_delays_what_is_posted(
    posts: Posts, create: Create, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord, "SECONDS", 0.01 if status == NEVER else discord.SECONDS)
    made_by_admin(posts, create)
    posts.channel.answers = iter([status] * 18)
    posts.clock.now += 10 * A_MINUTE
    tries = 0
    while not await posts.after(timedelta()):
        tries += 1
        assert posts.result() == "Discord didn’t answer."
        assert posts.channel.flood.read == 0
        posts.clock.now += 2 * AN_HOUR
    assert tries >= 9
    assert posts.channel.texts[-1].startswith(("**New event", "**Tomorrow"))


async def test_the_pauses_grow_up_to_two_hours(posts: Posts, create: Create) -> None:
    made_by_admin(posts, create, start_date=(NOW + 30 * timedelta(days=1)).isoformat())
    posts.channel.answers = iter([500] * 20)
    posts.clock.now += 10 * A_MINUTE
    pauses = list[timedelta]()
    for _ in range(9):
        assert await posts.after(timedelta()) == []
        (post,) = [one for one in posts.rows(ChapterPost) if one.lineage]
        pauses.append(post.due_at - posts.clock.now)
        posts.clock.now = post.due_at
    minutes = [1, 2, 4, 8, 16, 32, 64, 120, 120]
    assert pauses == [number * A_MINUTE for number in minutes]


async def test_discord_that_is_silent_too_long_fails_until_the_next_change(
    posts: Posts, create: Create
) -> None:
    event = made_by_admin(posts, create, start_date=(NOW + 30 * timedelta(days=1)).isoformat())
    posts.channel.answers = iter([500] * 20)
    posts.clock.now += 10 * A_MINUTE
    for _ in range(20):
        await posts.after(2 * AN_HOUR)
    assert "failed" in {one.state for one in posts.rows(ChapterPost)}
    values = parse(EventPatch, {"location": "North Field"})
    posts.do(service.update_event, event_id=event.id, values=values)
    (post,) = [one for one in posts.rows(ChapterPost) if one.lineage]
    assert (post.state, post.attempts) == ("waiting", 0)
    (text,) = await posts.after(10 * A_MINUTE)
    assert text.startswith("**New event")


async def test_a_redirect_is_refused_and_not_followed(posts: Posts, create: Create) -> None:
    made_by_admin(posts, create)
    posts.channel.answers = iter([302])
    assert await posts.after(10 * A_MINUTE) == []
    assert posts.result() == "Discord refused the message (302)."
    assert {one.split("?")[0] for one in posts.channel.asked} == {ADDRESS}
    assert posts.channel.flood.read == 0


@pytest.mark.parametrize("status", [401, 403, 404])
async def test_an_address_that_is_gone_ends_the_connection_and_is_written_to_who_set_it(
    posts: Posts, create: Create, status: int
) -> None:
    made_by_admin(posts, create)
    posts.channel.answers = iter([status])
    assert await posts.after(10 * A_MINUTE) == []
    assert posts.rows(ChapterPost) == []
    (channel,) = posts.rows(ChapterChannel)
    assert channel.address is None
    assert "disconnected" in channel.result
    (letter,) = posts.rows(OutboxLetter)
    assert (letter.kind, letter.recipient) == ("chapter.discord_lost", "ada@example.org")
    made_by_admin(posts, create)
    assert posts.rows(ChapterPost) == []


async def test_a_deleted_chapter_takes_its_address_and_what_waits(
    posts: Posts, create: Create
) -> None:
    made_by_admin(posts, create)
    posts.do(chapters.delete_chapter, chapter_id=posts.club.east)
    assert posts.rows(ChapterChannel) == posts.rows(ChapterPost) == []
    assert await posts.after(10 * A_MINUTE) == []


async def test_a_test_is_posted_at_once_and_says_how_it_went(
    posts: Posts, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await channels.send_test(posts.club.admin, chapter_id=posts.club.east)
    assert posts.channel.texts == ["Test from Rookie Battle"]
    posts.channel.answers = iter([429, 0])
    for sentence in ("slow down", "didn’t answer"):
        with pytest.raises(Conflict, match=sentence):
            await channels.send_test(posts.club.admin, chapter_id=posts.club.east)
    # It reads no more than the time to wait.
    assert posts.channel.flood.read <= 5 * 1024
    posts.connect(None)
    with pytest.raises(Conflict, match="no Discord channel"):
        await channels.send_test(posts.club.admin, chapter_id=posts.club.east)
    # The HTTP client logs each address.
    assert "/api/webhooks/" in caplog.text
    assert SECRET not in redacted(caplog.text)


async def test_a_change_while_a_post_is_on_its_way_is_not_lost(
    posts: Posts, create: Create, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = made_by_admin(posts, create)
    real = discord.post

    async def slow(*asked: Any) -> Any:
        values = parse(EventPatch, {"location": "North Field"})
        posts.do(service.update_event, event_id=event.id, values=values)
        monkeypatch.setattr(discord, "post", real)
        return await real(*asked)

    monkeypatch.setattr(discord, "post", slow)
    (text,) = await posts.after(10 * A_MINUTE)
    assert "Al Lopez Park" in text
    (text,) = await posts.after(10 * A_MINUTE)
    assert "North Field\nBefore: " in text


async def test_what_is_gone_while_it_is_posted_is_settled_without_a_word(
    posts: Posts, create: Create, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_by_admin(posts, create)
    posts.clock.now += 10 * A_MINUTE
    real = discord.post

    async def disconnected(*asked: Any) -> Any:
        posts.connect(None)
        return await real(*asked)

    monkeypatch.setattr(discord, "post", disconnected)
    await posts.after(timedelta())
    assert posts.rows(ChapterPost) == []


async def test_the_answer_of_an_address_that_was_replaced_meanwhile_counts_for_nothing(
    posts: Posts, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, other = discord.post, f"{ADDRESS}x"

    async def replaced(*asked: Any) -> Any:
        posts.connect(other)
        return await real(*asked)

    monkeypatch.setattr(discord, "post", replaced)
    posts.channel.answers = iter([404])
    with pytest.raises(Conflict):
        await channels.send_test(posts.club.admin, chapter_id=posts.club.east)
    (channel,) = posts.rows(ChapterChannel)
    assert (channel.address, channel.result_at) == (other, None)


def test_a_post_that_is_gone_is_not_written(posts: Posts) -> None:
    assert posts.do(event_posts.write, post_id="gone") is None


async def test_tomorrow_is_not_told_before_ten_although_the_zone_moved(
    posts: Posts, create: Create
) -> None:
    made_by_admin(posts, create, start_date="2026-03-03T18:00:00+00:00")
    await posts.after(A_MINUTE)
    posts.world.write(sa.text("UPDATE chapters SET time_zone = 'Pacific/Honolulu'"))
    texts = await posts.after(26 * AN_HOUR)
    assert not [one for one in texts if one.startswith("**Tomorrow")]


async def test_tomorrow_that_is_told_late_is_still_the_chapters(
    posts: Posts, create: Create
) -> None:
    posts.connect(None)
    made_by_admin(posts, create, start_date="2026-03-02T18:00:00+00:00")
    made_by_admin(posts, create, title="Early", start_date="2026-03-03T18:00:00+00:00")
    posts.connect()
    # No worker ran from seven in the morning to nine at night, which is Monday in London.
    (text,) = await posts.after(14 * AN_HOUR)
    assert text.startswith("**Tomorrow**\nPark day")
    assert "Early" not in text


async def test_tomorrow_is_given_up_for_the_day_when_discord_refuses_it(
    posts: Posts, create: Create
) -> None:
    posts.connect(None)
    made_by_admin(posts, create, start_date="2026-03-03T18:00:00+00:00")
    posts.connect()
    posts.channel.answers = iter([400])
    assert await posts.after(28 * AN_HOUR) == []
    (post,) = [one for one in posts.rows(ChapterPost) if not one.lineage]
    assert (post.state, post.attempts) == ("waiting", 0)
