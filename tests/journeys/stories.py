"""The progress of a member over a year and a half, for journeys."""

from rookiebattle.progression.entering import AtEvent
from rookiebattle.progression.ledger import FactChange
from rookiebattle.progression.models import Act
from tests.journeys.stage import Stage


def tell_a_story(stage: Stage, email: str, event_id: str) -> None:
    """Write a member's entries, the newest of a day ago; one of them names an event."""
    stage.person(email, first_name="Maya", last_name="Ortiz", game_name=email.partition("@")[0])
    stage.enter(email, FactChange("member_rank", 0, 1), days_ago=540, reason="First park day")
    stage.enter(
        email,
        FactChange("warrior_paths.shield.enabled", False, True),
        FactChange("warrior_paths.shield.level", 0, 1),
        days_ago=500,
        reason="Holds the line",
    )
    stage.enter(email, FactChange("warrior_paths.shield.level", 1, 3), days_ago=320)
    stage.enter(email, FactChange("member_rank", 1, 2), days_ago=300, reason="Spring trial")
    stage.enter(
        email,
        FactChange("award_beads.red", 0, 3),
        days_ago=210,
        act=Act.AWARD,
        reason="Set up the field, three weeks in a row, before anybody else was awake",
    )
    stage.enter(
        email,
        FactChange("warrior_paths.bow.enabled", False, True),
        FactChange("warrior_paths.singleHand.enabled", False, True),
        FactChange("warrior_paths.singleHand.level", 0, 4),
        days_ago=190,
    )
    stage.enter(
        email,
        FactChange("award_beads.purple", 0, 1),
        days_ago=120,
        act=Act.AWARD,
        reason="Get well soon",
        incident="A broken wrist at the bridge",
    )
    stage.enter(
        email,
        FactChange("award_beads.lightBlue", 0, 1),
        FactChange("is_samurai", False, True),
        days_ago=12,
        act=Act.AWARD,
        event=AtEvent(event_id, "Autumn Tournament"),
        reason="Undefeated",
    )
    stage.enter(
        email, FactChange("member_rank", 2, 3), days_ago=1, reason="By the vote of the leads"
    )
