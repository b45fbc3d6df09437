"""Whether the books of a till agree with themselves and with the card service."""

from rookiebattle.manage.check_data import CHECKS, lost_letters
from rookiebattle.payments.models import PaymentEntry
from tests.payments.till import Till


def is_sound(till: Till) -> None:
    """Nothing in the database contradicts anything else. Nobody sends letters in these tests."""
    asked = [one for one in CHECKS if one.contradictions is not lost_letters]
    with till.database.unit_of_work(write=False, streams=True) as session:
        problems = {one.sentence: one.contradictions(session) for one in asked}
    told = {sentence: found for sentence, found in problems.items() if found}
    assert told == {}, told


def at_the_service(till: Till) -> int:
    """The cents that the service holds: what was captured, less what went back or was lost."""
    captured = [one for one in till.double.all("charge") if one["paid"]]
    gone = [one for one in till.double.all("refund") if one["status"] != "failed"]
    gone += [one for one in till.double.all("dispute") if one["status"] == "lost"]
    return sum(int(one["amount"]) for one in captured) - sum(int(one["amount"]) for one in gone)


def in_the_books(till: Till) -> int:
    """The cents of all entries."""
    return sum(one.cents for one in till.all(PaymentEntry))
