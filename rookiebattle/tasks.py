"""Lists the tasks that every worker runs beside answering requests, and the jobs among them."""

from collections.abc import Awaitable, Callable, Mapping

from rookiebattle.accounts.leaving import forget_unfinished
from rookiebattle.chapters.requests import forget_old_requests
from rookiebattle.console import watching
from rookiebattle.core import kept_files
from rookiebattle.core.doors.closed_pages import forget_closed_pages
from rookiebattle.core.jobs.jobs import Job, Queue, Tidying
from rookiebattle.core.mail import outbox
from rookiebattle.core.serving.measuring import serve_metrics
from rookiebattle.core.telemetry.logs import tell_what_was_left_out
from rookiebattle.events import posting, reports
from rookiebattle.events.allowance import forget_left_organizers
from rookiebattle.gate.service import check_ins as late_check_ins
from rookiebattle.gate.service import entrance, walk_ins
from rookiebattle.gear import service as gear
from rookiebattle.guardians import dependents
from rookiebattle.guardians.birthdays import BIRTHDAYS
from rookiebattle.integrations import postman
from rookiebattle.messages.service import SENDING
from rookiebattle.payments import idempotency
from rookiebattle.payments.cards import webhooks, worker
from rookiebattle.payments.cards.reconciliation import RECONCILING
from rookiebattle.registrations.letters.reminders import REMINDING
from rookiebattle.registrations.service import questions, waiting
from rookiebattle.registrations.service.holds import ENDING_HOLDS
from rookiebattle.registrations.state.live import push_seats
from rookiebattle.sheets import service as sheets
from rookiebattle.uploads import sweeping
from rookiebattle.uploads.probing import PROBING
from rookiebattle.uploads.sweeping import REMOVING_ORPHANS
from rookiebattle.waivers.service import device
from rookiebattle.waivers.service import reminders as waivers

tidying = Tidying(
    *(outbox.forget_old, forget_unfinished, forget_old_requests),
    *(forget_left_organizers, kept_files.forget_old, sweeping.release_unused),
    *(idempotency.forget_old, webhooks.forget_old, webhooks.forget_texts),
    *(waiting.forget_old, questions.forget_old, reports.forget_old, sheets.forget_old),
    dependents.forget_old,
    *(waivers.forget_signers, device.forget_ended_links, gear.forget_old),
    *(late_check_ins.forget_old, entrance.forget_old, walk_ins.forget_unclaimed),
)
QUEUES = postman.QUEUE, worker.QUEUE, posting.QUEUE, sweeping.QUEUE
WATCHING = Job("watch", watching.EVERY, lambda: watching.watch_over(JOBS))
TURNS = (
    *(REMINDING, SENDING, waivers.REMINDING, BIRTHDAYS, ENDING_HOLDS, RECONCILING, PROBING),
    *(REMOVING_ORPHANS, WATCHING, tidying.job),
)
JOBS: Mapping[str, Job | Queue] = {one.name: one for one in (*QUEUES, *TURNS)}
"""Everything that administrators see as a job, by its name, in the order in which it is shown."""
TASKS: tuple[Callable[..., Awaitable[None]], ...] = (
    *(push_seats, forget_closed_pages, tell_what_was_left_out, serve_metrics),
    *(postman.deliver_letters, worker.work_off_payments, posting.post_to_channels),
    sweeping.keep_storage,
    *(one.run for one in TURNS),
)
