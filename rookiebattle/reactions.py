"""Lists the subscribers of every hook and the composers of promised letters."""

from rookiebattle.accounts import finding
from rookiebattle.accounts import letters as accounts_letters
from rookiebattle.accounts.hooks import (
    account_erasing,
    account_forgetting,
    account_readdressed,
    account_welcomed,
    admin_changing,
    login_explained,
    people_invited,
)
from rookiebattle.chapters import letters as chapters_letters
from rookiebattle.chapters import requests
from rookiebattle.chapters.hooks import (
    channel_lost,
    channel_switched,
    chapter_removing,
    chapter_requested,
    chapter_started,
)
from rookiebattle.core.mail import limits, outbox
from rookiebattle.events import allowance, leaving, posts
from rookiebattle.events import letters as event_letters
from rookiebattle.events.hooks import (
    cancellation_weighed,
    event_canceling,
    event_changed,
    event_judged,
    event_reinstating,
    event_removing,
    event_reported,
    event_waiting,
    events_canceled,
    events_removing,
    events_revised,
    letters_weighed,
    removal_weighed,
    turnout_asked,
)
from rookiebattle.gate import letters as gate_letters
from rookiebattle.gate.hooks import newcomer_added
from rookiebattle.gear import service as gear
from rookiebattle.guardians import letters as guardian_letters
from rookiebattle.guardians import service as guardians
from rookiebattle.guardians.hooks import guardian_invited, guardianship_ended, standings_asked
from rookiebattle.guardians.wording import GROWN_UP
from rookiebattle.messages import letters as message_letters
from rookiebattle.messages import service as messages
from rookiebattle.notifications import letters as notification_letters
from rookiebattle.notifications import service as notifications
from rookiebattle.payments import perks, promises
from rookiebattle.payments.cards import subscriptions
from rookiebattle.payments.hooks import dispute_lost, payment_disputed, refund_failed
from rookiebattle.payments.letters import memberships
from rookiebattle.payments.letters import payments as payment_letters
from rookiebattle.payments.letters import seats as seat_letters
from rookiebattle.payments.seats import canceled_events
from rookiebattle.payments.seats import payments as seat_payments
from rookiebattle.payments.seats import perks as seat_perks
from rookiebattle.progression import service as progression
from rookiebattle.progression.hooks import membership_entered
from rookiebattle.registrations import announcements
from rookiebattle.registrations.hooks import (
    cancellation_told,
    organizer_asked,
    question_answered,
    seat_became_cheaper,
    seat_freed,
    seat_overpaid,
    seat_perk_moved,
    seat_settled,
    seat_told_of,
    seats_opening,
    seats_wanted,
)
from rookiebattle.registrations.letters import (
    cancellations,
    changes,
    openings,
    questions,
    removals,
    seats,
)
from rookiebattle.registrations.letters.words import CHANGED, REMINDER, REMINDERS
from rookiebattle.registrations.service import (
    attendance,
    holds,
    login,
    prices,
    roster,
    series,
    settling,
    waiting,
)
from rookiebattle.registrations.service import questions as asking
from rookiebattle.registrations.service import registering as registrations
from rookiebattle.roles import service as roles
from rookiebattle.uploads import service as uploads
from rookiebattle.waivers import letters as waiver_letters
from rookiebattle.waivers.hooks import photo_taken, photos_asked, photos_dropped, standing_changed
from rookiebattle.waivers.service import paper, signatures
from rookiebattle.waivers.service import reminders as waiver_reminders
from rookiebattle.waivers.service.standing import add_standings


