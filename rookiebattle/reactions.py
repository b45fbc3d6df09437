"""Lists the subscribers of every hook and the composers of promised letters."""

from rookiebattle.accounts import finding
from rookiebattle.accounts import letters as accounts_letters
from rookiebattle.accounts.hooks import account_erasing, account_welcomed, admin_changing
from rookiebattle.chapters import letters as chapters_letters
from rookiebattle.chapters import starting
from rookiebattle.chapters.hooks import chapter_requested, chapter_started
from rookiebattle.core import letter_limits, outbox
from rookiebattle.events import leaving
from rookiebattle.events.hooks import (
    event_changed,
    event_removing,
    events_removing,
    events_revised,
)
from rookiebattle.progression import service as progression
from rookiebattle.registrations import attendance, news
from rookiebattle.registrations import service as registrations
from rookiebattle.registrations.letters import changes, removals, seats
from rookiebattle.registrations.letters.words import CHANGED, REMINDER, REMINDERS


def connect() -> None:
    """Called by every process that runs verbs: the application, the commands, the tests.

    Subscribers run in the order in which they are listed here. A hook without a list raises an
    error when it fires.
    """
    finding.keep_words()
    account_welcomed.subscribe(accounts_letters.promise_welcome)
    account_erasing.subscribe(
        starting.forget_asking,
        leaving.hand_over,
        registrations.unregister_from_all,
        progression.close,
    )
    admin_changing.subscribe(progression.set_admin)
    chapter_requested.subscribe(chapters_letters.tell_organization)
    chapter_started.subscribe(chapters_letters.tell_founder)
    event_changed.subscribe(news.announce_change)
    event_removing.subscribe(attendance.remove_seats, news.announce_removal)
    events_revised.subscribe(changes.promise_letters_of_changes)
    events_removing.subscribe(removals.promise_letters_of_removal)

    outbox.composes(accounts_letters.WELCOME, accounts_letters.welcome)
    outbox.composes(registrations.CONFIRMED, seats.confirmed)
    outbox.composes(REMINDER, seats.reminder)
    outbox.composes_news(REMINDERS, seats.reminders)
    outbox.composes_news(CHANGED, changes.changed)
    outbox.composes_news(removals.REMOVED, removals.removed)
    letter_limits.limit(registrations.CONFIRMED, CHANGED, removals.REMOVED, REMINDER, REMINDERS)
