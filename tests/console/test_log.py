"""Reading the log: by person, thing and day."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from rookiebattle.accounts.naming import FORMER_MEMBER
from rookiebattle.console import log
from rookiebattle.console.schemas import LogPage, LogSearch
from rookiebattle.console.wording import LETTERS, THE_SITE, change_words, deed_words
from rookiebattle.core import audit
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.changes import Change, record_change
from rookiebattle.core.errors import Forbidden, Unauthorized
from rookiebattle.core.pagination import Window
from rookiebattle.pages.admin.log.view import SHAPE
from rookiebattle.payments import promises
from tests.clocks import NOW, StillClock
from tests.world import World


def note(world: World, actor: Actor, thing: str, **told: Any) -> None:
    action = told.pop("action", "resource.updated")
    world.run(record_change, actor, action, "a-subject", thing=thing, **told)


def search(world: World, ada: Actor, **wanted: Any) -> LogPage:
    return world.do(log.search_log, ada, wanted=LogSearch(**wanted))


def things(world: World, ada: Actor, **wanted: Any) -> list[str]:
    return [one.thing for one in search(world, ada, **wanted).items]


def test_a_line_says_who_did_what_to_which_thing(world: World, ada: Actor) -> None:
    changes = [Change(field="Title", before="Rules", after="Core Rules")]
    note(world, ada, "Core Rules", changes=changes)
    (one,) = search(world, ada).items
    assert (one.who, one.action, one.thing) == ("Ironwood", "resource.updated", "Core Rules")
    assert list(one.changes) == changes
    assert one.at == NOW


def test_the_newest_line_comes_first(world: World, ada: Actor, still_clock: StillClock) -> None:
    note(world, ada, "First")
    still_clock.now = datetime(2026, 3, 15, tzinfo=UTC)
    note(world, ada, "Second")
    assert things(world, ada) == ["Second", "First"]
    assert things(world, ada, order="oldest") == ["First", "Second"]


@pytest.mark.each_database
def test_things_are_found_by_parts_of_words_without_accents(world: World, ada: Actor) -> None:
    note(world, ada, "Élan Rules")
    note(world, ada, "100% Beads")
    assert things(world, ada, thing="ELAN rul") == ["Élan Rules"]
    assert things(world, ada, thing="0%") == ["100% Beads"]
    assert things(world, ada, thing="_") == []


@pytest.mark.each_database
def test_a_person_is_found_as_actor_and_as_the_member_concerned(world: World, ada: Actor) -> None:
    maya, other = world.person(game_name="Storm"), world.person(is_admin=True, first_name="Theo")
    note(world, ada, "A")
    note(world, other, "B", member_id=maya.user_id, action="account.updated")
    assert things(world, ada, person="iron") == ["A"]
    assert things(world, ada, person="ADA@example.org") == ["A"]
    assert things(world, ada, person="storm") == ["B"]
    assert things(world, ada, person="nobody at all") == []


def test_a_day_is_a_day_in_the_organizations_zone(
    world: World, ada: Actor, still_clock: StillClock
) -> None:
    for thing, hour in (("Late on the 13th", 3), ("Early on the 14th", 5)):
        still_clock.now = datetime(2026, 3, 14, hour, tzinfo=UTC)
        note(world, ada, thing)
    assert things(world, ada, day=date(2026, 3, 13)) == ["Late on the 13th"]
    assert things(world, ada, day=date(2026, 3, 14)) == ["Early on the 14th"]


@pytest.mark.parametrize(
    ("day", "last"),
    [
        # A day of 23 hours, and one of 25.
        (date(2026, 3, 8), datetime(2026, 3, 9, 3, 59, tzinfo=UTC)),
        (date(2026, 11, 1), datetime(2026, 11, 2, 4, 59, tzinfo=UTC)),
    ],
)
def test_a_day_on_which_the_clock_changes_is_whole(
    world: World, ada: Actor, still_clock: StillClock, day: date, last: datetime
) -> None:
    for thing, after in (("Last minute", timedelta()), ("Next day", timedelta(minutes=1))):
        still_clock.now = last + after
        note(world, ada, thing)
    assert things(world, ada, day=day) == ["Last minute"]


def test_a_kind_narrows_the_list(world: World, ada: Actor) -> None:
    note(world, ada, "Rules")
    note(world, ada, "Tampa", action="chapter.updated")
    assert things(world, ada, kind="chapter") == ["Tampa"]


def test_who_is_gone_is_a_former_member(world: World, ada: Actor) -> None:
    gone = world.person(is_admin=True, game_name="Crow", erased_at=NOW)
    for actor in (gone, Actor(user_id="unknown"), VISITOR):
        note(world, actor, "Rules")
    whos = {one.who for one in search(world, ada).items}
    assert whos == {FORMER_MEMBER, THE_SITE}


def test_pages_and_a_bounded_total(
    world: World, ada: Actor, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        still_clock.now += timedelta(minutes=1)
        note(world, ada, f"Thing {number}")
    page = search(world, ada, window=Window(2, 2), order="oldest")
    assert ([one.thing for one in page.items], page.total) == (["Thing 2", "Thing 3"], 5)
    assert not page.has_more
    monkeypatch.setattr(log, "MOST_COUNTED", 3)
    page = search(world, ada)
    assert (page.total, page.has_more) == (3, True)


def test_lines_that_no_administrator_needs_are_not_listed(world: World, ada: Actor) -> None:
    with world.database.unit_of_work(write=True) as session:
        audit.record(session, ada, "session.started", ada.user_id)
    assert things(world, ada) == []


def test_only_administrators_read_the_log(world: World) -> None:
    for actor, error in ((world.person(), Forbidden), (VISITOR, Unauthorized)):
        with pytest.raises(error):
            world.do(log.search_log, actor, wanted=LogSearch())


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("resource.updated", "changed the resource"),
        ("chapter.created", "added the chapter"),
        ("request.answered", "answered the chapter request"),
        ("account.updated", "changed the member"),
        ("progress.awarded", "awarded beads to"),
        ("letter.sent_again", "sent again the email"),
        ("payment.recorded", "recorded the payment"),
        ("payment.amended", "changed the payment"),
        ("payment.corrected", "voided the payment"),
        ("payment.handed_back", "refunded in person"),
        ("payment.kept_after_all", "undid the in-person refund of"),
        ("dragon_egg.hatched_out", "hatched out the dragon egg"),
    ],
)
def test_every_action_has_words(action: str, words: str) -> None:
    assert deed_words(action) == words


def test_a_change_is_told_with_what_there_is() -> None:
    assert change_words("a", "b") == "“a” → “b”"
    assert change_words("", "b") == "“b”"
    assert change_words("a", "") == "“a” → nothing"
    assert change_words("", "") == "changed"


def test_every_letter_about_money_has_words() -> None:
    kinds = {
        value for name, value in vars(promises).items() if name.isupper() and isinstance(value, str)
    }
    assert kinds >= {promises.RECEIPT, promises.ENDED}
    assert {kind for kind in kinds if "." in kind} - set(LETTERS) == set()


def test_the_log_is_asked_for_payments() -> None:
    (kind,) = [one for one in SHAPE.filters if one.name == "kind"]
    assert ("payment", "Payment") in kind.choices
