"""Lists what every worker does beside answering, for as long as it lives."""

from rookiebattle.core.edge.closed_pages import forget_closed_pages
from rookiebattle.integrations.postman import deliver_letters
from rookiebattle.registrations.reminders import remind_members
from rookiebattle.registrations.state_live import push_seats

TASKS = (push_seats, forget_closed_pages, deliver_letters, remind_members)
