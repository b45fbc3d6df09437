"""A member in the words of the dashboard."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from rookiebattle.accounts.models import User
from rookiebattle.accounts.schemas import own_record
from rookiebattle.chapters.models import Leader
from rookiebattle.chapters.schemas import ChapterMeeting
from rookiebattle.core.pagination import Page
from rookiebattle.pages.home.read import DashboardShown
from rookiebattle.pages.home.view import (
    IS_SIGNED,
    NO_CHAPTER,
    SIGN_FIRST,
    SIGN_THERE,
    MemberView,
    member_view,
    view_of,
)
from rookiebattle.payments.schemas import Perks
from rookiebattle.progression.catalogue import PATHS
from rookiebattle.registrations.schemas import NextEvents
from rookiebattle.registrations.service.agenda import FirstDay
from rookiebattle.registrations.wording import PARENT_SIGNS
from rookiebattle.waivers.models import Form, StandingState
from rookiebattle.waivers.policy import Standing
from rookiebattle.waivers.service.standing import ToSign
from rookiebattle.waivers.wording import ANY_GUARDIAN_SIGNS, NOTHING_TO_DO, READ_WAIVER

NOW = datetime(2026, 3, 14, 12, tzinfo=UTC)
EMAIL = "maya@example.org"
MISSING = Standing(Form.ADULT, StandingState.MISSING, 1)
FORMS = "/resources?category=forms"


def chapter(**columns: Any) -> ChapterMeeting:
    given: dict[str, Any] = {
        "id": "c1",
        "name": "Tampa Bay",
        "location": "Al Lopez Park",
        "meeting_day": None,
        "meeting_time": None,
    }
    return ChapterMeeting(**(given | columns))


def seen(at: ChapterMeeting | None = None, **columns: Any) -> MemberView:
    return member_view(own_record(User(**{"email": EMAIL, **columns})), at)


def test_a_name_is_shown_with_the_game_name_in_quotes_and_the_e_mail() -> None:
    me = seen(first_name="Maya", last_name="Okafor", game_name="Kitsune")
    assert (me.name, me.game_name, me.email) == ("Maya Okafor", "“Kitsune”", EMAIL)
    assert (me.initials, me.greeting) == ("MO", "Welcome back, Maya!")
    assert (me.is_admin, seen(is_admin=True).is_admin) == (False, True)


@pytest.mark.parametrize(
    ("columns", "name", "email"),
    [
        ({"first_name": "Maya"}, "Maya", EMAIL),
        ({"last_name": "Okafor"}, "Okafor", EMAIL),
        ({}, EMAIL, ""),
        ({"email": None}, "Member", ""),
    ],
)
def test_the_e_mail_stands_in_for_a_missing_name_and_is_not_said_twice(
    columns: dict[str, Any], name: str, email: str
) -> None:
    me = seen(**columns)
    assert (me.name, me.email, me.game_name) == (name, email, "")
    greeted = columns.get("first_name", "Warrior")
    assert me.greeting == f"Welcome back, {greeted}!"


@pytest.mark.parametrize(
    ("status", "shown", "tone"),
    [
        ("active", "active", "success"),
        ("inactive", "inactive", "neutral"),
        ("expired", "expired", "danger"),
        ("", "inactive", "neutral"),
        ("paused", "paused", "neutral"),
    ],
)
def test_a_status_has_its_color_and_an_absent_one_is_inactive(
    status: str, shown: str, tone: str
) -> None:
    me = seen(membership_status=status)
    assert (me.status, me.status_upper, me.tone) == (shown, shown.upper(), tone)


@pytest.mark.parametrize(
    ("tier", "label", "has_plan"),
    [
        ("none", "Guest · play free", False),
        ("basic", "Community Member", True),
        ("premium", "Supporting Member", True),
        ("master", "Sustainer", True),
    ],
)
def test_a_tier_has_its_plan(tier: str, label: str, has_plan: bool) -> None:
    me = seen(membership_tier=tier)
    assert (me.tier, me.has_plan) == (label, has_plan)


def test_a_chapter_says_when_and_where_it_meets_as_far_as_it_is_known() -> None:
    full = chapter(id="7", meeting_day="Saturday", meeting_time="6:00 PM")
    me = seen(full)
    assert (me.chapter, me.chapter_href) == ("Tampa Bay", "/chapters/7")
    assert me.meets == "Tampa Bay meets Saturday, 6:00 PM, Al Lopez Park"
    assert seen(chapter()).meets == "Tampa Bay meets at Al Lopez Park"
    assert (seen().meets, seen().chapter_href) == (NO_CHAPTER, "")


def test_members_see_their_own_private_beads() -> None:
    me = seen(award_beads={"clear": 2, "purple": 1, "red": 1})
    assert me.progress.award_words == "4 award beads"


@pytest.mark.parametrize(
    ("active", "more"), [(0, ""), (5, ""), (6, "and 1 more"), (8, "and 3 more")]
)
def test_paths_that_are_not_drawn_are_counted_behind_those_that_are(active: int, more: str) -> None:
    me = seen(warrior_paths={one.key: {"enabled": True, "level": 1} for one in PATHS[:active]})
    assert (me.more_paths, me.progress.active_paths) == (more, active)


def test_the_next_bead_is_said_from_the_first_day_on() -> None:
    assert seen().next_bead == "1 gray bead for Initiate, or 1 red bead for Service"


@pytest.mark.parametrize("is_active", [True, False])
def test_tokens_are_told_while_they_can_be_used(*, is_active: bool) -> None:
    shown = DashboardShown(
        *(own_record(User()), None, [], Page([], 0), NextEvents([], 0)),
        perks=Perks(tokens=1, tokens_until=NOW, is_active=is_active),
    )
    assert bool(view_of(shown, NOW).member.perks) is is_active


def test_nobody_is_welcomed_back_on_the_first_visit() -> None:
    shown = DashboardShown(
        own_record(User(first_name="Maya")), None, [], Page([], 0), NextEvents([], 0)
    )
    assert view_of(shown, NOW, is_first=True).member.greeting == "Welcome, Maya!"
    assert view_of(shown, NOW).member.greeting == "Welcome back, Maya!"


@pytest.mark.parametrize(
    ("columns", "seats", "has_come", "is_new"),
    [
        ({}, 0, False, True),
        ({"membership_tier": "premium"}, 0, False, True),
        ({"warrior_paths": {"bow": {"enabled": False, "level": 2}}}, 0, False, True),
        ({}, 1, False, True),
        ({}, 1, True, False),
        ({"is_admin": True}, 0, False, False),
        ({"member_rank": 4}, 0, False, False),
        ({"award_beads": {"red": 1}}, 0, False, False),
        ({"warrior_paths": {"bow": {"enabled": True, "level": 0}}}, 0, False, False),
    ],
)
def test_only_somebody_who_never_came_has_the_first_park_day_ahead(
    columns: dict[str, Any], seats: int, *, has_come: bool, is_new: bool
) -> None:
    events = NextEvents([], seats, has_come)
    shown = DashboardShown(own_record(User(**columns)), None, [], Page([], 0), events)
    assert view_of(shown, NOW).is_new is is_new


def test_a_beginner_reads_the_steps_to_the_first_park_day() -> None:
    shown = DashboardShown(
        own_record(User()), None, [], Page([], 0), NextEvents([], 0), first_day=FirstDay()
    )
    day = view_of(shown, NOW).first_day
    assert (day.seat, day.href) == ("", "/events?view=list&type=training&free=yes")
    assert (day.waiver, day.asks_for) == (SIGN_THERE, "Ask for the organizer when you arrive.")
    day = view_of(replace(shown, chapter=chapter(id="7")), NOW).first_day
    assert day.href == "/events?view=list&chapter=7&type=training&free=yes"
    ahead = FirstDay(organizer="Theo", is_minor=True)
    day = view_of(replace(shown, first_day=ahead), NOW).first_day
    assert (day.waiver, day.asks_for) == (PARENT_SIGNS, "Ask for Theo when you arrive.")
    assert view_of(replace(shown, first_day=None), NOW).first_day.waiver == ""


def test_a_beginner_signs_here_once_a_waiver_is_published() -> None:
    shown = DashboardShown(
        own_record(User()), None, [], Page([], 0), NextEvents([], 0), first_day=FirstDay()
    )
    own, minor = ToSign("u1", "", MISSING), ToSign("u2", "Rowan", MISSING)
    for to_sign, step in (([own, minor], (SIGN_FIRST, "/sign")), ([minor], (SIGN_THERE, FORMS))):
        day = view_of(replace(shown, to_sign=to_sign), NOW).first_day
        assert (day.waiver, day.form_href) == step


def test_a_beginner_who_has_signed_reads_that_it_is_done() -> None:
    shown = DashboardShown(
        own_record(User()), None, [], Page([], 0), NextEvents([], 0), first_day=FirstDay()
    )
    signed = replace(MISSING, state=StandingState.SIGNED)
    day = view_of(replace(shown, own_waiver=signed), NOW).first_day
    assert (day.waiver, day.is_signed, day.form_href) == (IS_SIGNED, True, "/sign")
    withdrawn = replace(signed, in_force=None)
    assert not view_of(replace(shown, own_waiver=withdrawn), NOW).first_day.is_signed
    paper = replace(MISSING, state=StandingState.UNVERIFIED, ends_at=NOW)
    asked = [ToSign("u1", "", paper)]
    view = view_of(replace(shown, own_waiver=paper, to_sign=asked), NOW)
    checked = "Your waiver on paper is waiting for a lead to check it"
    assert (view.first_day.waiver, view.first_day.form) == (f"{checked}.", READ_WAIVER)
    (notice,) = view.notices
    assert (notice.title, notice.act, notice.kind) == (checked, READ_WAIVER, "info")
    assert notice.message == NOTHING_TO_DO
    lacking = replace(shown, own_waiver=MISSING)
    assert not view_of(lacking, NOW).first_day.is_signed
    # Once a waiver is published, a minor's parents sign here as well.
    day = view_of(replace(lacking, first_day=FirstDay(is_minor=True)), NOW).first_day
    assert (day.waiver, day.form_href) == (ANY_GUARDIAN_SIGNS, "/sign")
    before = replace(lacking, own_waiver=replace(MISSING, in_force=None))
    day = view_of(replace(before, first_day=FirstDay(is_minor=True)), NOW).first_day
    assert (day.waiver, day.form_href) == (PARENT_SIGNS, FORMS)


def test_the_sensei_is_the_first_named_leader_of_the_chapter() -> None:
    leaders = [Leader(title="Scribe"), Leader(title="Lead", name="Rika Mori")]
    assert seen(chapter(leadership=leaders)).sensei == "Ask Rika Mori of Tampa Bay"
    assert seen(chapter()).sensei == "Ask Tampa Bay"
    assert seen().sensei == ""


@pytest.mark.parametrize(("total", "has_any", "has_more"), [(0, False, False), (1, True, True)])
def test_events_that_are_not_shown_count_as_more(total: int, has_any: bool, has_more: bool) -> None:
    shown = DashboardShown(own_record(User()), None, [], Page([], 0), NextEvents([], total))
    view = view_of(shown, NOW)
    assert (view.cards, view.has_any, view.has_more) == ([], has_any, has_more)
