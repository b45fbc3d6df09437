"""Stealth and injury beads are seen only by the member and administrators."""

import pytest

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.progression.catalogue import Authority, BeadColor
from rookiebattle.progression.models import Act
from rookiebattle.progression.policy import (
    authority_words,
    can_be_undone,
    may_award,
    missing_for,
    refused_fields,
    sees_private_beads,
    visible_awards,
)

COUNTS = {"red": 4, "clear": 2, "purple": 1, "wood": 0, "plastic": 3}


@pytest.mark.parametrize(
    ("actor", "sees"),
    [
        (VISITOR, False),
        (Actor(user_id="another"), False),
        (Actor(user_id="owner"), True),
        (Actor(user_id="another", is_admin=True), True),
    ],
)
def test_owner_and_administrators_see_the_private_beads(actor: Actor, sees: bool) -> None:
    assert sees_private_beads(actor, member_id="owner") is sees


def test_nobody_owns_the_beads_of_a_row_without_an_id() -> None:
    assert not sees_private_beads(VISITOR, member_id="")


def test_the_private_beads_are_left_out_for_others() -> None:
    assert visible_awards(COUNTS, viewer_is_self_or_admin=False) == {"red": 4, "wood": 0}


def test_the_owner_gets_all_colors_that_exist() -> None:
    shown = visible_awards(COUNTS, viewer_is_self_or_admin=True)
    assert shown == {"red": 4, "clear": 2, "purple": 1, "wood": 0}


def test_a_value_that_is_the_default_anyway_is_no_change() -> None:
    sent = {"admin_rank": 3, "member_rank": 0, "warrior_paths.bow.level": 0}
    assert refused_fields({}, sent) == {}
    assert refused_fields({}, {"member_rank": 2}) == {}
    assert refused_fields({}, {"warrior_paths.bow.enabled": True}) == {}
    assert refused_fields({}, {"award_beads.red": 1}) == {}
    active = {"warrior_paths.bow.enabled": True, "warrior_paths.bow.level": 1}
    assert refused_fields({}, active) == {}
    assert set(refused_fields({"member_rank": 2}, sent)) == {"memberRank"}
    assert set(refused_fields({}, {"warrior_paths.bow.level": 1})) == {"warriorPaths"}


@pytest.mark.parametrize("needs_event", [True, False])
@pytest.mark.parametrize("at_event", [True, False])
@pytest.mark.parametrize("needs_incident", [True, False])
@pytest.mark.parametrize("incident", [None, "", "A sprained ankle"])
def test_an_award_lacks_the_event_or_the_note_that_its_bead_needs(
    needs_event: bool, at_event: bool, needs_incident: bool, incident: str | None
) -> None:
    bead = BeadColor("x", "x", "X", "Honor", needs_event=needs_event, needs_incident=needs_incident)
    lacks = {"eventId"} if needs_event and not at_event else set[str]()
    lacks |= {"incident"} if needs_incident and not incident else set()
    assert set(missing_for(bead, at_event=at_event, incident=incident)) == lacks


@pytest.mark.parametrize(
    ("authority", "own", "approving", "may"),
    [
        (Authority.ANY, 0, 0, True),
        (Authority.SECOND, 0, 0, False),
        (Authority.SECOND, 1, 0, True),
        (Authority.SECOND, 0, 1, True),
        (Authority.LEAD, 3, 0, True),
        (Authority.LEAD, 1, 8, False),
    ],
)
def test_somebody_else_approves_of_an_award_but_not_of_one_by_a_leads_own_hand(
    authority: Authority, own: int, approving: int, may: bool
) -> None:
    bead = BeadColor("x", "x", "X", "Honor", authority=authority)
    assert may_award(bead, own_rank=own, approving_rank=approving) is may
    assert ("a Lead only" in authority_words(bead)) is (authority is Authority.LEAD)


def test_what_nobody_decided_is_not_undone() -> None:
    assert {act for act in Act if not can_be_undone(act)} == {Act.OPENING, Act.ERASURE}
