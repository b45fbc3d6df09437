"""The console's own sentences, and the kinds of letters and jobs in words. Pure."""

from typing import NamedTuple

JOB_IS_STUCK = "A background job is stuck"
LETTERS = {
    "account.invited": "Invitation",
    "account.readdressed": "Email address changed",
    "account.welcomed": "Welcome",
    "chapter.discord_lost": "Discord disconnected",
    "chapter.requested": "Request to start a chapter",
    "chapter.started": "New chapter",
    "event.answered": "Answer from an organizer",
    "event.answered_copy": "Answer from a minor, for the club",
    "event.asked": "Question for an organizer",
    "event.asked_copy": "Question for a minor, for the club",
    "event.canceled": "Event canceled",
    "event.changed": "Event changed",
    "event.judged": "Event accepted or declined",
    "event.message": "Message about an event",
    "event.removed": "Event deleted",
    "event.reported": "Event reported",
    "event.waiting": "Event waiting for its chapter",
    "guardian.grown_up": "Turned 18",
    "gate.claim": "Account that was made at the gate",
    "guardian.invited": "Invitation of a guardian",
    "membership.ended": "Membership ended",
    "membership.renewing": "Membership renews soon",
    "membership.unpaid": "Membership payment failed",
    "notification.posted": "Notification",
    "payment.dispute_lost": "Disputed payment lost",
    "payment.disputed": "Payment disputed",
    "payment.left": "Paid seat canceled",
    "payment.receipt": "Receipt",
    "payment.refund_failed": "Refund failed",
    "payment.refunded": "Refund",
    "payment.returned": "Payment returned",
    "payment.void": "Receipt void",
    "perk.used": "Token or credit used",
    "registration.all_confirmed": "Seats of a series confirmed",
    "registration.confirmed": "Seat confirmed",
    "registration.reminder": "Reminder",
    "registration.reminders": "Reminder for several events",
    "seat.offer_half_over": "Reminder to pay for an offered seat",
    "seat.offered": "Seat from the waiting list",
    "seat.opened": "A seat opened",
    "site.backup": "No new backup",
    "site.jobs": JOB_IS_STUCK,
    "site.letters": "Emails aren’t arriving",
    "waiver.asked": "Waiver to sign",
    "waiver.paper_refused": "Paper waiver refused",
    "waiver.signed": "Waiver signed",
}


class JobWords(NamedTuple):
    """A job's name for administrators, and what it does."""

    title: str
    about: str


JOBS = {
    "letters": JobWords("Emails", "Sends queued emails."),
    "payments": JobWords(
        "Payments", "Handles Stripe’s webhooks, and sends refunds and changes to Stripe."
    ),
    "posts": JobWords("Discord", "Posts events to the chapters’ Discord channels."),
    "files": JobWords("Stored files", "Deletes and moves pictures and videos."),
    "reminders": JobWords("Reminders", "Queues reminders the day before an event."),
    "messages": JobWords("Messages", "Queues the emails of a message to many people."),
    "birthdays": JobWords("Birthdays", "Lets members be adults on their 18th birthday."),
    "waivers": JobWords("Waivers", "Queues emails to sign again."),
    "holds": JobWords("Held seats", "Frees seats that weren’t paid for in time."),
    "reconciler": JobWords(
        "Reconciler", "Compares payments with Stripe, and ends expired memberships."
    ),
    "storage": JobWords(
        "Storage probe", "Stores, reads and deletes a small file to check the file storage."
    ),
    "orphans": JobWords("Lost files", "Deletes stored files that nothing uses."),
    "watch": JobWords("Watch", "Emails the club when a backup is old or a job is stuck."),
    "tidying": JobWords("Cleanup", "Deletes records that have expired."),
}
QUEUES = {
    "letters": "Emails",
    "webhooks": "Webhooks from Stripe",
    "orders": "Orders to Stripe",
    "posts": "Posts to Discord",
    "files": "Files to delete or move",
}


def job_words(name: str) -> JobWords:
    """A job in words; an unknown one, of another version, by its own name."""
    return JOBS.get(name) or JobWords(name.capitalize(), "")


SUSPICIOUS = "Looks like spam"
NOTHING_WAITS = "Nothing’s waiting for you."


def letter_words(kind: str) -> str:
    """The kind of a letter; an unknown one is shown by its own name."""
    return LETTERS.get(kind) or kind.replace(".", " ").replace("_", " ").capitalize()


THE_SITE = "The site"
KINDS = {
    "account": "member",
    "admin": "administrator",
    "chapter": "chapter",
    "event": "event",
    "incident": "incident",
    "job": "job",
    "letter": "email",
    "media": "gallery item",
    "message": "message",
    "notification": "notification",
    "payment": "payment",
    "progress": "progress",
    "question": "question about",
    "registration": "seat",
    "request": "chapter request",
    "resource": "resource",
    "role": "role",
    "waiver": "waiver",
}
DEEDS = {
    "accepted": "accepted",
    "added": "added",
    "amended": "changed",
    "answered": "answered",
    "cleared": "unflagged",
    "passed_on": "passed on",
    "published": "published",
    "canceled": "canceled",
    "created": "added",
    "declined": "declined",
    "deleted": "deleted",
    "reinstated": "reinstated",
    "removed": "deleted",
    "reported": "reported",
    "reopened": "reopened",
    "sent_again": "sent again",
    "set_aside": "set aside",
    "settled": "settled",
    "started": "started",
    "updated": "changed",
}

WHOLE_DEEDS = {
    "account.exported": "exported the data of",
    "account.grown_up": "changed the age group of",
    "account.logged_out": "ended the sessions of",
    "account.imported": "imported members from",
    "account.invited": "invited",
    "account.voting_set": "changed the",
    "admin.appointed": "gave the administrator role to",
    "admin.dismissed": "removed the administrator role from",
    "event.imported": "imported events from",
    "event.reports_handled": "handled the reports of",
    "media.pinned": "pinned in the gallery",
    "media.sorted": "sorted the gallery:",
    "media.unpinned": "unpinned in the gallery",
    "payment.accounts_set": "changed the",
    "payment.corrected": "voided the payment",
    "incident.noted": "noted an incident with",
    "incident.suspension_ended": "ended a suspension of",
    "message.sent": "wrote to the people of",
    "payment.handed_back": "refunded in person",
    "payment.refund_begun": "refunded",
    "payment.kept_after_all": "undid the in-person refund of",
    "progress.awarded": "awarded beads to",
    "progress.undone": "undid an entry of",
    "progress.restored": "restored the progress of",
    "registration.check_in_undone": "undid the check-in of",
    "registration.checked_in": "checked in",
    "registration.walked_in": "registered at the gate",
    "role.ended": "ended a role of",
    "role.given": "gave a role to",
    "waiver.paper_refused": "refused the paper waiver of",
    "waiver.paper_verified": "verified the paper waiver of",
}


def deed_words(action: str) -> str:
    """'changed the resource' for 'resource.updated'; an unknown action in its own words."""
    if action in WHOLE_DEEDS:
        return WHOLE_DEEDS[action]
    kind, _, deed = action.partition(".")
    noun = KINDS.get(kind, kind.replace("_", " "))
    return f"{DEEDS.get(deed, deed.replace('_', ' '))} the {noun}"


def change_words(before: str, after: str) -> str:
    """'“Old” → “New”', or what there is of it; a secret value has neither."""
    if before and after:
        return f"“{before}” → “{after}”"
    if after:
        return f"“{after}”"
    return f"“{before}” → nothing" if before else "changed"
