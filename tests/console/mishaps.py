"""Mishaps of a site, for the tests of the console."""

from rookiebattle.core.mail import claims, outbox
from rookiebattle.core.mail.outbox import Letter
from tests.world import World


def failed_letter(world: World, why: str = "550") -> str:
    """The id of a letter that failed for good: the mail server refused it, or `why`."""
    with world.database.unit_of_work(write=True) as session:
        outbox.put(session, Letter(to="m@example.org", subject="Hello", text="Words", kind="test"))
        (claimed,) = claims.claim(session, 1)
        claims.give_up(session, claimed, why)
        return claimed.id
