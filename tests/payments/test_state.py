"""Sentences of pages for somebody who comes back from paying."""

import pytest

from rookiebattle.core.errors import NotFound, Unavailable
from rookiebattle.payments.state import asked_what_became
from rookiebattle.payments.view import WAITING, Returned

pytestmark = pytest.mark.anyio
PAID = Returned("paid", "Payment Successful", "Your seat is paid.")


async def answers(found: Returned | Exception) -> Returned:
    if isinstance(found, Exception):
        raise found
    return found


@pytest.mark.parametrize(
    ("before", "found", "known"),
    [
        (Returned(), PAID, PAID),
        (WAITING, NotFound("No payment"), Returned()),
        (Returned(), Unavailable(), WAITING),
        (PAID, Unavailable(), PAID),
    ],
)
async def test_what_is_known_stays_until_the_payment_service_answers(
    before: Returned, found: Returned | Exception, known: Returned
) -> None:
    assert await asked_what_became(answers(found), before) == known