def connect() -> None:
    """Called by every process that runs verbs: the application, the commands, the tests.

    Subscribers run in the order in which they are listed here. A hook without a list raises an
    error when it fires.
    """
    finding.keep_words()
    account_erasing.subscribe(
        guardians.erase_last,
        requests.forget_asking,
        asking.forget_asking,
        leaving.hand_over,
        questions.follow_hand_over,
        waiting.follow_erasure,
        registrations.unregister_from_all,
        subscriptions.leave,
        progression.close,
    )
    _forget_children()
    login_explained.subscribe(login.explain_login)
    admin_changing.subscribe(progression.set_admin)
    membership_entered.subscribe(subscriptions.follow_gift, roster.announce_plans)
    _follow_chapters()
    event_changed.subscribe(
        announcements.announce_change, waiting.serve_and_tell, posts.expect_news
    )
    _give_back_what_was_paid()
    events_canceled.subscribe(cancellations.promise_letters_of_cancellation)
    seat_freed.subscribe(
        holds.return_freed_perk,
        seat_payments.follow_freed,
        waiting.follow_freed,
        announcements.count_freed,
    )
    _carry_questions()
    _follow_seats()
    _lend_names()
    _follow_changes()
    _look_after_minors()
    _keep_photographs()
    removal_weighed.subscribe(settling.weigh_removal)
    _write_to_newcomers()
    outbox.composes(holds.CONFIRMED, seats.confirmed)
    _write_to_waiting()
    outbox.composes(REMINDER, seats.reminder)
    outbox.composes_news(REMINDERS, seats.reminders)
    outbox.composes_news(series.ALL_CONFIRMED, seats.all_confirmed)
    _write_about_money()
    outbox.composes(notifications.POSTED, notification_letters.posted)
    outbox.composes(messages.SENT, message_letters.message)
    outbox.composes_news(CHANGED, changes.changed)
    outbox.composes_news(removals.REMOVED, removals.removed)
    outbox.composes_news(cancellations.CANCELED, cancellations.canceled)
    _limit_letters()


def _write_about_money() -> None:
    payment_disputed.subscribe(payment_letters.tell_of_dispute)
    dispute_lost.subscribe(payment_letters.tell_of_loss)
    refund_failed.subscribe(payment_letters.tell_organization)
    outbox.composes(promises.RECEIPT, payment_letters.receipt)
    outbox.composes(promises.RETURNED, payment_letters.returned)
    outbox.composes(promises.REFUNDED, payment_letters.refunded)
    outbox.composes(promises.VOID, payment_letters.void)
    outbox.composes(promises.LEFT, seat_letters.left)
    outbox.composes(promises.PERK_USED, memberships.perk_used)
    outbox.composes(promises.RENEWING, memberships.renewing)
    outbox.composes(promises.UNPAID, memberships.unpaid)
    outbox.composes(promises.ENDED, memberships.ended)


def _follow_changes() -> None:
    """The seats and the people of events that are planned, changed or removed."""
    turnout_asked.subscribe(attendance.add_turnout)
    events_revised.subscribe(
        prices.keep_refunds, prices.follow_prices, changes.promise_letters_of_changes
    )
    event_removing.subscribe(
        settling.remove_seats,
        seat_payments.close_event,
        announcements.announce_removal,
        posts.expect_news,
        roles.end_at_event,
    )
    letters_weighed.subscribe(removals.weigh_letters)
    events_removing.subscribe(removals.promise_letters_of_removal)


def _forget_children() -> None:
    account_forgetting.subscribe(
        *(allowance.forget_leaving, questions.forget_answers),
        *(roles.forget_giver, signatures.forget_signed),
    )


def _limit_letters() -> None:
    limits.limit(CHANGED, removals.REMOVED, cancellations.CANCELED, about_events=True)
    for kind in (
        holds.CONFIRMED,
        series.ALL_CONFIRMED,
        *(waiting.OPENED, waiting.OFFERED, waiting.HALF_OVER),
        REMINDER,
        REMINDERS,
        promises.LEFT,
        notifications.POSTED,
        messages.SENT,
        signatures.SIGNED,
        waiver_reminders.ASKED,
        paper.REFUSED,
    ):
        # By itself: changes of other people delay no letter that a member asked for.
        limits.limit(kind)


