"""The console's own sentences, and the kinds of letters and jobs in words. Pure."""

from typing import NamedTuple

LETTERS = {
    "account.invited": "Invitation",
    "account.readdressed": "New email address, to the one before",
    "account.welcomed": "Welcome",
    "chapter.requested": "Request to start a chapter",
    "chapter.started": "New chapter",
    "event.answered": "Answer of an organizer",
    "event.answered_copy": "Answer of a minor, for the club",
    "event.asked": "Question to an organizer",
    "event.asked_copy": "Question to a minor, for the club",
    "event.canceled": "Event canceled",
    "event.changed": "Event changed",
    "event.judged": "Event accepted or declined",
    "event.removed": "Event deleted",
    "event.reported": "Event reported",
    "event.waiting": "Event waits for its chapter",
    "membership.ended": "Membership ended",
    "membership.renewing": "Membership renews soon",
    "membership.unpaid": "Membership not paid",
    "payment.dispute_lost": "Disputed payment lost",
    "payment.disputed": "Payment disputed",
    "payment.left": "Paid seat given up",
    "payment.receipt": "Receipt",
    "payment.refund_failed": "Refund failed",
    "payment.refunded": "Refund",
    "payment.returned": "Payment on its way back",
    "payment.void": "Receipt void",
    "registration.confirmed": "Seat confirmed",
    "registration.reminder": "Reminder",
    "registration.reminders": "Reminder of several events",
    "seat.opened": "A seat opened",
    "site.backup": "No new backup",
    "site.jobs": "A job stands still",
    "site.letters": "Emails do not arrive",
}


class JobWords(NamedTuple):
    """A job's name for administrators, and what it does."""

    title: str
    about: str


JOBS = {
    "letters": JobWords("Emails", "Sends the emails that wait."),
    "payments": JobWords("Payments", "Handles Stripe’s webhooks, and tells Stripe what is due."),
    "files": JobWords("Stored files", "Deletes and moves pictures and videos."),
    "reminders": JobWords("Reminders", "Queues the reminders of the day before an event."),
    "holds": JobWords("Held seats", "Frees seats that were not paid in time."),
    "reconciler": JobWords("Reconciler", "Compares payments with Stripe, and ends memberships."),
    "storage": JobWords(
        "Storage probe", "Stores, reads and deletes a small file, where pictures and videos are."
    ),
    "orphans": JobWords("Lost files", "Deletes stored files that belong to nothing."),
    "watch": JobWords("Watch", "Writes to the club when a backup is old or a job stands still."),
    "tidying": JobWords("Tidying", "Deletes rows that are kept no longer."),
}
QUEUES = {
    "letters": "Emails",
    "webhooks": "Webhooks from Stripe",
    "orders": "Orders to Stripe",
    "files": "Files to delete or move",
}


def job_words(name: str) -> JobWords:
    """A job in words; an unknown one, of another version, by its own name."""
    return JOBS.get(name) or JobWords(name.capitalize(), "")


SUSPICIOUS = "Looks like spam"
NOTHING_WAITS = "Nothing is waiting for you."


def letter_words(kind: str) -> str:
    """The kind of a letter; an unknown one is shown by its own name."""
    return LETTERS.get(kind) or kind.replace(".", " ").replace("_", " ").capitalize()


THE_SITE = "The site"
KINDS = {
    "account": "member",
    "admin": "administrator",
    "chapter": "chapter",
    "event": "event",
    "job": "job",
    "letter": "email",
    "media": "gallery item",
    "notification": "notification",
    "payment": "payment",
    "progress": "progress",
    "question": "question about",
    "registration": "seat",
    "request": "chapter request",
    "resource": "resource",
}
DEEDS = {
    "accepted": "accepted",
    "added": "added",
    "amended": "changed",
    "answered": "answered",
    "cleared": "kept as no spam",
    "passed_on": "passed on",
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
    "account.exported": "printed the data of",
    "account.grown_up": "noted the coming of age of",
    "account.logged_out": "ended the sessions of",
    "account.imported": "imported members from",
    "account.invited": "invited",
    "admin.appointed": "made an administrator of",
    "admin.dismissed": "took the administrator’s role from",
    "event.imported": "imported events from",
    "event.reports_handled": "looked at the reports of",
    "media.pinned": "pinned in the gallery",
    "media.sorted": "sorted the gallery:",
    "media.unpinned": "unpinned in the gallery",
    "payment.corrected": "took back the payment",
    "payment.handed_back": "handed back",
    "payment.refund_begun": "refunded",
    "payment.kept_after_all": "did not hand back",
    "progress.awarded": "gave beads to",
    "progress.undone": "took back an entry of",
    "progress.restored": "restored the progress of",
    "registration.check_in_undone": "undid the check-in of",
    "registration.checked_in": "checked in",
    "registration.walked_in": "registered at the gate",
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
