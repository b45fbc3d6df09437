"""What goes wrong at a site, for the tests of the console."""

from rookiebattle.core.mail import claims, outbox
from rookiebattle.core.mail.outbox import Letter
from tests.world import World


def failed_letter(world: World) -> str:
    """The id of a letter that the mail server refused for good."""
    with world.database.unit_of_work(write=True) as session:
        outbox.put(session, Letter(to="m@example.org", subject="Hello", text="Words", kind="test"))
        (claimed,) = claims.claim(session, 1)
        claims.give_up(session, claimed, "550")
        return claimed.id
