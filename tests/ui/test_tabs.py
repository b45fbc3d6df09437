"""The tabs of the console that each role opens."""

from dataclasses import replace

import pytest

from rookiebattle import routes
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.roles import Grant, Role
from rookiebattle.ui.tabs import TABS, tabs_of

OF_LEADS = [
    *(routes.ADMIN, routes.ADMIN_EVENTS, routes.ADMIN_CHAPTERS, routes.ADMIN_WAIVERS),
    routes.ADMIN_SETTINGS,
]


@pytest.mark.parametrize(
    ("grant", "tabs"),
    [
        (Grant(Role.LEAD, "north"), OF_LEADS),
        (Grant(Role.SECOND), OF_LEADS),
        (Grant(Role.LEAD, None, "duel"), [routes.ADMIN_EVENTS]),
        (Grant(Role.GATE, None, "duel"), [routes.ADMIN_EVENTS]),
        (Grant(Role.MARSHAL, "north"), [routes.ADMIN_EVENTS]),
        (Grant(Role.TREASURER), [routes.ADMIN_PAYMENTS]),
        (Grant(Role.MEDIA), [routes.MEDIA]),
    ],
)
def test_a_role_opens_its_tabs(grant: Grant, tabs: list[str]) -> None:
    lea = Actor(user_id="lea", grants=(grant,))
    assert tabs_of(lea) == tabs
    assert tabs_of(replace(lea, is_welcomed=False)) == []


def test_administrators_have_all_tabs_and_others_none() -> None:
    assert tabs_of(Actor(user_id="ada", is_admin=True)) == [one.path for one in TABS]
    assert tabs_of(Actor(user_id="lea")) == tabs_of(VISITOR) == []
