"""Gear and incidents as the page of a roster shows them."""

from datetime import timedelta

from rookiebattle.gear.models import Item
from rookiebattle.gear.schemas import GearCheckRead, GearShown, IncidentRead
from rookiebattle.gear.view import view_of
from rookiebattle.gear.wording import GEAR_FAILED, SUSPENDED
from tests.clocks import NOW

TODAY = NOW.date()


def checked(user_id: str, *, passed: bool) -> GearCheckRead:
    told = {"id": "1", "note": None, "checked_by": None, "checked_at": NOW}
    return GearCheckRead(user_id=user_id, item=Item.WEAPON, passed=passed, **told)


def test_whoever_may_not_play_stands_out_and_days_are_those_of_the_event() -> None:
    checks = [checked(one, passed=one == "Ana") for one in ("Ana", "Ben", "Cy")]
    noted = {"id": "1", "user_id": "Cy", "name": "Cy", "noted_by": None, "noted_by_name": None}
    ends = {"text": "Hit a head.", "suspended_until": TODAY, "noted_at": NOW}
    shown = GearShown(
        "Pacific/Kiritimati",
        checks,
        suspended={"Cy": TODAY + timedelta(days=9)},
        may_check=True,
        may_note=True,
        incidents=[IncidentRead(**noted, **ends)],
    )
    view = view_of("event", shown, NOW + timedelta(days=9), TODAY)
    assert view.alerts == {"Ben": GEAR_FAILED, "Cy": SUSPENDED}
    (row,) = view.incidents
    assert (row.about, row.until) == ("Cy · Sun, Mar 15", "")
