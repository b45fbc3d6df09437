"""The rule about who may see how to reach a leader."""

from rookiebattle.chapters import policy
from rookiebattle.chapters.models import Leader
from rookiebattle.core.actor import VISITOR, Actor

LEADER = Leader(title="Park Lead", name="Ines", email="ines@example.org", phone="555-0101")


def test_members_see_how_to_reach_a_leader_and_visitors_who_it_is() -> None:
    seen, told = (policy.shown_leader(actor, LEADER) for actor in (VISITOR, Actor(user_id="m")))
    assert (seen.title, seen.name, seen.email, seen.phone) == ("Park Lead", "Ines", None, None)
    assert (told.email, told.phone) == ("ines@example.org", "555-0101")


def test_what_was_left_empty_is_null() -> None:
    shown = policy.shown_leader(Actor(user_id="m"), Leader(name="Ines"))
    assert (shown.email, shown.phone) == (None, None)
