"""The start page, and the page for unknown addresses."""

import json
from typing import Any, cast

import reflex as rx

from rookiebattle.pages.home.parts.cards import profile, recent_activity
from rookiebattle.pages.home.parts.dashboard import dashboard
from rookiebattle.pages.home.parts.invitation import about, invitation
from rookiebattle.pages.home.parts.landing import contact, disciplines, landing
from rookiebattle.pages.home.parts.people import people_dialogs
from rookiebattle.pages.home.view import ParkDaysView
from rookiebattle.pages.not_found import not_found
from rookiebattle.pages.parents.page import parents
from rookiebattle.pages.sign.parts import born_field
from rookiebattle.progression.catalogue import PATHS
from rookiebattle.settings import get_settings
from rookiebattle.ui.footer import site_footer


def words(component: rx.Component) -> str:
    """The compiled components of a page as text."""
    return json.dumps(component.render(), default=str, ensure_ascii=False)


def test_the_invitation_leads_to_the_park_days_and_not_to_the_whole_calendar() -> None:
    page = words(invitation())
    assert "Try a Park Day Free" in page
    assert 'shown_rx_state_?.[\\"tryable\\"]' in page, "the chosen chapter does not travel"
    assert ParkDaysView().tryable == "/events?view=list&type=training&free=yes"
    assert "/parents" in page


def fields(part: rx.Component) -> list[str]:
    """The attributes of each field of a form that somebody can type into."""
    own = " ".join(part.render().get("props", ()))
    mine = [own] if part.tag == "input" and "readOnly" not in own else []
    return mine + [one for child in part.children for one in fields(cast("Any", child))]


def test_a_browser_fills_nothing_of_a_parent_into_the_fields_of_a_child() -> None:
    (born,) = fields(born_field())
    of_child = [*fields(people_dialogs()), born]
    assert len(of_child) == 5
    assert all('autoComplete:"off"' in one for one in of_child), of_child


def test_support_leads_to_the_membership() -> None:
    page = words(invitation())
    assert "Support the Game" in page
    assert "/membership" in page


def test_the_club_is_described_by_its_settings() -> None:
    page = words(about())
    assert f"Founded {get_settings().org_founded}" in page
    assert get_settings().org_members_text in page
    assert "No paywall to play" in page


def test_waivers_safety_garb_and_age_are_told_before_the_first_day() -> None:
    page = words(about())
    for part in (
        "Everyone signs a waiver",
        "wears eye protection",
        "Ages 13+",
        "check every weapon, shield and piece of armor",
        "Code of Conduct",
        "trained Marshals",
        "Encouraged for practice, required only for formal events",
        "play that day. Later ones are free, too, or cost",
    ):
        assert part in page


def test_each_discipline_has_its_crest_and_its_document_in_a_new_tab() -> None:
    page = words(disciplines())
    assert "Path of the Warrior Series" in page
    for path in PATHS:
        assert path.short_name in page
        assert path.description in page
        assert path.document in page
        assert f"paths.svg#{path.slug}" in page
    assert page.count("_blank") == page.count("noopener noreferrer") == len(PATHS)


def test_the_page_ends_with_the_address() -> None:
    assert get_settings().org_region in words(contact())
    assert words(landing()).index("Next Park Days") < words(landing()).index("Questions Before")


def test_whoever_wants_to_talk_to_somebody_finds_an_email_address() -> None:
    to_club = f"mailto:{get_settings().org_contact_email}"
    assert to_club in words(contact())
    assert to_club in words(site_footer())
    assert to_club in words(parents())


def test_the_dashboard_counts_a_members_paths_once_and_says_how_many_are_not_drawn() -> None:
    shown = words(recent_activity()).replace("\\", "")
    assert '["active_words"]' in shown
    assert '["more_paths"]' in shown
    assert "active paths" not in shown


def test_who_has_no_plan_reads_that_the_plan_is_inactive() -> None:
    before, plan, after = words(profile()).partition("Plan: ")
    assert plan
    assert "has_plan" in before
    assert '["status"]' in after.replace("\\", "")


def test_administrators_alone_have_a_badge() -> None:
    before, badge, _ = words(profile()).partition("Admin")
    assert badge
    assert before.replace("\\", "").rstrip().count('["is_admin"]') == 1


def test_members_are_greeted_by_name_or_as_warriors() -> None:
    page = words(dashboard())
    for part in ("Welcome back, ", "Warrior", "Ready to continue your martial journey?"):
        assert part in page
    assert "My Registered Events" in page
    assert "first_name" in page


def test_an_unknown_address_says_so() -> None:
    assert "404 Page Not Found" in words(not_found())
