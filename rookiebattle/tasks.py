"""Lists what every worker does beside answering, for as long as it lives."""

from rookiebattle.core.doors.closed_pages import forget_closed_pages
from rookiebattle.integrations.postman import deliver_letters
from rookiebattle.registrations.letters.reminders import remind_members
from rookiebattle.registrations.state.live import push_seats

TASKS = (push_seats, forget_closed_pages, deliver_letters, remind_members)
