"""Lists the tasks that every worker runs beside answering requests."""

from rookiebattle.accounts.leaving import forget_unfinished
from rookiebattle.chapters.starting import forget_old_requests
from rookiebattle.core import kept_files, outbox
from rookiebattle.core.doors.closed_pages import forget_closed_pages
from rookiebattle.core.logs import tell_what_was_left_out
from rookiebattle.core.tidying import Tidying
from rookiebattle.events.allowance import forget_left_organizers
from rookiebattle.integrations.postman import deliver_letters
from rookiebattle.registrations.letters.reminders import remind_members
from rookiebattle.registrations.state.live import push_seats
from rookiebattle.uploads.sweeping import keep_storage, release_unused

tidying = Tidying(
    *(outbox.forget_old, forget_unfinished, forget_old_requests),
    *(forget_left_organizers, kept_files.forget_old, release_unused),
)
TASKS = (
    *(push_seats, forget_closed_pages, tell_what_was_left_out),
    *(deliver_letters, remind_members, keep_storage, tidying.run),
)