def _give_back_what_was_paid() -> None:
    """The money and the perks of seats at events that are canceled, and on again."""
    cancellation_weighed.subscribe(canceled_events.weigh_cancellation)
    event_canceling.subscribe(canceled_events.refund, holds.return_perks)
    event_reinstating.subscribe(
        canceled_events.let_pay_again, seat_perks.let_use_again, holds.keep_interrupted
    )
    seat_told_of.subscribe(canceled_events.tell_back, seat_perks.tell_back)
    cancellation_told.subscribe(messages.explain_cancellation)


def _follow_seats() -> None:
    """Gear says who is suspended; those who wait, the books and the ledger of perks follow a
    seat."""
    seats_wanted.subscribe(gear.refuse_suspended)
    seats_opening.subscribe(waiting.serve)
    seat_settled.subscribe(seat_payments.follow_settlement, seat_perks.follow_settlement)
    seat_became_cheaper.subscribe(seat_payments.follow_price)
    seat_overpaid.subscribe(seat_payments.refund_overpaid)
    seat_perk_moved.subscribe(perks.follow_seat)


def _follow_chapters() -> None:
    chapter_removing.subscribe(roles.end_in_chapter)
    chapter_requested.subscribe(chapters_letters.tell_organization)
    chapter_started.subscribe(chapters_letters.tell_founder)
    channel_switched.subscribe(posts.follow_channel)
    channel_lost.subscribe(chapters_letters.tell_of_lost_channel)


def _write_to_waiting() -> None:
    outbox.composes(waiting.OPENED, openings.opened, openings.wish_again)
    outbox.composes(waiting.OFFERED, openings.offered)
    outbox.composes(waiting.HALF_OVER, openings.half_over)


def _write_to_newcomers() -> None:
    account_welcomed.subscribe(accounts_letters.promise_welcome)
    account_readdressed.subscribe(accounts_letters.tell_former_address)
    people_invited.subscribe(accounts_letters.promise_invitations)
    newcomer_added.subscribe(gate_letters.tell_newcomer)
    outbox.composes(accounts_letters.WELCOME, accounts_letters.welcome)
    outbox.composes(accounts_letters.INVITATION, accounts_letters.invitation)


def _keep_photographs() -> None:
    """The pictures of waivers on paper are files, which only signed addresses open."""
    photo_taken.subscribe(uploads.seal)
    photos_asked.subscribe(uploads.add_addresses)
    photos_dropped.subscribe(uploads.release_each)


def _look_after_minors() -> None:
    """Guardians get letters, waivers say what their people have signed, and gates hear of it."""
    standings_asked.subscribe(add_standings)
    standing_changed.subscribe(roster.announce_person)
    guardian_invited.subscribe(guardian_letters.tell_invited)
    guardianship_ended.subscribe(waiting.follow_parting)
    outbox.composes(GROWN_UP, guardian_letters.grown_up)
    outbox.composes(signatures.SIGNED, waiver_letters.signed)
    outbox.composes(waiver_reminders.ASKED, waiver_letters.asked)
    outbox.composes(paper.REFUSED, waiver_letters.refused)


def _lend_names() -> None:
    """A chapter's name is lent by its leads."""
    event_waiting.subscribe(event_letters.tell_leads)
    event_judged.subscribe(event_letters.tell_organizer)
    event_reported.subscribe(event_letters.tell_club)
    outbox.composes(event_letters.WAITING, event_letters.waiting)
    outbox.composes(event_letters.JUDGED, event_letters.judged)


def _carry_questions() -> None:
    """The club stands between an organizer and whoever asks."""
    organizer_asked.subscribe(questions.tell_organizer)
    question_answered.subscribe(questions.tell_asker)
    outbox.composes(questions.ASKED, questions.asked)
    outbox.composes(questions.COPIED, questions.copied)
