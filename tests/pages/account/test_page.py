"""The page Your account as it is built."""

import json

from rookiebattle.pages.account.page import account


def test_a_missing_game_name_is_one_that_is_not_chosen_yet() -> None:
    page = json.dumps(account().render(), default=str)
    assert "Not chosen yet" in page
    assert "None" not in page.replace("\\", "").split("Game Name")[1].split("Active Sessions")[0]
