"""The page Your account as it is built."""

import json

from rookiebattle.pages.account.page import NO_ADDRESS, account


def test_a_missing_game_name_is_one_that_is_not_chosen_yet() -> None:
    assert "Not chosen yet" in json.dumps(account().render(), default=str)


def test_a_member_without_an_address_is_told_so_in_the_place_of_the_switches() -> None:
    page = json.dumps(account().render(), default=str)
    notifications = page.split("Email Notifications")[1].split("Privacy")[0]
    assert notifications.index("Emails about my events") < notifications.index(NO_ADDRESS[-60:])
