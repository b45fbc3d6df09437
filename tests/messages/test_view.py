"""Messages as notices on an event's page."""

from datetime import timedelta

from rookiebattle.messages.schemas import MessageRead
from rookiebattle.messages.view import notices_of
from rookiebattle.registrations.schemas import Audience
from tests.clocks import NOW


def test_a_message_has_the_day_of_its_event() -> None:
    told = {"id": "1", "to": Audience.REGISTERED, "subject": "Hot", "sent_by": "o", "name": "Olga"}
    message = MessageRead(**told, text="Bring water.", sent_at=NOW)
    (notice,) = notices_of([message], "Pacific/Kiritimati", NOW + timedelta(days=9))
    assert notice.message == "Bring water.\nOlga, Sun, Mar 15"
