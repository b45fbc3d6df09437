"""The parts of the membership page, as the components that they are."""

from rookiebattle.pages.membership.parts.money import donation
from rookiebattle.registrations.wording import LOGIN_FIRST


def test_a_visitor_who_gives_reads_that_the_login_comes_first() -> None:
    before, note, _ = str(donation()).partition(LOGIN_FIRST.partition("’")[2])
    assert note
    assert "signed_in" in before
