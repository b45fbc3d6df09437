"""P13: every page of a list is answered, and its statements are counted."""

import pytest

from bench import data
from bench.rows.growth import questions
from bench.statements import of_request, product_on
from tests.identities import composed

NAMES = [one.name for one in questions()]


@pytest.mark.parametrize("name", NAMES)
def test_a_question_is_answered_from_the_database(name: str, sqlite_url: str) -> None:
    # The cookies are signed with the secret of this test.
    (question,) = (one for one in questions() if one.name == name)
    data.fill(sqlite_url, data.Size(events=40, members=20, own=5, resources=20, media=20))
    with product_on(sqlite_url):
        first = of_request(question.path, question.headers)
    with product_on(sqlite_url):
        again = of_request(question.path, question.headers)
    # A copy from one database must not answer for another.
    assert len(first) == len(again) > 0


def test_a_question_is_answered_however_many_were_asked_before(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitors = composed().visitors
    monkeypatch.setattr(visitors, "room", 1.0)
    monkeypatch.setattr(visitors, "speed", 0.001)
    for _ in range(2):
        with product_on(sqlite_url):
            assert of_request("/api/chapters")
